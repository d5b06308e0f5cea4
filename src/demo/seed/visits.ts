import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { addItemOf } from '../../domain/consultations/consultation-items.ts'
import { openConsultation } from '../../domain/consultations/consultations.ts'
import { addDiagnosis } from '../../domain/consultations/diagnoses.ts'
import { entryTables } from '../../domain/consultations/entries.ts'
import { writeInstruction, writeNote } from '../../domain/consultations/notes.ts'
import type { Status } from '../../domain/consultations/statuses.ts'
import { updateStatus } from '../../domain/consultations/update-status.ts'
import { cash } from '../../domain/billing/statuses.ts'
import type { ItemType } from '../../domain/items/statuses.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { DemoVisit } from '../generate/clinic.ts'
import { pay, payInCash, readOwed } from './payments.ts'
import type { Count } from './records.ts'

/** Ids of the records created so far, by index. */
type Ids = {
  readonly clients: readonly number[]
  readonly patients: readonly number[]
  readonly departments: readonly number[]
  readonly staff: readonly number[]
  readonly items: readonly number[]
}

/** The statuses before each status, and after how many minutes each was set. */
const statusSteps: Readonly<Record<DemoVisit['status'], readonly (readonly [Status, number])[]>> = {
  0: [],
  8: [],
  5: [[5, 35]],
  6: [
    [5, 35],
    [6, 45],
  ],
  10: [
    [5, 35],
    [6, 45],
    [10, 50],
  ],
}

const typesOf = async (tx: Tx): Promise<ReadonlyMap<number, ItemType>> => {
  const rows = await tx.selectFrom('item').select(['id', 'type_code']).execute()
  return new Map(rows.map(({ id, type_code }) => [id, type_code as ItemType]))
}

const payVisit = async (tx: Tx, actor: Actor, consultation: number, by: DemoVisit['payment']) => {
  if (by === null) return
  const owed = await readOwed(tx, 'consultation', consultation)
  if (Number(owed.due) <= 0) return
  await (by === cash ? payInCash(tx, actor, owed) : pay(tx, actor, owed.id, by, owed.due))
}

const seedVisit = async (tx: Tx, clinic: Actor, visit: DemoVisit, ids: Ids, types: ReadonlyMap<number, ItemType>) => {
  const after = (minutes: number): Actor => ({
    ...clinic,
    user: ids.staff[visit.veterinarian]!,
    now: new Date(Date.parse(visit.started) + minutes * 60_000),
  })
  const patient = ids.patients[visit.patient]!
  const consultation = await openConsultation(tx, after(0), {
    client: ids.clients[visit.client]!,
    patients: [patient],
    type: visit.type,
    complaint: visit.complaint,
    department: ids.departments[visit.department]!,
  })
  if (visit.status === 0) return
  await writeNote(tx, after(5), { consultation, patient, type: 1, text: visit.anamnesis })
  await writeNote(tx, after(15), { consultation, patient, type: 0, text: visit.finding })
  const { id: diagnosis, code, name } = visit.diagnosis
  const found = { diagnosis, listitem: null }
  await addDiagnosis(tx, after(15), { consultation, patient, diagnosis: found, code, name, category: 0, type: 1 })
  for (const { item: index, ...row } of visit.rows) {
    const item = ids.items[index]!
    await addItemOf(types.get(item)!)(tx, after(20), { consultation, item, ...row })
  }
  if (visit.instruction !== '')
    await writeInstruction(tx, after(30), { consultation, patient, text: visit.instruction })
  for (const [status, minutes] of statusSteps[visit.status])
    await updateStatus(tx, after(minutes), consultation, { status })
  if (visit.status === 10) await payVisit(tx, after(55), consultation, visit.payment)
}

type Range = { readonly from: number; readonly to: number }

/** Creates some of the visits of the last weeks, with the same functions as the API. */
export const seedVisits = async (
  tx: Tx,
  clinic: Actor,
  visits: readonly DemoVisit[],
  { from, to }: Range,
  ids: Ids,
  onCount: Count,
) => {
  const types = await typesOf(tx)
  for (const [at, visit] of visits.slice(from, to).entries()) {
    await seedVisit(tx, clinic, visit, ids, types)
    onCount('visits', from + at + 1, visits.length)
  }
  await sql`update consultation set created = started where created <> started`.execute(tx)
  for (const table of entryTables)
    await sql`update ${sql.table(table)} entry set created = visit.first_entry from consultation visit
      where visit.id = entry.consultation and entry.created <> visit.first_entry`.execute(tx)
}

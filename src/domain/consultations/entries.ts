import { sql } from 'kysely'
import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField, notFound } from '../../kernel/errors.ts'
import { admitted, closed, inProgress, type Status } from './statuses.ts'

export const entryTables = [
  'consultationitem',
  'consultationdiagnosis',
  'consultationnote',
  'consultationdischargeinstruction',
] as const
export type EntryTable = (typeof entryTables)[number]

export const deletedMeanwhile = () => notFound('This was deleted meanwhile. Read the consultation again.')

/** Locks a consultation, so that changes of it and of its entries happen one after the other. */
export const holdConsultation = async (tx: Tx, id: number) => {
  const held = await tx.selectFrom('consultation').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (held === undefined) throw deletedMeanwhile()
  return { ...held, status: held.status as Status }
}
export type Held = Awaited<ReturnType<typeof holdConsultation>>

export const requireOpen = ({ status }: Pick<Held, 'status'>) => {
  if (closed.has(status))
    throw invalid(
      nonField,
      'This consultation is finalized and can no longer be changed. Add a note instead; it becomes an addendum.',
      'finalized',
    )
}

/** Locks a consultation that is not finalized. */
export const holdOpen = async (tx: Tx, id: number): Promise<Held> => {
  const held = await holdConsultation(tx, id)
  requireOpen(held)
  return held
}

/** Locks an entry and then its consultation: the lock order of every change of an existing entry. */
export const holdEntry = async (tx: Tx, table: EntryTable, id: number): Promise<Held> => {
  const { rows } = await sql<{ consultation: number }>`
    select consultation from ${sql.table(table)} where id = ${id} for no key update`.execute(tx)
  const [entry] = rows
  if (entry === undefined) throw deletedMeanwhile()
  return holdOpen(tx, entry.consultation)
}

/** Sets `first_entry` once, and changes Admitted (0) to In Progress (8). */
export const recordEntry = async (tx: Tx, actor: Actor, { id, status, first_entry }: Held) => {
  if (status !== admitted && first_entry !== null) return touch(tx, 'consultation', 'id', [id])
  await tx
    .updateTable('consultation')
    .set({
      first_entry: first_entry ?? actor.now,
      ...(status === admitted && { status: inProgress, status_changed: actor.now }),
    })
    .where('id', '=', id)
    .execute()
}

/** Removes an entry while its consultation is open. */
export const removeEntry = (table: EntryTable) => async (tx: Tx, _actor: Actor, id: number) => {
  const { id: consultation } = await holdEntry(tx, table, id)
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx)
  await touch(tx, 'consultation', 'id', [consultation])
}

type WithPatients = 'consultation' | 'consultationitem'

/** The patients of a consultation or of one of its items. */
export const patientsOf = async (tx: Tx, record: WithPatients, id: number): Promise<number[]> => {
  const { rows } = await sql<{ patient: number }>`
    select patient from ${sql.table(`${record}_patient`)} where ${sql.ref(record)} = ${id} order by patient`.execute(tx)
  return rows.map(({ patient }) => patient)
}

/** Refuses patients that are not in the consultation. */
export const requirePatientsOf = async (
  tx: Tx,
  consultation: number,
  patients: readonly number[],
  field: 'patient' | 'patients',
) => {
  const known = new Set(await patientsOf(tx, 'consultation', consultation))
  if (patients.some((patient) => !known.has(patient)))
    throw invalid(
      field,
      'This patient is not in the consultation. Choose one of its patients, or add the patient to the consultation first.',
      'wrong_consultation',
    )
}

/** Replaces the patients of a record. */
export const setPatients = async (tx: Tx, record: WithPatients, id: number, patients: readonly number[]) => {
  const [between, ours] = [sql.table(`${record}_patient`), sql.ref(record)]
  await sql`delete from ${between} where ${ours} = ${id} and patient <> all(${patients}::bigint[])`.execute(tx)
  await sql`insert into ${between} (${ours}, patient)
    select ${id}::bigint, p from unnest(${patients}::bigint[]) p on conflict do nothing`.execute(tx)
}

import { sql } from 'kysely'
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

export const gone = () => notFound('This has just been removed. Read the consultation again.')

/** Holds a consultation: whoever changes it or what belongs to it comes one after the other. */
export const holdConsultation = async (tx: Tx, id: number) => {
  const held = await tx.selectFrom('consultation').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (held === undefined) throw gone()
  return { ...held, status: held.status as Status }
}
export type Held = Awaited<ReturnType<typeof holdConsultation>>

export const requireOpen = ({ status }: Pick<Held, 'status'>) => {
  if (closed.has(status))
    throw invalid(
      nonField,
      'This consultation is finalized, and nothing in it changes any more. Add a note instead, which becomes an addendum.',
      'finalized',
    )
}

/** Holds a consultation that can still be worked on. */
export const holdOpen = async (tx: Tx, id: number): Promise<Held> => {
  const held = await holdConsultation(tx, id)
  requireOpen(held)
  return held
}

/** Holds an entry and then its consultation, in the order in which everybody does who changes what exists. */
export const holdEntry = async (tx: Tx, table: EntryTable, id: number): Promise<Held> => {
  const { rows } = await sql<{ consultation: number }>`
    select consultation from ${sql.table(table)} where id = ${id} for no key update`.execute(tx)
  const [entry] = rows
  if (entry === undefined) throw gone()
  return holdOpen(tx, entry.consultation)
}

/** Says that a consultation shows something new although none of its own columns changed. */
export const moveConsultation = async (tx: Tx, id: number) => {
  await tx.updateTable('consultation').set({ modified: sql<Date>`modified` }).where('id', '=', id).execute()
}

/** Notes that something was entered: the first time is kept, and a patient who waited is being seen. */
export const noteEntry = async (tx: Tx, actor: Actor, { id, status, first_entry }: Held) => {
  if (status !== admitted && first_entry !== null) return moveConsultation(tx, id)
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
  await moveConsultation(tx, consultation)
}

type ForPatients = 'consultation' | 'consultationitem'

/** Whom a consultation or one of its items is for. */
export const patientsOf = async (tx: Tx, record: ForPatients, id: number): Promise<number[]> => {
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
      'This patient is not in the consultation. Choose one of its patients, or add it to them first.',
      'wrong_consultation',
    )
}

/** Makes a record be for these patients and no others. */
export const putPatients = async (tx: Tx, record: ForPatients, id: number, patients: readonly number[]) => {
  const [between, ours] = [sql.table(`${record}_patient`), sql.ref(record)]
  await sql`delete from ${between} where ${ours} = ${id} and patient <> all(${patients}::bigint[])`.execute(tx)
  await sql`insert into ${between} (${ours}, patient)
    select ${id}::bigint, p from unnest(${patients}::bigint[]) p on conflict do nothing`.execute(tx)
}

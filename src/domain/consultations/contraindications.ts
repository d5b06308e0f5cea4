import { sql } from 'kysely'
import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { codeOf, isCodePrefix } from './contraindication-matching.ts'
import { closed } from './statuses.ts'
import { holdDrafts, warnPrescribed } from './warn-prescribed.ts'
import { warnRows } from './warn-rows.ts'

export type NewContraindication = {
  patient: Id<'patient'>
  substance?: string
  atc_prefix?: string
  reaction?: string
  archived?: boolean
}
type ContraindicationChange = Partial<Omit<NewContraindication, 'patient'>>

/** The fields as they are stored: names without spaces around them, codes in capitals and without any. */
const stored = ({ substance, atc_prefix, ...others }: ContraindicationChange) => ({
  ...others,
  ...(substance !== undefined && { substance: substance.trim() }),
  ...(atc_prefix !== undefined && { atc_prefix: codeOf(atc_prefix) }),
})

const requireMeaning = ({ substance = '', atc_prefix = '' }: ContraindicationChange) => {
  if (atc_prefix !== '' && !isCodePrefix(atc_prefix))
    throw invalid('atc_prefix', 'Send at least a letter and two digits, such as J01.', 'invalid')
  if (substance === '' && atc_prefix === '') throw invalid(nonField, 'Send substance, atc_prefix or both.', 'required')
}

const ofPatient = (patient: number) => sql`
  from consultationitem entry
  join consultation visit on visit.id = entry.consultation and visit.status <> all(${[...closed]}::int[])
  where entry.id in (select of_row.consultationitem from consultationitem_patient of_row where of_row.patient = ${patient})`

/**
 * Compares what is still open of a patient again: the rows of open visits, and drafts of prescriptions. What is finalized or
 * signed keeps what it said. Lock order, as of whoever adds or changes one: rows, their visits, drafts, the patient; then
 * those are read that were added before that.
 */
const warnOpen = async (tx: Tx, patient: number) => {
  const { rows: held } = await sql<{ visit: number }>`
    select visit.id as visit ${ofPatient(patient)} order by entry.id for no key update of entry`.execute(tx)
  const visits = held.map(({ visit }) => visit)
  await sql`select from consultation where id = any(${visits}::bigint[]) order by id for no key update`.execute(tx)
  await holdDrafts(tx, patient)
  await sql`select from patient where id = ${patient} for no key update`.execute(tx)
  const { rows } = await sql<{ id: number; visit: number }>`
    select entry.id, visit.id as visit ${ofPatient(patient)}`.execute(tx)
  await warnRows(
    tx,
    rows.map(({ id }) => id),
  )
  await touch(
    tx,
    'consultation',
    'id',
    rows.map(({ visit }) => visit),
  )
  await warnPrescribed(tx, await holdDrafts(tx, patient))
}

/** Records what an animal must not get, and warns of what its open visits and drafts of prescriptions have of it already. */
export const recordContraindication = async (
  tx: Tx,
  actor: Actor,
  { patient, ...sent }: NewContraindication,
): Promise<Id<'contraindication'>> => {
  const fields = stored(sent)
  requireMeaning(fields)
  const { id } = await tx
    .insertInto('contraindication')
    .values({ ...fields, patient, user: actor.user })
    .returning('id')
    .executeTakeFirstOrThrow()
  await warnOpen(tx, patient)
  return id
}

export const changeContraindication = async (tx: Tx, _actor: Actor, id: number, sent: ContraindicationChange) => {
  if (Object.keys(sent).length === 0) return
  const before = await tx
    .selectFrom('contraindication')
    .select(['patient', 'substance', 'atc_prefix'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const changes = stored(sent)
  requireMeaning({ ...before, ...changes })
  await tx.updateTable('contraindication').set(changes).where('id', '=', id).execute()
  await warnOpen(tx, before.patient)
}

/** One that is archived already stays as it is. */
export const archiveContraindication = async (tx: Tx, actor: Actor, id: number) => {
  const { archived } = await tx
    .selectFrom('contraindication')
    .select('archived')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (!archived) await changeContraindication(tx, actor, id, { archived: true })
}

import { sql } from 'kysely'
import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { closed } from './statuses.ts'
import { warnRows } from './warn-rows.ts'

export type NewContraindication = {
  patient: Id<'patient'>
  substance?: string
  atc_prefix?: string
  reaction?: string
  archived?: boolean
}
type ContraindicationChange = Partial<Omit<NewContraindication, 'patient'>>

/** From a main group, such as J01, to a substance. */
const atcPrefix = /^Q?[A-PR-Z]\d{2}(?:[A-Z](?:[A-Z](?:\d{2})?)?)?$/

/** The fields as they are stored: names without spaces around them, codes in capitals. */
const stored = ({ substance, atc_prefix, ...others }: ContraindicationChange) => ({
  ...others,
  ...(substance !== undefined && { substance: substance.trim() }),
  ...(atc_prefix !== undefined && { atc_prefix: atc_prefix.trim().toUpperCase() }),
})

const requireMeaning = ({ substance = '', atc_prefix = '' }: ContraindicationChange) => {
  if (atc_prefix !== '' && !atcPrefix.test(atc_prefix))
    throw invalid(
      'atc_prefix',
      'This is not the beginning of an ATC code. Send one such as J01C or QJ01CA04.',
      'invalid',
    )
  if (substance === '' && atc_prefix === '') throw invalid(nonField, 'Send substance, atc_prefix or both.', 'required')
}

const ofPatient = (patient: number) => sql`
  from consultationitem entry
  join consultation visit on visit.id = entry.consultation and visit.status <> all(${[...closed]}::int[])
  where entry.id in (select of_row.consultationitem from consultationitem_patient of_row where of_row.patient = ${patient})`

/**
 * Compares the rows that open visits have of a patient again. Finalized ones keep what they said. Lock order, as of whoever
 * adds or changes a row: rows, their visits, the patient; then the rows are read that were added before that.
 */
const warnOpenRows = async (tx: Tx, patient: number) => {
  const { rows: held } = await sql<{ visit: number }>`
    select visit.id as visit ${ofPatient(patient)} order by entry.id for no key update of entry`.execute(tx)
  const visits = held.map(({ visit }) => visit)
  await sql`select from consultation where id = any(${visits}::bigint[]) order by id for no key update`.execute(tx)
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
}

/** Records what an animal must not get, and warns of what its open visits have of it already. */
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
  await warnOpenRows(tx, patient)
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
  await warnOpenRows(tx, before.patient)
}

export const archiveContraindication = (tx: Tx, actor: Actor, id: number) =>
  changeContraindication(tx, actor, id, { archived: true })

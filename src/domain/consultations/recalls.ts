import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Id } from '../../kernel/fields.ts'
import { recall as recallKind, type MessageChannel } from '../messaging/kinds.ts'
import { queueMessage } from '../messaging/queue-message.ts'
import { patientsOf } from './entries.ts'
import { channelOfClient } from './recall-state.ts'
import { administered } from './statuses.ts'

/** Of all vaccinations of an animal with one item, but one that is withdrawn, the newest counts; it replaces the others. */
const settle = (tx: Tx, patient: number, item: number, withdrawn = 0) =>
  sql`with newest as (select id from recall where patient = ${patient} and item = ${item} and id <> ${withdrawn}
      order by given desc, id desc limit 1)
    update recall set replaced_by = nullif(newest.id, recall.id) from newest
    where patient = ${patient} and item = ${item} and recall.id <> ${withdrawn}
      and replaced_by is distinct from nullif(newest.id, recall.id)`.execute(tx)

type Made = { readonly id: number; readonly patient: number; readonly item: number }

/** Withdraws a recall. What it had replaced counts again. */
const withdraw = async (tx: Tx, { id, patient, item }: Made) => {
  await settle(tx, patient, item, id)
  await tx.deleteFrom('recall').where('id', '=', id).execute()
}

/** The recalls of a row. Their animals are locked, so that two visits do not both think that theirs is the newest. */
const holdRecalls = async (tx: Tx, row: number): Promise<readonly Made[]> => {
  await sql`select from patient where id in (
      select patient from consultationitem_patient where consultationitem = ${row}
      union all select patient from recall where consultation_item = ${row})
    order by id for no key update`.execute(tx)
  return tx
    .selectFrom('recall')
    .select(['id', 'patient', 'item'])
    .where('consultation_item', '=', row)
    .orderBy('id')
    .execute()
}

/** The vaccination that a row is, with the day on which it is to be repeated; undefined where it is none. */
const readVaccination = async (tx: Tx, row: number) => {
  const { rows } = await sql<{
    item: Id<'item'>
    consultation: Id<'consultation'>
    department: Id<'department'>
    given: string
    due: string
  }>`
    select i.item, c.id as consultation, c.department, day.given, day.given + item.recall_interval_days as due
    from consultationitem i
    join item on item.organisation = i.organisation and item.id = i.item
    join consultation c on c.organisation = i.organisation and c.id = i.consultation
    join department_settings s on s.organisation = c.organisation and s.id = c.department
    cross join lateral (select (c.started at time zone s.time_zone)::date as given) day
    where i.id = ${row} and item.is_vaccine and item.recall_interval_days is not null
      and i.usage_type = ${administered}`.execute(tx)
  return rows[0]
}

/** Withdraws the recalls of a row, if it has any. Most rows have none, and then nothing is locked. */
export const withdrawRecalls = async (tx: Tx, row: number) => {
  const any = await tx.selectFrom('recall').select('id').where('consultation_item', '=', row).limit(1).execute()
  if (any.length === 0) return
  for (const recall of await holdRecalls(tx, row)) await withdraw(tx, recall)
}

/** Brings the recalls of a row of a visit in line with it: one for each animal that was vaccinated. */
export const followVaccination = async (tx: Tx, row: number) => {
  const vaccination = await readVaccination(tx, row)
  if (vaccination === undefined) return withdrawRecalls(tx, row)
  const made = await holdRecalls(tx, row)
  const patients = await patientsOf(tx, 'consultationitem', row)
  for (const recall of made) if (!patients.includes(recall.patient)) await withdraw(tx, recall)
  for (const patient of patients) {
    if (made.some((recall) => recall.patient === patient)) continue
    await tx
      .insertInto('recall')
      .values({ ...vaccination, patient, consultation_item: row })
      .execute()
    await settle(tx, patient, vaccination.item)
  }
}

/** The day it is at a department, by the clock of the organisation. */
const today = sql`((clock_timestamp() + make_interval(
  secs => (select clock_offset from organisation where id = organisation()))) at time zone settings.time_zone)::date`

/**
 * Brings the recalls of a visit in line with the day and the department that it now has. The client is written to again
 * if the new day is still to come.
 */
export const moveRecalls = async (tx: Tx, consultation: number) => {
  const made = tx.selectFrom('recall').select('patient').where('consultation', '=', consultation)
  if ((await made.limit(1).execute()).length === 0) return
  await sql`select from patient where id in (${made}) order by id for no key update`.execute(tx)
  const { rows: moved } = await sql<Pick<Made, 'patient' | 'item'>>`
    update recall set department = visit.department, given = visit.given, due = visit.given + (recall.due - recall.given),
      queued = case when visit.given + (recall.due - recall.given) > visit.today then null else recall.queued end
    from (
      select consultation.department, (consultation.started at time zone settings.time_zone)::date as given,
        ${today} as today
      from consultation
      join department_settings settings
        on settings.organisation = consultation.organisation and settings.id = consultation.department
      where consultation.id = ${consultation}) visit
    where recall.consultation = ${consultation}
      and (recall.department, recall.given) is distinct from (visit.department, visit.given)
    returning recall.patient, recall.item`.execute(tx)
  for (const { patient, item } of moved) await settle(tx, patient, item)
}

/** How many are locked and queued in one transaction. */
const batchSize = 100

type DueRecall = {
  readonly id: number
  readonly due: string
  readonly patient: Id<'patient'>
  readonly client: Id<'client'>
  readonly department: Id<'department'>
  readonly channel: MessageChannel
  /** How often its message was held because the visit had moved. */
  readonly held: number
}

/**
 * Locks recalls whose day has come at their department, by the organisation's clock; those that another worker is queueing are
 * left to it. A client who can be written to by e-mail gets one, and everybody else a text message.
 */
const takeDue = async (tx: Tx): Promise<readonly DueRecall[]> => {
  const { rows } = await sql<DueRecall>`
    select recall.id, recall.due, recall.patient, client.id as client, recall.department,
      ${sql.raw(channelOfClient)} as channel,
      (select count(*)::int from client_message message where message.organisation = recall.organisation
        and message.patient = recall.patient and message.recall = recall.id and message.reason = 'changed') as held
    from recall
    join patient on patient.organisation = recall.organisation and patient.id = recall.patient
    join client on client.organisation = patient.organisation and client.id = patient.client
    join department_settings settings on settings.organisation = recall.organisation and settings.id = recall.department
    where recall.queued is null and recall.replaced_by is null and recall.due <= ${today}
    order by recall.due, recall.id limit ${batchSize} for no key update of recall skip locked`.execute(tx)
  return rows
}

/** Queues the messages of recalls that are due, and answers how many that were. */
export const queueDueRecalls = async (tx: Tx): Promise<number> => {
  const due = await takeDue(tx)
  for (const { id, due: day, held, ...about } of due) {
    const request = held === 0 ? `${id} ${day}` : `${id} ${day} ${held}`
    await tx.updateTable('recall').set({ queued: sql<Date>`clock_timestamp()` }).where('id', '=', id).execute()
    await queueMessage(tx, { ...about, kind: recallKind, request, recall: id })
  }
  return due.length
}

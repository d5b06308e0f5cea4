import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Id, Timestamp } from '../../kernel/fields.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { email, reminder as reminderKind, sms } from '../messaging/kinds.ts'
import { queueMessage } from '../messaging/queue-message.ts'

export type NewReminder = {
  appointment: Id<'appointment'>
  send_at?: Timestamp | null
  hours_before?: number | null
  send_email?: boolean
  send_sms?: boolean
}

type Times = { readonly due: Date; readonly start: Date }

const hoursBefore = (start: Date, hours: number) => new Date(start.valueOf() - hours * 3_600_000)

const requireOneTime = ({ send_at = null, hours_before = null }: NewReminder) => {
  if ((send_at === null) === (hours_before === null))
    throw invalid(nonField, 'Send either send_at or hours_before.', 'send_at_or_hours_before')
}

const requireSomeChannel = ({ send_email = true, send_sms = true }: NewReminder) => {
  if (!send_email && !send_sms)
    throw invalid(nonField, 'Send true for at least one of send_email and send_sms.', 'required')
}

/** A reminder is sent after now and before the appointment. */
const requireInTime = (field: 'send_at' | 'hours_before', { due, start }: Times, now: Date) => {
  if (due >= start)
    throw invalid(field, 'The reminder must be sent before the appointment starts.', 'after_appointment')
  if (due <= now) throw invalid(field, 'This time has passed already. Choose one that is still to come.', 'time_passed')
}

/** Locks an appointment so that it is not moved or cancelled while it gets a reminder. */
const holdAppointment = async (tx: Tx, id: Id<'appointment'>) => {
  const appointment = await tx
    .selectFrom('appointment')
    .select(['start', 'active'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirstOrThrow()
  if (!appointment.active)
    throw invalid('appointment', 'This appointment was cancelled. Set active to true first.', 'cancelled_appointment')
  return appointment
}

/** Adds a reminder of an appointment. */
export const addReminder = async (tx: Tx, actor: Actor, reminder: NewReminder): Promise<Id<'appointment_reminder'>> => {
  requireOneTime(reminder)
  requireSomeChannel(reminder)
  const { start } = await holdAppointment(tx, reminder.appointment)
  const due = reminder.send_at == null ? hoursBefore(start, reminder.hours_before!) : new Date(reminder.send_at)
  requireInTime(reminder.send_at == null ? 'hours_before' : 'send_at', { due, start }, actor.now)
  const { id } = await tx
    .insertInto('appointment_reminder')
    .values({ ...reminder, due: reminder.send_at ?? due })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Removes a reminder that has not been queued. */
export const removeReminder = async (tx: Tx, _actor: Actor, id: number) => {
  const found = await tx
    .selectFrom('appointment_reminder')
    .select('queued')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // Somebody else may have removed it meanwhile.
  if (found === undefined) throw recordNotFound('Appointment reminder')
  if (found.queued !== null)
    throw invalid(nonField, 'This reminder has been queued already. See its messages.', 'queued_already')
  await tx.deleteFrom('appointment_reminder').where('id', '=', id).execute()
}

type Moment = { readonly start: Date; readonly active: boolean; readonly hours: number | null }

/** The appointment as it is now, and how many hours before it the department reminds its clients. */
const readMoment = (tx: Tx, id: number): Promise<Moment> =>
  tx
    .selectFrom('appointment')
    .innerJoin('department_settings', 'department_settings.id', 'appointment.department')
    .select(['appointment.start', 'appointment.active', 'department_settings.reminder_hours_before as hours'])
    .where('appointment.id', '=', id)
    .executeTakeFirstOrThrow()

/**
 * Brings the reminders of an appointment in line with it. Those that come so many hours before follow it, and wait anew where
 * they were sent for another time. A reminder whose time is over, or whose appointment is cancelled, is not sent.
 */
const alignReminders = async (tx: Tx, id: number, now: Date, isMoved: boolean) => {
  const reminders = await tx
    .selectFrom('appointment_reminder')
    .select(['id', 'send_at', 'hours_before', 'automatic', 'due', 'queued'])
    .where('appointment', '=', id)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (reminders.length === 0) return
  const { start, active, hours } = await readMoment(tx, id)
  for (const { id: reminder, automatic, queued, ...planned } of reminders) {
    const hours_before = automatic ? (hours ?? planned.hours_before) : planned.hours_before
    const at = planned.send_at ?? hoursBefore(start, hours_before!)
    const isToCome = active && at > now && !(automatic && hours === null)
    if (queued !== null && !(isMoved && isToCome && hours_before !== null)) continue
    const due = isToCome ? at : null
    if (queued === null && due?.valueOf() === planned.due?.valueOf()) continue
    await tx
      .updateTable('appointment_reminder')
      .set({ hours_before, due, queued: null })
      .where('id', '=', reminder)
      .execute()
  }
}

/** Makes the reminder that the department wants, where its time is still to come and the appointment has a client. */
export const addAutomaticReminder = async (tx: Tx, { now }: Pick<Actor, 'now'>, id: number) => {
  await sql`insert into appointment_reminder (appointment, hours_before, automatic, due)
    select appointment.id, settings.reminder_hours_before, true, planned.at
    from appointment join department_settings settings on settings.id = appointment.department
    cross join lateral (select appointment.start - make_interval(hours => settings.reminder_hours_before) as at) planned
    where appointment.id = ${id} and appointment.active and appointment.client is not null and planned.at > ${now}
    on conflict do nothing`.execute(tx)
}

/** What follows for its reminders when an appointment is moved to another time or place, cancelled, or gets its client. */
export const followAppointment = async (
  tx: Tx,
  actor: Pick<Actor, 'now'>,
  id: number,
  { isMoved }: { readonly isMoved: boolean },
) => {
  await alignReminders(tx, id, actor.now, isMoved)
  await addAutomaticReminder(tx, actor, id)
}

/** How many are locked and queued in one transaction. */
const batchSize = 100

type DueReminder = {
  readonly id: number
  readonly send_email: boolean
  readonly send_sms: boolean
  readonly appointment: Id<'appointment'>
  readonly client: Id<'client'> | null
  readonly department: Id<'department'>
  readonly active: boolean
  readonly start: Date
}

/** Locks reminders that are due by the organisation's clock; those that another worker is queueing are left to it. */
const takeDue = async (tx: Tx): Promise<readonly DueReminder[]> => {
  const { rows } = await sql<DueReminder>`
    select reminder.id, reminder.send_email, reminder.send_sms, appointment.id as appointment, appointment.client,
      appointment.department, appointment.active, appointment.start
    from appointment_reminder reminder join appointment on appointment.id = reminder.appointment
    where reminder.queued is null and reminder.due <= clock_timestamp()
      + make_interval(secs => (select clock_offset from organisation where id = organisation()))
    order by reminder.due, reminder.id limit ${batchSize} for no key update of reminder skip locked`.execute(tx)
  return rows
}

/** Which time of an appointment a reminder is of: one message for each, however often it is queued. */
export const reminderRequest = (id: number, start: Date) => `${id} at ${start.toISOString()}`

/** Queues the messages of reminders that are due, and answers how many reminders that were. */
export const queueDueReminders = async (tx: Tx): Promise<number> => {
  const reminders = await takeDue(tx)
  for (const { id, send_email, send_sms, active, start, ...about } of reminders) {
    const request = reminderRequest(id, start)
    await tx
      .updateTable('appointment_reminder')
      .set(active ? { queued: sql<Date>`clock_timestamp()`, request } : { due: null })
      .where('id', '=', id)
      .execute()
    if (!active) continue
    const message = { ...about, kind: reminderKind, request, reminder: id }
    if (send_email) await queueMessage(tx, { ...message, channel: email })
    if (send_sms) await queueMessage(tx, { ...message, channel: sms })
  }
  return reminders.length
}

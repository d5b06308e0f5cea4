import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Id, Timestamp } from '../../kernel/fields.ts'
import { requireClient, requirePatients } from '../clients/require-current.ts'
import { requireActiveUser } from '../identity/require-active.ts'
import { requireDepartment } from '../organisation/require-department.ts'
import { awaitClient, awaitClientAgain } from './awaited-clients.ts'
import { holdUsers } from './hold-users.ts'
import { isBookedOnline, requireOnlineTime } from './online-times.ts'
import { addAutomaticReminder, followAppointment } from './reminders.ts'
import type { AppointmentType } from './types.ts'

export type NewAppointment = {
  start: Timestamp
  end: Timestamp
  department: Id<'department'>
  type: AppointmentType
  user: Id<'user'>
  title?: string
  reason?: Id<'reason'> | null
  complaint?: string
  client?: Id<'client'> | null
  patients?: Id<'patient'>[]
  additional_users?: Id<'user'>[]
  notes?: string
  active?: boolean
  confirmed?: boolean
  cancellation_reason?: string
  allow_overlap?: boolean
}

type Slot = Pick<NewAppointment, 'start' | 'end' | 'user'>

const requireOrder = ({ start, end }: Pick<Slot, 'start' | 'end'>) => {
  if (end <= start) throw invalid('end', 'Must be after start.', 'before_start')
}

const requirePerson = (actor: Actor, allowOverlap: boolean) => {
  if (allowOverlap && !actor.actsForUser)
    throw invalid('allow_overlap', 'Only people may book over another appointment. Leave it out.', 'people_only')
}

/** Refuses a time at which the user has another appointment. */
const requireFree = async (tx: Tx, { start, end, user }: Slot, except: number) => {
  const { rows } = await sql<{ id: number }>`
    select id from appointment where active and "user" = ${user} and id <> ${except}
      and start < ${end}::timestamptz and "end" > ${start}::timestamptz limit 1`.execute(tx)
  if (rows.length > 0) throw invalid(nonField, 'There is already an appointment for this time slot.', 'overlap')
}

export const requireReason = async (tx: Tx, id: Id<'reason'>) => {
  const { archived } = await tx.selectFrom('reason').select('archived').where('id', '=', id).executeTakeFirstOrThrow()
  if (archived) throw invalid('reason', 'This reason is archived. Choose another.', 'archived')
}

const requirePatientsOf = async (
  tx: Tx,
  actor: Actor,
  client: Id<'client'> | null,
  patients: readonly Id<'patient'>[],
) => {
  if (client !== null) return requirePatients(tx, actor, client, patients)
  if (patients.length > 0) throw invalid('client', 'Patients come with their client. Send client.', 'needs_client')
}

const setPatients = async (tx: Tx, appointment: number, patients: readonly Id<'patient'>[]) => {
  await sql`delete from appointment_patient where appointment = ${appointment}
    and patient <> all(${patients}::bigint[])`.execute(tx)
  await sql`insert into appointment_patient (appointment, patient)
    select ${appointment}::bigint, patient from unnest(${patients}::bigint[]) patient on conflict do nothing`.execute(
    tx,
  )
}

const setAdditionalUsers = async (tx: Tx, appointment: number, users: readonly Id<'user'>[]) => {
  await sql`delete from appointment_user where appointment = ${appointment}
    and "user" <> all(${users}::bigint[])`.execute(tx)
  await sql`insert into appointment_user (appointment, "user")
    select ${appointment}::bigint, "user" from unnest(${users}::bigint[]) "user" on conflict do nothing`.execute(tx)
}

/** Books an appointment. The user is locked, so that two bookings of one time cannot both succeed. */
export const book = async (
  tx: Tx,
  actor: Actor,
  { patients = [], additional_users = [], ...appointment }: NewAppointment,
): Promise<Id<'appointment'>> => {
  const { client = null, reason = null, allow_overlap = false, active = true } = appointment
  requireOrder(appointment)
  requirePerson(actor, allow_overlap)
  await holdUsers(tx, [appointment.user])
  await requireActiveUser(tx, appointment.user, 'user')
  await requireDepartment(tx, appointment.department)
  if (reason !== null) await requireReason(tx, reason)
  if (client !== null) await requireClient(tx, client)
  await requirePatientsOf(tx, actor, client, patients)
  if (active) await requireOnlineTime(tx, actor, appointment)
  if (active && !allow_overlap) await requireFree(tx, appointment, 0)
  const { id } = await tx.insertInto('appointment').values(appointment).returning('id').executeTakeFirstOrThrow()
  await setPatients(tx, id, patients)
  await setAdditionalUsers(tx, id, additional_users)
  await addAutomaticReminder(tx, actor, id)
  if (isBookedOnline(actor, appointment.type)) await awaitClient(tx, actor, id)
  return id
}

/** Locks an appointment and then whom it is with, now and after a change. */
const holdAppointment = async (tx: Tx, id: number, moveTo: Id<'user'> | undefined) => {
  const held = await tx
    .selectFrom('appointment')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await holdUsers(tx, moveTo === undefined ? [held.user] : [held.user, moveTo])
  const { rows } = await sql<{ start: Timestamp; end: Timestamp; patients: Id<'patient'>[] }>`
    select to_char(start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as start,
      to_char("end" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as end,
      array(select patient from appointment_patient where appointment = ${id} order by patient) as patients
    from appointment where id = ${id}`.execute(tx)
  return { ...held, ...rows[0]! }
}

type AppointmentChange = Partial<NewAppointment>

/**
 * Changes, moves or cancels an appointment. A move is checked like a new booking: that it was allowed to overlap before does
 * not count for its new place.
 */
export const changeAppointment = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { patients, additional_users, ...changes }: AppointmentChange,
) => {
  const before = await holdAppointment(tx, id, changes.user)
  const after = { ...before, ...changes }
  requireOrder(after)
  const isMoved =
    after.start !== before.start ||
    after.end !== before.end ||
    after.user !== before.user ||
    after.active !== before.active
  requirePerson(actor, changes.allow_overlap === true && (isMoved || !before.allow_overlap))
  if (after.user !== before.user) await requireActiveUser(tx, after.user, 'user')
  if (after.department !== before.department) await requireDepartment(tx, after.department)
  if (after.reason !== null && after.reason !== before.reason) await requireReason(tx, after.reason)
  if (after.client !== null && after.client !== before.client) await requireClient(tx, after.client)
  if (patients !== undefined || after.client !== before.client)
    await requirePatientsOf(tx, actor, after.client, patients ?? before.patients)
  const isPlaced = isMoved || after.department !== before.department || after.type !== before.type
  if (after.active && isPlaced) await requireOnlineTime(tx, actor, after)
  const allow_overlap = changes.allow_overlap ?? (isMoved ? false : before.allow_overlap)
  if (after.active && !allow_overlap && (isMoved || before.allow_overlap)) await requireFree(tx, after, id)
  await tx
    .updateTable('appointment')
    .set({ ...changes, allow_overlap })
    .where('id', '=', id)
    .execute()
  if (patients !== undefined) await setPatients(tx, id, patients)
  if (additional_users !== undefined) await setAdditionalUsers(tx, id, additional_users)
  if (after.active && !before.active && !actor.actsForUser) await awaitClientAgain(tx, actor, id)
  const follows = ['start', 'department', 'active', 'client'] as const
  if (follows.some((name) => after[name] !== before[name]))
    await followAppointment(tx, actor, id, { isMoved: after.start !== before.start })
}

import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Id } from '../../kernel/fields.ts'
import { followAppointment } from './reminders.ts'
import { onlineBooking } from './types.ts'

/** The time of an online booking that an application made for itself is kept for its client so many minutes. */
const dueFor = ({ now }: Actor, id: Id<'appointment'>) => sql<Date>`(
  select ${now}::timestamptz + make_interval(mins => settings.online_booking_client_minutes)
  from appointment join department_settings settings on settings.id = appointment.department where appointment.id = ${id})`

/** Marks an online booking that an application has made for itself. */
export const awaitClient = async (tx: Tx, actor: Actor, id: Id<'appointment'>) => {
  await tx
    .insertInto('awaited_client')
    .values({ appointment: id, due: dueFor(actor, id) })
    .execute()
}

/** One that was marked and has been cancelled is booked again: its client is waited for anew. */
export const awaitClientAgain = async (tx: Tx, actor: Actor, id: Id<'appointment'>) => {
  await tx
    .updateTable('awaited_client')
    .set({ due: dueFor(actor, id) })
    .where('appointment', '=', id)
    .execute()
}

/** How many are locked and looked at in one transaction. */
const batchSize = 100

const organisationNow = sql<Date>`clock_timestamp()
  + make_interval(secs => (select clock_offset from organisation where id = organisation()))`

/** Locks bookings that are due. One that somebody is changing is left for the next time. */
const lockDue = async (tx: Tx) => {
  const { rows } = await sql<{ id: Id<'appointment'> }>`
    select appointment.id from awaited_client awaited join appointment on appointment.id = awaited.appointment
    where awaited.due <= ${organisationNow}
    order by awaited.due, appointment.id limit ${batchSize} for no key update of appointment skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

type Due = { readonly id: Id<'appointment'>; readonly now: Date; readonly is_abandoned: boolean }

/**
 * Looks at bookings once they are locked: a client who came before the lock is seen now, and one who comes later finds the booking
 * cancelled. One that staff have made something else of, or that has its visit, is no longer only a booking.
 */
const readLocked = async (tx: Tx, ids: readonly Id<'appointment'>[]) => {
  const { rows } = await sql<Due>`
    select appointment.id, ${organisationNow} as now,
      appointment.active and appointment.type = ${onlineBooking} and appointment.client is null
        and appointment.consultation is null and not exists (
          select from onlinebookingclient guest where guest.appointment = appointment.id) as is_abandoned
    from awaited_client awaited join appointment on appointment.id = awaited.appointment
    where appointment.id = any(${ids}::bigint[]) and awaited.due <= ${organisationNow} order by appointment.id`.execute(
    tx,
  )
  return rows
}

const cancel = async (tx: Tx, { id, now }: Due) => {
  await tx
    .updateTable('appointment')
    .set({
      active: false,
      cancellation_reason: 'Cancelled automatically: no client was given in time for this online booking.',
    })
    .where('id', '=', id)
    .execute()
  await followAppointment(tx, { now }, id, { isMoved: false })
}

/** Cancels the bookings that are due and have no client of any kind, and answers how many were due. */
export const cancelAbandoned = async (tx: Tx): Promise<number> => {
  const due = await readLocked(tx, await lockDue(tx))
  for (const booking of due) if (booking.is_abandoned) await cancel(tx, booking)
  await tx
    .updateTable('awaited_client')
    .set({ due: null })
    .where('appointment', 'in', sql<number>`(select unnest(${due.map(({ id }) => id)}::bigint[]))`)
    .execute()
  return due.length
}

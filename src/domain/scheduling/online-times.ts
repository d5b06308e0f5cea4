import { readerIn, readInOrganisation, type Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Id, Timestamp } from '../../kernel/fields.ts'
import { onlineBooking } from './types.ts'
import { workingTimes } from './working-times.ts'

type Place = {
  readonly start: Timestamp
  readonly end: Timestamp
  readonly user: Id<'user'>
  readonly department: Id<'department'>
}

type Answer = { readonly has_shifts: boolean; readonly is_working: boolean }

/** Whether the department has shifts at all, and whether the user works there all the time. Shifts that meet are one. */
const readShifts = async (tx: Tx, organisation: number, { start, end, user, department }: Place) => {
  const [found] = await readInOrganisation<Answer>(
    readerIn(tx),
    organisation,
    `with place as (
      select settings.id, settings.time_zone, ($4::timestamptz at time zone settings.time_zone)::date as day
      from department_settings settings where settings.organisation = t.o and settings.id = $2::bigint),
    working as (${workingTimes('$3')})
    select exists (select from shift where shift.organisation = t.o and shift.department = $2::bigint
        and shift.start is not null) as has_shifts,
      coalesce((select range_agg(tstzrange(opens, closes)) from working where opens < closes)
        @> tstzrange($4::timestamptz, $5::timestamptz), false) as is_working`,
    [department, user, start, end],
  )
  return found!
}

/** Whether a website or another program books by itself, with nobody at the clinic who looks at the calendar. */
export const isBookedOnline = (actor: Actor, type: number) => type === onlineBooking && !actor.actsForUser

/**
 * Refuses an online booking in the past or outside the shifts of its user, whom the caller has locked: so no shift changes before
 * the commit. Other appointments are looked at by the rule that counts for all. A department without shifts, or with
 * leave alone, has no free times to keep to. Staff see the calendar and book as they like.
 */
export const requireOnlineTime = async (tx: Tx, actor: Actor, booking: Place & { readonly type: number }) => {
  if (!isBookedOnline(actor, booking.type)) return
  const { has_shifts, is_working } = await readShifts(tx, actor.organisation, booking)
  if (!has_shifts) return
  if (new Date(booking.start) < actor.now)
    throw invalid('start', 'This time has passed already. Choose one that is still to come.', 'in_the_past')
  if (!is_working)
    throw invalid(
      nonField,
      'This user does not work in this department at that time. Choose one of the times at /appointment/availability/.',
      'not_free',
    )
}

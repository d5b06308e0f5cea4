import { sql } from 'kysely'
import type { Database } from '../db/tx.ts'
import { queueDueReminders } from '../domain/scheduling/reminders.ts'
import { forAllOrganisations } from './all-organisations.ts'
import { firstByOwnClock } from './due-work.ts'
import { queueForEach, type QueueDue } from './queue-due.ts'

const waiting = sql`queued is null and due is not null`

/** When the first reminder is due. */
export const remindersDue = firstByOwnClock('appointment_reminder', waiting)

/**
 * The organisations with a reminder that is due by their clocks. They are found by skipping through the index, so that
 * reminders of later days cost nothing.
 */
const findDue = async (db: Database): Promise<readonly { readonly organisation: number }[]> => {
  const { rows } = await forAllOrganisations(
    db,
    'find due reminders',
    sql<{ organisation: number }>`
      with recursive waiting as (
        (select organisation, due from appointment_reminder where queued is null and due is not null
          order by organisation, due limit 1)
        union all
        select following.organisation, following.due from waiting, lateral (
          select organisation, due from appointment_reminder where queued is null and due is not null
            and organisation > waiting.organisation order by organisation, due limit 1) following)
      select organisation from waiting where due <= clock_timestamp() + make_interval(secs => coalesce((
        select clock_offset from organisation where organisation.organisation = waiting.organisation), 0))`,
  )
  return rows
}

/** Queues the reminders that are due. */
export const queueReminders = async (parts: QueueDue) => queueForEach(parts, await findDue(parts.db), queueDueReminders)

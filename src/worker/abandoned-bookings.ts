import { sql } from 'kysely'
import type { Database } from '../db/tx.ts'
import { cancelAbandoned } from '../domain/scheduling/awaited-clients.ts'
import { forAllOrganisations } from './all-organisations.ts'
import { firstByOwnClock } from './due-work.ts'
import { queueForEach, type QueueDue } from './queue-due.ts'

/** When the first online booking is to be given up. */
export const bookingsDue = firstByOwnClock('awaited_client', sql`due is not null`)

/** The organisations with an online booking whose client is due by their clocks, found by skipping through the index. */
const findDue = async (db: Database): Promise<readonly { readonly organisation: number }[]> => {
  const { rows } = await forAllOrganisations(
    db,
    'find abandoned bookings',
    sql<{ organisation: number }>`
      with recursive waiting as (
        (select organisation, due from awaited_client where due is not null order by organisation, due limit 1)
        union all
        select following.organisation, following.due from waiting, lateral (
          select organisation, due from awaited_client where due is not null
            and organisation > waiting.organisation order by organisation, due limit 1) following)
      select organisation from waiting where due <= clock_timestamp() + make_interval(secs => coalesce((
        select clock_offset from organisation where organisation.organisation = waiting.organisation), 0))`,
  )
  return rows
}

/** Cancels the online bookings that were given no client in time. */
export const giveUpBookings = async (parts: QueueDue) => queueForEach(parts, await findDue(parts.db), cancelAbandoned)

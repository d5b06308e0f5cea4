import { sql } from 'kysely'
import type { Database } from '../db/tx.ts'
import { queueDueRecalls } from '../domain/consultations/recalls.ts'
import { forAllOrganisations } from './all-organisations.ts'
import { firstByOwnClock } from './due-work.ts'
import { queueForEach, type QueueDue } from './queue-due.ts'

/** When the day of the first recall begins somewhere. */
export const recallsDue = sql`${firstByOwnClock('recall', sql`queued is null and replaced_by is null`)}
  ::timestamp at time zone 'Pacific/Kiritimati'`

/** The organisations where the day of a recall may have come: nowhere is it later than this. */
const findDue = async (db: Database): Promise<readonly { readonly organisation: number }[]> => {
  const { rows } = await forAllOrganisations(
    db,
    'find due recalls',
    sql<{ organisation: number }>`
      with recursive waiting as (
        (select organisation, due from recall where queued is null and replaced_by is null
          order by organisation, due limit 1)
        union all
        select following.organisation, following.due from waiting, lateral (
          select organisation, due from recall where queued is null and replaced_by is null
            and organisation > waiting.organisation order by organisation, due limit 1) following)
      select organisation from waiting where due <= ((clock_timestamp() + make_interval(secs => coalesce((
        select clock_offset from organisation where organisation.organisation = waiting.organisation), 0)))
        at time zone 'Pacific/Kiritimati')::date`,
  )
  return rows
}

/** Queues the recalls that are due. */
export const queueRecalls = async (parts: QueueDue) => queueForEach(parts, await findDue(parts.db), queueDueRecalls)

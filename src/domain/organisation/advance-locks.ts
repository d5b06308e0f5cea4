import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'

/** The department's local time, by the organisation's clock: that of a sandbox may be ahead or behind. */
const localTime = (now: Date) => sql<string>`(${now}::timestamptz + make_interval(secs => coalesce((
  select clock_offset from organisation o where o.organisation = department_settings.organisation), 0))
  ) at time zone time_zone`

/** The first day of the month it is in the department now. */
const monthStart = (now: Date) => sql<string>`date_trunc('month', ${localTime(now)})::date`

/** The automatic lock is on, its day of this month has come where the department is, and this month is not locked yet. */
export const isDue = (now: Date) => sql<boolean>`automatic_financial_period_lock_enabled
  and extract(day from ${localTime(now)}) >= least(automatic_financial_period_lock_monthday,
    extract(day from ${monthStart(now)} + interval '1 month' - interval '1 day'))
  and (financial_period_lock_date is null or financial_period_lock_date < ${monthStart(now)})`

/** Locks everything before this month in the departments whose day has come. A month without that day locks on its last. */
export const advanceLocks = async (tx: Tx, now: Date) => {
  await tx
    .updateTable('department_settings')
    .set({ financial_period_lock_date: monthStart(now) })
    .where(isDue(now))
    .execute()
}

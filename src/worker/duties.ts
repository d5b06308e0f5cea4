import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../db/tx.ts'
import { inSeconds, leaseSeconds, withLease } from './leases.ts'

/** Scheduled work. However many workers run, and however often they restart, one of them runs it when it is due. */
export type Duty = {
  /** Its key in the table `duty`. */
  readonly name: string
  readonly everySeconds: number
  /** When there will be something to do, as in `due-work.ts`: until then it is not run at all. Without it, always. */
  readonly workDue?: RawBuilder<unknown>
  /** Stops between two steps once `shouldContinue` answers false: the worker stops, or has lost its lease. */
  readonly run: (shouldContinue: () => boolean) => Promise<void>
}

/** A duty that failed is due again after this. */
const retrySeconds = 60

/** When a duty is due: one that nobody has run yet, at once. */
export const dutyDue = ({ name, workDue = sql`now()` }: Duty) => sql`(
  select greatest(coalesce(duty.due, now()), duty.leased_until, work.due)
  from (select ${workDue} as due) work left join duty on duty.name = ${sql.lit(name)} where work.due is not null)`

const releaseLease = sql`lease = null, leased_until = null`

const leaseDuty = async (db: Database, { name }: Duty): Promise<string | undefined> => {
  const { rows } = await sql<{ lease: string }>`
    insert into duty (name, lease, leased_until) values (${name}, gen_random_uuid(), ${inSeconds(leaseSeconds)})
    on conflict (name) do update set lease = excluded.lease, leased_until = excluded.leased_until
    where duty.due <= clock_timestamp() and coalesce(duty.leased_until <= clock_timestamp(), true)
    returning lease`.execute(db)
  return rows[0]?.lease
}

const updateLeased = async (db: Database, { name }: Duty, lease: string, set: ReturnType<typeof sql>) => {
  const { numAffectedRows } = await sql`update duty set ${set} where name = ${name} and lease = ${lease}`.execute(db)
  return numAffectedRows === 1n
}

/** Runs the duty if it is due and no other worker is running it. Returns whether it was run. */
export const runDutyIfDue = async (db: Database, duty: Duty, shouldContinue = () => true): Promise<boolean> => {
  const since = performance.now()
  const lease = await leaseDuty(db, duty)
  if (lease === undefined) return false
  const finish = (set: ReturnType<typeof sql>) => updateLeased(db, duty, lease, sql`${releaseLease}, ${set}`)
  const renew = () => updateLeased(db, duty, lease, sql`leased_until = ${inSeconds(leaseSeconds)}`)
  let isInterrupted = false
  try {
    await withLease({ since, renew }, (isHeld) =>
      duty.run(() => {
        isInterrupted ||= !shouldContinue() || !isHeld()
        return !isInterrupted
      }),
    )
  } catch (problem) {
    await finish(sql`failures = failures + 1, due = ${inSeconds(Math.min(retrySeconds, duty.everySeconds))}`)
    throw problem
  }
  // One that was interrupted is due at once, for any worker.
  await finish(
    shouldContinue() && !isInterrupted
      ? sql`failures = 0, finished = clock_timestamp(), due = ${inSeconds(duty.everySeconds)}`
      : sql`due = clock_timestamp()`,
  )
  return true
}

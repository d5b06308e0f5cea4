import { sql } from 'kysely'
import type { Database } from '../db/tx.ts'
import { inSeconds, leaseSeconds, withLease } from './leases.ts'

/** Scheduled work. However many workers run, and however often they restart, one of them runs it when it is due. */
export type Duty = {
  /** Its key in the table `duty`. */
  readonly name: string
  readonly everySeconds: number
  /** Stops between two steps once `shouldContinue` answers false: the worker stops, or has lost its lease. */
  readonly run: (shouldContinue: () => boolean) => Promise<void>
}

/** A duty that failed is due again after this. */
const retrySeconds = 60

const releaseLease = sql`lease = null, leased_until = null`

const leaseDuty = async (db: Database, { name }: Duty): Promise<string | undefined> => {
  const { rows } = await sql<{ lease: string }>`
    with known as (insert into duty (name) values (${name}) on conflict do nothing)
    update duty set lease = gen_random_uuid(), leased_until = ${inSeconds(leaseSeconds)}
    where name = ${name} and due <= clock_timestamp() and coalesce(leased_until <= clock_timestamp(), true)
    returning lease`.execute(db)
  return rows[0]?.lease
}

const updateLeased = async (db: Database, { name }: Duty, lease: string, set: ReturnType<typeof sql>) => {
  const { numAffectedRows } = await sql`update duty set ${set} where name = ${name} and lease = ${lease}`.execute(db)
  return numAffectedRows === 1n
}

/** Runs the duty if it is due and no other worker is running it. Answers whether it was run. */
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

import { sql } from 'kysely'
import type { Database } from '../db/tx.ts'
import { holding, leaseSeconds } from './holding.ts'

/** Work that returns by the clock. However many workers run, and however often they restart, one of them does it when it is due. */
export type Duty = {
  readonly name: string
  readonly everySeconds: number
  /** Stops between two steps once `goesOn` says no: a worker that was frozen may not be the one any more. */
  readonly run: (goesOn: () => boolean) => Promise<void>
}

/** A duty that fails comes back so soon. */
const againSeconds = 60

const inSeconds = (seconds: number) => sql`clock_timestamp() + make_interval(secs => ${seconds})`
const letGo = sql`lease = null, leased_until = null`

const takeDuty = async (db: Database, { name }: Duty): Promise<string | undefined> => {
  const { rows } = await sql<{ lease: string }>`
    with known as (insert into duty (name) values (${name}) on conflict do nothing)
    update duty set lease = gen_random_uuid(), leased_until = ${inSeconds(leaseSeconds)}
    where name = ${name} and due <= clock_timestamp() and coalesce(leased_until <= clock_timestamp(), true)
    returning lease`.execute(db)
  return rows[0]?.lease
}

const change = async (db: Database, { name }: Duty, lease: string, set: ReturnType<typeof sql>) => {
  const { numAffectedRows } = await sql`update duty set ${set} where name = ${name} and lease = ${lease}`.execute(db)
  return numAffectedRows === 1n
}

/** Does the duty if it is due and nobody is at it. Answers whether it was ours to do. */
export const doDuty = async (db: Database, duty: Duty, goesOn = () => true): Promise<boolean> => {
  const since = performance.now()
  const lease = await takeDuty(db, duty)
  if (lease === undefined) return false
  const finish = (set: ReturnType<typeof sql>) => change(db, duty, lease, sql`${letGo}, ${set}`)
  const renew = () => change(db, duty, lease, sql`leased_until = ${inSeconds(leaseSeconds)}`)
  let isBrokenOff = false
  try {
    await holding({ since, renew }, (isHeld) =>
      duty.run(() => {
        isBrokenOff ||= !goesOn() || !isHeld()
        return !isBrokenOff
      }),
    )
  } catch (problem) {
    await finish(sql`failures = failures + 1, due = ${inSeconds(Math.min(againSeconds, duty.everySeconds))}`)
    throw problem
  }
  // One that was broken off is due at once for whoever comes next.
  await finish(
    goesOn() && !isBrokenOff
      ? sql`failures = 0, finished = clock_timestamp(), due = ${inSeconds(duty.everySeconds)}`
      : sql`due = clock_timestamp()`,
  )
  return true
}

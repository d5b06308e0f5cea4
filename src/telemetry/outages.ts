type Log = { readonly warn: (fields: object, message: string) => void }

/** Reports whether something that this process depends on, such as the database, can be reached. */
export type Outage = { readonly failed: (problem: unknown) => void; readonly worked: () => void }

/** While connections are replaced, some work and others do not: an outage is over when none has failed for this long. */
const settleMs = 1_000

/** Logs an outage once when it begins, and once when it has ended, with the number of faults. */
export const outageLog = (log: Log, dependency: string, clock = () => performance.now()): Outage => {
  let outage: { readonly since: number; last: number; faults: number } | undefined
  return {
    failed: (err) => {
      const now = clock()
      if (outage === undefined) log.warn({ err }, `the ${dependency} is not reachable`)
      outage ??= { since: now, last: now, faults: 0 }
      outage.last = now
      outage.faults++
    },
    worked: () => {
      if (outage === undefined || clock() - outage.last < settleMs) return
      const seconds = Math.round((clock() - outage.since) / 1_000)
      log.warn({ faults: outage.faults, seconds }, `the ${dependency} is reachable again`)
      outage = undefined
    },
  }
}

import { sql } from 'kysely'

export const inSeconds = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`

/** A lease lasts this long; its holder renews it three times in that time. */
export const leaseSeconds = 15
const leaseMs = leaseSeconds * 1_000

/** A row that a worker may work on while it holds the lease: no other changes it meanwhile. */
export type Leased = { readonly organisation: number; readonly lease: string }

export type Lease = {
  /** When it was requested, by `performance.now()`. */
  readonly since: number
  /** Extends the lease, and returns whether it is still ours. */
  readonly renew: () => Promise<boolean>
}

/**
 * Works under a lease and renews it meanwhile. `isHeld` goes by a clock that runs on while the process is suspended, so a
 * worker that resumes too late knows that it has lost the lease without asking the database.
 */
export const withLease = async <T>(
  { since, renew }: Lease,
  work: (isHeld: () => boolean) => Promise<T>,
): Promise<T> => {
  let until = since + leaseMs
  const extend = async () => {
    const requested = performance.now()
    until = (await renew()) ? requested + leaseMs : 0
  }
  // Without an answer the lease expires by itself.
  const heartbeat = setInterval(() => void extend().catch(() => {}), leaseMs / 3)
  try {
    return await work(() => performance.now() < until)
  } finally {
    clearInterval(heartbeat)
  }
}

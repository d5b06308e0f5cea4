/** A lease lasts so long, and is renewed three times as often while its holder lives. */
export const leaseSeconds = 15
const leaseMs = leaseSeconds * 1_000

export type Lease = {
  /** When it was asked for, by `performance.now()`. */
  readonly since: number
  /** Whether it is still ours, in which case it lasts anew. */
  readonly renew: () => Promise<boolean>
}

/**
 * Works while holding a lease, and renews it meanwhile. `isHeld` goes by a clock that runs on while the process is frozen,
 * so whoever wakes up too late learns it before asking anybody.
 */
export const holding = async <T>({ since, renew }: Lease, work: (isHeld: () => boolean) => Promise<T>): Promise<T> => {
  let until = since + leaseMs
  const beat = async () => {
    const asked = performance.now()
    until = (await renew()) ? asked + leaseMs : 0
  }
  // Without an answer the lease runs out by itself.
  const beating = setInterval(() => void beat().catch(() => {}), leaseMs / 3)
  try {
    return await work(() => performance.now() < until)
  } finally {
    clearInterval(beating)
  }
}

import type { Database, Reader } from './tx.ts'

export type ShareLimits = {
  /** How many connections one organisation may have at once. */
  readonly connections: number
  /** How many of its statements and transactions may wait for one of these, and for how long. */
  readonly waiting: number
  readonly waitMs: number
}

/** An organisation has its share of the connections, and as much waiting for them as may wait. */
export class ShareExceeded extends Error {
  constructor() {
    super('The organisation has its share of the database connections.')
  }
}

type Share = { busy: number; readonly queue: (() => void)[] }

/** So many sandboxes are remembered; of one that is forgotten it is learned again with its next request. */
const maxSandboxes = 10_000

/**
 * Lets an organisation have no more than its share of the connections of a pool: what it asks for beyond that waits in a queue
 * of its own, so that the others find a connection. A sandbox has half of it.
 */
export const sharesOf = ({ connections, waiting, waitMs }: ShareLimits) => {
  const shares = new Map<number, Share>()
  const sandboxes = new Set<number>()
  let waitingNow = 0
  const mostOf = (organisation: number) =>
    sandboxes.has(organisation) ? Math.max(1, Math.floor(connections / 2)) : connections

  const waitInQueue = ({ queue }: Share) =>
    new Promise<void>((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        waitingNow--
      }
      const enter = () => {
        end()
        resolve()
      }
      const timer = setTimeout(() => {
        end()
        queue.splice(queue.indexOf(enter), 1)
        reject(new ShareExceeded())
      }, waitMs)
      waitingNow++
      queue.push(enter)
    })

  /** Whoever waits gets the place, so that nobody comes in between. */
  const leave = (organisation: number, share: Share) => {
    const next = share.queue.shift()
    if (next !== undefined) return next()
    share.busy--
    if (share.busy === 0) shares.delete(organisation)
  }

  return {
    within: async <T>(organisation: number, work: () => Promise<T>): Promise<T> => {
      const share = shares.get(organisation) ?? { busy: 0, queue: [] }
      if (share.busy < mostOf(organisation)) {
        shares.set(organisation, share)
        share.busy++
      } else if (share.queue.length >= waiting) throw new ShareExceeded()
      else await waitInQueue(share)
      try {
        return await work()
      } finally {
        leave(organisation, share)
      }
    },
    isSandbox: (organisation: number) => {
      if (sandboxes.size >= maxSandboxes) sandboxes.clear()
      sandboxes.add(organisation)
    },
    waiting: () => waitingNow,
  }
}
export type Shares = ReturnType<typeof sharesOf>

const limited = new WeakMap<Database | Reader, Shares>()

/** From now on whatever works with this pool for one organisation keeps to its share. */
export const limitToShares = (pool: { readonly db: Database; readonly read: Reader }, shares: Shares) => {
  limited.set(pool.db, shares).set(pool.read, shares)
}

export const withinShare = <T>(pool: Database | Reader, organisation: number, work: () => Promise<T>): Promise<T> => {
  const shares = limited.get(pool)
  return shares === undefined ? work() : shares.within(organisation, work)
}

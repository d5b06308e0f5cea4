/** A series of tries, such as those to guess one password: some are free, then each must wait twice as long as the last. */
export type Series = {
  readonly bucket: string
  readonly free: number
  readonly firstSeconds: number
  readonly maxSeconds: number
  /** A series without a try for so long is forgotten. */
  readonly memorySeconds: number
}

export type Reservation = {
  readonly allowed: boolean
  /** Tries that were allowed since the series began, this one included. */
  readonly tries: number
  /** Tries that were refused since the last one that was allowed, this one included. */
  readonly refused: number
  readonly retryAfter?: number
}

export const reservationOf = ([allowed, tries = 0, refused = 0, retryAfter = 0]: readonly number[]): Reservation => ({
  allowed: allowed === 1,
  tries,
  refused,
  ...(allowed === 1 ? {} : { retryAfter }),
})

/** What delays.lua is given, in its order. */
export const seriesNumbers = ({ free, firstSeconds, maxSeconds, memorySeconds }: Series) => [
  free,
  ...[firstSeconds, maxSeconds, memorySeconds].map((seconds) => Math.round(seconds * 1_000_000)),
]

type Kept = { tries: number; refused: number; until: number; forget: number }

const OWN_SERIES = 50_000

/** Series in the memory of this process, by the same rules as delays.lua, for its share: fewer are free, and delays longer. */
export const ownDelays = (processes: number) => {
  const kept = new Map<string, Kept>()
  const clock = () => performance.now() / 1_000

  return {
    reserve: ({ bucket: asked, free, firstSeconds, maxSeconds, memorySeconds }: Series): Reservation => {
      const now = clock()
      // Above the limit of series all others share one: memory is bounded, and nobody is unlimited.
      const bucket = kept.has(asked) || kept.size < OWN_SERIES ? asked : ''
      const found = kept.get(bucket)
      const series = found !== undefined && now < found.forget ? found : { tries: 0, refused: 0, until: 0, forget: 0 }
      kept.set(bucket, series)
      if (now < series.until) {
        series.refused++
        return reservationOf([0, series.tries, series.refused, Math.ceil(series.until - now)])
      }
      const share = Math.max(1, Math.floor(free / processes))
      series.tries++
      series.refused = 0
      const doubled = Math.min(firstSeconds * 2 ** Math.min(series.tries - share, 40), maxSeconds) * processes
      series.until = series.tries < share ? 0 : now + doubled
      series.forget = now + memorySeconds
      return reservationOf([1, series.tries, 0])
    },
    /**
     * Notes what Redis has decided, so that an outage continues a series and does not begin it anew. Sign-ins are rare enough
     * for that; of all requests it would cost too much.
     */
    follow: ({ bucket, free, firstSeconds, maxSeconds, memorySeconds }: Series, decided: Reservation) => {
      if (!kept.has(bucket) && kept.size >= OWN_SERIES) return
      const now = clock()
      const delay = Math.min(firstSeconds * 2 ** Math.min(Math.max(decided.tries - free, 0), 40), maxSeconds)
      const next = decided.allowed ? delay : (decided.retryAfter ?? 0)
      const isFree = decided.allowed && decided.tries < free
      const { tries, refused } = decided
      kept.set(bucket, { tries, refused, until: isFree ? 0 : now + next, forget: now + memorySeconds })
    },
    clear: (bucket: string) => void kept.delete(bucket),
    sweep: () => {
      const now = clock()
      for (const [bucket, { forget }] of kept) if (forget <= now) kept.delete(bucket)
    },
  }
}

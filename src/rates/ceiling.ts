const seconds = 60
/** Beyond so many organisations in one minute, the one that was quiet the longest starts anew. */
const maxKept = 10_000

type Count = { readonly bySecond: Uint32Array; sum: number; second: number }

/** Allows so much in a rolling minute, and otherwise says how many seconds to wait. */
export type Ceiling = {
  readonly spend: (key: number, weight: number) => number | undefined
  /** Takes back what was just spent, for a request that is refused after all. */
  readonly giveBack: (key: number, weight: number) => void
}

/**
 * A limit of one process, by the second: far above what anybody needs, so that it may be coarse, and must cost nothing. The
 * exact windows that callers are told about are in rate-windows.ts.
 */
export const ceilingOf = (limit: number, clock: () => number = () => performance.now()): Ceiling => {
  const counts = new Map<number, Count>()

  const advance = (count: Count, second: number) => {
    const passed = Math.min(second - count.second, seconds)
    for (let step = 1; step <= passed; step++) {
      const slot = (count.second + step) % seconds
      count.sum -= count.bySecond[slot]!
      count.bySecond[slot] = 0
    }
    count.second = second
  }

  const keep = (key: number, count: Count) => {
    counts.delete(key)
    const [quietest] = counts.keys()
    if (counts.size >= maxKept && quietest !== undefined) counts.delete(quietest)
    counts.set(key, count)
  }

  /** Until so much has left the window that the weight fits. */
  const waitFor = ({ bySecond, sum, second }: Count, weight: number) => {
    let left = sum
    for (let step = 1; step < seconds; step++) {
      left -= bySecond[(second + step) % seconds]!
      if (left + weight <= limit) return step
    }
    return seconds
  }

  return {
    spend: (key, wanted) => {
      const weight = Math.min(wanted, limit)
      const second = Math.floor(clock() / 1_000)
      const count = counts.get(key) ?? { bySecond: new Uint32Array(seconds), sum: 0, second }
      advance(count, second)
      keep(key, count)
      if (count.sum + weight > limit) return waitFor(count, weight)
      count.sum += weight
      count.bySecond[second % seconds]! += weight
      return undefined
    },
    giveBack: (key, wanted) => {
      const count = counts.get(key)
      if (count === undefined) return
      let left = Math.min(wanted, limit, count.sum)
      count.sum -= left
      for (let step = 0; left > 0; step++) {
        const slot = (count.second - step + seconds) % seconds
        const taken = Math.min(left, count.bySecond[slot]!)
        count.bySecond[slot]! -= taken
        left -= taken
      }
    },
  }
}

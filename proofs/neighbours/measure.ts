/** A pair of measurements next to each other in time: of the neighbour alone, and while another organisation floods. */
export type Pair = { readonly quietMs: number; readonly floodedMs: number }

const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)
export const median = (numbers: readonly number[]) => sorted(numbers)[Math.floor(numbers.length / 2)]!
export const percentile = (numbers: readonly number[], percent: number) =>
  sorted(numbers)[Math.ceil((numbers.length * percent) / 100) - 1]!

export const ratioOf = (pairs: readonly Pair[]) => median(pairs.map(({ quietMs, floodedMs }) => floodedMs / quietMs))

const inMs = (ms: number) => (Number.isFinite(ms) ? `${ms.toFixed(0)} ms` : 'not served')

export const report = (what: string, pairs: readonly Pair[]) => {
  const each = pairs.map(({ quietMs, floodedMs }) => `${inMs(quietMs)} → ${inMs(floodedMs)}`).join(', ')
  console.log(`  ${what}: ${ratioOf(pairs).toFixed(2)} × (${each})`)
}

/** Measures alone and flooded in turn, so that what else the machine does meets both. */
export const measurePairs = async (
  count: number,
  measure: () => Promise<number>,
  flood: () => Promise<() => Promise<void>>,
): Promise<readonly Pair[]> => {
  const pairs: Pair[] = []
  for (let at = 0; at < count; at++) {
    const quietMs = await measure()
    const end = await flood()
    try {
      pairs.push({ quietMs, floodedMs: await measure() })
    } finally {
      await end()
    }
  }
  return pairs
}

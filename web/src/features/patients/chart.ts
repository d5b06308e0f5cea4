export type Measured = { readonly at: number; readonly weight: number }
export type Box = { readonly width: number; readonly height: number; readonly left: number; readonly bottom: number }

const steps = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200]

/** Two to five round values that enclose all weights. */
export const ticksOf = (weights: readonly number[]): readonly number[] => {
  const [low, high] = [Math.min(...weights), Math.max(...weights)]
  const step = steps.find((size) => (high - low) / size <= 3) ?? 500
  const first = Math.floor(low / step)
  const last = Math.max(Math.ceil(high / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toFixed(2)))
}

/** Where each measurement is drawn. One alone stands at the end. */
export const placesOf = (measured: readonly Measured[], { width, height, left, bottom }: Box) => {
  const ticks = ticksOf(measured.map(({ weight }) => weight))
  const [low, high] = [ticks[0]!, ticks.at(-1)!]
  const [from, to] = [measured[0]!.at, measured.at(-1)!.at]
  const top = 8
  const y = (weight: number) => height - bottom - ((weight - low) / (high - low)) * (height - bottom - top)
  const x = (at: number) => (from === to ? width - 8 : left + ((at - from) / (to - from)) * (width - left - 8))
  return {
    ticks: ticks.map((value) => ({ value, y: y(value) })),
    points: measured.map(({ at, weight }) => ({ x: x(at), y: y(weight) })),
  }
}

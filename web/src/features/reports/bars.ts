type Box = {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  readonly bottom: number
}

/** A round number of steps up to the highest bar. */
export const ticksOf = (highest: number): readonly number[] => {
  if (highest <= 0) return [0]
  const rough = highest / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((times) => times * power).find((size) => size >= rough)!
  const count = Math.ceil(highest / step)
  return Array.from({ length: count + 1 }, (_, index) => Math.round(index * step * 100) / 100)
}

export type Part = { readonly key: string; readonly size: number }
type Placed = { readonly key: string; readonly y: number; readonly height: number }
type Bar = { readonly x: number; readonly width: number; readonly parts: readonly Placed[]; readonly top: number }

/** Where stacked bars stand in a box. What is negative has no height: the table has it. */
export const placeBars = (bars: readonly (readonly Part[])[], box: Box) => {
  const sizes = bars.map((parts) => parts.reduce((sum, { size }) => sum + Math.max(size, 0), 0))
  const ticks = ticksOf(Math.max(0, ...sizes))
  const [room, most] = [box.height - box.top - box.bottom, ticks.at(-1)! || 1]
  const yOf = (size: number) => box.top + room * (1 - size / most)
  const slot = (box.width - box.left) / Math.max(bars.length, 1)
  const width = Math.min(slot * 0.66, 40)
  const placed = bars.map((parts, index): Bar => {
    let below = 0
    const stacked = parts.map(({ key, size }): Placed => {
      const [from, to] = [yOf(below), yOf(below + Math.max(size, 0))]
      below += Math.max(size, 0)
      return { key, y: to, height: from - to }
    })
    return { x: box.left + slot * index + (slot - width) / 2, width, parts: stacked, top: yOf(below) }
  })
  return { ticks: ticks.map((value) => ({ value, y: yOf(value) })), bars: placed, slot }
}

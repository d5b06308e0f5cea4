import type { Column } from './columns.ts'
import { type Axis, topOf } from './days.ts'
import type { Box } from './EntryCard.tsx'
import { lanesOf, type Span, stepMinutes } from './schedule.ts'

export const spanBox = (axis: Axis, { day }: Column, scale: number, { start, end }: Span) => {
  const [from, to] = [Math.max(start, day.start), Math.min(end, day.end)]
  const top = topOf(axis, day, from)
  // The end of a day is the end of the axis, not its beginning.
  const bottom = to === day.end ? axis.minutes : topOf(axis, day, to)
  return { top: top * scale, height: Math.max(bottom - top, stepMinutes) * scale }
}

/** The appointments of a column, those that overlap side by side. */
export const boxesOf = (axis: Axis, column: Column, scale: number): readonly Box[] => {
  const boxes = column.entries.map((entry) => spanBox(axis, column, scale, entry))
  const lanes = lanesOf(boxes.map(({ top, height }) => ({ top, bottom: top + height })))
  return boxes.map((box, index) => ({ ...box, ...lanes[index]! }))
}

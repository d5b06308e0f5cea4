import type { Column, Entry } from './columns.ts'
import { type Axis, momentAt, topOf } from './days.ts'
import { minuteMs, type Span, stepMinutes } from './schedule.ts'

/** A time in a column. */
export type Place = Span & { readonly column: number }

/** What is being dragged: an appointment, its lower edge, or a time for a new one. */
export type Held = {
  readonly kind: 'move' | 'length' | 'book'
  readonly by: 'pointer' | 'keys'
  readonly entry: Entry | undefined
  readonly from: Place
  readonly to: Place
}

/** The columns as they are drawn. */
export type Drawn = {
  readonly columns: readonly Column[]
  readonly axis: Axis
  /** Pixels of a minute. */
  readonly scale: number
}

/** A column, and how far below the beginning of its axis, in minutes. */
type Point = { readonly column: number; readonly top: number }

const snapped = (top: number) => Math.round(top / stepMinutes) * stepMinutes

export const isSamePlace = (one: Place, other: Place) =>
  one.column === other.column && one.start === other.start && one.end === other.end

export const pointAt = (
  grid: HTMLElement,
  { columns, scale }: Drawn,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): Point => {
  const box = grid.getBoundingClientRect()
  const column = Math.floor(((clientX - box.left) / box.width) * columns.length)
  return { column: Math.min(Math.max(column, 0), columns.length - 1), top: (clientY - box.top) / scale }
}

/** The beginning of the quarter of an hour at a point. */
export const slotAt = ({ columns, axis }: Drawn, { column, top }: Point) =>
  momentAt(axis, columns[column]!.day, Math.floor(top / stepMinutes) * stepMinutes)

/** Where what was taken is, once the pointer has come to a point. `grip` is how far below its top it was taken, in minutes. */
export const placeUnder = (
  { columns, axis }: Drawn,
  { column, top }: Point,
  { kind, from, grip }: Pick<Held, 'kind' | 'from'> & { readonly grip: number },
): Place => {
  if (kind === 'move') {
    const start = momentAt(axis, columns[column]!.day, Math.max(0, snapped(top - grip)))
    return { column, start, end: start + from.end - from.start }
  }
  const under = momentAt(axis, columns[from.column]!.day, snapped(top))
  const step = stepMinutes * minuteMs
  if (kind === 'length') return { ...from, end: Math.max(under, from.start + step) }
  return { ...from, start: Math.min(from.start, under), end: Math.max(from.start + step, under) }
}

/** Where an arrow key leads; undefined for any other key. */
export const steppedPlace = (
  { columns, axis }: Drawn,
  to: Place,
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
): Place | undefined => {
  const direction = key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 1
  const { day } = columns[to.column]!
  const top = topOf(axis, day, to.start)
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const step = stepMinutes * minuteMs
    if (shiftKey) return { ...to, end: Math.max(to.end + direction * step, to.start + step) }
    const next = direction > 0 ? Math.floor(top / stepMinutes) + 1 : Math.ceil(top / stepMinutes) - 1
    const start = momentAt(axis, day, Math.min(Math.max(next * stepMinutes, 0), axis.minutes - stepMinutes))
    return { ...to, start, end: start + to.end - to.start }
  }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  const column = Math.min(Math.max(to.column + direction, 0), columns.length - 1)
  const start = momentAt(axis, columns[column]!.day, top)
  return { column, start, end: start + to.end - to.start }
}

import type { Shift } from '../../api/records.ts'
import { idOf } from '../../api/records.ts'
import { weekdayOf } from '../../shared/dates.ts'
import { type Day, momentOfTime } from './days.ts'

export const minuteMs = 60_000
/** Times are offered and dropped on quarters of an hour, as `appointment/availability/` has them. */
export const stepMinutes = 15

/** From a moment to another, in milliseconds. */
export type Span = { readonly start: number; readonly end: number }

export const overlaps = (one: Span, other: Span) => one.start < other.end && one.end > other.start

/** What the calendar must know of an appointment to keep two apart. */
export type Busy = Span & { readonly id: number; readonly user: number; readonly active: boolean }

/** The appointment that already has this time of this person. */
export const clashOf = <B extends Busy>(all: readonly B[], wanted: Omit<Busy, 'active'>): B | undefined =>
  all
    .filter(({ id, user, active }) => active && user === wanted.user && id !== wanted.id)
    .filter((other) => overlaps(other, wanted))
    .toSorted((one, other) => one.start - other.start)[0]

/** When somebody works on a day: the shifts of the date replace those of its weekday. Nothing is known without any shift. */
export const workingHours = (
  shifts: readonly Shift[],
  user: number,
  day: Day,
  department?: number,
): readonly Span[] | undefined => {
  const own = shifts.filter(
    (shift) => idOf(shift.user) === user && (department === undefined || idOf(shift.department) === department),
  )
  if (own.length === 0) return undefined
  const departments = [...new Set(own.map((shift) => shift.department))]
  const spans = departments.flatMap((place) => {
    const here = own.filter((shift) => shift.department === place)
    const dated = here.filter(({ date }) => date === day.date)
    const counting = dated.length > 0 ? dated : here.filter(({ weekday }) => weekday === weekdayOf(day.date))
    return counting.flatMap(({ start, end }) =>
      start === null || end === null ? [] : [{ start: momentOfTime(day, start), end: momentOfTime(day, end) }],
    )
  })
  return joined(spans)
}

/** Spans in order, with those that touch made one. */
export const joined = (spans: readonly Span[]): readonly Span[] => {
  const result: Span[] = []
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = result.at(-1)
    if (last !== undefined && span.start <= last.end)
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
    else result.push(span)
  }
  return result
}

/** What is left of a day outside the hours of work. */
export const offHours = ({ start, end }: Span, working: readonly Span[]): readonly Span[] => {
  const edges = [start, ...working.flatMap((span) => [span.start, span.end]), end]
  return edges.flatMap((from, index) => {
    const to = edges[index + 1]
    return index % 2 === 0 && to !== undefined && to > from ? [{ start: from, end: to }] : []
  })
}

type Question = {
  readonly busy: readonly Busy[]
  readonly working: readonly Span[] | undefined
  readonly day: Day
  /** Nothing is offered before this moment. */
  readonly earliest: number
}

/** The free time nearest to the one that was wanted, other than the one that it has; of two equally near the later. */
export const nearestFree = (
  { busy, working, day, earliest }: Question,
  wanted: Omit<Busy, 'active'>,
): Span | undefined => {
  const length = wanted.end - wanted.start
  const step = stepMinutes * minuteMs
  const [opens, closes] = [working?.[0]?.start ?? day.start, working?.at(-1)?.end ?? day.end]
  const own = busy.find(({ id, user }) => id === wanted.id && user === wanted.user)
  const isOwn = ({ start, end }: Span) => start === own?.start && end === own.end
  const free: Span[] = []
  for (let start = opens; start + length <= closes; start += step) {
    const span = { start, end: start + length }
    const isWorking = working === undefined || working.some((open) => open.start <= start && span.end <= open.end)
    if (start >= earliest && isWorking && !isOwn(span) && clashOf(busy, { ...wanted, ...span }) === undefined)
      free.push(span)
  }
  const distance = ({ start }: Span) => Math.abs(start - wanted.start)
  return free.toSorted((one, other) => distance(one) - distance(other) || other.start - one.start)[0]
}

export type Lane = { readonly lane: number; readonly lanes: number }

/** Puts what overlaps side by side: each in the first lane that is free, all of a group equally wide. */
export const lanesOf = (boxes: readonly { readonly top: number; readonly bottom: number }[]): readonly Lane[] => {
  const order = boxes.map((_, index) => index).toSorted((one, other) => boxes[one]!.top - boxes[other]!.top)
  const placed: Lane[] = Array.from({ length: boxes.length }, () => ({ lane: 0, lanes: 1 }))
  let group: number[] = []
  let bottoms: number[] = []
  const close = () => {
    for (const index of group) placed[index] = { lane: placed[index]!.lane, lanes: bottoms.length }
    group = []
    bottoms = []
  }
  for (const index of order) {
    const { top, bottom } = boxes[index]!
    if (bottoms.every((below) => below <= top)) close()
    const free = bottoms.findIndex((below) => below <= top)
    const lane = free < 0 ? bottoms.length : free
    bottoms[lane] = bottom
    placed[index] = { lane, lanes: 1 }
    group.push(index)
  }
  close()
  return placed
}

/** The number of the card that draws each appointment: the one that it had, or one that is free. */
export const cardsOf = (
  before: ReadonlyMap<number, number>,
  entries: readonly { readonly id: number }[],
): ReadonlyMap<number, number> => {
  const taken = new Set(entries.map(({ id }) => before.get(id)))
  let next = 0
  const takeFree = () => {
    while (taken.has(next)) next++
    return next++
  }
  return new Map(entries.map(({ id }) => [id, before.get(id) ?? takeFree()]))
}

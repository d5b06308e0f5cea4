import { nextDate, offsetOf, startOfDay } from '../../format.ts'

const minuteMs = 60_000

/** A part of a day in which no clock changes: from the moment `at` on, clocks show `wall` minutes after midnight and count on. */
type Stretch = { readonly at: number; readonly wall: number; readonly minutes: number }

/** A date in a time zone: one stretch, or two where the clocks change. */
export type Day = {
  readonly date: string
  readonly timeZone: string
  readonly start: number
  readonly end: number
  readonly stretches: readonly Stretch[]
}

/** The first minute of a day at which the offset is no longer what it was at the start. */
const findChange = (start: number, end: number, timeZone: string) => {
  const before = offsetOf(start, timeZone)
  let [low, high] = [start, end]
  while (high - low > minuteMs) {
    const middle = low + Math.floor((high - low) / 2 / minuteMs) * minuteMs
    if (offsetOf(middle, timeZone) === before) low = middle
    else high = middle
  }
  return high
}

const stretchesOf = (date: string, timeZone: string, start: number, end: number): readonly Stretch[] => {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  const wallAt = (moment: number) => (moment + offsetOf(moment, timeZone) - midnight) / minuteMs
  const whole = { at: start, wall: wallAt(start), minutes: (end - start) / minuteMs }
  if (offsetOf(start, timeZone) === offsetOf(end - 1, timeZone)) return [whole]
  const change = findChange(start, end, timeZone)
  return [
    { ...whole, minutes: (change - start) / minuteMs },
    { at: change, wall: wallAt(change), minutes: (end - change) / minuteMs },
  ]
}

const days = new Map<string, Day>()

export const dayIn = (date: string, timeZone: string): Day => {
  const key = `${date} ${timeZone}`
  const kept = days.get(key)
  if (kept !== undefined) return kept
  const [start, end] = [startOfDay(date, timeZone).getTime(), startOfDay(nextDate(date), timeZone).getTime()]
  const day = { date, timeZone, start, end, stretches: stretchesOf(date, timeZone, start, end) }
  days.set(key, day)
  return day
}

/** The scale that columns share, from midnight to midnight: clock time, with an hour that comes twice drawn twice. */
export type Axis = { readonly stretches: readonly (Stretch & { readonly top: number })[]; readonly minutes: number }

const lengthOf = ({ stretches }: Day) => stretches.reduce((sum, { minutes }) => sum + minutes, 0)

/** The longest of the days has every time that another has. */
export const axisOf = (shown: readonly Day[]): Axis => {
  const longest = shown.reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one))
  let top = 0
  const stretches = longest.stretches.map((stretch) => {
    const placed = { ...stretch, top }
    top += stretch.minutes
    return placed
  })
  return { stretches, minutes: top }
}

const within = (value: number, most: number) => Math.min(Math.max(value, 0), most)

/** Before the clocks change, the first stretch that reaches a clock time; afterwards the last that has begun by then. */
const holding = <S extends Stretch>(stretches: readonly S[], wall: number, isAfterChange: boolean): S =>
  (isAfterChange
    ? stretches.findLast((stretch) => wall >= stretch.wall)
    : stretches.find((stretch) => wall < stretch.wall + stretch.minutes)) ?? stretches.at(-1)!

/** How far down a moment of a day is, in minutes of the axis. */
export const topOf = (axis: Axis, { stretches }: Day, moment: number): number => {
  const index = stretches.findLastIndex(({ at }, place) => place === 0 || moment >= at)
  const { at, wall: begins } = stretches[index]!
  const wall = begins + (moment - at) / minuteMs
  const place = holding(axis.stretches, wall, index > 0)
  return place.top + within(wall - place.wall, place.minutes)
}

const momentOf = ({ stretches }: Day, wall: number, isAfterChange = false) => {
  const { at, wall: begins, minutes } = holding(stretches, wall, isAfterChange)
  return at + within(wall - begins, minutes) * minuteMs
}

/** The moment of a day that is drawn so far down. A time that clocks skip is the first one after it. */
export const momentAt = (axis: Axis, day: Day, top: number): number => {
  const index = axis.stretches.findLastIndex((stretch, place) => place === 0 || top >= stretch.top)
  const { top: begins, wall } = axis.stretches[index]!
  return momentOf(day, wall + top - begins, index > 0)
}

/** The moment at which clocks show a time such as 08:30; the first of two. */
export const momentOfTime = (day: Day, time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return momentOf(day, hours * 60 + minutes)
}

/** 08:30, as a form has it. */
export const timeOf = (moment: number, { timeZone }: Pick<Day, 'timeZone'>) =>
  new Date(moment + offsetOf(moment, timeZone)).toISOString().slice(11, 16)

/** Where an hour begins on the axis, and what clocks show then, in minutes. */
export const hoursOf = ({ stretches }: Axis): readonly { readonly top: number; readonly wall: number }[] =>
  stretches.flatMap(({ top, wall, minutes }) => {
    const first = Math.ceil(wall / 60) * 60
    const count = Math.max(0, Math.ceil((wall + minutes - first) / 60))
    return Array.from({ length: count }, (_, index) => ({
      top: top + first + index * 60 - wall,
      wall: (first + index * 60) % 1440,
    }))
  })

/** What the axis has and a day skips. */
export const skippedOf = (axis: Axis, day: Day): { readonly top: number; readonly bottom: number } | undefined => {
  const [first, second] = day.stretches
  if (first === undefined || second === undefined) return undefined
  const [top, bottom] = [topOf(axis, day, second.at - minuteMs) + 1, topOf(axis, day, second.at)]
  return bottom > top ? { top, bottom } : undefined
}

/** Whether clocks show the same time in both zones on a day, at noon UTC. */
export const hasSameClock = (date: string, one: string, other: string) => {
  const noon = Date.parse(`${date}T12:00:00Z`)
  return offsetOf(noon, one) === offsetOf(noon, other)
}

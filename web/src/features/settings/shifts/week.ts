import type { Weekday } from '@fetlock/sdk'
import type { Appointment, Shift } from '../../../api/records.ts'
import type { NewShift, ShiftChanges } from '../../../api/shift.ts'
import { addDays, offsetOf } from '../../../format.ts'
import { weekdayOf } from '../../../shared/dates.ts'

/** From one time to another of the same day, such as 08:00 to 16:00, by the clock of the department. */
export type Hours = { readonly start: string; readonly end: string }

/** Somebody in a department, by their addresses. */
export type Place = { readonly user: string; readonly department: string }

export const mondayOf = (date: string) => addDays(date, 1 - weekdayOf(date))

/** The dates from one day to another, both of them included. */
export const datesFrom = (from: string, to: string): readonly string[] => {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  return Array.from({ length: Math.max(days, 0) }, (_, day) => addDays(from, day))
}

/** The dates from Monday to Sunday. */
export const weekOf = (date: string) => datesFrom(mondayOf(date), addDays(mondayOf(date), 6))

const timesOf = (shifts: readonly Shift[]): readonly Hours[] =>
  shifts
    .flatMap(({ start, end }) => (start === null || end === null ? [] : [{ start, end }]))
    .toSorted((one, other) => one.start.localeCompare(other.start))

/** Shifts in order, with those that meet made one. */
const joined = (hours: readonly Hours[]): readonly Hours[] => {
  const result: Hours[] = []
  for (const { start, end } of hours.toSorted((one, other) => one.start.localeCompare(other.start))) {
    const last = result.at(-1)
    if (last === undefined || start > last.end) result.push({ start, end })
    else if (end > last.end) result[result.length - 1] = { start: last.start, end }
  }
  return result
}

/** What counts for somebody in a department on a date. */
export type WorkDay = {
  /** The shifts of the date, which replace those of its weekday, and those. */
  readonly dated: readonly Shift[]
  readonly weekly: readonly Shift[]
  readonly hours: readonly Hours[]
  readonly usual: readonly Hours[]
  /** A date without times: nobody works on it whatever their week is. */
  readonly isLeave: boolean
}

export const dayOf = (shifts: readonly Shift[], { user, department }: Place, date: string): WorkDay => {
  const own = shifts.filter((shift) => shift.user === user && shift.department === department)
  const dated = own.filter((shift) => shift.date === date)
  const weekly = own.filter(({ weekday }) => weekday === weekdayOf(date))
  const hours = timesOf(dated.length > 0 ? dated : weekly)
  return { dated, weekly, hours, usual: timesOf(weekly), isLeave: dated.length > 0 && hours.length === 0 }
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** How long somebody works, in hours as they are written: 7.5 */
export const totalOf = (days: readonly WorkDay[]): string => {
  const minutes = days
    .flatMap(({ hours }) => joined(hours))
    .reduce((sum, { start, end }) => sum + minutesOf(end) - minutesOf(start), 0)
  return String(Math.round((minutes / 60) * 100) / 100)
}

/** Hours to begin with: those that somebody has already, of the same person if there are any. */
export const likelyHours = (shifts: readonly Shift[], { user, department }: Place): Hours => {
  const here = shifts.filter((shift) => shift.department === department)
  const [hours] = [...timesOf(here.filter((shift) => shift.user === user)), ...timesOf(here)]
  return hours ?? { start: '08:00', end: '16:00' }
}

const off = { start: null, end: null }
type Times = Pick<Shift, 'start' | 'end'>
export const noChanges: ShiftChanges = { add: [], change: [], remove: [] }

/** What makes shifts as they are wanted. One that only gets other times stays the same record. */
const changesTo = (
  kept: readonly Shift[],
  wanted: readonly Times[],
  of: Place & Pick<NewShift, 'date' | 'weekday'>,
): ShiftChanges => {
  const spare = [...kept]
  const missing = wanted.filter(({ start, end }) => {
    const at = spare.findIndex((shift) => shift.start === start && shift.end === end)
    if (at >= 0) spare.splice(at, 1)
    return at < 0
  })
  return {
    change: missing.slice(0, spare.length).map((times, at) => ({ shift: spare[at]!, times })),
    add: missing.slice(spare.length).map((times) => ({ ...of, ...times })),
    remove: spare.slice(missing.length),
  }
}

export const together = (all: readonly ShiftChanges[]): ShiftChanges => ({
  add: all.flatMap(({ add }) => add),
  change: all.flatMap(({ change }) => change),
  remove: all.flatMap(({ remove }) => remove),
})

export const countOf = ({ add, change, remove }: ShiftChanges) => add.length + change.length + remove.length

/** What is wanted of one date: what every week has, shifts of its own, or leave. Without any shift it is leave, too. */
export type Wanted = 'usual' | 'leave' | readonly Hours[]

export const dateChanges = ({ dated, weekly }: WorkDay, place: Place, date: string, wanted: Wanted): ShiftChanges => {
  if (wanted === 'usual') return { ...noChanges, remove: dated }
  const isOff = wanted === 'leave' || (wanted.length === 0 && weekly.length > 0)
  return changesTo(dated, isOff ? [off] : wanted, { ...place, date })
}

/** Gives weekdays of every week the same shifts. */
export const weeklyChanges = (
  shifts: readonly Shift[],
  place: Place,
  weekdays: readonly Weekday[],
  wanted: readonly Hours[],
): ShiftChanges => {
  const own = shifts.filter(({ user, department }) => user === place.user && department === place.department)
  return together(
    weekdays.map((weekday) =>
      changesTo(
        own.filter((shift) => shift.weekday === weekday),
        wanted,
        { ...place, weekday },
      ),
    ),
  )
}

/** Where somebody has shifts; where they are planned first, if they have none. */
export const workplacesOf = (shifts: readonly Shift[], { user, department }: Place): readonly string[] => {
  const found = new Set(shifts.filter((shift) => shift.user === user).map((shift) => shift.department))
  return found.size === 0 ? [department] : [...found]
}

/** Whether the week of somebody has no shift on the weekday of a date, so that nothing is to be said about it. */
const isFree = (shifts: readonly Shift[], place: Place, date: string) => {
  const { dated, weekly } = dayOf(shifts, place, date)
  const hasWeek = shifts.some(
    ({ user, department, weekday }) => user === place.user && department === place.department && weekday !== null,
  )
  return dated.length === 0 && weekly.length === 0 && hasWeek
}

/** Leave in every department where somebody works, on each day that is not free anyway. */
export const leaveChanges = (shifts: readonly Shift[], places: readonly Place[], dates: readonly string[]) =>
  together(
    places.flatMap((place) =>
      dates
        .filter((date) => !isFree(shifts, place, date))
        .map((date) => dateChanges(dayOf(shifts, place, date), place, date, 'leave')),
    ),
  )

/** Takes leave back: every week counts again. */
export const endedLeave = (shifts: readonly Shift[], places: readonly Place[], dates: readonly string[]) =>
  together(
    places.flatMap((place) =>
      dates
        .map((date) => dayOf(shifts, place, date))
        .filter(({ isLeave }) => isLeave)
        .map(({ dated }) => ({ ...noChanges, remove: dated })),
    ),
  )

/** How many dates are concerned, in however many departments. */
export const daysIn = ({ add, change, remove }: ShiftChanges) =>
  new Set([...add, ...change.map(({ shift }) => shift), ...remove].map(({ date }) => date)).size

const isSame = (one: readonly Hours[], other: readonly Hours[]) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Copies shifts of single dates to the week after. What every week has is there already; leave is not copied, and a day
 * that already has shifts of its own, or leave, stays as it is.
 */
export const copiedWeek = (shifts: readonly Shift[], place: Place, dates: readonly string[]): ShiftChanges =>
  together(
    dates.map((from) => {
      const date = addDays(from, 7)
      const [source, target] = [dayOf(shifts, place, from), dayOf(shifts, place, date)]
      const isKept = target.dated.length > 0 || isSame(source.hours, target.hours)
      return source.dated.length === 0 || source.isLeave || isKept
        ? noChanges
        : dateChanges(target, place, date, source.hours)
    }),
  )

/** The shifts as they will be; the added ones have no number yet. */
export const changed = (shifts: readonly Shift[], { add, change, remove }: ShiftChanges): readonly Shift[] => {
  const removed = new Set(remove.map(({ id }) => id))
  const times = new Map(change.map((one) => [one.shift.id, one.times]))
  const blank = { id: 0, url: '', created: '', modified: '', weekday: null, date: null, start: null, end: null }
  return [
    ...shifts.filter(({ id }) => !removed.has(id)).map((shift) => ({ ...shift, ...times.get(shift.id) })),
    ...add.map((shift) => ({ ...blank, ...shift })),
  ]
}

/** What clocks show at a moment: 2026-11-16T08:30 */
const wallOf = (moment: string, timeZone: string) => {
  const at = Date.parse(moment)
  return new Date(at + offsetOf(at, timeZone)).toISOString().slice(0, 16)
}

type Booked = Pick<Appointment, 'start' | 'end' | 'user' | 'department'>

export const dateOfBooked = ({ start }: Pick<Booked, 'start'>, timeZone: string) => wallOf(start, timeZone).slice(0, 10)

/** Whether an appointment lies inside the shifts of whom it is with, where it is. */
const isCovered = (shifts: readonly Shift[], { start, end, ...place }: Booked, timeZone: string) => {
  const [from, to] = [wallOf(start, timeZone), wallOf(end, timeZone)]
  const date = from.slice(0, 10)
  return joined(dayOf(shifts, place, date).hours).some(
    (hours) => `${date}T${hours.start}` <= from && to <= `${date}T${hours.end}`,
  )
}

/** The appointments that lie inside shifts now and would not any more. */
export const uncovered = <B extends Booked>(
  booked: readonly B[],
  shifts: readonly Shift[],
  changes: ShiftChanges,
  timeZone: string,
): readonly B[] => {
  const after = changed(shifts, changes)
  return booked.filter((one) => isCovered(shifts, one, timeZone) && !isCovered(after, one, timeZone))
}

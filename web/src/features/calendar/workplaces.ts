import { type Department, idOf, type Shift, type User } from '../../api/records.ts'
import { dateIn } from '../../format.ts'
import { dayIn } from './days.ts'
import { workingHours } from './schedule.ts'

/** What is known of who works where. */
export type Staffing = {
  readonly shifts: readonly Shift[]
  readonly staff: readonly User[]
  readonly departments: readonly Department[]
}

const hasShifts = ({ shifts }: Staffing, user: number) => shifts.some((shift) => idOf(shift.user) === user)

/** Whose week is shown if nobody is chosen: one's own, or that of the first who has shifts in the department that is shown. */
export const workerFor = (shifts: Staffing['shifts'], mine: number, department: number | undefined): number => {
  const here = shifts.filter((shift) => department === undefined || idOf(shift.department) === department)
  const users = here.map(({ user }) => idOf(user))
  return users.includes(mine) ? mine : (users[0] ?? mine)
}

/** Whoever has no shifts works at home, if that is known. */
const homeOf = ({ staff, departments }: Staffing, user: number): readonly number[] => {
  const home = staff.find(({ url }) => idOf(url) === user)?.home_department
  return departments.filter(({ url }) => url === home).map(({ url }) => idOf(url))
}

/** The departments in which somebody works on a date. */
export const workplacesOn = (known: Staffing, user: number, date: string): readonly number[] =>
  hasShifts(known, user)
    ? known.departments
        .filter(
          ({ url, time_zone }) =>
            (workingHours(known.shifts, user, dayIn(date, time_zone), idOf(url)) ?? []).length > 0,
        )
        .map(({ url }) => idOf(url))
    : homeOf(known, user)

/** The departments in which somebody works at a moment, or on its day if they do not work then. */
const workplacesAt = (known: Staffing, user: number, moment: number): readonly number[] => {
  if (!hasShifts(known, user)) return homeOf(known, user)
  const ofDay = known.departments.flatMap(({ url, time_zone }) => {
    const day = dayIn(dateIn(new Date(moment), time_zone), time_zone)
    const spans = workingHours(known.shifts, user, day, idOf(url)) ?? []
    return spans.length === 0 ? [] : [{ id: idOf(url), spans }]
  })
  const then = ofDay.filter(({ spans }) => spans.some(({ start, end }) => start <= moment && moment < end))
  return (then.length > 0 ? then : ofDay).map(({ id }) => id)
}

type Wanted = {
  readonly user: number
  readonly start: number
  /** Where and when it has been until now, if it is moved. */
  readonly before?: { readonly user: number; readonly department: number; readonly start: number } | undefined
  /** The department that the whole page shows, if one is chosen. */
  readonly shown?: number | undefined
}

/** The department for an appointment with somebody at a time: where they work then. Undefined where that must be asked. */
export const departmentFor = (known: Staffing, { user, start, before, shown }: Wanted): number | undefined => {
  const [only, ...others] = known.departments
  if (only !== undefined && others.length === 0) return idOf(only.url)
  const places = workplacesAt(known, user, start)
  if (places.length === 1) return places[0]
  if (before?.user === user) {
    if (places.includes(before.department)) return before.department
    const zone = known.departments.find(({ url }) => idOf(url) === before.department)?.time_zone ?? 'UTC'
    const isSameDay = dateIn(new Date(before.start), zone) === dateIn(new Date(start), zone)
    if (places.length === 0 && (isSameDay || !hasShifts(known, user))) return before.department
  }
  return places.length === 0 ? shown : undefined
}

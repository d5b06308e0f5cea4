import { isVisit } from '../../shared/appointment-types.ts'
import { type Appointment, type Department, familyNameOf, idOf, nameOfClient } from '../../api/records.ts'
import { nameOfUser, type Reason, type User } from '../../api/records.ts'
import { dayText, timeText } from '../../format.ts'
import { weekdayOf } from '../../shared/dates.ts'
import type { StageName } from '../../shared/StatusGlyph.tsx'
import { stageOf } from '../../shared/visit-stages.ts'
import { text } from '../../text/en.ts'
import { type Day, dayIn } from './days.ts'
import { type Busy, joined, type Span, workingHours } from './schedule.ts'
import { type Staffing, workplacesOn } from './workplaces.ts'

/** An appointment as the calendar draws it. */
export type Entry = Busy & {
  readonly appointment: Appointment
  readonly department: number
  readonly name: string
  /** False where the name says that nobody is known yet, or that it is some appointment. */
  readonly isNamed: boolean
  readonly client: string
  readonly fullClient: string
  readonly what: string
  readonly alert: boolean
  readonly stage: StageName | 'cancelled'
  /** Whether somebody comes in with it; it only fills somebody's time otherwise. */
  readonly isVisit: boolean
  /** Whether its client can still be checked in. */
  readonly isExpected: boolean
}

const firstLine = (value: string) => value.split('\n', 1)[0]!.trim()

const stageOfEntry = ({ active, consultation, consultation_data }: Appointment): Entry['stage'] => {
  if (!active) return 'cancelled'
  if (consultation === null) return 'expected'
  // Whoever may not see visits sees that there is one.
  return consultation_data == null ? 'arrived' : stageOf(consultation_data.status)
}

export const entryOf = (appointment: Appointment, reasons: ReadonlyMap<string, Reason>): Entry => {
  const patients = appointment.patients_data ?? []
  const client = appointment.client_data ?? undefined
  const stage = stageOfEntry(appointment)
  const names = patients.map(({ name }) => name).join(', ')
  const family = client === undefined ? '' : familyNameOf(client)
  const called = names || appointment.title || family
  // Somebody comes and is on no record yet; what fills a time without anybody is named by its note.
  const isOpen = called === '' && isVisit(appointment)
  const note = firstLine(appointment.notes)
  const name = called || (isOpen ? text.calendar.noClient : note || text.calendar.unnamed)
  const what =
    (appointment.reason === null ? undefined : reasons.get(appointment.reason)?.name) ||
    firstLine(appointment.complaint) ||
    (isOpen ? note : '')
  return {
    id: appointment.id,
    start: Date.parse(appointment.start),
    end: Date.parse(appointment.end),
    user: idOf(appointment.user),
    department: idOf(appointment.department),
    active: appointment.active,
    appointment,
    name,
    isNamed: called !== '',
    client: isOpen ? (what === note ? '' : note) : name === family ? '' : family,
    fullClient: client === undefined ? '' : nameOfClient(client),
    what,
    alert: patients.some(({ critical_notes }) => critical_notes !== ''),
    stage,
    isVisit: isVisit(appointment),
    isExpected: stage === 'expected' && isVisit(appointment) && appointment.client !== null,
  }
}

export type Column = {
  /** The same for the same place on another day. */
  readonly key: string
  readonly title: string
  readonly initials: string
  /** The departments in which a person works on the day, where several are shown. */
  readonly site: string
  readonly note: string
  readonly day: Day
  /** Whose column or week it is, or which department's. */
  readonly user: number | undefined
  readonly department: number | undefined
  readonly entries: readonly Entry[]
  /** Undefined where nobody has said when they work. */
  readonly working: readonly Span[] | undefined
}

export type View = {
  readonly dates: readonly string[]
  readonly isWeek: boolean
  readonly by: 'user' | 'department'
  /** The zone of the department, or of the organisation where none is chosen. */
  readonly timeZone: string
  readonly department: number | undefined
  /** Whose week is shown. */
  readonly user: number | undefined
}

export type Loaded = Staffing & { readonly entries: readonly Entry[] }

const initialsOf = ({ initials, first_name, last_name }: User) =>
  initials || `${first_name.slice(0, 1)}${last_name.slice(0, 1)}`.toUpperCase()

const hoursText = (working: readonly Span[] | undefined, { timeZone }: Day) => {
  const [first, last] = [working?.[0], working?.at(-1)]
  return first === undefined || last === undefined
    ? undefined
    : `${timeText(new Date(first.start), timeZone)}–${timeText(new Date(last.end), timeZone)}`
}

const bookedText = (entries: readonly Entry[]) => text.calendar.booked(entries.filter(({ active }) => active).length)

const noteOf = (entries: readonly Entry[], working: readonly Span[] | undefined, day: Day) => {
  const hours = working?.length === 0 ? text.calendar.off : hoursText(working, day)
  return [hours, bookedText(entries)].filter(Boolean).join(' · ')
}

const isOf = ({ start, end }: Day, entry: Entry) => entry.start < end && entry.end > start

/** People who work at the department: those with shifts or appointments there; everybody where no shifts are planned. */
export const staffOf = ({ entries, shifts, staff }: Loaded, department: number | undefined) => {
  const here = shifts.filter((shift) => department === undefined || idOf(shift.department) === department)
  const busy = new Set(entries.map(({ user }) => user))
  const planned = new Set(here.map(({ user }) => idOf(user)))
  const isHome = ({ home_department }: User) =>
    department === undefined || home_department === null || idOf(home_department) === department
  return staff
    .filter((user) => {
      const id = idOf(user.url)
      return busy.has(id) || (planned.size > 0 ? planned.has(id) : isHome(user))
    })
    .toSorted((one, other) => nameOfUser(one).localeCompare(nameOfUser(other)))
}

const siteOf = (loaded: Loaded, user: number, { date }: Day) => {
  if (loaded.departments.length < 2) return ''
  const places = workplacesOn(loaded, user, date)
  return loaded.departments
    .filter(({ url }) => places.includes(idOf(url)))
    .map(({ name }) => name)
    .join(', ')
}

const columnOfUser = (loaded: Loaded, user: User, day: Day, department: number | undefined): Column => {
  const id = idOf(user.url)
  const entries = loaded.entries.filter((entry) => entry.user === id && isOf(day, entry))
  const working = workingHours(loaded.shifts, id, day, department)
  return {
    key: `user ${id}`,
    title: nameOfUser(user),
    initials: initialsOf(user),
    site: department === undefined ? siteOf(loaded, id, day) : '',
    note: noteOf(entries, working, day),
    day,
    user: id,
    department: undefined,
    entries,
    working,
  }
}

/** What is booked with somebody who has left, or with a room. */
const columnOfOthers = ({ entries: all, staff }: Loaded, day: Day): Column => {
  const known = new Set(staff.map(({ url }) => idOf(url)))
  const entries = all.filter((entry) => !known.has(entry.user) && isOf(day, entry))
  return {
    key: 'others',
    title: text.calendar.others,
    initials: '…',
    site: '',
    note: noteOf(entries, undefined, day),
    day,
    user: undefined,
    department: undefined,
    entries,
    working: undefined,
  }
}

/** A department is open while anybody works there. */
const openHours = ({ shifts }: Loaded, department: number, day: Day) => {
  const users = [
    ...new Set(shifts.filter((shift) => idOf(shift.department) === department).map(({ user }) => idOf(user))),
  ]
  if (users.length === 0) return undefined
  return joined(users.flatMap((user) => workingHours(shifts, user, day, department) ?? []))
}

const columnOfDepartment = (loaded: Loaded, { url, name }: Department, day: Day): Column => {
  const id = idOf(url)
  const entries = loaded.entries.filter((entry) => entry.department === id && isOf(day, entry))
  const working = openHours(loaded, id, day)
  return {
    key: `department ${id}`,
    title: name,
    initials: name.slice(0, 2).toUpperCase(),
    site: '',
    note: noteOf(entries, working, day),
    day,
    user: undefined,
    department: id,
    entries,
    working,
  }
}

/** A day of a week is narrow: its hours are seen below. */
const asDay = (column: Column): Column => {
  const { day, entries, working } = column
  const isOff = working?.length === 0 && entries.length === 0
  return {
    ...column,
    key: `day ${weekdayOf(day.date)}`,
    title: dayText(day.date),
    initials: '',
    // A person's week may lead from one department to another.
    site: column.site,
    note: isOff ? text.calendar.off : bookedText(entries),
  }
}

/** A column for each person or department of a day, or for each day of one person's or department's week. */
export const columnsOf = (loaded: Loaded, view: View): readonly Column[] => {
  const { dates, isWeek, by, timeZone, department } = view
  const [date] = dates as [string]
  if (by === 'department') {
    if (!isWeek)
      return loaded.departments.map((place) => columnOfDepartment(loaded, place, dayIn(date, place.time_zone)))
    const place = loaded.departments.find(({ url }) => idOf(url) === department) ?? loaded.departments[0]
    return place === undefined
      ? []
      : dates.map((one) => asDay(columnOfDepartment(loaded, place, dayIn(one, place.time_zone))))
  }
  if (!isWeek) {
    const day = dayIn(date, timeZone)
    const own = staffOf(loaded, department).map((user) => columnOfUser(loaded, user, day, department))
    const others = columnOfOthers(loaded, day)
    return others.entries.length === 0 ? own : [...own, others]
  }
  const person = loaded.staff.find(({ url }) => idOf(url) === view.user)
  return person === undefined
    ? []
    : dates.map((one) => asDay(columnOfUser(loaded, person, dayIn(one, timeZone), undefined)))
}

import { type RefObject, useCallback, useMemo } from 'react'
import { canWriteToClients } from '../../api/me.ts'
import { type Appointment, type Department, idOf, type Me, nameOfUser } from '../../api/records.ts'
import { showToast } from '../../shared/toasts.ts'
import { dateIn, dayText, timeText } from '../../format.ts'
import { text } from '../../text/en.ts'
import { type Entry, entryOf, type Loaded, type View } from './columns.ts'
import { dayIn } from './days.ts'
import { clashText, type Judge, type Refusal } from './clashes.ts'
import type { Moves } from './moves.ts'
import type { AppointmentChange } from '../../api/appointment.ts'
import { readAppointmentsAround } from '../../api/appointment.ts'
import { clashOf, minuteMs, nearestFree, type Span, workingHours } from './schedule.ts'
import type { Chosen } from './times.ts'
import { departmentFor } from './workplaces.ts'

type Known = {
  readonly me: Me
  readonly loaded: Loaded
  readonly departments: readonly Department[]
  readonly view: View
  readonly moves: Moves
  readonly page: RefObject<HTMLElement | null>
}

/** Puts appointments where they are wanted, if the time is free, and says where that is. */
export const usePlacing = ({ me, loaded, departments, view, moves, page }: Known) => {
  const { timeZone } = view
  const names = useMemo(() => new Map(loaded.staff.map((user) => [idOf(user.url), user])), [loaded.staff])
  const nameOf = useCallback(
    (id: number) => {
      const user = names.get(id)
      return user === undefined ? '–' : nameOfUser(user)
    },
    [names],
  )
  const zoneOf = useCallback(
    (department: number) => departments.find(({ url }) => idOf(url) === department)?.time_zone ?? timeZone,
    [departments, timeZone],
  )
  /** 13:45 Berg; with the day, if it is another. */
  const placeText = useCallback(
    (start: number, user: number, zone: string, isDated: boolean) =>
      [
        isDated ? dayText(dateIn(new Date(start), zone)) : '',
        timeText(new Date(start), zone),
        names.get(user)?.last_name || nameOf(user),
      ]
        .filter(Boolean)
        .join(' '),
    [names, nameOf],
  )
  const placeOf = useCallback(
    ({ start, user, department }: Appointment) =>
      placeText(Date.parse(start), idOf(user), zoneOf(idOf(department)), true),
    [placeText, zoneOf],
  )

  /** The department in which somebody works then; undefined where it must be asked for. */
  const placeFor = useCallback(
    (entry: Entry, user: number, start: number) =>
      departmentFor(loaded, { user, start, before: entry, shown: view.department }),
    [loaded, view.department],
  )

  const judge = useCallback<Judge>(
    (entry, { start, end, user, day }) => {
      const wanted = { id: entry.id, start, end, user }
      const other = clashOf(loaded.entries, wanted)
      if (other === undefined) return undefined
      const working = workingHours(loaded.shifts, user, day)
      const nearest = nearestFree(
        { busy: loaded.entries, working, day, earliest: day.end < Date.now() ? 0 : Date.now() },
        wanted,
      )
      return { other, person: nameOf(user), nearest }
    },
    [loaded, nameOf],
  )

  /** The reverse of what was refused is shown; this says why, and offers the nearest free time. */
  const sayClash = useCallback(
    (entry: Entry, refusal: Refusal, user: number, take: (span: Span) => void) => {
      const { person, nearest } = refusal
      const zone = zoneOf(entry.department)
      const at = (moment: number) => timeText(new Date(moment), zone)
      const stays = text.calendar.clash.stays(entry.name, at(entry.start))
      showToast(text.calendar.clash.refused(clashText(refusal, at), stays, nearest === undefined), {
        isProblem: true,
        ...(nearest === undefined
          ? {}
          : {
              also: {
                title: text.calendar.clash.take(at(nearest.start), names.get(user)?.last_name ?? person),
                run: async () => take(nearest),
              },
            }),
      })
    },
    [zoneOf, names],
  )

  const place = useCallback(
    (entry: Entry, wanted: Chosen, tells = false) => {
      const put = ({ start, minutes, user, department }: Chosen) => {
        if (start === undefined || user === undefined || department === undefined) return
        const end = start + minutes * minuteMs
        const zone = zoneOf(department)
        const day = dayIn(dateIn(new Date(start), zone), zone)
        const again = (span: Span) => {
          const there = view.by === 'user' ? placeFor(entry, user, span.start) : undefined
          put({ start: span.start, minutes, user, department: there ?? department })
        }
        const refusal = judge(entry, { start, end, user, day })
        if (refusal !== undefined) return sayClash(entry, refusal, user, again)
        const userUrl = loaded.staff.find(({ url }) => idOf(url) === user)?.url ?? entry.appointment.user
        const departmentUrl =
          departments.find(({ url }) => idOf(url) === department)?.url ?? entry.appointment.department
        const changes: AppointmentChange = {
          ...(start === entry.start ? {} : { start: new Date(start).toISOString() }),
          ...(end === entry.end ? {} : { end: new Date(end).toISOString() }),
          ...(user === entry.user ? {} : { user: userUrl }),
          ...(department === entry.department ? {} : { department: departmentUrl }),
        }
        if (Object.keys(changes).length === 0) return
        const before = zoneOf(entry.department)
        const isDated = dateIn(new Date(entry.start), before) !== day.date
        const isLength = start === entry.start && user === entry.user && department === entry.department
        const hours = (until: number) => `${timeText(new Date(start), zone)}–${timeText(new Date(until), zone)}`
        const said = isLength
          ? text.calendar.lengthened(entry.name, hours(entry.end), hours(end))
          : text.calendar.moved(
              entry.name,
              placeText(entry.start, entry.user, before, isDated),
              [
                placeText(start, user, zone, isDated),
                ...departments
                  .filter(({ url }) => idOf(url) === department && department !== entry.department)
                  .map(({ name }) => name),
              ].join(', '),
            )
        const onOverlap = async () => {
          const around = await readAppointmentsAround(me, user, start, end)
          const busy = around.map((row) => entryOf(row, new Map()))
          const other = clashOf(busy, { id: entry.id, start, end, user })
          const working = workingHours(loaded.shifts, user, day)
          const nearest = nearestFree(
            { busy: [...loaded.entries, ...busy], working, day, earliest: day.end < Date.now() ? 0 : Date.now() },
            { id: entry.id, start, end, user },
          )
          if (other === undefined)
            showToast(text.calendar.clash.stays(entry.name, timeText(new Date(entry.start), zone)), { isProblem: true })
          else sayClash(entry, { other, person: nameOf(user), nearest }, user, again)
        }
        // A card that goes to another column loses the focus on its way.
        const refocus = () =>
          document.activeElement === document.body &&
          page.current?.querySelector<HTMLElement>(`[data-entry="${entry.id}"]`)?.focus({ preventScroll: true })
        void moves
          .change({ entry, changes, said, mayTell: !isLength && canWriteToClients(me), tells, onOverlap, placeOf })
          .then(refocus)
      }
      put(wanted)
    },
    [zoneOf, judge, sayClash, loaded, departments, placeText, me, nameOf, moves, placeOf, view.by, placeFor, page],
  )

  return { nameOf, zoneOf, placeOf, placeFor, judge, place }
}

export type Placing = ReturnType<typeof usePlacing>

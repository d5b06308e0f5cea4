import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { Me, Reason } from '../../api/records.ts'
import { dateIn } from '../../format.ts'
import type { CalendarSearch } from './search.ts'
import { text } from '../../text/en.ts'
import type { Judge } from './clashes.ts'
import { type Column, type Entry, entryOf, type Loaded, type View } from './columns.ts'
import { dayIn, momentOfTime, timeOf } from './days.ts'
import { appointmentQuery } from '../../api/appointment.ts'
import { joined, minuteMs, stepMinutes } from './schedule.ts'
import { type Chosen, spanOf, type TimeChange } from './times.ts'
import { offeredOf, useFreeTimes } from './useFreeTimes.ts'
import type { SetSearch } from './useSetSearch.ts'
import { departmentFor, workplacesOn } from './workplaces.ts'

type Known = {
  readonly me: Me
  readonly date: string
  readonly today: string
  /** Where one books, unless another department is chosen. */
  readonly usual: number
  readonly view: View
  readonly loaded: Loaded
  readonly columns: readonly Column[]
  readonly reasons: readonly Reason[]
  readonly zoneOf: (department: number) => string
  readonly judge: Judge
  readonly set: SetSearch
}

/** What an address without any form says. */
export const noForm = {
  book: undefined,
  move: undefined,
  edit: undefined,
  cancel: undefined,
  who: undefined,
  at: undefined,
  minutes: undefined,
  with: undefined,
  place: undefined,
  client: undefined,
  patient: undefined,
  reason: undefined,
  complaint: undefined,
  recalls: undefined,
} as const satisfies CalendarSearch

/** The appointment that is moved or edited. */
const useSubject = (me: Me, reasons: readonly Reason[]) => {
  const { move, edit, cancel, who } = useSearch({ from: '/calendar' })
  const id = move ?? edit ?? cancel ?? who
  const { data: record } = useQuery({ ...appointmentQuery(me, id ?? 0), enabled: id !== undefined })
  return useMemo(
    () => (record?.id === id ? record && entryOf(record, new Map(reasons.map((one) => [one.url, one]))) : undefined),
    [record, id, reasons],
  )
}

/** What the open form has: what the address says, or else what is free first. */
export const useForm = ({ me, date, today, usual, view, loaded, columns, reasons, zoneOf, judge, set }: Known) => {
  const search = useSearch({ from: '/calendar' })
  const [reason, setReason] = useState(search.reason)
  const [asked, setAsked] = useState<number>()
  const close = useCallback(() => {
    setReason(undefined)
    setAsked(undefined)
    set(noForm)
  }, [set])
  const subject = useSubject(me, reasons)
  const isTimed = subject !== undefined && (search.move ?? search.edit) === subject.id
  const isOpen = isTimed || search.book === true
  const usualPlace = search.place ?? subject?.department ?? usual
  const user = search.with ?? subject?.user
  // Whoever was chosen in the form; a free time that is clicked does not hide those of others.
  const only = asked !== undefined && asked === search.with ? asked : undefined
  const ofUser = user === undefined || search.place !== undefined ? [] : workplacesOn(loaded, user, date)
  const places = only !== undefined && ofUser.length > 0 ? ofUser : [...new Set([usualPlace, ...ofUser])]
  const minutes = search.minutes ?? (isTimed ? (subject.end - subject.start) / minuteMs : undefined)
  const moving = search.move ?? search.edit
  const free = useFreeTimes({ departments: places, date, reason, minutes, moving, enabled: isOpen })

  const chosen = useMemo((): Chosen | undefined => {
    if (!isOpen) return undefined
    const at = search.at === undefined ? undefined : Date.parse(search.at)
    const first = free?.find((time) => user === undefined || time.user === user)
    const start = at ?? subject?.start ?? first?.start
    const person = user ?? first?.user
    const department = () => {
      if (search.place !== undefined) return search.place
      if (subject !== undefined && start === subject.start && person === subject.user) return subject.department
      if (user === undefined) return first?.department ?? usual
      if (start !== undefined) return departmentFor(loaded, { user, start, before: subject, shown: view.department })
      const ofDay = workplacesOn(loaded, user, date)
      return ofDay.length === 1 ? ofDay[0] : usual
    }
    const length = minutes ?? reasons.find(({ id }) => id === reason)?.duration ?? stepMinutes
    return { start, minutes: length, user: person, department: department() }
  }, [
    isOpen,
    search.at,
    search.place,
    free,
    user,
    subject,
    usual,
    loaded,
    view.department,
    date,
    minutes,
    reasons,
    reason,
  ])

  const zone = zoneOf(chosen?.department ?? usualPlace)
  /** When it is to be, with a day or a time that was typed. Who types fast is ahead of what is drawn, but not of the address. */
  const startFor = ({ at, date: shown = today }: CalendarSearch, { date: day, time, start }: TimeChange) => {
    const latest = at === undefined ? chosen?.start : Date.parse(at)
    const latestDay = latest === undefined ? shown : dateIn(new Date(latest), zone)
    if (time !== undefined) return momentOfTime(dayIn(latestDay, zone), time)
    if (day === undefined || latest === undefined) return start
    return momentOfTime(dayIn(day, zone), timeOf(latest, { timeZone: zone }))
  }
  const change = (changes: TimeChange) => {
    const { date: day, start, minutes: length, user: person, department } = changes
    const isSlot = start !== undefined && person !== undefined && department !== undefined
    // A free time says where it is; it is kept only if the shifts do not say the same.
    const isPlain = isSlot && departmentFor(loaded, { user: person, start, before: subject }) === department
    const place = isPlain ? undefined : department
    if (start === undefined && person !== undefined) setAsked(person)
    set((before) => {
      const from = startFor(before, changes)
      return {
        ...(day === undefined ? {} : { date: day === today ? undefined : day }),
        ...(from === undefined
          ? {}
          : { at: new Date(from).toISOString(), with: person ?? before.with ?? chosen?.user }),
        ...(length === undefined ? {} : { minutes: length || undefined }),
        ...(person === undefined ? {} : { with: person, place }),
        ...(department === undefined ? {} : { place }),
      }
    })
  }
  const span = chosen === undefined ? undefined : spanOf(chosen)
  const refusal =
    span === undefined || chosen?.user === undefined
      ? undefined
      : judge((subject ?? { id: 0 }) as Entry, {
          ...span,
          user: chosen.user,
          day: dayIn(dateIn(new Date(span.start), zone), zone),
        })
  const pickedColumn =
    span === undefined
      ? -1
      : columns.findIndex(
          (column) =>
            (column.user === undefined || column.user === chosen?.user) &&
            (column.department === undefined || column.department === chosen?.department) &&
            span.start >= column.day.start &&
            span.start < column.day.end,
        )
  const freeOf = useCallback(
    (column: Column) =>
      joined(
        (free ?? []).filter(
          (one) =>
            (only === undefined || one.user === only) &&
            (column.user === undefined ? column.department === one.department : one.user === column.user) &&
            one.start >= column.day.start &&
            one.start < column.day.end,
        ),
      ),
    [free, only],
  )
  return {
    chosen,
    change,
    close,
    refusal,
    subject,
    reason,
    chooseReason: (next: number | undefined) => {
      setReason(next)
      set({ minutes: undefined })
    },
    free: free && offeredOf(free, only, user),
    freeOf: isOpen ? freeOf : undefined,
    timeZone: zone,
    picked:
      span === undefined || pickedColumn < 0
        ? undefined
        : { ...span, column: pickedColumn, name: subject?.name ?? text.calendar.book },
  }
}

export type Form = ReturnType<typeof useForm>

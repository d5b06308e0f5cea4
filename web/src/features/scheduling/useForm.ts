import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { idOf, type Me, type Reason } from '../../api/records.ts'
import { dateIn } from '../../format.ts'
import type { CalendarSearch } from '../../router.tsx'
import { text } from '../../text/en.ts'
import { type Column, type Entry, entryOf } from './columns.ts'
import { dayIn } from './days.ts'
import type { Judge } from './Grid.tsx'
import { appointmentQuery, freeTimesQuery } from './queries.ts'
import { joined, minuteMs, type Span, stepMinutes } from './schedule.ts'
import { type Chosen, spanOf } from './TimeFields.tsx'

type Known = {
  readonly me: Me
  readonly date: string
  readonly today: string
  /** Where one books, unless another department is chosen. */
  readonly usual: number
  readonly columns: readonly Column[]
  readonly reasons: readonly Reason[]
  readonly zoneOf: (department: number) => string
  readonly judge: Judge
  readonly set: (changes: Partial<CalendarSearch>) => void
}

type FreeTime = Span & { readonly user: number }

const [mostOffered, mostOfOne] = [9, 3]

/** The next free times, a few of each person; those of whoever is chosen are always among them. */
const offeredOf = (times: readonly FreeTime[], chosen: number | undefined) => {
  const counts = new Map<number, number>()
  const few = times.filter(({ user }) => {
    const count = (counts.get(user) ?? 0) + 1
    counts.set(user, count)
    return count <= mostOfOne
  })
  const first = few.slice(0, mostOffered)
  const own = few.filter((time) => time.user === chosen && !first.includes(time))
  return [...first, ...own]
}

/** What the open form has: what the address says, or else what is free first. */
export const useForm = ({ me, date, today, usual, columns, reasons, zoneOf, judge, set }: Known) => {
  const search = useSearch({ from: '/calendar' })
  const [reason, setReason] = useState<number>()
  const close = useCallback(() => {
    setReason(undefined)
    set({
      book: undefined,
      move: undefined,
      who: undefined,
      at: undefined,
      minutes: undefined,
      with: undefined,
      place: undefined,
      client: undefined,
      patient: undefined,
    })
  }, [set])
  const bookDepartment = search.place ?? usual
  const bookReason = reasons.find(({ id }) => id === reason)
  const free = useQuery({
    ...freeTimesQuery(bookDepartment, date, reason),
    enabled: search.book === true && bookDepartment > 0,
  })
  const freeTimes = useMemo(
    () =>
      free.data?.map(({ user, start, end }) => ({ user: idOf(user), start: Date.parse(start), end: Date.parse(end) })),
    [free.data],
  )
  const forPerson = freeTimes?.filter(({ user }) => search.with === undefined || user === search.with)
  const { data: movingRecord } = useQuery({
    ...appointmentQuery(me, search.move ?? 0),
    enabled: search.move !== undefined,
  })
  const moving = useMemo(
    () => movingRecord && entryOf(movingRecord, new Map(reasons.map((one) => [one.url, one]))),
    [movingRecord, reasons],
  )
  const chosen = ((): Chosen | undefined => {
    const at = search.at === undefined ? undefined : Date.parse(search.at)
    if (search.move !== undefined)
      return moving === undefined || moving.id !== search.move
        ? undefined
        : {
            start: at ?? moving.start,
            minutes: search.minutes ?? (moving.end - moving.start) / minuteMs,
            user: search.with ?? moving.user,
            department: search.place ?? moving.department,
          }
    if (search.book !== true) return undefined
    const first = at === undefined ? forPerson?.[0] : undefined
    return {
      start: at ?? first?.start,
      minutes: search.minutes ?? bookReason?.duration ?? stepMinutes,
      user: search.with ?? first?.user,
      department: bookDepartment,
    }
  })()
  const change = ({ date: day, start, minutes, user, department }: Partial<Chosen> & { date?: string }) =>
    set({
      ...(day === undefined ? {} : { date: day === today ? undefined : day }),
      ...(start === undefined ? {} : { at: new Date(start).toISOString(), with: user ?? chosen?.user }),
      ...(minutes === undefined ? {} : { minutes: minutes || undefined }),
      ...(user === undefined ? {} : { with: user }),
      ...(department === undefined ? {} : { place: department }),
    })
  const chosenSpan = chosen === undefined ? undefined : spanOf(chosen)
  const chosenZone = zoneOf(chosen?.department ?? bookDepartment)
  const refusal =
    chosenSpan === undefined || chosen?.user === undefined
      ? undefined
      : judge((moving ?? { id: 0 }) as Entry, {
          ...chosenSpan,
          user: chosen.user,
          day: dayIn(dateIn(new Date(chosenSpan.start), chosenZone), chosenZone),
        })
  const pickedColumn =
    chosenSpan === undefined
      ? -1
      : columns.findIndex(
          ({ user, department, day }) =>
            (user === undefined || user === chosen?.user) &&
            (department === undefined || department === chosen?.department) &&
            chosenSpan.start >= day.start &&
            chosenSpan.start < day.end,
        )
  const freeOf = useCallback(
    ({ user, department, day }: Column) =>
      joined(
        (freeTimes ?? []).filter(
          (one) =>
            (user === undefined ? department === bookDepartment : one.user === user) &&
            one.start >= day.start &&
            one.start < day.end,
        ),
      ),
    [freeTimes, bookDepartment],
  )
  return {
    chosen,
    change,
    close,
    refusal,
    moving,
    reason,
    chooseReason: (next: number | undefined) => {
      setReason(next)
      set({ minutes: undefined })
    },
    free: freeTimes && offeredOf(freeTimes, search.with),
    freeOf: search.book === true ? freeOf : undefined,
    timeZone: chosenZone,
    picked:
      chosenSpan === undefined || pickedColumn < 0
        ? undefined
        : { ...chosenSpan, column: pickedColumn, name: moving?.name ?? text.calendar.book },
  }
}

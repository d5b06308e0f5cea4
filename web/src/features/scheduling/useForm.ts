import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { idOf, type Me, type Reason } from '../../api/records.ts'
import { dateIn } from '../../format.ts'
import type { CalendarSearch } from '../../router.tsx'
import { text } from '../../text/en.ts'
import { type Column, type Entry, entryOf } from './columns.ts'
import { dayIn } from './days.ts'
import type { FreeTime } from './FreeTimes.tsx'
import type { Judge } from './Grid.tsx'
import { appointmentQuery, freeTimesQuery } from './queries.ts'
import { joined, minuteMs, stepMinutes } from './schedule.ts'
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

const [mostOffered, mostOfOne] = [9, 3]

/** Free times can be asked for in this length; one that is being typed is not there yet. */
const asLength = (minutes: number | undefined) =>
  minutes !== undefined && minutes >= 5 && minutes <= 1440 ? minutes : undefined

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
  const { data: movingRecord } = useQuery({
    ...appointmentQuery(me, search.move ?? 0),
    enabled: search.move !== undefined,
  })
  const moving = useMemo(
    () => movingRecord && entryOf(movingRecord, new Map(reasons.map((one) => [one.url, one]))),
    [movingRecord, reasons],
  )
  const place = search.place ?? moving?.department ?? usual
  const bookReason = reasons.find(({ id }) => id === reason)
  const isMoving = search.move !== undefined && moving?.id === search.move
  const isOpen = isMoving || search.book === true
  const free = useQuery({
    ...freeTimesQuery({
      department: place,
      date,
      reason,
      minutes: asLength(search.minutes ?? (isMoving ? (moving.end - moving.start) / minuteMs : undefined)),
      moving: search.move,
    }),
    enabled: isOpen && place > 0,
  })
  const freeTimes = useMemo(
    () =>
      free.data?.map(({ user, start, end }) => ({ user: idOf(user), start: Date.parse(start), end: Date.parse(end) })),
    [free.data],
  )
  const forPerson = freeTimes?.filter(({ user }) => search.with === undefined || user === search.with)
  const chosen = ((): Chosen | undefined => {
    const at = search.at === undefined ? undefined : Date.parse(search.at)
    if (search.move !== undefined)
      return !isMoving
        ? undefined
        : {
            start: at ?? moving.start,
            minutes: search.minutes ?? (moving.end - moving.start) / minuteMs,
            user: search.with ?? moving.user,
            department: place,
          }
    if (search.book !== true) return undefined
    const first = at === undefined ? forPerson?.[0] : undefined
    return {
      start: at ?? first?.start,
      minutes: search.minutes ?? bookReason?.duration ?? stepMinutes,
      user: search.with ?? first?.user,
      department: place,
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
  const chosenZone = zoneOf(place)
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
    (column: Column) =>
      joined(
        (freeTimes ?? []).filter(
          (one) =>
            (column.user === undefined ? column.department === place : one.user === column.user) &&
            one.start >= column.day.start &&
            one.start < column.day.end,
        ),
      ),
    [freeTimes, place],
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
    free: freeTimes && offeredOf(freeTimes, search.with ?? moving?.user),
    freeOf: isOpen ? freeOf : undefined,
    timeZone: chosenZone,
    picked:
      chosenSpan === undefined || pickedColumn < 0
        ? undefined
        : { ...chosenSpan, column: pickedColumn, name: moving?.name ?? text.calendar.book },
  }
}

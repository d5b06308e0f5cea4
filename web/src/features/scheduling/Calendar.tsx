import { Menu } from '@mantine/core'
import { IconCalendarEvent, IconChevronDown, IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { departmentsQuery, may, staffQuery, useMe } from '../../api/me.ts'
import { ApiProblem } from '../../api/problem.ts'
import { type Appointment, idOf, type Me, nameOfUser } from '../../api/records.ts'
import { type Action, useActions } from '../../frame/actions.ts'
import { Heading } from '../../frame/Heading.tsx'
import { KeyCap } from '../../frame/KeyCap.tsx'
import { EmptyState, ErrorState, Skeleton, useIsSlow } from '../../frame/states.tsx'
import { say, sayProblem } from '../../frame/toasts.ts'
import { addDays, dateIn, dateRangeText, dayText, longDayText, timeText } from '../../format.ts'
import type { CalendarSearch } from '../../router.tsx'
import { useNow } from '../../shared/useNow.ts'
import { text } from '../../text/en.ts'
import { BookPanel } from './BookPanel.tsx'
import classes from './Calendar.module.css'
import { type Column, columnsOf, type Entry, entryOf, staffOf, type View } from './columns.ts'
import { dayIn, weekdayOf, weekNumber } from './days.ts'
import { EntryMenu, type Offer } from './EntryMenu.tsx'
import { Grid, type Judge, type Refusal } from './Grid.tsx'
import type { Place } from './hold.ts'
import { MovePanel } from './MovePanel.tsx'
import { tellClient, useMoves } from './moves.ts'
import {
  type AppointmentChange,
  appointmentQuery,
  appointmentsQuery,
  datedShiftsQuery,
  freeTimesQuery,
  readAppointmentsAround,
  reasonsQuery,
  weeklyShiftsQuery,
} from './queries.ts'
import { clashOf, joined, minuteMs, nearestFree, type Span, stepMinutes, workingHours } from './schedule.ts'
import { type Chosen, spanOf } from './TimeFields.tsx'

/** Which days and whose are shown, by the address and by where the person works. */
const useView = (me: Me, now: number) => {
  const {
    date: asked,
    view,
    by = 'user',
    user,
    department: chosen,
  } = useSearch({ from: '/calendar' }) as CalendarSearch & {
    department?: number
  }
  const { data: page } = useQuery(departmentsQuery)
  const departments = useMemo(() => page?.results ?? [], [page])
  const home = me.home_department === null ? undefined : idOf(me.home_department)
  const usual = chosen ?? home ?? (departments[0] === undefined ? 0 : idOf(departments[0].url))
  const timeZone = departments.find(({ url }) => idOf(url) === usual)?.time_zone ?? me.organisation.time_zone
  const today = dateIn(new Date(now), timeZone)
  const date = asked ?? today
  const isWeek = view === 'week'
  const monday = addDays(date, 1 - weekdayOf(date))
  const shown = useMemo(
    (): View => ({
      dates: isWeek ? Array.from({ length: 7 }, (_, index) => addDays(monday, index)) : [date],
      isWeek,
      by,
      timeZone,
      department: isWeek && by === 'department' ? usual : chosen,
      user: isWeek && by === 'user' ? (user ?? idOf(me.user.url)) : undefined,
    }),
    [isWeek, monday, date, by, timeZone, chosen, usual, user, me],
  )
  return { view: shown, date, today, monday, usual, departments, isReady: page !== undefined }
}

/** From the first to the last moment of what is shown; departments of one day may lie in several zones. */
const boundsOf = ({ dates, by, isWeek, timeZone }: View, zones: readonly string[]) => {
  const all = by === 'department' && !isWeek ? [timeZone, ...zones] : [timeZone]
  return {
    from: Math.min(...all.map((zone) => dayIn(dates[0]!, zone).start)),
    to: Math.max(...all.map((zone) => dayIn(dates.at(-1)!, zone).end)),
  }
}

const shiftView = (view: View, days: number): View => ({
  ...view,
  dates: view.dates.map((date) => addDays(date, days)),
})

const useCalendar = (me: Me, now: number, cancelled: boolean) => {
  const place = useView(me, now)
  const { view, monday, departments, isReady } = place
  const client = useQueryClient()
  const mayRead = may(me, 'General: Appointments')
  const asking = useCallback(
    (shown: View) =>
      appointmentsQuery({
        me,
        ...boundsOf(
          shown,
          departments.map(({ time_zone }) => time_zone),
        ),
        department: shown.by === 'user' || shown.isWeek ? shown.department : undefined,
        user: shown.user,
        cancelled,
      }),
    [me, departments, cancelled],
  )
  const appointments = useQuery({ ...asking(view), enabled: mayRead && isReady })
  const weekly = useQuery({ ...weeklyShiftsQuery, enabled: mayRead })
  const dated = useQuery({ ...datedShiftsQuery(monday, addDays(monday, 6)), enabled: mayRead })
  const staff = useQuery(staffQuery)
  const reasons = useQuery(reasonsQuery)
  const isLoaded = appointments.data !== undefined
  useEffect(() => {
    if (!isLoaded) return
    const step = view.isWeek ? 7 : 1
    for (const days of [step, -step]) void client.prefetchQuery(asking(shiftView(view, days)))
  }, [client, asking, view, isLoaded])
  const byUrl = useMemo(() => new Map((reasons.data ?? []).map((reason) => [reason.url, reason])), [reasons.data])
  const loaded = useMemo(
    () => ({
      entries: (appointments.data ?? [])
        .map((appointment) => entryOf(appointment, byUrl))
        .filter(({ active }) => active || cancelled),
      shifts: [...(weekly.data ?? []), ...(dated.data ?? [])],
      staff: staff.data?.results ?? [],
      departments,
    }),
    [appointments.data, byUrl, weekly.data, dated.data, staff.data, departments, cancelled],
  )
  const columns = useMemo(() => columnsOf(loaded, view), [loaded, view])
  const missing = new ApiProblem({ status: 403, code: 'forbidden', detail: text.calendar.needs })
  const needed = [appointments, weekly, dated, staff]
  return {
    ...place,
    loaded,
    columns,
    reasons: reasons.data ?? [],
    isPending: needed.some(({ isPending }) => isPending),
    error: mayRead ? (needed.find(({ isError, data }) => isError && data === undefined)?.error ?? undefined) : missing,
    retry: () => void Promise.all(needed.map(({ refetch }) => refetch())),
  }
}

const Segments = <T extends string>({
  label,
  options,
  chosen,
  onChoose,
}: {
  readonly label: string
  readonly options: readonly (readonly [T, string])[]
  readonly chosen: T
  readonly onChoose: (value: T) => void
}) => (
  <div className={classes['segments']} role="group" aria-label={label}>
    {options.map(([value, title]) => (
      <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
        {title}
      </button>
    ))}
  </div>
)

const Waiting = () => (
  <div className={classes['waiting']}>
    {[0, 1, 2, 3, 4].map((column) => (
      <div key={column}>
        <Skeleton width="60%" />
        <Skeleton width="100%" height={38 + 20 * (column % 3)} />
        <Skeleton width="100%" height={58 - 20 * (column % 2)} />
        <Skeleton width="100%" height={38} />
      </div>
    ))}
  </div>
)

/** Who is where at which time. */
export const Calendar = () => {
  const me = useMe()
  const now = useNow()
  const search = useSearch({ from: '/calendar' })
  const navigate = useNavigate({ from: '/calendar' })
  const { view, date, today, usual, departments, loaded, columns, reasons, isPending, error, retry } = useCalendar(
    me,
    now,
    search.cancelled === true,
  )
  const isSlow = useIsSlow(isPending)
  const moves = useMoves()
  const mayWrite = may(me, 'General: Appointments', 'write')
  const mayAdmit = mayWrite && may(me, 'Clinical: Consultations', 'write')
  const [selected, setSelected] = useState<number>()
  const [opened, setOpened] = useState<{ id: number; x: number; y: number }>()
  const [reason, setReason] = useState<number>()
  const taker = useRef<(entry: Entry) => void>(undefined)
  const page = useRef<HTMLDivElement>(null)
  const { timeZone } = view

  const set = useCallback(
    (changes: Partial<CalendarSearch>, replace = true) =>
      void navigate({ search: (before) => ({ ...before, ...changes }), replace }),
    [navigate],
  )
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
    (entry: Entry, { other, person, nearest }: Refusal, user: number, take: (span: Span) => void) => {
      const zone = zoneOf(entry.department)
      const at = (moment: number) => timeText(new Date(moment), zone)
      const message = `${text.calendar.clash.title(person, other.name, at(other.end))}. ${text.calendar.clash.stays(entry.name, at(entry.start))}`
      say(nearest === undefined ? `${message} ${text.calendar.clash.none}` : message, {
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
    (entry: Entry, { start, minutes, user, department }: Chosen, tells = false) => {
      if (start === undefined || user === undefined) return
      const end = start + minutes * minuteMs
      const zone = zoneOf(department)
      const day = dayIn(dateIn(new Date(start), zone), zone)
      const again = (span: Span) => place(entry, { start: span.start, minutes, user, department }, tells)
      const refusal = judge(entry, { start, end, user, day })
      if (refusal !== undefined) return sayClash(entry, refusal, user, again)
      const userUrl = loaded.staff.find(({ url }) => idOf(url) === user)?.url ?? entry.appointment.user
      const departmentUrl = departments.find(({ url }) => idOf(url) === department)?.url ?? entry.appointment.department
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
            placeText(start, user, zone, isDated),
          )
      const onOverlap = async () => {
        const { results } = await readAppointmentsAround(me, user, start, end)
        const busy = results.map((row) => entryOf(row, new Map()))
        const other = clashOf(busy, { id: entry.id, start, end, user })
        const working = workingHours(loaded.shifts, user, day)
        const nearest = nearestFree(
          { busy: [...loaded.entries, ...busy], working, day, earliest: day.end < Date.now() ? 0 : Date.now() },
          { id: entry.id, start, end, user },
        )
        if (other === undefined)
          say(text.calendar.clash.stays(entry.name, timeText(new Date(entry.start), zone)), { isProblem: true })
        else sayClash(entry, { other, person: nameOf(user), nearest }, user, again)
      }
      void moves
        .change({ entry, changes, said, mayTell: !isLength, tells, onOverlap, placeOf })
        .then(() =>
          page.current?.querySelector<HTMLElement>(`[data-entry="${entry.id}"]`)?.focus({ preventScroll: true }),
        )
    },
    [zoneOf, judge, sayClash, loaded, departments, placeText, me, nameOf, moves, placeOf],
  )

  const chosenAt = useCallback(
    (entry: Entry, { column, start, end }: Place): Chosen => ({
      start,
      minutes: (end - start) / minuteMs,
      user: columns[column]?.user ?? entry.user,
      department: columns[column]?.department ?? entry.department,
    }),
    [columns],
  )
  const onDrop = useCallback((entry: Entry, to: Place) => place(entry, chosenAt(entry, to)), [place, chosenAt])

  const bookAt = useCallback(
    (changes: Partial<CalendarSearch>) => set({ book: true, move: undefined, ...changes }, search.book === true),
    [set, search.book],
  )
  const onPick = useCallback(
    ({ column, start, end }: { column: number; start: number; end?: number }) => {
      const { user, department } = columns[column]!
      const isMoving = search.move !== undefined
      const time = {
        at: new Date(start).toISOString(),
        ...(user === undefined ? {} : { with: user }),
        ...(department === undefined ? {} : { place: department }),
      }
      if (isMoving) set(time)
      else bookAt({ ...time, minutes: end === undefined ? undefined : (end - start) / minuteMs })
    },
    [columns, search.move, set, bookAt],
  )
  const closePanel = useCallback(() => {
    setReason(undefined)
    set({
      book: undefined,
      move: undefined,
      at: undefined,
      minutes: undefined,
      with: undefined,
      place: undefined,
      client: undefined,
      patient: undefined,
    })
  }, [set])

  const entries = useMemo(() => columns.flatMap((column) => column.entries), [columns])
  const current = entries.find(({ id }) => id === selected)
  const offersFor = useCallback(
    (entry: Entry): readonly Offer[] => {
      if (!mayWrite) return []
      const { menu } = text.calendar
      const setActive = (active: boolean) =>
        moves.change({
          entry,
          changes: { active },
          said: active
            ? text.calendar.restored(entry.name, placeOf(entry.appointment))
            : text.calendar.wasCancelled(entry.name, placeOf(entry.appointment)),
          placeOf,
        })
      if (!entry.active) return [{ id: 'restore', title: menu.restore, run: () => void setActive(true) }]
      const isToday = dateIn(new Date(entry.start), timeZone) === today
      return [
        ...(mayAdmit && entry.isExpected && isToday
          ? [{ id: 'checkIn', title: menu.checkIn, run: () => void moves.checkIn(entry) }]
          : []),
        {
          id: 'move',
          title: menu.move,
          run: () =>
            set({ move: entry.id, book: undefined, at: undefined, with: undefined, minutes: undefined }, false),
        },
        ...(entry.appointment.client === null
          ? []
          : [
              {
                id: 'confirm',
                title: menu.sendConfirmation,
                run: () => void tellClient(entry.appointment).catch(sayProblem),
              },
            ]),
        { id: 'cancel', title: menu.cancel, run: () => void setActive(false) },
      ]
    },
    [mayWrite, mayAdmit, moves, placeOf, set, timeZone, today],
  )

  const go = useCallback(
    (days: number) => set({ date: addDays(date, days) === today ? undefined : addDays(date, days) }, false),
    [set, date, today],
  )
  const step = view.isWeek ? 7 : 1
  const words = view.isWeek ? 'week' : 'day'
  const focusCard = useCallback((by: number) => {
    const cards = [...(page.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])]
    const at = cards.indexOf(document.activeElement as HTMLElement)
    cards[at < 0 ? 0 : Math.min(Math.max(at + by, 0), cards.length - 1)]?.focus()
  }, [])
  useActions(
    useMemo((): readonly Action[] => {
      const { calendar } = text
      const here = (id: string, title: string, keys: string | undefined, run: () => void, onlyKey = false): Action => ({
        id: `calendar ${id}`,
        title,
        group: 'here',
        keys,
        run,
        onlyKey,
      })
      return [
        ...(mayWrite ? [here('book', calendar.panel.book, 'c', () => bookAt({}))] : []),
        here('today', calendar.today, 't', () => set({ date: undefined }, false)),
        here('previous', calendar.previous[words], 'ArrowLeft', () => go(-step)),
        here('next', calendar.next[words], 'ArrowRight', () => go(step)),
        here('day', calendar.day, 'd', () => set({ view: undefined }, false)),
        here('week', calendar.weekView, 'w', () => set({ view: 'week' }, false)),
        here('by', view.by === 'user' ? calendar.byDepartment : calendar.byUser, 'u', () =>
          set({ by: view.by === 'user' ? 'department' : undefined }, false),
        ),
        here('cancelled', calendar.cancelled, undefined, () => set({ cancelled: search.cancelled ? undefined : true })),
        here('next card', calendar.keys.next, 'j', () => focusCard(1), true),
        here('previous card', calendar.keys.previous, 'k', () => focusCard(-1), true),
      ]
    }, [mayWrite, bookAt, set, go, step, words, view.by, search.cancelled, focusCard]),
  )
  useActions(
    useMemo(
      (): readonly Action[] =>
        current === undefined
          ? []
          : [
              ...offersFor(current).map(
                ({ id, title, run }): Action => ({
                  id: `calendar ${id}`,
                  title: text.calendar.menu.of(title, current.name),
                  group: 'here',
                  run,
                }),
              ),
              ...(mayWrite && current.active
                ? [
                    {
                      id: 'calendar take',
                      title: text.calendar.menu.of(text.calendar.keys.move, current.name),
                      group: 'here' as const,
                      keys: 'm',
                      run: () => {
                        page.current?.querySelector<HTMLElement>(`[data-entry="${current.id}"]`)?.focus()
                        taker.current?.(current)
                      },
                    },
                  ]
                : []),
            ],
      [current, offersFor, mayWrite],
    ),
  )

  // What the open form has: the address, or what is free first.
  const bookDepartment = search.place ?? usual
  const bookZone = zoneOf(bookDepartment)
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
  const chosenZone = chosen === undefined ? timeZone : zoneOf(chosen.department)
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
  const panelTime = (moment: number) => timeText(new Date(moment), chosenZone)
  const openedEntry = entries.find(({ id }) => id === opened?.id)
  const title = view.isWeek ? dateRangeText(view.dates[0]!, view.dates.at(-1)!) : longDayText(date)
  const panelStaff = view.by === 'user' && !view.isWeek ? staffOf(loaded, view.department) : loaded.staff
  const person = names.get(view.user ?? 0)
  return (
    <div className={classes['page']} ref={page}>
      <div className={classes['top']}>
        <div className={classes['steps']}>
          <button type="button" className="button" onClick={() => go(-step)}>
            <span className="unseen">{text.calendar.previous[words]}</span>
            <IconChevronLeft size={16} aria-hidden="true" />
          </button>
          <button type="button" className="button" onClick={() => set({ date: undefined }, false)}>
            {text.calendar.today}
          </button>
          <button type="button" className="button" onClick={() => go(step)}>
            <span className="unseen">{text.calendar.next[words]}</span>
            <IconChevronRight size={16} aria-hidden="true" />
          </button>
        </div>
        <Heading title={title} />
        <span className={classes['zone']}>
          {text.calendar.week(weekNumber(date))} · {timeZone}
        </span>
        <div className={classes['tools']}>
          {view.isWeek && view.by === 'user' && (
            <Menu position="bottom-end" width={220}>
              <Menu.Target>
                <button type="button" className="button">
                  <span className="unseen">{text.calendar.person}: </span>
                  {person === undefined ? '–' : nameOfUser(person)}
                  <IconChevronDown size={16} aria-hidden="true" />
                </button>
              </Menu.Target>
              <Menu.Dropdown className={classes['staff'] ?? ''}>
                {staffOf(loaded, view.department).map((user) => (
                  <Menu.Item key={user.url} onClick={() => set({ user: idOf(user.url) })}>
                    {nameOfUser(user)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
          <label className={classes['tick']}>
            <input
              type="checkbox"
              checked={search.cancelled === true}
              onChange={({ target }) => set({ cancelled: target.checked ? true : undefined })}
            />
            {text.calendar.cancelled}
          </label>
          <Segments
            label={text.calendar.columns}
            options={[
              ['user', text.calendar.byUser],
              ['department', text.calendar.byDepartment],
            ]}
            chosen={view.by}
            onChoose={(by) => set({ by: by === 'user' ? undefined : by }, false)}
          />
          <Segments
            label={text.calendar.view}
            options={[
              ['day', text.calendar.day],
              ['week', text.calendar.weekView],
            ]}
            chosen={view.isWeek ? 'week' : 'day'}
            onChoose={(next) => set({ view: next === 'day' ? undefined : next }, false)}
          />
          {mayWrite && (
            <button type="button" className="button primary" onClick={() => bookAt({})}>
              <IconPlus size={16} aria-hidden="true" />
              {text.calendar.book}
              <KeyCap keys="c" />
            </button>
          )}
        </div>
      </div>
      <div className={classes['content']}>
        {error !== undefined ? (
          <ErrorState error={error} what={text.calendar.what} onRetry={retry} />
        ) : isPending ? (
          <div className={classes['scroller']}>{isSlow && <Waiting />}</div>
        ) : columns.length === 0 ? (
          <EmptyState
            title={text.calendar.nobody}
            hint={text.calendar.nobodyHint}
            icon={<IconCalendarEvent size={22} stroke={1.6} aria-hidden="true" />}
          />
        ) : (
          <Grid
            columns={columns}
            now={now}
            nameOf={nameOf}
            mayWrite={mayWrite}
            judge={judge}
            freeOf={search.book === true ? freeOf : undefined}
            picked={
              chosenSpan === undefined || pickedColumn < 0
                ? undefined
                : { ...chosenSpan, column: pickedColumn, name: moving?.name ?? text.calendar.book }
            }
            onDrop={onDrop}
            onPick={onPick}
            onOpen={(entry, at) => setOpened({ id: entry.id, ...at })}
            onSelect={setSelected}
            onTaker={(take) => {
              taker.current = take
            }}
          />
        )}
        {search.book === true && mayWrite && error === undefined && chosen !== undefined && (
          <BookPanel
            chosen={chosen}
            date={date}
            staff={panelStaff}
            departments={departments}
            timeZone={bookZone}
            free={forPerson}
            reason={reason}
            client={search.client}
            patient={search.patient}
            nameOf={nameOf}
            timeText={panelTime}
            placeOf={placeOf}
            refusal={refusal}
            onReason={(next) => {
              setReason(next)
              set({ minutes: undefined })
            }}
            onWho={({ client, patient }) => set({ client, patient })}
            onChange={change}
            onBooked={({ id }) => {
              closePanel()
              setSelected(id)
            }}
            onClose={closePanel}
          />
        )}
        {moving !== undefined && search.move !== undefined && mayWrite && chosen !== undefined && (
          <MovePanel
            entry={moving}
            chosen={chosen}
            date={date}
            staff={panelStaff}
            departments={departments}
            timeZone={chosenZone}
            nameOf={nameOf}
            timeText={panelTime}
            refusal={refusal}
            onChange={change}
            onMove={(to, tells) => {
              closePanel()
              place(moving, to, tells)
            }}
            onClose={closePanel}
          />
        )}
      </div>
      {openedEntry !== undefined && opened !== undefined && (
        <EntryMenu
          entry={openedEntry}
          at={opened}
          offers={offersFor(openedEntry)}
          person={nameOf(openedEntry.user)}
          timeZone={timeZone}
          onClose={() => {
            setOpened(undefined)
            page.current?.querySelector<HTMLElement>(`[data-entry="${openedEntry.id}"]`)?.focus()
          }}
        />
      )}
    </div>
  )
}

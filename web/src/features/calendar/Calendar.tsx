import { IconCalendarEvent } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import { may, useMe } from '../../api/me.ts'
import { EmptyState, ErrorState, Skeleton, useIsSlow } from '../../shared/states.tsx'
import { addDays, dateRangeText, longDayText } from '../../format.ts'
import type { CalendarSearch } from './search.ts'
import { useNow } from '../../shared/useNow.ts'
import { text } from '../../text/en.ts'
import classes from './Calendar.module.css'
import { type Entry, staffOf } from './columns.ts'
import { EntryMenu } from './EntryMenu.tsx'
import { Grid } from './Grid.tsx'
import type { Place } from './hold.ts'
import { useMoves } from './moves.ts'
import { useOffers } from './offers.ts'
import { Panels } from './Panels.tsx'
import { minuteMs } from './schedule.ts'
import { Top } from './Top.tsx'
import { useCalendar } from './useCalendar.ts'
import { useEntryActions, usePageActions } from './useCalendarActions.ts'
import { useFocusAfterForm } from './useFocusAfterForm.ts'
import { noForm, useForm } from './useForm.ts'
import { usePlacing } from './usePlacing.ts'

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
  const { view, date, today, usual, departments, loaded, columns, reasons, isStarting, isLoading, error, retry } =
    useCalendar(me, now, search.cancelled === true)
  const isSlow = useIsSlow(isStarting || isLoading)
  const moves = useMoves()
  const mayWrite = may(me, 'General: Appointments', 'write')
  const [selected, setSelected] = useState<number>()
  const [opened, setOpened] = useState<{ id: number; box: DOMRect }>()
  const taker = useRef<(entry: Entry) => void>(undefined)
  const onTaker = useCallback((take: (entry: Entry) => void) => {
    taker.current = take
  }, [])
  const page = useRef<HTMLDivElement>(null)
  const focusEntry = useCallback(
    (id: number) => page.current?.querySelector<HTMLElement>(`[data-entry="${id}"]`)?.focus(),
    [],
  )
  const focusAfterForm = useFocusAfterForm(page)
  const { timeZone } = view

  const set = useCallback(
    (changes: Partial<CalendarSearch> | ((before: CalendarSearch) => Partial<CalendarSearch>), replace = true) =>
      void navigate({
        search: (before) => ({ ...before, ...(typeof changes === 'function' ? changes(before) : changes) }),
        replace,
      }),
    [navigate],
  )
  const placing = usePlacing({ me, loaded, departments, view, moves, page })
  const { nameOf, zoneOf, placeOf, placeFor, judge, place } = placing
  const form = useForm({ me, date, today, usual, view, loaded, columns, reasons, zoneOf, judge, set })

  const onDrop = useCallback(
    (entry: Entry, { column, start, end }: Place) => {
      const minutes = (end - start) / minuteMs
      const user = columns[column]?.user ?? entry.user
      const isResized = start === entry.start && user === entry.user
      const department = columns[column]?.department ?? (isResized ? entry.department : placeFor(entry, user, start))
      if (department !== undefined) return place(entry, { start, minutes, user, department })
      const at = new Date(start).toISOString()
      return set({ ...noForm, move: entry.id, at, with: user, minutes }, false)
    },
    [columns, placeFor, place, set],
  )
  const bookAt = useCallback(
    (changes: Partial<CalendarSearch>) =>
      set(
        { book: true, move: undefined, edit: undefined, cancel: undefined, who: undefined, ...changes },
        search.book === true,
      ),
    [set, search.book],
  )
  const menuClosedAt = useRef(0)
  const onPick = useCallback(
    ({ column, start, end }: { column: number; start: number; end?: number }) => {
      // The click that closes the menu is not meant for what lies below it.
      if (performance.now() - menuClosedAt.current < 300) return
      const { user, department } = columns[column]!
      const time = {
        at: new Date(start).toISOString(),
        ...(user === undefined ? {} : { with: user }),
        place: department,
      }
      if ((search.move ?? search.edit) !== undefined) set(time)
      else bookAt({ ...time, minutes: end === undefined ? undefined : (end - start) / minuteMs })
    },
    [columns, search.move, search.edit, set, bookAt],
  )
  const entries = useMemo(() => columns.flatMap((column) => column.entries), [columns])
  const offersFor = useOffers({ me, now, today, timeZone, moves, placeOf, set })

  // A time that was chosen for a new appointment was one of the day that is left.
  const goTo = useCallback(
    (day: string) => set({ date: day === today ? undefined : day, ...(search.book ? { at: undefined } : {}) }, false),
    [set, today, search.book],
  )
  const step = useCallback((by: 1 | -1) => goTo(addDays(date, by * (view.isWeek ? 7 : 1))), [goTo, date, view.isWeek])
  const goToday = useCallback(() => goTo(today), [goTo, today])
  const book = useMemo(() => (mayWrite ? () => bookAt({}) : undefined), [mayWrite, bookAt])
  const focusCard = useCallback((by: number) => {
    const cards = [...(page.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])]
    const at = cards.indexOf(document.activeElement as HTMLElement)
    cards[at < 0 ? 0 : Math.min(Math.max(at + by, 0), cards.length - 1)]?.focus()
  }, [])
  usePageActions({ view, isCancelled: search.cancelled === true, set, step, goToday, focusCard, book })
  const take = useCallback(
    (entry: Entry) => {
      focusEntry(entry.id)
      taker.current?.(entry)
    },
    [focusEntry],
  )
  const current = entries.find(({ id }) => id === selected)
  useEntryActions(current, offersFor, mayWrite ? take : undefined)

  const openedEntry = entries.find(({ id }) => id === opened?.id)
  const isOfDepartment = view.by === 'user' && !view.isWeek
  return (
    <div className={classes['page']} ref={page}>
      <Top
        view={view}
        date={date}
        today={today}
        title={view.isWeek ? dateRangeText(view.dates[0]!, view.dates.at(-1)!) : longDayText(date)}
        staff={view.isWeek ? staffOf(loaded, view.department) : []}
        isCancelled={search.cancelled === true}
        onSet={set}
        onStep={step}
        onToday={goToday}
        onDate={goTo}
        onBook={book}
      />
      <div className={classes['content']}>
        {error !== undefined ? (
          <ErrorState error={error} what={text.calendar.what} onRetry={retry} />
        ) : isStarting || (isLoading && columns.length === 0) ? (
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
            freeOf={form.freeOf}
            picked={form.picked}
            onDrop={onDrop}
            onPick={onPick}
            onOpen={(entry, box) => setOpened({ id: entry.id, box })}
            onSelect={setSelected}
            onTaker={onTaker}
          />
        )}
        {isLoading && isSlow && !isStarting && error === undefined && (
          <p className={classes['notice']} role="status">
            {text.calendar.loading}
          </p>
        )}
        {!isLoading && error === undefined && columns.length > 0 && entries.length === 0 && (
          <p className={classes['notice']}>
            {text.calendar.nothing} {mayWrite && text.calendar.nothingHint}
          </p>
        )}
        {mayWrite && error === undefined && (
          <Panels
            form={form}
            placing={placing}
            moves={moves}
            date={date}
            today={today}
            staff={isOfDepartment ? staffOf(loaded, view.department) : loaded.staff}
            departments={departments}
            mayFind={may(me, 'General: Patients and clients')}
            set={set}
            onBooked={({ id }) => {
              setSelected(id)
              focusAfterForm({ entry: id })
            }}
            onCancelled={(id) =>
              focusAfterForm({ place: columns.findIndex((column) => column.entries.some((one) => one.id === id)) })
            }
          />
        )}
      </div>
      {openedEntry !== undefined && opened !== undefined && (
        <EntryMenu
          entry={openedEntry}
          box={opened.box}
          offers={offersFor(openedEntry)}
          person={nameOf(openedEntry.user)}
          timeZone={timeZone}
          onClose={() => {
            menuClosedAt.current = performance.now()
            setOpened(undefined)
            focusEntry(openedEntry.id)
          }}
        />
      )}
    </div>
  )
}

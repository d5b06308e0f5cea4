import { IconCalendarEvent } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import { canWriteToClients, may, useMe } from '../../api/me.ts'
import { type Action, useActions } from '../../frame/actions.ts'
import { EmptyState, ErrorState, Skeleton, useIsSlow } from '../../frame/states.tsx'
import { sayProblem } from '../../frame/toasts.ts'
import { addDays, dateIn, dateRangeText, dayText, longDayText, timeText } from '../../format.ts'
import type { CalendarSearch } from '../../router.tsx'
import { useNow } from '../../shared/useNow.ts'
import { text } from '../../text/en.ts'
import { BookPanel } from './BookPanel.tsx'
import classes from './Calendar.module.css'
import { type Entry, staffOf } from './columns.ts'
import { EntryMenu, type Offer } from './EntryMenu.tsx'
import { Grid } from './Grid.tsx'
import type { Place } from './hold.ts'
import { MovePanel } from './MovePanel.tsx'
import { tellClient, useMoves } from './moves.ts'
import { minuteMs } from './schedule.ts'
import type { Chosen } from './TimeFields.tsx'
import { Top } from './Top.tsx'
import { useCalendar } from './useCalendar.ts'
import { useForm } from './useForm.ts'
import { usePlacing } from './usePlacing.ts'
import { WhoPanel } from './WhoPanel.tsx'

/** An appointment with a client, which is no longer only a preliminary one. */
const consultationType = 1

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
  const canTell = canWriteToClients(me)
  const now = useNow()
  const search = useSearch({ from: '/calendar' })
  const navigate = useNavigate({ from: '/calendar' })
  const { view, date, today, usual, departments, loaded, columns, reasons, isStarting, isLoading, error, retry } =
    useCalendar(me, now, search.cancelled === true)
  const isSlow = useIsSlow(isStarting || isLoading)
  const moves = useMoves()
  const mayWrite = may(me, 'General: Appointments', 'write')
  const mayAdmit = mayWrite && may(me, 'Clinical: Consultations', 'write')
  const mayFind = may(me, 'General: Patients and clients')
  const [selected, setSelected] = useState<number>()
  const [opened, setOpened] = useState<{ id: number; box: DOMRect }>()
  const taker = useRef<(entry: Entry) => void>(undefined)
  const onTaker = useCallback((take: (entry: Entry) => void) => {
    taker.current = take
  }, [])
  const page = useRef<HTMLDivElement>(null)
  const { timeZone } = view

  const set = useCallback(
    (changes: Partial<CalendarSearch>, replace = true) =>
      void navigate({ search: (before) => ({ ...before, ...changes }), replace }),
    [navigate],
  )
  const { nameOf, zoneOf, placeOf, judge, place } = usePlacing({ me, loaded, departments, timeZone, moves, page })
  const form = useForm({ me, date, today, usual, columns, reasons, zoneOf, judge, set })
  const { chosen } = form

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
    (changes: Partial<CalendarSearch>) =>
      set({ book: true, move: undefined, who: undefined, ...changes }, search.book === true),
    [set, search.book],
  )
  const menuClosedAt = useRef(0)
  const onPick = useCallback(
    ({ column, start, end }: { column: number; start: number; end?: number }) => {
      // The click that closes the menu is not meant for what lies below it.
      if (performance.now() - menuClosedAt.current < 300) return
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
        ...(entry.appointment.client === null && mayFind && entry.stage === 'expected'
          ? [
              {
                id: 'who',
                title: menu.who,
                run: () => set({ who: entry.id, move: undefined, book: undefined, at: undefined }, false),
              },
            ]
          : []),
        {
          id: 'move',
          title: menu.move,
          run: () =>
            set(
              { move: entry.id, who: undefined, book: undefined, at: undefined, with: undefined, minutes: undefined },
              false,
            ),
        },
        ...(entry.appointment.client === null || !canTell
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
    [mayWrite, mayAdmit, mayFind, canTell, moves, placeOf, set, timeZone, today],
  )

  // A time that was chosen for a new appointment was one of the day that is left.
  const goTo = useCallback(
    (day: string) => set({ date: day === today ? undefined : day, ...(search.book ? { at: undefined } : {}) }, false),
    [set, today, search.book],
  )
  const go = useCallback((days: number) => goTo(addDays(date, days)), [goTo, date])
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
        ...(mayWrite ? [here('book', calendar.panel.book, 'b', () => bookAt({}))] : []),
        here('today', calendar.today, 't', () => goTo(today)),
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

  const panelTime = (moment: number) => timeText(new Date(moment), form.timeZone)
  const panelMoment = (moment: number) => {
    const day = dateIn(new Date(moment), form.timeZone)
    return day === today ? panelTime(moment) : `${dayText(day)} ${panelTime(moment)}`
  }
  const asking = entries.find(({ id }) => id === search.who)
  const openedEntry = entries.find(({ id }) => id === opened?.id)
  const panelStaff = view.by === 'user' && !view.isWeek ? staffOf(loaded, view.department) : loaded.staff
  return (
    <div className={classes['page']} ref={page}>
      <Top
        view={view}
        date={date}
        title={view.isWeek ? dateRangeText(view.dates[0]!, view.dates.at(-1)!) : longDayText(date)}
        staff={view.isWeek ? staffOf(loaded, view.department) : []}
        isCancelled={search.cancelled === true}
        onSet={set}
        onStep={(by) => go(by * step)}
        onToday={() => goTo(today)}
        onBook={mayWrite ? () => bookAt({}) : undefined}
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
        {search.book === true && mayWrite && error === undefined && chosen !== undefined && (
          <BookPanel
            chosen={chosen}
            date={date}
            staff={panelStaff}
            departments={departments}
            timeZone={form.timeZone}
            free={form.free}
            reason={form.reason}
            client={search.client}
            patient={search.patient}
            nameOf={nameOf}
            timeText={panelTime}
            momentText={panelMoment}
            placeOf={placeOf}
            refusal={form.refusal}
            onReason={form.chooseReason}
            onWho={({ client, patient }) => set({ client, patient })}
            onChange={form.change}
            onBooked={({ id }) => {
              form.close()
              setSelected(id)
            }}
            onClose={form.close}
          />
        )}
        {asking !== undefined && mayWrite && (
          <WhoPanel
            key={asking.id}
            entry={asking}
            onChoose={({ client, patients, name }) => {
              form.close()
              void moves.change({
                entry: asking,
                changes: { client, patients: [...patients], type: consultationType },
                said: text.calendar.clientSet(placeOf(asking.appointment), name),
                placeOf,
              })
            }}
            onClose={form.close}
          />
        )}
        {form.moving !== undefined && search.move !== undefined && mayWrite && chosen !== undefined && (
          <MovePanel
            entry={form.moving}
            chosen={chosen}
            date={date}
            staff={panelStaff}
            departments={departments}
            timeZone={form.timeZone}
            free={form.free}
            nameOf={nameOf}
            timeText={panelTime}
            momentText={panelMoment}
            refusal={form.refusal}
            onChange={form.change}
            onMove={(to, tells) => {
              form.close()
              if (form.moving !== undefined) place(form.moving, to, tells)
            }}
            onClose={form.close}
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
            page.current?.querySelector<HTMLElement>(`[data-entry="${openedEntry.id}"]`)?.focus()
          }}
        />
      )}
    </div>
  )
}

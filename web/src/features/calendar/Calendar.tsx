import { IconCalendarEvent } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { may, useMe } from '../../api/me.ts'
import { EmptyState, ErrorState, Skeleton, useIsSlow } from '../../shared/states.tsx'
import { dateRangeText, longDayText } from '../../format.ts'
import { useNow } from '../../shared/useNow.ts'
import { text } from '../../text/en.ts'
import classes from './Calendar.module.css'
import gridStyles from './Grid.module.css'
import { staffOf } from './columns.ts'
import { EntryMenu } from './EntryMenu.tsx'
import { Grid } from './Grid.tsx'
import { useMoves } from './moves.ts'
import { useOffers } from './offers.ts'
import { Panels } from './Panels.tsx'
import { Top } from './Top.tsx'
import { useCalendar } from './useCalendar.ts'
import { useCardFocus } from './useCardFocus.ts'
import { useEntryActions, usePageActions } from './useCalendarActions.ts'
import { useDays } from './useDays.ts'
import { useFocusAfterForm } from './useFocusAfterForm.ts'
import { useForm } from './useForm.ts'
import { usePicking } from './usePicking.ts'
import { usePlacing } from './usePlacing.ts'
import { useSetSearch } from './useSetSearch.ts'

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
  const set = useSetSearch()
  const { view, date, today, usual, departments, loaded, columns, reasons, isStarting, isLoading, error, retry } =
    useCalendar(me, now, search.cancelled === true)
  const isSlow = useIsSlow(isStarting || isLoading)
  const moves = useMoves()
  const mayWrite = may(me, 'General: Appointments', 'write')
  const [selected, setSelected] = useState<number>()
  const [opened, setOpened] = useState<{ id: number; box: DOMRect }>()
  const page = useRef<HTMLDivElement>(null)
  const { focusEntry, focusCard, take, onTaker } = useCardFocus(page)
  const focusAfterForm = useFocusAfterForm(page)
  const { timeZone } = view

  const placing = usePlacing({ me, loaded, departments, view, moves, page })
  const { nameOf, zoneOf, placeOf, judge } = placing
  const form = useForm({ me, date, today, usual, view, loaded, columns, reasons, zoneOf, judge, set })

  const { onDrop, onPick, bookAt, ignoreClick } = usePicking({ columns, placing, set })
  const entries = useMemo(() => columns.flatMap((column) => column.entries), [columns])
  const offersFor = useOffers({ me, now, today, timeZone, moves, placeOf, set })

  const { goTo, step, goToday } = useDays({ date, today, isWeek: view.isWeek, set })
  const book = useMemo(() => (mayWrite ? () => bookAt({}) : undefined), [mayWrite, bookAt])
  usePageActions({ view, isCancelled: search.cancelled === true, set, step, goToday, focusCard, book })
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
          <div className={gridStyles['scroller']}>{isSlow && <Waiting />}</div>
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
            ignoreClick()
            setOpened(undefined)
            focusEntry(openedEntry.id)
          }}
        />
      )}
    </div>
  )
}

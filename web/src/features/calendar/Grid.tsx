import { type MouseEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { clockText, hourText } from '../../format.ts'
import { text } from '../../text/en.ts'
import entryCard from './EntryCard.module.css'
import classes from './Grid.module.css'
import type { Judge } from './clashes.ts'
import type { Column, Entry } from './columns.ts'
import { axisOf, hoursOf, topOf } from './days.ts'
import type { Held, Place } from './hold-places.ts'
import { entryAt, useHold } from './hold.ts'
import { minuteMs, type Span } from './schedule.ts'
import { Callout } from './Callout.tsx'
import { DayColumn } from './DayColumn.tsx'
import { Ghost } from './Ghost.tsx'
import { Spoken } from './Spoken.tsx'

const [gutterPixels, narrowestPixels, labelPixels] = [56, 136, 18]
/** 80 pixels an hour; fingers need more. */
const scaleHere = () => (window.matchMedia('(pointer: coarse)').matches ? 112 : 80) / 60

const wallText = (wall: number) => hourText(new Date(wall * minuteMs), 'UTC')

type Props = {
  readonly columns: readonly Column[]
  readonly now: number
  readonly nameOf: (user: number) => string
  readonly mayWrite: boolean
  readonly judge: Judge
  /** The free times of a column, while a time is looked for. */
  readonly freeOf: ((column: Column) => readonly Span[]) | undefined
  /** Where the form would book, if a form is open. */
  readonly picked: (Place & { readonly name: string }) | undefined
  readonly onDrop: (entry: Entry, to: Place, kind: 'move' | 'length') => void
  readonly onPick: (place: { readonly column: number; readonly start: number; readonly end?: number }) => void
  readonly onOpen: (entry: Entry, box: DOMRect) => void
  readonly onSelect: (id: number) => void
  /** Told how to move an appointment with keys. */
  readonly onTaker: (take: (entry: Entry) => void) => void
}

/** The columns of a day or a week on one scale of hours. */
export const Grid = (shown: Props) => {
  const { columns, now, nameOf, mayWrite, judge, freeOf, picked, onDrop, onPick, onOpen, onSelect, onTaker } = shown
  const grid = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const scale = useMemo(scaleHere, [])
  const axis = useMemo(() => axisOf(columns.map(({ day }) => day)), [columns])
  const refusalOf = useCallback(
    ({ entry, to }: Held) => {
      const column = columns[to.column]
      return entry === undefined || column === undefined
        ? undefined
        : judge(entry, { start: to.start, end: to.end, user: column.user ?? entry.user, day: column.day })
    },
    [columns, judge],
  )
  const { held, take, putBack, drop, handlers } = useHold({
    columns,
    axis,
    scale,
    grid,
    scroller,
    isAllowed: mayWrite,
    refusalOf,
    onDrop,
    onPick,
  })
  useEffect(() => onTaker(take), [onTaker, take])
  const refusal = held === undefined ? undefined : refusalOf(held)
  const name = (held === undefined ? picked?.name : undefined) ?? text.calendar.book
  const placed = { columns, axis, scale }
  const lifted =
    held ?? (picked && ({ kind: 'book', by: 'pointer', entry: undefined, from: picked, to: picked } satisfies Held))
  const nowDay = columns.find(({ day }) => now >= day.start && now < day.end)?.day
  const nowTop = nowDay && topOf(axis, nowDay, now)
  const isUnderNow = (top: number) => nowTop !== undefined && Math.abs(top - nowTop) * scale < labelPixels
  useLayoutEffect(() => {
    const { day } = columns[0]!
    const opens = Math.min(
      ...columns.flatMap(({ working, entries }) => [...(working ?? []), ...entries]).map(({ start }) => start),
    )
    const morning = Number.isFinite(opens) ? topOf(axis, day, Math.max(opens, day.start)) % 1440 : 8 * 60
    scroller.current!.scrollTop = Math.max(0, Math.min(morning, 8 * 60) * scale - 10)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the page keeps its place from day to day
  }, [axis.minutes, scale])
  const focused = useRef<number>(undefined)
  useLayoutEffect(() => {
    const card = document.activeElement
    // The card now draws an appointment that nobody has chosen.
    if (card instanceof HTMLElement && 'entry' in card.dataset && Number(card.dataset['entry']) !== focused.current)
      card.blur()
  }, [columns])
  useLayoutEffect(() => {
    if (held?.by === 'keys')
      grid.current?.querySelector(`.${entryCard['ghost']}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [held])
  const open = (event: MouseEvent) => {
    const entry = entryAt(columns, event.target)
    if (entry === undefined) return
    event.preventDefault()
    onOpen(entry, (event.target as HTMLElement).closest('[data-entry]')!.getBoundingClientRect())
  }
  const template = {
    gridTemplateColumns: `${gutterPixels}px repeat(${columns.length}, minmax(0, 1fr))`,
    minWidth: gutterPixels + narrowestPixels * columns.length,
  }
  return (
    <div className={classes['scroller']} ref={scroller} tabIndex={0} role="region" aria-label={text.calendar.title}>
      <p className="unseen" aria-live="assertive">
        {held?.by === 'keys' && held.entry !== undefined && <Spoken held={held} columns={columns} refusal={refusal} />}
      </p>
      <div className={classes['heads']} style={template}>
        <span className={classes['corner']} />
        {columns.map(({ key, title, initials, site, note, day }) => (
          <div key={key} className={classes['head']} data-now={initials === '' && day === nowDay}>
            {initials !== '' && (
              <span className={classes['initials']} aria-hidden="true">
                {initials}
              </span>
            )}
            <span className={classes['titles']}>
              <span className={classes['title']}>{title}</span>
              {site !== '' && (
                <span className={classes['note']} title={site}>
                  {site}
                </span>
              )}
              <span className={classes['note']}>{note}</span>
            </span>
          </div>
        ))}
      </div>
      <div className={classes['body']} style={{ ...template, height: axis.minutes * scale }}>
        <div className={classes['gutter']} aria-hidden="true">
          {hoursOf(axis).map(({ top, wall }) => (
            <span key={top} style={{ top: top * scale }}>
              {top === 0 || isUnderNow(top) ? '' : wallText(wall)}
            </span>
          ))}
          {nowTop !== undefined && (
            <time className={classes['nowTime']} style={{ top: nowTop * scale }}>
              {clockText(new Date(now), nowDay!.timeZone)}
            </time>
          )}
        </div>
        {/* Keys reach the appointments themselves, and a time to book is also typed into the form. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
        <div
          className={classes['grid']}
          ref={grid}
          data-holding={held !== undefined}
          data-narrow={columns.length > 5}
          style={{ gridColumn: `span ${columns.length}`, backgroundSize: `100% ${60 * scale}px, 100% ${30 * scale}px` }}
          {...handlers}
          onClick={(event) => (entryAt(columns, event.target) === undefined ? handlers.onClick(event) : open(event))}
          onContextMenu={(event) => (held === undefined ? open(event) : event.preventDefault())}
          onFocus={({ target }) => {
            const entry = entryAt(columns, target)
            focused.current = entry?.id
            if (entry !== undefined) onSelect(entry.id)
          }}
        >
          {columns.map((column, place) => (
            <DayColumn
              key={column.key}
              column={column}
              place={place}
              axis={axis}
              scale={scale}
              now={now >= column.day.start && now < column.day.end ? now : undefined}
              nameOf={nameOf}
              free={freeOf?.(column)}
              held={held?.entry !== undefined && column.entries.includes(held.entry) ? held.entry.id : undefined}
              clash={refusal !== undefined && column.entries.includes(refusal.other) ? refusal.other.id : undefined}
            />
          ))}
          {lifted !== undefined && columns[lifted.to.column] !== undefined && (
            <Ghost {...placed} held={lifted} name={name} refusal={refusal} />
          )}
          {held !== undefined && refusal !== undefined && (
            <Callout {...placed} held={held} refusal={refusal} onTake={drop} onPutBack={putBack} />
          )}
        </div>
      </div>
    </div>
  )
}

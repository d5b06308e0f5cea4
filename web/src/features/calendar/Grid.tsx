import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { memo, type MouseEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { clockText, hourText, timeText } from '../../format.ts'
import { text } from '../../text/en.ts'
import classes from './Calendar.module.css'
import { clashText, type Judge, type Refusal } from './clashes.ts'
import type { Column, Entry } from './columns.ts'
import { type Axis, axisOf, hoursOf, skippedOf, topOf } from './days.ts'
import { type Box, EntryCard, styleOf } from './EntryCard.tsx'
import { entryAt, type Held, type Place, useHold } from './hold.ts'
import { cardsOf, lanesOf, minuteMs, offHours, type Span, stepMinutes } from './schedule.ts'

const [gutterPixels, narrowestPixels, labelPixels] = [56, 136, 18]
/** 80 pixels an hour; fingers need more. */
const scaleHere = () => (window.matchMedia('(pointer: coarse)').matches ? 112 : 80) / 60

/** Whether an appointment lies where the words of a time off would stand, at its beginning. */
const isOver = (entry: Span, off: Span) => entry.start < off.start + 30 * minuteMs && entry.end > off.start

const wallText = (wall: number) => hourText(new Date(wall * minuteMs), 'UTC')

const spanBox = (axis: Axis, { day }: Column, scale: number, { start, end }: Span) => {
  const [from, to] = [Math.max(start, day.start), Math.min(end, day.end)]
  const top = topOf(axis, day, from)
  // The end of a day is the end of the axis, not its beginning.
  const bottom = to === day.end ? axis.minutes : topOf(axis, day, to)
  return { top: top * scale, height: Math.max(bottom - top, stepMinutes) * scale }
}

/** The appointments of a column, those that overlap side by side. */
const boxesOf = (axis: Axis, column: Column, scale: number): readonly Box[] => {
  const boxes = column.entries.map((entry) => spanBox(axis, column, scale, entry))
  const lanes = lanesOf(boxes.map(({ top, height }) => ({ top, bottom: top + height })))
  return boxes.map((box, index) => ({ ...box, ...lanes[index]! }))
}

const offText = ({ start, end }: Span, { day }: Column) => {
  const at = (moment: number) => timeText(new Date(moment), day.timeZone)
  if (start === day.start && end === day.end) return text.calendar.off
  if (start === day.start) return text.calendar.offUntil(at(end))
  return end === day.end ? text.calendar.offFrom(at(start)) : text.calendar.break
}

type ColumnShown = {
  readonly column: Column
  readonly place: number
  readonly axis: Axis
  readonly scale: number
  /** The minute, for those who are late; undefined on other days. */
  readonly now: number | undefined
  readonly nameOf: (user: number) => string
  readonly free: readonly Span[] | undefined
  readonly held: number | undefined
  readonly clash: number | undefined
}

/** Which card draws which appointment. Another day is drawn with the cards that are there. */
const useCards = (entries: readonly Entry[]) => {
  const [drawn, setDrawn] = useState(() => ({ entries, cards: cardsOf(new Map(), entries) }))
  if (drawn.entries === entries) return drawn.cards
  const cards = cardsOf(drawn.cards, entries)
  setDrawn({ entries, cards })
  return cards
}

const DayColumn = memo(({ column, place, axis, scale, now, nameOf, free, held, clash }: ColumnShown) => {
  const { day, entries, working, user } = column
  const boxes = useMemo(() => boxesOf(axis, column, scale), [axis, column, scale])
  const cards = useCards(entries)
  const skipped = skippedOf(axis, day)
  return (
    <div
      className={classes['column']}
      role="group"
      aria-label={`${column.title}, ${column.note}`}
      data-place={place}
      tabIndex={-1}
    >
      {working !== undefined &&
        offHours(day, working).map((span) => (
          <div key={span.start} className={classes['off']} style={spanBox(axis, column, scale, span)}>
            {!entries.some((entry) => isOver(entry, span)) && <span>{offText(span, column)}</span>}
          </div>
        ))}
      {skipped !== undefined && (
        <div
          className={classes['off']}
          style={{ top: skipped.top * scale, height: (skipped.bottom - skipped.top) * scale }}
        >
          <span>{text.calendar.skipped}</span>
        </div>
      )}
      {free?.map((span) => (
        <div key={span.start} className={classes['free']} style={spanBox(axis, column, scale, span)} />
      ))}
      {now !== undefined && <div className={classes['now']} style={{ top: topOf(axis, day, now) * scale }} />}
      {entries.map((entry, index) => (
        <EntryCard
          key={cards.get(entry.id)}
          entry={entry}
          box={boxes[index]!}
          timeZone={day.timeZone}
          late={now !== undefined && entry.isExpected ? Math.max(0, Math.floor((now - entry.start) / minuteMs)) : 0}
          person={nameOf(entry.user)}
          isNamed={user === undefined}
          state={held === entry.id ? 'held' : clash === entry.id ? 'clash' : undefined}
        />
      ))}
    </div>
  )
})

type Placed = { readonly held: Held; readonly columns: readonly Column[]; readonly axis: Axis; readonly scale: number }
type Lifted = Placed & { readonly name: string; readonly refusal: Refusal | undefined }

/** What is held, where it would be dropped; or what the form would book. */
const Ghost = ({ held, name, columns, axis, scale, refusal }: Lifted) => {
  const { entry, to, from, kind } = held
  const count = columns.length
  const column = columns[to.column]!
  const at = (moment: number) => timeText(new Date(moment), column.day.timeZone)
  const box = spanBox(axis, column, scale, to)
  return (
    <div
      className={classes['lift']}
      style={{ insetInlineStart: `${(100 * to.column) / count}%`, width: `${100 / count}%` }}
    >
      <div
        className={classes['ghost']}
        data-refused={refusal !== undefined}
        data-kind={kind}
        style={styleOf({ ...box, lane: 0, lanes: 1 })}
      >
        <span className={classes['line']}>
          {refusal !== undefined && <IconAlertTriangleFilled size={14} aria-hidden="true" />}
          <strong className={classes['name']}>{entry?.name ?? name}</strong>
          <span className={classes['rest']} />
          <time>{kind === 'move' ? at(to.start) : `${at(to.start)}–${at(to.end)}`}</time>
        </span>
        {box.height >= 34 && entry !== undefined && (
          <span className={classes['what']}>
            {kind === 'move' ? `${at(from.start)} → ${at(to.start)}` : `${at(from.end)} → ${at(to.end)}`}
          </span>
        )}
      </div>
      {refusal?.nearest !== undefined && (
        <div
          className={classes['instead']}
          style={styleOf({ ...spanBox(axis, column, scale, refusal.nearest), lane: 0, lanes: 1 })}
        >
          <span>{text.calendar.freeTime(at(refusal.nearest.start), at(refusal.nearest.end))}</span>
          <KeyCap keys="Enter" />
        </div>
      )}
    </div>
  )
}

type Refused = Placed & {
  readonly refusal: Refusal
  readonly onTake: (span: Span) => void
  readonly onPutBack: () => void
}

const Callout = ({ held, columns, axis, scale, refusal, onTake, onPutBack }: Refused) => {
  const { to, from, entry } = held
  const column = columns[to.column]!
  const at = (moment: number) => timeText(new Date(moment), column.day.timeZone)
  const named = ({ column: index, start }: Place) =>
    [at(start), from.column === to.column ? '' : columns[index]!.title].filter(Boolean).join(' ')
  const count = columns.length
  const isLeft = to.column >= count / 2
  const side = `calc(${(100 * (isLeft ? count - to.column : to.column + 1)) / count}% + 4px)`
  const { top } = spanBox(axis, column, scale, to)
  const { nearest } = refusal
  return (
    <div
      className={classes['callout']}
      style={{ top: Math.max(top - 36, 0), ...(isLeft ? { insetInlineEnd: side } : { insetInlineStart: side }) }}
    >
      <p className={classes['calloutTitle']}>
        <IconAlertTriangleFilled size={18} aria-hidden="true" />
        {clashText(refusal, at)}
      </p>
      <p>
        {text.calendar.clash.way(entry?.name ?? '', named(from))} <s>{named(to)}</s>.{' '}
        {text.calendar.clash.drop(at(from.start))}
      </p>
      <div>
        {nearest === undefined ? (
          <span>{text.calendar.clash.none}</span>
        ) : (
          <button type="button" onClick={() => onTake(nearest)}>
            {text.calendar.clash.nearest}{' '}
            <strong>
              {at(nearest.start)} {refusal.person}
            </strong>
            <KeyCap keys="Enter" />
          </button>
        )}
        <button type="button" onClick={onPutBack}>
          <KeyCap keys="Escape" /> {text.calendar.clash.putBack}
        </button>
      </div>
    </div>
  )
}

type Shown = {
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
export const Grid = (shown: Shown) => {
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
      grid.current?.querySelector(`.${classes['ghost']}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
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

/** What is happening, for whoever cannot see it. */
const Spoken = ({ held, columns, refusal }: Pick<Lifted, 'held' | 'columns' | 'refusal'>) => {
  const column = columns[held.to.column]!
  const at = (moment: number) => timeText(new Date(moment), column.day.timeZone)
  const place = `${at(held.to.start)}–${at(held.to.end)}, ${column.title}`
  if (held.to === held.from) return text.calendar.moving.started(held.entry?.name ?? '', place)
  if (refusal === undefined) return place
  const message = clashText(refusal, at)
  return text.calendar.moving.clash(
    `${place}: ${message}`,
    refusal.nearest === undefined
      ? text.calendar.clash.none
      : text.calendar.moving.enterTakes(at(refusal.nearest.start)),
  )
}

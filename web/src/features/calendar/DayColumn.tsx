import { memo, useMemo, useState } from 'react'
import { timeText } from '../../format.ts'
import { text } from '../../text/en.ts'
import classes from './Grid.module.css'
import type { Column, Entry } from './columns.ts'
import { type Axis, skippedOf, topOf } from './days.ts'
import { EntryCard } from './EntryCard.tsx'
import { cardsOf, minuteMs, offHours, type Span } from './schedule.ts'
import { boxesOf, spanBox } from './boxes.ts'

/** Whether an appointment lies where the words of a time off would stand, at its beginning. */
const isOver = (entry: Span, off: Span) => entry.start < off.start + 30 * minuteMs && entry.end > off.start

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

/** The appointments and free hours of a column. */
export const DayColumn = memo(({ column, place, axis, scale, now, nameOf, free, held, clash }: ColumnShown) => {
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

import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { timeText } from '../../format.ts'
import { text } from '../../text/en.ts'
import classes from './Callout.module.css'
import { clashText, type Refusal } from './clashes.ts'
import type { Place } from './hold-places.ts'
import type { Span } from './schedule.ts'
import type { Placed } from './Ghost.tsx'
import { spanBox } from './boxes.ts'

type Refused = Placed & {
  readonly refusal: Refusal
  readonly onTake: (span: Span) => void
  readonly onPutBack: () => void
}

/** Why the time cannot be had, beside where the card would be dropped. */
export const Callout = ({ held, columns, axis, scale, refusal, onTake, onPutBack }: Refused) => {
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

import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { timeText } from '../../format.ts'
import { text } from '../../text/en.ts'
import classes from './EntryCard.module.css'
import type { Refusal } from './clashes.ts'
import type { Column } from './columns.ts'
import type { Axis } from './days.ts'
import { styleOf } from './EntryCard.tsx'
import type { Held } from './hold-places.ts'
import { spanBox } from './boxes.ts'

export type Placed = {
  readonly held: Held
  readonly columns: readonly Column[]
  readonly axis: Axis
  readonly scale: number
}
export type Lifted = Placed & { readonly name: string; readonly refusal: Refusal | undefined }

/** What is held, where it would be dropped; or what the form would book. */
export const Ghost = ({ held, name, columns, axis, scale, refusal }: Lifted) => {
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

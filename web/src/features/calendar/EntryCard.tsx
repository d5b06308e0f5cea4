import { IconAlertTriangle, IconAlertTriangleFilled, IconBan } from '@tabler/icons-react'
import { memo } from 'react'
import { timeText } from '../../format.ts'
import { StatusGlyph } from '../../shared/StatusGlyph.tsx'
import { text } from '../../text/en.ts'
import classes from './EntryCard.module.css'
import type { Entry } from './columns.ts'

/** Where a card is in its column: pixels from the top, shares of its width. */
export type Box = { readonly top: number; readonly height: number; readonly lane: number; readonly lanes: number }

export const styleOf = ({ top, height, lane, lanes }: Box) => ({
  top: top + 1,
  height: height - 2,
  insetInlineStart: `calc(${(100 * lane) / lanes}% + 5px)`,
  width: `calc(${100 / lanes}% - ${lanes === 1 ? 13 : 8}px)`,
})

/** How many lines a card of this height has. */
const linesOf = (height: number) => (height < 34 ? 1 : height < 54 ? 2 : 3)

const Glyph = ({ entry, isLate }: { readonly entry: Entry; readonly isLate: boolean }) => {
  if (isLate) return <IconAlertTriangleFilled size={14} aria-hidden="true" />
  if (entry.stage === 'cancelled') return <IconBan size={14} aria-hidden="true" />
  return <StatusGlyph name={entry.stage} />
}

type Props = {
  readonly entry: Entry
  readonly box: Box
  readonly timeZone: string
  /** Minutes since it should have begun, for somebody who has not come; 0 otherwise. */
  readonly late: number
  readonly person: string
  /** Names the person where the column is not theirs. */
  readonly isNamed: boolean
  readonly state: 'held' | 'clash' | undefined
}

/** An appointment. It is a button that opens what can be done with it, and it can be dragged. */
export const EntryCard = memo(({ entry, box, timeZone, late, person, isNamed, state }: Props) => {
  const { id, name, client, fullClient, what, stage, alert } = entry
  const time = timeText(new Date(entry.start), timeZone)
  const lines = linesOf(box.height)
  const said = late > 0 ? text.calendar.late(late) : what
  const context = isNamed ? [client, person].filter(Boolean).join(' · ') : client
  return (
    <button
      type="button"
      className={classes['card']}
      data-entry={id}
      data-stage={late > 0 ? 'late' : stage}
      data-state={state}
      data-lines={lines}
      style={styleOf(box)}
      title={[`${name}${fullClient === '' ? '' : `, ${fullClient}`}`, what].filter(Boolean).join('\n')}
      aria-haspopup="menu"
    >
      <span className={classes['line']}>
        <Glyph entry={entry} isLate={late > 0} />
        <strong className={classes['name']}>{name}</strong>{' '}
        {alert && <IconAlertTriangle className={classes['alert']} size={14} aria-hidden="true" />}
        <span className={classes['rest']}>{lines === 1 ? said : lines === 2 ? context : ''}</span>
        <time>{time}</time>
      </span>
      {lines > 1 && <span className={classes['what']}>{said}</span>}
      {lines > 2 && <span className={classes['context']}>{context}</span>}
      <span className="unseen">
        {' '}
        {text.calendar.personAndStage(isNamed ? '' : person, text.calendar.stages[late > 0 ? 'expected' : stage])}
      </span>
      <span className={classes['edge']} data-edge />
    </button>
  )
})

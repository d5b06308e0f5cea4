import type { Reason } from '../../api/records.ts'
import { text } from '../../text/en.ts'
import classes from './Panel.module.css'

const maxChips = 12

type Props = {
  readonly reasons: readonly Reason[]
  readonly chosen: number | undefined
  readonly onChoose: (reason: number | undefined) => void
}

/** Why the client comes: a few reasons at once, many in a list. */
export const Reasons = ({ reasons, chosen, onChoose }: Props) => {
  if (reasons.length === 0) return null
  if (reasons.length > maxChips)
    return (
      <label className={classes['field']}>
        <span>{text.calendar.panel.reason}</span>
        <select
          value={chosen ?? ''}
          onChange={({ target }) => onChoose(target.value === '' ? undefined : Number(target.value))}
        >
          <option value="">{text.calendar.panel.noReason}</option>
          {reasons.map(({ id, name, duration }) => (
            <option key={id} value={id}>
              {name} · {text.calendar.panel.minutes(duration)}
            </option>
          ))}
        </select>
      </label>
    )
  return (
    <fieldset className={classes['field']}>
      <legend>{text.calendar.panel.reason}</legend>
      <div className={classes['chips']}>
        {reasons.map(({ id, name, duration }) => (
          <label key={id} className={classes['chip']}>
            <input type="radio" name="reason" checked={chosen === id} onChange={() => onChoose(id)} />
            <span>
              {name} <small>{text.calendar.panel.minutes(duration)}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

import { dayText } from '../../format.ts'
import { text } from '../../text/en.ts'
import classes from './Panel.module.css'
import type { FreeTime } from '../../api/appointment.ts'
import type { Chosen } from './times.ts'

type Props = {
  readonly free: readonly FreeTime[] | undefined
  readonly date: string
  readonly chosen: Chosen
  readonly nameOf: (user: number) => string
  readonly timeText: (moment: number) => string
  readonly onChange: (changes: Partial<Chosen>) => void
}

/** When somebody has time on the day that is shown, each to be taken with one click. */
export const FreeTimes = ({ free, date, chosen, nameOf, timeText, onChange }: Props) =>
  free === undefined ? null : (
    <fieldset className={classes['field']}>
      <legend>{text.calendar.panel.free(dayText(date))}</legend>
      {free.length === 0 ? (
        <span className={classes['hint']}>{text.calendar.panel.noFree}</span>
      ) : (
        <div className={classes['chips']}>
          {free.map(({ user, start, department }) => (
            <label key={`${user} ${start} ${department}`} className={classes['chip']}>
              <input
                type="radio"
                name="free"
                checked={chosen.start === start && chosen.user === user}
                onChange={() => onChange({ start, user, department })}
              />
              <span>
                <time>{timeText(start)}</time> <small>{nameOf(user)}</small>
              </span>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  )

import { Weekday } from '@fetlock/sdk'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { addDays, weekdayText } from '../../../format.ts'
import form from '../../../shared/form.module.css'
import type { Problems } from '../../../shared/problems.tsx'
import { TimeField } from '../../../shared/TimeField.tsx'
import { settingsText } from '../../../text/en-settings.ts'
import { type DayDraft, fieldId, type Row, weekdaysId, withAnother } from './day-draft.ts'
import classes from './Shifts.module.css'
import { mondayOf } from './week.ts'

type Props = {
  readonly draft: DayDraft
  readonly date: string
  readonly problems: Problems
  readonly onChange: (draft: DayDraft) => void
}

const weekdays = Object.values(Weekday)

/** The weekdays that get the same shifts. */
const Weekdays = ({ draft, date, problems, onChange }: Props) => {
  const words = settingsText.shifts.day
  return (
    <fieldset className={form['group']} data-wrong={problems[weekdaysId] !== undefined}>
      <legend className={form['legend']}>{words.weekdays}</legend>
      {problems[weekdaysId] !== undefined && <p className={form['problem']}>{problems[weekdaysId]}</p>}
      <div className={classes['weekdays']}>
        {weekdays.map((weekday, at) => (
          <label key={weekday}>
            <input
              type="checkbox"
              id={at === 0 ? weekdaysId : undefined}
              checked={draft.weekdays.includes(weekday)}
              onChange={({ target }) =>
                onChange({
                  ...draft,
                  weekdays: target.checked
                    ? [...draft.weekdays, weekday]
                    : draft.weekdays.filter((one) => one !== weekday),
                })
              }
            />
            {weekdayText(addDays(mondayOf(date), weekday - 1), 'short')}
          </label>
        ))}
      </div>
      <p className={classes['quiet']}>{words.weekdaysHint}</p>
    </fieldset>
  )
}

/** The shifts of a day or of weekdays: from when to when each of them goes. */
export const ShiftRows = (props: Props) => {
  const { draft, problems, onChange } = props
  const words = settingsText.shifts.day
  const adding = useRef<HTMLButtonElement>(null)
  const add = () => {
    const next = withAnother(draft)
    flushSync(() => onChange(next))
    document.getElementById(fieldId('from', next.rows.at(-1)!.key))?.focus()
  }
  const remove = (key: number) => {
    onChange({ ...draft, rows: draft.rows.filter((row) => row.key !== key) })
    adding.current?.focus()
  }
  const set = (key: number, times: Partial<Row>) =>
    onChange({ ...draft, rows: draft.rows.map((row) => (row.key === key ? { ...row, ...times } : row)) })
  return (
    <>
      {draft.kind === 'weekly' && <Weekdays {...props} />}
      <ul className={classes['rows']}>
        {draft.rows.map(({ key, start, end }, at) => (
          <li key={key}>
            <TimeField
              id={fieldId('from', key)}
              label={words.from(at + 1)}
              value={start}
              problem={problems[fieldId('from', key)]}
              unreadable={words.needTime}
              onChange={(time) => set(key, { start: time })}
            />
            <TimeField
              id={fieldId('to', key)}
              label={words.to(at + 1)}
              value={end}
              problem={problems[fieldId('to', key)]}
              unreadable={words.needTime}
              onChange={(time) => set(key, { end: time })}
            />
            <button type="button" className="icon-button" aria-label={words.remove(at + 1)} onClick={() => remove(key)}>
              <IconTrash size={18} stroke={1.6} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {draft.rows.length === 0 && (
        <p className={classes['quiet']}>{draft.kind === 'weekly' ? words.noneWeekly : words.noneLeft}</p>
      )}
      <button ref={adding} type="button" className={`button ${classes['add']}`} onClick={add}>
        <IconPlus size={16} stroke={1.6} aria-hidden="true" /> {words.add}
      </button>
    </>
  )
}

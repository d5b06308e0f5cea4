import { type Department, idOf, nameOfUser, type User } from '../../api/records.ts'
import { text } from '../../text/en.ts'
import classes from './Panel.module.css'
import { dayIn, momentOfTime, timeOf } from './days.ts'
import { minuteMs } from './schedule.ts'
import { dateIn } from '../../format.ts'

/** When, how long, with whom and where. */
export type Chosen = {
  readonly start: number | undefined
  readonly minutes: number
  readonly user: number | undefined
  readonly department: number
}

export type FieldName = 'who' | 'caller' | 'person' | 'time' | 'length'
export type FieldErrors = Readonly<Partial<Record<FieldName, string>>>

type Shown = {
  readonly chosen: Chosen
  readonly date: string
  readonly staff: readonly User[]
  readonly departments: readonly Department[]
  readonly timeZone: string
  readonly errors: FieldErrors
  readonly onChange: (changes: Partial<Chosen> & { readonly date?: string }) => void
}

export const ErrorLine = ({ name, errors }: { readonly name: FieldName; readonly errors: FieldErrors }) =>
  errors[name] === undefined ? null : (
    <span className={classes['error']} id={`error-${name}`}>
      {errors[name]}
    </span>
  )

export const errorProps = (name: FieldName, errors: FieldErrors) =>
  errors[name] === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `error-${name}` }

export const TimeFields = ({ chosen, date, staff, departments, timeZone, errors, onChange }: Shown) => {
  const { start, minutes, user, department } = chosen
  const shownDate = start === undefined ? date : dateIn(new Date(start), timeZone)
  const time = start === undefined ? '' : timeOf(start, { timeZone })
  return (
    <>
      <div className={classes['row']}>
        <label className={classes['field']}>
          <span>{text.calendar.panel.date}</span>
          <input
            id="field-date"
            type="date"
            value={shownDate}
            onChange={({ target }) => {
              if (target.value === '') return
              onChange({
                date: target.value,
                ...(start === undefined ? {} : { start: momentOfTime(dayIn(target.value, timeZone), time) }),
              })
            }}
          />
        </label>
        <label className={classes['field']}>
          <span>{text.calendar.panel.time}</span>
          <input
            id="field-time"
            type="time"
            step={300}
            value={time}
            {...errorProps('time', errors)}
            onChange={({ target }) =>
              target.value !== '' && onChange({ start: momentOfTime(dayIn(shownDate, timeZone), target.value) })
            }
          />
          <ErrorLine name="time" errors={errors} />
        </label>
        <label className={classes['field']}>
          <span>{text.calendar.panel.length}</span>
          <input
            id="field-length"
            type="number"
            min={5}
            max={1440}
            step={5}
            value={minutes || ''}
            {...errorProps('length', errors)}
            onChange={({ target }) => onChange({ minutes: Number(target.value) })}
          />
          <ErrorLine name="length" errors={errors} />
        </label>
      </div>
      <label className={classes['field']}>
        <span>{text.calendar.panel.person}</span>
        <select
          id="field-person"
          value={user ?? ''}
          {...errorProps('person', errors)}
          onChange={({ target }) => onChange({ user: target.value === '' ? undefined : Number(target.value) })}
        >
          {user === undefined && <option value="">{text.calendar.panel.choosePerson}</option>}
          {staff.map((person) => (
            <option key={person.url} value={idOf(person.url)}>
              {nameOfUser(person)}
            </option>
          ))}
        </select>
        <ErrorLine name="person" errors={errors} />
      </label>
      {departments.length > 1 && (
        <label className={classes['field']}>
          <span>{text.calendar.panel.department}</span>
          <select value={department} onChange={({ target }) => onChange({ department: Number(target.value) })}>
            {departments.map(({ url, name }) => (
              <option key={url} value={idOf(url)}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  )
}

/** What is missing of the time, in the order of the fields. */
export const timeErrors = ({ start, minutes, user }: Chosen): FieldErrors => ({
  ...(start === undefined ? { time: text.calendar.panel.errors.time } : {}),
  ...(minutes >= 5 && minutes <= 1440 ? {} : { length: text.calendar.panel.errors.length }),
  ...(user === undefined ? { person: text.calendar.panel.errors.person } : {}),
})

export const spanOf = ({ start, minutes }: Chosen) =>
  start === undefined ? undefined : { start, end: start + minutes * minuteMs }

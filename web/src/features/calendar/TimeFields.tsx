import { idOf, nameOfUser } from '../../api/records.ts'
import { dateIn } from '../../format.ts'
import { DateField } from '../../shared/DateField.tsx'
import { TimeField } from '../../shared/TimeField.tsx'
import { text } from '../../text/en.ts'
import { timeOf } from './days.ts'
import { ErrorLine, errorProps, type FieldErrors } from './field-errors.tsx'
import { FreeTimes } from './FreeTimes.tsx'
import { ClashWarning } from './Panel.tsx'
import classes from './Panel.module.css'
import type { Times } from './times.ts'

type Props = { readonly times: Times; readonly errors: FieldErrors }

const WhenFields = ({ times, errors }: Props) => {
  const { chosen, date, today, timeZone, onChange } = times
  const { start, minutes } = chosen
  const shownDate = start === undefined ? date : dateIn(new Date(start), timeZone)
  const time = start === undefined ? '' : timeOf(start, { timeZone })
  return (
    <div className={classes['row']}>
      <DateField
        id="field-date"
        label={text.calendar.panel.date}
        value={shownDate}
        today={today}
        onChange={(day) => onChange({ date: day })}
      />
      <TimeField
        id="field-time"
        label={text.calendar.panel.time}
        value={time}
        problem={errors.time}
        unreadable={text.calendar.panel.errors.time}
        onChange={(typed) => onChange({ time: typed })}
      />
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
  )
}

const PersonField = ({ times, errors }: Props) => {
  const { chosen, staff, nameOf, onChange } = times
  const isListed = chosen.user === undefined || staff.some(({ url }) => idOf(url) === chosen.user)
  return (
    <label className={classes['field']}>
      <span>{text.calendar.panel.person}</span>
      <select
        id="field-person"
        value={chosen.user ?? ''}
        {...errorProps('person', errors)}
        onChange={({ target }) => onChange({ user: target.value === '' ? undefined : Number(target.value) })}
      >
        {chosen.user === undefined && <option value="">{text.calendar.panel.choosePerson}</option>}
        {/* Whoever an appointment is with may work in another department than the one that is shown. */}
        {!isListed && <option value={chosen.user}>{nameOf(chosen.user)}</option>}
        {staff.map((person) => (
          <option key={person.url} value={idOf(person.url)}>
            {nameOfUser(person)}
          </option>
        ))}
      </select>
      <ErrorLine name="person" errors={errors} />
    </label>
  )
}

const DepartmentField = ({ times, errors }: Props) => {
  const { chosen, departments, nameOf, onChange } = times
  if (departments.length < 2) return null
  const isAsked = chosen.department === undefined
  return (
    <label className={classes['field']}>
      <span>{text.calendar.panel.department}</span>
      <select
        id="field-department"
        data-first={isAsked ? true : undefined}
        value={chosen.department ?? ''}
        {...errorProps('department', isAsked ? errors : {})}
        onChange={({ target }) => target.value !== '' && onChange({ department: Number(target.value) })}
      >
        {isAsked && <option value="">{text.calendar.panel.chooseDepartment}</option>}
        {departments.map(({ url, name }) => (
          <option key={url} value={idOf(url)}>
            {name}
          </option>
        ))}
      </select>
      {isAsked && chosen.user !== undefined && (
        <span className={classes['hint']}>{text.calendar.panel.placeUnknown(nameOf(chosen.user))}</span>
      )}
      {isAsked && <ErrorLine name="department" errors={errors} />}
    </label>
  )
}

/** When, with whom and where, with what stands in the way and what is free. */
export const TimeFields = ({ times, errors }: Props) => {
  const { refusal, timeText, onChange } = times
  return (
    <>
      <WhenFields times={times} errors={errors} />
      <PersonField times={times} errors={errors} />
      <DepartmentField times={times} errors={errors} />
      <ClashWarning refusal={refusal} timeText={timeText} onTake={(start) => onChange({ start })} />
      <FreeTimes {...times} />
    </>
  )
}

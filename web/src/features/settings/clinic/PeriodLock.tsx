import { useId } from 'react'
import { calendarDateText, dateIn, monthText } from '../../../format.ts'
import { DateField } from '../../../shared/DateField.tsx'
import { Field, problemOf } from '../../../shared/form.tsx'
import shared from '../../../shared/form.module.css'
import { settingsText } from '../../../text/en-settings.ts'
import head from '../form/form.module.css'
import type { SettingsForm } from '../form/useSettingsForm.ts'
import classes from './PeriodLock.module.css'
import { nextLock } from './period-lock.ts'

export const lockFields = {
  date: 'financial_period_lock_date',
  automatic: 'automatic_financial_period_lock_enabled',
  day: 'automatic_financial_period_lock_monthday',
} as const

/** What is closed and when the next month will be, of what is typed. */
const Said = ({ form, today }: { readonly form: SettingsForm; readonly today: string }) => {
  const open = String(form.valueOf(lockFields.date))
  const next = nextLock(
    {
      open,
      isAutomatic: form.valueOf(lockFields.automatic) === true,
      monthday: Number(form.valueOf(lockFields.day)) || 1,
    },
    today,
  )
  return (
    <p className={classes['said']}>
      <strong>
        {open === '' ? settingsText.clinic.lock.open : settingsText.clinic.lock.closed(calendarDateText(open))}
      </strong>{' '}
      {next === undefined
        ? settingsText.clinic.lock.byHand
        : settingsText.clinic.lock.next(calendarDateText(next.day), monthText(next.closes))}
    </p>
  )
}

type Props = { readonly form: SettingsForm; readonly timeZone: string }

/** Until when the books are closed, and whether that moves by itself. */
export const PeriodLock = ({ form, timeZone }: Props) => {
  const name = useId()
  const today = dateIn(new Date(), timeZone)
  const isAutomatic = form.valueOf(lockFields.automatic) === true
  const choose = (automatic: boolean) => {
    form.change(lockFields.automatic, automatic)
    // The date is the service's own while it moves by itself.
    if (automatic) form.forget(lockFields.date)
  }
  const dayId = form.idOf(lockFields.day)
  const closed = String(form.valueOf(lockFields.date))
  return (
    <section>
      <div className={head['head']}>
        <h2>{settingsText.clinic.sections.lock}</h2>
      </div>
      <Said form={form} today={today} />
      <fieldset className={classes['ways']}>
        <legend className="unseen">{settingsText.clinic.lock.title}</legend>
        <div>
          <label>
            <input type="radio" name={name} checked={isAutomatic} onChange={() => choose(true)} />
            {settingsText.clinic.lock.automatic}
          </label>
          <input
            id={dayId}
            type="text"
            inputMode="numeric"
            maxLength={2}
            aria-label={settingsText.clinic.lock.day}
            className={`${shared['input']} ${classes['day']}`}
            disabled={!isAutomatic}
            value={String(form.valueOf(lockFields.day))}
            onChange={({ target }) =>
              form.change(lockFields.day, /^\d+$/.test(target.value) ? Number(target.value) : target.value)
            }
            {...problemOf(dayId, form.problems)}
          />
          <span>{settingsText.clinic.lock.ofMonth}</span>
        </div>
        {form.problems[dayId] !== undefined && (
          <p id={`${dayId}-problem`} className={shared['problem']}>
            {form.problems[dayId]}
          </p>
        )}
        <label>
          <input type="radio" name={name} checked={!isAutomatic} onChange={() => choose(false)} />
          {settingsText.clinic.lock.manual}
        </label>
        <div className={classes['date']}>
          {isAutomatic ? (
            <Field id={form.idOf(lockFields.date)} label={settingsText.clinic.lock.earliest} problems={form.problems}>
              <input
                id={form.idOf(lockFields.date)}
                type="text"
                className={shared['input']}
                readOnly
                aria-readonly
                value={closed === '' ? '' : calendarDateText(closed)}
              />
            </Field>
          ) : (
            <DateField
              id={form.idOf(lockFields.date)}
              label={settingsText.clinic.lock.earliest}
              value={closed}
              today={today}
              onChange={(date) => form.change(lockFields.date, date === '' ? null : date)}
            />
          )}
        </div>
      </fieldset>
    </section>
  )
}

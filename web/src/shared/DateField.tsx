import { IconCalendar } from '@tabler/icons-react'
import { currentLocale, fixedDateText } from '../format.ts'
import { text } from '../text/en.ts'
import { typedDate } from './dates.ts'
import classes from './DateField.module.css'
import { DatePicker } from './DatePicker.tsx'
import { useTypedField } from './typed-field.ts'

type Props = {
  readonly id: string
  readonly label: string
  /** Such as 2026-11-16; empty for none. */
  readonly value: string
  readonly today: string
  readonly onChange: (date: string) => void
  /** What is wrong, by the form. */
  readonly problem?: string | undefined
  readonly isOptional?: boolean
  /** With its label beside it, as in a bar. */
  readonly isInline?: boolean
}

/** A date, typed as people do or chosen in a month. */
export const DateField = ({ id, label, value, today, onChange, problem, isOptional, isInline }: Props) => {
  const { input, isWrong } = useTypedField({
    value,
    shown: fixedDateText,
    read: (typed) => typedDate(typed, today, currentLocale()),
    isComplete: (typed) => /\d{4}-\d\d-\d\d$|\D\d{4}$/.test(typed),
    isOptional,
    onChange,
  })
  const said = isWrong ? text.dates.unreadable(fixedDateText(`${today.slice(0, 4)}-12-24`)) : problem
  return (
    <div className={classes['field']} data-inline={isInline}>
      <label htmlFor={id}>{label}</label>
      <span className={classes['withButton']}>
        <input
          id={id}
          type="text"
          autoComplete="off"
          maxLength={24}
          className={classes['input']}
          aria-invalid={said === undefined ? undefined : true}
          aria-describedby={said === undefined ? undefined : `error-${id}`}
          onFocus={({ target }) => target.select()}
          {...input}
        />
        <DatePicker date={value || today} today={today} className={classes['button'] ?? ''} onChoose={onChange}>
          <span className="unseen">{text.dates.choose}</span>
          <IconCalendar size={16} stroke={1.6} aria-hidden="true" />
        </DatePicker>
      </span>
      {said !== undefined && (
        <span className={classes['error']} id={`error-${id}`}>
          {said}
        </span>
      )}
    </div>
  )
}

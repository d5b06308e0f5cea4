import { IconCalendar } from '@tabler/icons-react'
import { fixedDateText } from '../format.ts'
import { text } from '../text/en.ts'
import { typedDate } from './dates.ts'
import classes from './DateField.module.css'
import { DatePicker } from './DatePicker.tsx'
import { useTypedField } from './typed-field.ts'

type Shown = {
  readonly id: string
  readonly label: string
  /** Such as 2026-11-16. */
  readonly value: string
  readonly today: string
  readonly onChange: (date: string) => void
}

/** A date, typed as people do or chosen in a month. */
export const DateField = ({ id, label, value, today, onChange }: Shown) => {
  const { input, isWrong } = useTypedField({
    value,
    shown: fixedDateText,
    read: (typed) => typedDate(typed, today, navigator.language),
    isComplete: (typed) => /\d{4}-\d\d-\d\d$|\D\d{4}$/.test(typed),
    onChange,
  })
  return (
    <div className={classes['field']}>
      <label htmlFor={id}>{label}</label>
      <span className={classes['withButton']}>
        <input
          id={id}
          type="text"
          autoComplete="off"
          maxLength={24}
          className={classes['input']}
          aria-invalid={isWrong ? true : undefined}
          aria-describedby={isWrong ? `error-${id}` : undefined}
          onFocus={({ target }) => target.select()}
          {...input}
        />
        <DatePicker date={value} today={today} className={classes['button'] ?? ''} onChoose={onChange}>
          <span className="unseen">{text.dates.choose}</span>
          <IconCalendar size={16} stroke={1.6} aria-hidden="true" />
        </DatePicker>
      </span>
      {isWrong && (
        <span className={classes['error']} id={`error-${id}`}>
          {text.dates.unreadable}
        </span>
      )}
    </div>
  )
}

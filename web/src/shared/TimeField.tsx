import { typedTime } from './dates.ts'
import classes from './DateField.module.css'
import { useTypedField } from './typed-field.ts'

type Props = {
  readonly id: string
  readonly label: string
  /** Such as 09:30; empty for none. */
  readonly value: string
  readonly onChange: (time: string) => void
  /** What is wrong, by the form; and by the field itself. */
  readonly problem?: string | undefined
  readonly unreadable: string
}

/** A time of 24 hours, typed as people do: 930, 9.30 or 09:30. */
export const TimeField = ({ id, label, value, onChange, problem, unreadable }: Props) => {
  const { input, isWrong } = useTypedField({
    value,
    shown: (time) => time,
    read: typedTime,
    isComplete: (typed) => /^\d{4}$|^\d{1,2}[:.]\d{2}$/.test(typed),
    onChange,
  })
  const said = isWrong ? unreadable : problem
  return (
    <div className={classes['field']}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        className={classes['input']}
        aria-invalid={said === undefined ? undefined : true}
        aria-describedby={said === undefined ? undefined : `error-${id}`}
        onFocus={({ target }) => target.select()}
        {...input}
      />
      {said !== undefined && (
        <span className={classes['error']} id={`error-${id}`}>
          {said}
        </span>
      )}
    </div>
  )
}

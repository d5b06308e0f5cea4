import classes from './Panel.module.css'

export type FieldName = 'who' | 'caller' | 'person' | 'time' | 'length' | 'department' | 'reason'
export type FieldErrors = Readonly<Partial<Record<FieldName, string>>>

export const ErrorLine = ({ name, errors }: { readonly name: FieldName; readonly errors: FieldErrors }) =>
  errors[name] === undefined ? null : (
    <span className={classes['error']} id={`error-${name}`}>
      {errors[name]}
    </span>
  )

export const errorProps = (name: FieldName, errors: FieldErrors) =>
  errors[name] === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `error-${name}` }

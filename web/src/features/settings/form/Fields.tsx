import type { ReactNode } from 'react'
import { Field, problemOf } from '../../../shared/form.tsx'
import shared from '../../../shared/form.module.css'
import { text } from '../../../text/en.ts'
import type { SettingsForm, Value } from './useSettingsForm.ts'
import classes from './form.module.css'

type Props = {
  readonly form: SettingsForm
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly isNeeded?: boolean
}

/** What a value was before it was typed over; what stood empty has nothing to say. */
const Was = ({ was }: { readonly was: string }) => (
  <span className={classes['was']}>{was === '' ? text.settings.form.wasEmpty : text.settings.form.was(was)}</span>
)

const hintOf = (hint: string | undefined, was: Value | undefined, shown: (value: Value) => string): ReactNode =>
  hint === undefined && was === undefined ? undefined : (
    <>
      <span>{hint}</span>
      {was !== undefined && <Was was={shown(was)} />}
    </>
  )

const attributesOf = ({ form, name, isNeeded }: Props) => {
  const id = form.idOf(name)
  return { id, className: shared['input'], 'aria-required': isNeeded, ...problemOf(id, form.problems) }
}

type Typed = Props & {
  readonly kind?: 'text' | 'email' | 'tel' | 'area' | 'number' | 'password'
  readonly maxLength?: number
  readonly placeholder?: string
  /** How what was typed is kept, such as an account without spaces. */
  readonly read?: (typed: string) => Value
  readonly shown?: (value: Value) => string
}

/** A setting that is typed. */
export const TextField = ({ kind = 'text', maxLength, placeholder, read, shown = String, ...props }: Typed) => {
  const { form, name, label, hint } = props
  const input = {
    ...attributesOf(props),
    maxLength,
    placeholder,
    autoComplete: kind === 'password' ? 'new-password' : 'off',
    value: shown(form.valueOf(name)),
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      form.change(name, read === undefined ? target.value : read(target.value)),
  }
  return (
    <Field
      id={form.idOf(name)}
      label={label}
      problems={form.problems}
      hint={hintOf(hint, kind === 'password' ? undefined : form.wasOf(name), shown)}
      {...(props.isNeeded === true ? { isNeeded: true } : {})}
    >
      {kind === 'area' ? (
        <textarea rows={3} {...input} />
      ) : (
        <input
          type={kind === 'number' ? 'text' : kind}
          inputMode={kind === 'number' ? 'numeric' : undefined}
          {...input}
        />
      )}
    </Field>
  )
}

type Chosen = Props & { readonly options: readonly (readonly [value: string, label: string])[] }

/** A setting that is one of a few. */
export const ChoiceField = ({ options, ...props }: Chosen) => {
  const { form, name, label, hint } = props
  const labelOf = (value: Value) => options.find(([option]) => option === value)?.[1] ?? String(value)
  return (
    <Field id={form.idOf(name)} label={label} problems={form.problems} hint={hintOf(hint, form.wasOf(name), labelOf)}>
      <select
        {...attributesOf(props)}
        value={String(form.valueOf(name))}
        onChange={({ target }) => form.change(name, target.value)}
      >
        {options.map(([value, said]) => (
          <option key={value} value={value}>
            {said}
          </option>
        ))}
      </select>
    </Field>
  )
}

/** A setting that is on or off. */
export const TickField = ({ form, name, label, hint }: Props) => {
  const was = form.wasOf(name)
  const id = form.idOf(name)
  return (
    <div className={classes['tick']}>
      <label>
        <input
          id={id}
          type="checkbox"
          checked={form.valueOf(name) === true}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onChange={({ target }) => form.change(name, target.checked)}
        />
        {label}
        {was !== undefined && <Was was={was === true ? text.settings.form.on : text.settings.form.off} />}
      </label>
      {hint !== undefined && <p id={`${id}-hint`}>{hint}</p>}
    </div>
  )
}

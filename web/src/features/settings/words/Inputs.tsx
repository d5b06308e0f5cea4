import type { ReactNode } from 'react'
import type { Values } from '../../../api/versions.ts'
import { Field, problemOf } from '../../../shared/form.tsx'
import shared from '../../../shared/form.module.css'
import type { Problems } from '../../../shared/problems.tsx'
import classes from './Words.module.css'

/** A form as its fields know it; see `useRecordForm`. */
export type Typing = {
  readonly idOf: (name: string) => string
  readonly draft: Values
  readonly type: (name: string, value: unknown) => void
  readonly problems: Problems
}

type Props = {
  readonly form: Typing
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
  readonly isNeeded?: boolean
}

const attributesOf = ({ form, name, isNeeded }: Props) => {
  const id = form.idOf(name)
  return { id, className: shared['input'], 'aria-required': isNeeded, ...problemOf(id, form.problems) }
}

const Labelled = ({ form, name, label, hint, isNeeded, children }: Props & { readonly children: ReactNode }) => (
  <Field
    id={form.idOf(name)}
    label={label}
    problems={form.problems}
    hint={hint}
    {...(isNeeded === true ? { isNeeded: true } : {})}
  >
    {children}
  </Field>
)

type Line = Props & {
  readonly maxLength?: number
  readonly isFirst?: boolean
  readonly kind?: 'text' | 'number' | 'date'
  readonly placeholder?: string
}

/** A line that is typed. */
export const LineInput = ({ maxLength, isFirst, kind = 'text', placeholder, ...props }: Line) => (
  <Labelled {...props}>
    <input
      {...attributesOf(props)}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'number' ? 'numeric' : undefined}
      autoComplete="off"
      maxLength={maxLength}
      placeholder={placeholder}
      value={String(props.form.draft[props.name])}
      data-first={isFirst}
      onChange={({ target }) => props.form.type(props.name, target.value)}
    />
  </Labelled>
)

/** Several lines. */
export const AreaInput = ({
  rows = 4,
  maxLength,
  ...props
}: Props & { readonly rows?: number; readonly maxLength?: number }) => (
  <Labelled {...props}>
    <textarea
      {...attributesOf(props)}
      rows={rows}
      maxLength={maxLength}
      value={String(props.form.draft[props.name])}
      onChange={({ target }) => props.form.type(props.name, target.value)}
    />
  </Labelled>
)

type Chosen = Props & { readonly options: readonly (readonly [value: string | number, label: string])[] }

/** One of a few. The value keeps its type. */
export const ChoiceInput = ({ options, ...props }: Chosen) => (
  <Labelled {...props}>
    <select
      {...attributesOf(props)}
      value={String(props.form.draft[props.name])}
      onChange={({ target }) =>
        props.form.type(props.name, options.find(([value]) => String(value) === target.value)?.[0])
      }
    >
      {options.map(([value, said]) => (
        <option key={value} value={value}>
          {said}
        </option>
      ))}
    </select>
  </Labelled>
)

/** On or off. */
export const TickInput = ({ form, name, label, hint }: Props) => (
  <div className={classes['tick']}>
    <label>
      <input
        id={form.idOf(name)}
        type="checkbox"
        checked={form.draft[name] === true}
        onChange={({ target }) => form.type(name, target.checked)}
        {...problemOf(form.idOf(name), form.problems)}
      />
      {label}
    </label>
    {form.problems[form.idOf(name)] !== undefined && (
      <p id={`${form.idOf(name)}-problem`} className={classes['problem']}>
        {form.problems[form.idOf(name)]}
      </p>
    )}
    {hint !== undefined && <p>{hint}</p>}
  </div>
)

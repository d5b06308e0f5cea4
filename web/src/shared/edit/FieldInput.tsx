import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { breedsQuery } from '../../api/breed.ts'
import { text } from '../../text/en.ts'
import classes from './edit.module.css'
import type { Draft, Field, Option } from './fields.ts'

type Props = {
  readonly id: string
  readonly field: Field
  readonly draft: Draft
  readonly problem: string | undefined
  readonly onChange: (name: string, value: string | boolean) => void
}

const Options = ({ options }: { readonly options: readonly Option[] }) =>
  options.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))

const groupsOf = ({ options = [] }: Field) => [
  ...new Set(options.flatMap(([, , group]) => (group === undefined ? [] : [group]))),
]

const Choice = ({ id, field, draft, problem, onChange }: Props) => (
  <select
    id={id}
    className={classes['input']}
    value={String(draft[field.name])}
    aria-required={field.isNeeded}
    aria-invalid={problem !== undefined}
    aria-describedby={problem === undefined ? undefined : `${id}-problem`}
    onChange={({ target }) => onChange(field.name, target.value)}
  >
    <Options options={(field.options ?? []).filter(([, , group]) => group === undefined)} />
    {groupsOf(field).map((group) => (
      <optgroup key={group} label={group}>
        <Options options={(field.options ?? []).filter(([, , of]) => of === group)} />
      </optgroup>
    ))}
  </select>
)

/** Several of a few choices, each a check box. */
const Choices = ({ id, field, draft, onChange }: Props) => {
  const chosen = String(draft[field.name]).split(',').filter(Boolean)
  const toggle = (value: string) =>
    onChange(
      field.name,
      (chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]).join(','),
    )
  return (
    <div className={classes['choices']}>
      {field.options?.map(([value, label], index) => (
        <label key={value} className={classes['tick']}>
          <input
            id={index === 0 ? id : undefined}
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
          />
          {label}
        </label>
      ))}
    </div>
  )
}

/** The breeds of the species that is chosen beside it. */
const Breed = ({ field, ...shown }: Props) => {
  const species = Number(shown.draft['species'])
  const { data } = useQuery({ ...breedsQuery(species), enabled: species > 0 })
  const breeds = (data ?? []).map(({ id, name }) => [String(id), name] as const)
  return <Choice {...shown} field={{ ...field, options: [['', text.records.notKnown], ...breeds] }} />
}

const types = { email: 'email', date: 'date' } as Readonly<Record<string, string>>

export const FieldInput = (shown: Props) => {
  const { id, field, draft, problem, onChange } = shown
  const said = problem !== undefined && (
    <p id={`${id}-problem`} className={classes['problem']}>
      <IconAlertTriangleFilled size={14} aria-hidden="true" /> {problem}
    </p>
  )
  if (field.kind === 'tick')
    return (
      <div>
        <label className={classes['tick']}>
          <input
            id={id}
            type="checkbox"
            checked={draft[field.name] === true}
            onChange={({ target }) => onChange(field.name, target.checked)}
          />
          {field.label}
        </label>
        {said}
      </div>
    )
  const attributes = {
    id,
    className: classes['input'],
    value: String(draft[field.name]),
    'aria-required': field.isNeeded,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem === undefined ? undefined : `${id}-problem`,
    onChange: ({ target }: { target: { value: string } }) => onChange(field.name, target.value),
  }
  return (
    <div className={classes['field']} data-wrong={problem !== undefined}>
      <label htmlFor={id} data-needed={field.isNeeded}>
        {field.label}
      </label>
      {said}
      {field.kind === 'choice' ? (
        <Choice {...shown} />
      ) : field.kind === 'choices' ? (
        <Choices {...shown} />
      ) : field.kind === 'breed' ? (
        <Breed {...shown} />
      ) : field.kind === 'area' ? (
        <textarea rows={4} {...attributes} />
      ) : (
        <input
          type={types[field.kind] ?? 'text'}
          inputMode={field.kind === 'number' ? 'numeric' : field.kind === 'decimal' ? 'decimal' : undefined}
          autoComplete="off"
          {...attributes}
        />
      )}
    </div>
  )
}

import { text } from '../../text/en.ts'
import { type Draft, draftOf, type EditedRecord, type Field, valuesOf } from './fields.ts'
import classes from './edit.module.css'

export type Kept = 'mine' | 'theirs' | 'both'

/** What stays of two versions of a field. */
export const keptValue = (kept: Kept, mine: string | boolean, theirs: string | boolean): string | boolean => {
  if (kept === 'both') return [theirs, mine].map(String).join('\n')
  return kept === 'mine' ? mine : theirs
}

const sayValue = ({ kind, options }: Field, value: string | boolean) => {
  if (kind === 'tick') return value === true ? text.records.yes : text.records.no
  if (kind === 'choices')
    return (
      String(value)
        .split(',')
        .map((id) => options?.find(([option]) => option === id)?.[1] ?? id)
        .join(', ') || text.records.nothing
    )
  return options?.find(([option]) => option === value)?.[1] ?? (String(value) || text.records.nothing)
}

type Props = {
  readonly fields: readonly Field[]
  readonly draft: Draft
  readonly theirs: EditedRecord
  /** Who made their version. */
  readonly author: string
  readonly kept: Readonly<Record<string, Kept>>
  readonly idOf: (name: string) => string
  readonly onKeep: (name: string, kept: Kept) => void
}

/** Both versions of what two people changed at once, side by side. One of them is chosen for each field; none is lost by chance. */
export const Conflict = ({ fields, draft, theirs, author, kept, idOf, onKeep }: Props) => {
  const values = valuesOf(theirs)
  return (
    <div className={classes['conflict']} role="group" aria-label={text.records.conflict.title(author)}>
      <p>
        <strong>{text.records.conflict.title(author)}</strong>
        <br />
        {text.records.conflict.explained}
      </p>
      {fields.map((field) => {
        const versions: readonly (readonly [Kept, string])[] = [
          ['mine', sayValue(field, draft[field.name]!)],
          ['theirs', sayValue(field, draftOf(field, values[field.name]))],
          ...(field.kind === 'area' ? ([['both', '']] as const) : []),
        ]
        return (
          <fieldset key={field.name}>
            <legend>{field.label}</legend>
            {versions.map(([keep, value]) => (
              <label key={keep} className={classes['version']}>
                <input
                  type="radio"
                  name={idOf(field.name)}
                  id={`${idOf(field.name)}-${keep}`}
                  checked={kept[field.name] === keep}
                  onChange={() => onKeep(field.name, keep)}
                />
                <span>
                  <span className={classes['whose']}>{text.records.conflict[keep]}</span>
                  {value !== '' && <span className={classes['said']}>{value}</span>}
                </span>
              </label>
            ))}
          </fieldset>
        )
      })}
    </div>
  )
}

import type { ImportedKind } from '../../../../api/import.ts'
import { type Problems } from '../../../../shared/problems.tsx'
import { settingsText } from '../../../../text/en-settings.ts'
import { columnsOf } from './columns.ts'
import classes from './Import.module.css'
import { examplesOf, type Table } from './read-csv.ts'
import type { Mapping } from './recognise.ts'

type Props = {
  readonly table: Table
  readonly kind: ImportedKind
  readonly mapping: Mapping
  readonly problems: Problems
  readonly onChange: (mapping: Mapping) => void
}

/** What each column of the file is, with the first of what is in it. */
export const ColumnChoice = ({ table, kind, mapping, problems, onChange }: Props) => {
  const { columns: words, labels } = settingsText.importing
  const columns = columnsOf(kind)
  // Two columns of a file may have one name.
  const read = table.header.map((name, place) => ({ name, place }))
  // What the summary of problems leads to: the first column that could be the one that is missing, or the second of two.
  const wrong = Object.keys(problems).filter((name) => columns.some((column) => column.name === name))
  const places = new Map(
    wrong.map((name) => {
      const at = mapping.lastIndexOf(name)
      return [at >= 0 ? at : Math.max(0, mapping.indexOf(undefined)), name] as const
    }),
  )
  return (
    <section className={classes['columns']} aria-labelledby="import-columns">
      <div className={classes['filesHead']}>
        <h3 id="import-columns">{words.title}</h3>
        <span>{words.recognised(mapping.filter((name) => name !== undefined).length, mapping.length)}</span>
      </div>
      <ul>
        {read.map(({ name, place }) => {
          const column = name === '' ? words.nameless(place + 1) : name
          return (
            <li key={place} data-out={mapping[place] === undefined}>
              <div>
                <strong>{column}</strong>
                <span>{examplesOf(table, place).join(' · ')}</span>
              </div>
              <select
                id={places.get(place) ?? `column-${place}`}
                aria-label={words.becomes(column)}
                aria-invalid={places.has(place) ? true : undefined}
                value={mapping[place] ?? ''}
                onChange={({ target }) => onChange(mapping.with(place, target.value || undefined))}
              >
                <option value="">{words.leftOut}</option>
                {columns.map((one) => (
                  <option key={one.name} value={one.name}>
                    {labels[one.name]}
                  </option>
                ))}
              </select>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

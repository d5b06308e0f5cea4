import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { type ImportedKind, readRefusedRows, refusedRowsQuery } from '../../../../api/import.ts'
import type { Import, ImportRow } from '../../../../api/records.ts'
import { saveCsv } from '../../../../shared/csv.ts'
import { ShowMore } from '../../../../shared/ShowMore.tsx'
import { ErrorState } from '../../../../shared/states.tsx'
import { showError } from '../../../../shared/toasts.ts'
import { settingsText } from '../../../../text/en-settings.ts'
import { columnsOf } from './columns.ts'
import { progressOf } from './progress.ts'
import classes from './RefusedRows.module.css'

const nonField = 'non_field_errors'

/** Why a row was refused, in one cell, each sentence with its column. */
const reasonOf = ({ messages }: ImportRow) =>
  Object.entries(messages)
    .map(([column, said]) => (column === nonField ? said.join(' ') : `${column}: ${said.join(' ')}`))
    .join(' ')

/** Refused rows under the columns that they were sent with, and two that an import leaves out: where and why. */
export const refusedTable = (rows: readonly ImportRow[], kind: ImportedKind): readonly (readonly string[])[] => {
  const used = columnsOf(kind).filter(({ name, isRequired }) => isRequired || rows.some(({ cells }) => cells?.[name]))
  return [
    ['line', 'reason', ...used.map(({ name }) => name)],
    ...rows.map((row) => [String(row.line), reasonOf(row), ...used.map(({ name }) => row.cells?.[name] ?? '')]),
  ]
}

type Props = { readonly one: Import; readonly onCorrect: () => void }

/** What was refused, each with its sentence, to be downloaded, corrected and imported again. */
export const RefusedRows = ({ one, onCorrect }: Props) => {
  const { refused: words, labels } = settingsText.importing
  const { data, error, refetch, ...pages } = useInfiniteQuery(refusedRowsQuery(one.id, one.started))
  const kind = (one.files[0]?.kind ?? 'clients') as ImportedKind
  const { mutate: download, isPending } = useMutation({
    mutationFn: async () =>
      saveCsv(words.file(one.name.replace(/\.\w+$/, '')), refusedTable(await readRefusedRows(one.id), kind)),
    onError: showError,
  })
  const rows = data?.pages.flatMap(({ results }) => results) ?? []
  if (error !== null && data === undefined)
    return <ErrorState error={error} what={words.what} onRetry={() => void refetch()} />
  return (
    <section className={classes['refused']} aria-labelledby="import-refused">
      <h3 id="import-refused">
        {words.title} <span>{words.said}</span>
      </h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.columns.line}</th>
            <th scope="col">{words.columns.column}</th>
            <th scope="col">{words.columns.cell}</th>
            <th scope="col">{words.columns.problem}</th>
          </tr>
        </thead>
        <tbody>
          {rows.flatMap((row) =>
            Object.entries(row.messages).map(([column, said]) => (
              <tr key={`${row.id} ${column}`}>
                <td>{row.line}</td>
                <td>{column === nonField ? words.whole : (labels[column] ?? column)}</td>
                <td>
                  <code>{row.cells?.[column] ?? ''}</code>
                </td>
                <td>{said.join(' ')}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
      <ShowMore of={pages} />
      <div className={classes['ways']}>
        <button type="button" className="button small" aria-busy={isPending} onClick={() => download()}>
          <IconDownload size={16} stroke={1.6} aria-hidden="true" /> {words.download(progressOf(one).refused)}
        </button>
        {one.state === 'done' && (
          <button type="button" className="button small" onClick={onCorrect}>
            {words.correct}
          </button>
        )}
      </div>
      <p className={classes['said']}>{words.after}</p>
    </section>
  )
}

import { CatalogImportState, CatalogUploadStatus, type Schemas } from '@fetlock/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { catalogsKey, newestImportQuery, newestUploadQuery } from '../../../api/catalog.ts'
import { itemsKey } from '../../../api/item.ts'
import { useMe } from '../../../api/me.ts'
import { dateText, timeText } from '../../../format.ts'
import page from '../../../shared/page.module.css'
import { catalogText as words } from '../../../text/catalog.ts'
import classes from './Catalog.module.css'

type Import = Schemas['CatalogImport']
type UploadError = {
  readonly row: number | null
  readonly field: string | null
  readonly code: string
  readonly detail: string
}

export const isUnderWay = (run: Pick<Import, 'state'> | null | undefined) =>
  run?.state === CatalogImportState.Waiting || run?.state === CatalogImportState.Running

const madeBy = (run: Import) =>
  (['new', 'price_up', 'price_down', 'discontinued'] as const).flatMap((kind) =>
    run[kind] === 0 ? [] : [words.made[kind](run[kind])],
  )

/** How far the newest import is. The worker's changes reach the event stream only within seconds, so it is read meanwhile. */
export const ImportNote = ({ wholesaler }: { readonly wholesaler: number }) => {
  const { time_zone: zone } = useMe().organisation
  const queries = useQueryClient()
  const { data: run } = useQuery({
    ...newestImportQuery(wholesaler),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? 1_000 : false),
  })
  const ended = run?.finished
  useEffect(() => {
    if (!ended) return
    void queries.invalidateQueries({ queryKey: [...catalogsKey, 'counts'] })
    void queries.invalidateQueries({ queryKey: [...catalogsKey, 'changes'] })
    void queries.invalidateQueries({ queryKey: itemsKey })
  }, [ended, queries])
  if (!run) return null
  const when = `${dateText(run.finished ?? run.created, zone)} ${timeText(run.finished ?? run.created, zone)}`
  return (
    <p className={classes['note']} role="status" data-failed={run.state === CatalogImportState.Failed}>
      {run.state === CatalogImportState.Failed
        ? words.failed(when, run.failure)
        : isUnderWay(run)
          ? words.states[run.state]
          : words.imported(when, madeBy(run))}
    </p>
  )
}

/** What was wrong with the newest file that was received. */
export const UploadNote = ({ wholesaler }: { readonly wholesaler: number }) => {
  const { time_zone: zone } = useMe().organisation
  const { data: upload } = useQuery(newestUploadQuery(wholesaler))
  if (!upload || upload.status === CatalogUploadStatus.Accepted) return null
  const { filename, status, processed, created, rows_rejected: count } = upload
  const errors = (upload.errors ?? []) as readonly UploadError[]
  return (
    <div className={classes['note']}>
      <p>
        {status === CatalogUploadStatus.Rejected
          ? words.rejected(filename, dateText(processed ?? created, zone))
          : words.partly(filename, count)}
      </p>
      {errors.length > 0 && (
        <details>
          <summary>{words.showRows}</summary>
          <ul className={page['rows']}>
            {errors.map(({ row, field, code, detail }) => (
              <li key={`${row} ${field} ${code}`}>
                <span className={page['when']}>{row === null ? words.wholeFile : words.row(row)}</span> {detail}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

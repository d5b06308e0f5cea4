import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { claimFile, discardFile, pathOf } from '../attachments/files.ts'
import { tellWholesaler } from '../webhooks/tell-wholesaler.ts'
import type { UploadStatus } from './catalog-outcome.ts'
import type { CatalogError } from './catalog-rows.ts'
import { holdCatalog, type LeasedCatalog } from './process-catalog.ts'

/** More errors than this are in a report, and not in the outcome. */
export const maxErrors = 100

type Counts = { readonly rows_accepted: number; readonly rows_rejected: number }

const statusOf = ({ rows_accepted, rows_rejected }: Counts): Exclude<UploadStatus, 'pending'> => {
  if (rows_accepted === 0) return 'rejected'
  return rows_rejected === 0 ? 'accepted' : 'partially_accepted'
}

/** Errors of rows, after this line, in the order of the file. */
export const errorsAfter = async (tx: Tx, upload: number, line: number, most: number) =>
  tx
    .selectFrom('catalog_error')
    .select(['line as row', 'code', 'field', 'detail'])
    .where('upload', '=', upload)
    .where('line', '>', line)
    .orderBy('line')
    .limit(most)
    .execute()

const countByCode = async (tx: Tx, upload: number) => {
  const { rows } = await sql<{ code: string; count: number }>`
    select code, count(*)::int as count from catalog_error
    where organisation = organisation() and upload = ${upload} group by code order by code`.execute(tx)
  return rows
}

/** A broken file has no rows; its errors are those of the file. */
const outcomeOf = async (tx: Tx, upload: number, counts: Counts, fileErrors: readonly CatalogError[]) => {
  if (fileErrors.length > 0)
    return {
      status: 'rejected' as const,
      rows_total: 0,
      rows_accepted: 0,
      rows_rejected: 0,
      errors: fileErrors,
      errors_truncated: false,
      error_summary: null,
    }
  const { rows_accepted, rows_rejected } = counts
  const isTruncated = rows_rejected > maxErrors
  return {
    status: statusOf(counts),
    rows_total: rows_accepted + rows_rejected,
    rows_accepted,
    rows_rejected,
    errors: isTruncated ? null : await errorsAfter(tx, upload, 0, maxErrors),
    errors_truncated: isTruncated,
    error_summary: isTruncated ? await countByCode(tx, upload) : null,
  }
}

/** Makes the upload the live catalog, unless one that was begun later has been accepted already. */
const replaceCatalog = async (tx: Tx, wholesaler: number, upload: number) => {
  await sql`update wholesaler set catalog = ${upload}, previous_catalog = catalog
    where organisation = organisation() and id = ${wholesaler} and not exists (select from catalog_upload newer
      where newer.organisation = organisation() and newer.wholesaler = ${wholesaler} and newer.id > ${upload}
        and newer.status in ('accepted', 'partially_accepted'))`.execute(tx)
}

/** Lets the worker look which catalogs of the wholesaler are neither live nor the one before. */
const releaseProducts = async (tx: Tx, wholesaler: number) => {
  await sql`update catalog_work work set due = clock_timestamp() from catalog_upload upload
    where work.organisation = organisation() and work.done and upload.organisation = organisation()
      and upload.id = work.upload and upload.wholesaler = ${wholesaler}
      and not exists (select from wholesaler using_it where using_it.organisation = organisation()
        and using_it.id = ${wholesaler} and upload.id in (using_it.catalog, using_it.previous_catalog))`.execute(tx)
}

const lockWholesaler = async (tx: Tx, upload: number) =>
  tx
    .selectFrom('wholesaler')
    .innerJoin('catalog_upload', (join) =>
      join
        .onRef('catalog_upload.organisation', '=', 'wholesaler.organisation')
        .onRef('catalog_upload.wholesaler', '=', 'wholesaler.id'),
    )
    .where('catalog_upload.id', '=', upload)
    .select(['wholesaler.id', 'wholesaler.available_wholesaler'])
    .forNoKeyUpdate('wholesaler')
    .executeTakeFirstOrThrow()

const tell = async (
  tx: Tx,
  wholesaler: Awaited<ReturnType<typeof lockWholesaler>>,
  upload: Readonly<Record<string, unknown>>,
) => {
  const registration = await tx
    .selectFrom('available_wholesaler')
    .select(['id', 'name', 'email', 'register_number'])
    .where('id', '=', wholesaler.available_wholesaler)
    .where('removed', '=', false)
    .executeTakeFirst()
  if (registration === undefined) return
  const payload = { wholesaler: { id: wholesaler.id }, upload: { ...upload, error_report_url: null } }
  await tellWholesaler(tx, registration, { event: 'catalog.processed', payload })
}

/**
 * Gives a catalog its outcome: records it, makes the catalog live if it has products, and tells the integration, all at once
 * and once. `report` is the key of the file that lists the errors, if there are too many to be told.
 */
export const finishCatalog = async (
  tx: Tx,
  catalog: LeasedCatalog,
  { fileErrors, report }: { readonly fileErrors: readonly CatalogError[]; readonly report?: string | undefined },
) => {
  const { organisation, upload } = catalog
  const wholesaler = await lockWholesaler(tx, upload)
  const { file_key, ...counts } = await holdCatalog(tx, catalog)
  const outcome = await outcomeOf(tx, upload, counts, fileErrors)
  if (report !== undefined) await claimFile(tx, report)
  const { id, catalog_id, filename } = await tx
    .updateTable('catalog_upload')
    .set({
      ...outcome,
      errors: outcome.errors && JSON.stringify(outcome.errors),
      error_summary: outcome.error_summary && JSON.stringify(outcome.error_summary),
      report_key: report === undefined ? null : pathOf(organisation, report),
      processed: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', upload)
    .returning(['id', 'catalog_id', 'filename'])
    .executeTakeFirstOrThrow()
  if (outcome.status !== 'rejected') await replaceCatalog(tx, wholesaler.id, upload)
  await tx
    .updateTable('catalog_work')
    .set({ done: true, lease: null, file_key: null, due: sql<Date>`'infinity'` })
    .where('upload', '=', upload)
    .execute()
  await releaseProducts(tx, wholesaler.id)
  if (file_key !== null) await discardFile(tx, file_key)
  await tell(tx, wholesaler, { id, catalog_id, filename, ...outcome })
}

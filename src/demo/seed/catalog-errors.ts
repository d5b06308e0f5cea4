import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inOrganisation, type Database } from '../../db/tx.ts'
import { claimFile, expectFile, pathOf } from '../../domain/attachments/files.ts'
import { reportFile, reportHeader, reportLines } from '../../domain/wholesale/catalog-outcome.ts'
import { catalogColumns } from '../../domain/wholesale/catalog-columns.ts'
import { isProduct, readCatalogHeader, readProduct, type CatalogError } from '../../domain/wholesale/catalog-rows.ts'
import type { ObjectStore } from '../../gateways/object-store.ts'
import type { DemoWholesalers } from './wholesalers.ts'

const rows = 140

/** The errors of a file whose prices are written with a comma, and some of whose rows have no product number. */
const errorsOfFile = (): readonly CatalogError[] => {
  const header = readCatalogHeader({ line: 1, cells: catalogColumns })
  if (!('places' in header)) throw new Error('A demo catalog has all columns.')
  return Array.from({ length: rows }, (_, at) => {
    const number = at % 10 === 0 ? '' : `H-${1_000 + at}`
    const product = ['Supply', number, `Suture ${at + 1}`, number === '' ? '4.20' : '4,20']
    const cells = catalogColumns.map((_name, column) => product[column] ?? '')
    const read = readProduct({ line: at + 2, cells }, header)
    if (isProduct(read)) throw new Error('Every row of this demo catalog is refused.')
    return read
  })
}

const reportOf = (errors: readonly CatalogError[]) => Buffer.from(reportHeader + reportLines(errors))

/** An upload of the connected wholesaler that was rejected, with more errors than are listed, and so with a report. */
export const seedRejectedCatalog = async (
  app: Database,
  store: ObjectStore,
  organisation: number,
  { connected }: Pick<DemoWholesalers, 'connected'>,
) => {
  const errors = errorsOfFile()
  const key = randomUUID()
  await inOrganisation(app, organisation, (tx) => expectFile(tx, key))
  await store.put(pathOf(organisation, key), reportOf(errors), reportFile.type)
  const summary = Map.groupBy(errors, ({ code }) => code)
  await inOrganisation(app, organisation, async (tx) => {
    await claimFile(tx, key)
    await tx
      .insertInto('catalog_upload')
      .values({
        wholesaler: connected,
        filename: 'catalog-april.csv',
        content_type: 'text/csv',
        storage_key: 'demo/catalog-april.csv',
        status: 'rejected',
        rows_total: rows,
        rows_rejected: rows,
        errors_truncated: true,
        error_summary: JSON.stringify([...summary].map(([code, of]) => ({ code, count: of.length }))),
        report_key: pathOf(organisation, key),
        processed: sql<Date>`clock_timestamp()`,
      })
      .execute()
  })
}

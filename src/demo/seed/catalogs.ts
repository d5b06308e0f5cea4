import { sql } from 'kysely'
import { inOrganisation, type Database, type Tx } from '../../db/tx.ts'
import { catalogColumns } from '../../domain/wholesale/catalog-columns.ts'
import { startCatalogImport } from '../../domain/wholesale/catalog-imports.ts'
import { isProduct, readCatalogHeader, readProduct, type Product } from '../../domain/wholesale/catalog-rows.ts'
import { advanceCatalogImport } from '../../domain/wholesale/import-catalog.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { DemoWholesalers } from './wholesalers.ts'
import {
  firstCatalog,
  importedTerm,
  newerCatalog,
  type DemoProduct,
  type KnownItem,
} from '../generate/wholesale-catalog.ts'

const supply = 3

/** The products of a file, by the rules of an upload. Every row of a demo catalog is usable. */
const readDemoFile = (rows: readonly DemoProduct[]): readonly Product[] => {
  const header = readCatalogHeader({ line: 1, cells: catalogColumns })
  if (!('places' in header)) throw new Error('A demo catalog has all columns.')
  return rows.map((row, at) => {
    const read = readProduct({ line: at + 2, cells: catalogColumns.map((name) => row[name] ?? '') }, header)
    if (!isProduct(read)) throw new Error(`A row of a demo catalog is refused: ${read.detail}`)
    return read
  })
}

/** Makes a catalog live, as an accepted upload does. The file itself is in no object store. */
const acceptCatalog = async (tx: Tx, wholesaler: number, filename: string, rows: readonly DemoProduct[]) => {
  const products = readDemoFile(rows)
  const { id: upload } = await tx
    .insertInto('catalog_upload')
    .values({
      wholesaler,
      filename,
      content_type: 'text/csv',
      storage_key: `demo/${filename}`,
      status: 'accepted',
      rows_total: products.length,
      rows_accepted: products.length,
      errors: '[]',
      processed: sql<Date>`clock_timestamp()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let at = 0; at < products.length; at += 500)
    await tx
      .insertInto('catalog_product')
      .values(products.slice(at, at + 500).map((product) => ({ ...product, upload })))
      .execute()
  await tx
    .updateTable('wholesaler')
    .set((row) => ({ catalog: upload, previous_catalog: row.ref('catalog') }))
    .where('id', '=', wholesaler)
    .execute()
}

const itemsOf = (tx: Tx, wholesaler: number): Promise<KnownItem[]> =>
  tx
    .selectFrom('item')
    .select(['type_code', 'name', 'primary_wholesaler_code', 'wholesale_price', 'barcode', 'package_description'])
    .where('primary_wholesaler', '=', wholesaler)
    .where('primary_wholesaler_code', '<>', '')
    .orderBy('id')
    .execute()

/**
 * A catalog of the connected wholesaler, an import of its bandages, and a newer catalog that waits for the next import. Each step
 * of the import is a transaction of its own, as in the worker: what it changes is put down to it.
 */
export const seedCatalogs = async (
  app: Database,
  actor: Actor,
  seed: number,
  { connected }: Pick<DemoWholesalers, 'connected'>,
) => {
  const within = <T>(work: (tx: Tx) => Promise<T>) => inOrganisation(app, actor.organisation, work)
  const known = await within((tx) => itemsOf(tx, connected))
  const first = firstCatalog(seed, known)
  const run = await within(async (tx) => {
    await acceptCatalog(tx, connected, 'catalog-january.csv', first)
    const group = await tx.selectFrom('vatgroup').select('id').orderBy('percentage', 'desc').executeTakeFirstOrThrow()
    return startCatalogImport(tx, actor, {
      wholesaler: connected,
      item_types: [supply],
      search_term: importedTerm,
      markup_percentage: '40',
      vat_group: group.id,
    })
  })
  while ((await within((tx) => advanceCatalogImport(tx, run))) > 0);
  await within((tx) => acceptCatalog(tx, connected, 'catalog-march.csv', newerCatalog(seed, first, known)))
}

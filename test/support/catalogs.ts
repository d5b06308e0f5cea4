import type { Insertable } from 'kysely'
import type { Tables } from '../../src/db/tables.ts'
import { advanceCatalog } from '../../src/worker/catalog-imports.ts'
import type { ApiClient, TestApi, TestOrganisation, TestResponse } from './api.ts'
import { givenItem, givenRegistration, givenWholesaler, type Fields } from './clinic.ts'

export type Product = Partial<Omit<Insertable<Tables['catalog_product']>, 'organisation' | 'id' | 'upload' | 'line'>>

const orThrow = ({ status, body, text }: TestResponse): TestResponse['body'] => {
  if (status >= 300) throw new Error(`${status}: ${text}`)
  return body
}

/** A clinic-wide wholesaler whose orders and catalogs pass through an integration. */
export const givenIntegrationWholesaler = async (caller: ApiClient, fields: Fields = {}) =>
  givenWholesaler(caller, { available_wholesaler: (await givenRegistration(caller)).url, ...fields })

/** Makes these products the live catalog of a wholesaler, as an accepted upload does. Answers the upload. */
export const givenCatalog = (
  clinic: TestOrganisation,
  wholesaler: { readonly id: number },
  products: readonly Product[],
): Promise<number> =>
  clinic.within(async (tx) => {
    const { id: upload } = await tx
      .insertInto('catalog_upload')
      .values({
        wholesaler: wholesaler.id,
        filename: 'catalog.csv',
        content_type: 'text/csv',
        storage_key: 'catalog.csv',
        status: 'accepted',
        rows_total: products.length,
        rows_accepted: products.length,
        processed: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = products.map((product, at) => ({
      type_code: 2,
      product_number: `P${at + 1}`,
      product_name: `Product ${at + 1}`,
      ...('product_price' in product ? {} : { wholesale_price: '10.0000' }),
      ...product,
      upload,
      line: at + 2,
    }))
    for (let at = 0; at < rows.length; at += 1_000)
      await tx
        .insertInto('catalog_product')
        .values(rows.slice(at, at + 1_000))
        .execute()
    await tx
      .updateTable('wholesaler')
      .set((row) => ({ catalog: upload, previous_catalog: row.ref('catalog') }))
      .where('id', '=', wholesaler.id)
      .execute()
    return upload
  })

/** Does the work of the worker until an import has ended. */
export const carryOut = async (api: TestApi, { id: organisation }: Pick<TestOrganisation, 'id'>, id: number) => {
  while ((await advanceCatalog(api.rows.db, { organisation, id })) > 0);
}

/** Starts a catalog import and carries it out. */
export const importCatalog = async (
  api: TestApi,
  clinic: TestOrganisation,
  caller: ApiClient,
  terms: Fields,
): Promise<TestResponse['body']> => {
  const { id } = orThrow(await caller.post('/catalog_import/', terms))
  await carryOut(api, clinic, id)
  return orThrow(await caller.get(`/catalog_import/${id}/`))
}

/** What an import did, in the order in which it did it. */
export const changesOf = async (caller: ApiClient, { id }: { readonly id: number }): Promise<TestResponse['body'][]> =>
  orThrow(await caller.get(`/catalog_import_change/?catalog_import__is=${id}`)).results

type Supplied = Fields & {
  readonly vat_group: string
  readonly primary_wholesaler?: number | null
  readonly secondary_wholesaler?: number | null
  readonly discontinued_by_import?: boolean
}

/** An item that a wholesaler supplies, as the API shows it. */
export const givenSuppliedItem = async (
  caller: ApiClient,
  clinic: TestOrganisation,
  {
    primary_wholesaler = null,
    secondary_wholesaler = null,
    discontinued_by_import = false,
    ...fields
  }: Partial<Supplied>,
) => {
  const item = await givenItem(caller, fields)
  await clinic.within((tx) =>
    tx
      .updateTable('item')
      .set({ primary_wholesaler, secondary_wholesaler, discontinued_by_import })
      .where('id', '=', item.id)
      .execute(),
  )
  return orThrow(await caller.get(item.url))
}

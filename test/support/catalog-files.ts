import { keepCatalogFile, takeAwaitedFiles } from '../../src/worker/catalog-files.ts'
import { readCatalog, takeArrivedCatalogs } from '../../src/worker/catalogs.ts'
import type { WorkerParts } from '../../src/worker/messages.ts'
import type { ApiClient, TestResponse } from './api.ts'
import { sendFile } from './store.ts'

export const catalogHeader = 'product_type,product_number,product_name,wholesale_price'
/** A catalog of so many products. */
export const catalogOf = (count: number, prefix = 'P') =>
  [
    catalogHeader,
    ...Array.from({ length: count }, (_, at) => `Medicine,${prefix}${at + 1},Product ${at + 1},${at + 1}.25`),
  ].join('\n')

type Wholesaler = { readonly url: string }

/** Asks for a form and uploads a file with it; answers the form. */
export const uploadCatalog = async (
  integration: ApiClient,
  { url }: Wholesaler,
  file: string | Uint8Array<ArrayBuffer>,
): Promise<TestResponse['body']> => {
  const { status, body, text } = await integration.post(`${url}catalog_upload_url/`, { filename: 'products.csv' })
  if (status !== 200) throw new Error(`No form: ${text}`)
  const stored = await sendFile(body, file)
  if (stored.status !== 204) throw new Error(`Not stored: ${stored.text}`)
  return body
}

/** Looks for files as a worker does, until none that is due is there. */
export const keepArrivedFiles = async (parts: WorkerParts) => {
  for (const awaited of await takeAwaitedFiles(parts.db)) await keepCatalogFile(parts, awaited)
}

/** Does the work of the worker until no catalog is left to be read. */
export const processCatalogs = async (parts: WorkerParts) => {
  await keepArrivedFiles(parts)
  for (;;) {
    const since = performance.now()
    const [catalog] = await takeArrivedCatalogs(parts.db)
    if (catalog === undefined) return
    await readCatalog(parts, catalog, since)
  }
}

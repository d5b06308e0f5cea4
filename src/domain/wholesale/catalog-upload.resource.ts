import { inOrganisation } from '../../db/tx.ts'
import { parseBody } from '../../kernel/body.ts'
import { view } from '../../kernel/endpoint.ts'
import { ApiError, notFound } from '../../kernel/errors.ts'
import { readOnly, readOnlyOrNull } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { recordNotFound, weightOne, type Call, type Operation } from '../../kernel/operation.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { anyToken, defineResource } from '../../kernel/resource.ts'
import { anything, boolean, integer, oneOf, text, timestamp } from '../../kernel/values.ts'
import { write } from '../../kernel/writing.ts'
import { catalogColumns, catalogTypes, largestCatalog } from './catalog-columns.ts'
import {
  catalogFilename,
  findWaitingUpload,
  issueForm,
  prepareForm,
  type CatalogFile,
  type PreparedForm,
} from './catalog-uploads.ts'
import { reportDays, reportFile, uploadStatuses } from './catalog-outcome.ts'
import { requireOwnWholesaler } from './ownership.ts'

export const catalogUpload = defineResource({
  name: 'catalog_upload',
  title: 'Catalog upload',
  about:
    'A catalog file of a wholesaler, from the moment its integration is given a form for it, with its outcome once it is processed. The integration itself is told by the event `catalog.processed`.',
  permission: 'Settings: Stock',
  fields: {
    wholesaler: ref('wholesaler', { ...readOnly, about: 'The set of credentials whose catalog it is.' }),
    catalog_id: text(36, { ...readOnly, about: 'Identifies the catalog for the integration, as in its event.' }),
    filename: text(255, { ...readOnly, about: 'The name that the integration gave the file.' }),
    content_type: oneOf(catalogTypes, { ...readOnly, about: 'The media type of the file.' }),
    status: oneOf(uploadStatuses, {
      ...readOnly,
      about:
        '`pending` until the file has been processed. `accepted`: every row is usable. `partially_accepted`: some are. Both replace the catalog of the wholesaler. `rejected`: none is, and the catalog stays as it was.',
    }),
    rows_total: integer({ ...readOnly, min: 0, about: 'Rows of the file without its header and blank lines.' }),
    rows_accepted: integer({ ...readOnly, min: 0, about: 'Rows that became products of the catalog.' }),
    rows_rejected: integer({ ...readOnly, min: 0, about: 'Rows that cannot be used; `errors` says why.' }),
    errors: anything({
      about:
        'Everything wrong with the file, as a list of `row` (the line in the file, null if it is about the whole file), `code`, `field` (a column or null) and `detail`. Null before it is processed, and if there are more than 100.',
    }),
    errors_truncated: boolean({ ...readOnly, about: 'There are more than 100 errors: `error_report/` has them all.' }),
    error_summary: anything({
      about: 'How many errors there are of each kind, as a list of `code` and `count`, if `errors_truncated`.',
    }),
    processed: timestamp({ ...readOnlyOrNull, about: 'When its outcome was known. Null while it is pending.' }),
    created,
    modified,
  },
  filters: { wholesaler: ['is', 'in'], status: ['is', 'in'], modified: ['gte', 'gt', 'lt'] },
  ordering: ['modified'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
})

const body = {
  filename: catalogFilename(),
  content_type: oneOf(catalogTypes, {
    optional: true,
    about: 'The media type that the file is uploaded with; `text/csv` if it is left out.',
  }),
} as const

const described = (description: string, schema: object = { type: 'string' }) => ({ ...schema, description })

const form = {
  type: 'object',
  description: 'A form for the object store, to be sent as it is.',
  required: [
    'upload_id',
    'catalog_id',
    'filename',
    'storage_key',
    'url',
    'fields',
    'expected_columns',
    'content_type',
    'max_size_bytes',
  ],
  properties: {
    upload_id: described('The upload, as in `catalog.processed`.', { type: 'integer' }),
    catalog_id: described('The catalog, as in `catalog.processed`.', { type: 'string', format: 'uuid' }),
    filename: described('The name of the file, trimmed.'),
    storage_key: described('Where the object store keeps the file; it means nothing else.'),
    url: described('Where to POST the form as multipart/form-data. Send no `Authorization` header there.', {
      type: 'string',
      format: 'uri',
    }),
    fields: described('Send each of these as an entry of the form, and after them the file, as `file`.', {
      type: 'object',
      additionalProperties: { type: 'string' },
    }),
    expected_columns: described('The columns that a catalog may have, by the names in its header.', {
      type: 'array',
      items: { type: 'string' },
    }),
    content_type: described('The media type that the file must have.', oneOf(catalogTypes).schema),
    max_size_bytes: described('The largest file that the form takes.', { type: 'integer' }),
  },
}

const within = <T>({ db, actor }: Call, work: Parameters<typeof inOrganisation<T>>[2]) =>
  inOrganisation(db, actor.organisation, work)

/** Another request gave out a form at the same time, or the file has just arrived. */
class Overtaken extends Error {}
const maxAttempts = 5

/** The upload that waits for its file. Who may not upload here is refused. */
const lookUp = (call: Call) =>
  within(call, async (tx) => {
    await requireOwnWholesaler(tx, call.actor, call.id)
    return findWaitingUpload(tx, call.id)
  })

/** The object store is asked before the transaction, so that nothing is locked meanwhile. */
const giveForm = async (call: Call, seen: Awaited<ReturnType<typeof lookUp>>, file: CatalogFile) => {
  const { actor, id, store, requestHeaders } = call
  // The form of a dry run is for nothing: a file that came with it would belong to no upload.
  const options = { type: file.content_type, expired: requestHeaders.dryRun ?? false }
  const prepared = await prepareForm(store, actor.organisation, seen, options)
  return write(call, undefined, async (tx) => {
    const wholesaler = await requireOwnWholesaler(tx, actor, id)
    const upload = await issueForm(tx, actor, wholesaler.id, seen, prepared, file)
    if (upload === undefined) throw new Overtaken()
    return { status: 200, isShortLived: true, body: answerOf(upload, prepared, file) }
  })
}

const answerOf = (
  { id, catalog_id, storage_key }: { readonly id: number; readonly catalog_id: string; readonly storage_key: string },
  { form: { url, fields } }: PreparedForm,
  { filename, content_type }: CatalogFile,
) =>
  JSON.stringify({
    upload_id: id,
    catalog_id,
    filename,
    storage_key,
    url,
    fields,
    expected_columns: catalogColumns,
    content_type,
    max_size_bytes: largestCatalog,
  })

const tryAgain = () =>
  new ApiError(409, 'Forms for this wholesaler are being requested by others at the same time. Try again in a moment.')

/** Another form for the upload that waits, or the first one of a new upload. */
export const catalogUploadUrl: Operation = {
  name: 'wholesaler.catalog_upload_url',
  method: 'POST',
  path: '/wholesaler/{id}/catalog_upload_url/',
  title: 'Wholesaler',
  summary: 'Get a form to upload a catalog with',
  about:
    'Only the application of the wholesaler’s registration may ask (403 otherwise); an archived or manual wholesaler is not found. The form takes one CSV file of 1 to 104857600 bytes and of this type, for five minutes, and needs no token. Asking again before a file was uploaded is answered for the same upload, also under the same `Idempotency-Key`. Nothing is to be reported afterwards: the outcome comes as the event `catalog.processed`. 503 if the object store is not reachable; then nothing is recorded.',
  permission: anyToken,
  openTo: 'wholesaler',
  scopeOnly: true,
  oauthOnly: true,
  sentAlone: 'short_lived',
  access: 'write',
  rate: 300,
  weight: weightOne,
  parameters: {},
  body,
  answers: { 200: form },
  run: async (call) => {
    let seen = await lookUp(call)
    const { filename, content_type = 'text/csv' } = parseBody(body, await call.body(), 'create', call.links)
    for (let attempt = 1; attempt <= maxAttempts; attempt++)
      try {
        return await giveForm(call, seen, { filename, content_type })
      } catch (problem) {
        if (!(problem instanceof Overtaken)) throw problem
        seen = await lookUp(call)
      }
    throw tryAgain()
  },
}

const inMicroseconds = (moment: Date) => moment.toISOString().replace('Z', '000Z')

export const errorReport = view({
  name: 'catalog_upload.error_report',
  path: '/catalog_upload/{id}/error_report/',
  title: 'Catalog upload',
  summary: 'Get an address to download the error report from',
  about:
    'A CSV file with every error of the upload. Whoever has the address can download it for five minutes, so neither store nor log it. 404 if `errors` has them all, and 30 days after the upload was processed.',
  permission: 'Settings: Stock',
  rate: 300,
  resource: catalogUpload,
  answers: {
    200: {
      type: 'object',
      description: 'Where the report can be fetched, for a short time.',
      required: ['url', 'expires'],
      properties: {
        url: described('Fetch it with GET and without an `Authorization` header: the store refuses two credentials.', {
          type: 'string',
          format: 'uri',
        }),
        expires: described('Until when the object store accepts it: five minutes from now.', {
          type: 'string',
          format: 'date-time',
        }),
      },
    },
  },
  run: async (call) => {
    const found = await within(call, (tx) =>
      tx
        .selectFrom('catalog_upload')
        .select(['report_key', 'errors_truncated'])
        .where('id', '=', call.id)
        .executeTakeFirst(),
    )
    if (found === undefined) throw recordNotFound('Catalog upload')
    if (found.report_key === null)
      throw notFound(
        found.errors_truncated
          ? `The error report was deleted ${reportDays} days after the upload was processed. Its field error_summary still counts the errors.`
          : 'This upload has no error report. Its field errors says everything that is wrong with it, if anything.',
      )
    const { url, expires } = await call.store.signDownload(found.report_key, reportFile)
    return { status: 200, body: JSON.stringify({ url, expires: inMicroseconds(expires) }) }
  },
})

import { inOrganisation } from '../db/tx.ts'
import { reportFile } from '../domain/wholesale/catalog-outcome.ts'
import type { WorkerParts } from './messages.ts'

/** How long the link to the report of a catalog is valid after it was posted. */
const reportSeconds = 24 * 60 * 60

type Content = {
  readonly wholesaler?: { readonly id: number; readonly customer_password?: null }
  readonly upload?: { readonly id: number; readonly error_report_url?: null; readonly errors_truncated?: boolean }
}

/** An event as it is stored. Only those of wholesalers leave something out. */
export type StoredEvent = {
  readonly organisation: number
  readonly available_wholesaler: number | null
  readonly body: string
}

/** What is posted, and whether that is more than what is stored. */
export type Posted = { readonly body: string; readonly isSecret: boolean }

/** The password of a wholesaler. Once that is archived, an event that is posted late does not tell it any more. */
const passwordFor = async ({ db, unseal }: WorkerParts, { organisation }: StoredEvent, id: number) => {
  const found = await inOrganisation(db, organisation, (tx) =>
    tx
      .selectFrom('wholesaler')
      .select('customer_password')
      .where('id', '=', id)
      .where('archived', '=', false)
      .executeTakeFirst(),
  )
  return found == null || found.customer_password === null ? null : unseal(found.customer_password)
}

const reportLink = async ({ db, store }: WorkerParts, { organisation }: StoredEvent, id: number) => {
  const found = await inOrganisation(db, organisation, (tx) =>
    tx.selectFrom('catalog_upload').select('report_key').where('id', '=', id).executeTakeFirst(),
  )
  if (found == null || found.report_key === null) return null
  const { url } = await store.signDownload(found.report_key, { ...reportFile, seconds: reportSeconds })
  return url
}

/** Fills in what is too secret to be stored in an event, or would have expired by the time of a later attempt. */
export const fillSecrets = async (parts: WorkerParts, event: StoredEvent): Promise<Posted> => {
  const stored = { body: event.body, isSecret: false }
  if (event.available_wholesaler === null) return stored
  const content = JSON.parse(event.body) as Content
  const { wholesaler, upload } = content
  if (wholesaler?.customer_password === null) {
    const customer_password = await passwordFor(parts, event, wholesaler.id)
    if (customer_password === null) return stored
    return { body: JSON.stringify({ ...content, wholesaler: { ...wholesaler, customer_password } }), isSecret: true }
  }
  if (upload?.error_report_url === null && upload.errors_truncated === true) {
    const error_report_url = await reportLink(parts, event, upload.id)
    if (error_report_url === null) return stored
    return { body: JSON.stringify({ ...content, upload: { ...upload, error_report_url } }), isSecret: true }
  }
  return stored
}

import { WebhookContentType } from '@fetlock/sdk'
import { Link } from '@tanstack/react-router'
import type { Delivery } from '../../../api/webhook.ts'
import { integrationsText } from '../../../text/integrations.ts'

const words = integrationsText.deliveries

const valuesOf = ({ content_type, body }: Delivery): Readonly<Record<string, unknown>> => {
  if (content_type === WebhookContentType.Form) return Object.fromEntries(new URLSearchParams(body))
  const parsed: unknown = JSON.parse(body)
  return typeof parsed === 'object' && parsed !== null ? (parsed as Readonly<Record<string, unknown>>) : {}
}

/** The pages of the app on which a record is shown. */
const pageOf = (name: string, id: string) => {
  const params = { id }
  if (name === 'client_id') return { to: '/clients/$id/' as const, params }
  if (name === 'patient_id') return { to: '/patients/$id/' as const, params }
  if (name === 'consultation_id') return { to: '/visits/$id/' as const, params }
  if (name === 'invoice_id') return { to: '/invoices/$id/' as const, params }
  return undefined
}

/** Which record a delivery tells of, with the way to it where the app shows it. */
export const DeliveredRecord = ({ delivery }: { readonly delivery: Delivery }) => {
  const found = Object.entries(valuesOf(delivery)).find(([name]) => name in words.records)
  if (found === undefined) return '–'
  const [name, id] = [found[0], String(found[1])]
  const [said, page] = [words.record(words.records[name]!, id), pageOf(name, id)]
  return page === undefined ? said : <Link {...page}>{said}</Link>
}

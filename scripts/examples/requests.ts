import type { Field } from '../../src/kernel/fields.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { bodies } from './bodies.ts'
import type { Context } from './context.ts'
import { idIn } from './prepare.ts'
import type { Json, Request } from './sending.ts'

const isFilled = (value: unknown) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
/** The record that shows the most of what its resource can say. */
const richest = (records: readonly Json[]) => records.toSorted((one, other) => filled(other) - filled(one))[0]
const filled = (record: Json) => Object.values(record).filter(isFilled).length

const suppliedWholesaler = ({ find }: Context) =>
  find('wholesaler', ({ previous_catalog }) => previous_catalog !== null)
const liveCatalog = (context: Context) =>
  context.find('catalog_upload', ({ url }) => url === suppliedWholesaler(context).catalog)

/** Records in the state that an action needs. */
const targets: Readonly<Record<string, (context: Context) => Json>> = {
  'client.erase': ({ made }) => made.leaving,
  'invoice.patch': ({ made }) => made.draft,
  'invoice.finalize': ({ made }) => made.draft,
  'invoice.void': ({ made }) => made.draft,
  'invoice.update_status': ({ made }) => made.sold,
  'invoice.partial_refund': ({ made }) => made.sold,
  'invoice.send': ({ made }) => made.sold,
  'invoice.full_refund': ({ made }) => made.sold,
  'invoice.to_prepayment': ({ made }) => made.creditnote,
  'invoice.pdf': ({ made }) => made.sold,
  'invoice.printed': ({ made }) => made.sold,
  'invoicepayment.cancel_payment': ({ made }) => made.payment,
  'user.erase': ({ made }) => made.formerUser,
  'user.invite': ({ made }) => made.newcomer,
  'user.sign_out': ({ made }) => made.user,
  'order.set_wholesaler_reference_number': ({ made }) => made.sentOrder,
  'order.mark_delivered': ({ made }) => made.sentOrder,
  'catalog_import.retrieve': ({ find }) => find('catalog_import', ({ state }) => state === 'done'),
  'catalog_upload.preview': liveCatalog,
  'catalog_upload.preview_changes': liveCatalog,
  'wholesaler.return_to_previous_catalog': suppliedWholesaler,
  'catalog_upload.error_report': ({ find }) => find('catalog_upload', ({ errors_truncated }) => errors_truncated),
  'onlinebookingclient.send_decline': ({ made }) => made.declinedBooking,
  'onlinebookingclient.reopen': ({ made }) => made.declinedBooking,
  'prescription.mark_read': ({ find }) => find('prescription', ({ status }) => status === 8),
  'attachment.download': ({ find }) => find('attachment', ({ uploaded }) => uploaded),
}

const targetOf = ({ name, path }: Operation, context: Context): Json => {
  const chosen = targets[name]?.(context)
  if (chosen) return chosen
  const resource = name.split('.')[0]!
  const place = /^\/(.*?)\/\{id\}/.exec(path)?.[1] ?? ''
  const owner =
    path.includes('{child_id}') || path.split('/{id}/')[1]
      ? context.all(place).length > 0
        ? place
        : resource
      : resource
  return context.made[owner] ?? richest(context.all(owner).length > 0 ? context.all(owner) : context.all(place))
}

const sendable = (name: string, field: Field, record: Json): unknown => {
  const { readOnly } = field.options
  if (readOnly) return undefined
  return field.type === 'codelist' ? record[`${name}_code`] : record[name]
}

/** The fields of a record that is there already, as if it were sent. */
const asSent = (operation: Operation, context: Context): Json => {
  const { resource, body = {} } = operation
  const record = resource && (context.made[resource.name] ?? richest(context.all(resource.name)))
  if (record === undefined) return {}
  const entries = Object.entries(body)
    .filter(([name]) => name !== resource?.within?.field)
    .map(([name, field]): [string, unknown] => [name, sendable(name, field, record)])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && isFilled(value) && value !== false))
}

const idsFor = (operation: Operation, context: Context): Pick<Request, 'id' | 'child'> => {
  if (!operation.path.includes('{id}')) return {}
  if (operation.name === 'consultation.decline_charge_hint')
    return { id: context.made.consultation.id, child: context.made.charge_hint.id }
  if (operation.path.includes('{child_id}')) {
    const row = context.made[operation.name.split('.')[0]!]
    return { id: idIn(row.consultation), child: row.id }
  }
  return { id: targetOf(operation, context).id }
}

const queries: Readonly<Record<string, string>> = {
  'accountingreport.totals': 'from=2026-01-01&to=2026-12-31',
  'department.totals': 'from=2026-01-01&to=2026-12-31',
  'search.list': 'q=nen',
  'patient.timeline': 'page_size=3',
  'consultation.missing_charges': 'days=31',
  'catalog_upload.preview_changes': 'kind__is=price_up&page_size=2',
}

/** A request that succeeds in the demo clinic. */
export const requestFor = (operation: Operation, context: Context): Request => {
  const { name, file, body, bodySchema, answers } = operation
  const ids = idsFor(operation, context)
  const query = queries[name] ?? (answers[200] === 'page' ? 'page_size=2' : undefined)
  const request = { ...ids, ...(query === undefined ? {} : { query }) }
  if (file) return { ...request, file: String(bodies[name]?.(context) ?? '') }
  if (body === undefined && bodySchema === undefined) return request
  return { ...request, body: bodies[name]?.(context) ?? asSent(operation, context) }
}

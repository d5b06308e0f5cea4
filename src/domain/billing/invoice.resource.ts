import { created, modified } from '../../kernel/common-fields.ts'
import { view } from '../../kernel/endpoint.ts'
import { children, ref } from '../../kernel/links.ts'
import { optional, optionalOrNull, readOnly, readOnlyOrNull, type Field, type Link } from '../../kernel/fields.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { action, defineResource, type ExtraFilter } from '../../kernel/resource.ts'
import { boolean, choice, date, decimal, group, integer, listOf, text, timestamp } from '../../kernel/values.ts'
import { etagOf, etagMatches, versionOf } from '../../kernel/versions.ts'
import { changeDraft, voidDraft } from './drafts.ts'
import { renderInvoice } from './render-invoice.ts'
import { finalizeInvoice } from './finalize-invoice.ts'
import { holdInvoice } from './hold-books.ts'
import { changeInvoiceStatus } from './change-invoice-status.ts'
import { convertToPrepayment } from './prepayments.ts'
import { refundInvoice, refundRows } from './refund-invoice.ts'
import { readPrintedInvoice } from './printed-invoice.ts'
import { computed } from './computed-fields.ts'
import { invoiceStatuses } from './statuses.ts'

const largestNumber = 999_999_999_999_999
const mostRows = 1_000

/** The patients of its rows and of the visit. */
const patientsOf: Link = {
  table: 'patient',
  by: 'url',
  from: 'between',
  joins: (target, _column, { row, organisation }) => `${target}.id in (
    select w.patient from invoicerow w where w.organisation = ${organisation} and w.invoice = ${row}.id
    union select w.patient from consultation_patient w where w.organisation = ${organisation} and w.consultation = ${row}.consultation)`,
}
const patients: Field<readonly number[], typeof readOnly> = {
  ...children('patient', 'client'),
  link: patientsOf,
  select: (column, at) => `(select coalesce(json_agg(${at.base} || 'patient/' || p.id || '/' order by p.id), '[]'::json)
    from patient p where p.organisation = ${at.organisation} and ${patientsOf.joins('p', column, at)})`,
}

const ofCountersale: ExtraFilter = {
  value: boolean(),
  condition: (wanted) => `r.countersale_record is ${wanted ? 'not ' : ''}null`,
}

const row = group({ invoice_row: ref('invoicerow') })
const dated = { use_original_invoice_date: boolean(optional) }

export const invoice = defineResource({
  name: 'invoice',
  title: 'Invoice',
  about: 'An invoice or a credit note. The service makes it when a visit or a sale over the counter is finalized.',
  permission: 'Financial: Invoices',
  fields: {
    status: choice(invoiceStatuses, readOnly),
    credit_note: boolean(readOnly),
    credit_note_original_invoice: ref('invoice', readOnlyOrNull),
    related_credit_notes: children('invoice', 'credit_note_original_invoice'),
    invoice_number: integer({ readOnly: true, nullable: true, min: 0, max: largestNumber }),
    invoice_prefix: text(15, readOnly),
    reference_number: text(25, readOnlyOrNull),
    additional_reference: text(63, readOnlyOrNull),
    invoice_date: date(optional),
    invoice_due_date: date(optional),
    date_paid: date(readOnlyOrNull),
    finalized: timestamp(readOnlyOrNull),
    client: ref('client', readOnlyOrNull),
    department: ref('department', readOnly),
    consultation: ref('consultation', readOnlyOrNull),
    countersale: computed({ type: 'boolean' }, ({ row: at }) => `${at}.countersale_record is not null`),
    countersale_record: ref('countersale', readOnlyOrNull),
    patients,
    currency: text(3, readOnly),
    remarks: text(10_000, optional),
    payer_name: text(255, readOnly),
    payer_organization_name: text(255, readOnly),
    payer_vat_number: text(63, readOnly),
    payer_register_number: text(63, readOnly),
    payer_country_code: text(2, readOnly),
    payer_street_address: text(255, readOnly),
    payer_street_address_2: text(255, readOnly),
    payer_zip_code: text(31, readOnly),
    payer_city: text(127, readOnly),
    payer_state: text(127, readOnly),
    alternative_payer: ref('alternative_payer', optionalOrNull),
    alternative_payer_share: decimal(3, 2, { optional: true, nullable: true, positive: true }),
    total: decimal(12, 2, readOnly),
    total_vat: decimal(12, 2, readOnly),
    total_with_vat: decimal(12, 2, readOnly),
    due_sum: decimal(12, 2, readOnly),
    client_due_sum: decimal(12, 2, readOnly),
    invoice_row: children('invoicerow', 'invoice'),
    invoice_payment: children('invoicepayment', 'invoice'),
    created,
    modified,
  },
  filters: {
    status: ['is', 'is_not', 'in'],
    credit_note: ['is'],
    credit_note_original_invoice: ['is', 'is_null'],
    invoice_number: ['is', 'gte', 'lte'],
    reference_number: ['is'],
    invoice_date: ['gte', 'lte', 'gt', 'lt', 'is', 'range'],
    invoice_due_date: ['gte', 'lte', 'lt'],
    date_paid: ['gte', 'lte', 'is', 'is_null'],
    client: ['is', 'in', 'is_null'],
    department: ['is', 'in'],
    consultation: ['is'],
    countersale_record: ['is'],
    alternative_payer: ['is'],
    due_sum: ['gt', 'lt', 'is', 'is_not'],
    created: ['gte', 'lt'],
    modified: ['gte', 'gt', 'lt', 'lte', 'range'],
  },
  extraFilters: { countersale__is: ofCountersale },
  ordering: ['invoice_date', 'invoice_number', 'modified'],
  exposes: ['client', 'patients', 'invoice_row', 'invoice_payment'],
  holdBefore: holdInvoice,
  list: { rate: 60 },
  retrieve: { rate: 250 },
  patch: { rate: 300, run: changeDraft },
  detailActions: {
    finalize: action({ rate: 300, summary: 'Finalize a draft', body: {}, run: finalizeInvoice }),
    update_status: action({
      rate: 300,
      summary: 'Mark an invoice as sent, or as finalized again so that it can be paid',
      body: { status: choice(invoiceStatuses) },
      run: changeInvoiceStatus,
    }),
    void: action({ rate: 300, summary: 'Void a draft', body: {}, run: voidDraft }),
    full_refund: action({
      rate: 300,
      summary: 'Credit every row that has not been credited yet',
      creates: true,
      body: dated,
      run: refundInvoice,
    }),
    partial_refund: action({
      rate: 300,
      summary: 'Credit some rows',
      creates: true,
      body: { invoice_rows: listOf(row, mostRows), ...dated },
      run: refundRows,
    }),
    to_prepayment: action({
      rate: 300,
      summary: 'Turn what a credit note owes into a prepayment',
      body: {},
      run: convertToPrepayment,
    }),
  },
})

const nameOf = (number: string | null, id: number) =>
  `invoice-${number?.replaceAll(/[^\w.-]/g, '-') ?? `draft-${id}`}.pdf`

export const invoicePdf = view({
  name: 'invoice.pdf',
  path: '/invoice/{id}/pdf/',
  title: 'Invoice',
  summary: 'Retrieve an invoice or credit note as a PDF',
  permission: 'Financial: Invoices',
  rate: 250,
  answers: { 200: 'application/pdf' },
  run: async ({ read, actor, id, requestHeaders }) => {
    const printed = await readPrintedInvoice(read, actor.organisation, id)
    if (printed === undefined) throw recordNotFound('Invoice')
    const file = await renderInvoice(printed)
    const version = versionOf(file)
    const headers = { etag: etagOf(version) }
    if (etagMatches(requestHeaders.ifNoneMatch ?? '', version, { weakly: true })) return { status: 304, headers }
    const name = nameOf(printed.number, id)
    return { status: 200, file, headers: { ...headers, 'content-disposition': `inline; filename="${name}"` } }
  },
})

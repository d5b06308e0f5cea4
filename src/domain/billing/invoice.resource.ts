import { created, modified } from '../../kernel/record-fields.ts'
import { view } from '../../kernel/endpoint.ts'
import { children, ref, urlOf } from '../../kernel/links.ts'
import type { readOnly, Field, Link } from '../../kernel/fields.ts'
import type { Reader } from '../../db/tx.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { action, actionWithResult, defineResource, type ExtraFilter } from '../../kernel/resource.ts'
import { boolean, choice, date, decimal, group, integer, listOf, text, timestamp } from '../../kernel/values.ts'
import { etagOf, etagMatches, versionOf } from '../../kernel/versions.ts'
import { findLogo, readLogo, type ReadFiles } from '../organisation/read-logo.ts'
import { changeDraft, voidDraft } from './drafts.ts'
import { renderInvoice } from './render-invoice.ts'
import { finalizeInvoice } from './finalize-invoice.ts'
import { holdInvoice } from './hold-books.ts'
import { changeInvoiceStatus } from './change-invoice-status.ts'
import { convertToPrepayment } from './prepayments.ts'
import { refundInvoice, refundRows } from './refund-invoice.ts'
import { fileNameOf, readPrintedInvoice } from './printed-invoice.ts'
import { cashDueSum, computed } from './computed-fields.ts'
import { sendInvoice } from './send-invoice.ts'
import { invoiceStatuses, settableStatuses } from './statuses.ts'

const largestNumber = 999_999_999_999_999
const maxRows = 1_000

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
  ...children('patient', 'client', {
    about: 'The animals that it is about: those of its rows and of the visit it was made from.',
  }),
  link: patientsOf,
  select: (column, at) => `(select coalesce(json_agg(${urlOf('patient', 'p.id', at)} order by p.id), '[]'::json)
    from patient p where p.organisation = ${at.organisation} and ${patientsOf.joins('p', column, at)})`,
}

const ofCountersale: ExtraFilter = {
  value: boolean({
    about: 'True for invoices of sales over the counter only; false leaves them out.',
  }),
  condition: (wanted) => `r.countersale_record is ${wanted ? 'not ' : ''}null`,
}

const row = group({
  invoice_row: ref('invoicerow', { about: 'A row of this invoice that has not been credited yet.' }),
  return_to_stock: boolean({
    optional: true,
    about: 'True puts the goods of the row back into stock, into the batches they came from. False unless sent.',
  }),
})
const dated = {
  use_original_invoice_date: boolean({
    optional: true,
    about:
      'True dates the credit note like the original, which is refused if that day is locked; false, as when it is left out, dates it today.',
  }),
}

export const invoice = defineResource({
  name: 'invoice',
  title: 'Invoice',
  about:
    'An invoice or a credit note. The service makes it when a visit or a sale over the counter is finalized; what has a number never changes, it is credited.',
  permission: 'Financial: Invoices',
  fields: {
    status: choice(invoiceStatuses, {
      readOnly: true,
      about:
        'Where it is in the clinic’s process, not whether it is paid: that is `due_sum`. Only 3 can be paid; 0 has no number and owes nothing yet; 1, 2 and 4 are set with `update_status`.',
    }),
    credit_note: boolean({
      readOnly: true,
      about: 'True for a credit note: its sums are negative, and the clinic owes the payer. False for an invoice.',
    }),
    credit_note_original_invoice: ref('invoice', {
      readOnly: true,
      nullable: true,
      about: 'On a credit note: the invoice that it credits. Null on invoices.',
    }),
    related_credit_notes: children('invoice', 'credit_note_original_invoice', {
      about: 'The credit notes that were made of this invoice, oldest first.',
    }),
    invoice_number: integer({
      readOnly: true,
      nullable: true,
      min: 0,
      max: largestNumber,
      about:
        'Assigned when it is finalized: consecutive within `invoice_prefix`, without gaps, credit notes included. Null on drafts and voided drafts.',
    }),
    invoice_prefix: text(15, {
      readOnly: true,
      about:
        'The prefix of its department when it was finalized; `OB` for opening balances. The printed number is this, a hyphen and `invoice_number`. Empty where there is none.',
    }),
    reference_number: text(25, {
      readOnly: true,
      nullable: true,
      about:
        'The creditor reference (ISO 11649, “RF…”) that the payer gives with a bank transfer, unique in the organisation. Null on drafts, and where the organisation uses none.',
    }),
    additional_reference: text(63, {
      readOnly: true,
      nullable: true,
      about:
        'A fixed text of the department, such as a contract number, as it was when the invoice was finalized. Null for none.',
    }),
    invoice_date: date({
      optional: true,
      about:
        'The date of the document in bookkeeping: the department’s local date when it was made. It can be changed on a draft, and must not be before the lock date when that is finalized.',
    }),
    invoice_due_date: date({
      optional: true,
      about:
        'The last day to pay: `invoice_date` plus `due_date_delay` of the payer or `payment_terms_days` of the department. It can be changed on a draft, to a day not before `invoice_date`.',
    }),
    sent: timestamp({
      readOnly: true,
      nullable: true,
      about: 'When it was last mailed with `send/`. Null: never. The status does not follow from it.',
    }),
    date_paid: date({
      readOnly: true,
      nullable: true,
      about: 'The day on which the last of it was paid, by the department’s local date. Null while something is owed.',
    }),
    finalized: timestamp({
      readOnly: true,
      nullable: true,
      about: 'When it got its number and became owed. Null on drafts and voided drafts.',
    }),
    client: ref('client', {
      readOnly: true,
      nullable: true,
      about:
        'Whose visit or purchase it is. Somebody else may pay: the `payer_` fields say who. Null for a walk-in customer.',
    }),
    department: ref('department', {
      readOnly: true,
      about: 'Where it was sold: the department whose books it is in, and whose prefix it is numbered with.',
    }),
    consultation: ref('consultation', {
      readOnly: true,
      nullable: true,
      about: 'The visit that is charged. Null for sales over the counter and opening balances.',
    }),
    countersale: computed({ type: 'boolean' }, ({ row: at }) => `${at}.countersale_record is not null`, {
      about: 'Whether it is for a sale over the counter. `countersale_record` links to the sale.',
    }),
    countersale_record: ref('countersale', {
      readOnly: true,
      nullable: true,
      about: 'The sale over the counter that is charged. Null for visits and opening balances.',
    }),
    patients,
    currency: text(3, {
      readOnly: true,
      about: 'What all its amounts are in, by ISO 4217: the organisation’s currency when it was made.',
    }),
    remarks: text(10_000, {
      optional: true,
      about: 'Printed below the amounts. It can be changed on a draft; empty for none.',
    }),
    payer_name: text(255, {
      readOnly: true,
      about:
        'The first and last name of whoever is invoiced. Empty for a walk-in customer. Like all `payer_` fields it is a copy made at invoicing: later changes of the client leave it.',
    }),
    payer_organization_name: text(255, {
      readOnly: true,
      about: 'The company, farm or charity that is invoiced, copied from the client. Empty for a private person.',
    }),
    payer_vat_number: text(63, {
      readOnly: true,
      about: 'The payer’s VAT identification number, printed on the invoice as businesses need it. Empty for none.',
    }),
    payer_register_number: text(63, {
      readOnly: true,
      about: 'The payer’s number in the trade register. Empty for none.',
    }),
    payer_country_code: text(2, {
      readOnly: true,
      about: 'The country of the payer’s address, by ISO 3166-1 alpha-2. Empty for a walk-in customer.',
    }),
    payer_street_address: text(255, {
      readOnly: true,
      about: 'The first line of the payer’s address, where the invoice is sent to.',
    }),
    payer_street_address_2: text(255, {
      readOnly: true,
      about: 'The second line of the payer’s address. Empty where one is enough.',
    }),
    payer_zip_code: text(31, {
      readOnly: true,
      about: 'The postal code of the payer’s address.',
    }),
    payer_city: text(127, {
      readOnly: true,
      about: 'The town of the payer’s address.',
    }),
    payer_state: text(127, {
      readOnly: true,
      about: 'The state or province of the payer’s address, in countries that write one. Empty elsewhere.',
    }),
    alternative_payer: ref('alternative_payer', {
      optional: true,
      nullable: true,
      about:
        'An insurer or other third party that pays a share, by payments of type 15 (Insurance claim): one of the client’s. It can be changed on a draft. Null for none.',
    }),
    alternative_payer_share: decimal(3, 2, {
      optional: true,
      nullable: true,
      positive: true,
      about:
        'How much of the total the alternative payer covers, in percent; 100 unless sent. Null where there is none.',
    }),
    total: decimal(12, 2, { readOnly: true, about: 'The sum of its rows without VAT. Negative on a credit note.' }),
    total_vat: decimal(12, 2, { readOnly: true, about: 'The VAT of its rows together. Negative on a credit note.' }),
    total_with_vat: decimal(12, 2, {
      readOnly: true,
      about: 'What the document is for: the sum of its rows, VAT included. Payments do not change it.',
    }),
    due_sum: decimal(12, 2, {
      readOnly: true,
      about:
        'What is still owed, by all payers: `total_with_vat` less the payments, 0.00 once it is settled. Negative on a credit note that is not paid out yet. A draft shows what it will cost.',
    }),
    cash_due_sum: cashDueSum,
    client_due_sum: decimal(12, 2, {
      readOnly: true,
      about: 'The client’s part of `due_sum`: without what is left of the alternative payer’s share.',
    }),
    invoice_row: children('invoicerow', 'invoice', {
      about: 'What is charged, row by row, in the order of the visit or sale.',
    }),
    invoice_payment: children('invoicepayment', 'invoice', {
      about: 'What was paid, oldest first, with cancellations and set-offs. `POST /invoicepayment/` adds one.',
    }),
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
  list: {
    rate: 60,
    about:
      'Unpaid invoices are `status__in=1,2,3,4&due_sum__gt=0`, overdue ones also `invoice_due_date__lt=<today>`, and credit notes to pay out `status__in=1,2,3,4&due_sum__lt=0`.',
  },
  retrieve: { rate: 250 },
  patch: {
    rate: 300,
    run: changeDraft,
    about:
      'Only a draft, 0 (Draft), can be changed: date, due date, remarks and alternative payer. What has a number is credited instead.',
  },
  detailActions: {
    finalize: action({
      rate: 300,
      summary: 'Finalize a draft',
      about:
        'Gives the draft its number and makes it owed, in status 3 (Finalized). It keeps its `invoice_date`, and never changes after that. Refused if it is no draft, or if that date is before the department’s lock date.',
      body: {},
      run: finalizeInvoice,
    }),
    update_status: action({
      rate: 300,
      summary: 'Mark an invoice as sent, or as finalized again so that it can be paid',
      about:
        'From 3 (Finalized) to 1 (Sent), 2 (Open) or 4 (Invoicing), and from each of these back to 3. The clinic decides what 1, 2 and 4 mean; to the service they are alike: what is owed stays the same, and no payment is taken until the invoice is 3 again. Drafts and voided drafts are refused.',
      body: {
        status: choice(settableStatuses, {
          about:
            'The status that the invoice gets. The present one is refused. A draft ends with `finalize` or `void`.',
        }),
      },
      run: changeInvoiceStatus,
    }),
    send: actionWithResult({
      rate: 300,
      summary: 'Mail an invoice to the client who pays it',
      about:
        'Queues an e-mail with the invoice as a PDF, and sets `sent`. The status stays, so that it can be paid. Staff send it themselves, so `no_email` does not hold it back. Every request is another mail: send an `Idempotency-Key` to repeat one safely. Refused for drafts and voided drafts, and where the client who pays has no e-mail address.',
      body: {
        update_status: boolean({
          optional: true,
          about: 'True also changes the status from 3 (Finalized) to 1 (Sent). False unless sent.',
        }),
      },
      result: {
        message: ref('message', { about: 'The message in the log, which says what becomes of it.' }),
        recipient: text(254, { about: 'The address it goes to: that of the client who pays.' }),
        no_email: boolean({
          about: 'Whether that client has `no_email` set. It is sent all the same: ask the client if it was wanted.',
        }),
        status: choice(invoiceStatuses, { about: 'The status of the invoice now.' }),
        sent: timestamp({ about: '`sent` of the invoice now.' }),
      },
      run: sendInvoice,
    }),
    void: action({
      rate: 300,
      summary: 'Void a draft',
      about:
        'Ends the draft in status 99 (Voided), with nothing owed, for good. Its visit is back in 7 (Invoicing), where its items can be corrected and it can be finalized again. Refused if it is no draft.',
      body: {},
      run: voidDraft,
    }),
    full_refund: action({
      rate: 300,
      summary: 'Credit every row that has not been credited yet',
      about:
        'Answers 201 with the credit note, an invoice of its own with negative sums. It is first set off against what is still owed; only the rest, its `due_sum`, is owed back: pay it out with a negative payment, or keep it with `to_prepayment`. Refused for drafts and credit notes, and if every row is credited already.',
      creates: true,
      body: {
        ...dated,
        return_to_stock: boolean({
          optional: true,
          about:
            'True puts the goods of every row that is credited back into stock, into the batches they came from. False unless sent: what an animal got does not come back.',
        }),
      },
      run: refundInvoice,
    }),
    partial_refund: action({
      rate: 300,
      summary: 'Credit some rows',
      about:
        'Like `full_refund`, for the rows that are named, each as a whole: to give back part of a row, credit it and sell the rest again.',
      creates: true,
      body: {
        invoice_rows: listOf(row, maxRows, {
          about: 'The rows to credit, at least one; none that is credited already.',
        }),
        ...dated,
      },
      run: refundRows,
    }),
    to_prepayment: action({
      rate: 300,
      summary: 'Turn what a credit note owes into a prepayment',
      about:
        'Makes an `unallocatedpayment` of what the credit note owes the client, and answers with the credit note, whose `client_due_sum` is then 0.00. Refused unless it is 3 (Finalized), for a walk-in customer, and where it is rounded for cash. What an alternative payer gets back stays owed.',
      body: {},
      run: convertToPrepayment,
    }),
  },
})

const readLogoOf = async (read: Reader, files: ReadFiles, organisation: number) => {
  const logo = await findLogo(read, organisation)
  return logo && (await readLogo(files, logo))
}

export const invoicePdf = view({
  name: 'invoice.pdf',
  path: '/invoice/{id}/pdf/',
  title: 'Invoice',
  summary: 'Retrieve an invoice or credit note as a PDF',
  about:
    'The document as the clinic hands it out, on A4 and in English, whatever `Accept` says. A draft says that nothing is due. The same data gives the same bytes and `ETag`, so `If-None-Match` answers 304 until a payment or correction changes it.',
  permission: 'Financial: Invoices',
  rate: 250,
  answers: { 200: 'application/pdf' },
  run: async ({ read, store, actor, id, requestHeaders }) => {
    const printed = await readPrintedInvoice(read, actor.organisation, id)
    if (printed === undefined) throw recordNotFound('Invoice')
    // A clinic can print its invoices also while the object store is down.
    const logo = await readLogoOf(read, store, actor.organisation).catch(() => undefined)
    const file = await renderInvoice(printed, logo)
    const version = versionOf(file)
    const headers = { etag: etagOf(version) }
    if (etagMatches(requestHeaders.ifNoneMatch ?? '', version, { weakly: true })) return { status: 304, headers }
    const name = fileNameOf(printed.number, id)
    return { status: 200, file, headers: { ...headers, 'content-disposition': `inline; filename="${name}"` } }
  },
})

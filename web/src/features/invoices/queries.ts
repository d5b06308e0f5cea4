import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  type Consultation,
  type DepartmentSettings,
  idOf,
  type Invoice,
  type InvoicePayment,
  type PageOf,
  type RowExplanation,
  type SearchResults,
} from '../../api/records.ts'
import { get, post, request } from '../../api/request.ts'
import type { Write } from '../../shared/confirmed-writes.ts'
import { text } from '../../text/en.ts'
import { positive } from './compute-payment.ts'
import { moneyKey, moneyResources } from '../../shared/payments/queries.ts'
import { cash, paymentBody } from '../../shared/payments/payment-steps.ts'

export const invoiceQuery = (id: number) =>
  queryOptions({
    queryKey: [moneyKey, 'invoice', id],
    queryFn: ({ signal }) =>
      get<Invoice>(
        `/invoice/${id}/`,
        { expose_client: true, expose_patients: true, expose_invoice_row: true, expose_invoice_payment: true },
        signal,
      ),
    meta: { resources: moneyResources },
  })

export const creditNotesQuery = (id: number) =>
  queryOptions({
    queryKey: [moneyKey, 'credit notes', id],
    queryFn: ({ signal }) =>
      get<PageOf<Invoice>>(
        '/invoice/',
        { credit_note_original_invoice__is: id, page_size: 100, expose_invoice_row: true },
        signal,
      ),
    meta: { resources: moneyResources },
  })

export const explanationQuery = (row: number) =>
  queryOptions({
    queryKey: [moneyKey, 'explanation', row],
    queryFn: ({ signal }) => get<RowExplanation>(`/invoicerow/${row}/explanation/`, undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const visitQuery = (url: string) =>
  queryOptions({
    queryKey: ['consultation', url],
    queryFn: ({ signal }) => get<Consultation>(url, { expose_supervising_veterinarian: true }, signal),
    meta: { resources: ['consultation'] },
  })

export const departmentSettingsQuery = (department: string) =>
  queryOptions({
    queryKey: ['department settings', department],
    queryFn: ({ signal }) => get<DepartmentSettings>(`/settings/department/${idOf(department)}/`, undefined, signal),
    staleTime: 5 * 60_000,
    meta: { resources: ['department_settings'] },
  })

export const invoiceViews = ['unpaid', 'overdue', 'drafts', 'payout', 'all'] as const
export type InvoiceView = (typeof invoiceViews)[number]

export type InvoiceOrder = `${'' | '-'}${'invoice_number' | 'invoice_date'}`

export type InvoicesAsked = {
  readonly view: InvoiceView
  readonly q: string
  readonly from: string | undefined
  readonly until: string | undefined
  readonly order: InvoiceOrder | undefined
  readonly page: number
  readonly department: number | undefined
  readonly today: string
}

const numbered = '1,2,3,4'
const viewFilters = (view: InvoiceView, today: string) =>
  ({
    unpaid: { status__in: numbered, due_sum__gt: '0' },
    overdue: { status__in: numbered, due_sum__gt: '0', invoice_due_date__lt: today },
    drafts: { status__is: 0 },
    payout: { status__in: numbered, due_sum__lt: '0' },
    all: {},
  })[view]

const isByNumber = (order: InvoiceOrder | undefined) => order?.endsWith('invoice_number') === true

/** What waits longest first; otherwise what is new. */
export const usualOrder = (view: InvoiceView): InvoiceOrder =>
  view === 'drafts' || view === 'all' ? '-invoice_date' : 'invoice_date'

export const pageSize = 50
const nothing = { count: 0, next: null, results: [] }

/** A number is an invoice's; anything else is a client, found as the palette finds them. */
const whoseFilter = async (q: string, signal: AbortSignal) => {
  const number = /^(?:[^\d\s]*-)?(\d{1,15})$/.exec(q)?.[1]
  if (q === '') return {}
  if (number !== undefined) return { invoice_number__is: number }
  const { results } = await get<SearchResults>('/search/', { q }, signal)
  const clients = results.filter(({ type }) => type === 'client').map(({ id }) => id)
  return clients.length === 0 ? undefined : { client__in: clients.join(',') }
}

export const invoicesQuery = ({ view, q, from, until, order, page, department, today }: InvoicesAsked) =>
  queryOptions({
    queryKey: [moneyKey, 'list', view, q, from, until, order, page, department, today],
    queryFn: async ({ signal }) => {
      const whose = await whoseFilter(q, signal)
      if (whose === undefined) return nothing satisfies PageOf<Invoice>
      return get<PageOf<Invoice>>(
        '/invoice/',
        {
          ...viewFilters(view, today),
          // Drafts have no number to be sorted by.
          ...(view === 'all' && isByNumber(order) && { status__in: numbered }),
          ordering: order ?? usualOrder(view),
          ...whose,
          invoice_date__gte: from,
          invoice_date__lte: until,
          department__is: department,
          page,
          page_size: pageSize,
          expose_patients: true,
        },
        signal,
      )
    },
    placeholderData: keepPreviousData,
    meta: { resources: ['invoice', 'invoicepayment'] },
  })

export type RefundAsked = {
  readonly rows: readonly string[]
  readonly isAll: boolean
  readonly isOriginalDate: boolean
  readonly isReturned: boolean
}

/** Where a refund is sent, and what: everything that is left, or the rows that are ticked. */
export const refundStep = (id: number, { rows, isAll, isOriginalDate, isReturned }: RefundAsked) => {
  const dated = isOriginalDate ? { use_original_invoice_date: true } : {}
  const returned = isReturned ? { return_to_stock: true } : {}
  return isAll
    ? { path: `/invoice/${id}/full_refund/`, body: { ...dated, ...returned } }
    : {
        path: `/invoice/${id}/partial_refund/`,
        body: { invoice_rows: rows.map((row) => ({ invoice_row: row, ...returned })), ...dated },
      }
}

/** The credit note that would be made. */
export const refundPreviewQuery = (id: number, asked: RefundAsked) => {
  const { path, body } = refundStep(id, asked)
  return queryOptions({
    queryKey: [moneyKey, 'refund preview', id, body],
    queryFn: ({ signal }) => post<Invoice>(path, body, { dryRun: true, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** Sent once, like a payment: a number that is given to an invoice stays with it. */
export const finalizing = (id: number): Write => ({
  steps: [{ path: `/invoice/${id}/finalize/`, body: {} }],
  said: text.invoices.invoice.wasFinalized,
})
export const voidDraft = (id: number) => post<Invoice>(`/invoice/${id}/void/`, {})
export const makePayable = (id: number) => post<Invoice>(`/invoice/${id}/update_status/`, { status: 3 })
export const send = (id: number) =>
  post<{ readonly recipient: string; readonly no_email: boolean }>(
    `/invoice/${id}/send/`,
    {},
    { idempotencyKey: crypto.randomUUID() },
  )

export type DraftFields = Pick<Invoice, 'invoice_date' | 'invoice_due_date' | 'remarks'>
export const changeDraft = (id: number, fields: Partial<DraftFields>, ifModified: string) =>
  request<Invoice>('PATCH', `/invoice/${id}/`, { body: fields, ifModified })

/** What an amount that is to be settled comes to in coins: the service rounds, and records nothing yet. */
export const cashQuery = (invoice: Invoice, amount: string) =>
  queryOptions({
    queryKey: [moneyKey, 'cash', invoice.id, invoice.modified, amount],
    queryFn: async ({ signal }) => {
      const body = paymentBody(invoice, { method: cash, amount }, true)
      const { payment_type, paid } = await post<InvoicePayment>('/invoicepayment/', body, { dryRun: true, signal })
      return payment_type === cash ? positive(paid) : '0.00'
    },
    staleTime: Infinity,
    retry: false,
  })

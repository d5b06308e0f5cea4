import { type BodyOf, type Entry, entry, InvoiceStatus, list, type QueryOf, walk } from '@fetlock/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { longPages } from './lists.ts'
import type { Department, Invoice, InvoiceRow } from './records.ts'
import { findClients } from './search.ts'
import { shows, showsAll } from './shows.ts'

/** What shows one invoice: its rows, payments and credit notes link to it. */
const ofInvoice = (id: number) => {
  const address = `/invoice/${id}/`
  return shows({ invoice: address, invoicerow: address, invoicepayment: address })
}

/** The statuses of an invoice that has its number. */
export const numberedStatuses = [
  InvoiceStatus.Sent,
  InvoiceStatus.Open,
  InvoiceStatus.Finalized,
  InvoiceStatus.Invoicing,
] as const satisfies readonly InvoiceStatus[]

/** An invoice with everything that its page shows. */
export const invoiceQuery = (id: number) =>
  queryOptions({
    queryKey: ['invoice', id],
    queryFn: ({ signal }) =>
      api.get('/invoice/{id}/', {
        path: { id },
        query: { expose_client: true, expose_patients: true, expose_invoice_row: true, expose_invoice_payment: true },
        signal,
      }),
    meta: ofInvoice(id),
  })

/** What is on paper: VAT by rate, the clinic and the payer as they were. */
export const printedQuery = (id: number) =>
  queryOptions({
    queryKey: ['invoice', id, 'printed'],
    queryFn: ({ signal }) => api.get('/invoice/{id}/printed/', { path: { id }, signal }),
    meta: ofInvoice(id),
  })

/** All credit notes of an invoice. */
export const creditNotesQuery = (id: number) =>
  queryOptions({
    queryKey: ['invoice', id, 'credit notes'],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        walk(api, '/invoice/', {
          query: { credit_note_original_invoice__is: String(id), expose_invoice_row: true },
          signal,
        }),
      ),
    meta: ofInvoice(id),
  })

/** How a row came to its total. */
export const explanationQuery = (row: number) =>
  queryOptions({
    queryKey: ['invoicerow', row, 'explanation'],
    queryFn: ({ signal }) => api.get('/invoicerow/{id}/explanation/', { path: { id: row }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const invoiceViews = ['unpaid', 'overdue', 'drafts', 'payout', 'all'] as const
export type InvoiceView = (typeof invoiceViews)[number]
export type InvoiceOrder = `${'' | '-'}${'invoice_number' | 'invoice_date'}`

type InvoiceFilters = QueryOf<'GET', '/invoice/'>
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

const filtersOf = (view: InvoiceView, today: string): InvoiceFilters =>
  ({
    unpaid: { status__in: numberedStatuses, due_sum__gt: '0' },
    overdue: { status__in: numberedStatuses, due_sum__gt: '0', invoice_due_date__lt: today },
    drafts: { status__is: InvoiceStatus.Draft },
    payout: { status__in: numberedStatuses, due_sum__lt: '0' },
    all: {},
  })[view]

const isByNumber = (order: InvoiceOrder | undefined) => order?.endsWith('invoice_number') === true

/** What waits longest first; otherwise what is new. */
export const usualOrder = (view: InvoiceView): InvoiceOrder =>
  view === 'drafts' || view === 'all' ? '-invoice_date' : 'invoice_date'

export const pageSize = 50

type Whose = { readonly filter: InvoiceFilters | undefined; readonly isCut: boolean }

/** A number is an invoice's; anything else is a client, found as the palette finds them. */
const findWhose = async (q: string, signal: AbortSignal): Promise<Whose> => {
  const number = /^(?:[^\d\s]*-)?(\d{1,15})$/.exec(q)?.[1]
  if (q === '') return { filter: {}, isCut: false }
  if (number !== undefined) return { filter: { invoice_number__is: Number(number) }, isCut: false }
  const { ids, isCut } = await findClients(q, signal)
  return { filter: ids.length === 0 ? undefined : { client__in: ids }, isCut }
}

/** A page of the list of invoices. `isCut`: there may be clients of that name whose invoices are not among them. */
export const invoicesQuery = ({ view, q, from, until, order, page, department, today }: InvoicesAsked) =>
  queryOptions({
    queryKey: ['invoice', 'list', view, q, from, until, order, page, department, today],
    queryFn: async ({ signal }) => {
      const { filter: whose, isCut } = await findWhose(q, signal)
      if (whose === undefined) return { count: 0, results: [], isCut }
      const query: InvoiceFilters = {
        ...filtersOf(view, today),
        // Drafts have no number to be sorted by.
        ...(view === 'all' && isByNumber(order) && { status__in: numberedStatuses }),
        ordering: order ?? usualOrder(view),
        ...whose,
        invoice_date__gte: from,
        invoice_date__lte: until,
        department__is: department?.toString(),
        page,
        page_size: pageSize,
        expose_patients: true,
      }
      return { ...(await api.get('/invoice/', { query, signal })), isCut }
    },
    placeholderData: keepPreviousData,
    meta: showsAll('invoice'),
  })

/** What a client still has to pay, oldest first: what a prepayment can be used on. */
export const owedByQuery = (client: number) =>
  queryOptions({
    queryKey: ['invoice', 'owed by', client],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        list(api, '/invoice/', {
          query: {
            client__is: String(client),
            status__is: InvoiceStatus.Finalized,
            due_sum__gt: '0',
            ordering: 'invoice_date',
          },
          signal,
        }),
      ),
    meta: shows({ invoice: `/client/${client}/` }),
  })

const shownDrafts = 3

/** How many drafts a department has, with the first of them. */
export const draftsQuery = (department: Department) =>
  queryOptions({
    queryKey: ['invoice', 'drafts', department.id],
    queryFn: ({ signal }) =>
      api.get('/invoice/', {
        query: { status__is: InvoiceStatus.Draft, department__is: String(department.id), page_size: shownDrafts },
        signal,
      }),
    meta: shows({ invoice: department.url }),
  })

/** Days, both included; one that is left out is open. */
type Days = { readonly from?: string | undefined; readonly to?: string | undefined }
const byDate = (one: Invoice, other: Invoice) => one.invoice_date.localeCompare(other.invoice_date)
const invoicesOf = async (query: InvoiceFilters, signal: AbortSignal) =>
  (await Array.fromAsync(walk(api, '/invoice/', { query: { ...query, ...longPages }, signal }))).toSorted(byDate)

const invoicesAtOnce = 100

/** The rows of invoices, with their VAT and where it is posted. */
const rowsOf = async (invoices: readonly Invoice[], signal: AbortSignal) => {
  const rows: InvoiceRow[] = []
  for (let at = 0; at < invoices.length; at += invoicesAtOnce) {
    const invoice__in = invoices.slice(at, at + invoicesAtOnce).map(({ id }) => id)
    const query = { invoice__in, expose_invoicerow_vat_group: true, ...longPages } as const
    for await (const row of walk(api, '/invoicerow/', { query, signal })) rows.push(row)
  }
  return rows
}

/** All invoices of some days, in one department or in all, and their rows where they are asked for. */
export const invoicedQuery = (department: Department | undefined, { from, to }: Days, hasRows: boolean) =>
  queryOptions({
    queryKey: ['invoice', 'of days', department?.id, from, to, hasRows],
    queryFn: async ({ signal }) => {
      const invoices = await invoicesOf(
        {
          status__in: numberedStatuses,
          invoice_date__gte: from,
          invoice_date__lte: to,
          department__is: department?.id.toString(),
        },
        signal,
      )
      return { invoices, rows: hasRows ? await rowsOf(invoices, signal) : [] }
    },
    meta: showsAll('invoice'),
  })

/** All that is owed on invoices that were due from one day to another. */
export const owingQuery = (department: Department | undefined, { from, to }: Days) =>
  queryOptions({
    queryKey: ['invoice', 'owing', department?.id, from, to],
    queryFn: ({ signal }) =>
      invoicesOf(
        {
          status__in: numberedStatuses,
          due_sum__is_not: '0.00',
          invoice_due_date__gte: from,
          invoice_due_date__lte: to,
          department__is: department?.id.toString(),
        },
        signal,
      ),
    meta: showsAll('invoice'),
  })

export type RefundAsked = {
  readonly rows: readonly string[]
  readonly isAll: boolean
  readonly isOriginalDate: boolean
  readonly isReturned: boolean
}

/** A refund as it is sent: everything that is left, or the rows that are ticked. */
export const refundEntry = (id: number, { rows, isAll, isOriginalDate, isReturned }: RefundAsked) => {
  const dated = isOriginalDate ? { use_original_invoice_date: true } : {}
  const returned = isReturned ? { return_to_stock: true } : {}
  return isAll
    ? entry('note', 'POST', '/invoice/{id}/full_refund/', { path: { id }, body: { ...dated, ...returned } })
    : entry('note', 'POST', '/invoice/{id}/partial_refund/', {
        path: { id },
        body: { invoice_rows: rows.map((row) => ({ invoice_row: row, ...returned })), ...dated },
      })
}

const dryRunOf = async <A>({ method, path, body }: Entry<string, A>, signal: AbortSignal) =>
  (await api.request(method, path, { body, dryRun: true, signal })).data as A

/** The credit note that would be made. */
export const refundPreviewQuery = (id: number, asked: RefundAsked) => {
  const refund = refundEntry(id, asked)
  return queryOptions({
    queryKey: ['invoice', id, 'refund', refund.body],
    queryFn: ({ signal }) => dryRunOf(refund, signal),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** Sent once, like a payment: a number that is given to an invoice stays with it. */
export const finalizeEntry = (id: number) => entry('invoice', 'POST', '/invoice/{id}/finalize/', { path: { id } })
export const toPrepaymentEntry = (id: number) => entry('note', 'POST', '/invoice/{id}/to_prepayment/', { path: { id } })

export const voidDraft = (id: number) => api.post('/invoice/{id}/void/', { path: { id } })
export const makePayable = (id: number, key?: string) =>
  api.post('/invoice/{id}/update_status/', { path: { id }, body: { status: InvoiceStatus.Finalized }, key })
export const sendInvoice = (id: number, key?: string) => api.post('/invoice/{id}/send/', { path: { id }, key })

export type DraftFields = Pick<Invoice, 'invoice_date' | 'invoice_due_date' | 'remarks'>
export const changeDraft = (
  invoice: Pick<Invoice, 'id' | 'modified'>,
  body: BodyOf<'PATCH', '/invoice/{id}/'>,
  key?: string,
) => api.patch('/invoice/{id}/', { path: { id: invoice.id }, body, ifMatch: invoice, key })

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  type AccountingReport,
  type Consultation,
  type Countersale,
  type Department,
  idOf,
  type Invoice,
  type InvoicePayment,
  type InvoiceRow,
  type PageOf,
  type PeriodTotals,
  type Prepayment,
  type Receivables,
} from '../../api/records.ts'
import { get, post } from '../../api/request.ts'
import { nextDate, startOfDay } from '../../format.ts'
import type { Period } from './period.ts'

const money = { resources: ['invoice', 'invoicepayment', 'unallocatedpayment', 'accountingreport'] }
const whereOf = (department: Department | undefined) =>
  department === undefined ? '/accountingreport' : `/department/${idOf(department.url)}`
const mostRows = 500

/** Of one department, or of all. */
export const totalsQuery = (department: Department | undefined, { from, to }: Period) =>
  queryOptions({
    queryKey: ['report', 'totals', department?.url, from, to],
    queryFn: ({ signal }) => get<PeriodTotals>(`${whereOf(department)}/totals/`, { from, to }, signal),
    placeholderData: keepPreviousData,
    meta: money,
  })

export const receivablesQuery = (department: Department | undefined) =>
  queryOptions({
    queryKey: ['report', 'receivables', department?.url],
    queryFn: ({ signal }) => get<Receivables>(`${whereOf(department)}/receivables/`, {}, signal),
    meta: money,
  })

export const closedDaysQuery = (department: Department | undefined) =>
  queryOptions({
    queryKey: ['report', 'closed', department?.url],
    queryFn: ({ signal }) =>
      get<PageOf<AccountingReport>>(
        '/accountingreport/',
        { department__is: department && idOf(department.url), ordering: '-period_end', page_size: 31 },
        signal,
      ),
    meta: { resources: ['accountingreport'] },
  })

export const closedDayQuery = (id: number) =>
  queryOptions({
    queryKey: ['report', 'closed day', id],
    queryFn: ({ signal }) => get<AccountingReport>(`/accountingreport/${id}/`, {}, signal),
    staleTime: Infinity,
  })

export type Counted = { readonly payment_type: number; readonly amount: string; readonly explanation?: string }

export const closingOf = (department: Department, counted: readonly Counted[]) => ({
  path: '/accountingreport/close_day/',
  body: { department: department.url, counted },
})

/** The report as it would be closed. What differs is not explained yet, so a dash stands in for it. */
export const closingQuery = (department: Department, counted: readonly Counted[]) =>
  queryOptions({
    queryKey: ['report', 'preview', department.url, counted],
    queryFn: ({ signal }) => {
      const { path, body } = closingOf(
        department,
        counted.map((one) => ({ ...one, explanation: '–' })),
      )
      return post<AccountingReport>(path, body, { dryRun: true, signal })
    },
    placeholderData: keepPreviousData,
    meta: money,
  })

const openVisits = '0,5,6,7,8,11'

export const openVisitsQuery = (department: Department) =>
  queryOptions({
    queryKey: ['report', 'visits', department.url],
    queryFn: ({ signal }) =>
      get<PageOf<Consultation>>(
        '/consultation/',
        { status__in: openVisits, department__is: idOf(department.url), expose_patients: true, page_size: 3 },
        signal,
      ),
    meta: { resources: ['consultation'] },
  })

export const draftsQuery = (department: Department) =>
  queryOptions({
    queryKey: ['report', 'drafts', department.url],
    queryFn: ({ signal }) =>
      get<PageOf<Invoice>>('/invoice/', { status__is: 0, department__is: idOf(department.url), page_size: 3 }, signal),
    meta: { resources: ['invoice'] },
  })

export const salesQuery = (department: Department) =>
  queryOptions({
    queryKey: ['report', 'sales', department.url],
    queryFn: ({ signal }) =>
      get<PageOf<Countersale>>(
        '/countersale/',
        { finalized__is: 'false', department__is: idOf(department.url), page_size: 50 },
        signal,
      ),
    // A sale without items is one that nobody has begun.
    select: ({ results }) => results.filter(({ countersale_items }) => countersale_items.length > 0),
    meta: { resources: ['countersale', 'countersaleitem'] },
  })

type Paid = {
  readonly department: Department | undefined
  readonly period: Period
  readonly timeZone: string
  readonly method: number | undefined
}

/** The payments and prepayments of some days: what the takings of these days are made of. */
export const paidQuery = ({ department, period: { from, to }, timeZone, method }: Paid) =>
  queryOptions({
    queryKey: ['report', 'paid', department?.url, from, to, method],
    queryFn: async ({ signal }) => {
      const [start, end] = [startOfDay(from, timeZone), startOfDay(nextDate(to), timeZone)]
      const where = {
        department__is: department && idOf(department.url),
        payment_type__is: method,
        page_size: mostRows,
      }
      const [payments, prepayments] = await Promise.all([
        get<PageOf<InvoicePayment>>(
          '/invoicepayment/',
          {
            ...where,
            date_added__gte: start.toISOString(),
            date_added__lt: end.toISOString(),
            expose_invoice: true,
            ordering: 'date_added',
          },
          signal,
        ),
        get<PageOf<Prepayment>>(
          '/unallocatedpayment/',
          {
            ...where,
            added__gte: from,
            added__lte: to,
            expose_client: true,
          },
          signal,
        ),
      ])
      return { payments, prepayments }
    },
    meta: money,
  })

const invoicesAtOnce = 100

/** The rows of invoices, with their VAT and where it is posted. */
const readRows = async (invoices: readonly Invoice[], signal: AbortSignal) => {
  const rows: InvoiceRow[] = []
  for (let at = 0; at < invoices.length; at += invoicesAtOnce) {
    const ids = invoices.slice(at, at + invoicesAtOnce).map(({ id }) => id)
    for (let page = 1; ; page++) {
      const { results, next } = await get<PageOf<InvoiceRow>>(
        '/invoicerow/',
        { invoice__in: ids.join(','), expose_invoicerow_vat_group: true, page_size: mostRows, page },
        signal,
      )
      rows.push(...results)
      if (next === null) break
    }
  }
  return rows
}

/** The invoices of some days, and their rows where they are asked for. */
export const invoicedQuery = (department: Department | undefined, { from, to }: Period, hasRows: boolean) =>
  queryOptions({
    queryKey: ['report', 'invoiced', department?.url, from, to, hasRows],
    queryFn: async ({ signal }) => {
      const invoices = await get<PageOf<Invoice>>(
        '/invoice/',
        {
          status__in: '1,2,3,4',
          invoice_date__gte: from,
          invoice_date__lte: to,
          department__is: department && idOf(department.url),
          ordering: 'invoice_date',
          page_size: mostRows,
        },
        signal,
      )
      return { invoices, rows: hasRows ? await readRows(invoices.results, signal) : [] }
    },
    meta: money,
  })

/** What is owed on invoices that were due from one day to another. */
export const owingQuery = (department: Department | undefined, { from, to }: Partial<Period>) =>
  queryOptions({
    queryKey: ['report', 'owing', department?.url, from, to],
    queryFn: ({ signal }) =>
      get<PageOf<Invoice>>(
        '/invoice/',
        {
          status__in: '1,2,3,4',
          due_sum__is_not: '0.00',
          invoice_due_date__gte: from,
          invoice_due_date__lte: to,
          department__is: department && idOf(department.url),
          ordering: 'invoice_date',
          page_size: mostRows,
        },
        signal,
      ),
    meta: money,
  })

import { type BodyOf, type Entry, walk } from '@fetlock/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import type { AccountingReport, Department } from './records.ts'
import { showsAll } from './shows.ts'

/** Any entry in the books changes what they come to. */
const ofBooks = showsAll('invoice', 'invoicepayment', 'unallocatedpayment', 'accountingreport')

type Period = { readonly from: string; readonly to: string }

/** What was invoiced and taken in some days, in one department or in all. */
export const totalsQuery = (department: number | undefined, { from, to }: Period) =>
  queryOptions({
    queryKey: ['accountingreport', 'totals', department, from, to],
    queryFn: ({ signal }) =>
      department === undefined
        ? api.get('/accountingreport/totals/', { query: { from, to }, signal })
        : api.get('/department/{id}/totals/', { path: { id: department }, query: { from, to }, signal }),
    placeholderData: keepPreviousData,
    meta: ofBooks,
  })

/** What is owed by age, to one department or to all. */
export const receivablesQuery = (department: number | undefined) =>
  queryOptions({
    queryKey: ['accountingreport', 'receivables', department],
    queryFn: ({ signal }) =>
      department === undefined
        ? api.get('/accountingreport/receivables/', { signal })
        : api.get('/department/{id}/receivables/', { path: { id: department }, signal }),
    meta: ofBooks,
  })

/** The last closings of one department, or of all, newest first. */
export const closedDaysQuery = (department: number | undefined, maxShown: number) =>
  queryOptions({
    queryKey: ['accountingreport', 'closed', department, maxShown],
    queryFn: ({ signal }) =>
      api.get('/accountingreport/', {
        query: { department__is: department?.toString(), ordering: '-period_end', page_size: maxShown },
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: showsAll('accountingreport'),
  })

/** All closings since a moment, of any department. */
export const closedSinceQuery = (moment: string) =>
  queryOptions({
    queryKey: ['accountingreport', 'closed since', moment],
    queryFn: ({ signal }) =>
      Array.fromAsync(walk(api, '/accountingreport/', { query: { period_end__gte: moment }, signal })),
    meta: showsAll('accountingreport'),
  })

export const closedDayQuery = (id: number) =>
  queryOptions({
    queryKey: ['accountingreport', id],
    queryFn: ({ signal }) => api.get('/accountingreport/{id}/', { path: { id }, signal }),
    staleTime: Infinity,
  })

type Closing = BodyOf<'POST', '/accountingreport/close_day/'>
export type Counted = NonNullable<Closing['counted']>[number]

const closing = '/accountingreport/close_day/'

/** Closes the day. It counts everything since the closing before it, so it is always a request of its own. */
export const closingEntry = (
  department: Department,
  counted: readonly Counted[],
): Entry<'report', AccountingReport> => ({
  name: 'report',
  method: 'POST',
  path: closing,
  body: { department: department.url, counted } satisfies Closing,
})

/** The report as it would be closed. What differs is not explained yet, so a dash stands in for it. */
export const closingQuery = (department: Department, counted: readonly Counted[]) =>
  queryOptions({
    queryKey: ['accountingreport', 'preview', department.id, counted],
    queryFn: ({ signal }) => {
      const body = { department: department.url, counted: counted.map((one) => ({ ...one, explanation: '–' })) }
      return api.post(closing, { body, dryRun: true, signal })
    },
    placeholderData: keepPreviousData,
    meta: ofBooks,
  })

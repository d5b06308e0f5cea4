import { entry, type PaymentType, walk } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { nextDate, startOfDay } from '../format.ts'
import { api } from './api.ts'
import { longPages } from './lists.ts'
import type { Department } from './records.ts'
import { showsAll } from './shows.ts'

type Paid = {
  readonly department: Department | undefined
  readonly period: { readonly from: string; readonly to: string }
  readonly timeZone: string
  readonly method: PaymentType | undefined
}

/** All payments of some days, by one method or any. */
export const paymentsQuery = ({ department, period: { from, to }, timeZone, method }: Paid) =>
  queryOptions({
    queryKey: ['invoicepayment', 'of days', department?.id, from, to, timeZone, method],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        walk(api, '/invoicepayment/', {
          query: {
            department__is: department?.id,
            payment_type__is: method,
            date_added__gte: startOfDay(from, timeZone).toISOString(),
            date_added__lt: startOfDay(nextDate(to), timeZone).toISOString(),
            expose_invoice: true,
            ...longPages,
          },
          signal,
        }),
      ),
    meta: showsAll('invoicepayment'),
  })

export const cancelEntry = (id: number, body: { readonly info: string; readonly cancel_date: string }) =>
  entry('cancellation', 'POST', '/invoicepayment/{id}/cancel_payment/', { path: { id }, body })

import { entry, type PaymentType, walk } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { longPages } from './lists.ts'
import type { Department, Prepayment } from './records.ts'
import { shows, showsAll } from './shows.ts'

/** All prepayments of a client with what was given back of them, or those that have something left. */
export const prepaymentsQuery = (client: number, isOnlyUnused: boolean) =>
  queryOptions({
    queryKey: ['unallocatedpayment', 'of client', client, isOnlyUnused],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        walk(api, '/unallocatedpayment/', {
          query: { client__is: String(client), ...(isOnlyUnused ? { fully_used__is: false } : {}) },
          signal,
        }),
      ),
    meta: shows<readonly Prepayment[]>({
      unallocatedpayment: `/client/${client}/`,
      // Cancelling a payment gives the prepayment its money back.
      invoicepayment: (prepayments) => prepayments.map(({ url }) => url),
    }),
  })

type Received = {
  readonly department: Department | undefined
  readonly period: { readonly from: string; readonly to: string }
  readonly method: PaymentType | undefined
}

/** All prepayments of some days, by one method or any. */
export const receivedQuery = ({ department, period: { from, to }, method }: Received) =>
  queryOptions({
    queryKey: ['unallocatedpayment', 'of days', department?.id, from, to, method],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        walk(api, '/unallocatedpayment/', {
          query: {
            department__is: department?.id.toString(),
            payment_type__is: method,
            added__gte: from,
            added__lte: to,
            expose_client: true,
            ...longPages,
          },
          signal,
        }),
      ),
    meta: showsAll('unallocatedpayment'),
  })

type Prepaid = {
  readonly client: string
  readonly department: string
  readonly payment_type: PaymentType
  readonly paid: string
  readonly description?: string
  /** The prepayment whose money is given back, on a refund. */
  readonly refunds?: string
}

export const prepaidEntry = (body: Prepaid) => entry('prepayment', 'POST', '/unallocatedpayment/', { body })
export const applyEntry = (id: number, body: { readonly invoice: string; readonly amount: string }) =>
  entry('prepayment', 'POST', '/unallocatedpayment/{id}/apply/', { path: { id }, body })

import { queryOptions } from '@tanstack/react-query'
import type { Client, ClientBalance, PageOf, Prepayment } from '../../api/records.ts'
import { get } from '../../api/request.ts'

/** What shows money: read again when one of these changes. */
export const moneyResources = ['invoice', 'invoicerow', 'invoicepayment', 'unallocatedpayment']

/** Every query of money begins so, and is read again once money has moved. */
export const moneyKey = 'money'

export const payerQuery = (client: string) =>
  queryOptions({
    queryKey: [moneyKey, 'client', client],
    queryFn: ({ signal }) => get<Client>(client, undefined, signal),
    meta: { resources: ['client'] },
  })

export const prepaymentsQuery = (client: number, isOnlyUnused: boolean) =>
  queryOptions({
    queryKey: [moneyKey, 'prepayments', client, isOnlyUnused],
    queryFn: ({ signal }) =>
      get<PageOf<Prepayment>>(
        '/unallocatedpayment/',
        { client__is: client, fully_used__is: isOnlyUnused ? 'false' : undefined, page_size: 200 },
        signal,
      ),
    meta: { resources: ['unallocatedpayment', 'invoicepayment'] },
  })

export const balanceQuery = (client: number) =>
  queryOptions({
    queryKey: [moneyKey, 'balance', client],
    queryFn: ({ signal }) => get<ClientBalance>(`/client/${client}/balance/`, undefined, signal),
    meta: { resources: moneyResources },
  })

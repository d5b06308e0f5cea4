import { queryOptions } from '@tanstack/react-query'
import type { Invoice, PageOf } from '../../api/records.ts'
import { get } from '../../api/request.ts'
import { moneyKey, moneyResources } from '../../shared/payments/queries.ts'

/** What the client still has to pay, oldest first: what a prepayment can be used on. */
export const owedQuery = (client: number) =>
  queryOptions({
    queryKey: [moneyKey, 'owed', client],
    queryFn: ({ signal }) =>
      get<PageOf<Invoice>>(
        '/invoice/',
        { client__is: client, status__is: 3, due_sum__gt: '0', ordering: 'invoice_date', page_size: 100 },
        signal,
      ),
    meta: { resources: moneyResources },
  })

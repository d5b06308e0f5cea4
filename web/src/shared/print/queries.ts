import { queryOptions } from '@tanstack/react-query'
import type { PrintedInvoice } from '../../api/records.ts'
import { get } from '../../api/request.ts'
import { moneyKey, moneyResources } from '../payments/queries.ts'

/** What is on paper: VAT by rate, the clinic and the payer as they were. */
export const printedQuery = (id: number) =>
  queryOptions({
    queryKey: [moneyKey, 'printed', id],
    queryFn: ({ signal }) => get<PrintedInvoice>(`/invoice/${id}/printed/`, undefined, signal),
    meta: { resources: moneyResources },
  })

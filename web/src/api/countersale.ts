import { list } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { longPages } from './lists.ts'
import type { Countersale, Department } from './records.ts'
import { shows } from './shows.ts'

type Version = Pick<Countersale, 'id' | 'modified'>

const addressOf = (id: number) => `/countersale/${id}/`

/** A sale with its rows, who buys, and its invoice once it has one. */
export const saleQuery = (id: number) =>
  queryOptions({
    queryKey: ['countersale', id],
    queryFn: ({ signal }) =>
      api.get('/countersale/{id}/', {
        path: { id },
        query: { expose_countersale_items: true, expose_client: true, expose_invoice: true },
        signal,
      }),
    meta: shows<Countersale>({
      countersale: addressOf(id),
      countersaleitem: addressOf(id),
      client: ({ client }) => client,
      invoice: ({ invoice }) => invoice,
      invoicepayment: ({ invoice }) => invoice,
    }),
  })

/** The invoice that finalizing would make: the browser adds nothing up. */
export const saleInvoiceQuery = ({ id, modified }: Version) =>
  queryOptions({
    queryKey: ['countersale', id, 'preview', modified],
    queryFn: ({ signal }) => api.post('/countersale/{id}/finalize/', { path: { id }, dryRun: true, signal }),
    staleTime: Infinity,
  })

/** All sales of a department that were begun and not finalized. */
export const openSalesQuery = (department: Department) =>
  queryOptions({
    queryKey: ['countersale', 'open', department.id],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        list(api, '/countersale/', {
          query: {
            finalized__is: false,
            department__is: String(department.id),
            expose_client: true,
            ordering: '-modified',
            ...longPages,
          },
          signal,
        }),
      ),
    // A sale without items is one that nobody has begun.
    select: (sales) => sales.filter(({ countersale_items }) => countersale_items.length > 0),
    meta: shows({ countersale: department.url }),
  })

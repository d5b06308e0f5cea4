import { type BodyOf, list, type QueryOf, StockMovementCause } from '@fetlock/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { nextPage } from './lists.ts'
import type { StockMovement } from './records.ts'
import { shows } from './shows.ts'

/** Everything that is read of movements is read again by this. */
export const movementsKey = ['stock_movement'] as const

/** What somebody may know beside the stock: who the clients are, and what was invoiced. */
export type MayKnow = { readonly clients: boolean; readonly invoices: boolean }
type Exposed = Pick<QueryOf<'GET', '/stock_movement/'>, 'expose_client' | 'expose_patients' | 'expose_countersale'>
const exposed = ({ clients, invoices }: MayKnow): Exposed => ({
  ...(clients && { expose_client: true, expose_patients: true }),
  ...(invoices && { expose_countersale: true }),
})

/** Every change of an item's stock in a department, or in all, the newest first, page by page. */
export const movementsQuery = (item: number, department: number | undefined, may: MayKnow) =>
  infiniteQueryOptions({
    queryKey: [...movementsKey, item, department, may],
    queryFn: ({ signal, pageParam: page }) =>
      api.get('/stock_movement/', {
        query: {
          item__is: String(item),
          ordering: '-id',
          page_size: 20,
          page,
          ...(department !== undefined && { department__is: String(department) }),
          ...exposed(may),
        },
        signal,
      }),
    ...nextPage,
    meta: shows({ stock_movement: `/item/${item}/` }),
  })

/** Everything that clients got of a batch, in every department, and what they gave back; oldest first. */
export const givenQuery = (item: number, batch: string, may: MayKnow) =>
  queryOptions({
    queryKey: [...movementsKey, item, 'batch', batch, may],
    queryFn: ({ signal }): Promise<readonly StockMovement[]> =>
      Array.fromAsync(
        list(api, '/stock_movement/', {
          query: {
            item__is: String(item),
            batch_number__is: batch,
            cause__in: [
              StockMovementCause.UseInAConsultation,
              StockMovementCause.Countersale,
              StockMovementCause.Return,
            ],
            ...exposed(may),
          },
          signal,
        }),
      ),
    meta: shows({ stock_movement: `/item/${item}/` }),
  })

/** What was counted in a department since a moment, the newest first. */
export const countsQuery = (department: number, since: string) =>
  queryOptions({
    queryKey: [...movementsKey, 'counts', department, since],
    queryFn: ({ signal }): Promise<readonly StockMovement[]> =>
      Array.fromAsync(
        list(api, '/stock_movement/', {
          query: {
            department__is: String(department),
            cause__is: StockMovementCause.Count,
            created__gte: since,
            expose_item: true,
            ordering: '-id',
          },
          signal,
        }),
      ),
    meta: shows({ stock_movement: `/department/${department}/` }),
  })

export type Counted = BodyOf<'POST', '/stock_movement/count/'>
export const countStock = (body: Counted, key?: string) => api.post('/stock_movement/count/', { body, key })

export type Wasted = BodyOf<'POST', '/stock_movement/waste/'>
export const wasteStock = (body: Wasted, key?: string) => api.post('/stock_movement/waste/', { body, key })

export type Transferred = BodyOf<'POST', '/stock_movement/transfer/'>
export const transferStock = (body: Transferred, key?: string) => api.post('/stock_movement/transfer/', { body, key })

import { type BodyOf, list } from '@fetlock/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { longPages } from './lists.ts'
import { shows, showsAll } from './shows.ts'

export type PriceRule = BodyOf<'POST', '/item/change_prices/'>

export const priceChangeKey = ['price_change'] as const

/** What a rule would make of every price: it is carried out and taken back. */
export const pricePreviewQuery = (rule: PriceRule) =>
  queryOptions({
    queryKey: [...priceChangeKey, 'preview', rule],
    queryFn: ({ signal }) => api.post('/item/change_prices/', { body: rule, dryRun: true, signal }),
    placeholderData: keepPreviousData,
    retry: false,
    meta: showsAll('item', 'price_change', 'vatgroup'),
  })

export const changePrices = (body: PriceRule, key: string) => api.post('/item/change_prices/', { body, key })
export const undoPriceChange = (id: number, key?: string) => api.post('/price_change/{id}/undo/', { path: { id }, key })

/** The last runs, the newest first. */
export const priceChangesQuery = queryOptions({
  queryKey: [...priceChangeKey, 'list'],
  queryFn: ({ signal }) => api.get('/price_change/', { query: { ordering: '-id', page_size: 10 }, signal }),
  meta: showsAll('price_change'),
})

export const priceChangeQuery = (id: number) =>
  queryOptions({
    queryKey: [...priceChangeKey, id],
    queryFn: ({ signal }) => api.get('/price_change/{id}/', { path: { id }, signal }),
    meta: shows({ price_change: `/price_change/${id}/` }),
  })

/** What a run made of each item. */
export const changedPricesQuery = (id: number) =>
  queryOptions({
    queryKey: [...priceChangeKey, id, 'items'],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        list(api, '/price_change_item/', {
          query: { price_change__is: String(id), expose_item: true, ...longPages },
          signal,
        }),
      ),
    meta: shows({ price_change: `/price_change/${id}/` }),
  })

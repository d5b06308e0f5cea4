import { type BodyOf, list } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import type { AlternativePricing } from './records.ts'
import { shows } from './shows.ts'

/** What an item costs for some. */
export const pricingsQuery = (item: number) =>
  queryOptions({
    queryKey: ['alternativepricing', item],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        list(api, '/alternativepricing/', {
          query: { item__is: String(item), archived__is: false, ordering: 'name' },
          signal,
        }),
      ),
    meta: shows({ alternativepricing: `/item/${item}/` }),
  })

export const addPricing = (body: BodyOf<'POST', '/alternativepricing/'>, key: string) =>
  api.post('/alternativepricing/', { body, key })

export const changePricing = (
  pricing: AlternativePricing,
  body: BodyOf<'PATCH', '/alternativepricing/{id}/'>,
  key?: string,
) => api.patch('/alternativepricing/{id}/', { path: { id: pricing.id }, body, ifMatch: pricing, key })

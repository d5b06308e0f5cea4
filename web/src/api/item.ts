import { type BodyOf, ItemType, list, type Modality, type QueryOf } from '@fetlock/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { bestFirst, maxFound } from './best-first.ts'
import { chargeable } from './consultationitem.ts'
import { nextPage } from './lists.ts'
import { idOf, type Item } from './records.ts'
import { shows, showsAll } from './shows.ts'

export const itemQuery = (url: string) =>
  queryOptions({
    queryKey: ['item', idOf(url)],
    queryFn: ({ signal }) => api.get('/item/{id}/', { path: { id: idOf(url) }, signal }),
    staleTime: 5 * 60_000,
    meta: shows({ item: url }),
  })

/** What can be charged for images of a kind. */
export const itemsOfModalityQuery = (modality: Modality) =>
  queryOptions({
    queryKey: ['item', 'modality', modality],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        list(api, '/item/', { query: { modality__is: modality, archived__is: false, ordering: 'name' }, signal }),
      ),
    meta: showsAll('item'),
  })

const withoutDoubles = (found: readonly Item[]) => [...new Map(found.map((one) => [one.url, one])).values()]

/** Items by a part of their name, or by their whole code or barcode. */
export const foundItemsQuery = (typed: string) =>
  queryOptions({
    queryKey: ['item', 'found', typed],
    queryFn: async ({ signal }): Promise<readonly Item[]> => {
      const find = async (query: QueryOf<'GET', '/item/'>) => {
        const all = { type_code__in: chargeable, archived__is: false, ordering: 'name', page_size: 30 } as const
        return (await api.get('/item/', { query: { ...all, ...query }, signal })).results
      }
      const exact = /\d/.test(typed) ? [find({ barcode__is: typed }), find({ code__is: typed })] : []
      const [byName, ...byCode] = await Promise.all([find({ name__icontains: typed }), ...exact])
      return withoutDoubles([...byCode.flat(), ...bestFirst(byName, typed)]).slice(0, maxFound)
    },
    staleTime: 60_000,
    meta: showsAll('item'),
  })

/** As many as one code can reasonably mean. */
const maxCoded = 8

/** The items in use with a barcode, or else with a product number. */
export const findByCode = async (code: string): Promise<readonly Item[]> => {
  const find = async (by: { barcode__is: string } | { code__is: string }) =>
    (await api.get('/item/', { query: { archived__is: false, ...by, page_size: maxCoded } })).results
  const found = await find({ barcode__is: code })
  return found.length > 0 ? found : find({ code__is: code })
}

export const itemsKey = ['item'] as const

/** Which items are listed: what was typed is a part of the name, or the whole code or barcode. */
export type ItemFilters = {
  readonly q?: string | undefined
  readonly type?: ItemType | undefined
  readonly group?: number | undefined
  readonly vat?: number | undefined
  readonly archived?: boolean | undefined
}

const filtersOf = ({ q = '', type, group, vat, archived = false }: ItemFilters): QueryOf<'GET', '/item/'> => ({
  archived__is: archived,
  ...(type !== undefined && { type_code__is: type }),
  ...(group !== undefined && { item_list__is: String(group) }),
  ...(vat !== undefined && { vat_group__is: String(vat) }),
  ...(q !== '' && { name__icontains: q }),
})

/** The items of the clinic by their names, page by page. */
export const itemListQuery = (filters: ItemFilters) =>
  infiniteQueryOptions({
    queryKey: [...itemsKey, 'list', filters],
    queryFn: async ({ signal, pageParam: page }) => {
      const find = (query: QueryOf<'GET', '/item/'>) =>
        api.get('/item/', { query: { ordering: 'name', expose_vat_group: true, ...query, page }, signal })
      const { q: typed = '' } = filters
      const named = await find(filtersOf(filters))
      if (page > 1 || !/^\S*\d\S*$/.test(typed)) return named
      const whole = filtersOf({ ...filters, q: undefined })
      const [byCode, byBarcode] = await Promise.all([
        find({ ...whole, code__is: typed }),
        find({ ...whole, barcode__is: typed }),
      ])
      const results = withoutDoubles([...byCode.results, ...byBarcode.results, ...named.results])
      return { ...named, results, count: named.count + results.length - named.results.length }
    },
    ...nextPage,
    placeholderData: keepPreviousData,
    meta: showsAll('item', 'price_change', 'vatgroup'),
  })

/** How many items there are of each kind. */
export const itemCountsQuery = (archived: boolean) =>
  queryOptions({
    queryKey: [...itemsKey, 'counts', archived],
    queryFn: async ({ signal }) => {
      const counts = await Promise.all(
        Object.values(ItemType).map(async (type) => {
          const query = { type_code__is: type, archived__is: archived, page_size: 1 }
          return [type, (await api.get('/item/', { query, signal })).count] as const
        }),
      )
      return new Map(counts)
    },
    staleTime: 5 * 60_000,
    meta: showsAll('item'),
  })

/** An item as it is edited: its prices change with its rate of VAT and with every price change. */
export const editedItemQuery = (id: number) =>
  queryOptions({
    queryKey: [...itemsKey, id, 'edited'],
    queryFn: ({ signal }) => api.get('/item/{id}/', { path: { id }, query: { expose_vat_group: true }, signal }),
    meta: shows<Item>({ item: `/item/${id}/`, price_change: true, vatgroup: ({ vat_group }) => vat_group }),
  })

export type ItemChange = BodyOf<'PATCH', '/item/{id}/'>
export const changeItem = (item: Item, body: ItemChange, key?: string) =>
  api.patch('/item/{id}/', { path: { id: item.id }, body, ifMatch: item, key })

export type NewItem = BodyOf<'POST', '/item/'>
export const addItem = (body: NewItem, key: string) => api.post('/item/', { body, key })

import { ItemType, list, type QueryOf } from '@fetlock/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { nextPage, readInGroups } from './lists.ts'
import { type ConsultationItem, idOf, type Item, type StockLevel } from './records.ts'
import { shows, showsAll } from './shows.ts'

/** Everything that is read of stock levels is read again by this. */
export const stockKey = ['stock_level'] as const

/** What a department has of some items, batch by batch: what expires first comes first. */
export const stockQuery = (department: string, items: readonly number[]) =>
  queryOptions({
    queryKey: [...stockKey, idOf(department), ...items],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        list(api, '/stock_level/', {
          query: { department__is: department, item__in: items, ordering: 'expiry_date' },
          signal,
        }),
      ),
    meta: shows({ stock_level: items.map((item) => `/item/${item}/`) }),
  })

/** An item in one department, with all its batches there; without a department where none has ever had it. */
export type Stocked = {
  readonly item: Item
  readonly department: string | undefined
  readonly levels: readonly StockLevel[]
}

type Levels = QueryOf<'GET', '/stock_level/'>
const levelsWhere = (query: Levels, signal?: AbortSignal) =>
  Array.fromAsync(list(api, '/stock_level/', { query, ...(signal !== undefined && { signal }) }))

const inDepartment = (department: number | undefined) =>
  department === undefined ? {} : { department__is: String(department) }

/** The batches of some items, what expires first first. */
const levelsOf = (items: readonly number[], department: number | undefined, signal?: AbortSignal) =>
  readInGroups(items, (group) =>
    levelsWhere({ item__in: group, ordering: 'expiry_date', ...inDepartment(department) }, signal),
  )

type Used = Pick<ConsultationItem, 'item' | 'batch_number'>

/**
 * Reads until when what was used may be used, as the stock of its department has the batch. Of a batch that came with
 * several dates the first counts: nobody can tell which package it was.
 */
export const readExpiries = async (department: string, used: readonly Used[]) => {
  const items = new Set(used.flatMap(({ item, batch_number: batch }) => (batch === '' ? [] : [idOf(item)])))
  const levels = await levelsOf([...items], idOf(department))
  return ({ item, batch_number: batch }: Used) =>
    levels.find((level) => level.item === item && level.batch_number === batch && level.expiry_date !== null)
      ?.expiry_date ?? null
}

/** Each item once for each department that has batches of it. */
const stockedBy = (items: readonly Item[], levels: readonly StockLevel[]): readonly Stocked[] =>
  items.flatMap((item): readonly Stocked[] => {
    const own = Map.groupBy(
      levels.filter((level) => level.item === item.url),
      (level) => level.department,
    )
    if (own.size === 0) return [{ item, department: undefined, levels: [] }]
    return [...own].map(([department, batches]) => ({ item, department, levels: batches }))
  })

export type Flag = 'low' | 'expiring' | 'negative'

const flagged = (flag: Flag, until: string): Levels => {
  if (flag === 'low') return { below_alert_level__is: true }
  return flag === 'negative' ? { negative__is: true } : { on_hand__gt: '0', expiry_date__lte: until }
}

/** What somebody has to see to, by the names of the items: each with all its batches. */
export const flaggedStockQuery = (flag: Flag, department: number | undefined, until: string) =>
  queryOptions({
    queryKey: [...stockKey, flag, department, until],
    queryFn: async ({ signal }): Promise<readonly Stocked[]> => {
      const query = { ...flagged(flag, until), ...inDepartment(department), expose_item: true as const }
      const found = await levelsWhere(query, signal)
      const items = new Map(found.flatMap(({ item_data: item }) => (item ? [[item.url, item] as const] : [])))
      const all = await levelsOf(
        [...items.values()].map(({ id }) => id),
        department,
        signal,
      )
      const isFound = ({ item, department: at }: Stocked) =>
        found.some((level) => level.item === item.url && level.department === at)
      return (
        stockedBy([...items.values()], all)
          .filter(isFound)
          // What is archived is not ordered again.
          .filter(({ item }) => flag !== 'low' || !item.archived)
          .toSorted((one, other) => one.item.name.localeCompare(other.item.name))
      )
    },
    meta: showsAll('stock_level', 'item'),
  })

const stockedTypes = [ItemType.Medicine, ItemType.Supply, ItemType.Food] as const
const kept = { type_code__in: stockedTypes, archived__is: false } as const

export const stockedCountQuery = queryOptions({
  queryKey: [...stockKey, 'count'],
  queryFn: async ({ signal }) => (await api.get('/item/', { query: { ...kept, page_size: 1 }, signal })).count,
  meta: showsAll('item'),
})

const maxSuggested = 8

/** Items that are kept in stock, by a part of their name: a few to choose from. */
export const stockedItemsQuery = (typed: string) =>
  queryOptions({
    queryKey: ['item', 'stocked', typed],
    queryFn: async ({ signal }) => {
      const query = { ...kept, name__icontains: typed, ordering: 'name', page_size: maxSuggested } as const
      return (await api.get('/item/', { query, signal })).results
    },
    staleTime: 60_000,
    meta: showsAll('item'),
  })

/** Items with this code or barcode, and those of which there is, or was, a batch of this number. */
const itemsByCode = async (code: string, signal: AbortSignal): Promise<readonly Item[]> => {
  const find = async (by: QueryOf<'GET', '/item/'>) =>
    (await api.get('/item/', { query: { ...kept, ...by }, signal })).results
  const [byBarcode, byCode, batches] = await Promise.all([
    find({ barcode__is: code }),
    find({ code__is: code }),
    levelsWhere({ batch_number__is: code, expose_item: true }, signal),
  ])
  return [...byBarcode, ...byCode, ...batches.flatMap(({ item_data: item }) => item ?? [])]
}

type StockPage = { readonly rows: readonly Stocked[]; readonly count: number; readonly next: string | null }

/** Everything that is kept in stock, page by page: what is typed is a part of the name, or a whole code, barcode or batch. */
export const allStockQuery = (typed: string, department: number | undefined) =>
  infiniteQueryOptions({
    queryKey: [...stockKey, 'all', typed, department],
    queryFn: async ({ signal, pageParam: page }): Promise<StockPage> => {
      const [named, coded] = await Promise.all([
        api.get('/item/', {
          query: { ...kept, ordering: 'name', page, ...(typed !== '' && { name__icontains: typed }) },
          signal,
        }),
        page === 1 && typed !== '' ? itemsByCode(typed, signal) : [],
      ])
      const items = new Map([...coded, ...named.results].map((item) => [item.url, item]))
      const levels = await levelsOf(
        [...items.values()].map(({ id }) => id),
        department,
        signal,
      )
      return {
        rows: stockedBy([...items.values()], levels),
        count: named.count + items.size - named.results.length,
        next: named.next,
      }
    },
    ...nextPage,
    placeholderData: keepPreviousData,
    meta: shows<{ readonly pages: readonly StockPage[] }>({
      stock_level: ({ pages }) => pages.flatMap(({ rows }) => rows.map(({ item }) => item.url)),
      item: true,
    }),
  })

/** The batches of one item in every department, what expires first first. */
export const batchesQuery = (item: number) =>
  queryOptions({
    queryKey: [...stockKey, 'of', item],
    queryFn: ({ signal }) => levelsWhere({ item__is: String(item), ordering: 'expiry_date' }, signal),
    meta: shows({ stock_level: `/item/${item}/` }),
  })

import { list } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { longPages } from './lists.ts'
import type { Item, Reason, ReasonItem } from './records.ts'
import { shows } from './shows.ts'

/** The reasons of visits that an item belongs to. */
export const reasonsOfItemQuery = (item: number) =>
  queryOptions({
    queryKey: ['reason_item', 'of', item],
    queryFn: ({ signal }) => Array.fromAsync(list(api, '/reason_item/', { query: { item__is: String(item) }, signal })),
    meta: shows({ reason_item: `/item/${item}/` }),
  })

const reasonItemKey = ['reason_item'] as const
/** What shows which items belong to a reason. */
export const reasonItemKeys = [reasonItemKey, ['reason']] as const

/** What is usually charged for a reason, with the items in full. */
export const itemsOfReasonQuery = (reason: number) =>
  queryOptions({
    queryKey: [...reasonItemKey, 'for', reason],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        list(api, '/reason_item/', { query: { reason__is: String(reason), expose_item: true, ...longPages }, signal }),
      ),
    meta: shows<readonly ReasonItem[]>({
      reason_item: `/reason/${reason}/`,
      item: (rows) => rows.map(({ item }) => item),
    }),
  })

export const addReasonItem = (reason: Reason, item: Pick<Item, 'url'>, quantity: string, key?: string) =>
  api.post('/reason_item/', { body: { reason: reason.url, item: item.url, quantity }, key })
export const changeReasonItem = ({ id, modified }: ReasonItem, quantity: string, key: string) =>
  api.patch('/reason_item/{id}/', { path: { id }, body: { quantity }, ifMatch: modified, key })
export const removeReasonItem = ({ id, modified }: ReasonItem, key: string) =>
  api.delete('/reason_item/{id}/', { path: { id }, ifMatch: modified, key })

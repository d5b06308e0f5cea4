import { type BodyOf, entry, list, OrderStatus, ReceiptLineStatus, type Schemas } from '@fetlock/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { nextPage, readInGroups } from './lists.ts'
import { idOf, type Item, type Order, type OrderItem } from './records.ts'
import { sendEntries } from './send-entries.ts'
import { shows } from './shows.ts'

/** Every list of orders, and every order, is read again by this. */
export const ordersKey = ['order'] as const
export const proposalsKey = ['proposed order'] as const

/** The orders of a department that are not in stock yet, the newest first. */
export const openOrdersQuery = (department: number) =>
  queryOptions({
    queryKey: [...ordersKey, 'open', department],
    queryFn: ({ signal }): Promise<readonly Order[]> =>
      Array.fromAsync(
        list(api, '/order/', {
          query: {
            department__is: String(department),
            status__in: [OrderStatus.OrderingInProcess, OrderStatus.Ordered, OrderStatus.ProductsDelivered],
            expose_wholesaler: true,
            ordering: '-id',
          },
          signal,
        }),
      ),
    meta: shows({ order: `/department/${department}/` }),
  })

/** The orders of a department that are in stock, the newest first, page by page. */
export const doneOrdersQuery = (department: number) =>
  infiniteQueryOptions({
    queryKey: [...ordersKey, 'done', department],
    queryFn: ({ signal, pageParam: page }) =>
      api.get('/order/', {
        query: {
          department__is: String(department),
          status__is: OrderStatus.AddedToStock,
          expose_wholesaler: true,
          ordering: '-id',
          page_size: 20,
          page,
        },
        signal,
      }),
    ...nextPage,
    meta: shows({ order: `/department/${department}/` }),
  })

export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: [...ordersKey, id],
    queryFn: ({ signal }) =>
      api.get('/order/{id}/', { path: { id }, query: { expose_order_items: true, expose_wholesaler: true }, signal }),
    meta: shows({ order: `/order/${id}/`, orderitem: `/order/${id}/` }),
  })

/** How many receipt lines wait for their review: of an order, or of all. */
export const linesToReviewQuery = (order?: number) =>
  queryOptions({
    queryKey: ['receiptline', 'count', order],
    queryFn: async ({ signal }) =>
      (
        await api.get('/receiptline/', {
          query: {
            status__is: ReceiptLineStatus.ToBeReviewed,
            ...(order !== undefined && { order__is: String(order) }),
            page_size: 1,
          },
          signal,
        })
      ).count,
    meta: shows({ receiptline: order === undefined ? true : `/order/${order}/` }),
  })

/** What a department should order of an item. */
export type Proposed = Schemas['DepartmentProposedOrders']['results'][number] & { readonly item_data: Item }

export const proposalsQuery = (department: number) =>
  queryOptions({
    queryKey: [...proposalsKey, department],
    queryFn: async ({ signal }): Promise<readonly Proposed[]> => {
      const { results } = await api.get('/department/{id}/proposed_orders/', { path: { id: department }, signal })
      const items = await readInGroups(
        results.map(({ item }) => idOf(item)),
        (group) => Array.fromAsync(list(api, '/item/', { query: { id__in: group }, signal })),
      )
      const byUrl = new Map(items.map((item) => [item.url, item]))
      return results.flatMap((line) => {
        const item_data = byUrl.get(line.item)
        return item_data === undefined ? [] : [{ ...line, item_data }]
      })
    },
    meta: shows({ stock_level: `/department/${department}/`, order: `/department/${department}/`, item: true }),
  })

export type NewOrder = BodyOf<'POST', '/order/'>

/** Writes an order, and sends it at once if asked to: both, or neither. */
export const addOrder = async (
  { body, sends }: { readonly body: NewOrder; readonly sends: boolean },
  key: string,
): Promise<Order> => {
  const made = entry('order', 'POST', '/order/', { body })
  const sent = entry('sent', 'POST', '/order/{id}/send/', {
    path: { id: { $entry: 'order', field: 'id' } },
    body: {},
  })
  const answers = await sendEntries(sends ? [made, sent] : [made], { key })
  return (answers['sent'] ?? answers['order']) as Order
}

export const sendOrder = ({ id }: Order, key: string) => api.post('/order/{id}/send/', { path: { id }, body: {}, key })

export const markDelivered = ({ id }: Order, key: string) =>
  api.post('/order/{id}/mark_delivered/', { path: { id }, body: {}, key })

type Numbered = { readonly order: Order; readonly number: string }
export const setReferenceNumber = ({ order: { id }, number: wholesaler_reference_number }: Numbered, key?: string) =>
  api.post('/order/{id}/set_wholesaler_reference_number/', {
    path: { id },
    body: { wholesaler_reference_number },
    key,
  })

type Noted = { readonly order: Order; readonly notes: string }
export const changeNotes = ({ order, notes }: Noted, key?: string) =>
  api.patch('/order/{id}/', { path: { id: order.id }, body: { notes }, ifMatch: order, key })

/** Takes back an order that was not sent. */
export const withdrawOrder = (order: Order, key: string) => api.delete('/order/{id}/', { path: { id: order.id }, key })

type NewLine = BodyOf<'POST', '/orderitem/'>
export const addLine = (body: NewLine, key?: string) => api.post('/orderitem/', { body, key })

type Changed = { readonly line: OrderItem; readonly quantity: string }
export const changeLine = ({ line, quantity }: Changed, key?: string) =>
  api.patch('/orderitem/{id}/', { path: { id: line.id }, body: { quantity }, ifMatch: line, key })

export const removeLine = (line: OrderItem, key?: string) =>
  api.delete('/orderitem/{id}/', { path: { id: line.id }, key })

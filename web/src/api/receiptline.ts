import { type BodyOf, list, ReceiptLineStatus } from '@fetlock/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { longPages, nextPage, readInGroups } from './lists.ts'
import { idOf, type OrderItem, type ReceiptLine } from './records.ts'
import { shows } from './shows.ts'

/** Every list of receipt lines, and their number, is read again by this. */
export const receiptLinesKey = ['receiptline'] as const

/** What waits for its review, with what was ordered and what has been approved of the same orders. */
export type ToReview = {
  readonly lines: readonly ReceiptLine[]
  readonly ordered: readonly OrderItem[]
  readonly approved: readonly ReceiptLine[]
}

const whole = { expose_item: true, expose_order: true, expose_wholesaler: true } as const

/** The lines that wait for their review: of one order, or of all. */
export const toReviewQuery = (order: number | undefined) =>
  queryOptions({
    queryKey: [...receiptLinesKey, 'to review', order],
    queryFn: async ({ signal }): Promise<ToReview> => {
      const linesWhere = (
        query: { order__is: string } | { order__in: readonly number[] } | object,
        status: ReceiptLineStatus,
      ) =>
        Array.fromAsync(
          list(api, '/receiptline/', { query: { status__is: status, ...query, ...whole, ...longPages }, signal }),
        )
      const lines = await linesWhere(
        order === undefined ? {} : { order__is: String(order) },
        ReceiptLineStatus.ToBeReviewed,
      )
      const orders = [...new Set(lines.flatMap((line) => (line.order === null ? [] : [idOf(line.order)])))]
      const [ordered, approved] = await Promise.all([
        readInGroups(orders, (group) =>
          Array.fromAsync(list(api, '/orderitem/', { query: { order__in: group, ...longPages }, signal })),
        ),
        readInGroups(orders, (group) => linesWhere({ order__in: group }, ReceiptLineStatus.Approved)),
      ])
      return { lines, ordered, approved }
    },
    meta: shows<ToReview>({
      receiptline: true,
      orderitem: ({ ordered }) => ordered.map(({ url }) => url),
      item: ({ lines }) => lines.map(({ item }) => item),
    }),
  })

/** The lines of which this became, the newest first, page by page. */
export const reviewedQuery = (status: ReceiptLineStatus) =>
  infiniteQueryOptions({
    queryKey: [...receiptLinesKey, 'with status', status],
    queryFn: ({ signal, pageParam: page }) =>
      api.get('/receiptline/', { query: { status__is: status, ordering: '-modified', ...whole, page }, signal }),
    ...nextPage,
    meta: shows({ receiptline: true }),
  })

/** How many lines the service takes at once. */
export const maxLinesAtOnce = 500

export const approveLines = (receipt_lines: readonly number[], key: string) =>
  api.post('/receiptline/approve/', { body: { receipt_lines }, key })

export const dismissLines = (receipt_lines: readonly number[], key: string) =>
  api.post('/receiptline/dismiss/', { body: { receipt_lines }, key })

export type Match = BodyOf<'POST', '/receiptline/match/'>
export const matchLines = (body: Match, key: string) => api.post('/receiptline/match/', { body, key })

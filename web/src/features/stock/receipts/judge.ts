import { ApiError, type FieldProblems } from '@fetlock/sdk'
import type { ToReview } from '../../../api/receiptline.ts'
import type { ReceiptLine } from '../../../api/records.ts'
import { compare, differenceOf, sumOf } from '../../../shared/packages.ts'

/** A line with what is to be looked at before it goes into stock. */
export type Judged = {
  readonly line: ReceiptLine
  /** How many packages were ordered; undefined where its order has no such item, or it has no order. */
  readonly ordered: string | undefined
  /** How many packages of it are more than was ordered, with what came before it. */
  readonly over: string
  readonly isExpired: boolean
}

const isAbove0 = (decimal: string) => compare(decimal, '0') > 0
const least = (one: string, other: string) => (compare(one, other) <= 0 ? one : other)

type Counted = Pick<ReceiptLine, 'order' | 'item' | 'quantity'>
const packagesOf = (lines: readonly Counted[], { order, item }: Counted) =>
  sumOf(lines.filter((one) => one.order === order && one.item === item).map(({ quantity }) => quantity ?? '0'))

/** What each line brings beyond what was ordered, in the order of the list, and whether its batch has expired. */
export const judge = ({ lines, ordered, approved }: ToReview, today: string): readonly Judged[] =>
  lines.map((line, at) => {
    const wanted = ordered.find(({ order, item }) => order === line.order && item === line.item)?.quantity
    const came = packagesOf([...approved, ...lines.slice(0, at + 1)], line)
    const over = wanted === undefined ? '0' : differenceOf(came, wanted)
    return {
      line,
      ordered: wanted,
      over: isAbove0(over) ? least(over, line.quantity ?? '0') : '0',
      isExpired: line.expiry_date !== null && line.expiry_date < today,
    }
  })

export const isOver = ({ over }: Judged) => isAbove0(over)

/** What came for an order that does not have the item. */
export const isNotOrdered = ({ line, ordered }: Judged) =>
  line.order !== null && line.item !== null && ordered === undefined

/** The lines that one choice of an item matches: those that the wholesaler gave the same number. */
export const sameCode = (lines: readonly ReceiptLine[], line: ReceiptLine): readonly ReceiptLine[] =>
  line.product_number === ''
    ? [line]
    : lines.filter(
        ({ item, product_number, wholesaler }) =>
          item === null && product_number === line.product_number && wholesaler === line.wholesaler,
      )

/** Why lines were refused, by their ids. */
export const refusedLines = (error: unknown, ids: readonly number[]): ReadonlyMap<number, string> => {
  const errors: readonly FieldProblems[] = error instanceof ApiError && Array.isArray(error.errors) ? error.errors : []
  return new Map(
    errors.flatMap((fields, at) => {
      const message = Object.values(fields).flat()[0]?.message
      const id = ids[at]
      return message === undefined || id === undefined ? [] : [[id, message] as const]
    }),
  )
}

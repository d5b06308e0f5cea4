import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField, validationError, type FieldErrors } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { stockedTypes } from '../items/statuses.ts'
import { requireOrderable } from './insert-lines.ts'
import { rememberCode } from './remember-code.ts'
import { holdOrders, settleOrders } from './settle-orders.ts'
import { dismissed, inProcess, receiptStatuses, toBeReviewed, type ReceiptStatus } from './statuses.ts'

export type HeldLine = {
  readonly id: Id<'receiptline'>
  readonly status: ReceiptStatus
  readonly order: Id<'order'> | null
  readonly item: Id<'item'> | null
  readonly type_code: number | null
  readonly product_number: string
  /** The clinic-wide row of the wholesaler that submitted it. */
  readonly clinicWide: Id<'wholesaler'>
}

const ordersOf = async (tx: Tx, ids: readonly number[]) =>
  (await tx.selectFrom('receiptline').select('order').where('id', 'in', ids).execute()).map(({ order }) => order)

/**
 * Locks lines with the orders that they belong to or are to belong to, which come first in the lock order. If somebody moves a
 * line to another order before it is locked, all locks are given up and taken again. The lines are in the order asked for; one
 * that does not exist is undefined.
 */
const holdLines = async (
  tx: Tx,
  ids: readonly number[],
  alsoOrders: readonly Id<'order'>[] = [],
): Promise<readonly (HeldLine | undefined)[]> => {
  await sql`savepoint lines`.execute(tx)
  const held = [...(await ordersOf(tx, ids)), ...alsoOrders]
  await holdOrders(tx, held)
  const { rows } = await sql<HeldLine>`
    select line.id, line.status, line."order", line.item, line.product_number, coalesce(w.parent, w.id) as "clinicWide",
      (select type_code from item where item.id = line.item) as type_code
    from receiptline line join wholesaler w on w.id = line.wholesaler
    where line.id = any(${ids}::bigint[]) order by line.id for no key update of line`.execute(tx)
  const isMoved = rows.some(({ order }) => order !== null && !held.includes(order))
  if (isMoved) await sql`rollback to savepoint lines`.execute(tx)
  await sql`release savepoint lines`.execute(tx)
  if (isMoved) return holdLines(tx, ids, alsoOrders)
  const found = new Map(rows.map((line) => [line.id as number, line]))
  return ids.map((id) => found.get(id))
}

const errorOf = (field: string, message: string, code: FieldErrors[string][number]['code']): FieldErrors => ({
  [field]: [{ message, code }],
})

/** What prevents a line from being reviewed, whatever is to be done with it. */
const problemOf = (line: HeldLine | undefined, isRepeated: boolean): FieldErrors => {
  if (line === undefined)
    return errorOf('id', 'There is no receipt line with this id. Read /receiptline/ again.', 'does_not_exist')
  if (isRepeated) return errorOf('id', 'This line is in the list twice.', 'repeated')
  if (line.status === toBeReviewed) return {}
  const status = receiptStatuses[line.status].toLowerCase()
  return errorOf('status', `This line is ${status}, which is final. Leave it out.`, 'reviewed')
}

type Check = (line: HeldLine) => FieldErrors
const noCheck: Check = () => ({})

/** All lines that were asked for, or an error for each that cannot be done: then nothing is done. */
export const holdReviewable = async (
  tx: Tx,
  ids: readonly number[],
  check: Check = noCheck,
  alsoOrders: readonly Id<'order'>[] = [],
): Promise<readonly HeldLine[]> => {
  if (ids.length === 0) throw invalid('receipt_lines', 'Send at least one line.', 'empty')
  const lines = await holdLines(tx, ids, alsoOrders)
  const errors = lines.map((line, at) => {
    const problem = problemOf(line, ids.indexOf(ids[at]!) !== at)
    return Object.keys(problem).length > 0 ? problem : check(line!)
  })
  if (errors.some((problem) => Object.keys(problem).length > 0)) throw validationError(errors)
  return lines as readonly HeldLine[]
}

export type Lines = { receipt_lines: number[] }

/** Refuses a line that cannot go into stock. */
export const requireStockable: Check = ({ item, type_code }) => {
  if (item === null) return errorOf('item', 'This line has no item. Match it first, or dismiss it.', 'not_matched')
  return stockedTypes.has(type_code!)
    ? {}
    : errorOf('item', 'The item of this line is not kept in stock. Match another, or dismiss the line.', 'not_stocked')
}

type Target = { readonly department: Id<'department'>; readonly clinicWide: Id<'wholesaler'> }

/** The order that lines are to belong to. */
const findOrder = async (tx: Tx, id: Id<'order'>): Promise<Target> => {
  const { rows } = await sql<Target & { status: number }>`
    select o.department, o.status, coalesce(w.parent, w.id) as "clinicWide"
    from "order" o join wholesaler w on w.id = o.wholesaler where o.id = ${id}`.execute(tx)
  const { status, ...order } = rows[0]!
  if (status === inProcess)
    throw invalid(
      'order',
      'This order was not sent yet, so nothing can have come of it. Choose another.',
      'order_not_sent',
    )
  return order
}

type Choice = Lines & { item?: Id<'item'>; order?: Id<'order'> | null; remember_code?: boolean }

/** Gives lines the item or the order that staff chose. A line of an order goes into the stock of the order's department. */
export const matchReceiptLines = async (tx: Tx, _actor: Actor, choice: Choice) => {
  const { receipt_lines: ids, item, order, remember_code = false } = choice
  if (item === undefined && order === undefined)
    throw invalid(nonField, 'Send the item or the order that the lines belong to.', 'required')
  if (remember_code && item === undefined)
    throw invalid('item', 'Send the item whose product number is to be remembered.', 'required')
  if (item !== undefined) await requireOrderable(tx, [item])
  const target = order == null ? undefined : await findOrder(tx, order)
  const lines = await holdReviewable(
    tx,
    ids,
    ({ clinicWide }) =>
      target === undefined || target.clinicWide === clinicWide
        ? {}
        : errorOf('order', 'The order was sent to another wholesaler than this line came from.', 'other_wholesaler'),
    order == null ? [] : [order],
  )
  await tx
    .updateTable('receiptline')
    .set({
      ...(item !== undefined && { item, matched_by: '' }),
      ...(order !== undefined && { order }),
      ...(target !== undefined && { department: target.department }),
    })
    .where('id', 'in', ids)
    .execute()
  if (remember_code) await rememberCode(tx, lines, item!)
  if (order !== undefined) await settleOrders(tx, [...lines.map((line) => line.order), order])
}

/** Puts lines aside: they never go into stock. */
export const dismissReceiptLines = async (tx: Tx, actor: Actor, { receipt_lines: ids }: Lines) => {
  const lines = await holdReviewable(tx, ids)
  await tx
    .updateTable('receiptline')
    .set({ status: dismissed, reviewed_by: actor.user, reviewed: actor.now })
    .where('id', 'in', ids)
    .execute()
  await settleOrders(
    tx,
    lines.map(({ order }) => order),
  )
}

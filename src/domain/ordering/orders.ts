import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { requireDepartment } from '../organisation/require-department.ts'
import { requireOrderedOf } from '../wholesale/ownership.ts'
import { insertLines, requireOrderable, type NewLine } from './insert-lines.ts'
import { placeOrder } from './place-order.ts'
import { copyProductNumbers } from './product-numbers.ts'
import { holdClinicWide, resolveAgain, resolveWholesaler } from './resolve-wholesaler.ts'
import { inProcess, ordered, orderStatuses, type OrderStatus } from './statuses.ts'

type OrderTerms = { department: Id<'department'>; wholesaler: Id<'wholesaler'>; notes?: string }
type NewOrder = OrderTerms & { items?: readonly NewLine[] }

/** For staff every order; for an application only those of its own wholesalers. */
export const requireOwnOrder = async (tx: Tx, actor: Actor, id: number) => {
  const order = await tx.selectFrom('order').select('wholesaler').where('id', '=', id).executeTakeFirst()
  if (order === undefined) throw recordNotFound('Order')
  await requireOrderedOf(tx, actor, order.wholesaler)
}

/** Refuses lines that an order cannot begin with. */
const requireFirstLines = async (tx: Tx, lines: readonly NewLine[]) => {
  const fieldAt = (place: number) => `items.${place}.item`
  const items = lines.map(({ item }) => item)
  const repeated = items.findIndex((item, place) => items.indexOf(item) !== place)
  if (repeated >= 0)
    throw invalid(
      fieldAt(repeated),
      'This item is in the list twice. Send it once, with the whole quantity.',
      'repeated',
    )
  await requireOrderable(tx, items, fieldAt)
}

/** Starts an order, with the lines that were sent with it. */
export const createOrder = async (
  tx: Tx,
  _actor: Actor,
  { department, wholesaler, notes = '', items = [] }: NewOrder,
): Promise<Id<'order'>> => {
  await requireDepartment(tx, department)
  const resolved = await resolveWholesaler(tx, department, wholesaler)
  const { id } = await tx
    .insertInto('order')
    .values({ department, wholesaler: resolved.id, notes })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (items.length > 0) {
    await requireFirstLines(tx, items)
    await insertLines(tx, id, items)
  }
  return id
}

/** Locks the wholesaler of an order, which comes before the order in the lock order. */
export const holdWholesalerOf = (tx: Tx, _actor: Actor, order: number) =>
  holdClinicWide(tx, sql`(select wholesaler from "order" where id = ${order})`)

type HeldOrder = {
  readonly department: Id<'department'>
  readonly wholesaler: Id<'wholesaler'>
  readonly status: OrderStatus
  readonly notes: string
}

/** Locks an order, which may have been withdrawn meanwhile. */
export const holdOrder = async (tx: Tx, id: number): Promise<HeldOrder> => {
  const order = await tx
    .selectFrom('order')
    .select(['department', 'wholesaler', 'status', 'notes'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (order === undefined) throw recordNotFound('Order')
  return { ...order, status: order.status as OrderStatus }
}

const nameOf = (status: OrderStatus) => `${status} (${orderStatuses[status]})`

/** Locks an order to change it, and refuses one whose products were delivered. */
export const holdChangeableOrder = async (tx: Tx, actor: Actor, id: number): Promise<HeldOrder> => {
  await holdWholesalerOf(tx, actor, id)
  const order = await holdOrder(tx, id)
  if (order.status > ordered)
    throw invalid(
      nonField,
      `The order is in status ${nameOf(order.status)} and can no longer be changed. Write another order.`,
      'order_delivered',
    )
  return order
}

/**
 * Tells the wholesaler what changed in an order that it has. Credentials that the location has given up meanwhile are replaced
 * by the clinic-wide ones.
 */
export const placeAgain = async (tx: Tx, actor: Actor, id: number, { status, department, wholesaler }: HeldOrder) => {
  if (status !== ordered) return
  const { archived } = await tx
    .selectFrom('wholesaler')
    .select('archived')
    .where('id', '=', wholesaler)
    .executeTakeFirstOrThrow()
  const placed = {
    last_placed: actor.now,
    ...(archived && { wholesaler: (await resolveAgain(tx, department, wholesaler)).id }),
  }
  await tx.updateTable('order').set(placed).where('id', '=', id).execute()
  await placeOrder(tx, id)
}

const requireUnsent = (status: OrderStatus, field: keyof OrderTerms, isChanged: boolean) => {
  if (status !== inProcess && isChanged)
    throw invalid(
      field,
      `The order was sent to its wholesaler, so its ${field} is fixed. Write another order.`,
      'order_sent',
    )
}

/** Changes an order. Once it was sent, only its notes, and the wholesaler is told. */
export const changeOrder = async (tx: Tx, actor: Actor, id: number, changes: Partial<OrderTerms>) => {
  const order = await holdChangeableOrder(tx, actor, id)
  const { department = order.department, wholesaler = order.wholesaler, notes = order.notes } = changes
  const isMoved = department !== order.department
  requireUnsent(order.status, 'department', isMoved)
  requireUnsent(order.status, 'wholesaler', wholesaler !== order.wholesaler)
  if (isMoved) await requireDepartment(tx, department)
  if (isMoved || wholesaler !== order.wholesaler) {
    // Without another wholesaler in the request, the new department orders from the same one.
    const resolved =
      changes.wholesaler === undefined
        ? await resolveAgain(tx, department, order.wholesaler)
        : await resolveWholesaler(tx, department, changes.wholesaler)
    await tx.updateTable('order').set({ department, wholesaler: resolved.id }).where('id', '=', id).execute()
    await copyProductNumbers(tx, id, resolved.clinicWide)
  }
  if (notes === order.notes) return
  await tx.updateTable('order').set({ notes }).where('id', '=', id).execute()
  await placeAgain(tx, actor, id, order)
}

/** Withdraws an order that was not sent. */
export const withdrawOrder = async (tx: Tx, _actor: Actor, id: number) => {
  const { status } = await holdOrder(tx, id)
  if (status !== inProcess)
    throw invalid(
      nonField,
      `The order is in status ${nameOf(status)} and can no longer be withdrawn. Ask the wholesaler to cancel it.`,
      'order_sent',
    )
  await tx.deleteFrom('orderitem').where('order', '=', id).execute()
  await tx.deleteFrom('order').where('id', '=', id).execute()
}

/** Sends an order to its wholesaler, under the credentials that its department has by now. */
export const sendOrder = async (tx: Tx, actor: Actor, id: number): Promise<Id<'order'>> => {
  await holdWholesalerOf(tx, actor, id)
  const { status, department, wholesaler } = await holdOrder(tx, id)
  if (status !== inProcess)
    throw invalid(nonField, `The order was sent already: its status is ${nameOf(status)}.`, 'order_sent')
  const line = await tx.selectFrom('orderitem').select('id').where('order', '=', id).limit(1).executeTakeFirst()
  if (line === undefined) throw invalid(nonField, 'The order has no lines. Add an item first.', 'empty')
  const resolved = await resolveAgain(tx, department, wholesaler)
  await tx
    .updateTable('order')
    .set({
      wholesaler: resolved.id,
      status: ordered,
      purchaser: actor.user,
      ordered: actor.now,
      last_placed: actor.now,
    })
    .where('id', '=', id)
    .execute()
  await placeOrder(tx, id)
  return id
}

/** Keeps the number under which the wholesaler has the order: its invoice number, as the clinic reads it. */
export const setReferenceNumber = async (
  tx: Tx,
  _actor: Actor,
  id: number,
  { wholesaler_reference_number: sent }: { wholesaler_reference_number: string },
) => {
  const { status } = await holdOrder(tx, id)
  if (status === inProcess)
    throw invalid(
      nonField,
      `The order is in status ${nameOf(status)}: it was not sent yet, so it has no reference number.`,
      'order_not_sent',
    )
  const wholesaler_reference_number = sent.trim()
  await tx.updateTable('order').set({ wholesaler_reference_number }).where('id', '=', id).execute()
  return { status: 'ok', wholesaler_reference_number }
}

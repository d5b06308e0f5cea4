import { sql } from 'kysely'
import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { insertLines, requireOrderable, type NewLine } from './insert-lines.ts'
import { holdChangeableOrder, holdOrder, holdWholesalerOf, placeAgain } from './orders.ts'
import { ordered } from './statuses.ts'

type NewItem = NewLine & { order: Id<'order'> }

/** Adds an item to an order. Name and codes are the item's as it is now. */
export const addOrderItem = async (tx: Tx, actor: Actor, { order, ...line }: NewItem): Promise<Id<'orderitem'>> => {
  const held = await holdChangeableOrder(tx, actor, order)
  await requireOrderable(tx, [line.item])
  const [id] = await insertLines(tx, order, [line])
  await touch(tx, 'order', 'id', [order])
  await placeAgain(tx, actor, order, held)
  return id!
}

const orderOf = async (tx: Tx, id: number): Promise<Id<'order'>> => {
  const line = await tx.selectFrom('orderitem').select('order').where('id', '=', id).executeTakeFirst()
  if (line === undefined) throw recordNotFound('Order item')
  return line.order
}

/** Lock order: the wholesaler, the order, then its line. */
export const holdOrderOf = async (tx: Tx, actor: Actor, id: number) => {
  const order = await orderOf(tx, id)
  await holdWholesalerOf(tx, actor, order)
  await holdOrder(tx, order)
}

const holdChangeableOrderOf = async (tx: Tx, actor: Actor, id: number) => {
  const order = await orderOf(tx, id)
  return { order, held: await holdChangeableOrder(tx, actor, order) }
}

/** Changes a line until the products are delivered. */
export const changeOrderItem = async (
  tx: Tx,
  actor: Actor,
  id: number,
  changes: { quantity?: Decimal; notes?: string },
) => {
  const { order, held } = await holdChangeableOrderOf(tx, actor, id)
  if (Object.keys(changes).length === 0) return
  const { quantity, notes } = changes
  const { rows } = await sql<{ id: number }>`
    update orderitem set quantity = coalesce(${quantity ?? null}::numeric, quantity), notes = coalesce(${notes ?? null}, notes)
    where id = ${id} and (quantity, notes) is distinct from
      (coalesce(${quantity ?? null}::numeric, quantity), coalesce(${notes ?? null}, notes))
    returning id`.execute(tx)
  if (rows.length === 0) return
  await touch(tx, 'order', 'id', [order])
  await placeAgain(tx, actor, order, held)
}

/** Removes a line until the products are delivered. An order that was sent keeps at least one. */
export const removeOrderItem = async (tx: Tx, actor: Actor, id: number) => {
  const { order, held } = await holdChangeableOrderOf(tx, actor, id)
  const { numDeletedRows } = await tx.deleteFrom('orderitem').where('id', '=', id).executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw recordNotFound('Order item')
  if (held.status === ordered) {
    const line = await tx.selectFrom('orderitem').select('id').where('order', '=', order).limit(1).executeTakeFirst()
    if (line === undefined)
      throw invalid(
        nonField,
        'This is the last line of an order that was sent. Add another before you remove it.',
        'empty',
      )
  }
  await touch(tx, 'order', 'id', [order])
  await placeAgain(tx, actor, order, held)
}

import { sql, type Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { itemTypes, stockedTypes, type ItemType } from '../items/statuses.ts'
import { holdChangeableOrder, holdOrder, holdWholesalerOf, placeAgain } from './orders.ts'
import { numberAt } from './product-numbers.ts'
import { approved, ordered } from './statuses.ts'

/** Refuses an item that cannot be ordered: one that is archived or not kept in stock. */
export const requireOrderable = async (tx: Tx, item: Id<'item'>) => {
  const { archived, name, type_code } = await tx
    .selectFrom('item')
    .select(['archived', 'name', 'type_code'])
    .where('id', '=', item)
    .executeTakeFirstOrThrow()
  if (archived) throw invalid('item', `${name} is archived. Choose another item.`, 'archived')
  if (!stockedTypes.has(type_code))
    throw invalid(
      'item',
      `This item is a ${itemTypes[type_code as ItemType].toLowerCase()}, which is not kept in stock. Choose a medicine, supply or food.`,
      'not_stocked',
    )
}

type Product = Pick<Selectable<Tables['orderitem']>, 'product_name' | 'product_number' | 'unit' | 'barcode'>

const productOf = async (tx: Tx, item: Id<'item'>, order: Id<'order'>): Promise<Product> => {
  const { rows } = await sql<Product>`
    select i.name as product_name, i.unit, i.barcode, ${numberAt(sql`coalesce(w.parent, w.id)`)} as product_number
    from item i, "order" o join wholesaler w on w.id = o.wholesaler
    where i.id = ${item} and o.id = ${order}`.execute(tx)
  return rows[0]!
}

type NewLine = { order: Id<'order'>; item: Id<'item'>; quantity: Decimal; notes?: string }

/** Adds an item to an order. Name and codes are the item's as it is now. */
export const addOrderItem = async (
  tx: Tx,
  actor: Actor,
  { order, item, quantity, notes = '' }: NewLine,
): Promise<Id<'orderitem'>> => {
  const held = await holdChangeableOrder(tx, actor, order)
  await requireOrderable(tx, item)
  const product = await productOf(tx, item, order)
  const { id } = await tx
    .insertInto('orderitem')
    .values({ ...product, order, item, quantity, notes, delivered_quantity: receivedOf(order, item) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await touch(tx, 'order', 'id', [order])
  await placeAgain(tx, actor, order, held)
  return id
}

/** In packages, what approved receipt lines have brought of an item for an order. */
const receivedOf = (order: Id<'order'>, item: Id<'item'>) =>
  sql<Decimal>`(select coalesce(sum(quantity), 0) from receiptline where "order" = ${order} and item = ${item} and status = ${approved}::int)`

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

import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Decimal, Id, Timestamp } from '../../kernel/fields.ts'
import { stockedTypes } from '../items/statuses.ts'
import { delivery } from '../stock/causes.ts'
import { holdStock, levelsOf } from '../stock/levels.ts'
import { postMovements } from '../stock/movements.ts'
import { holdOrder } from './orders.ts'
import { settleOrders } from './settle-orders.ts'
import { approved, delivered, ordered, type OrderStatus } from './statuses.ts'

type Outstanding = { readonly id: Id<'orderitem'>; readonly item: Id<'item'>; readonly units: Decimal }

/** In dosage units, what was ordered of each item less what approved receipt lines have brought. */
const outstandingOf = async (tx: Tx, order: number): Promise<readonly Outstanding[]> => {
  const { rows } = await sql<Outstanding>`
    select id, item, units from (
      select line.id, line.item, round(line.quantity * i.dosage_units, 3) - coalesce((
        select sum(r.units) from receiptline r where r."order" = line."order" and r.item = line.item and r.status = ${approved}::int), 0) as units
      from orderitem line join item i on i.id = line.item
      where line."order" = ${order} and i.type_code = any(${[...stockedTypes]}::int[])) line
    where units > 0 order by item`.execute(tx)
  return rows
}

/** Stock without a batch, which is what a delivery is until its receipt lines are approved. */
const withoutBatch = async (tx: Tx, item: Id<'item'>, department: Id<'department'>) => {
  const batch = { item, department, batch_number: '' }
  const level = (await levelsOf(tx, batch)).find(({ expiry_date }) => expiry_date === null)
  return level?.id ?? { ...batch, expiry_date: null }
}

const stockItems = async (tx: Tx, order: number) => {
  const lines = await tx.selectFrom('orderitem').select('item').where('order', '=', order).execute()
  await holdStock(
    tx,
    lines.map(({ item }) => item),
  )
}

/** Brings what is outstanding of an order into stock. Called again, or by many at once, it is done once. */
export const markDelivered = async (tx: Tx, actor: Actor, id: Id<'order'>) => {
  const { status, department } = await holdOrder(tx, id)
  if (status !== ordered)
    throw invalid(nonField, "Order must be in 'Ordered' status to mark products delivered.", 'order_not_ordered')
  await stockItems(tx, id)
  for (const { id: order_item, item, units } of await outstandingOf(tx, id))
    await postMovements(tx, actor, { cause: delivery, order_item }, [
      { stock_level: await withoutBatch(tx, item, department), quantity: units },
    ])
  await sql`update orderitem set delivered_quantity = greatest(quantity, delivered_quantity)
    where "order" = ${id} and delivered_quantity < quantity`.execute(tx)
  const { rows } = await sql<{ delivery_date: Timestamp; all_delivered: boolean }>`
    update "order" set status = ${delivered}, delivery_date = ${actor.now} where id = ${id}
    returning to_char(delivery_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as delivery_date,
      not exists (select from orderitem where "order" = ${id} and delivered_quantity < quantity) as all_delivered`.execute(
    tx,
  )
  // Its receipt lines may all have been reviewed before: then it is in stock at once. The answer says 2 in any case.
  await settleOrders(tx, [id])
  return { status: 'ok', order_status: delivered as OrderStatus, ...rows[0]! }
}

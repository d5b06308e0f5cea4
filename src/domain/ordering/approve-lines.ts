import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { receiptReview } from '../stock/causes.ts'
import { holdStock, levelsOf, type Batch } from '../stock/levels.ts'
import { postMovements, type NewMovement } from '../stock/movements.ts'
import { holdReviewable, requireStockable, type Lines } from './review-lines.ts'
import { settleOrders } from './settle-orders.ts'
import { approved, delivered } from './statuses.ts'

type Goods = Batch & {
  /** In dosage units. */
  readonly units: Decimal
  /** How much of that was delivered before, without a batch, and has none yet. */
  readonly attached: Decimal
  /** What is left of the line beyond that. */
  readonly beyond: Decimal
}

/**
 * What a line brings. A delivered order has brought what was ordered already, without a batch: the line says which batch it
 * was, and only what goes beyond is new.
 */
const goodsOf = async (tx: Tx, line: number): Promise<Goods> => {
  const { rows } = await sql<Goods>`
    with line as (
      select r.item, r.department, r.batch_number, r.expiry_date, r."order", round(r.quantity * i.dosage_units, 3) as units
      from receiptline r join item i on i.id = r.item where r.id = ${line}),
    without_batch as (
      select coalesce((
          select sum(m.quantity) from orderitem o join stock_movement m on m.order_item = o.id
          where o."order" = line."order" and o.item = line.item), 0)
        - coalesce((
          select sum(r.attached_units) from receiptline r
          where r."order" = line."order" and r.item = line.item and r.status = ${approved}::int), 0) as units
      from line),
    goods as (
      select line.*, least(line.units, greatest(without_batch.units, 0)) as attached from line cross join without_batch)
    select item, department, batch_number, expiry_date, units, attached, units - attached as beyond from goods`.execute(
    tx,
  )
  return rows[0]!
}

const levelOf = async (tx: Tx, { item, department, batch_number, expiry_date }: Batch) => {
  const known = await levelsOf(tx, { item, department, batch_number })
  return known.find((level) => level.expiry_date === expiry_date)?.id ?? { item, department, batch_number, expiry_date }
}

const isSome = (quantity: Decimal) => Number(quantity) !== 0

/** Into the batch of the line, and out of the stock without one as much as was delivered there. */
const movementsFor = async (tx: Tx, goods: Goods): Promise<readonly NewMovement[]> => {
  const stock_level = await levelOf(tx, goods)
  if (goods.batch_number === '' && goods.expiry_date === null) return [{ stock_level, quantity: goods.beyond }]
  const without = await levelOf(tx, { ...goods, batch_number: '', expiry_date: null })
  return [
    { stock_level: without, quantity: `-${goods.attached}` },
    { stock_level, quantity: goods.units },
  ]
}

/** Keeps what has come of the item for the order, in packages. */
const countDelivered = async (tx: Tx, order: Id<'order'>, item: Id<'item'>) => {
  await sql`
    update orderitem line set delivered_quantity = received.quantity
    from (
      select o.id, case when o.status >= ${delivered}::int then greatest(came.quantity, w.quantity) else came.quantity end as quantity
      from "order" o join orderitem w on w."order" = o.id and w.item = ${item}
      cross join (select coalesce(sum(r.quantity), 0) as quantity from receiptline r
        where r."order" = ${order} and r.item = ${item} and r.status = ${approved}::int) came
      where o.id = ${order}) received
    where line."order" = received.id and line.item = ${item} and line.delivered_quantity <> received.quantity`.execute(
    tx,
  )
}

const approveLine = async (tx: Tx, actor: Actor, receipt_line: Id<'receiptline'>) => {
  const goods = await goodsOf(tx, receipt_line)
  const movements = (await movementsFor(tx, goods)).filter(({ quantity }) => isSome(quantity))
  await postMovements(tx, actor, { cause: receiptReview, receipt_line }, movements)
  await tx
    .updateTable('receiptline')
    .set({
      status: approved,
      units: goods.units,
      attached_units: goods.attached,
      reviewed_by: actor.user,
      reviewed: actor.now,
    })
    .where('id', '=', receipt_line)
    .execute()
}

/** Brings lines into stock, each into its batch. */
export const approveReceiptLines = async (tx: Tx, actor: Actor, { receipt_lines: ids }: Lines) => {
  const lines = await holdReviewable(tx, ids, requireStockable)
  await holdStock(
    tx,
    lines.map(({ item }) => item!),
  )
  for (const { id, order, item } of lines) {
    await approveLine(tx, actor, id)
    if (order !== null) await countDelivered(tx, order, item!)
  }
  await settleOrders(
    tx,
    lines.map(({ order }) => order),
  )
}

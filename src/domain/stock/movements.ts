import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import type { Cause } from './causes.ts'
import type { Batch } from './levels.ts'

/** What a movement is for. A new cause that comes from another record adds a link to it here. */
export type Origin = {
  readonly cause: Cause
  readonly reason?: string
  readonly consultation?: Id<'consultation'> | null
  readonly consultation_item?: Id<'consultationitem'> | null
  readonly countersale?: Id<'countersale'> | null
  readonly countersale_item?: Id<'countersaleitem'> | null
  readonly invoicerow?: Id<'invoicerow'>
  readonly client?: Id<'client'> | null
  readonly order_item?: Id<'orderitem'>
  readonly receipt_line?: Id<'receiptline'>
}

export type NewMovement = {
  /** Of the level of a batch, or of a batch that has none yet: it is opened with what comes in. */
  readonly stock_level: Id<'stock_level'> | Batch
  /** In dosage units; positive comes in, negative goes out. */
  readonly quantity: Decimal
  readonly batch_assumed?: boolean
  readonly counted?: Decimal
  /** Where it went to or came from, in a transfer. */
  readonly other_department?: Id<'department'>
}

/**
 * Adds movements and keeps `on_hand` of their levels as the sum: the only function that writes either. Whoever calls holds
 * the stock of the items.
 */
export const postMovements = async (
  tx: Tx,
  actor: Actor,
  origin: Origin,
  movements: readonly NewMovement[],
): Promise<readonly Id<'stock_movement'>[]> => {
  if (movements.length === 0) return []
  const { cause, reason = '', consultation, consultation_item, countersale, countersale_item } = origin
  const rowsToPost = movements.map(({ stock_level, ...movement }) =>
    typeof stock_level === 'object' ? { ...movement, ...stock_level } : { ...movement, stock_level },
  )
  const { rows } = await sql<{ id: Id<'stock_movement'> }>`
    with posted as (
      select * from rows from (jsonb_to_recordset(${JSON.stringify(rowsToPost)}::jsonb)
        as (stock_level bigint, quantity numeric, batch_assumed boolean, counted numeric, other_department bigint, item bigint,
          department bigint, batch_number text, expiry_date date)) with ordinality
        posted (stock_level, quantity, batch_assumed, counted, other_department, item, department, batch_number, expiry_date,
          place)),
    changed as (
      update stock_level set on_hand = on_hand + moved.quantity
      from (select stock_level, sum(quantity) as quantity from posted group by stock_level) moved
      where id = moved.stock_level returning id, item, department, batch_number, expiry_date),
    opened as (
      insert into stock_level (item, department, batch_number, expiry_date, on_hand)
      select item, department, batch_number, expiry_date, sum(quantity) from posted where stock_level is null
      group by item, department, batch_number, expiry_date returning id, item, department, batch_number, expiry_date),
    level as (
      select posted.place, changed.* from posted join changed on changed.id = posted.stock_level
      union all
      select posted.place, opened.* from posted join opened using (item, department, batch_number)
      where posted.stock_level is null and opened.expiry_date is not distinct from posted.expiry_date)
    insert into stock_movement (stock_level, item, department, batch_number, expiry_date, quantity, batch_assumed, counted, cause,
      reason, consultation, consultation_item, countersale, countersale_item, invoicerow, client, order_item, receipt_line, other_department,
      "user")
    select level.id, level.item, level.department, level.batch_number, level.expiry_date, posted.quantity,
      coalesce(posted.batch_assumed, false), posted.counted, ${cause}, ${reason}, ${consultation ?? null}, ${consultation_item ?? null},
      ${countersale ?? null}, ${countersale_item ?? null}, ${origin.invoicerow ?? null}, ${origin.client ?? null},
      ${origin.order_item ?? null}, ${origin.receipt_line ?? null}, posted.other_department,
      ${actor.user}
    from posted join level using (place) order by place
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import type { Cause } from './causes.ts'

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
}

export type NewMovement = {
  readonly stock_level: Id<'stock_level'>
  /** In dosage units; positive comes in, negative goes out. */
  readonly quantity: Decimal
  readonly batch_assumed?: boolean
  readonly counted?: Decimal
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
  const { rows } = await sql<{ id: Id<'stock_movement'> }>`
    with posted as (
      select * from rows from (jsonb_to_recordset(${JSON.stringify(movements)}::jsonb)
        as (stock_level bigint, quantity numeric, batch_assumed boolean, counted numeric)) with ordinality
        posted (stock_level, quantity, batch_assumed, counted, place)),
    level as (
      update stock_level set on_hand = on_hand + moved.quantity
      from (select stock_level, sum(quantity) as quantity from posted group by stock_level) moved
      where id = moved.stock_level returning id, item, department, batch_number, expiry_date)
    insert into stock_movement (stock_level, item, department, batch_number, expiry_date, quantity, batch_assumed, counted, cause,
      reason, consultation, consultation_item, countersale, countersale_item, invoicerow, client, "user")
    select level.id, level.item, level.department, level.batch_number, level.expiry_date, posted.quantity,
      coalesce(posted.batch_assumed, false), posted.counted, ${cause}, ${reason}, ${consultation ?? null}, ${consultation_item ?? null},
      ${countersale ?? null}, ${countersale_item ?? null}, ${origin.invoicerow ?? null}, ${origin.client ?? null}, ${actor.user}
    from posted join level on level.id = posted.stock_level order by posted.place
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

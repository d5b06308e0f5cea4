import { sql } from 'kysely'
import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import type { Id } from '../../kernel/fields.ts'
import { addedToStock, approved, delivered, dismissed, toBeReviewed } from './statuses.ts'

/** Locks orders in the order of their ids. */
export const holdOrders = async (tx: Tx, ids: readonly (Id<'order'> | null)[]) => {
  const orders = [...new Set(ids.filter((id) => id !== null))]
  if (orders.length > 0)
    await sql`select from "order" where id = any(${orders}::bigint[]) order by id for no key update`.execute(tx)
}

/**
 * Brings orders that are delivered to the status that their receipt lines give them: 3 once all are reviewed, 2 while one is
 * not. They show their lines, so `modified` advances as well.
 */
export const settleOrders = async (tx: Tx, ids: readonly (Id<'order'> | null)[]) => {
  const orders = [...new Set(ids.filter((id) => id !== null))]
  if (orders.length === 0) return
  await sql`
    update "order" o set status = settled.status
    from (
      select held.id, case when exists (select from receiptline r where r."order" = held.id
            and r.status in (${approved}::int, ${dismissed}::int))
          and not exists (select from receiptline r where r."order" = held.id and r.status = ${toBeReviewed}::int)
        then ${addedToStock}::int else ${delivered}::int end as status
      from "order" held where held.id = any(${orders}::bigint[]) and held.status >= ${delivered}::int) settled
    where o.id = settled.id and o.status <> settled.status`.execute(tx)
  await touch(tx, 'order', 'id', orders)
}

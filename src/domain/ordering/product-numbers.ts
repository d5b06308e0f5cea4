import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Id } from '../../kernel/fields.ts'

/** The wholesaler's own number of an item `i`: that of the first of the item's two wholesalers which is this one. */
export const numberAt = (clinicWide: RawBuilder<unknown>) => sql<string>`case ${clinicWide}
  when i.primary_wholesaler then i.primary_wholesaler_code
  when i.secondary_wholesaler then i.secondary_wholesaler_code else '' end`

/** What a wholesaler takes for an item `i`. An item knows the price of its usual wholesaler only. */
export const priceAt = (clinicWide: RawBuilder<unknown>) =>
  sql<string | null>`case when coalesce(i.primary_wholesaler, ${clinicWide}) = ${clinicWide} then i.wholesale_price end`

/** Gives the lines of an order the product numbers and prices of another wholesaler. */
export const copyProductNumbers = async (tx: Tx, order: Id<'order'>, clinicWide: Id<'wholesaler'>) => {
  const number = numberAt(sql`${clinicWide}::bigint`)
  const price = priceAt(sql`${clinicWide}::bigint`)
  await sql`update orderitem set product_number = ${number}, wholesale_price = ${price} from item i
    where i.id = orderitem.item and orderitem."order" = ${order}
      and (product_number, orderitem.wholesale_price) is distinct from (${number}, ${price})`.execute(tx)
}

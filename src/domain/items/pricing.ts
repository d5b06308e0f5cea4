import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import type { CustomerType } from './customer-types.ts'

/** The department, customer type and date of a sale. A walk-in customer has no type. */
export type Sale = {
  readonly department: Id<'department'>
  readonly customer_type: CustomerType | null
  readonly on: string
}

export type Price = {
  /** Net, of one package. */
  readonly price: Decimal
  readonly price_with_vat: Decimal
  /** The item's own price of one package. */
  readonly list_price: Decimal
  readonly vat_percentage: Decimal
  /** The alternative pricing that applied; null for the item's own price. */
  readonly alternativepricing: Id<'alternativepricing'> | null
}

/**
 * The price of one package. Of the alternative pricings that apply, the most specific wins: first by department, then by
 * customer type, then the latest `valid_from`, then the newest id.
 */
export const priceOf = async (tx: Tx, item: Id<'item'>, { department, customer_type, on }: Sale): Promise<Price> => {
  const { rows } = await sql<Price>`
    select p.price, with_vat(p.price, g.percentage) as price_with_vat, g.percentage as vat_percentage,
      i.price as list_price, a.id as alternativepricing
    from item i
    join vatgroup g on g.organisation = i.organisation and g.id = i.vat_group
    left join lateral (
      select * from alternativepricing
      where organisation = i.organisation and item = i.id and not archived
        and (department is null or department = ${department})
        and (customer_type is null or customer_type = ${customer_type}::int)
        and (valid_from is null or valid_from <= ${on}::date)
        and (valid_until is null or valid_until >= ${on}::date)
      order by department is null, customer_type is null, valid_from desc nulls last, id desc
      limit 1) a on true
    cross join lateral (select coalesce(a.price, round(i.price * (100 + coalesce(a.percentage_change, 0)) / 100, 4))) p (price)
    where i.id = ${item}`.execute(tx)
  const [price] = rows
  if (price === undefined) throw new Error(`There is no item ${item} to price.`)
  return price
}

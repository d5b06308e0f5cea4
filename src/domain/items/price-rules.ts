import { sql, type RawBuilder } from 'kysely'
import type { Decimal, Id } from '../../kernel/fields.ts'
import type { ItemType } from './statuses.ts'

/** Items that one run can match: few enough to hold the organisation's lock only briefly. */
export const maxItemsOfRun = 2_000

export const bases = ['price_with_vat', 'price'] as const
export const roundings = ['nearest', 'up', 'down'] as const

/** Which items a run takes, and by what it changes their prices. */
export type PriceRule = {
  readonly item_types?: ItemType[]
  readonly item_list?: Id<'listitem'> | null
  readonly vat_group?: Id<'vatgroup'> | null
  readonly search_term?: string
  readonly except_items?: readonly Id<'item'>[]
  readonly percentage_change?: Decimal | null
  readonly amount_change?: Decimal | null
  readonly basis?: (typeof bases)[number]
  readonly round_to?: Decimal | null
  readonly rounding?: (typeof roundings)[number]
}

/**
 * The items `i` that a run takes. What is archived is not sold, and what costs nothing stays free.
 */
export const chosenItems = ({
  item_types = [],
  item_list = null,
  vat_group = null,
  search_term = '',
  except_items = [],
}: PriceRule): RawBuilder<boolean> =>
  sql`i.organisation = organisation() and not i.archived and i.price > 0
    and (${item_types}::int[] = '{}' or i.type_code = any(${item_types}::int[]))
    and (${item_list}::bigint is null or i.item_list = ${item_list}::bigint)
    and (${vat_group}::bigint is null or i.vat_group = ${vat_group}::bigint)
    and strpos(lower(i.name), lower(${search_term.trim()}::text)) > 0
    and i.id <> all(${except_items}::bigint[])`

/** What cents are to prices with VAT: the finest that a price is kept in. */
const finest = { price_with_vat: '0.01', price: '0.0001' } as const

/**
 * The price of each of these items before and after the rule, net, as SQL with the columns `id`, `name`, `price`, `raw` and
 * `new_price`. Only multiplication, `div` and `mod` are used, which are exact: a quotient of numerics is rounded. A price that
 * the rule leaves as it is on its basis keeps its net price, and rounding makes nothing free.
 */
export const newPrices = (
  ids: readonly number[],
  { percentage_change, amount_change, basis = 'price_with_vat', round_to, rounding = 'nearest' }: PriceRule,
) => {
  const step = sql`${round_to ?? finest[basis]}::numeric`
  const isRoundedUp = {
    nearest: sql`2 * mod(raw, ${step}) >= ${step}`,
    up: sql`mod(raw, ${step}) > 0`,
    down: sql`false`,
  }[rounding]
  return sql<{ id: number; name: string; price: Decimal; new_price: Decimal; raw: Decimal }>`
    select id, name, price, raw,
      case when target = base then price when ${basis} = 'price' then target else without_vat(target, percentage) end as new_price
    from (select *, case when raw > 0 then greatest((div(raw, ${step}) + (${isRoundedUp})::int) * ${step}, ${step})
        else raw end as target
      from (select *, base * (100 + ${percentage_change ?? '0'}::numeric) * 0.01 + ${amount_change ?? '0'}::numeric as raw
        from (select i.id, i.name, i.price, g.percentage,
            case when ${basis} = 'price' then i.price else with_vat(i.price, g.percentage) end as base
          from item i join vatgroup g on g.organisation = i.organisation and g.id = i.vat_group
          where i.organisation = organisation() and i.id = any(${ids}::bigint[])) chosen) changed) rounded`
}

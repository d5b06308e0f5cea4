import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import { chosenItems, maxItemsOfRun, newPrices, type PriceRule } from './price-rules.ts'

const highestPrice = '99999999.9999'

const requireRule = ({ percentage_change, amount_change, basis = 'price_with_vat', round_to }: PriceRule) => {
  if (percentage_change == null && amount_change == null)
    throw invalid('percentage_change', 'Send either percentage_change or amount_change.', 'required')
  if (percentage_change != null && amount_change != null)
    throw invalid('amount_change', 'Send only one of percentage_change and amount_change.', 'two_changes')
  if (Number(percentage_change ?? 0) < -100)
    throw invalid('percentage_change', 'Ensure this value is greater than or equal to -100.', 'min_value')
  if (basis === 'price_with_vat' && !/^\d+(?:\.\d{1,2}0*)?$/.test(round_to ?? '1'))
    throw invalid(
      'round_to',
      'Prices with VAT are kept in cents. Ensure that there are no more than 2 decimal places, or send basis as price.',
      'max_decimal_places',
    )
}

/** Locks the items that the rule takes, after the VAT groups, whose rates must stay: the order in which prices are changed. */
const lockItems = async (tx: Tx, rule: PriceRule): Promise<readonly number[]> => {
  await tx.selectFrom('vatgroup').select('id').orderBy('id').forShare().execute()
  const { rows } = await sql<{ id: number }>`
    select i.id from item i where ${chosenItems(rule)}
    order by i.id limit ${maxItemsOfRun + 1} for no key update of i`.execute(tx)
  if (rows.length > maxItemsOfRun)
    throw invalid(
      nonField,
      `More than ${maxItemsOfRun} items match, which is the most that one run changes. Narrow them by item_types, item_list, vat_group or search_term.`,
      'too_many_items',
    )
  return rows.map(({ id }) => id)
}

/** Refuses a rule that makes a price what none can be. The items are locked, so it is the price that would be written. */
const requirePrices = async (tx: Tx, ids: readonly number[], rule: PriceRule) => {
  const { rows } = await sql<{ name: string; isBelow: boolean; change: string }>`
    select name, raw < 0 as "isBelow", (${rule.amount_change ?? '0'}::numeric - raw)::numeric(20, 4)::text as change
    from (${newPrices(ids, rule)}) p where raw < 0 or new_price > ${highestPrice}::numeric
    order by raw, id limit 1`.execute(tx)
  const [wrong] = rows
  if (wrong === undefined) return
  const field = rule.amount_change == null ? 'percentage_change' : 'amount_change'
  throw wrong.isBelow
    ? invalid(field, `${wrong.name} would cost less than nothing. Send ${wrong.change} or more.`, 'min_value')
    : invalid(field, `${wrong.name} would cost more than ${highestPrice}, the highest price there is.`, 'max_value')
}

/**
 * Names the run for the rest of the transaction, so that the prices it changes are put down to it instead of being audited one
 * by one, and takes their stamp before they are written, which spares a second update of each.
 */
export const beginRun = (tx: Tx, id: number) =>
  sql`select set_config('app.price_run', ${String(id)}, true), stamp_of_transaction()`.execute(tx)

/** The stamp of the transaction, which `beginRun` has taken. */
export const stampOfRun = sql`(select stamp_of_transaction())`

/** Changes the prices of all items that the rule takes, in one transaction, and keeps what each cost before. */
export const changePrices = async (tx: Tx, _actor: Actor, rule: PriceRule): Promise<number> => {
  requireRule(rule)
  const ids = await lockItems(tx, rule)
  await requirePrices(tx, ids, rule)
  const { except_items: _left, item_types = [], search_term = '', ...kept } = rule
  const { id } = await tx
    .insertInto('price_change')
    .values({
      ...kept,
      item_types: [...new Set(item_types)].toSorted((one, other) => one - other),
      search_term: search_term.trim(),
      matched: ids.length,
      changed: sql<number>`(select count(*) from (${newPrices(ids, rule)}) p where new_price <> price)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await beginRun(tx, id)
  await sql`update item i set price = p.new_price, modified = ${stampOfRun}
    from (${newPrices(ids, rule)}) p
    where i.organisation = organisation() and i.id = p.id and p.new_price <> p.price`.execute(tx)
  return id
}

import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { type Actor, holds } from '../../kernel/caller.ts'
import { forbidden, invalid } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { priceOf, type Sale } from './pricing.ts'

/** 1 a package, 2 one of the dosage units that a package is divided into. */
export const usageSizes = { 1: 'Package', 2: 'Dosage units' } as const
export type UsageSize = keyof typeof usageSizes

/** What whoever enters it may say of its price. */
export type Wish = {
  readonly usage_size?: UsageSize | undefined
  /** Net, of one of what the quantity counts. */
  readonly price?: Decimal | undefined
  readonly percentage_change?: Decimal | undefined
  readonly vat_percentage?: Decimal | undefined
}

/** What something is sold as: copied from the item, so that it stays when the item changes, and how its price came about. */
export type Charge = {
  readonly type_code: number
  readonly code: string
  readonly name: string
  readonly unit: string
  /** The item's own price of a package, and what an alternative pricing made of it. */
  readonly list_price: Decimal
  readonly alternativepricing: Id<'alternativepricing'> | null
  readonly package_price: Decimal
  /** Into how many a package was divided: 1 where packages are counted. */
  readonly dosage_units: Decimal
  readonly price: Decimal
  readonly vat_group: Id<'vatgroup'>
  readonly vat_percentage: Decimal
  readonly percentage_change: Decimal
}

/** A price of one's own, or a change of it, is for those who may give discounts. */
export const requireDiscounts = (actor: Actor, { price, percentage_change }: Wish) => {
  if ((price !== undefined || percentage_change !== undefined) && !holds(actor, 'Financial: Discounts', 'write'))
    throw forbidden('A price of its own or a percentage_change needs the permission Financial: Discounts (write).')
  if (Number(percentage_change ?? 0) < -100)
    throw invalid('percentage_change', 'Ensure this value is greater than or equal to -100.', 'min_value')
}

type Counted = Pick<Wish, 'price' | 'percentage_change' | 'vat_percentage'> & { readonly quantity?: Decimal }

/** A row that is sent back as it was read asks for nothing. No number of it has more digits than a float tells apart. */
export const asksAnew = (name: keyof Counted, sent: Counted, before: Counted) =>
  sent[name] !== undefined && Number(sent[name]) !== Number(before[name])

/** What of a price is asked to be another. */
export const wishAnew = (sent: Counted, before: Counted): Wish => ({
  price: asksAnew('price', sent, before) ? sent.price : undefined,
  percentage_change: asksAnew('percentage_change', sent, before) ? sent.percentage_change : undefined,
  vat_percentage: asksAnew('vat_percentage', sent, before) ? sent.vat_percentage : undefined,
})

type VatGroup = { readonly id: Id<'vatgroup'>; readonly percentage: Decimal }

/** The VAT group in force: the item's own, or the one that has the percentage asked for. */
const vatGroupOf = async (tx: Tx, own: Id<'vatgroup'>, percentage: Decimal | undefined): Promise<VatGroup> => {
  const groups = await tx
    .selectFrom('vatgroup')
    .select(['id', 'percentage', sql<boolean>`percentage = ${percentage ?? null}::numeric`.as('fits')])
    .where((group) => group.or([group('id', '=', own), group('archived', '=', false)]))
    .orderBy((group) => group('id', '<>', own))
    .orderBy('id')
    .execute()
  const chosen = percentage === undefined ? groups[0] : groups.find(({ fits }) => fits)
  if (chosen === undefined)
    throw invalid(
      'vat_percentage',
      `No VAT group has ${percentage} %. Use one of ${[...new Set(groups.map((group) => group.percentage))].join(', ')}.`,
      'unknown_rate',
    )
  return { id: chosen.id, percentage: chosen.percentage }
}

/** What one of what is counted costs: a package, or one of the dosage units in it. */
const priceOfUnit = async (tx: Tx, item: Id<'item'>, packagePrice: Decimal, size: UsageSize) => {
  const { rows } = await sql<Pick<Charge, 'dosage_units' | 'price'>>`
    select d.dosage_units, round(${packagePrice}::numeric / d.dosage_units, 4) as price
    from item i cross join lateral (select case when ${size}::int = 2 then i.dosage_units else 1.000 end) d (dosage_units)
    where i.id = ${item}`.execute(tx)
  return rows[0]!
}

/** Prices an item for a sale, once and for all. */
export const chargeFor = async (
  tx: Tx,
  actor: Actor,
  item: Id<'item'>,
  sale: Sale,
  wish: Wish = {},
): Promise<Charge> => {
  requireDiscounts(actor, wish)
  const { archived, vat_group, ...copied } = await tx
    .selectFrom('item')
    .select(['type_code', 'code', sql<string>`coalesce(nullif(print_name, ''), name)`.as('name'), 'unit'])
    .select(['vat_group', 'archived'])
    .where('id', '=', item)
    .executeTakeFirstOrThrow()
  if (archived) throw invalid('item', 'This item is archived. Choose another, or restore it.', 'archived')
  const priced = await priceOf(tx, item, sale)
  const group = await vatGroupOf(tx, vat_group, wish.vat_percentage)
  return {
    ...copied,
    // Of one statement, since the item may be changed at any moment.
    list_price: priced.list_price,
    alternativepricing: priced.alternativepricing,
    package_price: priced.price,
    ...(await priceOfUnit(tx, item, priced.price, wish.usage_size ?? 1)),
    ...(wish.price !== undefined && { price: wish.price }),
    percentage_change: wish.percentage_change ?? '0.00',
    vat_group: group.id,
    vat_percentage: group.percentage,
  }
}

const largestPrice = 100_000_000
const largestQuantity = 1_000_000_000
const largestSum = 1_000_000_000_000

type Priced = Pick<Charge, 'package_price' | 'price' | 'percentage_change' | 'vat_percentage'>

/** Refuses what no row or invoice has room for. */
export const requireSum = async (tx: Tx, charge: Priced, quantity: Decimal, multiplier = 1) => {
  const { package_price, price, percentage_change, vat_percentage } = charge
  const { rows } = await sql<{ isPriced: boolean; isSummed: boolean }>`
    select greatest(${package_price}::numeric, ${price}::numeric) < ${largestPrice}::numeric as "isPriced",
      q.quantity < ${largestQuantity}::numeric and with_vat(q.quantity * ${price}::numeric
        * (100 + ${percentage_change}::numeric) / 100, ${vat_percentage}::numeric) < ${largestSum}::numeric as "isSummed"
    from (select ${quantity}::numeric * ${multiplier}::bigint) q (quantity)`.execute(tx)
  const { isPriced, isSummed } = rows[0]!
  if (!isPriced)
    throw invalid(
      'quantity',
      'One of them would cost a hundred million or more. Check the price of the item, its pricings and its dosage units.',
      'max_value',
    )
  if (!isSummed)
    throw invalid(
      'quantity',
      'The number cannot be a thousand million or more, nor the sum a million million. Check the quantity, the herd and the price.',
      'max_value',
    )
}

/** Changes what something was sold at, as far as it is asked. The price of a package stays what it was when it was sold. */
export const changeCharge = async (
  tx: Tx,
  actor: Actor,
  item: Id<'item'>,
  { package_price }: Pick<Charge, 'package_price'>,
  { usage_size, price, percentage_change, vat_percentage }: Wish,
): Promise<Partial<Charge>> => {
  requireDiscounts(actor, { price, percentage_change })
  const own = await tx.selectFrom('item').select('vat_group').where('id', '=', item).executeTakeFirstOrThrow()
  const group = vat_percentage === undefined ? undefined : await vatGroupOf(tx, own.vat_group, vat_percentage)
  return {
    ...(usage_size !== undefined && (await priceOfUnit(tx, item, package_price, usage_size))),
    ...(price !== undefined && { price }),
    ...(percentage_change !== undefined && { percentage_change }),
    ...(group !== undefined && { vat_group: group.id, vat_percentage: group.percentage }),
  }
}

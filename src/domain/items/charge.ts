import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { type Actor, hasPermission } from '../../kernel/caller.ts'
import { forbidden, invalid } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { priceOf, type Sale } from './pricing.ts'

/** 1 a package, 2 one of the dosage units that a package is divided into. */
export const usageSizes = { 1: 'Package', 2: 'Dosage units' } as const
export type UsageSize = keyof typeof usageSizes

/** What the caller may set of a price. */
export type PriceTerms = {
  readonly usage_size?: UsageSize | undefined
  /** Net, for one unit of the quantity. */
  readonly price?: Decimal | undefined
  readonly percentage_change?: Decimal | undefined
  readonly vat_percentage?: Decimal | undefined
}

/** What an item is sold as and how its price was found: a copy, so that later changes of the item do not affect the row. */
export type Charge = {
  readonly type_code: number
  readonly code: string
  readonly name: string
  readonly unit: string
  /** The item's price of a package, before and after an alternative pricing. */
  readonly list_price: Decimal
  readonly alternativepricing: Id<'alternativepricing'> | null
  readonly package_price: Decimal
  /** The dosage units in a package; 1 where packages are counted. */
  readonly dosage_units: Decimal
  readonly price: Decimal
  readonly vat_group: Id<'vatgroup'>
  readonly vat_percentage: Decimal
  readonly percentage_change: Decimal
}

/** Setting a price or a percentage_change is a discount. */
export const requireDiscounts = (actor: Actor, { price, percentage_change }: PriceTerms) => {
  if (
    (price !== undefined || percentage_change !== undefined) &&
    !hasPermission(actor, 'Financial: Discounts', 'write')
  )
    throw forbidden('Setting price or percentage_change needs the permission Financial: Discounts (write).')
  if (Number(percentage_change ?? 0) < -100)
    throw invalid('percentage_change', 'Ensure this value is greater than or equal to -100.', 'min_value')
}

type RowNumbers = Pick<PriceTerms, 'price' | 'percentage_change' | 'vat_percentage'> & { readonly quantity?: Decimal }

/** A value sent back as it was read is no change. Floats compare these numbers exactly: none has more than 15 digits. */
export const isChanged = (name: keyof RowNumbers, sent: RowNumbers, before: RowNumbers) =>
  sent[name] !== undefined && Number(sent[name]) !== Number(before[name])

/** The price terms that differ from before. */
export const changedTerms = (sent: RowNumbers, before: RowNumbers): PriceTerms => ({
  price: isChanged('price', sent, before) ? sent.price : undefined,
  percentage_change: isChanged('percentage_change', sent, before) ? sent.percentage_change : undefined,
  vat_percentage: isChanged('vat_percentage', sent, before) ? sent.vat_percentage : undefined,
})

type VatGroup = { readonly id: Id<'vatgroup'>; readonly percentage: Decimal }

/** The item's own VAT group, or the one that has the percentage sent. */
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
      `No VAT group has the rate ${percentage} %. Use one of ${[...new Set(groups.map((group) => group.percentage))].join(', ')}.`,
      'unknown_rate',
    )
  return { id: chosen.id, percentage: chosen.percentage }
}

/** The price of one unit: of a package, or of one of its dosage units. */
const priceOfUnit = async (tx: Tx, item: Id<'item'>, packagePrice: Decimal, size: UsageSize) => {
  const { rows } = await sql<Pick<Charge, 'dosage_units' | 'price'>>`
    select d.dosage_units, round(${packagePrice}::numeric / d.dosage_units, 4) as price
    from item i cross join lateral (select case when ${size}::int = 2 then i.dosage_units else 1.000 end) d (dosage_units)
    where i.id = ${item}`.execute(tx)
  return rows[0]!
}

/** Prices an item for a sale. The price is fixed from then on. */
export const chargeFor = async (
  tx: Tx,
  actor: Actor,
  item: Id<'item'>,
  sale: Sale,
  terms: PriceTerms = {},
): Promise<Charge> => {
  requireDiscounts(actor, terms)
  const { archived, vat_group, ...copied } = await tx
    .selectFrom('item')
    .select(['type_code', 'code', sql<string>`coalesce(nullif(print_name, ''), name)`.as('name'), 'unit'])
    .select(['vat_group', 'archived'])
    .where('id', '=', item)
    .executeTakeFirstOrThrow()
  if (archived) throw invalid('item', 'This item is archived. Choose another, or restore it.', 'archived')
  const priced = await priceOf(tx, item, sale)
  const group = await vatGroupOf(tx, vat_group, terms.vat_percentage)
  return {
    ...copied,
    // From one statement, because the item may be changed concurrently.
    list_price: priced.list_price,
    alternativepricing: priced.alternativepricing,
    package_price: priced.price,
    ...(await priceOfUnit(tx, item, priced.price, terms.usage_size ?? 1)),
    ...(terms.price !== undefined && { price: terms.price }),
    percentage_change: terms.percentage_change ?? '0.00',
    vat_group: group.id,
    vat_percentage: group.percentage,
  }
}

const largestPrice = 100_000_000
const largestQuantity = 1_000_000_000
const largestSum = 1_000_000_000_000

type Priced = Pick<Charge, 'package_price' | 'price' | 'percentage_change' | 'vat_percentage'>

/** Refuses amounts that do not fit into the columns of rows and invoices. */
export const requireWithinLimits = async (tx: Tx, charge: Priced, quantity: Decimal, multiplier = 1) => {
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
      'The price of one unit would be 100,000,000 or more. Check the price of the item, its alternative pricings and its dosage units.',
      'max_value',
    )
  if (!isSummed)
    throw invalid(
      'quantity',
      'The quantity must be less than 1,000,000,000 and the sum less than 1,000,000,000,000. Check the quantity, the herd size and the price.',
      'max_value',
    )
}

/** Changes the price terms that are sent. The package price stays the one of the sale. */
export const changeCharge = async (
  tx: Tx,
  actor: Actor,
  item: Id<'item'>,
  { package_price }: Pick<Charge, 'package_price'>,
  { usage_size, price, percentage_change, vat_percentage }: PriceTerms,
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

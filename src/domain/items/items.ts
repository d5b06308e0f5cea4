import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import type { Modality } from './modalities.ts'
import { itemTypes, medicine, stockedTypes, type ItemType } from './statuses.ts'

export type NewItem = {
  type_code: ItemType
  code?: string
  barcode?: string
  name: string
  print_name?: string
  price?: Decimal
  price_with_vat?: Decimal
  wholesale_price?: Decimal | null
  vat_group: Id<'vatgroup'>
  account_number?: Id<'accountnumber'> | null
  item_list?: Id<'listitem'> | null
  unit?: string
  package_description?: string
  dosage_units?: Decimal
  instructions?: string
  controlled_substance?: boolean
  antibiotic?: Id<'antibiotic'> | null
  substances?: string[]
  is_vaccine?: boolean
  recall_interval_days?: number | null
  batch_number_required?: boolean
  modality?: Modality | null
  primary_wholesaler?: Id<'wholesaler'> | null
  primary_wholesaler_code?: string
  secondary_wholesaler?: Id<'wholesaler'> | null
  secondary_wholesaler_code?: string
  reporting_dimension_1?: string
  reporting_dimension_2?: string
  reporting_dimension_3?: string
  internal_account_number?: string
  internal_reporting_dimension_1?: string
  internal_reporting_dimension_2?: string
  alert_level?: Decimal | null
  discontinued?: boolean
  archived?: boolean
}

type Kind = { readonly type_code: number; readonly antibiotic?: number | null }

const requireMedicineForAntibiotic = ({ type_code, antibiotic }: Kind) => {
  if (antibiotic != null && type_code !== medicine)
    throw invalid(
      'antibiotic',
      `Only a medicine (${medicine}) contains an antibiotic, and this is a ${itemTypes[type_code as ItemType].toLowerCase()}. Send null, or change type_code.`,
      'not_a_medicine',
    )
}

type Vaccine = Pick<NewItem, 'is_vaccine' | 'recall_interval_days'> & { readonly type_code: number }

const requireVaccine = ({ type_code, is_vaccine, recall_interval_days }: Vaccine) => {
  if (is_vaccine && type_code !== medicine)
    throw invalid(
      'is_vaccine',
      `Only a medicine (${medicine}) is a vaccine. Send false, or change type_code.`,
      'not_a_medicine',
    )
  if (recall_interval_days != null && !is_vaccine)
    throw invalid(
      'recall_interval_days',
      'Only a vaccine is given again after some days. Send null, or is_vaccine true.',
      'not_a_vaccine',
    )
}

const requireItemList = async (tx: Tx, id: number | null | undefined) => {
  if (id == null) return
  const { list } = await tx.selectFrom('listitem').select('list').where('id', '=', id).executeTakeFirstOrThrow()
  if (list !== 'items')
    throw invalid('item_list', `This list item is in the list ${list}. Choose one of the list items.`, 'wrong_list')
}

/** Refuses a VAT group that is archived, and keeps it from being archived before the commit. */
export const requireActiveVatGroup = async (tx: Tx, vatGroup: number) => {
  const { archived, title } = await tx
    .selectFrom('vatgroup')
    .select(['archived', 'title'])
    .where('id', '=', vatGroup)
    .forShare()
    .executeTakeFirstOrThrow()
  if (archived)
    throw invalid('vat_group', `The VAT group ${title} is archived. Choose another, or restore it.`, 'archived')
}

type Suppliers = Pick<NewItem, 'primary_wholesaler' | 'secondary_wholesaler'>

/** Items name the clinic-wide wholesaler, whichever location orders them. */
const requireWholesalers = async (tx: Tx, sent: Suppliers, before: Suppliers = {}) => {
  for (const field of ['primary_wholesaler', 'secondary_wholesaler'] as const) {
    const id = sent[field]
    if (id == null || id === before[field]) continue
    const { name, parent, archived } = await tx
      .selectFrom('wholesaler')
      .select(['name', 'parent', 'archived'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (parent !== null)
      throw invalid(
        field,
        'This is a location. Use the url of its clinic-wide wholesaler, its parent.',
        'not_clinic_wide',
      )
    if (archived) throw invalid(field, `The wholesaler ${name} is archived. Choose another, or restore it.`, 'archived')
  }
}

type SentPrices = { readonly price: Decimal | undefined; readonly price_with_vat: Decimal | undefined }

/** The net price of one package, calculated from price_with_vat if that was sent. Locks the VAT group, so that the rate stays. */
const netPrice = async (
  tx: Tx,
  vatGroup: number,
  { price, price_with_vat }: SentPrices,
): Promise<Decimal | undefined> => {
  if (price_with_vat === undefined) return price
  const { net, gross } = await tx
    .selectFrom('vatgroup')
    .select([
      sql<Decimal>`without_vat(${price_with_vat}::numeric, percentage)`.as('net'),
      sql<Decimal | null>`nullif(with_vat(${price ?? null}::numeric, percentage), ${price_with_vat}::numeric)`.as(
        'gross',
      ),
    ])
    .where('id', '=', vatGroup)
    .forShare()
    .executeTakeFirstOrThrow()
  if (gross !== null)
    throw invalid('price_with_vat', `A price of ${price} is ${gross} with VAT. Send only one of the two.`, 'disagrees')
  return price ?? net
}

/** Names and codes of substances without spaces around them, as they are shown in warnings. */
const trimmed = <T extends Pick<NewItem, 'substances'>>(sent: T): T =>
  sent.substances === undefined ? sent : { ...sent, substances: sent.substances.map((name) => name.trim()) }

/** Adds an item. Its price is sent net or with VAT. */
export const addItem = async (
  tx: Tx,
  _actor: Actor | undefined,
  { price, price_with_vat, ...item }: NewItem,
): Promise<Id<'item'>> => {
  requireMedicineForAntibiotic(item)
  requireVaccine(item)
  await requireItemList(tx, item.item_list)
  await requireWholesalers(tx, item)
  await requireActiveVatGroup(tx, item.vat_group)
  const net = await netPrice(tx, item.vat_group, { price, price_with_vat })
  if (net === undefined) throw invalid('price', 'Send price (net of VAT) or price_with_vat.', 'required')
  const { id } = await tx
    .insertInto('item')
    .values({ ...trimmed(item), price: net })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Lock order: VAT groups, then items, as when a rate changes. */
const holdRates = async (tx: Tx, item: number, chosen: number | undefined) => {
  await tx
    .selectFrom('vatgroup')
    .select('id')
    .where((group) =>
      group.or([
        group('id', '=', group.selectFrom('item').select('vat_group').where('id', '=', item)),
        group('id', '=', chosen ?? 0),
      ]),
    )
    .orderBy('id')
    .forShare()
    .execute()
}

type Counted = { readonly type_code: number; readonly dosage_units: Decimal }

/**
 * Refuses to change what stock is counted in once some has moved: earlier movements would mean another amount. The item is
 * locked, as it is by everything that moves its stock.
 */
const requireSameStock = async (tx: Tx, id: number, before: Counted, after: Counted) => {
  const isDivided = Number(after.dosage_units) !== Number(before.dosage_units)
  const isUnstocked = stockedTypes.has(before.type_code) && !stockedTypes.has(after.type_code)
  if (!isDivided && !isUnstocked) return
  const moved = await tx.selectFrom('stock_movement').select('id').where('item', '=', id).limit(1).executeTakeFirst()
  if (moved === undefined) return
  throw isDivided
    ? invalid(
        'dosage_units',
        `Stock of this item has moved, so its dosage_units stay ${before.dosage_units}. Create another item for another package.`,
        'has_movements',
      )
    : invalid(
        'type_code',
        'Stock of this item has moved, so it stays a medicine, supply or food. Create another item instead.',
        'has_movements',
      )
}

/** Changes an item. A different VAT group keeps the net price. */
export const changeItem = async (tx: Tx, _actor: Actor, id: number, sent: Partial<NewItem>) => {
  const { price, price_with_vat, ...changes } = sent
  if (Object.keys(sent).length === 0) return
  if (price_with_vat !== undefined) await holdRates(tx, id, changes.vat_group)
  const before = await tx
    .selectFrom('item')
    .select(['type_code', 'antibiotic', 'vat_group', 'dosage_units', 'primary_wholesaler', 'secondary_wholesaler'])
    .select(['is_vaccine', 'recall_interval_days'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const after = { ...before, ...changes }
  requireMedicineForAntibiotic(after)
  requireVaccine(after)
  await requireSameStock(tx, id, before, after)
  await requireItemList(tx, changes.item_list)
  await requireWholesalers(tx, changes, before)
  if (after.vat_group !== before.vat_group) await requireActiveVatGroup(tx, after.vat_group)
  const net = await netPrice(tx, after.vat_group, { price, price_with_vat })
  await tx
    .updateTable('item')
    .set({
      ...trimmed(changes),
      ...(net !== undefined && { price: net }),
      // From then on it is the clinic's to say, and no catalog import takes it back.
      ...(changes.discontinued === false && { discontinued_by_import: false }),
    })
    .where('id', '=', id)
    .execute()
}

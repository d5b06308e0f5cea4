import { sql } from 'kysely'
import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField, notFound } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { requireBatchNumber } from '../items/batch-number.ts'
import { chargeFor, requireDiscounts, requireWithinLimits, type PriceTerms, changedTerms } from '../items/charge.ts'
import type { CustomerType } from '../items/customer-types.ts'
import { touchMovementsOf } from '../stock/use-stock.ts'
import { holdBooks } from './hold-books.ts'
import { issueInvoice, type NewRow } from './make-invoice.ts'
import { resolveAlternativePayer } from './alternative-payer.ts'
import { releaseStockOf, useStockOf } from './sale-stock.ts'

type NewSale = {
  client?: Id<'client'> | null
  department: Id<'department'>
  remarks?: string
  alternative_payer?: Id<'alternative_payer'> | null
  alternative_payer_share?: Decimal | null
}

/** Opens a sale over the counter, to a client or a walk-in customer. */
export const createSale = async (tx: Tx, actor: Actor, sale: NewSale): Promise<Id<'countersale'>> => {
  const payer = await resolveAlternativePayer(tx, sale.client ?? null, sale)
  const { id } = await tx
    .insertInto('countersale')
    .values({ ...sale, ...payer, created_user: actor.user })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks a sale, and refuses one that is finalized. */
const holdSale = async (tx: Tx, id: number) => {
  const sale = await tx
    .selectFrom('countersale')
    .select(['client', 'department', 'finalized', 'remarks', 'alternative_payer', 'alternative_payer_share'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (sale.finalized)
    throw invalid(nonField, 'This sale is finalized. Credit its invoice, or start another sale.', 'finalized')
  return sale
}

/** Lock order: the department's settings, then the sale. */
export const holdBooksOfSale = (tx: Tx, actor: Actor, id: number) =>
  holdBooks(tx, actor, sql<Id<'department'>>`(select department from countersale where id = ${id})`)

const holdSaleAndBooks = async (tx: Tx, actor: Actor, id: number) => {
  const books = await holdBooksOfSale(tx, actor, id)
  return { books, sale: await holdSale(tx, id) }
}

/** Changes a sale until it is finalized. */
export const changeSale = async (
  tx: Tx,
  _actor: Actor,
  id: number,
  changes: Omit<Partial<NewSale>, 'client' | 'department'>,
) => {
  const before = await holdSale(tx, id)
  const values = { ...changes, ...(await resolveAlternativePayer(tx, before.client, changes, before)) }
  if (Object.keys(values).length > 0) await tx.updateTable('countersale').set(values).where('id', '=', id).execute()
}

type SoldItem = PriceTerms & {
  item: Id<'item'>
  quantity: Decimal
  patient?: Id<'patient'> | null
  batch_number?: string
}

const requireOwnPatient = async (tx: Tx, client: Id<'client'> | null, patient: Id<'patient'> | null | undefined) => {
  if (patient == null) return
  const owner = await tx.selectFrom('patient').select('client').where('id', '=', patient).executeTakeFirstOrThrow()
  if (owner.client !== client)
    throw invalid(
      'patient',
      'This patient does not belong to the client of the sale. Choose one of the client’s patients.',
      'wrong_client',
    )
}

const customerType = async (tx: Tx, client: Id<'client'> | null): Promise<CustomerType | null> => {
  if (client === null) return null
  const { customer_type } = await tx
    .selectFrom('client')
    .select('customer_type')
    .where('id', '=', client)
    .executeTakeFirstOrThrow()
  return customer_type as CustomerType
}

/** A sale shows its rows and their totals. */
const touchSale = async (tx: Tx, id: number) => {
  await touch(tx, 'countersale', 'id', [id])
}

/** What is sold over the counter follows the rule of visits. */
const requireBatchOf = async (tx: Tx, item: Id<'item'>, batchNumber: string) => {
  const { batch_number_required } = await tx
    .selectFrom('item')
    .select('batch_number_required')
    .where('id', '=', item)
    .executeTakeFirstOrThrow()
  requireBatchNumber(batch_number_required, batchNumber)
}

/** Adds an item to a sale, at the price it has now. */
export const addSaleItem = async (
  tx: Tx,
  actor: Actor,
  countersale: number,
  { item, quantity, patient = null, batch_number = '', ...wish }: SoldItem,
): Promise<Id<'countersale'>> => {
  const { books, sale } = await holdSaleAndBooks(tx, actor, countersale)
  await requireOwnPatient(tx, sale.client, patient)
  await requireBatchOf(tx, item, batch_number)
  const { department, today } = books
  const terms = { department, customer_type: await customerType(tx, sale.client), on: today }
  const charge = await chargeFor(tx, actor, item, terms, wish)
  await requireWithinLimits(tx, charge, quantity)
  const { id } = await tx
    .insertInto('countersaleitem')
    .values({
      ...charge,
      countersale,
      item,
      quantity,
      patient,
      batch_number,
      usage_size: wish.usage_size ?? null,
      vat_sent: wish.vat_percentage !== undefined,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await touchSale(tx, countersale)
  await useStockOf(tx, actor, id)
  return countersale
}

type RowChanges = {
  quantity?: Decimal
  price?: Decimal
  percentage_change?: Decimal
  patient?: Id<'patient'> | null
  batch_number?: string
}

/** Lock order: the row, then its sale, because If-Match has locked the row already. */
const holdRow = async (tx: Tx, row: number) => {
  const { countersale } = await tx
    .selectFrom('countersaleitem')
    .select('countersale')
    .where('id', '=', row)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('This row was removed meanwhile. Read the sale again.'))
  return { countersale, ...(await holdSale(tx, countersale)) }
}

/** Changes a row of a sale until it is finalized. */
export const changeSaleItem = async (tx: Tx, actor: Actor, id: number, changes: RowChanges) => {
  const { countersale, client } = await holdRow(tx, id)
  await requireOwnPatient(tx, client, changes.patient)
  if (Object.keys(changes).length === 0) return
  const { quantity, item, batch_number, ...charge } = await tx
    .selectFrom('countersaleitem')
    .select(['quantity', 'package_price', 'price', 'percentage_change', 'vat_percentage', 'item', 'batch_number'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await requireBatchOf(tx, item, changes.batch_number ?? batch_number)
  requireDiscounts(actor, changedTerms(changes, charge))
  await requireWithinLimits(tx, { ...charge, ...changes }, changes.quantity ?? quantity)
  await tx.updateTable('countersaleitem').set(changes).where('id', '=', id).execute()
  await touchSale(tx, countersale)
  await useStockOf(tx, actor, id)
  if (changes.patient !== undefined) await touchMovementsOf(tx, 'countersale_item', id)
}

/** Removes a row of a sale until it is finalized; what it took goes back into stock. */
export const removeSaleItem = async (tx: Tx, actor: Actor, id: number) => {
  const { countersale } = await holdRow(tx, id)
  await releaseStockOf(tx, actor, id)
  await tx.deleteFrom('countersaleitem').where('id', '=', id).execute()
  await touchSale(tx, countersale)
}

const rowsOf = async (tx: Tx, countersale: number): Promise<NewRow[]> => {
  const rows = await tx
    .selectFrom('countersaleitem')
    .select([
      'id as countersale_item',
      'item',
      'code',
      'name',
      'unit',
      'list_price',
      'alternativepricing',
      'package_price',
    ])
    .select(['dosage_units', 'price', 'vat_group', 'vat_percentage', 'percentage_change', 'quantity as sent_quantity'])
    .select('patient')
    .where('countersale', '=', countersale)
    .orderBy('id')
    .execute()
  if (rows.length === 0) throw invalid(nonField, 'This sale has no items. Add an item first.', 'empty')
  return rows
}

/** Finalizes a sale and issues its invoice. */
export const finalizeSale = async (tx: Tx, actor: Actor, id: number): Promise<Id<'countersale'>> => {
  const { books, sale } = await holdSaleAndBooks(tx, actor, id)
  const { client, remarks, alternative_payer, alternative_payer_share } = sale
  await issueInvoice(tx, actor, books, {
    client,
    countersale: id,
    remarks,
    alternative_payer,
    alternative_payer_share,
    rows: await rowsOf(tx, id),
  })
  await tx.updateTable('countersale').set({ finalized: true }).where('id', '=', id).execute()
  return id
}

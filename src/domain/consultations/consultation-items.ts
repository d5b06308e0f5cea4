import { sql } from 'kysely'
import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { requireBatchNumber } from '../items/batch-number.ts'
import {
  isChanged,
  changeCharge,
  chargeFor,
  requireWithinLimits,
  type UsageSize,
  type PriceTerms,
  changedTerms,
} from '../items/charge.ts'
import type { Sale } from '../items/pricing.ts'
import { itemTypes, medicine, supply, type ItemType } from '../items/statuses.ts'
import { touchMovementsOf } from '../stock/use-stock.ts'
import { holdEntry, holdOpen, recordEntry, patientsOf, setPatients, requirePatientsOf } from './entries.ts'
import { releaseStockOf, useStockOf } from './item-stock.ts'
import { followVaccination, withdrawRecalls } from './recalls.ts'
import { administered, farmVisit, prescribed, type UsageType } from './statuses.ts'
import { warningsOfNewRow, warnRows } from './warn-rows.ts'

export type NewItemRow = {
  consultation: Id<'consultation'>
  patients?: Id<'patient'>[]
  item: Id<'item'>
  quantity: Decimal
  no_multiplier?: boolean
  price?: Decimal
  percentage_change?: Decimal
  vat_percentage?: Decimal
  usage_type?: UsageType
  usage_size?: UsageSize
  instructions?: string
  batch_number?: string
  supervising_veterinarian?: Id<'user'>
  warning_reason?: string
}

const hasUsage = (type: number) => type === medicine || type === supply
const typeName = (type: number) => itemTypes[type as ItemType].toLowerCase()

const requireSomePatient = (patients: readonly number[]) => {
  if (patients.length === 0) throw invalid('patients', 'Send at least one patient who receives it.', 'empty')
}

/** The quantity sent is for one animal. On farm visits it is multiplied by the number of patients, and by the herd size of each. */
const multiplierFor = async (tx: Tx, type: number, patients: readonly number[]): Promise<number> => {
  const { rows } = await sql<{ multiplier: number }>`
    select (case when ${type === farmVisit} or count(herd_size) > 0 then sum(coalesce(herd_size, 1)) else 1 end)::bigint as multiplier
    from patient where id = any(${patients}::bigint[])`.execute(tx)
  return rows[0]!.multiplier
}

/** The department, customer type and local date that decide the price. */
const saleOf = async (tx: Tx, actor: Actor, { id }: { readonly id: number }): Promise<Sale> => {
  const { rows } = await sql<Sale>`
    select c.department, k.customer_type, (${actor.now}::timestamptz at time zone s.time_zone)::date::text as on
    from consultation c
    join client k on k.organisation = c.organisation and k.id = c.client
    join department_settings s on s.organisation = c.organisation and s.id = c.department
    where c.id = ${id}`.execute(tx)
  return rows[0]!
}

/** What is only prescribed is handed out by a pharmacy, which knows the batch. */
const isBatchRequired = (isTracked: boolean, usage_type: number | null) => isTracked && usage_type !== prescribed

const requireType = (sent: number, type: ItemType) => {
  if (sent !== type)
    throw invalid(
      'item',
      `This item is a ${typeName(sent)}, but this route expects a ${typeName(type)}. Choose another item, or use the route of its type.`,
      'wrong_type',
    )
}

/** Adds an item at its current price, for all patients of the visit unless some are sent. */
export const addItemOf =
  (type: ItemType) =>
  async (
    tx: Tx,
    actor: Actor,
    { consultation, item, quantity, ...sent }: NewItemRow,
  ): Promise<Id<'consultationitem'>> => {
    const held = await holdOpen(tx, consultation)
    const facts = await tx
      .selectFrom('item')
      .select(['type_code', 'batch_number_required', 'instructions', 'is_vaccine'])
      .where('id', '=', item)
      .executeTakeFirstOrThrow()
    requireType(facts.type_code, type)
    const patients = sent.patients ?? (await patientsOf(tx, 'consultation', consultation))
    requireSomePatient(patients)
    await requirePatientsOf(tx, consultation, patients, 'patients')
    const usage = hasUsage(type)
      ? { usage_type: sent.usage_type ?? administered, usage_size: sent.usage_size ?? 1 }
      : { usage_type: null, usage_size: null }
    const batch_number = sent.batch_number ?? ''
    requireBatchNumber(isBatchRequired(facts.batch_number_required, usage.usage_type), batch_number)
    const no_multiplier = sent.no_multiplier ?? false
    const multiplier = no_multiplier ? 1 : await multiplierFor(tx, held.type, patients)
    const charge = await chargeFor(tx, actor, item, await saleOf(tx, actor, held), sent)
    await requireWithinLimits(tx, charge, quantity, multiplier)
    const { id } = await tx
      .insertInto('consultationitem')
      .values({
        consultation,
        item,
        ...charge,
        sent_quantity: quantity,
        no_multiplier,
        multiplier,
        ...usage,
        instructions: sent.instructions ?? (type === medicine ? facts.instructions : ''),
        batch_number,
        supervising_veterinarian: sent.supervising_veterinarian ?? held.supervising_veterinarian,
        warnings: JSON.stringify(await warningsOfNewRow(tx, item, patients)),
        warning_reason: sent.warning_reason ?? '',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setPatients(tx, 'consultationitem', id, patients)
    await recordEntry(tx, actor, held)
    await useStockOf(tx, actor, { id })
    if (facts.is_vaccine) await followVaccination(tx, id)
    await warnRows(tx, [id], { isReasonNew: true })
    return id
  }

export type ItemChange = Partial<Omit<NewItemRow, 'consultation' | 'item'>>

type Row = {
  readonly id: number
  /** The quantity shown: the quantity sent times the multiplier. */
  readonly quantity: Decimal
  readonly sent_quantity: Decimal
  readonly no_multiplier: boolean
  readonly multiplier: number
  readonly usage_size: number | null
  readonly price: Decimal
  readonly percentage_change: Decimal
  readonly vat_percentage: Decimal
}

/** The price terms that change. A price sent with a different usage_size is one of that size, even if the number is the same. */
const changedTermsIn = (
  { usage_size, price, percentage_change, vat_percentage }: ItemChange,
  before: Row,
): PriceTerms => {
  const sent = { price, percentage_change, vat_percentage }
  if (usage_size == null || usage_size === before.usage_size) return changedTerms(sent, before)
  return { ...changedTerms(sent, before), usage_size, price }
}

/** Replaces the patients of a row. Returns whether they changed. */
const changeItemPatients = async (
  tx: Tx,
  consultation: number,
  row: number,
  patients: readonly number[] | undefined,
) => {
  if (patients === undefined) return false
  requireSomePatient(patients)
  await requirePatientsOf(tx, consultation, patients, 'patients')
  const before = new Set(await patientsOf(tx, 'consultationitem', row))
  await setPatients(tx, 'consultationitem', row, patients)
  return before.symmetricDifference(new Set(patients)).size > 0
}

/** A row that is sent back as it was read has the multiplied quantity, which must not be multiplied again. */
const isSentBackUnchanged = (before: Row, sent: ItemChange) =>
  sent.patients !== undefined && sent.no_multiplier !== undefined && !isChanged('quantity', sent, before)

const refuseAmbiguousQuantity = ({ quantity, multiplier }: Row) => {
  if (multiplier !== 1)
    throw invalid(
      'quantity',
      `${quantity} is the total for the patients so far, but the patients change. Leave quantity out to keep the quantity for each animal.`,
      'ambiguous',
    )
}

/** Applies the multiplier again only where quantity, no_multiplier or patients change: a herd may have grown meanwhile. */
const multiplyAgain = async (tx: Tx, type: number, before: Row, sent: ItemChange, patientsChanged: boolean) => {
  const { no_multiplier = before.no_multiplier } = sent
  const multiplierSwitched = no_multiplier !== before.no_multiplier
  const quantityChanged = multiplierSwitched || (sent.quantity !== undefined && !isSentBackUnchanged(before, sent))
  if (patientsChanged && !quantityChanged && sent.quantity !== undefined) refuseAmbiguousQuantity(before)
  const sent_quantity = (quantityChanged ? sent.quantity : undefined) ?? before.sent_quantity
  if (no_multiplier) return { no_multiplier, sent_quantity, multiplier: 1 }
  if (!quantityChanged && !patientsChanged) return { no_multiplier, sent_quantity, multiplier: before.multiplier }
  const multiplier = await multiplierFor(tx, type, await patientsOf(tx, 'consultationitem', before.id))
  return { no_multiplier, sent_quantity, multiplier }
}

/** Changes an item until the visit is finalized. */
export const changeItem = async (tx: Tx, actor: Actor, id: number, sent: ItemChange) => {
  if (Object.keys(sent).length === 0) return
  const held = await holdEntry(tx, 'consultationitem', id)
  const before = await tx
    .selectFrom('consultationitem as r')
    .innerJoin('item', 'item.id', 'r.item')
    .selectAll('r')
    .select('item.batch_number_required')
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow()
  const patientsChanged = await changeItemPatients(tx, held.id, id, sent.patients)
  const charge = await changeCharge(tx, actor, before.item, before, changedTermsIn(sent, before))
  const { usage_type, usage_size, instructions, batch_number, supervising_veterinarian, warning_reason } = sent
  const own = { usage_type, usage_size, instructions, batch_number, supervising_veterinarian, warning_reason }
  const changes = Object.fromEntries(Object.entries(own).filter(([, value]) => value != null))
  const after = { ...before, ...changes }
  requireBatchNumber(isBatchRequired(before.batch_number_required, after.usage_type), after.batch_number)
  const counted = await multiplyAgain(tx, held.type, before, sent, patientsChanged)
  await requireWithinLimits(tx, { ...before, ...charge }, counted.sent_quantity, counted.multiplier)
  await tx
    .updateTable('consultationitem')
    .set({ ...changes, ...charge, ...counted })
    .where('id', '=', id)
    .execute()
  await touch(tx, 'consultation', 'id', [held.id])
  await useStockOf(tx, actor, { id })
  if (patientsChanged) await touchMovementsOf(tx, 'consultation_item', id)
  if (patientsChanged || changes.usage_type !== undefined) await followVaccination(tx, id)
  if (patientsChanged) await warnRows(tx, [id], { isReasonNew: sent.warning_reason !== undefined })
}

/** Removes an item while its consultation is open; what it took goes back into stock. */
export const removeItem = async (tx: Tx, actor: Actor, id: number) => {
  const { id: consultation } = await holdEntry(tx, 'consultationitem', id)
  await releaseStockOf(tx, actor, id)
  await withdrawRecalls(tx, id)
  await tx.deleteFrom('consultationitem').where('id', '=', id).execute()
  await touch(tx, 'consultation', 'id', [consultation])
}

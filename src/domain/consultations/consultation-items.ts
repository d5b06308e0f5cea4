import { sql } from 'kysely'
import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import {
  asksAnew,
  changeCharge,
  chargeFor,
  requireSum,
  type UsageSize,
  type Wish,
  wishAnew,
} from '../catalogue/charge.ts'
import type { Sale } from '../catalogue/pricing.ts'
import { itemTypes, medicine, supply, type ItemType } from '../catalogue/statuses.ts'
import { holdEntry, holdOpen, noteEntry, patientsOf, putPatients, requirePatientsOf } from './entries.ts'
import { administered, farmVisit, prescribed, type UsageType } from './statuses.ts'

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
}

const isUsed = (type: number) => type === medicine || type === supply
const nameOf = (type: number) => itemTypes[type as ItemType].toLowerCase()

const requireSome = (patients: readonly number[]) => {
  if (patients.length === 0) throw invalid('patients', 'Name at least one patient who receives it.', 'empty')
}

/** What is sent for one animal counts for all: on a farm for each patient, and for a herd as often as it has heads. */
const multiplierFor = async (tx: Tx, type: number, patients: readonly number[]): Promise<number> => {
  const { rows } = await sql<{ multiplier: number }>`
    select (case when ${type === farmVisit} or count(herd_size) > 0 then sum(coalesce(herd_size, 1)) else 1 end)::bigint as multiplier
    from patient where id = any(${patients}::bigint[])`.execute(tx)
  return rows[0]!.multiplier
}

/** Where, for whom and on which local day it is sold. */
const saleOf = async (tx: Tx, actor: Actor, { id }: { readonly id: number }): Promise<Sale> => {
  const { rows } = await sql<Sale>`
    select c.department, k.customer_type, (${actor.now}::timestamptz at time zone s.time_zone)::date::text as on
    from consultation c
    join client k on k.organisation = c.organisation and k.id = c.client
    join department_settings s on s.organisation = c.organisation and s.id = c.department
    where c.id = ${id}`.execute(tx)
  return rows[0]!
}

type Batch = { readonly usage_type: number | null; readonly batch_number: string }

const requireBatch = (isRequired: boolean, { usage_type, batch_number }: Batch) => {
  if (isRequired && usage_type !== prescribed && batch_number.trim() === '')
    throw invalid(
      'batch_number',
      'This item is followed by its batches. Give the batch_number on the package.',
      'required',
    )
}

const requireType = (sent: number, type: ItemType) => {
  if (sent !== type)
    throw invalid(
      'item',
      `This item is a ${nameOf(sent)}, and here a ${nameOf(type)} is wanted. Choose another item, or send it to the route of its type.`,
      'wrong_type',
    )
}

/** Enters what was used or done, at the price it has now. It is for all patients of the visit unless some are named. */
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
      .select(['type_code', 'batch_number_required', 'instructions'])
      .where('id', '=', item)
      .executeTakeFirstOrThrow()
    requireType(facts.type_code, type)
    const patients = sent.patients ?? (await patientsOf(tx, 'consultation', consultation))
    requireSome(patients)
    await requirePatientsOf(tx, consultation, patients, 'patients')
    const usage = isUsed(type)
      ? { usage_type: sent.usage_type ?? administered, usage_size: sent.usage_size ?? 1 }
      : { usage_type: null, usage_size: null }
    const batch_number = sent.batch_number ?? ''
    requireBatch(facts.batch_number_required, { ...usage, batch_number })
    const no_multiplier = sent.no_multiplier ?? false
    const multiplier = no_multiplier ? 1 : await multiplierFor(tx, held.type, patients)
    const charge = await chargeFor(tx, actor, item, await saleOf(tx, actor, held), sent)
    await requireSum(tx, charge, quantity, multiplier)
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
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await putPatients(tx, 'consultationitem', id, patients)
    await noteEntry(tx, actor, held)
    return id
  }

export type ItemChange = Partial<Omit<NewItemRow, 'consultation' | 'item'>>

type Row = {
  readonly id: number
  /** For all animals, as it is shown. */
  readonly quantity: Decimal
  readonly sent_quantity: Decimal
  readonly no_multiplier: boolean
  readonly multiplier: number
  readonly usage_size: number | null
  readonly price: Decimal
  readonly percentage_change: Decimal
  readonly vat_percentage: Decimal
}

/** What is asked of the price. Counted as before, a package or a dosage unit costs what it did. */
const wishIn = ({ usage_size, price, percentage_change, vat_percentage }: ItemChange, before: Row): Wish => {
  const sent = { price, percentage_change, vat_percentage }
  if (usage_size == null || usage_size === before.usage_size) return wishAnew(sent, before)
  return { ...wishAnew(sent, before), usage_size, price }
}

/** Gives what a row is of to some patients of the visit. Answers whether others had it before. */
const giveTo = async (tx: Tx, consultation: number, row: number, patients: readonly number[] | undefined) => {
  if (patients === undefined) return false
  requireSome(patients)
  await requirePatientsOf(tx, consultation, patients, 'patients')
  const before = new Set(await patientsOf(tx, 'consultationitem', row))
  await putPatients(tx, 'consultationitem', row, patients)
  return before.symmetricDifference(new Set(patients)).size > 0
}

/** A whole row that is sent back has the number for all its animals, and not one to be multiplied again. */
const isReadBack = (before: Row, sent: ItemChange) =>
  sent.patients !== undefined && sent.no_multiplier !== undefined && !asksAnew('quantity', sent, before)

const requireClear = ({ quantity, multiplier }: Row) => {
  if (multiplier !== 1)
    throw invalid(
      'quantity',
      `${quantity} is what the row has for all its animals so far, and it is to be for others now. Leave quantity out to give each as much as before.`,
      'ambiguous',
    )
}

/** Counts the animals anew where the number is what is corrected, and only there: a herd may have grown meanwhile. */
const recount = async (tx: Tx, type: number, before: Row, sent: ItemChange, isForOthers: boolean) => {
  const { no_multiplier = before.no_multiplier } = sent
  const isSwitched = no_multiplier !== before.no_multiplier
  const isCorrected = isSwitched || (sent.quantity !== undefined && !isReadBack(before, sent))
  if (isForOthers && !isCorrected && sent.quantity !== undefined) requireClear(before)
  const sent_quantity = (isCorrected ? sent.quantity : undefined) ?? before.sent_quantity
  if (no_multiplier) return { no_multiplier, sent_quantity, multiplier: 1 }
  if (!isCorrected && !isForOthers) return { no_multiplier, sent_quantity, multiplier: before.multiplier }
  const multiplier = await multiplierFor(tx, type, await patientsOf(tx, 'consultationitem', before.id))
  return { no_multiplier, sent_quantity, multiplier }
}

/** Corrects what was entered, until the visit is finalized. */
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
  const isForOthers = await giveTo(tx, held.id, id, sent.patients)
  const charge = await changeCharge(tx, actor, before.item, before, wishIn(sent, before))
  const { usage_type, usage_size, instructions, batch_number, supervising_veterinarian } = sent
  const own = { usage_type, usage_size, instructions, batch_number, supervising_veterinarian }
  const changes = Object.fromEntries(Object.entries(own).filter(([, value]) => value != null))
  requireBatch(before.batch_number_required, { ...before, ...changes })
  const counted = await recount(tx, held.type, before, sent, isForOthers)
  await requireSum(tx, { ...before, ...charge }, counted.sent_quantity, counted.multiplier)
  await tx
    .updateTable('consultationitem')
    .set({ ...changes, ...charge, ...counted })
    .where('id', '=', id)
    .execute()
  await touch(tx, 'consultation', 'id', [held.id])
}

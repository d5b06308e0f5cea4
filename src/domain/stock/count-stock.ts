import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { itemTypes, stockedTypes, type ItemType } from '../items/statuses.ts'
import { count, waste } from './causes.ts'
import { type Batch, holdStock, levelsOf } from './levels.ts'
import { type NewMovement, postMovements } from './movements.ts'

export type NamedBatch = {
  department: Id<'department'>
  item: Id<'item'>
  batch_number?: string
  expiry_date?: string | null
}

/** Locks the stock of an item, which must be one that is kept in stock. */
export const holdStockedItem = async (tx: Tx, item: Id<'item'>) => {
  await holdStock(tx, [item])
  const { type_code } = await tx.selectFrom('item').select('type_code').where('id', '=', item).executeTakeFirstOrThrow()
  if (!stockedTypes.has(type_code))
    throw invalid(
      'item',
      `This item is a ${itemTypes[type_code as ItemType].toLowerCase()}, which is not kept in stock. Choose a medicine, supply or food.`,
      'not_stocked',
    )
}

/**
 * The batch that is meant. Its expiry date can be left out where there is only one; a batch that is not known yet then has
 * none.
 */
export const resolveBatch = async (tx: Tx, { item, department, batch_number = '', expiry_date }: NamedBatch) => {
  const batch = { item, department, batch_number: batch_number.trim() }
  const levels = await levelsOf(tx, batch)
  if (expiry_date === undefined && levels.length > 1)
    throw invalid(
      'expiry_date',
      `This batch is in stock with several expiry dates: ${levels.map((level) => level.expiry_date ?? 'none (null)').join(', ')}. Send expiry_date.`,
      'ambiguous',
    )
  const wanted = expiry_date === undefined ? (levels[0]?.expiry_date ?? null) : expiry_date
  const level = levels.find((known) => known.expiry_date === wanted)?.id
  return { batch: { ...batch, expiry_date: wanted } satisfies Batch, level }
}

export const unknownBatch = () =>
  invalid(
    'batch_number',
    'There is no stock of this batch in the department. Check batch_number and expiry_date, or count it first.',
    'unknown_batch',
  )

/** The movement that makes a level what was counted; a batch without a level has nothing. */
const differenceTo = async (
  tx: Tx,
  stock_level: NewMovement['stock_level'],
  counted: Decimal,
): Promise<NewMovement> => {
  if (typeof stock_level === 'object') return { stock_level, quantity: counted, counted }
  const { quantity } = await tx
    .selectFrom('stock_level')
    .select(sql<Decimal>`${counted}::numeric - on_hand`.as('quantity'))
    .where('id', '=', stock_level)
    .executeTakeFirstOrThrow()
  return { stock_level, quantity, counted }
}

type Count = NamedBatch & { counted: Decimal; reason?: string }

/**
 * Records what was counted of a batch, which need not be known yet: opening stock, and what comes without an order, come in this way too. A
 * batch that was used before its expiry date was known has stock without one, usually negative; what is counted with the
 * date includes it, so that is counted as 0.
 */
export const countStock = async (
  tx: Tx,
  actor: Actor,
  { counted, reason = '', ...named }: Count,
): Promise<Id<'stock_movement'>> => {
  await holdStockedItem(tx, named.item)
  const { batch, level } = await resolveBatch(tx, named)
  const movement = await differenceTo(tx, level ?? batch, counted)
  const undated =
    batch.batch_number !== '' && batch.expiry_date !== null
      ? (await levelsOf(tx, batch)).find(({ expiry_date }) => expiry_date === null)
      : undefined
  const replaced = undated === undefined ? undefined : await differenceTo(tx, undated.id, '0')
  const [id] = await postMovements(tx, actor, { cause: count, reason }, [
    movement,
    ...(replaced !== undefined && Number(replaced.quantity) !== 0 ? [replaced] : []),
  ])
  return id!
}

type Waste = NamedBatch & { quantity: Decimal; reason: string }

/** Records what was thrown away. Only what is known can be: a mistyped batch would make stock that is not there. */
export const wasteStock = async (
  tx: Tx,
  actor: Actor,
  { quantity, reason, ...named }: Waste,
): Promise<Id<'stock_movement'>> => {
  await holdStockedItem(tx, named.item)
  const { level } = await resolveBatch(tx, named)
  if (level === undefined) throw unknownBatch()
  const [id] = await postMovements(tx, actor, { cause: waste, reason }, [
    { stock_level: level, quantity: `-${quantity}` },
  ])
  return id!
}

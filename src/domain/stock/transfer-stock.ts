import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { transfer } from './causes.ts'
import { holdStockedItem, type NamedBatch, resolveBatch, unknownBatch } from './count-stock.ts'
import { levelsOf } from './levels.ts'
import { postMovements } from './movements.ts'

type Transfer = NamedBatch & { to_department: Id<'department'>; quantity: Decimal; reason?: string }

/** A shelf cannot be emptied further than it is filled: what is not there was counted wrongly, or is of another batch. */
const requireOnHand = async (tx: Tx, level: Id<'stock_level'>, quantity: Decimal) => {
  const { on_hand, isShort } = await tx
    .selectFrom('stock_level')
    .select(['on_hand', sql<boolean>`on_hand < ${quantity}::numeric`.as('isShort')])
    .where('id', '=', level)
    .executeTakeFirstOrThrow()
  if (isShort)
    throw invalid(
      'quantity',
      `The department has ${on_hand} of this batch. Move no more than that, or count the batch first.`,
      'not_enough_stock',
    )
}

/**
 * Moves some of a batch to another department: out of the one and into the other in one statement, with its batch number and
 * expiry date. The lock on the item covers its stock in every department, so that two transfers in opposite directions wait
 * for each other.
 */
export const transferStock = async (
  tx: Tx,
  actor: Actor,
  { to_department, quantity, reason = '', ...named }: Transfer,
): Promise<Id<'stock_movement'>> => {
  if (to_department === named.department)
    throw invalid('to_department', 'The stock is in this department already. Choose another one.', 'same_department')
  await holdStockedItem(tx, named.item)
  const { batch, level } = await resolveBatch(tx, named)
  if (level === undefined) throw unknownBatch()
  await requireOnHand(tx, level, quantity)
  const there = { ...batch, department: to_department }
  const known = (await levelsOf(tx, there)).find(({ expiry_date }) => expiry_date === batch.expiry_date)
  const [id] = await postMovements(tx, actor, { cause: transfer, reason }, [
    { stock_level: level, quantity: `-${quantity}`, other_department: to_department },
    { stock_level: known?.id ?? there, quantity, other_department: named.department },
  ])
  return id!
}

import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { countStock, wasteStock } from '../../domain/stock/count-stock.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { DemoClinic, DemoStock } from '../generate/clinic.ts'

/** Ids of the records created so far, by index. */
type Ids = {
  readonly departments: readonly number[]
  readonly staff: readonly number[]
  readonly items: readonly number[]
}

const daysBefore = (today: string, days: number) => new Date(Date.parse(`${today}T07:00:00Z`) - days * 86_400_000)

const batchIn = ({ item, department, batch_number, expiry_date }: DemoStock, ids: Ids) => ({
  item: ids.items[item]!,
  department: ids.departments[department]!,
  batch_number,
  expiry_date,
})

/** Whoever looks after the stock. */
export const keeperOf = ({ staff }: Pick<DemoClinic, 'staff'>, ids: Pick<Ids, 'staff'>) =>
  ids.staff[staff.findIndex(({ role }) => role === 'stock')] ?? ids.staff[0]!

/** Counts the first stock, before anything is used. */
export const seedStock = async (tx: Tx, actor: Actor, clinic: DemoClinic, today: string, ids: Ids) => {
  const counting = { ...actor, user: keeperOf(clinic, ids), now: daysBefore(today, 29) }
  for (const batch of clinic.stock)
    await countStock(tx, counting, { ...batchIn(batch, ids), counted: batch.counted, reason: 'Opening stock' })
}

const onHand = async (tx: Tx, batch: ReturnType<typeof batchIn>): Promise<string> => {
  const { rows } = await sql<{ on_hand: string }>`
    select on_hand from stock_level where item = ${batch.item} and department = ${batch.department}
      and batch_number = ${batch.batch_number} and expiry_date is not distinct from ${batch.expiry_date}::date`.execute(
    tx,
  )
  return rows[0]!.on_hand
}

/** Throws away what has expired and what broke, and counts some shelves again: one bandage is missing. */
export const seedStocktaking = async (tx: Tx, actor: Actor, clinic: DemoClinic, today: string, ids: Ids) => {
  const keeping = { ...actor, user: keeperOf(clinic, ids), now: daysBefore(today, 1) }
  const expired = clinic.stock.filter(({ expiry_date }) => expiry_date !== null && expiry_date < today)
  for (const batch of expired) {
    const quantity = await onHand(tx, batchIn(batch, ids))
    if (Number(quantity) > 0) await wasteStock(tx, keeping, { ...batchIn(batch, ids), quantity, reason: 'Expired' })
  }
  const broken = clinic.stock.find(({ batch_number, expiry_date }) => batch_number !== '' && expiry_date! > today)!
  await wasteStock(tx, keeping, { ...batchIn(broken, ids), quantity: '1', reason: 'Bottle broke' })
  const shelf = clinic.stock
    .filter(({ batch_number, department }) => batch_number === '' && department === 0)
    .slice(0, 6)
  for (const [at, batch] of shelf.entries()) {
    const expected = await onHand(tx, batchIn(batch, ids))
    const counted = at === 2 ? String(Math.max(0, Number(expected) - 1)) : String(Math.max(0, Number(expected)))
    await countStock(tx, keeping, { ...batchIn(batch, ids), counted, reason: 'Monthly count' })
  }
}

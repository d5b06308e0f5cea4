import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Id } from '../../kernel/fields.ts'

/** A batch of an item in a department. An empty `batch_number` is stock whose batch is not known. */
export type Batch = {
  readonly item: Id<'item'>
  readonly department: Id<'department'>
  readonly batch_number: string
  readonly expiry_date: string | null
}

/** The order in which batches are used: what expires first goes first, and of the same date what has a batch number. */
export const firstToExpire = sql`expiry_date nulls last, batch_number = '', batch_number`

/**
 * Locks the stock of some items, always in the order of their ids, so that no two transactions wait for each other. It is the
 * item's row that is locked and not each level: a new level has no row yet, and `dosage_units` must not change meanwhile.
 * In the lock order it comes after the number counter, and only the animals of recalls and the organisation's lock come later.
 */
export const holdStock = async (tx: Tx, items: readonly Id<'item'>[]) => {
  await sql`select from item where id = any(${[...new Set(items)]}::bigint[]) order by id for no key update`.execute(tx)
}

export type Level = { readonly id: Id<'stock_level'>; readonly expiry_date: string | null }

/** What there is of a batch, by expiry date. */
export const levelsOf = async (
  tx: Tx,
  { item, department, batch_number }: Omit<Batch, 'expiry_date'>,
): Promise<readonly Level[]> => {
  const { rows } = await sql<Level>`
    select id, expiry_date from stock_level
    where item = ${item} and department = ${department} and batch_number = ${batch_number}
    order by ${firstToExpire}, id`.execute(tx)
  return rows
}

import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { consultationUse } from '../stock/causes.ts'
import { releaseStock, type StockRow, useStock } from '../stock/use-stock.ts'
import { prescribed } from './statuses.ts'

type Which = { readonly id: Id<'consultationitem'> } | { readonly consultation: Id<'consultation'> }

/** What an item of a visit, or each of them, asks of the stock of the visit's department. What is prescribed asks nothing. */
const stockRowsOf = async (tx: Tx, which: Which): Promise<readonly StockRow[]> => {
  const rows = await tx
    .selectFrom('consultationitem as entry')
    .innerJoin('consultation as visit', 'visit.id', 'entry.consultation')
    .select(['entry.id as consultation_item', 'entry.consultation', 'visit.client', 'visit.department'])
    .select(['entry.item', 'entry.type_code', 'entry.usage_size', 'entry.batch_number'])
    .select(sql<Decimal>`case when entry.usage_type = ${prescribed} then 0 else entry.quantity end`.as('quantity'))
    .where((row) =>
      'id' in which ? row('entry.id', '=', which.id) : row('entry.consultation', '=', which.consultation),
    )
    .orderBy('entry.id')
    .execute()
  return rows.map((row) => ({ ...row, cause: consultationUse }))
}

/** Brings the stock to what an item of a visit, or each of them, asks now. */
export const useStockOf = async (tx: Tx, actor: Actor, which: Which) => {
  await useStock(tx, actor, await stockRowsOf(tx, which))
}

/** Gives back what an item that is about to be deleted has taken. */
export const releaseStockOf = async (tx: Tx, actor: Actor, id: Id<'consultationitem'>) => {
  for (const row of await stockRowsOf(tx, { id })) await releaseStock(tx, actor, row)
}

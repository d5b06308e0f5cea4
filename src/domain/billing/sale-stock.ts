import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Id } from '../../kernel/fields.ts'
import { countersaleUse } from '../stock/causes.ts'
import { releaseStock, type StockRow, useStock } from '../stock/use-stock.ts'

/** What a row of a sale asks of the stock of the department that sells it. */
const stockRowOf = async (tx: Tx, id: Id<'countersaleitem'>): Promise<StockRow> => {
  const row = await tx
    .selectFrom('countersaleitem as sold')
    .innerJoin('countersale as sale', 'sale.id', 'sold.countersale')
    .select(['sold.id as countersale_item', 'sold.countersale', 'sale.client', 'sale.department'])
    .select(['sold.item', 'sold.type_code', 'sold.quantity', 'sold.usage_size', 'sold.batch_number'])
    .where('sold.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, cause: countersaleUse }
}

/** Brings the stock to what a row of a sale asks now. */
export const useStockOf = async (tx: Tx, actor: Actor, id: Id<'countersaleitem'>) => {
  await useStock(tx, actor, [await stockRowOf(tx, id)])
}

/** Gives back what a row that is about to be deleted has taken. */
export const releaseStockOf = async (tx: Tx, actor: Actor, id: Id<'countersaleitem'>) => {
  await releaseStock(tx, actor, await stockRowOf(tx, id))
}

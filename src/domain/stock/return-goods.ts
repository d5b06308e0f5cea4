import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Id } from '../../kernel/fields.ts'
import { consultationUse, countersaleUse, goodsReturn } from './causes.ts'
import { holdStock } from './levels.ts'
import { type NewMovement, type Origin, postMovements } from './movements.ts'

/** A row of a credit note whose goods came back. */
export type ReturnedRow = {
  readonly id: Id<'invoicerow'>
  readonly item: Id<'item'>
  readonly consultation_item: Id<'consultationitem'> | null
  readonly countersale_item: Id<'countersaleitem'> | null
}

type Taken = NewMovement & Required<Pick<Origin, 'consultation' | 'countersale' | 'client'>>

/** What the row that was charged has taken, to be put back where it was taken from. */
const takenBy = async (tx: Tx, { consultation_item, countersale_item }: ReturnedRow): Promise<readonly Taken[]> => {
  const { rows } = await sql<Taken>`
    select stock_level, batch_assumed, -sum(quantity) as quantity, consultation, countersale, client
    from stock_movement
    where (consultation_item = ${consultation_item} and cause = ${consultationUse})
      or (countersale_item = ${countersale_item} and cause = ${countersaleUse})
    group by stock_level, batch_assumed, consultation, countersale, client having sum(quantity) <> 0
    order by stock_level, batch_assumed`.execute(tx)
  return rows
}

/**
 * Puts the goods of credited rows back into the batches they were taken from. A row that took nothing gives nothing back:
 * work, what was only prescribed, and what was sold before there was a ledger.
 */
export const returnGoods = async (tx: Tx, actor: Actor, rows: readonly ReturnedRow[]) => {
  await holdStock(
    tx,
    rows.map(({ item }) => item),
  )
  for (const row of rows) {
    const { id: invoicerow, consultation_item, countersale_item } = row
    for (const { consultation, countersale, client, ...movement } of await takenBy(tx, row)) {
      const links = { invoicerow, consultation_item, countersale_item, consultation, countersale, client }
      await postMovements(tx, actor, { cause: goodsReturn, ...links }, [movement])
    }
  }
}

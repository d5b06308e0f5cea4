import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'

/**
 * Holds the items of a visit. Whoever changes one holds it before the visit, so whoever invoices them, or voids that, does
 * the same.
 */
export const holdItems = async (tx: Tx, consultation: number) => {
  await tx
    .selectFrom('consultationitem')
    .select('id')
    .where('consultation', '=', consultation)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Says that the items of a visit show another row of an invoice, or none any more. */
export const moveItems = async (tx: Tx, consultation: number) => {
  await tx
    .updateTable('consultationitem')
    .set({ modified: sql<Date>`modified` })
    .where('consultation', '=', consultation)
    .execute()
}

/** Says that a visit shows another invoice, or none any more, and so do its items. */
export const moveVisit = async (tx: Tx, consultation: number) => {
  await tx.updateTable('consultation').set({ modified: sql<Date>`modified` }).where('id', '=', consultation).execute()
  await moveItems(tx, consultation)
}

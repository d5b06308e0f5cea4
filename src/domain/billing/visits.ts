import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { visitInvoicing } from './statuses.ts'

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

/**
 * Lets a visit whose draft was voided be corrected and finalized anew. Its items are no rows of that draft any more, so they
 * can be changed and removed. When it was over is asked again if finalizing had answered it, at the moment of that move.
 */
export const reopenVisit = async (tx: Tx, actor: Actor, consultation: number, draft: number) => {
  await tx
    .updateTable('consultation')
    .set({
      status: visitInvoicing,
      status_changed: actor.now,
      finished: sql<Date | null>`nullif(finished, status_changed)`,
    })
    .where('id', '=', consultation)
    .execute()
  await tx.updateTable('invoicerow').set({ consultation_item: null }).where('invoice', '=', draft).execute()
  await moveItems(tx, consultation)
}

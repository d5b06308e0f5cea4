import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Id } from '../../kernel/fields.ts'
import { isNumbered, visitFinalized, visitInvoicing, visitPaid } from './statuses.ts'

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
      finished: sql<Date | null>`nullif(finished, greatest(started, status_changed))`,
    })
    .where('id', '=', consultation)
    .execute()
  await tx.updateTable('invoicerow').set({ consultation_item: null }).where('invoice', '=', draft).execute()
  await moveItems(tx, consultation)
}

export type Settled = {
  readonly status: number
  readonly credit_note: boolean
  readonly consultation: Id<'consultation'> | null
  readonly paid: boolean
}

/** A visit is paid once nothing is owed for its invoice any more, and at once where it comes to nothing. */
const moveVisit = async (tx: Tx, actor: Actor, consultation: Id<'consultation'>, paid: boolean) => {
  const [from, to] = paid ? [visitFinalized, visitPaid] : [visitPaid, visitFinalized]
  await tx
    .updateTable('consultation')
    .set({ status: to, status_changed: actor.now })
    .where('id', '=', consultation)
    .where('status', '=', from)
    .execute()
}

/** Whether a visit is paid follows its invoice; credit notes leave it alone. */
export const followInvoice = async (tx: Tx, actor: Actor, { status, credit_note, consultation, paid }: Settled) => {
  if (consultation !== null && !credit_note && isNumbered(status)) await moveVisit(tx, actor, consultation, paid)
}

import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Id } from '../../kernel/fields.ts'
import { requireDraft } from './drafts.ts'
import { holdInvoice, requireUnlocked } from './hold-books.ts'
import { postInvoice } from './journal.ts'
import { numberInvoice } from './number-invoice.ts'

/** Finalizes a draft: it gets its number, is owed, and never changes after that. One of 0.00 is settled at once. */
export const finalizeInvoice = async (tx: Tx, actor: Actor, id: Id<'invoice'>): Promise<Id<'invoice'>> => {
  const { books, invoice } = await holdInvoice(tx, actor, id)
  requireDraft(invoice, 'Only a draft is finalized.')
  requireUnlocked(books, invoice.invoice_date, 'invoice_date')
  await tx
    .updateTable('invoice')
    .set({
      ...(await numberInvoice(tx, actor, books)),
      date_paid: sql<string | null>`case when due_sum = 0 then ${books.today}::date end`,
    })
    .where('id', '=', id)
    .execute()
  await postInvoice(tx, actor, id)
  return id
}

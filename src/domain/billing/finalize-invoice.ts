import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Id } from '../../kernel/fields.ts'
import { requireDraft } from './drafts.ts'
import { holdInvoice, requireUnlocked } from './hold-books.ts'
import { postInvoice } from './journal.ts'
import { numberInvoice } from './number-invoice.ts'
import { followInvoice } from './visits.ts'

/** Finalizes a draft: from now on it is owed, and never changes. One that comes to nothing is paid. */
export const finalizeInvoice = async (tx: Tx, actor: Actor, id: Id<'invoice'>): Promise<Id<'invoice'>> => {
  const { books, invoice } = await holdInvoice(tx, actor, id)
  requireDraft(invoice, 'Only a draft is finalized.')
  requireUnlocked(books, invoice.invoice_date, 'invoice_date')
  const settled = await tx
    .updateTable('invoice')
    .set({
      ...(await numberInvoice(tx, actor, books)),
      date_paid: sql<string | null>`case when due_sum = 0 then ${books.today}::date end`,
    })
    .where('id', '=', id)
    .returning(['status', 'credit_note', 'consultation'])
    .returning(sql<boolean>`due_sum = 0`.as('paid'))
    .executeTakeFirstOrThrow()
  await postInvoice(tx, actor, id)
  await followInvoice(tx, actor, settled)
  return id
}

import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Id } from '../../kernel/fields.ts'
import { insuranceClaim } from './statuses.ts'
import { followInvoice, type Settled } from './visits.ts'

/**
 * Works out anew what is owed: the rows less the payments. If nothing is, it is paid on the day given, unless it was before
 * and was not open again meanwhile. Of what another pays the client owes nothing until they have paid it; their payments are
 * the insurance claims. This is the last that is done, so the invoice is stamped with it and need not be written again for
 * that.
 */
export const settleInvoice = async (tx: Tx, actor: Actor, id: Id<'invoice'>, day: string, isOpenAgain = false) => {
  const { rows } = await sql<Settled>`
    update invoice i set due_sum = i.total_with_vat - p.paid,
      client_due_sum = client_due(i.total_with_vat - p.paid, i.alternative_payer_sum, p.claimed),
      date_paid = case when i.total_with_vat = p.paid then coalesce(case when not ${isOpenAgain} then i.date_paid end, ${day}::date) end,
      modified = stamp_of_transaction()
    from (
      select coalesce(sum(paid), 0) as paid, coalesce(sum(paid) filter (where payment_type = ${insuranceClaim}), 0) as claimed
      from invoicepayment where invoice = ${id}
    ) p
    where i.id = ${id}
    returning i.status, i.credit_note, i.consultation, i.due_sum = 0 as paid`.execute(tx)
  await followInvoice(tx, actor, rows[0]!)
}

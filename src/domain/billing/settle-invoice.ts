import { sql } from 'kysely'
import { stampOf, type Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Id } from '../../kernel/fields.ts'
import { insuranceClaim } from './statuses.ts'

type Settlement = {
  readonly consultation: Id<'consultation'> | null
  readonly isSettled: boolean
  /** An invoice of 0.00 is settled when it is finalized, without a payment: its visit stays Finalized. */
  readonly isZero: boolean
}

/**
 * Recomputes what is owed, the rows less the payments, and the visit's status with it. `date_paid` becomes the day given once
 * nothing is owed; an earlier one stays, unless the invoice was open again meanwhile. Another payer's payments are the
 * insurance claims. Call it last: it stamps the invoice, which then need not be written again for that, unless other rules follow.
 */
export const settleInvoice = async (tx: Tx, actor: Actor, id: Id<'invoice'>, day: string, isOpenAgain = false) => {
  const { rows } = await sql<Settlement>`
    with payments as (
      select coalesce(sum(paid), 0) as paid, coalesce(sum(paid) filter (where payment_type = ${insuranceClaim}), 0) as claimed
      from invoicepayment where invoice = ${id})
    update invoice set due_sum = total_with_vat - payments.paid,
      client_due_sum = client_due(total_with_vat - payments.paid, alternative_payer_sum, payments.claimed),
      date_paid = case when total_with_vat = payments.paid
        then coalesce(case when not ${isOpenAgain} then date_paid end, ${day}::date) end,
      modified = ${stampOf(tx)}
    from payments
    where id = ${id}
    returning case when not credit_note then consultation end as consultation, due_sum = 0 as "isSettled",
      total_with_vat = 0 as "isZero"`.execute(tx)
  const { consultation, isSettled, isZero } = rows[0]!
  if (consultation !== null && !isZero) await actor.rules.visits.onSettlementChange(tx, actor, consultation, isSettled)
}

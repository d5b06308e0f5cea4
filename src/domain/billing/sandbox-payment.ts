import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { payInvoice } from './pay-invoice.ts'
import { bankPayment, finalized, type PaymentType } from './statuses.ts'

export type SandboxPayment = { invoice?: Id<'invoice'>; paid?: Decimal; payment_type?: PaymentType }

/** The invoice that has waited longest for its payment. */
const findUnpaid = async (tx: Tx): Promise<Id<'invoice'>> => {
  const found = await tx
    .selectFrom('invoice')
    .select('id')
    .where('status', '=', finalized)
    .where('credit_note', '=', false)
    .where('due_sum', '>', '0')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (found === undefined)
    throw invalid('invoice', 'No invoice is waiting for a payment. Finalize one first.', 'does_not_exist')
  return found.id
}

/** Pays an invoice as its payer would: all that is due, by bank, unless the request says otherwise. */
export const payAsClient = async (tx: Tx, actor: Actor, sent: SandboxPayment): Promise<Id<'invoicepayment'>> => {
  const invoice = sent.invoice ?? (await findUnpaid(tx))
  const { rows } = await sql<{ due: Decimal }>`select due_sum::text as due from invoice where id = ${invoice}`.execute(
    tx,
  )
  const { paid = rows[0]!.due, payment_type = bankPayment } = sent
  return payInvoice(tx, actor, { invoice, payment_type, paid })
}

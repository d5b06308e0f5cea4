import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Decimal, Id, Timestamp } from '../../kernel/fields.ts'
import { holdInvoice } from './hold-books.ts'
import { settlePayment } from './record-payment.ts'

type Cancelling = { info: string; cancel_date: Timestamp }

/** Gives what a payment took from a prepayment back to it. */
const restorePrepayment = async (tx: Tx, id: Id<'unallocatedpayment'>, amount: Decimal) => {
  await tx
    .updateTable('unallocatedpayment')
    .set({ unused_amount: sql<Decimal>`unused_amount + ${amount}::numeric` })
    .where('id', '=', id)
    .execute()
}

/** Without the rounding, more would have been paid than was owed. */
const requireStillWithin = async (tx: Tx, invoice: number, paid: Decimal) => {
  const { rows } = await sql<{ overpaid: boolean }>`
    select case when credit_note then due_sum + ${paid}::numeric > 0 else due_sum + ${paid}::numeric < 0 end as overpaid
    from invoice where id = ${invoice}`.execute(tx)
  if (rows[0]!.overpaid)
    throw invalid(nonField, 'This rounding made another payment fit. Cancel that payment first.', 'still_needed')
}

/** Takes a payment back by its opposite, so that what it settled is owed again. */
export const cancelPayment = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { info, cancel_date }: Cancelling,
): Promise<Id<'invoicepayment'>> => {
  const payment = await tx
    .selectFrom('invoicepayment')
    .select(['invoice', 'payment_type', 'paid', 'cancels', 'unallocatedpayment', 'set_off'])
    .select(sql<Decimal>`-paid`.as('back'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (payment.cancels !== null)
    throw invalid(nonField, 'This is itself a cancellation. Record the payment again instead.', 'cancellation')
  if (payment.set_off)
    throw invalid(nonField, 'This is one side of a credit note. What a credit note settles stays settled.', 'set_off')
  const { books } = await holdInvoice(tx, actor, payment.invoice)
  const before = await tx.selectFrom('invoicepayment').select('id').where('cancels', '=', id).executeTakeFirst()
  if (before !== undefined)
    throw invalid(nonField, 'This payment is cancelled already. Nothing more is to be done.', 'cancelled')
  await requireStillWithin(tx, payment.invoice, payment.paid)
  if (payment.unallocatedpayment !== null) await restorePrepayment(tx, payment.unallocatedpayment, payment.paid)
  return settlePayment(
    tx,
    actor,
    books,
    {
      invoice: payment.invoice,
      payment_type: payment.payment_type,
      paid: payment.back,
      date_added: books.payment_cancel_set_date ? cancel_date : actor.now,
      info,
      cancels: id,
      unallocatedpayment: payment.unallocatedpayment,
    },
    'cancel_date',
  )
}

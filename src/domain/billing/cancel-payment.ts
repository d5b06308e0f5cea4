import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Decimal, Id, Timestamp } from '../../kernel/fields.ts'
import { type HeldInvoice, holdInvoice, requireLikely } from './hold-books.ts'
import { judge } from './pay-invoice.ts'
import { settlePayment } from './record-payment.ts'
import { cashStepOf, rounding } from './statuses.ts'

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
    select case when credit_note then client_due_sum + ${paid}::numeric > 0 else due_sum + ${paid}::numeric < 0 end as overpaid
    from invoice where id = ${invoice}`.execute(tx)
  if (rows[0]!.overpaid)
    throw invalid(nonField, 'This rounding made another payment fit. Cancel that payment first.', 'still_needed')
}

type Remedy = { readonly rest: Decimal; readonly first: Decimal | null; readonly instead: Decimal }

/** What makes room for taking a rounding back: another to cancel first, or else one to record first. */
const findRemedy = async (tx: Tx, { id, currency }: HeldInvoice, paid: Decimal): Promise<Remedy> => {
  const { rows } = await sql<Remedy>`
    with standing as (
      select p.paid from invoicepayment p where p.invoice = ${id} and p.payment_type = ${rounding} and p.cancels is null
        and not exists (select from invoicepayment c where c.cancels = p.id)
    )
    select r.rest, -sign(r.rest) * (abs(r.rest) - b.most) as instead, (
      select s.paid from standing s
      where abs(r.rest - s.paid) <= b.most and abs(r.rest + b.paid - s.paid) <= b.most
      order by abs(r.rest - s.paid), s.paid limit 1) as first
    from (select trunc(${cashStepOf(currency)}::numeric / 2, 2), ${paid}::numeric) b (most, paid)
    cross join lateral (select sum(paid) - b.paid from standing) r (rest)`.execute(tx)
  return rows[0]!
}

/** What rounding is left on the invoice stays within half of the smallest coin. */
const requireFineRest = async (tx: Tx, invoice: HeldInvoice, paid: Decimal, back: Decimal) => {
  const { isCoarse } = await judge(tx, invoice.id, rounding, back)
  if (!isCoarse) return
  const { rest, first, instead } = await findRemedy(tx, invoice, paid)
  const advice = first === null ? `First record a rounding of ${instead}.` : `Cancel the rounding of ${first} first.`
  throw invalid(
    nonField,
    `Without this one, all rounding of the invoice would be ${rest}, which is more than half of ${cashStepOf(invoice.currency)}. ${advice}`,
    'rounding',
  )
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
  const { books, invoice } = await holdInvoice(tx, actor, payment.invoice)
  const isDated = books.payment_cancel_set_date
  if (isDated) requireLikely(cancel_date, 'cancel_date')
  const before = await tx.selectFrom('invoicepayment').select('id').where('cancels', '=', id).executeTakeFirst()
  if (before !== undefined)
    throw invalid(nonField, 'This payment is cancelled already. Nothing more is to be done.', 'cancelled')
  if (payment.payment_type === rounding) {
    await requireStillWithin(tx, payment.invoice, payment.paid)
    await requireFineRest(tx, invoice, payment.paid, payment.back)
  }
  if (payment.unallocatedpayment !== null) await restorePrepayment(tx, payment.unallocatedpayment, payment.paid)
  return settlePayment(
    tx,
    actor,
    books,
    {
      invoice: payment.invoice,
      payment_type: payment.payment_type,
      paid: payment.back,
      date_added: isDated ? cancel_date : actor.now,
      info,
      cancels: id,
      unallocatedpayment: payment.unallocatedpayment,
    },
    isDated ? 'cancel_date' : nonField,
  )
}

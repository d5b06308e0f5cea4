import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Decimal, Id, Timestamp } from '../../kernel/fields.ts'
import { type Books, type HeldInvoice, holdInvoice, requirePlausibleDate } from './hold-books.ts'
import { type Payment, recordPayment, settlePayment } from './record-payment.ts'
import { exceedsRoundingLimit, findLeftRoundings, findRemedy } from './rounding.ts'
import { cashStepOf, rounding } from './statuses.ts'

type Cancellation = { info: string; cancel_date: Timestamp }

const restorePrepayment = async (tx: Tx, id: Id<'unallocatedpayment'>, amount: Decimal) => {
  await tx
    .updateTable('unallocatedpayment')
    .set({ unused_amount: sql<Decimal>`unused_amount + ${amount}::numeric` })
    .where('id', '=', id)
    .execute()
}

const requireNoOverpayment = async (tx: Tx, invoice: number, paid: Decimal) => {
  const { rows } = await sql<{ overpaid: boolean }>`
    select case when credit_note then client_due_sum + ${paid}::numeric > 0 else due_sum + ${paid}::numeric < 0 end as overpaid
    from invoice where id = ${invoice}`.execute(tx)
  if (rows[0]!.overpaid)
    throw invalid(nonField, 'Another payment fits only with this rounding. Cancel that payment first.', 'still_needed')
}

const requireRestWithinLimit = async (tx: Tx, invoice: HeldInvoice, paid: Decimal, reversal: Decimal) => {
  if (!(await exceedsRoundingLimit(tx, invoice, reversal))) return
  const { rest, cancelFirst, recordFirst } = await findRemedy(tx, invoice, paid)
  const advice =
    cancelFirst === null ? `First record a rounding of ${recordFirst}.` : `Cancel the rounding of ${cancelFirst} first.`
  throw invalid(
    nonField,
    `Without this one, the roundings of the invoice would add up to ${rest}, which is more than half of ${cashStepOf(invoice.currency)}. ${advice}`,
    'rounding',
  )
}

const isCancelled = async (tx: Tx, id: number) => {
  const found = await tx.selectFrom('invoicepayment').select('id').where('cancels', '=', id).executeTakeFirst()
  return found !== undefined
}

/** Refuses to cancel the rounding of a cash payment that stands: they were recorded together. */
const requireNoCashOf = async (tx: Tx, id: number) => {
  const { rows } = await sql<{ paid: Decimal }>`
    select paid from invoicepayment cash
    where rounding = ${id} and not exists (select from invoicepayment cancellation where cancellation.cancels = cash.id)`.execute(
    tx,
  )
  const [cashPayment] = rows
  if (cashPayment !== undefined)
    throw invalid(
      nonField,
      `This rounding belongs to the ${cashPayment.paid} paid in cash. Cancel that payment, which cancels both.`,
      'still_needed',
    )
}

/**
 * Cancels the rounding that was recorded with a cash payment. It stays if the other roundings of the invoice would add up to
 * more than half a coin without it: what is paid in cash next makes up for it.
 */
const cancelRoundingOf = async (tx: Tx, actor: Actor, books: Books, invoice: HeldInvoice, cancellation: Payment) => {
  const { rounding: id = null } = cancellation
  if (id === null || (await isCancelled(tx, id))) return null
  const { reversal } = await tx
    .selectFrom('invoicepayment')
    .select(sql<Decimal>`-paid`.as('reversal'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (await exceedsRoundingLimit(tx, invoice, reversal)) return null
  const undone = { ...cancellation, payment_type: rounding, paid: reversal, cancels: id, rounding: null }
  return recordPayment(tx, actor, books, undone, dateFieldOf(books))
}

/**
 * Cancels the roundings that stayed when their cash was cancelled, and that nothing needs any more. Answers the cancellation
 * of the one that was recorded with this payment, if it is among them.
 */
const cancelLeftRoundings = async (tx: Tx, actor: Actor, books: Books, invoice: HeldInvoice, cancellation: Payment) => {
  const undone = new Map<number, Id<'invoicepayment'>>()
  for (const { id: cancels, reversal: paid } of await findLeftRoundings(tx, invoice, cancellation.cancels!)) {
    const payment = { ...cancellation, payment_type: rounding, paid, cancels, unallocatedpayment: null, rounding: null }
    undone.set(cancels, await recordPayment(tx, actor, books, payment, dateFieldOf(books)))
  }
  return undone.get(cancellation.rounding ?? 0)
}

const dateFieldOf = ({ payment_cancel_set_date }: Books) => (payment_cancel_set_date ? 'cancel_date' : nonField)

/** Cancels a payment by recording its negative, so that what it settled is owed again. */
export const cancelPayment = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { info, cancel_date }: Cancellation,
): Promise<Id<'invoicepayment'>> => {
  const payment = await tx
    .selectFrom('invoicepayment')
    .select(['invoice', 'payment_type', 'paid', 'cancels', 'unallocatedpayment', 'set_off', 'rounding'])
    .select(sql<Decimal>`-paid`.as('reversal'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (payment.cancels !== null)
    throw invalid(nonField, 'This payment is itself a cancellation. Record the payment again instead.', 'cancellation')
  if (payment.set_off)
    throw invalid(
      nonField,
      'This payment is a credit note set off against its invoice, and cannot be cancelled.',
      'set_off',
    )
  const { books, invoice } = await holdInvoice(tx, actor, payment.invoice)
  const isDated = books.payment_cancel_set_date
  if (isDated) requirePlausibleDate(cancel_date, 'cancel_date')
  if (await isCancelled(tx, id))
    throw invalid(nonField, 'This payment is already cancelled. There is nothing left to do.', 'cancelled')
  if (payment.payment_type === rounding) {
    await requireNoCashOf(tx, id)
    await requireNoOverpayment(tx, payment.invoice, payment.paid)
    await requireRestWithinLimit(tx, invoice, payment.paid, payment.reversal)
  }
  if (payment.unallocatedpayment !== null) await restorePrepayment(tx, payment.unallocatedpayment, payment.paid)
  const cancellation: Payment = {
    invoice: payment.invoice,
    payment_type: payment.payment_type,
    paid: payment.reversal,
    date_added: isDated ? cancel_date : actor.now,
    info,
    cancels: id,
    unallocatedpayment: payment.unallocatedpayment,
    rounding: payment.rounding,
  }
  const undone =
    (await cancelLeftRoundings(tx, actor, books, invoice, cancellation)) ??
    (await cancelRoundingOf(tx, actor, books, invoice, cancellation))
  return settlePayment(tx, actor, books, { ...cancellation, rounding: undone }, dateFieldOf(books))
}

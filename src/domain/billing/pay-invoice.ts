import { sql } from 'kysely'
import { inOrder, type Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Decimal, Id, Timestamp } from '../../kernel/fields.ts'
import { type Books, type HeldInvoice, holdInvoice, requirePlausibleDate } from './hold-books.ts'
import { type Payment, recordPayment, settlePayment } from './record-payment.ts'
import { exceedsRoundingLimit, roundCash, roundingToFit } from './rounding.ts'
import {
  cash,
  cashStepOf,
  draft,
  finalized,
  insuranceClaim,
  invoiceStatuses,
  type PaymentType,
  prepayment,
  rounding,
  voided,
} from './statuses.ts'

type NewPayment = {
  invoice: Id<'invoice'>
  payment_type: PaymentType
  paid: Decimal
  date_added?: Timestamp
  round_cash?: boolean
}

const howToBecomePayable = ({ id, status }: HeldInvoice) => {
  if (status === draft) return `Finalize it first: POST /invoice/${id}/finalize/.`
  if (status === voided) return 'A voided draft is never paid.'
  return `POST /invoice/${id}/update_status/ with status ${finalized} first.`
}

export const requirePayable = (invoice: HeldInvoice) => {
  const { status } = invoice
  if (status !== finalized)
    throw invalid(
      'invoice',
      `Only a finalized invoice (${finalized}) can be paid, and this one is ${invoiceStatuses[status].toLowerCase()} (${status}). ${howToBecomePayable(invoice)}`,
      'not_finalized',
    )
}

/** How an amount compares with what is due. On a credit note the clinic owes the payer, and both are negative. */
type ComparedWithDue = {
  readonly reducesDue: boolean
  readonly exceedsDue: boolean
  /** What is due to whom the money goes: on a credit note of two payers each has a part. */
  readonly payeeDue: Decimal
  readonly exceedsPayeeDue: boolean
}

/** Compares an amount with what is due on an invoice that is held. */
export const compareWithDue = async (
  tx: Tx,
  invoice: number,
  paymentType: number,
  paid: Decimal,
): Promise<ComparedWithDue> => {
  const { rows } = await sql<ComparedWithDue>`
    with payment as (select ${paid}::numeric(14, 2) as paid),
    due as (
      select due_sum, case when credit_note then -1 else 1 end as sign,
        case when ${paymentType === insuranceClaim} then due_sum - client_due_sum else client_due_sum end as payee_due,
        credit_note and alternative_payer is not null as has_two_payees
      from invoice where id = ${invoice})
    select sign * paid > 0 as "reducesDue", sign * paid > sign * due_sum as "exceedsDue", payee_due as "payeeDue",
      has_two_payees and paid < payee_due as "exceedsPayeeDue"
    from due cross join payment`.execute(tx)
  return rows[0]!
}

const requireRoundingLimit = async (tx: Tx, invoice: HeldInvoice, paid: Decimal) => {
  if (!(await exceedsRoundingLimit(tx, invoice, paid))) return
  const { currency } = invoice
  const step = cashStepOf(currency)
  throw invalid(
    'paid',
    Number(step) === 0
      ? `Cash in ${currency} is paid to the cent, so nothing is rounded. Pay the exact amount.`
      : `Cash in ${currency} is paid in steps of ${step}: the roundings of an invoice add up to at most half of that.`,
    'rounding',
  )
}

const requireSign = ({ credit_note }: HeldInvoice, { reducesDue }: ComparedWithDue) => {
  if (!reducesDue)
    throw invalid(
      'paid',
      credit_note
        ? 'A credit note is paid out: send a negative amount.'
        : 'Send a positive amount. Use cancel_payment to reverse a payment, and a credit note to give money back.',
      'wrong_sign',
    )
}

/** What is wrong with an amount that exceeds what is due. */
export const exceedsDueMessage = ({ credit_note, due_sum }: HeldInvoice, verb: 'Pay' | 'Apply') => {
  const document = credit_note ? 'credit note' : 'invoice'
  return Number(due_sum) === 0
    ? `Nothing is owed on this ${document} any more. Check that it is the right one.`
    : `${due_sum} is owed on this ${document}. ${verb} at most that.`
}

const requireDue = async (tx: Tx, invoice: HeldInvoice, compared: ComparedWithDue, payment: NewPayment) => {
  if (!compared.exceedsDue) return
  const { payment_type, paid, round_cash = false } = payment
  const first = payment_type === cash && !round_cash ? await roundingToFit(tx, invoice, paid) : null
  throw invalid(
    'paid',
    first === null
      ? exceedsDueMessage(invoice, 'Pay')
      : `${invoice.due_sum} is owed on this invoice. First send a rounding of ${first} (payment_type ${rounding}), then the ${paid} in cash.`,
    'more_than_owed',
  )
}

/** Refuses to pay out to one payer what is owed to the other. Cash is rounded for the client only. */
const requirePayeeDue = ({ exceedsPayeeDue, payeeDue }: ComparedWithDue, paymentType: number) => {
  if (!exceedsPayeeDue) return
  throw invalid(
    'paid',
    paymentType === insuranceClaim
      ? `${payeeDue} of this credit note is owed to the other payer. Pay the rest out to the client, by another payment type.`
      : `${payeeDue} of this credit note is owed to the client. Pay the rest out to the other payer, by payment type ${insuranceClaim}.`,
    'more_than_owed',
  )
}

const requireCash = ({ payment_type, round_cash = false }: NewPayment) => {
  if (round_cash && payment_type !== cash)
    throw invalid(
      'round_cash',
      `Only cash is rounded to the coin. Send payment_type ${cash} (Cash), or leave round_cash out.`,
      'not_cash',
    )
}

/** Settles an amount in cash, rounded to the coin. The rounding goes first: with it, the cash is never more than is owed. */
const settleRounded = async (tx: Tx, actor: Actor, books: Books, invoice: HeldInvoice, exact: Payment) => {
  const { taken, difference } = await roundCash(tx, invoice, exact.paid)
  const roundingPayment = { ...exact, payment_type: rounding, paid: difference }
  if (Number(taken) === 0) return settlePayment(tx, actor, books, roundingPayment, 'date_added')
  const made = Number(difference) === 0 ? null : await recordPayment(tx, actor, books, roundingPayment, 'date_added')
  return settlePayment(tx, actor, books, { ...exact, paid: taken, rounding: made }, 'date_added')
}

/** Records a payment of an invoice, or a payout of a credit note, of at most what is due. */
export const payInvoice = async (tx: Tx, actor: Actor, payment: NewPayment): Promise<Id<'invoicepayment'>> => {
  const { payment_type, paid } = payment
  if (payment_type === prepayment)
    throw invalid(
      'payment_type',
      'A prepayment is applied at unallocatedpayment/<id>/apply/. Choose another payment type.',
      'invalid_choice',
    )
  requireCash(payment)
  if (Number(paid) === 0) throw invalid('paid', 'The amount must not be zero.', 'zero')
  if (payment.date_added !== undefined) requirePlausibleDate(payment.date_added, 'date_added')
  // The comparison sees the invoice as it is held.
  const [{ books, invoice }, compared] = await inOrder(
    tx,
    () => holdInvoice(tx, actor, payment.invoice),
    () => compareWithDue(tx, payment.invoice, payment_type, paid),
  )
  requirePayable(invoice)
  if (payment_type === rounding) await requireRoundingLimit(tx, invoice, paid)
  else requireSign(invoice, compared)
  await requireDue(tx, invoice, compared, payment)
  requirePayeeDue(compared, payment_type)
  const { round_cash = false, date_added = actor.now, ...sent } = payment
  const dated = { ...sent, date_added }
  return round_cash
    ? settleRounded(tx, actor, books, invoice, dated)
    : settlePayment(tx, actor, books, dated, 'date_added')
}

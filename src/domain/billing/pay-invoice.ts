import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Decimal, Id, Timestamp } from '../../kernel/fields.ts'
import { type HeldInvoice, holdInvoice, requireLikely } from './hold-books.ts'
import { settlePayment } from './record-payment.ts'
import {
  cash,
  cashStepOf,
  cashSteps,
  finalized,
  insuranceClaim,
  invoiceStatuses,
  type PaymentType,
  prepayment,
  rounding,
} from './statuses.ts'

type NewPayment = {
  invoice: Id<'invoice'>
  payment_type: PaymentType
  paid: Decimal
  date_added?: Timestamp
}

export const requirePayable = ({ status }: HeldInvoice) => {
  if (status !== finalized)
    throw invalid(
      'invoice',
      `Only a finalized invoice (${finalized}) can be paid, and this one is ${invoiceStatuses[status].toLowerCase()} (${status}).`,
      'not_finalized',
    )
}

/** How a payment stands to what is owed. On a credit note the clinic owes the client, and both are negative. */
type Judged = {
  /** It makes what is owed less. */
  readonly settles: boolean
  /** It is more than what is owed. */
  readonly exceeds: boolean
  /** On a credit note that two get money back by: what is owed to whom this would go, and whether it is more than that. */
  readonly theirs: Decimal
  readonly isAnothers: boolean
  /** The rounding that would have made it fit, if there is one: half of the smallest coin at most. */
  readonly rounding: Decimal
  readonly isRoundable: boolean
  /** With it, the rounding of the invoice is more than half of the smallest coin. */
  readonly isCoarse: boolean
}

/** Judges an amount against what is owed on an invoice that is held. */
export const judge = async (tx: Tx, invoice: number, paymentType: number, paid: Decimal): Promise<Judged> => {
  const { rows } = await sql<Judged>`
    select o.sign * p.paid > 0 as settles, o.sign * p.paid > o.sign * i.due_sum as exceeds,
      i.due_sum - p.paid as rounding, abs(r.paid + i.due_sum - p.paid) * 2 <= s.step as "isRoundable",
      abs(r.paid + p.paid) * 2 > s.step as "isCoarse", t.theirs,
      i.credit_note and i.alternative_payer is not null and p.paid < t.theirs as "isAnothers"
    from invoice i
    cross join (select ${paid}::numeric(14, 2)) p (paid)
    cross join lateral (select coalesce((${JSON.stringify(cashSteps)}::jsonb ->> i.currency)::numeric, 0)) s (step)
    cross join lateral (select case when i.credit_note then -1 else 1 end) o (sign)
    cross join lateral (select case ${paymentType}::int when ${insuranceClaim} then i.due_sum - i.client_due_sum
      else i.client_due_sum end) t (theirs)
    cross join lateral (select coalesce(sum(paid), 0) from invoicepayment
      where invoice = i.id and payment_type = ${rounding}) r (paid)
    where i.id = ${invoice}`.execute(tx)
  return rows[0]!
}

const requireFineRounding = ({ currency }: HeldInvoice, { isCoarse }: Judged) => {
  const step = cashStepOf(currency)
  if (isCoarse)
    throw invalid(
      'paid',
      Number(step) === 0
        ? `Cash in ${currency} is paid to the cent, so nothing is rounded. Pay the exact amount.`
        : `Cash in ${currency} is paid in steps of ${step}: all rounding of an invoice is at most half of that.`,
      'rounding',
    )
}

const requireSettling = ({ credit_note }: HeldInvoice, { settles }: Judged) => {
  if (!settles)
    throw invalid(
      'paid',
      credit_note
        ? 'A credit note is paid out: send a negative amount.'
        : 'Send a positive amount. A payment is taken back by cancel_payment, and money given back on a credit note.',
      'wrong_sign',
    )
}

/** Refuses a payment of more than what is owed. */
const requireOwed = ({ due_sum }: HeldInvoice, judged: Judged, { payment_type, paid }: NewPayment) => {
  if (!judged.exceeds) return
  const advice =
    payment_type === cash && judged.isRoundable
      ? `First send a rounding of ${judged.rounding} (payment_type ${rounding}), then the ${paid} in cash.`
      : 'Pay at most that.'
  throw invalid('paid', `${due_sum} is owed on this invoice. ${advice}`, 'more_than_owed')
}

/** Refuses to pay out to the client what another payer gets back, or the other way round. Cash is rounded for the client. */
const requireTheirs = ({ isAnothers, theirs }: Judged, paymentType: number) => {
  if (!isAnothers) return
  throw invalid(
    'paid',
    paymentType === insuranceClaim
      ? `${theirs} of this credit note goes back to the other payer. Pay the rest out to the client, by another payment type.`
      : `${theirs} of this credit note goes back to the client. Pay the rest out to the other payer, by payment type ${insuranceClaim}.`,
    'more_than_owed',
  )
}

/** Records a payment of an invoice, or a payout of a credit note. It never settles more than what is owed. */
export const payInvoice = async (tx: Tx, actor: Actor, payment: NewPayment): Promise<Id<'invoicepayment'>> => {
  const { payment_type, paid } = payment
  if (payment_type === prepayment)
    throw invalid(
      'payment_type',
      'A prepayment is applied at unallocatedpayment/<id>/apply/. Choose another payment type.',
      'invalid_choice',
    )
  if (Number(paid) === 0) throw invalid('paid', 'Nothing is not a payment. Send an amount.', 'zero')
  if (payment.date_added !== undefined) requireLikely(payment.date_added, 'date_added')
  // Sent together; it is judged as it is held.
  const [{ books, invoice }, judged] = await Promise.all([
    holdInvoice(tx, actor, payment.invoice),
    judge(tx, payment.invoice, payment_type, paid),
  ])
  requirePayable(invoice)
  if (payment_type === rounding) requireFineRounding(invoice, judged)
  else requireSettling(invoice, judged)
  requireOwed(invoice, judged, payment)
  requireTheirs(judged, payment_type)
  return settlePayment(tx, actor, books, { ...payment, date_added: payment.date_added ?? actor.now }, 'date_added')
}

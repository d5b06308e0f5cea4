import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import type { ExternalInfo } from './external-info.ts'
import { type Books, type HeldInvoice, holdBooks, holdInvoice, requireUnlocked } from './hold-books.ts'
import { postPayment } from './journal.ts'
import { compareWithDue, exceedsDueMessage, requirePayable } from './pay-invoice.ts'
import { settlePayment } from './record-payment.ts'
import { creditInvoice, finalized, type PaymentType, prepayment, rounding } from './statuses.ts'

type NewPrepayment = {
  department: Id<'department'>
  client: Id<'client'>
  payment_type: PaymentType
  paid: Decimal
  description?: string
  refunds?: Id<'unallocatedpayment'> | null
  external_info?: ExternalInfo
}

/** Records and posts a prepayment, or a refund of one, dated today. */
const insertPrepayment = async (
  tx: Tx,
  actor: Actor,
  books: Books,
  { external_info = {}, ...money }: NewPrepayment,
): Promise<Id<'unallocatedpayment'>> => {
  requireUnlocked(books, books.today, nonField)
  const { id } = await tx
    .insertInto('unallocatedpayment')
    .values({
      ...money,
      ...external_info,
      unused_amount: sql<Decimal>`greatest(${money.paid}::numeric, 0)`,
      added: books.today,
      user: actor.user || null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { department, payment_type, paid } = money
  const posting = { department, dated: books.today, payment_type, paid, unallocatedpayment: id }
  await postPayment(tx, actor, 'prepayment', posting)
  return id
}

const holdPrepayment = (tx: Tx, id: number) =>
  tx
    .selectFrom('unallocatedpayment')
    .select(['client', 'department', 'refunds', 'unused_amount'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** Uses some of a prepayment that is held, and refuses more than is unused. */
const usePrepayment = async (tx: Tx, id: number, amount: Decimal, field: string) => {
  const { numUpdatedRows } = await tx
    .updateTable('unallocatedpayment')
    .set({ unused_amount: sql<Decimal>`unused_amount - abs(${amount}::numeric)` })
    .where('id', '=', id)
    .where(sql<boolean>`unused_amount >= abs(${amount}::numeric)`)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return
  const { unused_amount } = await holdPrepayment(tx, id)
  throw invalid(field, `${unused_amount} of this prepayment is unused. Use at most that.`, 'more_than_unused')
}

/** A refund goes to the client and comes from the department of the original. */
const requireSameAsOriginal = async (tx: Tx, { client, department, refunds }: NewPrepayment) => {
  const original = await holdPrepayment(tx, refunds!)
  if (original.refunds !== null)
    throw invalid('refunds', 'This record is itself a refund. Name the original prepayment.', 'refund')
  if (original.client !== client)
    throw invalid('client', 'The original prepayment belongs to another client. Name the same client.', 'wrong_client')
  if (original.department !== department)
    throw invalid(
      'department',
      'The original prepayment was taken in another department. Name the same department.',
      'wrong_department',
    )
}

/** Records a prepayment, or refunds what is unused of one. */
export const recordPrepayment = async (
  tx: Tx,
  actor: Actor,
  money: NewPrepayment,
): Promise<Id<'unallocatedpayment'>> => {
  const isRefund = money.refunds != null
  if (money.payment_type === prepayment || money.payment_type === rounding)
    throw invalid(
      'payment_type',
      'This type is only for payments of an invoice. Choose how the money was paid.',
      'invalid_choice',
    )
  if (Number(money.paid) === 0) throw invalid('paid', 'The amount must not be zero.', 'zero')
  if (money.paid.startsWith('-') !== isRefund)
    throw invalid(
      isRefund ? 'paid' : 'refunds',
      isRefund
        ? 'A refund is negative. Send a negative amount.'
        : 'A negative amount is a refund. Name the prepayment that it refunds.',
      'refund',
    )
  const books = await holdBooks(tx, actor, money.department)
  if (isRefund) {
    await requireSameAsOriginal(tx, money)
    await usePrepayment(tx, money.refunds!, money.paid, 'paid')
  }
  return insertPrepayment(tx, actor, books, money)
}

/** Changes what an external system stores about a prepayment. */
export const changeExternalInfo = async (
  tx: Tx,
  _actor: Actor,
  id: number,
  { external_info = {} }: { external_info?: ExternalInfo },
) => {
  if (Object.keys(external_info).length > 0)
    await tx.updateTable('unallocatedpayment').set(external_info).where('id', '=', id).execute()
}

const requireSamePayer = (invoice: HeldInvoice, client: number) => {
  if ((invoice.payer ?? invoice.client) !== client)
    throw invalid(
      'invoice',
      'This prepayment belongs to another client. Choose an invoice that its client is to pay.',
      'wrong_client',
    )
}

const requireDue = async (tx: Tx, invoice: HeldInvoice, amount: Decimal) => {
  if (invoice.credit_note)
    throw invalid('invoice', 'A prepayment cannot pay a credit note. Choose an invoice.', 'credit_note')
  if ((await compareWithDue(tx, invoice.id, prepayment, amount)).exceedsDue)
    throw invalid('amount', exceedsDueMessage(invoice, 'Apply'), 'more_than_owed')
}

/** Pays an invoice, or a part of it, from a prepayment. */
export const applyPrepayment = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { invoice: target, amount }: { invoice: Id<'invoice'>; amount: Decimal },
): Promise<Id<'unallocatedpayment'>> => {
  const { books, invoice } = await holdInvoice(tx, actor, target)
  requirePayable(invoice)
  const { client, refunds } = await holdPrepayment(tx, id)
  if (refunds !== null)
    throw invalid(nonField, 'This record is a refund. Apply the original prepayment instead.', 'refund')
  requireSamePayer(invoice, client)
  await requireDue(tx, invoice, amount)
  await usePrepayment(tx, id, amount, 'amount')
  await settlePayment(
    tx,
    actor,
    books,
    { invoice: target, payment_type: prepayment, paid: amount, date_added: actor.now, unallocatedpayment: id },
    nonField,
  )
  return id
}

/** Only cash is rounded, and no cash is paid here. The rounding of cash that was paid out before stays with that cash. */
const requireUnrounded = async (tx: Tx, invoice: number) => {
  const { rows } = await sql`
    with standing as (
      select id, payment_type, paid, rounding from invoicepayment payment
      where invoice = ${invoice} and cancels is null
        and not exists (select from invoicepayment cancellation where cancellation.cancels = payment.id))
    select from standing
    where payment_type = ${rounding} and not exists (select from standing cash where cash.rounding = standing.id)
    having sum(paid) <> 0`.execute(tx)
  if (rows.length > 0)
    throw invalid(nonField, 'This credit note is rounded for a payout in cash. Cancel the rounding first.', 'rounding')
}

/** Turns what a credit note still owes to the client, or to the client who pays for them, into a prepayment. */
export const convertToPrepayment = async (tx: Tx, actor: Actor, id: number): Promise<Id<'invoice'>> => {
  const { books, invoice } = await holdInvoice(tx, actor, id)
  if (!invoice.credit_note || !invoice.client_due_sum.startsWith('-'))
    throw invalid(
      nonField,
      'Only what a credit note owes to the client becomes a prepayment, and this one owes them nothing.',
      'nothing_owed',
    )
  if (invoice.status !== finalized)
    throw invalid(
      nonField,
      `Only a finalized credit note (${finalized}) can be settled. POST /invoice/${id}/update_status/ with status ${finalized} first.`,
      'not_finalized',
    )
  if (invoice.client === null)
    throw invalid(nonField, 'This sale has no client. Pay the money out instead.', 'no_client')
  await requireUnrounded(tx, id)
  const { department, client, payer, client_due_sum: paid } = invoice
  const payment_type = creditInvoice
  await insertPrepayment(tx, actor, books, { department, client: payer ?? client, payment_type, paid: paid.slice(1) })
  await settlePayment(
    tx,
    actor,
    books,
    { invoice: id, payment_type, paid, date_added: actor.now, set_off: true },
    nonField,
  )
  return id
}

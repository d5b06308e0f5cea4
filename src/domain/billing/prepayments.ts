import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import type { ExternalInfo } from './external-info.ts'
import { type Books, type HeldInvoice, holdBooks, holdInvoice, requireUnlocked } from './hold-books.ts'
import { postPrepayment } from './journal.ts'
import { judge, requirePayable } from './pay-invoice.ts'
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

/** Writes down and posts money that no invoice was waiting for. */
const keepMoney = async (
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
  await postPrepayment(tx, actor, { department, dated: books.today, payment_type, paid, unallocatedpayment: id })
  return id
}

const holdPrepayment = (tx: Tx, id: number) =>
  tx
    .selectFrom('unallocatedpayment')
    .select(['client', 'department', 'refunds', 'unused_amount'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** Takes some of a prepayment that is held, and refuses more than is left of it. */
const takeFrom = async (tx: Tx, id: number, amount: Decimal, field: string) => {
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

/** A refund goes back to whom, and from where, the money came. */
const requireSameAsOriginal = async (tx: Tx, { client, department, refunds }: NewPrepayment) => {
  const original = await holdPrepayment(tx, refunds!)
  if (original.refunds !== null)
    throw invalid('refunds', 'This is a refund itself. Name the original prepayment.', 'refund')
  if (original.client !== client)
    throw invalid('client', 'The original prepayment is another client’s. Name the same client.', 'wrong_client')
  if (original.department !== department)
    throw invalid(
      'department',
      'The original prepayment was taken in another department. Name the same department.',
      'wrong_department',
    )
}

/** Takes money before there is an invoice for it, or gives back what is unused of it. */
export const takePrepayment = async (tx: Tx, actor: Actor, money: NewPrepayment): Promise<Id<'unallocatedpayment'>> => {
  const isRefund = money.refunds != null
  if (money.payment_type === prepayment || money.payment_type === rounding)
    throw invalid(
      'payment_type',
      'Say how the money came. This type belongs to payments of an invoice.',
      'invalid_choice',
    )
  if (Number(money.paid) === 0) throw invalid('paid', 'Nothing is not a payment. Send an amount.', 'zero')
  if (money.paid.startsWith('-') !== isRefund)
    throw invalid(
      isRefund ? 'paid' : 'refunds',
      isRefund
        ? 'A refund is negative. Send the amount with a minus.'
        : 'A negative amount is a refund. Name the prepayment that it refunds.',
      'refund',
    )
  const books = await holdBooks(tx, actor, money.department)
  if (isRefund) {
    await requireSameAsOriginal(tx, money)
    await takeFrom(tx, money.refunds!, money.paid, 'paid')
  }
  return keepMoney(tx, actor, books, money)
}

/** Changes what another system has noted about a prepayment. */
export const noteExternal = async (
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
      'This prepayment is another client’s. Choose an invoice that they are to pay.',
      'wrong_client',
    )
}

const requireOwing = async (tx: Tx, { id, credit_note, due_sum }: HeldInvoice, amount: Decimal) => {
  if (credit_note) throw invalid('invoice', 'Nothing is paid to a credit note. Choose an invoice.', 'credit_note')
  if ((await judge(tx, id, prepayment, amount)).exceeds)
    throw invalid('amount', `${due_sum} is owed on this invoice. Apply at most that.`, 'more_than_owed')
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
  if (refunds !== null) throw invalid(nonField, 'This is a refund. Apply the prepayment itself.', 'refund')
  requireSamePayer(invoice, client)
  await requireOwing(tx, invoice, amount)
  await takeFrom(tx, id, amount, 'amount')
  await settlePayment(
    tx,
    actor,
    books,
    { invoice: target, payment_type: prepayment, paid: amount, date_added: actor.now, unallocatedpayment: id },
    nonField,
  )
  return id
}

/** Only cash is rounded, and nothing is paid in coins here. */
const requireUnrounded = async (tx: Tx, invoice: number) => {
  const { rows } = await sql`select from invoicepayment where invoice = ${invoice} and payment_type = ${rounding}
    having sum(paid) <> 0`.execute(tx)
  if (rows.length > 0)
    throw invalid(nonField, 'This credit note was rounded to be paid in cash. Cancel its rounding first.', 'rounding')
}

/**
 * Keeps what a credit note still owes the client, or the client who pays for them, for the next invoice. Neither side moves
 * money.
 */
export const keepAsPrepayment = async (tx: Tx, actor: Actor, id: number): Promise<Id<'invoice'>> => {
  const { books, invoice } = await holdInvoice(tx, actor, id)
  if (!invoice.credit_note || !invoice.client_due_sum.startsWith('-'))
    throw invalid(
      nonField,
      'Only what a credit note owes to the client is kept as a prepayment, and this owes them nothing.',
      'nothing_owed',
    )
  if (invoice.status !== finalized)
    throw invalid(
      nonField,
      `Only a finalized credit note (${finalized}) is settled. Move it there first.`,
      'not_finalized',
    )
  if (invoice.client === null)
    throw invalid(nonField, 'This was sold to nobody in particular. Pay the money out instead.', 'no_client')
  await requireUnrounded(tx, id)
  const { department, client, payer, client_due_sum: paid } = invoice
  const payment_type = creditInvoice
  await keepMoney(tx, actor, books, { department, client: payer ?? client, payment_type, paid: paid.slice(1) })
  await settlePayment(
    tx,
    actor,
    books,
    { invoice: id, payment_type, paid, date_added: actor.now, set_off: true },
    nonField,
  )
  return id
}

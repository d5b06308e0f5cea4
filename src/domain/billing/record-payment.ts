import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { nonField } from '../../kernel/errors.ts'
import type { Decimal, Id, Timestamp } from '../../kernel/fields.ts'
import { type Books, dayOf, requireUnlocked } from './hold-books.ts'
import { postPayment } from './journal.ts'
import { settleInvoice } from './settle-invoice.ts'

export type Payment = {
  readonly invoice: Id<'invoice'>
  readonly payment_type: number
  readonly paid: Decimal
  readonly date_added: Timestamp | Date
  readonly info?: string
  readonly cancels?: Id<'invoicepayment'>
  readonly unallocatedpayment?: Id<'unallocatedpayment'> | null
  readonly set_off?: true
}

type Made = { readonly id: Id<'invoicepayment'>; readonly dated: string }

/** `dateField` is what the day came in, if it was sent. */
const insertPayment = async (
  tx: Tx,
  actor: Actor,
  books: Books,
  payment: Payment,
  dateField: string,
): Promise<Made> => {
  const dated = payment.date_added === actor.now ? books.today : await dayOf(tx, books, payment.date_added)
  requireUnlocked(books, dated, dateField)
  const { id } = await tx
    .insertInto('invoicepayment')
    .values({ ...payment, user: actor.user })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, dated }
}

const post = (tx: Tx, actor: Actor, { department }: Books, payment: Payment, { id, dated }: Made) => {
  const { invoice, payment_type, paid, unallocatedpayment = null } = payment
  const posting = { department, dated, payment_type, paid, invoice, invoicepayment: id, unallocatedpayment }
  return postPayment(tx, actor, posting)
}

/** Writes down and posts a payment of an invoice that is held, as of now. Whoever calls settles the invoice. */
export const recordUnsettled = async (tx: Tx, actor: Actor, books: Books, unsettled: Omit<Payment, 'date_added'>) => {
  const payment = { ...unsettled, date_added: actor.now }
  const made = await insertPayment(tx, actor, books, payment, nonField)
  await post(tx, actor, books, payment, made)
}

/** Pays an invoice that is held, and works out what is owed then. */
export const settlePayment = async (tx: Tx, actor: Actor, books: Books, payment: Payment, dateField: string) => {
  const made = await insertPayment(tx, actor, books, payment, dateField)
  await Promise.all([post(tx, actor, books, payment, made), settleInvoice(tx, actor, payment.invoice, made.dated)])
  return made.id
}

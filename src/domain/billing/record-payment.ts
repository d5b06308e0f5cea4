import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Decimal, Id, Timestamp } from '../../kernel/fields.ts'
import { type Books, dayOf, requireOpen } from './hold-books.ts'
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

const insertPayment = async (
  tx: Tx,
  actor: Actor,
  books: Books,
  payment: Payment,
  dateField = 'date_added',
): Promise<Made> => {
  const dated = payment.date_added === actor.now ? books.today : await dayOf(tx, books, payment.date_added)
  requireOpen(books, dated, dateField)
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

/** Writes down and posts a payment of an invoice that is held. Whoever calls knows that it may be paid, and settles it. */
export const recordPayment = async (tx: Tx, actor: Actor, books: Books, payment: Payment, dateField?: string) => {
  const made = await insertPayment(tx, actor, books, payment, dateField)
  await post(tx, actor, books, payment, made)
}

/** Pays an invoice that is held, and works out what is owed then. */
export const settlePayment = async (tx: Tx, actor: Actor, books: Books, payment: Payment, dateField?: string) => {
  const made = await insertPayment(tx, actor, books, payment, dateField)
  await Promise.all([post(tx, actor, books, payment, made), settleInvoice(tx, actor, payment.invoice, made.dated)])
  return made.id
}

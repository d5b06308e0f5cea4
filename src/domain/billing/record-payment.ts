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

/** Writes down and posts a payment of an invoice that is held. Whoever calls knows that it may be paid, and settles it. */
export const recordPayment = async (
  tx: Tx,
  actor: Actor,
  books: Books,
  payment: Payment,
  dateField = 'date_added',
): Promise<{ readonly id: Id<'invoicepayment'>; readonly dated: string }> => {
  const dated = await dayOf(tx, books, payment.date_added)
  requireOpen(books, dated, dateField)
  const { id } = await tx
    .insertInto('invoicepayment')
    .values({ ...payment, user: actor.user })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { invoice, payment_type, paid, unallocatedpayment = null } = payment
  await postPayment(tx, actor, {
    department: books.department,
    dated,
    payment_type,
    paid,
    invoice,
    invoicepayment: id,
    unallocatedpayment,
  })
  return { id, dated }
}

/** Pays an invoice that is held, and works out what is owed then. */
export const settlePayment = async (tx: Tx, actor: Actor, books: Books, payment: Payment, dateField?: string) => {
  const { id, dated } = await recordPayment(tx, actor, books, payment, dateField)
  await settleInvoice(tx, actor, payment.invoice, dated)
  return id
}

import { inOrder, type Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { nonField } from '../../kernel/errors.ts'
import type { Decimal, Id, Timestamp } from '../../kernel/fields.ts'
import { type Books, dayOf, requireNotFuture, requireUnlocked } from './hold-books.ts'
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
  /** The rounding that was recorded together with this cash. */
  readonly rounding?: Id<'invoicepayment'> | null
}

type Recorded = { readonly id: Id<'invoicepayment'>; readonly dated: string }

/** `dateField` is the field that the date was sent in. */
const insertPayment = async (
  tx: Tx,
  actor: Actor,
  books: Books,
  payment: Payment,
  dateField: string,
): Promise<Recorded> => {
  const dated = payment.date_added === actor.now ? books.today : await dayOf(tx, books, payment.date_added)
  requireUnlocked(books, dated, dateField)
  requireNotFuture(books, dated, dateField)
  const { id } = await tx
    .insertInto('invoicepayment')
    .values({ ...payment, user: actor.user })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, dated }
}

const postingOf = ({ department }: Books, payment: Payment, { id, dated }: Recorded) => {
  const { invoice, payment_type, paid, unallocatedpayment = null } = payment
  return { department, dated, payment_type, paid, invoice, invoicepayment: id, unallocatedpayment }
}

type Undated = Omit<Payment, 'date_added'> & Partial<Pick<Payment, 'date_added'>>

/** Records and posts a payment of an invoice that is held, dated now unless it says otherwise. The caller settles the invoice. */
export const recordPayment = async (
  tx: Tx,
  actor: Actor,
  books: Books,
  sent: Undated,
  dateField: string = nonField,
) => {
  const payment = { date_added: actor.now, ...sent }
  const recorded = await insertPayment(tx, actor, books, payment, dateField)
  await postPayment(tx, actor, 'receivable', postingOf(books, payment, recorded))
  return recorded.id
}

/** Records and posts a payment of an invoice that is held, and settles the invoice. */
export const settlePayment = async (tx: Tx, actor: Actor, books: Books, payment: Payment, dateField: string) => {
  const recorded = await insertPayment(tx, actor, books, payment, dateField)
  await inOrder(
    tx,
    () => postPayment(tx, actor, 'receivable', postingOf(books, payment, recorded)),
    () => settleInvoice(tx, actor, payment.invoice, recorded.dated),
  )
  return recorded.id
}

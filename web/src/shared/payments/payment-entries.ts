import { type Entry, entry, PaymentType, type Reference } from '@fetlock/sdk'
import type { Invoice, InvoicePayment, Prepayment } from '../../api/records.ts'
import { centsOf, leftOf, negated, smallerOf } from '../cash.ts'

export type Line = { readonly method: PaymentType; readonly amount: string }
type Used = Pick<Prepayment, 'id'> & { readonly amount: string }

/** A payment is one request, which writes 50 records at most. */
const maxUsed = 40

/** How much of each prepayment is used, oldest first, up to what is owed. */
export const usedOf = (prepayments: readonly Prepayment[], owed: string): readonly Used[] => {
  let rest = owed
  return prepayments
    .toSorted((one, other) => one.id - other.id)
    .flatMap(({ id, unused_amount }) => {
      const amount = smallerOf(unused_amount, rest)
      rest = leftOf(rest, amount)
      return centsOf(amount) > 0 ? [{ id, amount }] : []
    })
    .slice(0, maxUsed)
}

/** What is paid: an invoice, or the one that an earlier entry makes. */
export type Payable = Pick<Invoice, 'credit_note'> & { readonly url: string | Reference }

/** What a payment says besides what it pays. A credit note pays out, which is negative; of rounded cash the exact amount is sent. */
const amountsOf = ({ credit_note }: Payable, { method, amount }: Line, isRounded: boolean) => ({
  payment_type: method,
  paid: credit_note ? negated(amount) : amount,
  ...(method === PaymentType.Cash && isRounded ? { round_cash: true } : {}),
})

export const paymentEntry = <const N extends string>(
  name: N,
  payable: Payable,
  line: Line,
  isRounded: boolean,
): Entry<N, InvoicePayment> =>
  entry(name, 'POST', '/invoicepayment/', {
    body: { invoice: payable.url, ...amountsOf(payable, line, isRounded) },
  })

type Payment = {
  readonly payable: Payable
  readonly used: readonly Used[]
  readonly lines: readonly Line[]
  readonly isRounded: boolean
}

/** The parts of a payment, in their order: what was prepaid, then the money. */
export const paymentEntries = ({ payable, used, lines, isRounded }: Payment): readonly Entry[] => [
  ...used.map(({ id, amount }) =>
    entry(`prepaid${id}`, 'POST', '/unallocatedpayment/{id}/apply/', {
      path: { id },
      body: { invoice: payable.url, amount },
    }),
  ),
  ...lines.map((line, at) => paymentEntry(`payment${at + 1}`, payable, line, isRounded)),
]

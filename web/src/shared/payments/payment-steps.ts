import { centsOf, leftOf, negated, smallerOf } from '../cash.ts'
import type { WriteStep } from '../confirmed-writes.ts'
import type { Invoice, Prepayment } from '../../api/records.ts'

export const [card, cash, bank, insurance] = [0, 1, 2, 15]

/** The methods that somebody chooses; the others are made by the service. */
export const methods: readonly number[] = [card, cash, bank, 7, 5, 9, 4, 10, 6, 11, insurance]

/** Card and cash keep their places, for the hand that knows them; the others are ordered by how often the user takes them. */
export const methodsFor = (counts: unknown): readonly number[] => {
  const used = (typeof counts === 'object' && counts !== null ? counts : {}) as Readonly<Record<string, number>>
  const [first, second, ...others] = methods
  return [first!, second!, ...others.toSorted((one, other) => (used[other] ?? 0) - (used[one] ?? 0))]
}

export type Line = { readonly method: number; readonly amount: string }
type Used = { readonly url: string; readonly amount: string }

/** How much of each prepayment is used, oldest first, up to what is owed. */
export const usedOf = (prepayments: readonly Prepayment[], owed: string): readonly Used[] => {
  let rest = owed
  return prepayments
    .toSorted((one, other) => one.id - other.id)
    .flatMap(({ url, unused_amount }) => {
      const amount = smallerOf(unused_amount, rest)
      rest = leftOf(rest, amount)
      return centsOf(amount) > 0 ? [{ url, amount }] : []
    })
}

type Payment = {
  readonly invoice: Pick<Invoice, 'url' | 'credit_note'>
  readonly used: readonly Used[]
  readonly lines: readonly Line[]
  readonly isRounded: boolean
}

/** The body of a payment. What a credit note pays out is negative; of rounded cash the exact amount is sent. */
export const paymentBody = (
  { url, credit_note }: Payment['invoice'],
  { method, amount }: Line,
  isRounded: boolean,
) => ({
  invoice: url,
  payment_type: method,
  paid: credit_note ? negated(amount) : amount,
  ...(method === cash && isRounded ? { round_cash: true } : {}),
})

/** The requests that a payment is made of, in their order. */
export const paymentSteps = ({ invoice, used, lines, isRounded }: Payment): readonly WriteStep[] => [
  ...used.map(({ url, amount }) => ({ path: `${url}apply/`, body: { invoice: invoice.url, amount } })),
  ...lines.map((line) => ({ path: '/invoicepayment/', body: paymentBody(invoice, line, isRounded) })),
]

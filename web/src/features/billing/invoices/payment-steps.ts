import { amountOf, centsOf, leftOf, negated, roundedTo, smallerOf } from '../../../shared/cash.ts'
import type { WriteStep } from '../../../shared/confirmed-writes.ts'
import type { Invoice, Prepayment } from '../../../api/records.ts'

export const [card, cash, bank, rounding, insurance] = [0, 1, 2, 3, 15]

/** The methods that somebody chooses; the others are made by the service. */
export const methods: readonly number[] = [card, cash, bank, 7, 5, 9, 4, 10, 6, 11, insurance]

/** The smallest coin, where cash is not paid to the cent. */
const coins: Readonly<Record<string, string>> = { EUR: '0.05', CHF: '0.05', DKK: '0.50', SEK: '1.00', NOK: '1.00' }
/** Countries of the euro in which shops round cash. In the others cents are paid. */
const roundingCountries = ['FI', 'NL', 'BE', 'IE', 'IT', 'SK', 'EE', 'LT']

export const coinOf = (currency: string) => coins[currency] ?? '0.00'
export const isCashRounded = (country: string, currency: string) =>
  currency === 'EUR' ? roundingCountries.includes(country) : currency in coins

/** The user's methods, those used most often first. */
export const methodsFor = (counts: unknown): readonly number[] => {
  const used = (typeof counts === 'object' && counts !== null ? counts : {}) as Readonly<Record<string, number>>
  return methods.toSorted((one, other) => (used[other] ?? 0) - (used[one] ?? 0))
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

export const sumOf = (amounts: readonly string[]) => amountOf(amounts.reduce((sum, amount) => sum + centsOf(amount), 0))

/** What is paid in cash for an amount, and the rounding that goes before it. */
export const cashFor = (amount: string, coin: string) => {
  const paid = roundedTo(amount, coin)
  return { paid, rounding: leftOf(amount, paid) }
}

type Payment = {
  readonly invoice: Pick<Invoice, 'url' | 'credit_note'>
  readonly used: readonly Used[]
  readonly lines: readonly Line[]
  /** The smallest coin, if cash is rounded. */
  readonly coin: string | undefined
}

/** The requests that a payment is made of, in their order. What a credit note pays out is negative. */
export const paymentSteps = ({ invoice, used, lines, coin }: Payment): readonly WriteStep[] => {
  const signed = (amount: string) => (invoice.credit_note ? negated(amount) : amount)
  const pay = (payment_type: number, amount: string): WriteStep => ({
    path: '/invoicepayment/',
    body: { invoice: invoice.url, payment_type, paid: signed(amount) },
  })
  return [
    ...used.map(({ url, amount }) => ({ path: `${url}apply/`, body: { invoice: invoice.url, amount } })),
    ...lines.flatMap(({ method, amount }) => {
      if (method !== cash || coin === undefined) return [pay(method, amount)]
      const { paid, rounding: difference } = cashFor(amount, coin)
      return [...(centsOf(difference) === 0 ? [] : [pay(rounding, difference)]), pay(cash, paid)]
    }),
  ]
}

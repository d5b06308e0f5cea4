/**
 * Money in cents. What is left to pay, the change, and sums of what stands on the screen are the only amounts that the app works
 * out itself; the service rounds.
 */
type Cents = number

export const centsOf = (amount: string): Cents => {
  const [, sign, whole = '0', fraction = ''] = /^(-?)(\d*)(?:\.(\d{1,2}))?$/.exec(amount) ?? []
  return (sign === '-' ? -1 : 1) * (Number(whole) * 100 + Number(fraction.padEnd(2, '0')))
}

export const amountOf = (cents: Cents) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`

/** What amounts come to that are listed together. */
export const sumOf = (amounts: readonly string[]) => amountOf(amounts.reduce((sum, amount) => sum + centsOf(amount), 0))

/** What is left of an amount once some of it is taken. */
export const leftOf = (amount: string, taken: string) => amountOf(centsOf(amount) - centsOf(taken))

export const smallerOf = (one: string, other: string) => (centsOf(one) < centsOf(other) ? one : other)

export const negated = (amount: string) => amountOf(-centsOf(amount))
export const positive = (amount: string) => (amount.startsWith('-') ? negated(amount) : amount)

/** An amount as people type it, with a comma or a point, as the API takes it. */
export const typedAmount = (typed: string) => {
  const amount = typed.trim().replace(/\s/g, '').replace(',', '.')
  return /^\d{1,9}(\.\d{1,2})?$/.test(amount) ? amountOf(centsOf(amount)) : undefined
}

const notes: readonly Cents[] = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000]
const maxSuggested = 3

/** What people are likely to hand over: the next amounts that notes can make. */
export const likelyCash = (due: string): readonly string[] => {
  const cents = centsOf(due)
  const next = notes.map((note) => Math.ceil(cents / note) * note).filter((sum) => sum > cents)
  return [...new Set(next)]
    .toSorted((a, b) => a - b)
    .slice(0, maxSuggested)
    .map(amountOf)
}

/** What goes back. Undefined while too little was received. */
export const changeOf = (received: string, due: string) => {
  const cents = centsOf(received) - centsOf(due)
  return cents < 0 ? undefined : amountOf(cents)
}

/** What is wrong with what was handed over for an amount in cash. Undefined if it covers the amount. */
export const cashProblem = (received: string, due: string): 'notAnAmount' | 'tooLittle' | undefined => {
  const amount = typedAmount(received)
  if (amount === undefined) return 'notAnAmount'
  return changeOf(amount, due) === undefined ? 'tooLittle' : undefined
}

import { thousandthsOf } from '../../../shared/packages.ts'

/** A price of the API, which has four decimals at most, in ten-thousandths. */
const tenThousandthsOf = (price: string) => {
  const [whole = '0', part = ''] = price.split('.')
  return BigInt(whole + part.padEnd(4, '0').slice(0, 4))
}

const amountOf = (cents: bigint) => {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const perCent = 100_000n

/** What so many packages cost, rounded to cents half away from zero, as the service rounds each line of an order. */
export const lineTotal = (quantity: string, price: string): string =>
  amountOf((thousandthsOf(quantity) * tenThousandthsOf(price) + perCent / 2n) / perCent)

/** Amounts that stand on the same screen, together. */
export const sumOfAmounts = (amounts: readonly string[]): string =>
  amountOf(amounts.reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n))

import { typedDecimal } from '../../format.ts'

const thousandthsOf = (quantity: string) => Math.round(Number(quantity) * 1000)
const quantityOf = (thousandths: number) => String(thousandths / 1000)

/** One more or one fewer, without ever reaching nothing: to remove a row is another step. */
export const stepped = (quantity: string, by: 1 | -1) => {
  const next = thousandthsOf(quantity) + by * 1000
  return next > 0 ? quantityOf(next) : quantity
}

export const isSameQuantity = (one: string, other: string) => thousandthsOf(one) === thousandthsOf(other)

export const typedQuantity = (typed: string) => {
  const quantity = typedDecimal(typed)
  return quantity === undefined || thousandthsOf(quantity) === 0 ? undefined : quantityOf(thousandthsOf(quantity))
}

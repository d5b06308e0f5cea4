import type { CountersaleItem } from '../../api/records.ts'
import { typedDecimal } from '../../format.ts'

const [most, decimals] = [100, 2]

const withoutZeros = (number: string) => (number.includes('.') ? number.replace(/\.?0+$/, '') : number)

/** What is taken off a row, in percent. A surcharge is a discount below zero. */
export const discountOf = ({ percentage_change: change }: Pick<CountersaleItem, 'percentage_change'>) => {
  const percent = withoutZeros(change.replace('-', ''))
  return change.startsWith('-') || percent === '0' ? percent : `-${percent}`
}

/** A discount as people type it, from 0 to 100 percent with at most two decimals. */
export const typedDiscount = (typed: string) => {
  const percent = typed.trim() === '' ? '0' : typedDecimal(typed.replace('%', ''))
  if (percent === undefined || Number(percent) > most) return undefined
  const discount = withoutZeros(percent)
  return (discount.split('.')[1] ?? '').length > decimals ? undefined : discount
}

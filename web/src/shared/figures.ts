import { numberLocale } from '../format.ts'

/** A number of the API as people write it, with as many decimals as it has, but at least two. A minus is a minus sign. */
export const figureText = (amount: string, hasSign = false) => {
  const decimals = Math.max(2, amount.split('.')[1]?.length ?? 0)
  return new Intl.NumberFormat(numberLocale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: decimals,
    signDisplay: hasSign ? 'exceptZero' : 'auto',
  })
    .format(amount as Intl.StringNumericLiteral)
    .replace('-', '−')
}

/** A quantity without the zeros that say nothing: 0.5, 10. */
export const quantityText = (quantity: string) =>
  new Intl.NumberFormat(numberLocale, { maximumFractionDigits: 3 })
    .format(quantity as Intl.StringNumericLiteral)
    .replace('-', '−')

/** A percentage without the zeros that say nothing: 25.5, 14. */
export const percentText = (percentage: string) =>
  new Intl.NumberFormat(numberLocale, { maximumFractionDigits: 2 })
    .format(percentage as Intl.StringNumericLiteral)
    .replace('-', '−')

import { currentCountry, numberLocale } from '../../format.ts'

/** Owners may not read the language of the screen: paper is written as in that of their country, with Latin digits. */
const paperLocale = () => {
  const country = currentCountry()
  return /^[A-Z]{2}$/.test(country)
    ? `${new Intl.Locale(`und-${country}`).maximize().language}-${country}-u-ca-gregory-nu-latn`
    : numberLocale
}

/** A date on paper, as people of the country write it: 16.11.2026. */
export const paperDateText = (date: string) =>
  new Intl.DateTimeFormat(paperLocale(), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
  }).format(new Date(`${date}T00:00:00Z`))

/** A number on paper, as people of the country write it: 24,8. */
export const paperNumberText = (number: string) =>
  new Intl.NumberFormat(paperLocale(), { maximumFractionDigits: 3 }).format(number as Intl.StringNumericLiteral)

/** An amount in a column of amounts: 1 234,50, and with as many decimals as it has if it has more. A minus is a minus sign. */
export const paperFigureText = (amount: string) =>
  new Intl.NumberFormat(paperLocale(), {
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.max(2, amount.split('.')[1]?.length ?? 0),
  })
    .format(amount as Intl.StringNumericLiteral)
    .replace('-', '−')

/** An amount with its currency: 51,42 €. */
export const paperMoneyText = (amount: string, currency: string) =>
  new Intl.NumberFormat(paperLocale(), { style: 'currency', currency })
    .format(amount as Intl.StringNumericLiteral)
    .replace('-', '−')

/** How numbers and dates are written on paper of a country. */
export type PaperFormat = {
  /** At least this many decimals, and no trailing zeros after them. */
  readonly plain: (number: string, decimals?: number) => string
  readonly money: (amount: string) => string
  readonly percent: (number: string) => string
  readonly date: (date: string) => string
}

/** The language that most people of a country read, with Latin digits and the calendar of invoices. */
const localeOf = (country: string) =>
  country === '' ? 'en-GB' : `${new Intl.Locale(`und-${country}`).maximize().language}-${country}`

/** The narrow space is not in every font, and a minus sign is no hyphen. */
const printable = (text: string) => text.replaceAll('\u202f', '\u00a0').replace('-', '−')

const formats = new Map<string, PaperFormat>()

const makeFormat = (country: string): PaperFormat => {
  const locale = localeOf(country)
  const numbers = [0, 1, 2].map(
    (minimumFractionDigits) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits: 6, numberingSystem: 'latn' }),
  )
  const dates = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
  })
  const plain = (number: string, decimals = 0) =>
    printable(numbers[decimals]!.format(number as Intl.StringNumericLiteral))
  return {
    plain,
    money: (amount) => plain(amount, 2),
    percent: (number) => `${plain(number)}\u00a0%`,
    date: (date) => dates.format(new Date(`${date}T00:00:00Z`)),
  }
}

/** Owners read their own country’s forms: 16.11.2026 and 1 234,50 in Finland, whatever the language of the words. */
export const formatOf = (country: string): PaperFormat => {
  const known = formats.get(country)
  if (known !== undefined) return known
  const made = makeFormat(country)
  formats.set(country, made)
  return made
}

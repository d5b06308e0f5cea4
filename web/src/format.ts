/**
 * The language of text/en.ts, in which dates are said and numbers are written. `Intl` would write €1,234.56 and 1.234,56 side by
 * side for English words in Germany, and messages of the service have points.
 */
const language = 'en'
export const numberLocale = language
let locale: string = language

/** A browser that knows nothing of a country would write its dates as in the United States. */
const localeOf = (country: string) => {
  const wanted = `${language}-${country}`
  return new Intl.DateTimeFormat(wanted).resolvedOptions().locale === wanted ? wanted : 'en-GB'
}

/** How dates and times are written: as in the country of the clinic, whatever the browser is set to. */
export const currentLocale = () => locale
let ofClinic = ''
export const currentCountry = () => ofClinic
export const setCountry = (country: string) => {
  ofClinic = country
  locale = /^[A-Z]{2}$/.test(country) ? localeOf(country) : language
}

/** Making a formatter takes longer than formatting a whole calendar with it. */
const keptBy = <Options, Formatter>(make: (locale: string, options: Options) => Formatter) => {
  const formatters = new Map<string, Formatter>()
  return (forLocale: string, options: Options) => {
    const key = `${forLocale} ${JSON.stringify(options)}`
    const formatter = formatters.get(key) ?? make(forLocale, options)
    formatters.set(key, formatter)
    return formatter
  }
}
const formatterOf = keptBy(
  (forLocale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(forLocale, options),
)
const numbersOf = keptBy((forLocale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(forLocale, options))

/** How far a time zone is ahead of UTC at a moment, in milliseconds. */
export const offsetOf = (moment: number, timeZone: string) => {
  const parts = formatterOf('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - moment
}

/** The moment at which a day begins in a time zone, by its date such as 2026-11-16. */
export const startOfDay = (date: string, timeZone: string): Date => {
  const wall = Date.parse(`${date}T00:00:00Z`)
  // The offset of the night may differ from that of the first guess, where clocks change.
  const guess = wall - offsetOf(wall, timeZone)
  return new Date(wall - offsetOf(guess, timeZone))
}

/** The date of a moment where the time zone is. */
export const dateIn = (moment: Date, timeZone: string) =>
  formatterOf('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment)

export const addDays = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
export const nextDate = (date: string) => addDays(date, 1)

const isTwelveHours = () => formatterOf(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true

/** Twelve hours as the country writes them; twenty-four as they are typed and as ISO 8601 has them, 09:30. */
const clockOf = (timeZone: string) =>
  formatterOf(isTwelveHours() ? locale : 'en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })

export const timeText = (moment: Date | string, timeZone: string) => clockOf(timeZone).format(new Date(moment))

/** A whole hour beside a scale: 08:00, or 8 AM. */
export const hourText = (moment: Date, timeZone: string) =>
  isTwelveHours() ? formatterOf(locale, { timeZone, hour: 'numeric' }).format(moment) : timeText(moment, timeZone)

/** A time of the clock such as 08:30 in little room: 8, 8:30, or 8 am where hours are counted so. */
export const shortTimeText = (time: string) => {
  const moment = new Date(`2026-01-01T${time}Z`)
  const minute = time.endsWith(':00') ? undefined : '2-digit'
  if (isTwelveHours()) return formatterOf(locale, { timeZone: 'UTC', hour: 'numeric', minute }).format(moment)
  const [hours, minutes] = time.split(':')
  return minute === undefined ? String(Number(hours)) : `${Number(hours)}:${minutes}`
}

/** A time beside a scale that says which half of the day it is. */
export const clockText = (moment: Date, timeZone: string) =>
  clockOf(timeZone)
    .formatToParts(moment)
    .filter(({ type }) => type !== 'dayPeriod')
    .map(({ value }) => value)
    .join('')
    .trim()

/** Mon 16 Nov */
export const dayText = (date: string) =>
  formatterOf(locale, { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' })
    .format(new Date(`${date}T00:00:00Z`))
    .replace(',', '')

/** Monday 16 November, with the year if it is another. */
export const longDayText = (date: string, now = new Date()) =>
  formatterOf(locale, {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: date.slice(0, 4) === String(now.getUTCFullYear()) ? undefined : 'numeric',
  })
    .format(new Date(`${date}T00:00:00Z`))
    .replace(',', '')

/** 16 Nov 2026, as it is typed in a date field, too. */
export const fixedDateText = (date: string) =>
  formatterOf(locale, { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' }).format(
    new Date(`${date}T00:00:00Z`),
  )

/** November 2026 */
export const monthText = (date: string) =>
  formatterOf(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(new Date(`${date}T00:00:00Z`))

export const weekdayText = (date: string, weekday: 'short' | 'long') =>
  formatterOf(locale, { timeZone: 'UTC', weekday }).format(new Date(`${date}T00:00:00Z`))

/** 16 – 22 Nov 2026 */
export const dateRangeText = (from: string, to: string) =>
  formatterOf(locale, { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' }).formatRange(
    new Date(`${from}T00:00:00Z`),
    new Date(`${to}T00:00:00Z`),
  )

/** An amount as the API has it, which no number of JavaScript passes through. */
export const moneyText = (amount: string, currency: string) =>
  numbersOf(numberLocale, { style: 'currency', currency })
    .format(amount as Intl.StringNumericLiteral)
    .replace('-', '−')

export const isZero = (amount: string) => /^-?0*(\.0*)?$/.test(amount)

export const minutesSince = (moment: string, now: number) =>
  Math.max(0, Math.floor((now - Date.parse(moment)) / 60_000))

/** 3 Oct 2026, without the year in this one. */
export const dateText = (moment: Date | string, timeZone: string, now = new Date()) => {
  const at = new Date(moment)
  const year = dateIn(at, timeZone).slice(0, 4) === dateIn(now, timeZone).slice(0, 4) ? undefined : 'numeric'
  return formatterOf(locale, { timeZone, day: 'numeric', month: 'short', year }).format(at)
}

/** A date that is no moment, such as an invoice's, which is the same in every time zone. */
export const calendarDateText = (date: string, now = new Date()) => dateText(`${date}T12:00:00Z`, 'UTC', now)

/** Today, tomorrow or yesterday, and other days by their date. */
export const relativeDateText = (moment: Date | string, timeZone: string, now = new Date()) => {
  const today = dateIn(now, timeZone)
  const days = [-1, 0, 1].find((by) => addDays(today, by) === dateIn(new Date(moment), timeZone))
  if (days === undefined) return dateText(moment, timeZone, now)
  const said = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')
  return said.charAt(0).toLocaleUpperCase(locale) + said.slice(1)
}

/** The name of a country by its code of two letters; what is no such code stays as it was typed. */
export const countryText = (code: string) =>
  /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code) : code

/** Kilograms with two decimals below ten, with one above; a difference has those of the weight beside it. */
export const weightText = (weight: string, beside = weight) => {
  const digits = Number(beside) < 10 ? 2 : 1
  return numbersOf(numberLocale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    weight as Intl.StringNumericLiteral,
  )
}

/** A number as people type it, with a comma or a point, as the API takes it. */
export const typedDecimal = (typed: string) => {
  const text = typed.trim().replace(',', '.')
  return /^\d{1,6}(\.\d{1,3})?$/.test(text) ? text : undefined
}

/** Whole years and months from one date to another. */
export const ageOf = (born: string, until: string): { readonly years: number; readonly months: number } => {
  const [from, to] = [born.split('-').map(Number), until.split('-').map(Number)] as [number[], number[]]
  const months = (to[0]! - from[0]!) * 12 + to[1]! - from[1]! - (to[2]! < from[2]! ? 1 : 0)
  return { years: Math.floor(Math.max(months, 0) / 12), months: Math.max(months, 0) % 12 }
}

/** An amount below a heading that names the currency, or in a column of them. */
export const amountText = (amount: string) =>
  numbersOf(numberLocale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    .format(amount as Intl.StringNumericLiteral)
    .replace('-', '−')

/** A quantity or a percentage, without zeros at its end. */
export const plainText = (number: string) =>
  numbersOf(numberLocale, { maximumFractionDigits: 3 })
    .format(number as Intl.StringNumericLiteral)
    .replace('-', '−')

/** A difference in percent, to one decimal. */
export const changeText = (percent: number) =>
  numbersOf(numberLocale, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' })
    .format(percent)
    .replace('-', '−')

/** 340 kB, or 2.1 MB. */
export const fileSizeText = (bytes: number) => {
  const [size, unit] = bytes < 1_000_000 ? [Math.ceil(bytes / 1000), 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  return numbersOf(numberLocale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(size)
}

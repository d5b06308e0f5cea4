/** Dates as the API has them, such as 2026-11-16, without a time zone. */

const dayMs = 86_400_000

/** The date of a year, a month and a day, if there is one. */
export const dateOf = (year: number, month: number, day: number): string | undefined => {
  const moment = new Date(Date.UTC(year, month - 1, day))
  const isReal = moment.getUTCFullYear() === year && moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day
  return isReal ? moment.toISOString().slice(0, 10) : undefined
}

/** Whether something is a date that exists. Another century is a slip, and calendars end somewhere. */
export const isDate = (value: unknown): value is string => {
  if (typeof value !== 'string') return false
  const [, year, month, day] = /^((?:19|2\d)\d{2})-(\d{2})-(\d{2})$/.exec(value) ?? []
  return year !== undefined && dateOf(Number(year), Number(month), Number(day)) !== undefined
}

/** Whether something is a month, such as 2026-11. */
export const isMonth = (value: unknown): value is string => typeof value === 'string' && isDate(`${value}-01`)

/** Whether something is a moment of such a date, such as 2026-11-16T08:30:00Z. */
export const isMoment = (value: unknown): value is string => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T/.test(value)) return false
  const moment = new Date(value)
  return !Number.isNaN(moment.getTime()) && isDate(moment.toISOString().slice(0, 10))
}

/** A number of months on or back; the last day of a month that is too short. */
export const addMonths = (date: string, months: number): string => {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}

/** The weekday of a date as the API counts them, from 1 (Monday) to 7 (Sunday). */
export const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() || 7

/** The number of a week after ISO 8601: that of its Thursday. */
export const weekNumber = (date: string) => {
  const thursday = Date.parse(`${date}T00:00:00Z`) + (4 - weekdayOf(date)) * dayMs
  const newYear = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1)
  return Math.floor((thursday - newYear) / (7 * dayMs)) + 1
}

/** The weeks, from Monday to Sunday, in which a month has days. */
export const weeksOf = (month: string): readonly (readonly string[])[] => {
  const first = Date.parse(`${month.slice(0, 7)}-01T00:00:00Z`)
  const monday = first - (new Date(first).getUTCDay() || 7) * dayMs + dayMs
  const end = Date.parse(`${addMonths(`${month.slice(0, 7)}-01`, 1)}T00:00:00Z`)
  const dateAt = (moment: number) => new Date(moment).toISOString().slice(0, 10)
  return Array.from({ length: Math.ceil((end - monday) / dayMs / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_unused, day) => dateAt(monday + (week * 7 + day) * dayMs)),
  )
}

/** Whether people of a language write the month before the day. */
export const isMonthFirst = (locale: string) => {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type)
  return parts.indexOf('month') < parts.indexOf('day')
}

/** The month that a word begins like, such as nov or sept; 0 for none. */
const monthOf = (word: string, locale: string) => {
  const formatter = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long' })
  const names = Array.from({ length: 12 }, (_, month) =>
    formatter.format(Date.UTC(2026, month)).toLocaleLowerCase(locale),
  )
  return names.findIndex((name) => name.startsWith(word.toLocaleLowerCase(locale))) + 1
}

/** The day, the month and the year that were typed; without a year, undefined. */
export const typedParts = (
  typed: string,
  locale: string,
): readonly [day: number, month: number, year: number | undefined] | undefined => {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed)
  if (iso !== null) return [Number(iso[3]), Number(iso[2]), Number(iso[1])]
  const yearOf = (year: string | undefined) =>
    year === undefined ? undefined : Number(year.length === 2 ? `20${year}` : year)
  const [, day, month, year] = /^(\d{1,2})\.? ?(\p{L}{3,12})\.?(?: (\d{2}|\d{4}))?$/u.exec(typed) ?? []
  if (month !== undefined) return [Number(day), monthOf(month, locale), yearOf(year)]
  const [, name, dayAfter, itsYear] = /^(\p{L}{3,12})\.? (\d{1,2})(?:,? (\d{4}))?$/u.exec(typed) ?? []
  if (name !== undefined) return [Number(dayAfter), monthOf(name, locale), yearOf(itsYear)]
  const numbers = /^(\d{1,2})([./ -])(\d{1,2})[./ -]?(\d{2}|\d{4})?$/.exec(typed)
  if (numbers === null) return undefined
  const [, first, sign, second, last] = numbers
  // A point is written only where the day comes first.
  const isSwapped = sign !== '.' && isMonthFirst(locale)
  return [Number(isSwapped ? second : first), Number(isSwapped ? first : second), yearOf(last)]
}

/** A date as people type it: 2026-11-16, 16.11.2026, 16/11/26, 16 Nov 2026, Nov 16, 2026 or 16.11. Without a year it is the next such day. */
export const typedDate = (typed: string, today: string, locale: string): string | undefined => {
  const parts = typedParts(typed.trim(), locale)
  if (parts === undefined) return undefined
  const [day, month, year] = parts
  const thisYear = Number(today.slice(0, 4))
  const date = dateOf(year ?? thisYear, month, day)
  const meant = year === undefined && date !== undefined && date < today ? dateOf(thisYear + 1, month, day) : date
  return isDate(meant) ? meant : undefined
}

/** A time as people type it: 9, 930, 0930, 9.30, 9:30; shown with 24 hours as 09:30. */
export const typedTime = (typed: string): string | undefined => {
  const said = typed.trim()
  const [, hours, minutes = '0'] = /^(\d{1,2})(?:[:.,h ](\d{2}))?$/.exec(said) ?? /^(\d{1,2})(\d{2})$/.exec(said) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined
  return `${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`
}

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

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The day, the month and the year that were typed; without a year, undefined. */
export const typedParts = (
  typed: string,
  locale: string,
): readonly [day: number, month: number, year: number | undefined] | undefined => {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed)
  if (iso !== null) return [Number(iso[3]), Number(iso[2]), Number(iso[1])]
  const yearOf = (year: string | undefined) =>
    year === undefined ? undefined : Number(year.length === 2 ? `20${year}` : year)
  const named = /^(\d{1,2})\.? ?([a-z]{3,9})\.?(?: (\d{2}|\d{4}))?$/i.exec(typed)
  if (named !== null) {
    const month = monthNames.indexOf(named[2]!.slice(0, 3).toLowerCase()) + 1
    return [Number(named[1]), month, yearOf(named[3])]
  }
  const numbers = /^(\d{1,2})([./ -])(\d{1,2})[./ -]?(\d{2}|\d{4})?$/.exec(typed)
  if (numbers === null) return undefined
  const [, one, sign, two, year] = numbers
  // A point is written only where the day comes first.
  const [day, month] = sign !== '.' && isMonthFirst(locale) ? [two, one] : [one, two]
  return [Number(day), Number(month), yearOf(year)]
}

/** A date as people type it: 2026-11-16, 16.11.2026, 16/11/26, 16 Nov 2026 or 16.11. Without a year it is the next such day. */
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

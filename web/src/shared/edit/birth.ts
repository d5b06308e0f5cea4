import { dateOf, typedParts } from '../dates.ts'

const dayMs = 86_400_000
const before = (today: string, { years = 0, months = 0, weeks = 0 }) => {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  const moment = new Date(Date.UTC(year - years, month - 1 - months, day) - weeks * 7 * dayMs)
  return moment.toISOString().slice(0, 10)
}

/**
 * When an animal was born, as people say it: a date, a year, or an age such as “2 y 3 m” or “8 w”. Only a year is its middle.
 * Undefined if it is none of these.
 */
export const typedBirth = (typed: string, today: string, locale: string): string | undefined => {
  const said = typed.trim().toLowerCase()
  const [, year] = /^((?:19|20)\d\d)$/.exec(said) ?? []
  if (year !== undefined) {
    const middle = `${year}-07-01`
    return middle > today ? `${year}-01-01` : middle
  }
  const [day, month, ofYear] = typedParts(said, locale) ?? []
  // A word that is no month, as in “3 weeks”, is of an age. A day without its year says nothing of when an animal was born.
  if (day !== undefined && month! > 0) return ofYear === undefined ? undefined : dateOf(ofYear, month!, day)
  const age = /^(?:(\d{1,2})\s*y\w*)?\s*(?:(\d{1,3})\s*m\w*)?\s*(?:(\d{1,3})\s*w\w*)?$/.exec(said)
  if (age === null || said === '') return undefined
  const [, years, months, weeks] = age.map(Number)
  return before(today, { years: years || 0, months: months || 0, weeks: weeks || 0 })
}

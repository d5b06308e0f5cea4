import type { Attributes } from './records.ts'

/** The keys of a query as they arrive: values of any form. */
export type Keys = Readonly<Record<string, unknown>>

/** The text of a key; undefined where it has none and so matches everything. */
export const textOf = (value: unknown): string | undefined => {
  if (Array.isArray(value)) return textOf(value[0])
  if (typeof value === 'object' && value !== null && 'Alphabetic' in value) return textOf(value.Alphabetic)
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value).trim()
  return text === '' || text === '*' ? undefined : text
}

const listOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) => textOf(one)?.split('\\') ?? [])

/**
 * `*` stands for any characters and `?` for one. Compared from left to right, going back to the last `*` only: a regular
 * expression with many of them could take for ever.
 */
const matchesPattern = (pattern: string, value: string): boolean => {
  const [wanted, given] = [[...pattern], [...value]]
  let [at, star, resume] = [0, -1, 0]
  for (let position = 0; position < given.length; ) {
    if (wanted[at] === '*') {
      star = at++
      resume = position
    } else if (at < wanted.length && (wanted[at] === '?' || wanted[at] === given[position])) {
      at++
      position++
    } else if (star >= 0) {
      at = star + 1
      position = ++resume
    } else return false
  }
  return wanted.slice(at).every((rest) => rest === '*')
}

const foldCase = (name: string) => name.normalize('NFC').toLowerCase()

/** Upper and lower case are alike in names, and empty components at the end mean nothing. */
const matchesName = (pattern: string, value: string) =>
  matchesPattern(foldCase(pattern).replace(/\^+$/, ''), foldCase(value))

/** A value, or a range with either end open: `20260101-20260131`, `20260101-`, `-20260131`. */
const inRange = (width: number) => (range: string, value: string) => {
  const digits = (text: string, filler: string) =>
    text
      .replaceAll(/[^\d.]/g, '')
      .slice(0, width)
      .padEnd(width, filler)
  const [from = '', to] = range.split('-')
  if (to === undefined) return value.startsWith(from.replaceAll(/[^\d]/g, '').slice(0, width))
  return digits(from, '0') <= value && (to === '' || value <= digits(to, '9'))
}

type Matches = (key: string, value: string) => boolean

const matchers: Readonly<Record<string, Matches>> = {
  PatientName: matchesName,
  ReferringPhysicianName: matchesName,
  RequestingPhysician: matchesName,
  ResponsiblePerson: matchesName,
  ScheduledPerformingPhysicianName: matchesName,
  PatientBirthDate: inRange(8),
  ScheduledProcedureStepStartDate: inRange(8),
  ScheduledProcedureStepStartTime: inRange(6),
}

/** What a query says of how it is written, and not of what it asks for. */
const notKeys = new Set(['SpecificCharacterSet', 'TimezoneOffsetFromUTC'])

const fits = (keyword: string, key: unknown, value: Attributes[string]): boolean => {
  if (typeof value !== 'string') {
    const item = (Array.isArray(key) ? key[0] : key) as Keys | undefined
    return value.some((one) => matches(item ?? {}, one))
  }
  const asked = listOf(key)
  if (asked.length === 0) return true
  const matcher = matchers[keyword] ?? matchesPattern
  return asked.some((one) => matcher(one, value))
}

/** Whether an entry of the worklist is what a query asks for. Keys that are not supported match everything. */
export const matches = (keys: Keys, record: Attributes): boolean =>
  Object.entries(keys).every(([keyword, key]) => {
    const value = record[keyword]
    return value === undefined || notKeys.has(keyword) || fits(keyword, key, value)
  })

/** The attributes of an entry that a query asks for; all of a sequence whose keys it leaves out. */
export const selectAsked = (keys: Keys, record: Attributes): Attributes => {
  const asked = Object.entries(record).filter(([keyword]) => keyword === 'SpecificCharacterSet' || keyword in keys)
  return Object.fromEntries(
    asked.map(([keyword, value]) => {
      if (typeof value === 'string') return [keyword, value]
      const key = keys[keyword]
      const item = ((Array.isArray(key) ? key[0] : key) ?? {}) as Keys
      const inner = Object.keys(item).length === 0 ? value : value.map((one) => selectAsked(item, one))
      return [keyword, inner]
    }),
  )
}

import { oneOf, readDate, readFlag, readId, readWord, type Search } from '../../shared/address.ts'
import type { AuditSearch } from './audit/filter.ts'

type PeopleSearch = {
  /** What was looked for. */
  q?: string | undefined
  /** Who is listed: who works here now, unless it says so. */
  view?: 'inactive' | 'all' | undefined
  /** Whose panel is open. */
  person?: number | undefined
  invite?: true | undefined
}

export const readPeopleSearch = (search: Search): PeopleSearch => ({
  q: readWord(search['q']),
  view: oneOf(['inactive', 'all'], search['view']),
  person: readId(search['person']),
  invite: readFlag(search['invite']),
})

/** Which location is shown; without one the clinic as a whole. */
type ClinicSearch = { of?: number | undefined }

export const readClinicSearch = (search: Search): ClinicSearch => ({ of: readId(search['of']) })

export type ShiftsSearch = {
  /** A day of the week that is shown; without one it is this week. */
  date?: string | undefined
  /** Whose day is open, and which. */
  person?: number | undefined
  day?: string | undefined
  /** Leave is being recorded, or the week copied to the next. */
  leave?: true | undefined
  copy?: true | undefined
  /** Somebody who is listed without having a shift yet. */
  also?: number | undefined
}

export const readShiftsSearch = (search: Search): ShiftsSearch => ({
  date: readDate(search['date']),
  person: readId(search['person']),
  day: readDate(search['day']),
  leave: readFlag(search['leave']),
  copy: readFlag(search['copy']),
  also: readId(search['also']),
})

export const readAuditSearch = (search: Search): AuditSearch => ({
  view: oneOf(['security'], search['view']),
  person: readId(search['person']),
  resource: readWord(search['resource']),
  record: readId(search['record']),
  day: readDate(search['day']),
})

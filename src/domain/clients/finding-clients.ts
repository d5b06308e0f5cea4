import { bySuffix, rowsById } from '../../db/suffixes.ts'
import { pattern } from '../../kernel/filters.ts'
import type { AddValue, ExtraFilter } from '../../kernel/resource.ts'
import { boolean, text } from '../../kernel/values.ts'

/** Removes the separators of phone numbers: the same characters as in migrations/0010_search.sql. */
const withoutSeparators = (typed: string) => typed.replace(/[\s().\-/]/g, '')

/** The phone numbers that contain a term, as they were sent or in E.164. */
export const phoneNumbersContaining = bySuffix(4, withoutSeparators)

/**
 * What E.164 has in place of the zeros that people dial first: 048 is 48 after any country code, 0046 is the country code 46.
 * Numbers that keep their zero, as in Italy, are found as they are typed.
 */
const dialled = (typed: string) => {
  const [, zeros, digits] = /^(00?)([1-9]\d*)$/.exec(withoutSeparators(typed)) ?? []
  return digits === undefined ? undefined : { digits, start: zeros === '0' ? '^\\+[1-9][0-9]{0,2}' : '^\\+' }
}

/** Selects the phone numbers that may match what was typed, each way of reading it apart. Empty for less than three digits. */
export const phoneNumberCandidates = (typed: unknown, add: AddValue): readonly string[] => {
  const read = dialled(String(typed))
  return [phoneNumbersContaining(typed, add), read && phoneNumbersContaining(read.digits, add)].filter(
    (numbers) => numbers !== undefined,
  )
}

/**
 * SQL condition that the phone number in a row contains what was typed, as it was sent, in E.164 or by its digits, or begins
 * with it as it is dialled.
 */
export const phoneNumberMatches = (typed: unknown, add: AddValue, row: string) => {
  const digits = withoutSeparators(String(typed))
  const written = `${row}.phone_number ilike ${add(pattern(String(typed)), 'text')}`
  const bare = digits && add(pattern(digits), 'text')
  // A term of separators only has no digits, and an empty pattern would match every number.
  const byDigits =
    bare && ` or ${row}.e164 ilike ${bare} or regexp_replace(${row}.phone_number, '[^0-9+]', '', 'g') ilike ${bare}`
  const read = dialled(String(typed))
  const asDialled = read === undefined ? '' : ` or ${row}.e164 ~ ${add(`${read.start}${read.digits}`, 'text')}`
  return `(${written}${byDigits}${asDialled})`
}

const phoneNumbers = 'phonenumber p'
const ofOrganisation = 'p.organisation = t.o'

/** Matches a number as it was sent, in E.164, and by its digits without separators. */
export const hasPhoneNumber: ExtraFilter = {
  value: text(63, {
    about:
      'Only clients with a phone number that contains this: as it was entered, in E.164, or by its digits, so spaces and hyphens do not matter; or that begins with this as it is dialled, with 0 for the country or 00 before its code.',
  }),
  condition: (typed, add) =>
    `exists (select from ${phoneNumbers} where ${ofOrganisation} and p.client = r.id and ${phoneNumberMatches(typed, add, 'p')})`,
  candidates: (typed, add) => {
    const numbers = phoneNumberCandidates(typed, add)
    if (numbers.length === 0) return undefined
    const found = rowsById(numbers.join(' union all '), phoneNumbers, ofOrganisation, 'p')
    return `select distinct p.client as id from ${found} where ${phoneNumberMatches(typed, add, 'p')}`
  },
}

export const hasAlivePatients: ExtraFilter = {
  value: boolean({
    about:
      '`true`: only clients with a patient that is neither deceased nor archived. `false`: only clients without one.',
  }),
  condition: (
    wanted,
  ) => `${wanted ? '' : 'not '}exists (select from patient p where p.organisation = t.o and p.client = r.id
    and p.deceased is null and not p.archived)`,
}

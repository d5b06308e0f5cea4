import { bySuffix, rowsById } from '../../db/suffixes.ts'
import { pattern } from '../../kernel/filters.ts'
import type { AddValue, ExtraFilter } from '../../kernel/resource.ts'
import { boolean, text } from '../../kernel/values.ts'

/** Removes the separators of phone numbers: the same characters as in migrations/0010_search.sql. */
const withoutSeparators = (typed: string) => typed.replace(/[\s().\-/]/g, '')

/** The phone numbers that contain a term, as they were sent or in E.164. */
export const phoneNumbersContaining = bySuffix(4, withoutSeparators)

/** SQL condition that the phone number in a row contains what was typed, as it was sent, in E.164 or by its digits. */
export const phoneNumberMatches = (typed: unknown, add: AddValue, row: string) => {
  const digits = withoutSeparators(String(typed))
  const written = `${row}.phone_number ilike ${add(pattern(String(typed)), 'text')}`
  const bare = digits && add(pattern(digits), 'text')
  // A term of separators only has no digits, and an empty pattern would match every number.
  const byDigits =
    bare && ` or ${row}.e164 ilike ${bare} or regexp_replace(${row}.phone_number, '[^0-9+]', '', 'g') ilike ${bare}`
  return `(${written}${byDigits})`
}

const phoneNumbers = 'phonenumber p'
const ofOrganisation = 'p.organisation = t.o'

/** Matches a number as it was sent, in E.164, and by its digits without separators. */
export const hasPhoneNumber: ExtraFilter = {
  value: text(63, {
    about:
      'Only clients with a phone number that contains this: as it was entered, in E.164, or by its digits, so spaces and hyphens do not matter.',
  }),
  condition: (typed, add) =>
    `exists (select from ${phoneNumbers} where ${ofOrganisation} and p.client = r.id and ${phoneNumberMatches(typed, add, 'p')})`,
  candidates: (typed, add) => {
    const numbers = phoneNumbersContaining(typed, add)
    if (numbers === undefined) return undefined
    const found = rowsById(numbers, phoneNumbers, ofOrganisation, 'p')
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

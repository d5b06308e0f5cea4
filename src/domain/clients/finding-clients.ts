import { bySuffix, rowsAmong } from '../../db/suffixes.ts'
import { pattern } from '../../kernel/filters.ts'
import type { AddValue, ExtraFilter } from '../../kernel/resource.ts'
import { boolean, text } from '../../kernel/values.ts'

/** What people put between digits: the same characters as in migrations/0010_search.sql. */
const withoutSeparators = (typed: string) => typed.replace(/[\s().\-/]/g, '')

/** The phone numbers, as they were written down or in their international form, that contain what was typed. */
export const phoneNumbersWith = bySuffix(4, withoutSeparators)

const fits = (typed: unknown, add: AddValue) => {
  const digits = withoutSeparators(String(typed))
  const written = `p.phone_number ilike ${add(pattern(String(typed)), 'text')}`
  const bare = digits && add(pattern(digits), 'text')
  // Nothing but a dash or a bracket has no digits to look for, and an empty pattern would find everybody.
  const dialled = bare && ` or p.e164 ilike ${bare} or regexp_replace(p.phone_number, '[^0-9+]', '', 'g') ilike ${bare}`
  return `(${written}${dialled})`
}

const phoneNumbers = 'phonenumber p where p.organisation = t.o'

/** Finds a number as it was written down, in its international form, and by its digits alone however it was spaced. */
export const hasPhoneNumber: ExtraFilter = {
  value: text(63),
  condition: (typed, add) => `exists (select from ${phoneNumbers} and p.client = r.id and ${fits(typed, add)})`,
  among: (typed, add) => {
    const numbers = phoneNumbersWith(typed, add)
    return (
      numbers &&
      `select distinct p.client as id from ${rowsAmong(numbers, phoneNumbers, 'p')} where ${fits(typed, add)}`
    )
  },
}

export const hasAlivePatients: ExtraFilter = {
  value: boolean(),
  condition: (
    wanted,
  ) => `${wanted ? '' : 'not '}exists (select from patient p where p.organisation = t.o and p.client = r.id
    and p.deceased is null and not p.archived)`,
}

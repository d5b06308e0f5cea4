import { pattern } from '../../kernel/filters.ts'
import type { ExtraFilter } from '../../kernel/resource.ts'
import { boolean, text } from '../../kernel/values.ts'

/** Finds a number as it was written down, in its international form, and by its digits alone however it was spaced. */
export const hasPhoneNumber: ExtraFilter = {
  value: text(63),
  condition: (typed, add) => {
    const digits = String(typed).replace(/[\s().\-/]/g, '')
    const written = `p.phone_number ilike ${add(pattern(String(typed)), 'text')}`
    const bare = digits && add(pattern(digits), 'text')
    // Nothing but a dash or a bracket has no digits to look for, and an empty pattern would find everybody.
    const dialled =
      bare && ` or p.e164 ilike ${bare} or regexp_replace(p.phone_number, '[^0-9+]', '', 'g') ilike ${bare}`
    return `exists (select from phonenumber p where p.organisation = t.o and p.client = r.id and (${written}${dialled}))`
  },
}

export const hasAlivePatients: ExtraFilter = {
  value: boolean(),
  condition: (
    wanted,
  ) => `${wanted ? '' : 'not '}exists (select from patient p where p.organisation = t.o and p.client = r.id
    and p.deceased is null and not p.archived)`,
}

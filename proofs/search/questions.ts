import type { Random } from '../../src/demo/random.ts'
import type { NewClient } from './clients.ts'

export const maxHits = 1000

/** What the front desk asks, and the same as a plain condition on a client `c` and its phone number `p`. */
export type Question = {
  readonly kind: string
  readonly query: string
  readonly condition: string
  readonly values: readonly string[]
}

type Names = 'firstname' | 'lastname' | 'organization_name'

const patternOf = (term: string) => `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`
const encoded = (parameters: Readonly<Record<string, string>>) => new URLSearchParams(parameters).toString()

/** Three characters or more out of a text, typed in some other case now and then. */
export const partOf = (random: Random, text: string) => {
  const letters = [...text]
  const length = Math.min(letters.length, random.int(3, 9))
  const from = random.int(0, letters.length - length)
  const part = letters.slice(from, from + length).join('')
  // Blanks at the ends of a parameter are trimmed away, and the term may then be too short.
  if (part.trim() !== part) return undefined
  return random.pick([part, part.toLowerCase(), part.toUpperCase()])
}

type Asked = Pick<Question, 'condition' | 'values'> & { readonly query: Readonly<Record<string, string>> }
type Make = (random: Random, person: NewClient) => Asked | undefined

const byName =
  (field: Names): Make =>
  (random, person) => {
    const term = partOf(random, person[field])
    if (term === undefined) return undefined
    return { query: { [`${field}__icontains`]: term }, condition: `c.${field} ilike $1`, values: [patternOf(term)] }
  }

const byAnyName: Make = (random, person) => {
  const term = partOf(random, random.pick([person.firstname, person.lastname]))
  if (term === undefined) return undefined
  return {
    query: {
      firstname__icontains: term,
      lastname__icontains: term,
      organization_name__icontains: term,
      filter_type: 'or',
    },
    condition: '(c.firstname ilike $1 or c.lastname ilike $1 or c.organization_name ilike $1)',
    values: [patternOf(term)],
  }
}

const byBothNames: Make = (random, person) => {
  const [first, last] = [partOf(random, person.firstname), partOf(random, person.lastname)]
  if (first === undefined || last === undefined) return undefined
  return {
    query: { firstname__icontains: first, lastname__icontains: last },
    condition: 'c.firstname ilike $1 and c.lastname ilike $2',
    values: [patternOf(first), patternOf(last)],
  }
}

/** Some digits of a number with its country code, or the number as it is dialled in Finland. */
export const somePartOf = (random: Random, e164: string) => {
  const digits = e164.slice(1)
  const length = random.int(5, 9)
  const from = random.int(0, digits.length - length)
  return random.pick([digits.slice(from, from + length), `0${digits.slice('358'.length)}`])
}

/** What a number in E.164 looks like that is dialled so: with 0 and no country code, or with 00 before it. */
export const dialledPattern = (digits: string) => {
  const [, zeros, rest] = /^(00?)([1-9]\d*)$/.exec(digits) ?? []
  return rest === undefined ? '^$' : `^\\+${zeros === '0' ? '[1-9][0-9]{0,2}' : ''}${rest}`
}

const byPhone: Make = (random, person) => {
  const part = somePartOf(random, person.e164)
  const typed = random.pick([part, `${part.slice(0, 3)} ${part.slice(3)}`, `${part.slice(0, 2)}-${part.slice(2)}`])
  return {
    query: { phonenumbers__icontains: typed },
    condition: `(p.phone_number ilike $1 or p.e164 ilike $2 or p.e164 ~ $3
      or regexp_replace(p.phone_number, '[^0-9+]', '', 'g') ilike $2)`,
    values: [patternOf(typed), patternOf(part), dialledPattern(part)],
  }
}

const byEmail: Make = (_random, { email }) => ({
  query: { email__is: email },
  condition: 'c.email = $1',
  values: [email],
})

const kinds: Readonly<Record<string, Make>> = {
  firstname: byName('firstname'),
  lastname: byName('lastname'),
  organization_name: byName('organization_name'),
  'any name (or)': byAnyName,
  'both names (and)': byBothNames,
  phone: byPhone,
  'e-mail': byEmail,
}

/** A question of each kind, about random clients. */
export const makeQuestions = (random: Random, newClients: readonly NewClient[], each: number): Question[] => {
  const questions: Question[] = []
  for (const [kind, make] of Object.entries(kinds))
    for (let made = 0; made < each; ) {
      const person = random.pick(newClients)
      if (kind === 'organization_name' && person.organization_name === '') continue
      const asked = make(random, person)
      if (asked === undefined) continue
      questions.push({ kind, ...asked, query: encoded(asked.query) })
      made += 1
    }
  return questions
}

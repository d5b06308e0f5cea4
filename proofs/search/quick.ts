import type { Random } from '../../src/demo/random.ts'
import { connected } from '../../scripts/database.ts'
import type { Urls } from '../harness.ts'
import type { NewClient } from './clients.ts'
import { partOf, patternOf } from './questions.ts'

/** What somebody types into the search box. */
export type Typed = { readonly kind: string; readonly q: string }
export type Expected = Typed & { readonly hits: readonly string[] }
type Make = (random: Random, person: NewClient) => string | undefined

const longWords = (name: string) => name.split(/[\s-]/).filter((word) => word.length >= 3)

const part =
  (of: (person: NewClient) => string): Make =>
  (random, person) => {
    const [word] = longWords(of(person))
    return word && partOf(random, word)
  }
const twoWords =
  (one: (person: NewClient) => string, other: (person: NewClient) => string): Make =>
  (random, person) => {
    const [[first], [second]] = [longWords(one(person)), longWords(other(person))]
    if (!first || !second) return undefined
    return random.pick([`${first} ${second}`, `${second} ${first}`.toLowerCase()])
  }
const byPhone: Make = (random, { e164 }) => {
  const digits = e164.slice(1)
  const length = random.int(5, 9)
  const from = random.int(0, digits.length - length)
  const typed = digits.slice(from, from + length)
  return random.pick([typed, `${typed.slice(0, 3)} ${typed.slice(3)}`])
}

const kinds: Readonly<Record<string, Make>> = {
  'part of a family name': part(({ lastname }) => lastname),
  'part of a first name': part(({ firstname }) => firstname),
  'first and family name': twoWords(
    ({ firstname }) => firstname,
    ({ lastname }) => lastname,
  ),
  pet: part(({ pet }) => pet),
  'pet and owner': twoWords(
    ({ pet }) => pet,
    ({ lastname }) => lastname,
  ),
  'phone number': byPhone,
  microchip: (random, { microchip }) => random.pick([microchip, microchip.slice(-6), microchip.slice(0, 12)]),
  'e-mail address': (random, { email }) => random.pick([email, email.slice(0, email.indexOf('@') - 1)]),
  'invoice number': (random) => String(random.int(1, 10_000)),
}

export const makeTyped = (random: Random, newClients: readonly NewClient[], each: number): Typed[] => {
  const typed: Typed[] = []
  for (const [kind, make] of Object.entries(kinds))
    for (let made = 0; made < each; ) {
      const q = make(random, random.pick(newClients))
      if (q === undefined) continue
      typed.push({ kind, q })
      made += 1
    }
  return typed
}

type Add = (value: string) => string
type Conditions = Readonly<Record<'client' | 'patient' | 'invoice', string>>

const names = `concat_ws(' ', c.firstname, c.lastname, c.organization_name)`
const all = (conditions: readonly string[]) => `(${conditions.join(' and ')})`
const any = (conditions: readonly string[]) => `(${conditions.join(' or ') || 'false'})`

/** What must be found, said once more without any index: on a client `c`, its number `p`, its patient `a` and its invoice `i`. */
const conditionsFor = (q: string, add: Add): Conditions => {
  const words = q.split(' ')
  const long = words.filter((word) => word.length >= 3)
  const short = words.filter((word) => word.length < 3)
  const contains = (text: string, word: string) => `${text} ilike ${add(patternOf(word))}`
  const literal = (word: string) => word.replaceAll(/[.+]/g, '\\$&')
  const isClient = (word: string) =>
    any([
      contains('c.firstname', word),
      contains('c.lastname', word),
      contains('c.organization_name', word),
      `c.email ~* ${add(`^([^@]*[._+-])?${literal(word)}`)}`,
      `c.email ~* ${add(`@${literal(word)}`)}`,
    ])
  const isPet = (word: string) => contains('a.name', word)
  const ofPet = any([
    all(long.map(isPet)),
    ...(long.length > 1 ? long : []).map((name) =>
      all([isPet(name), ...long.filter((word) => word !== name).map((word) => contains(names, word))]),
    ),
  ])
  const digits = q.replaceAll(/\D/g, '')
  const isNumber = /^[\d ]+$/.test(q) && digits.length >= 3
  const number = /^\d+$/.test(q) ? `i.invoice_number::text = ${add(String(Number(q)))}` : 'false'
  const start = isNumber ? add(`${digits}%`) : ''
  const phone = isNumber ? add(patternOf(digits)) : ''
  return {
    client: any([
      ...(long.length > 0
        ? [all([...long.map(isClient), ...short.map((word) => contains(`concat_ws(' ', ${names}, c.email)`, word))])]
        : []),
      ...(isNumber
        ? [`p.e164 ilike ${phone}`, `regexp_replace(p.phone_number, '[^0-9+]', '', 'g') ilike ${phone}`]
        : []),
    ]),
    patient: any([
      ...(long.length > 0 ? [all([ofPet, ...short.map((word) => contains(`a.name || ' ' || ${names}`, word))])] : []),
      ...(isNumber ? ['a.microchip', ...[6, 5, 4].map((end) => `right(a.microchip, ${end})`)] : []).map(
        (text) => `${text} like ${start}`,
      ),
    ]),
    invoice: number,
  }
}

const atOnce = 10
const rowOf = { client: 'c', patient: 'a', invoice: 'i' } as const
const types = ['client', 'patient', 'invoice'] as const

/** What each of them must find, looked for in every row by a superuser. */
export const lookForTyped = (urls: Urls, organisation: number, typed: readonly Typed[]): Promise<Expected[]> =>
  connected(urls.superuser, async (superuser) => {
    const known: Expected[] = []
    for (let from = 0; from < typed.length; from += atOnce) {
      const some = typed.slice(from, from + atOnce)
      const values: string[] = []
      const add: Add = (value) => `$${values.push(value)}::text`
      const lists = some.flatMap(({ q }) => {
        const conditions = conditionsFor(q, add)
        return types.map((type) => `array_agg('${type} ' || ${rowOf[type]}.id) filter (where ${conditions[type]}) `)
      })
      const { rows } = await superuser.query({
        text: `select ${lists.join(', ')} from client c
          join phonenumber p on p.organisation = c.organisation and p.client = c.id
          join patient a on a.organisation = c.organisation and a.client = c.id
          join invoice i on i.organisation = c.organisation and i.client = c.id
          where c.organisation = ${organisation}`,
        values,
        rowMode: 'array',
      })
      const found = rows[0] as readonly (readonly string[] | null)[]
      known.push(
        ...some.map((one, at) => ({
          ...one,
          hits: types.flatMap((_, place) => found[at * types.length + place] ?? []),
        })),
      )
    }
    return known
  })

const most = 20

/** Where an answer has something that does not fit, or lacks something although there was room for it. */
export const wrongResults = ({ kind, q, hits }: Expected, text: string): string[] => {
  const { results } = JSON.parse(text) as { results: readonly { type: string; id: number }[] }
  const fitting = new Set(hits)
  const shown = new Set(results.map(({ type, id }) => `${type} ${id}`))
  const others = [...shown].filter((one) => !fitting.has(one))
  if (others.length === 0 && shown.size === results.length && shown.size === Math.min(most, fitting.size)) return []
  return [`${kind} “${q}” has ${shown.size} results, ${others.length} of which do not fit, where ${fitting.size} fit`]
}

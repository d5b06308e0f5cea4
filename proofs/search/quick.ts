import type { Random } from '../../src/demo/random.ts'
import { connected } from '../../scripts/database.ts'
import type { Urls } from '../harness.ts'
import type { NewClient } from './clients.ts'
import { dialledPattern, partOf, somePartOf } from './questions.ts'

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
  const typed = somePartOf(random, e164)
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

type Known = {
  readonly client: number
  readonly names: readonly string[]
  readonly email: string
  readonly phones: readonly string[]
  readonly patient: number
  readonly pet: string
  readonly microchip: string
  readonly invoice: number
  readonly number: string
}

/** Everything that can be found, in small letters. */
const readKnown = ({ superuser }: Urls, organisation: number): Promise<Known[]> =>
  connected(superuser, async (client) => {
    const { rows } = await client.query<Known>(
      `select client.id as client, array[lower(firstname), lower(lastname), lower(organization_name)] as names,
        lower(email) as email, array[e164, regexp_replace(phone_number, '[^0-9+]', '', 'g')] as phones,
        patient.id as patient, lower(patient.name) as pet, microchip, invoice.id as invoice, invoice_number::text as number
      from client
        join phonenumber on phonenumber.organisation = client.organisation and phonenumber.client = client.id
        join patient on patient.organisation = client.organisation and patient.client = client.id
        join invoice on invoice.organisation = client.organisation and invoice.client = client.id
      where client.organisation = $1`,
      [organisation],
    )
    return rows
  })

const isInEmail = (email: string, word: string) => {
  const [name = '', domain = ''] = email.split('@')
  return (
    domain.startsWith(word) ||
    [email, ...name.matchAll(/[._+-]/g).map(({ index }) => email.slice(index + 1))].some((piece) =>
      piece.startsWith(word),
    )
  )
}

/** Who fits, said once more without any index. */
const whoFits = (q: string) => {
  const words = q.toLowerCase().split(' ')
  const [long, short] = [words.filter((word) => word.length >= 3), words.filter((word) => word.length < 3)]
  const digits = q.replaceAll(/\D/g, '')
  const dialled = new RegExp(dialledPattern(digits))
  const isNumber = /^[\d ]+$/.test(q) && digits.length >= 3
  const hasShort = (...texts: readonly string[]) => short.every((word) => texts.join(' ').includes(word))

  const fitsClient = ({ names, email, phones }: Known) =>
    (long.length > 0 &&
      long.every((word) => names.some((name) => name.includes(word)) || isInEmail(email, word)) &&
      hasShort(...names, email)) ||
    (isNumber && phones.some((phone) => phone.includes(digits) || dialled.test(phone)))

  const isPetOf = ({ pet, names }: Known) =>
    long.every((word) => pet.includes(word)) ||
    (long.length > 1 &&
      long.some((name) => pet.includes(name) && long.every((word) => word === name || names.join(' ').includes(word))))
  const fitsPatient = (known: Known) =>
    (long.length > 0 && isPetOf(known) && hasShort(known.pet, ...known.names)) ||
    (isNumber && [undefined, -6, -5, -4].some((end) => known.microchip.slice(end ?? 0).startsWith(digits)))

  const number = /^\d+$/.test(q) ? String(Number(q)) : undefined
  return (known: Known) => [
    ...(fitsClient(known) ? [`client ${known.client}`] : []),
    ...(fitsPatient(known) ? [`patient ${known.patient}`] : []),
    ...(known.number === number ? [`invoice ${known.invoice}`] : []),
  ]
}

/** What each of them must find, looked for in every row. */
export const lookForTyped = async (urls: Urls, organisation: number, typed: readonly Typed[]): Promise<Expected[]> => {
  const known = await readKnown(urls, organisation)
  return typed.map((one) => ({ ...one, hits: known.flatMap(whoFits(one.q)) }))
}

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

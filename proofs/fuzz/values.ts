import type { Random } from '../../src/demo/random.ts'
import type { Json } from '../answer-check.ts'

/** Records known so far, by where they are served: `client`, `codelist/breeds`. */
export type Found = ReadonlyMap<string, readonly number[]>
/** What values are made from. `n` makes those unlike all others that have to be. */
export type Given = {
  readonly random: Random
  readonly found: Found
  readonly link: (resource: string, id: number) => string
  /** The record at an address, and all of those at a place, as they were when last seen. */
  readonly seen: (url: string) => Json
  readonly all: (place: string) => readonly Json[]
  /** The record that the request is about. */
  readonly record?: Json
  readonly n: number
}

const codelists: Readonly<Record<string, string>> = { species: 'codelist/species', breed: 'codelist/breeds' }
const countries = ['FI', 'SE', 'EE', 'DE', 'GB', 'US']

export const two = (number: number) => String(number).padStart(2, '0')
const someDay = (random: Random) => `${random.int(1990, 2030)}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`
const someMoment = (random: Random) =>
  `${someDay(random)}T${two(random.int(0, 23))}:${two(random.int(0, 59))}:${two(random.int(0, 59))}${random.pick(['Z', '.5Z', '.123456Z', '+02:00', '-11:30', ''])}`

/** Texts that are odd and yet texts. */
const oddTexts = [
  'Äyräpää',
  'مرحبا بالعالم',
  'e\u0301a\u0300\u0323',
  '\u202eright to left',
  '🐎🐈‍⬛',
  '漢字かな',
  "Robert'); drop table client;--",
  '<script>alert(1)</script>',
  '${jndi:ldap://x}',
  '{{7*7}}',
  '%s%n%x',
  '../../etc/passwd',
  '__proto__',
  'null',
  'a\tb\nc\r\nd',
  '\u200b\u2060visible',
  '\ufffd\ufffe',
  '\\u0000',
  '""',
]

const textOf = ({ maxLength = 100, examples }: Json, { random, n }: Given): string => {
  const [example] = examples ?? []
  if (example?.includes('@')) return `${random.pick(['a', 'aino.b', 'x+y', 'ä'])}${n}@example.com`
  if (maxLength === 2) return random.pick(countries)
  if (example !== undefined) return example
  const text = random.chance(0.1)
    ? random.pick(['x', 'ä', '🐎']).repeat(maxLength)
    : `${random.chance(0.3) ? random.pick(oddTexts) : random.pick(['Aino', 'Rex', 'Main street', 'note'])} ${n}`
  return [...text].slice(0, maxLength).join('')
}

const shortenedUntil = (fits: RegExp, text: string): string =>
  fits.test(text) || text === '' ? text : shortenedUntil(fits, text.slice(0, -1))

const integerOf = ({ minimum = 0, maximum = 1000 }: Json, random: Random): number =>
  random.chance(0.2) ? random.pick([minimum, maximum]) : random.int(minimum, Math.min(maximum, minimum + 1000))

/** A value that the schema allows; undefined where it links to something that does not exist yet. */
export const validValue = (schema: Json, given: Given): unknown => {
  const { random, found, link } = given
  const { type, format, anyOf, items, properties, pattern } = schema
  if (anyOf) return random.chance(0.15) ? null : (validValue(anyOf[0], given) ?? null)
  const table: string | undefined = schema['x-links-to'] ?? codelists[schema['x-codelist']]
  if (table !== undefined) {
    const ids = found.get(table) ?? []
    if (ids.length === 0) return undefined
    return schema['x-links-to'] ? link(table, random.pick(ids)) : random.pick(ids)
  }
  if (schema.enum) return random.pick(schema.enum)
  if (pattern) return shortenedUntil(new RegExp(pattern), `${random.int(1, 999)}.${random.int(1, 999)}`)
  if (format === 'date') return someDay(random)
  if (format === 'date-time') return someMoment(random)
  if (type === 'integer') return integerOf(schema, random)
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'array') {
    const count = random.int(0, Math.min(3, schema.maxItems ?? 3))
    return Array.from({ length: count }, () => validValue(items, given)).filter((item) => item !== undefined)
  }
  if (type === 'object') return validObject({ properties: properties ?? {}, required: [] }, given)
  return textOf(schema, given)
}

/** An object that the schema allows: all that is required, and some of the rest. */
export const validObject = ({ properties = {}, required = [] }: Json, given: Given): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries<Json>(properties)
      .filter(([name]) => required.includes(name) || given.random.chance(0.5))
      .map(([name, schema]) => [name, validValue(schema, given)])
      .filter(([, value]) => value !== undefined),
  )

const raw = (literal: string) => (JSON as Json).rawJSON(literal)

const wrongTypes: readonly unknown[] = [null, true, 0, '', 'x', [], {}, [null], [[]], { a: 1 }, [{}], { toString: 1 }]
const boundaries: readonly unknown[] = [
  -1,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '0',
  '-0',
  '00',
  '+1',
  ' 1',
  '1_000',
  '0x10',
  '١',
  0.1,
  1.5,
]
const hugeNumbers = [
  '1e131071',
  '1e131072',
  '-1e131071',
  '1E400',
  '1e-400',
  '-0',
  '-0.0',
  '0.1e1',
  '9'.repeat(400),
  `0.${'1'.repeat(20_000)}`,
  '123456789012345678901234567890.123456789',
  '1.0000000000000000000001',
]
const noNumbers = ['NaN', 'Infinity', '-Infinity', 'nan', 'inf', '1e131071', '1e400', '1,5', '1.', '.5', '--1', '∞']
const badTexts = [
  'a\0b',
  '\0',
  '\ud800',
  'a\udc00b',
  '\udfff\ud800',
  '\u202e\u202d\u2066',
  `e${'\u0301'.repeat(5_000)}`,
  'x'.repeat(20_000),
  '🐎'.repeat(10_001),
  ' ',
  '\u00a0\u2003\u3000',
  '\ufeff',
  '',
  '\u0007\u001b[31m',
  "'",
  '\\',
  '%',
]
const badDates = [
  '0000-00-00',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '10000-01-01',
  '-0044-03-15',
  '2026-02-29',
  '2024-02-30',
  '2026-13-01',
  '2026-1-1',
  '44 BC',
  '0044-03-15 BC',
  'infinity',
  '-infinity',
  'epoch',
  'now',
  'today',
  'allballs',
  '2026-06-30T23:59:60Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:00:00+15:00',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-12:00',
  '9999-12-31T23:59:59.999999999Z',
  '2026-01-01T00:00:00.1234567890Z',
  '2026-01-01T00:00',
  '2026-01-01 00:00:00',
  '20260101T000000Z',
  '2026-W01-1',
  '1e10',
  '2026-01-01T00:00:00Z\0',
]

/** Values for one field or parameter that are wrong, or at the edge of it, by the name of what is odd about them. */
export const hostileValues: Readonly<Record<string, (random: Random) => unknown>> = {
  'wrong type': (random) => random.pick(wrongTypes),
  'boundary number': (random) => random.pick(boundaries),
  'huge number': (random) => raw(random.pick(hugeNumbers)),
  'no number': (random) => random.pick(noNumbers),
  'odd text': (random) => random.pick([...badTexts, ...oddTexts]),
  'bad date': (random) => random.pick(badDates),
}

/** The same for a query, where everything is text. */
export const hostileText = (random: Random): string => {
  const value = random.pick(Object.values(hostileValues))(random)
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  const lists = ['1,2', ',', ',,,', '1,', `${'1,'.repeat(1_500)}1`, '1,2,3', 'a,b', '2026-01-01,2025-01-01', '1;2']
  return random.chance(0.2) ? random.pick(lists) : text.slice(0, 3_000)
}

/** Ids for a path that no answer ever had. */
export const oddIds = [
  '0',
  '-1',
  '999999999999',
  '999999999999999',
  '9999999999999999',
  '9223372036854775808',
  '1e3',
  '1.0',
  '0x1',
  '01',
  '+1',
  'NaN',
  'null',
  'me',
  '%20',
  '1%00',
  '%31',
  '1,2',
  '%D9%A1',
  "1'",
  '*',
  'x'.repeat(101),
  '1%2F2',
  '..',
  '%E2%80%AE',
]

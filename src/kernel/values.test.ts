import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvalidValue } from './errors.ts'
import { optional, type Field } from './fields.ts'
import { parseJson } from './json.ts'
import { linksOf } from './links.ts'
import { country, currency, email, timeZone } from './text-formats.ts'
import { boolean, choice, date, decimal, group, integer, listOf, oneOf, text, timestamp } from './values.ts'

const links = linksOf('https://api.example', 1)
const parse = (field: Field, input: unknown): unknown => field.parse(input, links)
/** The code a value is refused with, or undefined when it is taken. */
const refusal = (field: Field, input: unknown): string | undefined => {
  try {
    parse(field, input)
  } catch (problem) {
    if (problem instanceof InvalidValue) return problem.code
    throw problem
  }
}

/** Values of JSON that are no value of most fields; the last two break whoever calls String() on them. */
const strangers: readonly unknown[] = [
  null,
  {},
  [],
  [['x']],
  ['2026-01-01'],
  { toString: 1 },
  { valueOf: 1, toString: 1 },
]

describe('every kind of value', () => {
  const kinds: Readonly<Record<string, Field>> = {
    text: text(10),
    email: email(),
    country: country(),
    boolean: boolean(),
    integer: integer(),
    decimal: decimal(6, 2),
    date: date(),
    timestamp: timestamp(),
    choice: choice({ 0: 'No', 1: 'Yes' }),
    oneOf: oneOf(['a', 'b']),
  }
  test.each(Object.entries(kinds))('%s refuses objects, arrays and null with InvalidValue', (_name, field) => {
    for (const stranger of strangers) expect(refusal(field, stranger)).toBeTypeOf('string')
  })

  test.each(Object.entries({ ...kinds, list: listOf(text(3), 2), group: group({ on: boolean() }) }))(
    '%s parses any JSON or throws InvalidValue, never another error',
    (_name, field) => {
      fc.assert(
        fc.property(fc.json({ maxDepth: 3 }), (json) => {
          refusal(field, parseJson(json))
        }),
        { numRuns: 200 },
      )
    },
  )
})

describe('text', () => {
  test.each([
    ['NUL', 'a\0b', 'null_characters_not_allowed'],
    ['half a surrogate pair', 'a\ud800b', 'invalid'],
    ['the other half', '\udc00', 'invalid'],
    ['too many characters', 'abcdefghijk', 'max_length'],
    ['nothing but space', '  ', 'blank'],
    ['a number', 5, 'invalid'],
  ])('refuses %s', (_what, input, code) => expect(refusal(text(10), input)).toBe(code))

  test('counts characters, not code units', () => {
    expect(parse(text(3), '🐎🐎🐎')).toBe('🐎🐎🐎')
    expect(refusal(text(3), '🐎🐎🐎🐎')).toBe('max_length')
  })

  test('keeps any other characters unchanged', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (sent) => {
        fc.pre(!sent.includes('\0'))
        expect(parse(text(50, optional), sent)).toBe(sent)
      }),
    ))

  test('may be empty where it is optional', () => expect(parse(text(10, optional), '')).toBe(''))
})

describe('texts with a format', () => {
  const table: readonly [string, Field, readonly string[], readonly string[]][] = [
    ['country', country(), ['FI', 'GB', 'AX'], ['fi', 'UK', 'XX', 'FIN', 'F']],
    ['currency', currency(), ['EUR', 'SEK'], ['eur', 'EURO', 'ZZZ']],
    [
      'time zone',
      timeZone(),
      ['Europe/Helsinki', 'Europe/Kyiv', 'UTC'],
      ['Helsinki', 'Europe/Atlantis', '+02:00', 'EST'],
    ],
    [
      'e-mail',
      email(),
      ['a@b.example', 'a+b@c.d.example'],
      ['a', 'a@b', '@b.example', 'a b@c.example', 'a@b..example'],
    ],
  ]
  test.each(table)('%s', (_name, field, good, bad) => {
    for (const value of good) expect(parse(field, value)).toBe(value)
    for (const value of bad) expect(refusal(field, value)).toBeTypeOf('string')
  })
})

describe('booleans', () => {
  test.each([
    [true, true],
    [false, false],
    ['true', true],
    ['TRUE', true],
    ['False', false],
    ['1', true],
    ['0', false],
    [1, true],
    [0, false],
  ])('%j is %j', (input, value) => expect(parse(boolean(), input)).toBe(value))
  test.each(['yes', '', 'on', 2, -1, 'null', ' true'])('%j is refused', (input) =>
    expect(refusal(boolean(), input)).toBe('invalid'),
  )
})

describe('integers', () => {
  test.each(['1.0', '1e3', '+1', '0x10', '', ' 1', '١', 'NaN', 'Infinity', '1234567890123456'])(
    '%j is refused',
    (input) => expect(refusal(integer(), input)).toBe('invalid'),
  )
  test('are within their bounds, or without any within those of the column', () => {
    const month = integer({ min: 1, max: 12 })
    expect([0, 1, 12, 13].map((value) => refusal(month, value))).toEqual([
      'min_value',
      undefined,
      undefined,
      'max_value',
    ])
    expect(refusal(integer(), 2_147_483_648)).toBe('max_value')
    expect(refusal(integer(), '-2147483649')).toBe('min_value')
  })
})

describe('decimals', () => {
  const price = decimal(6, 2)
  test.each(['0', '0.1', '-12.50', '999999.99', '000001.5'])('%j stays as it was written', (sent) =>
    expect(parse(price, sent)).toBe(sent),
  )
  test.each([
    ['NaN', 'invalid'],
    ['Infinity', 'invalid'],
    ['-Infinity', 'invalid'],
    ['1e3', 'invalid'],
    ['1E-2', 'invalid'],
    ['+1', 'invalid'],
    ['.5', 'invalid'],
    ['5.', 'invalid'],
    ['1,5', 'invalid'],
    ['0x1', 'invalid'],
    ['', 'invalid'],
    [' 1', 'invalid'],
    ['1\n', 'invalid'],
    ['1_000', 'invalid'],
    ['--1', 'invalid'],
    ['12345678901234567890', 'max_whole_digits'],
    ['1000000', 'max_whole_digits'],
    ['0'.repeat(200_000), 'max_whole_digits'],
    ['0.123', 'max_decimal_places'],
  ])('%.30j is refused', (sent, code) => expect(refusal(price, sent)).toBe(code))

  test('that must be positive refuse zero and less', () => {
    const weight = decimal(3, 3, { positive: true })
    expect(['-1', '0', '0.000', '-0', '0.001'].map((sent) => refusal(weight, sent))).toEqual([
      'min_value',
      'min_value',
      'min_value',
      'min_value',
      undefined,
    ])
  })

  test('that must not be negative refuse less than zero', () => {
    const cost = decimal(3, 3, { min: 0 })
    expect(['-1', '-0', '0', '0.001'].map((sent) => refusal(cost, sent))).toEqual([
      'min_value',
      'min_value',
      undefined,
      undefined,
    ])
    expect(cost.schema).toMatchObject({ pattern: '^\\d+(\\.\\d+)?$' })
  })

  test('of any digits come through JSON unchanged, as text and as number', () =>
    fc.assert(
      fc.property(fc.boolean(), fc.nat(999_999), fc.stringMatching(/^\d{1,2}$/), (minus, units, fraction) => {
        const sent = `${minus ? '-' : ''}${units}.${fraction}`
        expect(parse(price, parseJson(sent))).toBe(sent)
        expect(parse(price, parseJson(`"${sent}"`))).toBe(sent)
      }),
    ))
})

describe('dates', () => {
  test.each(['2026-03-31', '2024-02-29', '0001-01-01', '9999-12-31'])('%s is a day', (sent) =>
    expect(parse(date(), sent)).toBe(sent),
  )
  test.each([
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '0000-01-01',
    '26-1-1',
    '2026-3-31',
    '',
  ])('%j is none', (sent) => expect(refusal(date(), sent)).toBe('invalid'))
  test.each(['2026-03-31T00:00:00Z', ' 2026-03-31', '2026-03-31\n', '٢٠٢٦-٠٣-٣١', 20_260_331])('%j is none', (sent) =>
    expect(refusal(date(), sent)).toBe('invalid'),
  )
})

describe('timestamps', () => {
  test.each([
    ['2026-03-31T09:30:00Z', '2026-03-31T09:30:00.000000Z'],
    ['2026-03-31T09:30:00.123456Z', '2026-03-31T09:30:00.123456Z'],
    ['2026-03-31T09:30:00.5Z', '2026-03-31T09:30:00.500000Z'],
    ['2026-03-31T09:30:00.123456789Z', '2026-03-31T09:30:00.123456Z'],
    ['2026-03-31T09:30', '2026-03-31T09:30:00.000000Z'],
    ['2026-03-31T00:30:00+03:00', '2026-03-30T21:30:00.000000Z'],
    ['2026-03-31T23:30:00-0500', '2026-04-01T04:30:00.000000Z'],
    ['2026-03-31T09:30:00 02:00', '2026-03-31T07:30:00.000000Z'],
    ['2026-03-31T09:30:00+02', '2026-03-31T07:30:00.000000Z'],
    ['2026-03-31T09:30-05', '2026-03-31T14:30:00.000000Z'],
    ['2026-03-31t09:30:00z', '2026-03-31T09:30:00.000000Z'],
    ['2026-03-31T09:30:00,25Z', '2026-03-31T09:30:00.250000Z'],
  ])('[S29] %s is %s', (sent, utc) => expect(parse(timestamp(), sent)).toBe(utc))

  test.each([
    '2026-03-31',
    '2026-02-29T00:00:00Z',
    '2026-03-31T24:00:00Z',
    '2026-03-31T23:60:00Z',
    '2026-03-31T23:59:60Z',
    '2026-03-31T09:30:00+15:00',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '2026-03-31 09:30:00Z',
    'now',
    'infinity',
    '',
  ])('%j is refused', (sent) => expect(refusal(timestamp(), sent)).toBe('invalid'))

  test('keep their instant through any offset', () =>
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1000-01-01'), max: new Date('9000-01-01'), noInvalidDate: true }),
        fc.integer({ min: -14 * 60, max: 14 * 60 }),
        (instant, offset) => {
          const local = new Date(instant.valueOf() + offset * 60_000).toISOString().slice(0, -1)
          const two = (value: number) => String(value).padStart(2, '0')
          const zone = `${offset < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`
          expect(parse(timestamp(), `${local}${zone}`)).toBe(instant.toISOString().replace('Z', '000Z'))
        },
      ),
    ))
})

describe('choices', () => {
  const answer = choice({ 0: 'No', 1: 'Yes' })
  test('accept the number, also as text', () => expect([0, '1'].map((sent) => parse(answer, sent))).toEqual([0, 1]))
  test.each([2, -1, '', 'Yes', true, '1.0', 'constructor', '__proto__'])('%j is none', (sent) =>
    expect(refusal(answer, sent)).toBe('invalid_choice'),
  )
  test('of words match exactly, and the message lists them', () => {
    expect(refusal(oneOf(['red', 'green']), 'Red')).toBe('invalid_choice')
    expect(() => parse(oneOf(['red', 'green']), 'blue')).toThrow('"red", "green"')
  })
})

describe('lists and groups', () => {
  test('a list has a maximum length and parses each of its items', () => {
    const tags = listOf(text(3), 2)
    expect(parse(tags, ['a', 'b'])).toEqual(['a', 'b'])
    expect(refusal(tags, ['a', 'b', 'c'])).toBe('max_items')
    expect(refusal(tags, ['long'])).toBe('max_length')
    expect(refusal(tags, 'a')).toBe('not_a_list')
    expect(refusal(tags, [null])).toBe('invalid')
  })

  test('a group accepts only its own names, and null only where nullable', () => {
    const wishes = group({ post: boolean({ nullable: true }), since: date() })
    expect(parse(wishes, { post: null, since: '2026-01-01' })).toEqual({ post: null, since: '2026-01-01' })
    expect(refusal(wishes, { since: null })).toBe('null')
    expect(refusal(wishes, { other: 1 })).toBe('unknown')
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
      expect(refusal(wishes, parseJson(`{"${name}":{"polluted":true}}`))).toBe('unknown')
    expect(refusal(wishes, [])).toBe('not_an_object')
    expect(refusal(wishes, parseJson('1.0'))).toBe('not_an_object')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

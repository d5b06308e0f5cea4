import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvalidValue } from './errors.ts'
import { literalOf, parseJson } from './json.ts'

/** The same value with every kept literal replaced by the number it stands for. */
const numbersAgain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(numbersAgain)
  if (typeof value !== 'object' || value === null) return value
  const literal = literalOf(value)
  return literal === undefined
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, numbersAgain(inner)]))
    : Number(literal)
}

describe('numbers', () => {
  test.each(['12.50', '1e3', '1E+2', '-0', '0.1', '123456789012345678901234567890', '0.30000000000000004000', '1e400'])(
    '%s keeps its literal',
    (literal) => {
      expect(literalOf(parseJson(literal))).toBe(literal)
      expect(literalOf((parseJson(`{"a":[${literal}]}`) as { a: unknown[] }).a[0])).toBe(literal)
    },
  )

  test('that a float holds exactly stay numbers', () => expect(parseJson('[1,-2,0.5]')).toEqual([1, -2, 0.5]))

  test('an object that looks like a kept literal is an object', () => {
    expect(literalOf(parseJson('{"source":"1"}'))).toBeUndefined()
    expect([null, true, [], {}].map(literalOf)).toEqual([undefined, undefined, undefined, undefined])
  })
})

describe('parsing', () => {
  test('agrees with JSON.parse on everything but the text of numbers', () =>
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (json) => {
        expect(numbersAgain(parseJson(json))).toEqual(numbersAgain(JSON.parse(json)))
      }),
    ))

  test.each([
    '',
    '{',
    '[1,]',
    "{'a':1}",
    '{"a":1',
    'NaN',
    'Infinity',
    '+1',
    '01',
    '1.',
    '.5',
    'undefined',
    '\ufeff{}',
    '"\n"',
  ])('%j is refused', (json) => expect(() => parseJson(json)).toThrow(InvalidValue))

  test('a duplicate name has the last value', () => expect(parseJson('{"a":1,"a":2}')).toEqual({ a: 2 }))

  test('names of the prototype are ordinary names', () => {
    const parsed = parseJson('{"__proto__":{"polluted":1},"constructor":2}') as object
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype)
    expect(Object.keys(parsed)).toEqual(['__proto__', 'constructor'])
    expect('polluted' in {}).toBe(false)
  })
})

describe('the limits of a body', () => {
  const names = (count: number) => `{${Array.from({ length: count }, (_, at) => `"n${at}":":,"`).join(',')}}`
  test('1,000 names in an object are fine, in each of several too, and 1,001 are not', () => {
    expect(parseJson(`[${names(1_000)},${names(1_000)}]`)).toHaveLength(2)
    expect(() => parseJson(names(1_001))).toThrow('more than 1000 names in one object')
    expect(() => parseJson(`{"a":${names(2)},${names(1_000).slice(1)}`)).toThrow('more than 1000 names')
  })

  test('100,000 values are fine and 100,001 are not, whatever is in strings', () => {
    expect(parseJson(`[${'1,'.repeat(99_999)}1]`)).toHaveLength(100_000)
    expect(() => parseJson(`[${'1,'.repeat(100_000)}1]`)).toThrow('more than 100000 values. Send less at once.')
    expect(parseJson(`"${',:'.repeat(200_000)}"`)).toHaveLength(400_000)
  })
})

describe('nesting', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  test('32 levels are fine and 33 are not', () => {
    expect(() => parseJson(nested(32))).not.toThrow()
    expect(() => parseJson(nested(33))).toThrow('nested deeper than 32 levels')
  })

  test.each([
    ['arrays', nested(100_000)],
    ['arrays that never close', '['.repeat(1_000_000)],
    ['objects', '{"a":'.repeat(100_000)],
  ])('a hundred thousand %s are refused at once', (_what, json) => {
    expect(() => parseJson(json)).toThrow('nested deeper')
  })

  test('brackets inside strings do not count', () => {
    const name = `${'['.repeat(100)}\\"${'{'.repeat(100)}\\\\`
    expect(parseJson(`{"${name}":"${name}"}`)).toBeTypeOf('object')
  })

  test('brackets side by side do not count', () => expect(parseJson(`[${'[],'.repeat(1_000)}[]]`)).toHaveLength(1_001))
})

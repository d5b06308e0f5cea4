import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bySuffix } from '../db/suffixes.ts'
import { ApiError, type FieldErrors } from './errors.ts'
import type { SqlScope } from './fields.ts'
import { conditionsFrom, filtersOf, requireKnown } from './filters.ts'
import { linksOf, ref } from './links.ts'
import { anyToken, defineResource, operators, type Resource } from './resource.ts'
import { boolean, decimal, integer, text } from './values.ts'

const at: SqlScope = { row: 'r', base: '$2', organisation: 't.o', application: 'null', pathOf: (name) => name }
const links = linksOf('https://api.example', 7)
const user = defineResource({
  name: 'user',
  title: 'User',
  about: 'Somebody.',
  permission: anyToken,
  fields: {
    name: text(20, { optional: true }),
    nickname: text(20, { optional: true, column: 'short_name' }),
    age: integer({ nullable: true }),
    rate: decimal(6, 2),
    home: ref('department', { nullable: true }),
    active: boolean(),
  },
  filters: {
    id: ['gt'],
    name: [...operators],
    nickname: ['is'],
    age: [...operators],
    rate: ['gte'],
    home: ['is', 'in', 'is_not', 'is_null'],
    active: ['is'],
  },
  extraFilters: {
    is_new__is: { value: boolean(), condition: (value, add) => `new = ${add(value, 'boolean')}` },
  },
  orFilters: ['name', 'nickname'],
})

/** The same, where an index knows some of the records. */
const indexed = defineResource({
  ...user,
  filters: { ...user.filters, nickname: ['is', 'icontains'] },
  findable: {
    nickname: bySuffix(7),
    name: (value, add) => (value === 'unknown' ? undefined : `select id from names where name = ${add(value, 'text')}`),
  },
  extraFilters: {
    rank__is: {
      value: text(20),
      condition: (value, add) => `rank = ${add(value, 'text')}`,
      candidates: (value, add) =>
        value === 'none' ? undefined : `select id from ranks where rank = ${add(value, 'text')}`,
    },
  },
})

/** What a query becomes: the conditions, and the values behind $1, $2 and so on. */
const ask = (query: string, resource: Resource = user) => {
  const values: unknown[] = []
  const { where: sql, candidates } = conditionsFrom(
    resource,
    new URLSearchParams(query),
    links,
    at,
    (value, cast) => `$${values.push(value)}::${cast}`,
  )
  return { sql, candidates, values }
}
const errorsOf = (work: () => unknown): FieldErrors | undefined => {
  try {
    work()
  } catch (problem) {
    if (problem instanceof ApiError) return problem.fields as FieldErrors
    throw problem
  }
}
const refusals = (query: string) => errorsOf(() => ask(query))

describe('an operator', () => {
  test.each([
    ['age__is=5', 'r."age" = $1::bigint', [5]],
    ['age__is_not=5', 'r."age" is distinct from $1::bigint', [5]],
    ['age__gt=5', 'r."age" > $1::bigint', [5]],
    ['age__gte=5', 'r."age" >= $1::bigint', [5]],
    ['age__lt=5', 'r."age" < $1::bigint', [5]],
    ['age__lte=5', 'r."age" <= $1::bigint', [5]],
    ['age__in=5, 6', 'r."age" = any($1::bigint[])', [[5, 6]]],
    ['age__not_in=5,6', '(r."age" is null or r."age" <> all($1::bigint[]))', [[5, 6]]],
    ['age__range=5,6', 'r."age" between $1::bigint and $2::bigint', [5, 6]],
    ['age__is_null=TRUE', 'r."age" is null', []],
    ['age__is_null=0', 'r."age" is not null', []],
    ['name__icontains=Ab', 'r."name" ilike $1::text', ['%Ab%']],
    ['nickname__is=Bo', 'r."short_name" = $1::text', ['Bo']],
    ['rate__gte=12.50', 'r."rate" >= $1::numeric', ['12.50']],
    ['id__gt=12', 'r."id" > $1::bigint', [12]],
    ['active__is=False', 'r."active" = $1::boolean', [false]],
    ['home__is=3', 'r."home" = $1::bigint', [3]],
    ['home__is=https%3A%2F%2Fx.example%2F7%2Fapi%2F0.1%2Fdepartment%2F3%2F', 'r."home" = $1::bigint', [3]],
    ['home__in=3,/7/api/0.1/department/4/', 'r."home" = any($1::bigint[])', [[3, 4]]],
    ['is_new__is=1', 'new = $1::boolean', [true]],
  ])('%s', (query, sql, values) => expect(ask(query)).toEqual({ sql: [sql], values }))

  test('escapes the wildcards % and _ and the backslash', () =>
    expect(ask(`name__icontains=${encodeURIComponent('10%_\\')}`).values).toEqual(['%10\\%\\_\\\\%']))

  test('sends values as parameters, never as SQL', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (value) => {
        fc.pre(!value.includes('\0'))
        const { sql, values } = ask(new URLSearchParams({ name__is: value }).toString())
        expect({ sql, values }).toEqual({ sql: ['r."name" = $1::text'], values: [value] })
      }),
    ))

  test.each([
    ['age__is=', 'age__is'],
    ['age__is=x', 'age__is'],
    ['age__in=', 'age__in'],
    ['age__in=1,,2', 'age__in'],
    ['age__range=1', 'age__range'],
    ['age__range=1,2,3', 'age__range'],
    ['age__is_null=', 'age__is_null'],
    ['age__is_null=null', 'age__is_null'],
    ['rate__gte=NaN', 'rate__gte'],
    ['rate__gte=1e3', 'rate__gte'],
    ['name__is=%00', 'name__is'],
    ['id__gt=-1', 'id__gt'],
    ['id__gt=9999999999999999', 'id__gt'],
    ['home__is=/8/api/0.1/department/3/', 'home__is'],
    ['home__is=/7/api/0.1/user/3/', 'home__is'],
    ['is_new__is=maybe', 'is_new__is'],
  ])('%s is refused, with an error for %s', (query, name) => expect(Object.keys(refusals(query) ?? {})).toEqual([name]))

  test('refuses a lone surrogate', () => {
    const query = new URLSearchParams()
    // URLSearchParams cannot carry one, so this stands in for whoever parses queries otherwise.
    query.get = (name) => (name === 'name__is' ? '\ud800' : null)
    expect(errorsOf(() => conditionsFrom(user, query, links, at, () => '$1'))).toEqual({
      name__is: [{ message: 'Not valid text.', code: 'invalid' }],
    })
  })

  test('takes at most 1000 values', () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, index) => index).join(',')
    expect(refusals(`age__in=${numbers(1000)}`)).toBeUndefined()
    expect(refusals(`age__in=${numbers(1001)}`)).toMatchObject({ age__in: [{ code: 'max_items' }] })
  })
})

describe('several filters', () => {
  test('must all hold', () =>
    expect(ask('name__is=a&age__gte=1&is_new__is=1').sql).toEqual([
      'r."name" = $1::text',
      'r."age" >= $2::bigint',
      'new = $3::boolean',
    ]))

  test('with filter_type=or need only one match among the orFilters', () => {
    expect(ask('filter_type=or&name__is=a&nickname__is=b&age__is=1&is_new__is=1').sql).toEqual([
      'r."age" = $3::bigint',
      'new = $4::boolean',
      '(r."name" = $1::text or r."short_name" = $2::text)',
    ])
    expect(ask('filter_type=and&name__is=a&nickname__is=b').sql).toHaveLength(2)
  })
})

describe('candidates from an index', () => {
  const find = (query: string) => ask(query, indexed)
  const named = (number: number) => `select id from names where name = $${number}::text`

  test('are used for is and icontains of a findable text', () => {
    expect(find('name__is=ann')).toMatchObject({ sql: ['r."name" = $2::text'], candidates: `(${named(1)})` })
    expect(find('name__icontains=ann')).toMatchObject({ sql: ['r."name" ilike $2::text'], candidates: `(${named(1)})` })
    for (const query of ['name__is_not=ann', 'name__in=ann', 'name__is=unknown', 'age__is=1', ''])
      expect(find(query).candidates).toBeUndefined()
  })

  test('are the range of suffixes that start with the term, from three characters on', () => {
    const { candidates = '', values } = find('nickname__icontains=100%25')
    expect(values).toEqual(['100%', '%100\\%%'])
    expect(candidates).toContain(
      'suffix.organisation = t.o and suffix.field = 7 and suffix.suffix between left(lower($1::text), 32)',
    )
    expect(find('nickname__icontains=åäö').candidates).toBeDefined()
    expect(find('nickname__icontains=🐕🐕').candidates).toBeUndefined()
  })

  test('of an extra filter replace its condition', () => {
    expect(find('rank__is=a')).toMatchObject({
      sql: ['true'],
      candidates: '(select id from ranks where rank = $1::text)',
    })
    expect(find('rank__is=none')).toMatchObject({ sql: ['rank = $1::text'], values: ['none'] })
  })

  test('are intersected for AND, and united for OR where every filter has some', () => {
    const both = 'name__is=ann&nickname__is=bob'
    expect(find(both).candidates).toMatch(/^\(select id .*\) intersect \(select suffix.*\)$/s)
    expect(find(`${both}&filter_type=or`).candidates).toMatch(/^\(\(select id .*\) union \(select suffix.*\)\)$/s)
    expect(find('name__is=ann&nickname__is=b&filter_type=or').candidates).toBeUndefined()
    expect(find('name__is=ann&nickname__is=b').candidates).toBe(`(${named(1)})`)
    expect(find('name__is=ann&nickname__is=b&filter_type=or&rank__is=a').candidates).toBe(
      '(select id from ranks where rank = $4::text)',
    )
  })
})

describe('the parameters of a list', () => {
  test('are the declared filters, and id always', () => {
    const names = filtersOf(user).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(
      expect.arrayContaining(['id__gt', 'id__in', 'name__icontains', 'home__is_null', 'is_new__is', 'rate__gte']),
    )
    expect(names).not.toContain('rate__is')
  })

  const known = ['page', 'name__is']
  test.each([
    'nmae__is=1',
    'name=1',
    'name__like=1',
    '__proto__=1',
    'constructor=1',
    'NAME__IS=1',
    '=1',
    'name__is__is=1',
  ])('do not include %s, and the error lists those that exist', (query) =>
    expect(errorsOf(() => requireKnown(new URLSearchParams(query), known))).toEqual({
      [query.split('=')[0]!]: [{ message: 'Unknown parameter. Allowed: page, name__is.', code: 'unknown' }],
    }),
  )

  test('may be sent only once each', () => {
    expect(errorsOf(() => requireKnown(new URLSearchParams('page=1&page=2'), known))).toMatchObject({
      page: [{ code: 'repeated' }],
    })
    expect(errorsOf(() => requireKnown(new URLSearchParams('page=1&name__is=1'), known))).toBeUndefined()
  })

  test('may be none', () =>
    expect(errorsOf(() => requireKnown(new URLSearchParams('a'), []))).toMatchObject({
      a: [{ message: 'This route takes no query parameters.' }],
    }))
})

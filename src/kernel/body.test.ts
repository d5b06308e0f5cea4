import { describe, expect, test } from 'vitest'
import { parseBody, type Body, type Mode } from './body.ts'
import { ApiError, type FieldErrors } from './errors.ts'
import { parseJson } from './json.ts'
import { linksOf, ref } from './links.ts'
import { boolean, date, decimal, group, integer, listOf, text } from './values.ts'

const links = linksOf('https://api.example', 7)
const fields = {
  name: text(20),
  note: text(20, { optional: true, nullable: true }),
  remark: text(20, { optional: true }),
  born: date({ optional: true, nullable: true }),
  rate: decimal(6, 2, { optional: true }),
  tags: listOf(text(5), 3, { optional: true }),
  home: ref('department', { optional: true, nullable: true }),
  wishes: group({ post: boolean({ nullable: true }) }, { optional: true }),
  code: integer({ optional: true, createOnly: true }),
  total: decimal(6, 2, { readOnly: true }),
}
const json = (value: unknown): Body => ({ kind: 'json', value: parseJson(JSON.stringify(value)) })
const form = (value: Readonly<Record<string, readonly string[]>>): Body => ({
  kind: 'form',
  value: new Map(Object.entries(value)),
})
const read = (body: Body, mode: Mode = 'create') => parseBody(fields, body, mode, links)
const errorsOf = (body: Body, mode: Mode = 'create') => {
  try {
    read(body, mode)
  } catch (problem) {
    if (problem instanceof ApiError) return problem.fields as FieldErrors
    throw problem
  }
}

describe('a PUT body', () => {
  const { name, note, remark, tags, code, total } = fields
  const whole = { name, note, remark, tags, code, total, quiet: boolean({ optional: true }) }
  const replaced = (value: object) => parseBody(whole, json(value), 'put', links)

  test('empties optional fields that are left out, and ignores create-only fields', () =>
    expect(replaced({ name: 'Ann', code: 5, total: '1' })).toEqual({
      name: 'Ann',
      note: null,
      remark: '',
      tags: [],
      quiet: false,
    }))

  test('keeps the fields that are sent', () =>
    expect(replaced({ name: 'Ann', note: 'a', remark: 'b', tags: ['c'], quiet: true })).toEqual({
      name: 'Ann',
      note: 'a',
      remark: 'b',
      tags: ['c'],
      quiet: true,
    }))

  test('requires the fields that are required to create', () =>
    expect(errorsOf(json({ note: 'a' }), 'put')).toEqual({
      name: [{ message: 'This field is required.', code: 'required' }],
    }))
})

describe('a JSON body', () => {
  test('is parsed by its fields', () =>
    expect(read(json({ name: 'Ann', note: null, tags: ['a', 'b'], home: '/7/api/0.1/department/3/' }))).toEqual({
      name: 'Ann',
      note: null,
      tags: ['a', 'b'],
      home: 3,
    }))

  test('is refused with every error at once', () =>
    expect(errorsOf(json({ note: 5, born: 'yesterday', tags: 'a', remark: null }))).toEqual({
      name: [{ message: 'This field is required.', code: 'required' }],
      note: [{ message: 'Not a valid string.', code: 'invalid' }],
      remark: [{ message: 'This field may not be null.', code: 'null' }],
      born: [{ message: 'Use a date like 2026-03-31.', code: 'invalid' }],
      tags: [{ message: 'Expected a list of items.', code: 'not_a_list' }],
    }))

  test('ignores unknown and read-only fields and the names of the prototype', () => {
    const body: Body = {
      kind: 'json',
      value: parseJson('{"name":"Ann","total":"5","other":1,"__proto__":{"note":"x"},"constructor":1,"toString":1}'),
    }
    expect(read(body)).toEqual({ name: 'Ann' })
  })

  test.each([null, [], [{}], 'name', 5, true])('that is %j is refused: not an object', (value) =>
    expect(errorsOf(json(value))).toMatchObject({ non_field_errors: [{ code: 'not_an_object' }] }),
  )

  test('that is a number kept as a literal is refused: not an object', () => {
    expect(errorsOf({ kind: 'json', value: parseJson('1.0') })).toMatchObject({
      non_field_errors: [{ code: 'not_an_object' }],
    })
  })

  test('may be missing where nothing is required', () => {
    expect(read({ kind: 'json', value: undefined }, 'patch')).toEqual({})
    expect(errorsOf({ kind: 'json', value: undefined })).toHaveProperty('name')
  })
})

describe('a PATCH body', () => {
  test('has only what was sent', () => expect(read(json({ note: 'x' }), 'patch')).toEqual({ note: 'x' }))
  test('ignores create-only fields', () => {
    expect(read(json({ name: 'Ann', code: 4 }))).toMatchObject({ code: 4 })
    expect(read(json({ code: 4 }), 'patch')).toEqual({})
  })
})

describe('a form body', () => {
  test('gives the same input as JSON', () => {
    const sent = form({
      name: ['Ann'],
      note: [''],
      born: ['2026-01-31'],
      rate: ['12.50'],
      tags: ['a', 'b'],
      home: ['/7/api/0.1/department/3/'],
      wishes: ['{"post":null}'],
      code: ['4'],
    })
    expect(read(sent)).toEqual(
      read(
        json({
          name: 'Ann',
          note: null,
          born: '2026-01-31',
          rate: '12.50',
          tags: ['a', 'b'],
          home: '/7/api/0.1/department/3/',
          wishes: { post: null },
          code: 4,
        }),
      ),
    )
  })

  test('reads an empty value as null where the field is nullable', () =>
    expect(read(form({ name: ['Ann'], born: [''], remark: [''], home: [''] }))).toEqual({
      name: 'Ann',
      born: null,
      remark: '',
      home: null,
    }))

  test('can have a list of one item, and an empty list', () => {
    expect(read(form({ name: ['Ann'], tags: ['a'] }))).toMatchObject({ tags: ['a'] })
    expect(read(form({ name: ['Ann'], tags: [''] }))).toMatchObject({ tags: [] })
  })

  test('is refused with an error for each field', () =>
    expect(errorsOf(form({ name: ['Ann', 'Bea'], wishes: ['{'], rate: [''] }))).toMatchObject({
      name: [{ code: 'repeated' }],
      wishes: [{ code: 'parse_error' }],
      rate: [{ code: 'invalid' }],
    }))
})

import { expect, test } from 'vitest'
import type { Tx } from '../db/tx.ts'
import type { Actor } from './caller.ts'
import type { Id } from './fields.ts'
import { children, codelist, ref, refs } from './links.ts'
import { endpoint } from './endpoint.ts'
import { action, anyToken, defineResource, registry } from './resource.ts'
import { choice, date, decimal, integer, text } from './values.ts'

// tsc refuses this file when one of the lines below a @ts-expect-error compiles, so each shows a mistake that cannot be made.
const base = { name: 'x', title: 'X', about: 'A thing.', permission: anyToken, filters: {} } as const
const rule =
  <Input>() =>
  async (_tx: Tx, _actor: Actor, _input: Input) =>
    1
const change =
  <Input>() =>
  async (_tx: Tx, _actor: Actor, _id: number, _input: Input) => {}

test('mistakes in a declaration do not compile', () => {
  const mistakes = () => {
    const name = text(10)
    const fields = { name }
    // @ts-expect-error a filter on a field that does not exist
    defineResource({ ...base, fields, filters: { nmae: ['is'] } })
    // @ts-expect-error an operator that does not exist
    defineResource({ ...base, fields, filters: { name: ['like'] } })
    // @ts-expect-error a permission nobody defined
    defineResource({ ...base, permission: 'Financial: Everything', fields })
    // @ts-expect-error a permission nobody defined, for one action
    defineResource({ ...base, fields, list: { rate: 1, permission: 'Everything' } })
    // @ts-expect-error a permission nobody defined, among several
    defineResource({ ...base, permission: { any: ['Settings: Departments', 'Everything'] }, fields })
    // @ts-expect-error no permission at all: that has to be said with anyToken
    defineResource({ name: 'x', title: 'X', about: 'A thing.', fields, filters: {} })
    // @ts-expect-error a list without a rate
    defineResource({ ...base, fields, list: {} })
    // @ts-expect-error an ordering by a field that does not exist
    defineResource({ ...base, fields, ordering: ['nmae'] })
    // @ts-expect-error an exposure of a field that does not exist
    defineResource({ ...base, fields, exposes: ['nmae'] })
    // @ts-expect-error filter_type=or for a field that does not exist
    defineResource({ ...base, fields, orFilters: ['nmae'] })
    // @ts-expect-error a unique index worded for a field that does not exist
    defineResource({ ...base, fields, unique: { index: ['nmae', 'Sentence.'] } })
    // @ts-expect-error a parent in a field that does not exist
    defineResource({ ...base, fields, within: { parent: 'user', field: 'usr', as: 'x' } })
    // @ts-expect-error a link to a table that does not exist
    ref('departmnet')
    // @ts-expect-error links back from a table that does not exist
    children('usr', 'home_department')
    // @ts-expect-error links over a table that does not exist
    refs('permissiongroup', { table: 'user_group', ours: 'user', theirs: 'permissiongroup' })
    // @ts-expect-error a codelist that does not exist
    codelist('colours')
    // @ts-expect-error an option of a field that does not exist
    text(10, { requird: true })
    const home = { home: ref('department') }
    // @ts-expect-error a rule that wants a user where the resource links to a department
    defineResource({ ...base, fields: home, create: { rate: 1, run: rule<{ home: Id<'user'> }>() } })
    // @ts-expect-error a rule that wants a field the body does not carry
    defineResource({ ...base, fields, create: { rate: 1, run: rule<{ name: string; age: number }>() } })
    const total = { total: decimal(9, 2, { readOnly: true }) }
    // @ts-expect-error a rule that wants a read-only field
    defineResource({ ...base, fields: total, create: { rate: 1, run: rule<{ total: string }>() } })
    const optional = { age: integer({ optional: true }) }
    // @ts-expect-error a rule that relies on an optional field
    defineResource({ ...base, fields: optional, create: { rate: 1, run: rule<{ age: number }>() } })
    const nullable = { born: date({ nullable: true }) }
    // @ts-expect-error a rule that does not expect null where it may come
    defineResource({ ...base, fields: nullable, create: { rate: 1, run: rule<{ born: string }>() } })
    // @ts-expect-error a change that relies on a field that may not have been sent
    defineResource({ ...base, fields, patch: { rate: 1, run: change<{ name: string }>() } })
    const kind = { kind: choice({ 0: 'A', 1: 'B' }) }
    // @ts-expect-error a rule that wants other choices than there are
    defineResource({ ...base, fields: kind, create: { rate: 1, run: rule<{ kind: 1 | 2 }>() } })
    const act = { summary: 'Act', rate: 1, body: { info: text(9) } }
    // @ts-expect-error an action whose rule needs more than its body declares
    action({ ...act, run: async (_tx, _actor, id, _input: { info: string; at: Date }) => id })
    // @ts-expect-error an action whose rule takes another type than its body declares
    action({ ...act, run: async (_tx, _actor, id, _input: { info: number }) => id })
    const route = { name: 'x.y', path: '/x/', title: 'X', summary: 'X', permission: anyToken, answers: {} }
    // @ts-expect-error a method the API does not have
    endpoint({ ...route, method: 'TRACE', rate: 1, run: async () => ({ status: 200 }) })
    // @ts-expect-error a route without a rate
    endpoint({ ...route, method: 'GET', run: async () => ({ status: 200 }) })
  }
  expect(mistakes).toBeTypeOf('function')
})

test('a correct declaration compiles, and its rule is typed by its fields', () => {
  const resource = defineResource({
    ...base,
    permission: 'Settings: Departments',
    fields: {
      home: ref('department'),
      kind: choice({ 0: 'A', 1: 'B' }, { optional: true }),
      born: date({ optional: true, nullable: true }),
    },
    filters: { home: ['is'], id: ['gt'] },
    create: {
      rate: 1,
      run: async (_tx, _actor, input) => {
        const kind: 0 | 1 | undefined = input.kind
        const home: Id<'department'> = input.home
        const born: string | null | undefined = input.born
        return home + (kind ?? 0) + (born ?? '').length
      },
    },
    patch: { rate: 1, run: change<{ home?: Id<'department'>; kind?: 0 | 1 }>() },
  })
  expect(Object.isFrozen(resource)).toBe(true)
})

test('mistakes that the compiler cannot see are refused by the registry', () => {
  const one = defineResource({ ...base, fields: {} })
  expect(() => registry([one, one])).toThrow('share a name')
  const standing = { rate: 1 }
  expect(() => registry([defineResource({ ...base, fields: {}, put: standing })])).toThrow('x has put, but no patch')
  const choosy = { ...base, fields: { kind: choice({ 0: 'A' }, { optional: true }) }, patch: standing, put: standing }
  expect(() => registry([defineResource(choosy)])).toThrow('has no empty value')
  expect(() => registry([defineResource({ ...base, fields: {}, remove: standing })])).toThrow('cannot be archived')
  expect(() => registry([defineResource({ ...base, fields: { home: ref('department') } })])).toThrow(
    'x.home links to "department", which has no detail route.',
  )
})

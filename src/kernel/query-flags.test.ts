import { expect, test } from 'vitest'
import type { Tx } from '../db/tx.ts'
import { bodyObject, noBody, type Body } from './body.ts'
import type { Call } from './operation.ts'
import { flagsInQuery } from './query-flags.ts'
import { boolean, text } from './values.ts'

const body = { name: text(10), silent: boolean({ optional: true, inQuery: true, about: 'Tells nobody.' }) }

const unused = {} as Tx

/** What the body says to the operation behind the flags. */
const seen = async (query: string, sent: Body) => {
  let got: Body | undefined
  const { work } = flagsInQuery({
    body,
    work: async (_tx, call) => {
      got = await call.body()
      return { status: 200 }
    },
  })
  await work(unused, { query: new URLSearchParams(query), body: async () => sent } as Call)
  return got
}
const json = (value: unknown): Body => ({ kind: 'json', value })
const form = (entries: readonly (readonly [string, readonly string[]])[]): Body => ({
  kind: 'form',
  value: new Map(entries),
})

test('a flag is a parameter with its meaning, beside those that there are', () => {
  const { parameters } = flagsInQuery({ body, parameters: { other: text(5) }, work: async () => ({ status: 200 }) })
  expect(Object.keys(parameters)).toEqual(['other', 'silent'])
  expect(parameters['silent']!.options.about).toMatch(/^Tells nobody\. /)
})

test('without flags nothing is added', () => {
  const work = async () => ({ status: 200 })
  expect(flagsInQuery({ body: { name: text(10) }, work })).toEqual({ parameters: {}, work })
})

test.each([
  ['silent', 'true'],
  ['silent=', 'true'],
  ['silent=true', 'true'],
  ['silent=false', 'false'],
  ['silent=maybe', 'maybe'],
])('?%s overrides the body with %s', async (query, value) => {
  expect(bodyObject((await seen(query, json({ name: 'a', silent: false })))!)).toEqual({ name: 'a', silent: value })
  const filled = await seen(
    query,
    form([
      ['silent', ['no']],
      ['name', ['a']],
    ]),
  )
  expect(filled).toMatchObject({
    kind: 'form',
    value: new Map([
      ['silent', [value]],
      ['name', ['a']],
    ]),
  })
})

test('a request without a body gets one', async () => {
  expect(bodyObject((await seen('silent', noBody))!)).toEqual({ silent: 'true' })
})

test('a body stays as it was sent if the query has no flag', async () => {
  const sent = json({ name: 'a', silent: true })
  expect(await seen('name=b', sent)).toBe(sent)
})

import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/app/resources.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { useApi, type ApiClient, type TestOrganisation } from '../support/api.ts'
import { asProblem, codesOf } from '../support/clinic.ts'

const api = await useApi()
let clinic: TestOrganisation
let callers: ApiClient[]

beforeAll(async () => {
  clinic = await api.givenOrganisation()
  callers = []
  for (let application = 0; application < 4; application++) callers.push(await clinic.caller())
  const [caller] = callers as [ApiClient]
  const { body: client } = await caller.post('/client/', { lastname: 'Owner' })
  await caller.post('/patient/', { client: client.url, name: 'Rex', species: 1 })
})

const seed = Number(process.env['FETLOCK_SEED'] ?? 20_260_301)
const hostile = fc.constantFrom(
  '',
  ' ',
  '0',
  '-1',
  '1',
  '1e308',
  'NaN',
  '99999999999999999999',
  'true',
  'null',
  "' or 1=1 --",
  '%',
  '_',
  '\\',
  '\0',
  '\u202e',
  '🐎',
  '2026-02-30',
  '2026-01-01',
  '0001-01-01T00:00:00+14:00',
  '1,2',
  ',',
  '/1/api/0.1/client/1/',
  '/2/api/0.1/client/1/',
  'FI',
  'a@b.example',
  '+358401234567',
  'https://[::1]/',
  'x'.repeat(300),
  '__proto__',
  '${jndi}',
  '<b>',
)
const anyText = fc.oneof(
  hostile,
  fc.string({ unit: 'binary-ascii', maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
)
const anyValue = fc.oneof(
  anyText,
  fc.constantFrom(
    null,
    true,
    0,
    -1,
    1.5,
    1e300,
    2 ** 53,
    2 ** 31,
    [],
    {},
    [null],
    [[]],
    { toString: 1 },
    { a: { b: [] } },
  ),
  fc.array(anyText, { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 2 }),
)

/** The parameters of a route, and some that it does not have. */
const nameFor = (known: readonly string[]) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...known, 'bogus') },
    { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'page', 'id', 'url', '') },
  )

const bodyFor = ({ body, resource }: Operation) => {
  const names = [...Object.keys(body ?? {}), ...Object.keys(resource?.fields ?? {})]
  const fields = fc.dictionary(nameFor(names), anyValue, { maxKeys: 8, noNullPrototype: true })
  return fc.oneof(
    { weight: 6, arbitrary: fields.map((value) => ['application/json', JSON.stringify(value)] as const) },
    {
      weight: 2,
      arbitrary: fc
        .array(fc.tuple(nameFor(names), anyText), { maxLength: 8 })
        .map((pairs) => ['application/x-www-form-urlencoded', new URLSearchParams(pairs).toString()] as const),
    },
    {
      weight: 1,
      arbitrary: fc.array(fields, { maxLength: 3 }).map((list) => ['application/json', JSON.stringify(list)] as const),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(
        fc.constantFrom('application/json', 'multipart/form-data; boundary=x', 'text/plain', ''),
        anyText,
      ),
    },
  )
}

const requests = fc.constantFrom(...operations).chain((operation) =>
  fc.record({
    operation: fc.constant(operation),
    method: fc.oneof(
      { weight: 9, arbitrary: fc.constant(operation.method as string) },
      { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD') },
    ),
    id: fc.oneof({ weight: 3, arbitrary: fc.constantFrom('1', '2', '0') }, { weight: 1, arbitrary: anyText }),
    query: fc.array(fc.tuple(nameFor(Object.keys(operation.parameters)), anyText), { maxLength: 3 }),
    body: bodyFor(operation),
    accept: fc.constantFrom('*/*', 'application/json', 'application/problem+json', '', 'nonsense'),
    caller: fc.nat(3),
  }),
)

test('whatever is sent, the response is JSON and never 5xx', async () => {
  const statuses = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(requests, async ({ operation, method, id, query, body: [contentType, text], accept, caller }) => {
      const path = operation.path.replaceAll(/\{\w+\}/g, encodeURIComponent(id))
      const asked = query.length > 0 ? `?${new URLSearchParams(query).toString()}` : ''
      const answer = await callers[caller]!.send(method, `${path}${asked}`, {
        headers: { accept, 'content-type': contentType },
        ...(method === 'GET' || method === 'HEAD' ? {} : { body: text }),
      })
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      expect(answer.status).toBeLessThan(500)
      expect(answer.headers.get('x-request-id')).toBeTruthy()
      const isJson = /^application\/(problem\+)?json/.test(answer.headers.get('content-type') ?? '')
      expect(isJson).toBe(answer.status !== 204)
      const says = answer.status < 400 || method === 'HEAD' || Object.keys(answer.body).length > 0
      expect(says).toBe(true)
    }),
    { seed, numRuns: 600, endOnFailure: true },
  )
  // Enough of the requests must have been authorised for this to prove something.
  expect(statuses.get(400) ?? 0).toBeGreaterThan(50)
  expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)).toBeGreaterThan(20)
  expect(api.logged()).not.toContain('"level":50')
})

/** Callers without the permission, without requests left in the window, and with both. */
const inTurn = async (send: (apiClient: ApiClient) => ReturnType<ApiClient['get']>) => {
  const stranger = await clinic.caller({})
  const allowed = await clinic.caller()
  const [refused, answered] = [await send(stranger), await send(allowed)]
  return { refused, answered }
}

test.each<[string, object, (apiClient: ApiClient) => ReturnType<ApiClient['get']>]>([
  [
    'an Idempotency-Key that is none',
    { 'Idempotency-Key': 'invalid' },
    (apiClient) =>
      apiClient.post(
        '/client/',
        { lastname: 'A' },
        { headers: { ...asProblem.headers, 'idempotency-key': 'two words' } },
      ),
  ],
  [
    'a query that is not UTF-8',
    { non_field_errors: 'parse_error' },
    (apiClient) => apiClient.get('/client/?id__is=%ff', asProblem),
  ],
  [
    'a query of 101 parameters',
    { non_field_errors: 'max_items' },
    (apiClient) => apiClient.get(`/client/?${Array.from({ length: 101 }, (_, at) => `p${at}`).join('&')}`, asProblem),
  ],
])('%s is refused after the check of the permission, and counts in the rate window', async (_what, codes, send) => {
  const { refused, answered } = await inTurn(send)
  expect(refused.status).toBe(403)
  expect(codesOf(answered)).toEqual(codes)
  expect(answered.headers.get('ratelimit')).toMatch(/^"default";r=(99|299);t=\d+$/)
})

test('an Idempotency-Key is ignored by a read', async () => {
  const { status } = await (await clinic.caller()).get('/client/', { headers: { 'idempotency-key': 'two words' } })
  expect(status).toBe(200)
})

test('a URL of more than 8,192 characters is refused as too long', async () => {
  const caller = await clinic.caller()
  const path = `/${clinic.id}/api/0.1/client/?id__in=`
  const longest = `/client/?id__in=${'1'.repeat(8_192 - path.length)}`
  expect(codesOf(await caller.get(longest, asProblem))).toEqual({ id__in: 'invalid' })
  const { status, body } = await caller.get(`${longest}1`, asProblem)
  expect([status, body.code]).toEqual([414, 'address_too_long'])
  expect(body.detail).toContain('at most 8192 characters')
  expect((await caller.get(`/client/${'1'.repeat(101)}/`)).status).toBe(414)
})

test('the most values that a filter takes fit into a URL', async () => {
  const ids = Array.from({ length: 1_000 }, (_, at) => 1_000_000 + at)
  expect((await (await clinic.caller()).get(`/client/?id__in=${ids.join(',')}`)).status).toBe(200)
})

test('an unknown method is refused with the methods that are allowed, with and without a credential', async () => {
  const { status, headers } = await (await clinic.caller()).send('PROPFIND', '/client/1/')
  expect([status, headers.get('allow')]).toEqual([405, 'GET, PATCH, OPTIONS'])
})

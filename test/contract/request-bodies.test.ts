import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hasOwnUrl } from '../../src/kernel/resource.ts'
import { everythingAndWholesaler, useApi, type TestResponse } from '../support/api.ts'
import { useRateWindows } from '../support/rates.ts'
import { fillPath, nameOf, routesIn, routeTable, type Route } from '../support/routes.ts'
import { bodyFor, operationAt } from '../support/samples/bodies.ts'
import { fill, freshFor } from '../support/samples/fill.ts'

type Json = TestResponse['body']
const document: Json = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
const describedAt = ({ method, path }: Route): Json => document.paths[path][method.toLowerCase()]

const api = await useApi()
const rates = await useRateWindows(api)
const clinic = await api.givenOrganisation()
const caller = await clinic.userCaller(everythingAndWholesaler)
const have = await fill(clinic, caller)

const isObject = (value: unknown) => typeof value === 'object' && value !== null
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
/** A body as a form has it: a list repeats its name, an object or a list of objects is JSON text, null is empty. */
const pairsOf = (body: Readonly<Record<string, unknown>>): [string, string][] =>
  Object.entries(body).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return []
    if (value === null) return [[name, '']]
    if (!Array.isArray(value)) return [[name, textOf(value)]]
    if (value.some(isObject)) return [[name, JSON.stringify(value)]]
    return value.length === 0 ? [[name, '']] : value.map((item) => [name, textOf(item)])
  })
const filled = <F extends URLSearchParams | FormData>(form: F, body: Readonly<Record<string, unknown>>): F => {
  for (const [name, value] of pairsOf(body)) form.append(name, value)
  return form
}

/** Times, secrets, reference numbers and the ids of what is new differ from one request to the next; what was sent does not. */
const comparable = (text: string, sent: string) =>
  text
    .replaceAll(/"https?:[^"]*"/g, (url) => (sent.includes(url) ? url : '"url"'))
    .replaceAll(/"\d{4}-\d\d-\d\dT[^"]*Z"/g, '"time"')
    .replaceAll(/"id" ?: ?\d+/g, '"id":0')
    .replaceAll(/"reference_number":"[^"]*"/g, '"reference_number":""')
    .replaceAll(/"(uuid|request_hash)":"[^"]*"/g, '"$1":""')
    .replaceAll(/"client_(id|secret)":"[^"]*"/g, '"client_$1":""')
    .replaceAll(/"(upload_id|catalog_id|storage_key)":(\d+|"[^"]*")/g, '"$1":""')
    .replaceAll(/"fields":\{[^}]*\}/g, '"fields":{}')

const inForms = routesIn(routeTable).filter(
  (route) => 'application/x-www-form-urlencoded' in (describedAt(route).requestBody?.content ?? {}),
)

describe('a body that can be a form', () => {
  it('is that of most writes', () => {
    expect(inForms.length).toBeGreaterThan(60)
    for (const route of inForms) expect(describedAt(route).requestBody.content).toHaveProperty(['multipart/form-data'])
  })

  it.each(inForms.map((route) => ({ name: nameOf(route), route })))(
    '[S29] has the same effect in all three formats: $name',
    async ({ route }) => {
      await rates.empty()
      const own = await freshFor(clinic, caller, route, have)
      const body = bodyFor(clinic, route, own) as Record<string, unknown>
      const send = (sent: unknown) =>
        caller.send(route.method, fillPath(route.path, own), { headers: { prefer: 'dry-run' }, body: sent })
      const json = await send(body)
      expect([json.status, json.text]).toEqual([json.status < 300 ? json.status : 'success', json.text])
      const sent = JSON.stringify(body)
      for (const form of [filled(new URLSearchParams(), body), filled(new FormData(), body)]) {
        const answer = await send(form)
        expect([answer.status, comparable(answer.text, sent)]).toEqual([json.status, comparable(json.text, sent)])
      }
    },
  )

  it('[S29] [S404] takes a list of objects as JSON text, or each object under its own key', async () => {
    const own = await freshFor(clinic, caller, { method: 'POST', path: '/invoice/{id}/partial_refund/' }, have)
    const rows = (texts: readonly string[]) =>
      new URLSearchParams(texts.map((text): [string, string] => ['invoice_rows', text]))
    const send = (form: URLSearchParams) =>
      caller.post(`/invoice/${own.invoice}/partial_refund/`, form, {
        headers: { prefer: 'dry-run', accept: 'application/problem+json' },
      })
    const row = JSON.stringify({ invoice_row: clinic.url('invoicerow', own.invoicerow!) })
    for (const form of [rows([`[${row}]`]), rows([row])]) {
      const { status, body } = await send(form)
      expect([status, body.credit_note]).toEqual([201, true])
    }
    const malformed = await send(rows(['[{']))
    expect([malformed.status, malformed.body.errors.invoice_rows[0].code]).toEqual([400, 'parse_error'])
  })
})

const creating = routesIn(routeTable).filter((route) => '201' in describedAt(route).responses)

describe('a record that is created', () => {
  it.each([
    ['a credit note', 'POST /invoice/{id}/full_refund/'],
    ['a credit note of some rows', 'POST /invoice/{id}/partial_refund/'],
    ['a payment that cancels another', 'POST /invoicepayment/{id}/cancel_payment/'],
  ])('[S549] is answered with 201, also where an action creates it: %s', async (_what, name) => {
    const route = routesIn(routeTable).find((one) => nameOf(one) === name)!
    const own = await freshFor(clinic, caller, route, have)
    const before = fillPath(route.path, own)
    const { status, body, headers } = await caller.post(before, bodyFor(clinic, route, own))
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(body.url)
    expect(before).not.toContain(`/${body.id}/`)
    expect((await caller.get(headers.get('location')!)).body).toEqual(body)
  })

  it('[S549] leaves 200 to actions that change their own record', async () => {
    const own = await freshFor(clinic, caller, { method: 'POST', path: '/invoice/{id}/finalize/' }, have)
    const { status, headers } = await caller.post(`/invoice/${own.invoice}/finalize/`)
    expect([status, headers.get('location')]).toEqual([200, null])
  })

  it.each(creating.map((route) => ({ name: nameOf(route), route })))(
    'has its url in Location, and so has the answer when it is repeated: $name',
    async ({ route }) => {
      await rates.empty()
      const own = await freshFor(clinic, caller, route, have)
      const body = bodyFor(clinic, route, own)
      const headers = { 'idempotency-key': randomUUID() }
      const send = () => caller.send(route.method, fillPath(route.path, own), { headers, body })
      const [first, again] = [await send(), await send()]
      expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true'])
      const { resource } = operationAt(route)
      const itself = resource && hasOwnUrl(resource) ? clinic.url(resource.name, first.body.id) : first.body.url
      const expected = Array.isArray(first.body) ? null : itself
      expect([first.headers.get('location'), again.headers.get('location')]).toEqual([expected, expected])
    },
  )
})

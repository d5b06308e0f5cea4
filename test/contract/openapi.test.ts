import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { checkerOf, describedOperation } from '../../proofs/answer-check.ts'
import { assembleApi } from '../../src/app/api.ts'
import { everythingAndWholesaler, useClinic, type TestResponse } from '../support/api.ts'
import { useRateWindows } from '../support/rates.ts'
import { fillPath, nameOf, routesIn, targetOf, routeTable, type Route } from '../support/routes.ts'
import { bodyFor, sampleOf } from '../support/samples/bodies.ts'
import { fill, freshFor } from '../support/samples/fill.ts'
import type { Have } from '../support/samples/given.ts'

const root = join(import.meta.dirname, '../..')
const printed = async (word: string) =>
  (await promisify(execFile)(process.execPath, ['src/main.ts', word], { cwd: root, maxBuffer: 2 ** 26 })).stdout

/** Parsed JSON. */
type Json = TestResponse['body']
const text = readFileSync(join(root, 'openapi.json'), 'utf8')
const document: Json = JSON.parse(text)
const routes = routesIn(routeTable)
const methods = ['get', 'post', 'put', 'patch', 'delete']

const operationsIn = ({ paths }: Json) =>
  Object.entries(paths as Record<string, Json>).flatMap(([path, item]) =>
    methods.filter((method) => method in item).map((method) => `${method.toUpperCase()} ${path}`),
  )

const differences = (table: readonly string[], described: readonly string[]) => [
  ...table.filter((name) => !described.includes(name)).map((name) => `${name} is not described`),
  ...described.filter((name) => !table.includes(name)).map((name) => `${name} is not served`),
]

const references = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === '$ref' && typeof inner === 'string' ? [inner] : references(inner),
  )
}
const at = (all: Json, reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce((inside: Json, name) => inside?.[name], all)
const dangling = (all: Json) =>
  references(all).filter((reference) => !reference.startsWith('#/') || at(all, reference) === undefined)

describe('openapi.json', () => {
  it('is what the program derives today', async () => {
    expect(text.trimEnd()).toBe((await printed('openapi')).trimEnd())
    expect(routeTable.trimEnd()).toBe((await printed('routes')).trimEnd())
  })

  it('describes every operation of the route table and no other', () => {
    const described = operationsIn(document)
    expect(differences(routes.map(nameOf), described)).toEqual([])
    const [, ...rest] = described
    expect(differences(routes.map(nameOf), [...rest, 'GET /ghost/'])).toEqual([
      `${described[0]} is not described`,
      'GET /ghost/ is not served',
    ])
  })

  it('says of every operation the permission, rate, scope and kind of credential of the route table', () => {
    for (const { method, path, needs, anyOf, rate, scope, scopeOnly, oauthOnly, userTokenOnly, stepUp } of routes) {
      const asked = needs.map(({ permission, access }) => `${permission} (${access})`).join(anyOf ? ' or ' : ' and ')
      expect([method, path, document.paths[path][method.toLowerCase()]]).toMatchObject([
        method,
        path,
        {
          'x-permission': asked || 'any valid token',
          'x-rate-per-minute': rate,
          ...(scope && { 'x-open-to-scope': scope }),
          ...(scopeOnly && { 'x-scope-only': true }),
          ...(oauthOnly && { 'x-oauth-only': true }),
          ...(userTokenOnly && { 'x-user-token-only': true }),
          ...(stepUp && { 'x-step-up': true }),
        },
      ])
    }
  })

  it('has no dangling $ref', () => {
    expect(references(document).length).toBeGreaterThan(100)
    expect(dangling(document)).toEqual([])
    const broken = structuredClone(document)
    delete broken.components.schemas.Client
    expect(new Set(dangling(broken))).toEqual(new Set(['#/components/schemas/Client']))
  })

  it('carries the version 0.1, in its own field and in the path [S598]', () => {
    expect(document.info.version).toBe('0.1')
    expect(document.servers.map(({ url }: { url: string }) => url)).toEqual(['/{organisation}/api/0.1'])
  })
})

const check = checkerOf(document)
const checkable = ({ status, headers, text: body }: TestResponse) => ({
  status,
  header: (name: string) => headers.get(name) ?? undefined,
  text: body,
})
/** Where a response differs from its description. Fields that are not described count too. */
const flaws = ({ method, path }: Pick<Route, 'method' | 'path'>, answer: TestResponse) =>
  check({ method, path }, checkable(answer))

const { api, clinic: here } = await useClinic()
// Some routes are for people only.
const as = await here.userCaller(everythingAndWholesaler)
const rates = await useRateWindows(api)
const have = await fill(here, as)

const missing = 999_999_999
const pathOf = ({ path }: Route, id: number) => fillPath(path, have, id)
const idIn = (own: Have, { path }: Route) => own[targetOf(path) ?? ''] ?? 0
const ownId = async (route: Route) => idIn(await freshFor(here, as, route, have), route)
const bodyOf = (route: Route, own = have): { body?: unknown } => {
  const body = bodyFor(here, route, own)
  return body === undefined ? {} : { body }
}
const flags = ({ method, path }: Route) => {
  const names = (describedOperation(document, method, path).parameters as { name: string }[]).map(({ name }) => name)
  return names.filter((name) => name?.startsWith('expose_')).join('&')
}

const forms = ['application/json', 'application/problem+json']

describe('every operation', () => {
  it.each(routes.map((route) => ({ name: nameOf(route), route })))('answers as described: $name', async ({ route }) => {
    const own = await freshFor(here, as, route, have)
    const path = pathOf(route, idIn(own, route))
    const answers = [await as.send(route.method, path, bodyOf(route, own))]
    const isDone = (status: number) => status < 300
    const isRefusedByDesign = !Object.keys(document.paths[route.path][route.method.toLowerCase()].responses).some(
      (status) => isDone(Number(status)),
    )
    expect({ done: isDone(answers[0]!.status), answer: answers[0]!.text }).toMatchObject({ done: !isRefusedByDesign })
    if (route.method === 'GET') {
      answers.push(await as.get(`${path}?${flags(route)}`))
      answers.push(await as.get(path, { headers: { accept: 'text/html' } }))
    }
    for (const accept of forms) {
      const asked = { headers: { accept } }
      answers.push(await here.as().send(route.method, path, { ...asked, ...bodyOf(route) }))
      answers.push(
        await (await here.caller({ scopes: ['openid'] })).send(route.method, path, { ...asked, ...bodyOf(route) }),
      )
      answers.push(await as.send(route.method, `${path}?nonsense=1`, { ...asked, ...bodyOf(route) }))
      if (route.path.includes('{id}'))
        answers.push(await as.send(route.method, pathOf(route, missing), { ...asked, ...bodyOf(route) }))
      if (bodyOf(route).body !== undefined) {
        answers.push(
          await as.send(route.method, path, { headers: { accept, 'content-type': 'application/json' }, body: '{' }),
        )
        answers.push(
          await as.send(route.method, path, { headers: { accept, 'content-type': 'text/csv' }, body: 'a,b' }),
        )
      }
    }
    await rates.empty()
    expect(answers.flatMap((answer) => flaws(route, answer).map((flaw) => `${answer.status}: ${flaw}`))).toEqual([])
    const unoffered = ['PUT', 'POST', 'DELETE'].find(
      (method) => !routes.some((other) => other.path === route.path && other.method === method),
    )!
    const others = await Promise.all(
      ['OPTIONS', unoffered, ...(route.method === 'GET' ? ['HEAD'] : [])].map(async (method) => {
        const answer = await as.send(method, path)
        return [method, answer.status, ...flaws({ method, path: route.path }, answer)]
      }),
    )
    expect(others).toEqual([['OPTIONS', 200], [unoffered, 405], ...(route.method === 'GET' ? [['HEAD', 200]] : [])])
    const wanted = [200, 201, 204, 400, 401, 403, ...(route.path.includes('{id}') ? [404] : [])]
    expect(wanted).toEqual(
      expect.arrayContaining(answers.map(({ status }) => status).filter((status) => status !== 415)),
    )
  })

  const named = (name: string) => routes.find((one) => nameOf(one) === name)!
  const heeding = (header: string) =>
    routes.filter(({ method, path }) =>
      (document.paths[path][method.toLowerCase()].parameters as { $ref?: string }[]).some(
        ({ $ref }) => $ref === `#/components/parameters/${header}`,
      ),
    )

  it('answers 304 as described where If-None-Match is', async () => {
    expect(heeding('If-None-Match').length).toBeGreaterThan(8)
    for (const route of heeding('If-None-Match')) {
      const answer = await as.get(pathOf(route, await ownId(route)), { headers: { 'if-none-match': '*' } })
      expect([nameOf(route), answer.status, ...flaws(route, answer)]).toEqual([nameOf(route), 304])
    }
  })

  it('answers 412 as described where If-Match is, and never elsewhere', async () => {
    const changing = heeding('If-Match')
    expect(changing.map(nameOf)).toEqual(
      expect.arrayContaining(['PATCH /client/{id}/', 'DELETE /available_wholesaler/{id}/', 'POST /user/{id}/invite/']),
    )
    for (const route of routes.filter(({ method }) => method !== 'GET')) {
      const headers = { 'if-match': '"1"', prefer: 'dry-run' }
      const answer = await as.send(route.method, pathOf(route, await ownId(route)), { headers, ...bodyOf(route) })
      expect([nameOf(route), answer.status === 412, ...flaws(route, answer)]).toEqual([
        nameOf(route),
        changing.includes(route),
      ])
    }
    await rates.empty()
  })

  it('answers as described to a dry run, a replay, a body or URL that is too long, and a page past the last', async () => {
    const headers = { 'idempotency-key': 'openapi' }
    const create = named('POST /client/')
    const list = named('GET /client/')
    const answers = [
      [create, 201, await as.post('/client/', { lastname: 'A' }, { headers: { prefer: 'dry-run' } })],
      [create, 201, await as.post('/client/', { lastname: 'A' }, { headers })],
      [create, 201, await as.post('/client/', { lastname: 'A' }, { headers })],
      [create, 422, await as.post('/client/', { lastname: 'B' }, { headers })],
      [create, 413, await as.post('/client/', 'x'.repeat(2_097_153))],
      [list, 414, await as.get(`/client/?id__in=${'1'.repeat(9_000)}`)],
      [list, 404, await as.get('/client/?page=9')],
      [list, 404, await as.get(`${api.publicUrl}/none/api/0.1/client/`)],
      [list, 431, await as.get('/client/', { headers: { 'x-long': 'x'.repeat(20_000) } })],
    ] as const
    expect(answers.map(([route, , answer]) => [answer.status, ...flaws(route, answer)])).toEqual(
      answers.map(([, status]) => [status]),
    )
    const [tried, , again] = answers.map(([, , answer]) => answer.headers)
    expect([tried?.get('preference-applied'), again?.get('idempotency-replayed')]).toEqual(['dry-run', 'true'])
    await rates.empty()
  })

  it('answers as described when of many patients some or none are valid', async () => {
    const route = routes.find((one) => nameOf(one) === 'POST /patient/bulk/')!
    const patients = [sampleOf(here, 'patient', have), { name: 'Nobody’s' }]
    for (const [path, status] of [
      ['/patient/bulk/?force_push=true', 207],
      ['/patient/bulk/', 400],
    ] as const) {
      const answer = await as.post(path, patients)
      expect(answer.status).toBe(status)
      expect(flaws(route, answer)).toEqual([])
    }
  })

  it('answers 429 as described', async () => {
    const route = routes.find((one) => nameOf(one) === 'GET /client/')!
    for (const accept of forms) {
      const headers = { accept }
      for (let left = 6; left > 0; left--) await as.get('/client/?page_size=1000', { headers })
      const answer = await as.get('/client/', { headers })
      expect(answer.status).toBe(429)
      expect(flaws(route, answer)).toEqual([])
    }
    await rates.empty()
  })

  it.each(['x-request-id', 'ratelimit', 'etag'])('is reported when the answer to a change lacks %s', async (name) => {
    const answer = await as.patch(`/client/${have.client}/`, {})
    const headers = new Headers(answer.headers)
    headers.delete(name)
    expect(
      flaws(named('PATCH /client/{id}/'), { ...answer, headers })
        .join()
        .toLowerCase(),
    ).toContain(`header ${name}`)
  })

  it.each([
    ['lacks a field', (record: Json) => ({ ...record, lastname: undefined }), 'lastname'],
    ['has another type', (record: Json) => ({ ...record, archived: 'no' }), '/archived must be boolean'],
    ['is no link', (record: Json) => ({ ...record, url: 'not a url' }), '/url must match format'],
    [
      'has a name that is not described',
      (record: Json) => ({ ...record, password: 'x' }),
      'must NOT have unevaluated properties',
    ],
  ])('is reported when the answer %s', async (_name, doctor, flaw) => {
    const route = routes.find((one) => nameOf(one) === 'GET /client/{id}/')!
    const answer = await as.get(`/client/${have.client}/`)
    expect(flaws(route, answer)).toEqual([])
    const doctored = { ...answer, text: JSON.stringify(doctor(answer.body)) }
    expect(flaws(route, doctored).join('\n')).toContain(flaw)
  })
})

const asHost = (url: string, host: string, authorization: string) =>
  new Promise<Json>((resolve, reject) => {
    const sent = request(
      url,
      { headers: { host, authorization, 'x-forwarded-host': host, 'x-forwarded-proto': 'https' } },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())))
      },
    )
    sent.on('error', reject)
    sent.end()
  })

const bases = (answer: unknown) =>
  new Set([...JSON.stringify(answer).matchAll(/"(https?:\/\/[^/"]+)/g)].map(([, base]) => base))

describe('the deployment', () => {
  it('is in the host of every link, as configured and not as a request claims [S599]', async () => {
    const authorization = `Bearer ${await here.tokenOf(await here.givenApplication())}`
    for (const host of ['eu.elsewhere.example', 'enterprise.vet.example:8443']) {
      expect(bases(await asHost(`${here.base}/`, host, authorization))).toEqual(new Set([api.publicUrl]))
      expect(bases(await asHost(`${here.base}/client/?page_size=1`, host, authorization))).toEqual(
        new Set([api.publicUrl]),
      )
    }
  })

  it.each(['https://vet.example', 'https://eu.vet.example', 'https://enterprise.vet.example'])(
    'at %s gives links of that host, with the organisation and the version in the path [S598] [S599]',
    async (publicUrl) => {
      const app = await assembleApi({ ...api.options, publicUrl })
      const authorization = `Bearer ${await here.tokenOf(await here.givenApplication())}`
      const answer = await app.inject({ url: `/${here.id}/api/0.1/client/${have.client}/`, headers: { authorization } })
      const base = `${publicUrl}/${here.id}/api/0.1`
      expect(answer.json()).toMatchObject({
        url: `${base}/client/${have.client}/`,
        home_department: `${base}/department/${have.department}/`,
        patients: expect.arrayContaining([`${base}/patient/${have.patient}/`]),
      })
      expect(bases(answer.json())).toEqual(new Set([publicUrl]))
      await app.close()
    },
  )
})

// @module-tag browser
// @module-tag waits
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApi, type ApiClient, type TestOrganisation } from '../support/api.ts'
import { givenIntegration, givenPermissionGroup } from '../support/clinic.ts'
import { openChromium } from '../support/chromium.ts'

const registered = 'https://app.example.com'
const unregistered = 'https://elsewhere.example.com'
const another = 'https://reports.example.com'

const api = await useApi()
let clinic: TestOrganisation
let administrator: ApiClient
let token: string

const corsHeaders = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))

const preflight = (path: string, origin: string, base = clinic.base) =>
  clinic.as().send('OPTIONS', path.startsWith('/') ? `${base}${path}` : path, {
    headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
  })

const givenPages = async (allowed_origins: readonly string[]) => {
  const group = await givenPermissionGroup(administrator, { write: ['General: Patients and clients'] })
  const application = await givenIntegration(administrator, { allowed_origins, permission_groups: [group.url] })
  return { ...application, token: await clinic.tokenOf(application) }
}

beforeAll(async () => {
  clinic = await api.givenOrganisation()
  administrator = await clinic.caller()
  token = (await givenPages([registered])).token
  await givenPages([another])
})

describe('a preflight', () => {
  it('is answered before anybody is identified, for an origin that an application has registered', async () => {
    for (const path of ['/client/', '/patient/1/', '/no-such-resource/']) {
      const { status, headers, text } = await preflight(path, registered)
      expect([status, text]).toEqual([204, ''])
      expect(corsHeaders(headers)).toEqual({
        'access-control-allow-origin': registered,
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
        'access-control-allow-headers': expect.stringContaining(
          'authorization, content-type, idempotency-key, if-match',
        ),
        'access-control-max-age': '600',
      })
      expect(headers.get('vary')).toContain('Origin')
    }
  })

  it.each([
    ['an origin that nobody has registered', unregistered],
    ['another port', `${registered}:8443`],
    ['another scheme', registered.replace('https', 'http')],
    ['a longer host', `${registered}.evil.example`],
    ['a page without an origin', 'null'],
  ])('is refused with the reason for %s', async (_what, origin) => {
    const { status, headers, body } = await preflight('/client/', origin)
    expect([status, body, corsHeaders(headers)]).toEqual([
      403,
      { detail: expect.stringContaining('add the origin to the allowed_origins of your application') },
      {},
    ])
  })

  it('[V3.4.2] is refused in every other organisation', async () => {
    const { base } = await api.givenOrganisation()
    expect((await preflight('/client/', registered, base)).status).toBe(403)
    expect((await preflight('/client/', registered, base.replace(/\/\d+\/api/, '/999999/api'))).status).toBe(403)
  })
})

describe('a request from a page', () => {
  const ask = (path: string, origin: string, authorization = `Bearer ${token}`, more: Record<string, string> = {}) =>
    clinic.as(authorization).get(path, { headers: { origin, ...more } })

  it('may be read by pages of the calling application, with the headers a client needs', async () => {
    const { status, headers } = await ask('/client/', registered)
    expect(status).toBe(200)
    const { 'access-control-expose-headers': exposed, ...others } = corsHeaders(headers)
    expect(others).toEqual({ 'access-control-allow-origin': registered })
    expect(headers.get('vary')).toContain('Origin')
    const ours = [...headers.keys()].filter((name) => /^(x-request-id|x-server-time|ratelimit)/.test(name))
    const needed = ['etag', 'location', 'retry-after', 'idempotency-replayed', 'preference-applied', ...ours]
    expect(exposed!.split(', ')).toEqual(expect.arrayContaining(needed))
    expect(ours).toHaveLength(3)
  })

  it.each([
    ['401', '/client/', 'Bearer unknown', 401],
    ['400', '/client/?colour__is=red', undefined, 400],
    ['403', '/permissiongroup/', undefined, 403],
    ['404 for a record', '/client/999999/', undefined, 404],
    ['404 for an address', '/no-such-resource/', undefined, 404],
  ])('may be read when it is a %s', async (_what, path, authorization, expected) => {
    const { status, headers } = await ask(path, registered, authorization)
    expect([status, headers.get('access-control-allow-origin')]).toEqual([expected, registered])
  })

  it.each([
    ['an unregistered origin', unregistered, undefined],
    ['an unregistered origin without a valid token', unregistered, 'Bearer unknown'],
    ['the origin of another application', another, undefined],
  ])('has no CORS header for %s', async (_what, origin, authorization) => {
    const { headers } = await ask('/client/', origin, authorization)
    expect(corsHeaders(headers)).toEqual({})
    expect(headers.get('vary')).toContain('Origin')
  })

  it('is no longer allowed within a second after the origin was removed or the application archived', async () => {
    const origin = 'https://short-lived.example.com'
    const pages = await givenPages([origin])
    const isAllowed = async () => (await preflight('/client/', origin)).status === 204
    for (const change of [{ allowed_origins: [] }, { allowed_origins: [origin] }, { archived: true }]) {
      await sleep(1_000)
      const before = await isAllowed()
      await administrator.patch(pages.url, change)
      await sleep(1_000)
      expect(await isAllowed()).toBe(!before)
    }
  })
})

describe('the authorization server', () => {
  const endpoint = (name: string) => `${clinic.base.replace('/api/0.1', '')}/oauth2/${name}/`
  const tokenRequest = (client_id: string, origin?: string) =>
    clinic
      .as()
      .post(
        endpoint('token'),
        new URLSearchParams({ client_id, grant_type: 'authorization_code', code: 'x', code_verifier: 'v'.repeat(43) }),
        { headers: origin === undefined ? {} : { origin } },
      )
  const allowedOrigin = ({ headers }: { readonly headers: Headers }) => headers.get('access-control-allow-origin')
  const redirect_uris = ['https://app.example.com/signed-in']

  it.each(['token', 'revoke_token', 'userinfo'])(
    'answers preflights of registered origins alone at %s',
    async (name) => {
      const allowed = await preflight(endpoint(name), registered)
      expect([allowed.status, allowedOrigin(allowed)]).toEqual([204, registered])
      const refused = await preflight(endpoint(name), unregistered)
      expect([refused.status, corsHeaders(refused.headers)]).toEqual([403, {}])
    },
  )

  it('lets a page read its answers for a public application that has registered the origin', async () => {
    const { client_id } = await givenIntegration(administrator, {
      public: true,
      redirect_uris,
      allowed_origins: [registered],
    })
    const invalidCode = await tokenRequest(client_id, registered)
    expect([invalidCode.status, invalidCode.body.error, allowedOrigin(invalidCode)]).toEqual([
      400,
      'invalid_grant',
      registered,
    ])
    const unknownClient = await tokenRequest('unknown', registered)
    expect([unknownClient.status, allowedOrigin(unknownClient)]).toEqual([401, registered])
    for (const origin of [unregistered, another, undefined])
      expect(corsHeaders((await tokenRequest(client_id, origin)).headers)).toEqual({})
    expect(corsHeaders((await tokenRequest('unknown', unregistered)).headers)).toEqual({})
  })

  it('answers no page for an application with a secret, but our own pages', async () => {
    const { client_id, client_secret } = await givenIntegration(administrator, { allowed_origins: [registered] })
    const ask = (origin: string) =>
      clinic
        .as()
        .post(endpoint('token'), new URLSearchParams({ client_id, client_secret, grant_type: 'client_credentials' }), {
          headers: { origin },
        })
    const page = await ask(registered)
    expect([page.status, corsHeaders(page.headers)]).toEqual([400, {}])
    expect((await ask(new URL(clinic.base).origin)).status).toBe(200)
  })

  it('lets a page read who is signed in', async () => {
    const read = (origin: string) => clinic.as('Bearer unknown').get(endpoint('userinfo'), { headers: { origin } })
    expect(allowedOrigin(await read(registered))).toBe(registered)
    expect(corsHeaders((await read(unregistered)).headers)).toEqual({})
  })
})

describe('the origins of an application', () => {
  it.each([
    'http://app.example.com',
    'https://app.example.com/',
    'https://app.example.com/page',
    'https://App.example.com',
    'https://app.example.com:443',
    'https://*.example.com',
    'https://user@app.example.com',
    'app.example.com',
    '*',
    'null',
    'file://',
  ])('cannot be %s', async (origin) => {
    const made = await administrator.post('/application/', { name: `Pages ${origin}`, allowed_origins: [origin] })
    expect([made.status, made.body]).toEqual([400, { allowed_origins: [expect.stringContaining('is not an origin')] }])
    const { url } = await givenIntegration(administrator)
    const changed = await administrator.patch(url, { allowed_origins: [origin] })
    expect([changed.status, Object.keys(changed.body)]).toEqual([400, ['allowed_origins']])
  })

  it('can be https, loopback and an address', async () => {
    const allowed_origins = [
      'https://a-1.example.com:8443',
      'http://localhost:5173',
      'http://127.0.0.1',
      'http://[::1]:80',
    ].map((origin) => new URL(origin).origin)
    const { url } = await givenIntegration(administrator, { allowed_origins })
    expect((await administrator.get(url)).body.allowed_origins).toEqual(allowed_origins)
  })

  it('are at most 20', async () => {
    const allowed_origins = Array.from({ length: 21 }, (_, at) => `https://page-${at}.example.com`)
    const { status, body } = await administrator.post('/application/', { name: 'Many pages', allowed_origins })
    expect([status, Object.keys(body)]).toEqual([400, ['allowed_origins']])
  })
})

describe('a page in a browser', () => {
  const site = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<title>App</title>'),
  )
  let browser: Awaited<ReturnType<typeof openChromium>>
  let page: Page
  beforeAll(async () => {
    await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve))
    browser = await openChromium()
    page = await browser.context.newPage()
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
  })
  afterAll(async () => {
    await browser.close()
    site.close()
  })

  /** What the page sees of a client that it creates, or the browser's refusal. */
  const createClient = (bearer: string, lastname: string) =>
    page.evaluate(
      async ({ url, authorization, body }) => {
        try {
          const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
          const response = await fetch(url, { method: 'POST', headers, body })
          return { status: response.status, location: response.headers.get('location'), answer: await response.json() }
        } catch (problem) {
          return { problem: String(problem) }
        }
      },
      { url: `${clinic.base}/client/`, authorization: `Bearer ${bearer}`, body: JSON.stringify({ lastname }) },
    )

  it('[V3.4.2] calls the API from the origin of its application, and from no other', async () => {
    const pages = await givenPages([new URL(page.url()).origin])
    await sleep(1_000)
    const made = await createClient(pages.token, 'Made by a page')
    expect(made).toMatchObject({ status: 201, answer: { lastname: 'Made by a page' } })
    expect(made.location).toBe((made.answer as { url: string }).url)
    expect(await createClient(pages.token, '')).toMatchObject({
      status: 400,
      answer: { non_field_errors: [expect.any(String)] },
    })
    expect(await createClient('unknown', 'X')).toMatchObject({ status: 401 })
    expect(await createClient(token, 'Of another application')).toEqual({ problem: 'TypeError: Failed to fetch' })
    await administrator.patch(pages.url, { allowed_origins: [] })
    await sleep(1_000)
    expect(await createClient(pages.token, 'After removal')).toEqual({ problem: 'TypeError: Failed to fetch' })
  })
})

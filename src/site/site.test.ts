import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { useApi } from '../../test/support/api.ts'
import { contractWithExamples } from '../app/contract.ts'
import { createOrganisation } from '../domain/organisation/create-organisation.ts'
import { clientProfile } from '../contract/client-profile.ts'

const api = await useApi()
const { app, publicUrl } = api
type Headers = Readonly<Record<string, string>>
const get = (url: string, headers: Headers = {}) => app.inject({ url, headers })
const jsonAt = async (url: string) => (await get(url)).json<object>()
/** Through JSON, as it is served. */
const plain = (document: object) => JSON.parse(JSON.stringify(document)) as object

describe('the OpenAPI document', () => {
  test('is served without a token', async () => {
    const { statusCode, headers, body } = await get('/openapi.json')
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect(JSON.parse(body)).toEqual(plain(contractWithExamples()))
    expect(JSON.parse(body).servers).toMatchObject([
      { url: '/{organisation}/api/0.1', variables: { organisation: {} } },
    ])
  })

  test('of an organisation has its addresses, and is otherwise the same', async () => {
    const document = (await jsonAt('/42/api/0.1/openapi.json')) as ReturnType<typeof JSON.parse>
    expect(document.servers).toMatchObject([{ url: `${publicUrl}/42/api/0.1` }])
    const { clientCredentials, authorizationCode } = document.components.securitySchemes.oauth.flows
    expect(clientCredentials.tokenUrl).toBe(`${publicUrl}/42/oauth2/token/`)
    expect(authorizationCode).toMatchObject({
      authorizationUrl: `${publicUrl}/42/oauth2/authorize/`,
      tokenUrl: `${publicUrl}/42/oauth2/token/`,
    })
    expect(document.paths).toEqual((plain(contractWithExamples()) as typeof document).paths)
    expect(JSON.stringify(document)).not.toContain('organisation-address')
  })

  test.each(['0', '01', '-1', 'abc', '9999999999', '1%2f..', '1.0'])(
    'of "%s", which is no id, is a 404',
    async (id) => {
      expect((await get(`/${id}/api/0.1/openapi.json`)).statusCode).toBe(404)
    },
  )

  test('has a profile for client generators', async () => {
    expect(await jsonAt('/openapi.json?profile=client')).toEqual(plain(clientProfile(contractWithExamples())))
    expect((await get('/7/api/0.1/openapi.json?profile=client')).body).not.toContain('text/html')
    expect((await get('/7/api/0.1/openapi.json')).body).toContain('text/html')
    const refused = await get('/openapi.json?profile=small')
    expect([refused.statusCode, refused.json()]).toEqual([400, { profile: ['Use one of: full, client.'] }])
  })

  test('may be cached, by its ETag too', async () => {
    const tags = new Set<unknown>()
    for (const url of [
      '/openapi.json',
      '/openapi.json?profile=client',
      '/1/api/0.1/openapi.json',
      '/12/api/0.1/openapi.json',
    ]) {
      const { headers } = await get(url)
      expect(headers['cache-control']).toBe('public, max-age=300')
      tags.add(headers.etag)
      const again = await get(url, { 'if-none-match': String(headers.etag) })
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag])
    }
    expect(tags.size).toBe(4)
    const one = String((await get('/1/api/0.1/openapi.json')).headers.etag)
    expect((await get('/12/api/0.1/openapi.json', { 'if-none-match': one })).statusCode).toBe(200)
  })

  test('is compressed, and its compressed form has an ETag of its own', async () => {
    const { headers, rawPayload } = await get('/openapi.json', { 'accept-encoding': 'br' })
    expect(headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(rawPayload).toString()).toBe((await get('/openapi.json')).body)
    const again = await get('/openapi.json', { 'accept-encoding': 'br', 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.headers.etag]).toEqual([304, headers.etag])
  })

  test('may be read by pages of any origin, which send no credentials for it', async () => {
    const { headers } = await get('/1/api/0.1/openapi.json', { origin: 'https://elsewhere.example' })
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  })
})

describe('the landing page', () => {
  test('leads to pages that exist', async () => {
    const { statusCode, headers, body } = await get('/')
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    const paths = [...body.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path!)
    expect(paths).toEqual(expect.arrayContaining(['/reference/', '/openapi.json', '/errors/']))
    for (const path of paths) expect([path, (await get(path)).statusCode]).toEqual([path, 200])
  })

  test('says what to do while there is no clinic, and then leads to its sign-in', async () => {
    const empty = (await get('/')).body
    expect(empty).toContain('No clinic is set up here yet')
    expect(empty).toContain('fetlock setup')
    expect(empty).not.toContain('action="/sign-in/"')
    await createOrganisation(api.owner.db, { name: 'Harbour Vets', country: 'FI', currency: 'EUR', time_zone: 'UTC' })
    const page = (await get('/')).body
    expect(page).not.toContain('No clinic is set up here yet')
    expect(page).toContain('action="/sign-in/"')
  })

  test('leads to the sign-in of an organisation', async () => {
    const { statusCode, headers } = await get('/sign-in/?organisation=+12+')
    expect([statusCode, headers.location]).toEqual([303, '/12/sign-in/'])
  })

  test.each([
    '',
    '0',
    '/evil.example',
    '1/../../evil',
    '//evil.example',
    '1\\evil',
    '1@evil.example',
    '9999999999',
    '"><script>',
  ])('does not lead to the organisation "%s"', async (value) => {
    const { statusCode, headers, body } = await get(`/sign-in/?organisation=${encodeURIComponent(value)}`)
    expect([statusCode, headers.location]).toEqual([400, undefined])
    expect(body).toContain('An organisation id is a whole number')
    expect(body).not.toContain('<script')
  })

  test.each([
    ['/7/', 303, '/7/api/0.1/'],
    ['/7', 303, '/7/api/0.1/'],
    ['/reference', 308, '/reference/'],
    ['/errors', 308, '/errors/'],
  ])('%s answers %i and leads to %s', async (from, status, to) => {
    const { statusCode, headers } = await get(from)
    expect([statusCode, headers.location]).toEqual([status, to])
  })

  test.each(['/abc/', '/0/', '//evil.example/', '/abc'])('%s is a 404', async (path) => {
    expect((await get(path)).statusCode).toBe(404)
  })
})

describe('the reference', () => {
  const scripts = async () =>
    [...(await get('/reference/')).body.matchAll(/<script src="([^"]*)"><\/script>/g)].map(([, path]) => path!)

  test('runs scripts of this origin only', async () => {
    const { headers, body } = await get('/reference/')
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
        "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(body).not.toMatch(/https?:|<script>|<style| on\w+=/)
    expect(await scripts()).toHaveLength(2)
  })

  test('its scripts may be kept for ever, in any coding', async () => {
    for (const path of await scripts()) {
      const whole = await get(path)
      expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
      expect(whole.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      const [br, gzip] = [await get(path, { 'accept-encoding': 'br' }), await get(path, { 'accept-encoding': 'gzip' })]
      expect(brotliDecompressSync(br.rawPayload).equals(whole.rawPayload)).toBe(true)
      expect(gunzipSync(gzip.rawPayload).equals(whole.rawPayload)).toBe(true)
      expect(whole.body).not.toContain('sourceMappingURL=standalone')
    }
  })

  test('a script of another version is answered with this one, and not kept', async () => {
    const { statusCode, headers } = await get('/reference/0123456789abcdef/page.js')
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache'])
  })

  test.each(['other.js', 'constructor', '__proto__', '..%2fsite.ts'])('%s is no script', async (name) => {
    expect((await get(`/reference/0123456789abcdef/${name}`)).statusCode).toBe(404)
  })
})

import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { useClinic } from '../../test/support/api.ts'

const { api, clinic, caller } = await useClinic()
let authorization: string
let client: string
beforeAll(async () => {
  authorization = `Bearer ${await clinic.tokenOf(await clinic.givenApplication())}`
  const { body } = await caller.post('/client/', { lastname: 'Long', critical_notes: 'x'.repeat(3_000) })
  client = new URL(body.url).pathname
})

const ask = (url: string, headers: Readonly<Record<string, string>> = {}, method: 'GET' | 'PATCH' | 'POST' = 'GET') =>
  api.app.inject({
    method,
    url,
    headers: { authorization, 'content-type': 'application/json', ...headers },
    ...(method === 'GET' ? {} : { payload: { lastname: 'Longer', name: 'With a secret'.padEnd(100) } }),
  })
const plain = { 'accept-encoding': 'identity' }

describe('a response of JSON', () => {
  test.each([
    ['gzip', 'gzip', gunzipSync],
    ['br', 'br', brotliDecompressSync],
    ['gzip;q=0.5, br', 'br', brotliDecompressSync],
    ['deflate, gzip', 'gzip', gunzipSync],
  ])('is compressed for Accept-Encoding: %s', async (accepted, coding, decompress) => {
    const whole = await ask(client, plain)
    const compressed = await ask(client, { 'accept-encoding': accepted })
    expect(compressed.headers).toMatchObject({
      'content-encoding': coding,
      'content-length': String(compressed.rawPayload.length),
      vary: 'Accept, Accept-Encoding, Origin',
    })
    expect(compressed.rawPayload.length).toBeLessThan(whole.rawPayload.length / 2)
    expect(decompress(compressed.rawPayload).toString()).toBe(whole.body)
  })

  test.each([undefined, 'identity', 'gzip;q=0', 'deflate', 'nonsense'])(
    'is not compressed for Accept-Encoding: %s',
    async (accepted) => {
      const { headers, body } = await ask(client, accepted === undefined ? {} : { 'accept-encoding': accepted })
      expect(headers['content-encoding']).toBeUndefined()
      expect(headers['vary']).toBe('Accept, Accept-Encoding, Origin')
      expect(JSON.parse(body).lastname).toMatch(/^Long/)
    },
  )

  test('that is small, shows a secret, or is a page for a browser is not compressed', async () => {
    const gzip = { 'accept-encoding': 'gzip' }
    const small = await ask(`/${clinic.id}/api/0.1/client/0/`, gzip)
    const secret = await ask(`/${clinic.id}/api/0.1/application/`, gzip, 'POST')
    const page = await ask(client, { ...gzip, accept: 'text/html' })
    expect([small.statusCode, secret.statusCode, page.statusCode]).toEqual([404, 201, 200])
    for (const { headers } of [small, secret, page]) expect(headers['content-encoding']).toBeUndefined()
    expect(secret.json().client_secret).toEqual(expect.any(String))
    expect(secret.headers['cache-control']).toBe('no-store, no-transform')
  })
})

describe('the ETag of a compressed response', () => {
  test('differs from that of the plain one, and both name the version', async () => {
    const [whole, gzip, br] = [
      await ask(client, plain),
      await ask(client, { 'accept-encoding': 'gzip' }),
      await ask(client, { 'accept-encoding': 'br' }),
    ]
    const version = String(whole.headers.etag)
    expect(version).toMatch(/^"\d+"$/)
    expect([gzip.headers.etag, br.headers.etag]).toEqual([
      version.replace(/"$/, '-gzip"'),
      version.replace(/"$/, '-br"'),
    ])
  })

  test('is answered 304 with the same ETag in If-None-Match', async () => {
    const { etag } = (await ask(client, { 'accept-encoding': 'gzip' })).headers
    const again = await ask(client, { 'accept-encoding': 'gzip', 'if-none-match': String(etag) })
    expect([again.statusCode, again.headers.etag, again.rawPayload.length]).toEqual([304, etag, 0])
    const other = await ask(client, { ...plain, 'if-none-match': String((await ask(client, plain)).headers.etag) })
    expect(other.statusCode).toBe(304)
    expect(other.headers.etag).toMatch(/^"\d+"$/)
  })

  test('changes the record with If-Match, once', async () => {
    const { etag } = (await ask(client, { 'accept-encoding': 'gzip' })).headers
    const headers = { 'accept-encoding': 'gzip', 'if-match': String(etag) }
    const changed = await ask(client, headers, 'PATCH')
    expect([changed.statusCode, changed.headers['content-encoding']]).toEqual([200, 'gzip'])
    expect(changed.headers.etag).not.toBe(etag)
    expect((await ask(client, headers, 'PATCH')).statusCode).toBe(412)
    expect((await ask(client, { ...headers, 'if-match': String(changed.headers.etag) }, 'PATCH')).statusCode).toBe(200)
  })
})

import { describe, expect, it, onTestFinished } from 'vitest'
import { useClinic } from '../../test/support/api.ts'
import { assembleApi } from '../app/api.ts'

const { api, clinic, caller } = await useClinic()

const securely = async () => {
  const app = await assembleApi({ ...api.options, publicUrl: 'https://vet.example' })
  onTestFinished(() => app.close())
  return app
}

const paths = [
  `/${clinic.id}/api/0.1/client/`,
  `/${clinic.id}/api/0.1/nothing/`,
  `/${clinic.id}/sign-in/`,
  `/${clinic.id}/oauth2/.well-known/openid-configuration`,
  `/${clinic.id}/oauth2/authorize/`,
  `/${clinic.id}/oauth2/pages.css`,
  '/',
  '/errors/',
  '/reference/',
  '/openapi.json',
  '/live',
  '/%00',
]

describe('every answer', () => {
  it.each(paths)(
    '[V3.2.1] [V3.4.1] [V3.4.3] [V3.4.4] [V3.4.5] [V3.4.6] [security-15] of %s protects the browser',
    async (path) => {
      const app = await securely()
      for (const accept of ['application/json', 'text/html']) {
        const { headers } = await app.inject({ url: path, headers: { accept, host: 'vet.example' } })
        const policy = String(headers['content-security-policy'])
        expect(policy).toMatch(/default-src 'none'/)
        expect(policy).toMatch(/base-uri 'none'/)
        expect(policy).toMatch(/frame-ancestors 'none'/)
        expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
        expect(headers['x-content-type-options']).toBe('nosniff')
        expect(headers['referrer-policy']).toMatch(/^(no-referrer|same-origin)$/)
      }
    },
  )

  it('says nothing of https where there is none', async () => {
    expect((await caller.get('/client/')).headers.get('strict-transport-security')).toBeNull()
  })

  it('[security-25] with records is stored nowhere, and still has an ETag to compare', async () => {
    const { body } = await caller.post('/client/', { lastname: 'Kept nowhere' })
    const shown = await caller.get(body.url)
    expect(shown.headers.get('cache-control')).toBe('no-store')
    const again = await caller.get(body.url, { headers: { 'if-none-match': shown.headers.get('etag')! } })
    expect(again.status).toBe(304)
    const page = await caller.get(body.url, { headers: { accept: 'text/html' } })
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect((await caller.get('/client/')).headers.get('cache-control')).toBe('no-store')
    expect((await clinic.as().get('/client/')).headers.get('cache-control')).toBe('no-store')
  })
})

describe('[V3.3.1] [security-15] over https', () => {
  it('a session cookie without the prefix is no session', async () => {
    const app = await securely()
    const ask = (cookie: string) =>
      app.inject({ url: `/${clinic.id}/api/0.1/me/`, headers: { cookie, host: 'vet.example' } })
    const none = await ask('fetlock_session=anything')
    const unknown = await ask('__Secure-fetlock_session=anything')
    expect([none.statusCode, none.json().detail]).toEqual([401, expect.stringContaining('has none')])
    expect([unknown.statusCode, unknown.json().detail]).toEqual([401, expect.stringContaining('no longer signed in')])
  })
})

import { Writable } from 'node:stream'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPractice, type Practice, sealing } from '../../test/support/identity.ts'
import { connect } from '../db/pool.ts'
import { type Database, inOrganisation } from '../db/tx.ts'
import { registerApplication } from '../domain/identity/applications.ts'
import { makePasswordLink } from '../domain/identity/password-links.ts'
import { mountOAuth } from './mount.ts'

let practice: Practice
const log: string[] = []
const server = fastify({
  logger: { stream: new Writable({ write: (chunk: Buffer, _encoding, done) => done(void log.push(String(chunk))) }) },
})
const publicUrl = 'https://fetlock.example.com/api'

const mounted = async (to: FastifyInstance, db: Database) => {
  const applicationsAt = async () => []
  const secretKeys = ['only for tests '.repeat(4)]
  await mountOAuth(to, { db, rates: practice.rates, publicUrl, secretKeys, sealing, applicationsAt, log: to.log })
  return to
}

beforeAll(async () => {
  practice = await openPractice()
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', "default-src 'self'")
  })
  const form = 'application/x-www-form-urlencoded'
  server.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) => done(null, body))
  await mounted(server, practice.db)
})
afterAll(async () => {
  await server.close()
  await practice.close()
})

describe('an installation behind https and a path, beside other plugins', () => {
  it('has all its URLs under the public URL', async () => {
    const answer = await server.inject('/1/oauth2/.well-known/openid-configuration')
    expect(answer.json()).toMatchObject({
      issuer: `${publicUrl}/1/oauth2`,
      token_endpoint: `${publicUrl}/1/oauth2/token/`,
      authorization_endpoint: `${publicUrl}/1/oauth2/authorize/`,
    })
  })

  it('[V3.3.1] [V3.3.2] [V3.3.4] [security-15] sets __Secure- cookies for the organisation’s own paths', async () => {
    const application = { name: 'Lab', redirect_uris: ['https://lab.example.com/back'] }
    const { client_id } = await practice.within((tx) => registerApplication(tx, undefined, application))
    const challenge = `code_challenge=${'x'.repeat(43)}&code_challenge_method=S256`
    const begun = await server.inject(`/1/oauth2/authorize/?client_id=${client_id}&response_type=code&${challenge}`)
    expect(begun.statusCode).toBe(303)
    expect(begun.headers.location).toMatch(/^\/api\/1\/consent\/[\w-]+\/$/)
    const page = await server.inject('/1/sign-in/')
    const cookies = [begun, page].flatMap(({ headers }) => headers['set-cookie'] ?? [])
    expect(cookies.length).toBeGreaterThanOrEqual(5)
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Secure-fetlock_/)
      expect(cookie).toMatch(/; secure/i)
      expect(cookie).toMatch(/; httponly/i)
      expect(cookie).toMatch(/; samesite=lax/i)
      expect(cookie).toMatch(/; path=\/api\/1\//i)
    }
    expect(page.body).toContain('href="/api/1/oauth2/pages.css?v=')
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; .*; form-action 'self';/,
    )
  })

  it('adds the default scope to a query that has question marks of its own', async () => {
    const application = { name: 'Asking', redirect_uris: ['https://lab.example.com/back?a=1'] }
    const { client_id } = await practice.within((tx) => registerApplication(tx, undefined, application))
    const begun = await server.inject(
      `/1/oauth2/authorize/?client_id=${client_id}&redirect_uri=https://lab.example.com/back?a=1&response_type=none`,
    )
    const back = new URL(begun.headers.location ?? '')
    expect(back.href).toMatch(/^https:\/\/lab\.example\.com\/back\?a=1&/)
    expect(back.searchParams.get('error')).toBe('unsupported_response_type')
  })

  it('accepts token requests although the application has a form parser', async () => {
    const { client_id, client_secret } = await practice.within((tx) =>
      registerApplication(tx, undefined, { name: 'Machine' }),
    )
    const headers = { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` }
    const answer = await server.inject({
      method: 'POST',
      url: '/1/oauth2/token/',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'grant_type=client_credentials',
    })
    expect(answer.json()).toMatchObject({ token_type: 'Bearer', scope: 'restapi' })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(log.join('')).not.toContain(client_secret)
    expect(log.join('')).not.toContain(answer.json().access_token)
  })

  it('answers 503 while the database is busy or away, so that programs try again and people know to', async () => {
    const { client_id, client_secret } = await practice.within((tx) =>
      registerApplication(tx, undefined, { name: 'Patient' }),
    )
    const asked = {
      method: 'POST',
      url: '/1/oauth2/token/',
      headers: {
        authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: 'grant_type=client_credentials',
    } as const
    await practice.administrator.query(`
      create function busy() returns trigger language plpgsql as $$ begin raise lock_not_available; end $$;
      create trigger busy before insert on oauth_record execute function busy()`)
    const busy = await server.inject(asked)
    await practice.administrator.query('drop function busy() cascade')
    expect([busy.statusCode, busy.headers['retry-after']]).toEqual([503, '1'])
    expect((await server.inject(asked)).statusCode).toBe(200)

    const nowhere = connect('postgres://nobody@127.0.0.1:1/none', { max: 1 })
    const away = await mounted(fastify(), nowhere.db)
    const [page, token] = [await away.inject('/1/sign-in/'), await away.inject(asked)]
    await away.close()
    await nowhere.close()
    expect([page.statusCode, page.headers['retry-after'], token.statusCode]).toEqual([503, '1', 503])
    expect(page.body).toContain('<h1>Busy for a moment</h1>')
  })

  it('does not log the secret of a password link', async () => {
    const user = await practice.givenUser('anna@example.com', [], 1, null)
    const link = await inOrganisation(practice.worker.db, 1, (tx) => makePasswordLink(tx, user, 'invitation'))
    const page = await server.inject(`/1/set-password/?link=${link}`)
    expect(page.statusCode).toBe(200)
    expect(log.length).toBeGreaterThan(0)
    expect(log.join('')).not.toContain(link)
  })

  it('answers paths without their slash, and unknown ones, like any other 404', async () => {
    for (const path of ['/1/oauth2/token', '/1/oauth2/session/end', '/1/oauth2/request'])
      expect((await server.inject({ method: 'POST', url: path })).statusCode).toBe(404)
  })
})

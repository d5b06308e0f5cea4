// @module-tag waits
import * as client from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { browser, partsOf } from '../../test/support/identity.ts'
import { redirectUri, type AuthorizationServer, openAuthorizationServer } from '../../test/support/oauth.ts'
import { createLegacyKey } from '../domain/identity/legacy-keys.ts'
import { identifier } from '../domain/identity/identify.ts'
import { changePassword } from '../domain/identity/password-links.ts'
import { hashPassword } from '../domain/identity/passwords.ts'
import { recordsOf } from './records.ts'

let server: AuthorizationServer

beforeAll(async () => {
  server = await openAuthorizationServer()
})
beforeEach(() => server.practice.passAMinute())
afterAll(() => server.close())

/** What was recorded of a person, the newest first. */
const eventsOf = (user: number) =>
  server.practice.within((tx) =>
    tx
      .selectFrom('security_event')
      .select(['kind', 'application', 'address', 'details'])
      .where('user', '=', user)
      .orderBy('id', 'desc')
      .execute(),
  )

describe('refresh tokens', () => {
  const start = async () => {
    const { client_id, client_secret } = await server.givenApplication()
    const config = await server.discover(client_id, client_secret)
    return { config, tokens: await (await server.codeFlow(config)).redeem() }
  }

  it('[V7.6.1] are rotated with every use and expire thirty days later', async () => {
    const { config, tokens } = await start()
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(next.refresh_token).not.toBe(tokens.refresh_token)
    expect((await server.whoami(next.access_token)).status).toBe(200)
    const { rows } = await server.practice.administrator.query<{ days: number; model: string }>(
      `select model, min(extract(epoch from expires - now()) / 86400)::float as days from oauth_record
       where model in ('RefreshToken', 'Grant') and organisation = 1 group by model`,
    )
    for (const { days } of rows) expect(days).toBeGreaterThan(29.9)
  })

  it('extend the grant they belong to', async () => {
    const { config, tokens } = await start()
    await server.practice.administrator.query(
      `update oauth_record set expires = now() + interval '1 hour',
         payload = payload || jsonb_build_object('exp', extract(epoch from now())::bigint + 3600)
       where model = 'Grant'`,
    )
    await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
    const { rows } = await server.practice.administrator.query<{ days: number; exp: number }>(
      `select max(extract(epoch from expires - now()) / 86400)::float as days,
         max(((payload ->> 'exp')::bigint - extract(epoch from now())) / 86400)::float as exp
       from oauth_record where model = 'Grant'`,
    )
    expect(rows[0]?.days).toBeGreaterThan(29.9)
    expect(rows[0]?.exp).toBeGreaterThan(29.9)
  })

  it('[V10.4.8] [security-8] end 365 days after the person allowed them, however often they are used', async () => {
    const { config, tokens } = await start()
    const { administrator } = server.practice
    const allowed = (days: number) =>
      administrator.query(
        `update oauth_record set payload = payload || jsonb_build_object('iat', floor(extract(epoch from now()))::bigint - $1::int * 86400)
         where model = 'Grant'`,
        [days],
      )
    await allowed(364)
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
    const { rows } = await administrator.query<{ model: string; days: number; exp: number }>(
      `select model, extract(epoch from expires - now()) / 86400::float as days,
         ((payload ->> 'exp')::bigint - extract(epoch from now())) / 86400::float as exp
       from oauth_record where model = 'RefreshToken' and consumed is null order by expires limit 1`,
    )
    expect(Number(rows[0]?.days)).toBeLessThanOrEqual(1)
    expect(Number(rows[0]?.exp)).toBeLessThanOrEqual(1)
    await allowed(365)
    await expect(client.refreshTokenGrant(config, next.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    await administrator.query(`delete from oauth_record where model = 'Grant'`)
  })

  it('[V10.4.5] used twice revoke every token of their grant, which is recorded', async () => {
    const { config, tokens } = await start()
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
    await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    expect((await server.whoami(next.access_token)).status).toBe(401)
    await expect(client.refreshTokenGrant(config, next.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    const kinds = (await eventsOf(server.anna)).map(({ kind }) => kind)
    expect(kinds.slice(0, 4)).toEqual(['token.refused', 'token.refreshed', 'token.issued', 'grant.given'])
  })

  it('used by eight concurrent requests give no valid token', async () => {
    const { config, tokens } = await start()
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => client.refreshTokenGrant(config, tokens.refresh_token ?? '')),
    )
    const given = tries.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value.access_token] : []))
    expect(given.length).toBeLessThanOrEqual(1)
    for (const token of given) expect((await server.whoami(token)).status).toBe(401)
  })
})

describe('a new password', () => {
  it('revokes the tokens that act for the user', async () => {
    const { client_id, client_secret } = await server.givenApplication()
    const config = await server.discover(client_id, client_secret)
    const fred = {
      id: await server.practice.givenUser('fred@example.com', [server.invoices]),
      email: 'fred@example.com',
    }
    const tokens = await (await server.codeFlow(config, {}, { email: fred.email })).redeem()
    const another = await hashPassword('quite another horse')
    await server.practice.within((tx) => changePassword(tx, fred.id, another))
    expect((await server.whoami(tokens.access_token)).status).toBe(401)
    const refreshing = client.refreshTokenGrant(config, tokens.refresh_token ?? '')
    await expect(refreshing).rejects.toMatchObject({ error: 'invalid_grant' })
  })
})

describe('revocation', () => {
  it('ends together what was allowed in one session, and asks the person again afterwards', async () => {
    const { client_id, client_secret } = await server.givenApplication()
    const config = await server.discover(client_id, client_secret)
    const first = await server.codeFlow(config)
    const { visitor } = first
    const tokens = await first.redeem()
    const again = await server.codeFlow(config, {}, { visitor })
    expect(again.seen).toEqual([])
    const others = await again.redeem()
    const elsewhere = await (await server.codeFlow(config)).redeem()
    await client.tokenRevocation(config, tokens.refresh_token ?? '')
    expect((await server.whoami(others.access_token)).status).toBe(401)
    expect((await server.whoami(elsewhere.access_token)).status).toBe(200)
    expect((await server.codeFlow(config, {}, { visitor })).seen).toHaveLength(1)
  })

  it.each([
    ['AccessToken', 'access_token'],
    ['RefreshToken', 'refresh_token'],
  ] as const)(
    'of a token (%s) leaves nothing of its grant, even if the process ends after the first step',
    async (model, name) => {
      const { client_id, client_secret } = await server.givenApplication()
      const config = await server.discover(client_id, client_secret)
      const first = await server.codeFlow(config)
      const tokens = await first.redeem()
      const others = await (await server.codeFlow(config, {}, { visitor: first.visitor })).redeem()
      await recordsOf(server.practice.db, 1, model).destroy(tokens[name] ?? '')
      expect((await server.whoami(others.access_token)).status).toBe(401)
      const refreshing = client.refreshTokenGrant(config, others.refresh_token ?? '')
      await expect(refreshing).rejects.toMatchObject({ error: 'invalid_grant' })
    },
  )

  it('takes effect within a second in a process that has cached the token', async () => {
    const { client_id, client_secret } = await server.givenApplication()
    const config = await server.discover(client_id, client_secret)
    const { access_token } = await client.clientCredentialsGrant(config)
    const elsewhere = identifier(partsOf(server.practice))
    const shown = { organisation: 1, authorization: `Bearer ${access_token}`, address: '192.0.2.1' }
    await elsewhere(shown)
    await client.tokenRevocation(config, access_token)
    const revoked = performance.now()
    let lastAccepted = revoked
    const ask = async () => {
      const asked = performance.now()
      const status = await elsewhere(shown).then(
        () => 200,
        (error: { status: number }) => error.status,
      )
      if (status === 200) lastAccepted = asked
      return status
    }
    await expect.poll(ask, { interval: 20 }).toBe(401)
    // Judged by when it was asked: how long an answer takes is the machine's.
    expect(lastAccepted - revoked).toBeLessThan(1_000)
  })

  it('is recorded, with the application and the address', async () => {
    const { id, client_id, client_secret } = await server.givenApplication()
    const config = await server.discover(client_id, client_secret)
    const { access_token } = await client.clientCredentialsGrant(config)
    await client.tokenRevocation(config, access_token)
    const recorded = await server.practice.within((tx) =>
      tx
        .selectFrom('security_event')
        .select(['kind', 'user', 'address'])
        .where('application', '=', id)
        .where('kind', 'like', 'token.%')
        .orderBy('id')
        .execute(),
    )
    expect(recorded).toEqual([
      { kind: 'token.issued', user: null, address: '127.0.0.1' },
      { kind: 'token.revoked', user: null, address: '127.0.0.1' },
    ])
  })

  it('of a token of another client changes nothing', async () => {
    const [one, two] = [await server.givenApplication(), await server.givenApplication()]
    const { access_token } = await client.clientCredentialsGrant(
      await server.discover(one.client_id, one.client_secret),
    )
    await client.tokenRevocation(await server.discover(two.client_id, two.client_secret), access_token)
    expect((await server.whoami(access_token)).status).toBe(200)
  })
})

describe('tokens', () => {
  it('[V10.3.1] of another organisation are refused with the error for an unknown one', async () => {
    const { client_id, client_secret } = await server.givenApplication()
    const { access_token } = await client.clientCredentialsGrant(await server.discover(client_id, client_secret))
    const foreign = await server.whoami(access_token, 2)
    expect(foreign).toEqual(await server.whoami('x'.repeat(43), 2))
    expect(foreign.status).toBe(401)
    expect((await server.whoami(access_token)).status).toBe(200)
  })

  it('[V10.3.3] act for the same person, although somebody else has their e-mail address now', async () => {
    const gina = await server.practice.givenUser('gina@example.com', [server.invoices])
    const { client_id, client_secret } = await server.givenApplication()
    const config = await server.discover(client_id, client_secret)
    const { access_token } = await (await server.codeFlow(config, {}, { email: 'gina@example.com' })).redeem()
    await server.practice.within((tx) =>
      tx.updateTable('user').set({ email: 'gina.new@example.com' }).where('id', '=', gina).execute(),
    )
    await server.practice.givenUser('gina@example.com', [server.invoices])
    expect((await server.whoami(access_token)).body).toMatchObject({ user: gina })
  })

  it('are not given to an application of another organisation', async () => {
    const { client_id, client_secret } = await server.givenApplication()
    const config = await server.discover(client_id, client_secret, 2)
    await expect(client.clientCredentialsGrant(config)).rejects.toMatchObject({ error: 'invalid_client' })
  })

  it('are in no table of the database, nor are codes and secrets', async () => {
    const { id, client_id, client_secret } = await server.givenApplication()
    const config = await server.discover(client_id, client_secret)
    const visitor = browser(server.site.url)
    const flow = await server.codeFlow(config, {}, { visitor })
    // An authorization that is not completed, so that its interaction is in the table too.
    const open = await server.givenApplication()
    const elsewhere = await server.discover(open.client_id, open.client_secret)
    const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }
    const asked = client.buildAuthorizationUrl(elsewhere, { redirect_uri: redirectUri, ...challenge })
    const begun = await visitor.open(asked.href)
    expect(begun.text).toContain('Allow Lab')
    const tokens = await flow.redeem()
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
    const machine = await client.clientCredentialsGrant(config)
    const legacy = await server.practice.within((tx) => createLegacyKey(tx, id))
    const cookies = [...visitor.jar.values()].map(({ value }) => value.split(/=(.*)/s)[1])
    const secrets = [client_secret, open.client_secret, legacy.key, flow.back.searchParams.get('code'), ...cookies]
    for (const { access_token, refresh_token } of [tokens, next, machine])
      secrets.push(access_token, refresh_token ?? null)
    const held = secrets.filter((secret) => typeof secret === 'string')
    expect(held.length).toBeGreaterThan(14)

    const everything = await server.practice.everything()
    expect(everything).toContain(client_id)
    for (const secret of held) expect(everything).not.toContain(secret)
    const { rows } = await server.practice.administrator.query('select distinct model from oauth_record order by model')
    const models = [
      'AccessToken',
      'AuthorizationCode',
      'ClientCredentials',
      'Grant',
      'Interaction',
      'RefreshToken',
      'Session',
    ]
    expect(rows).toEqual(models.map((model) => ({ model })))
  })

  it('are not issued for an organisation that does not exist: 404', async () => {
    for (const organisation of ['77', '0', '99999999999', 'x']) {
      const response = await fetch(`${server.site.url}/${organisation}/oauth2/.well-known/openid-configuration`)
      expect(response.status).toBe(404)
      expect(await response.json()).toEqual({ detail: 'There is no organisation with this id.' })
    }
  })

  it('have an issuer built from the public URL, whatever Host a client sends', async () => {
    const headers = { 'x-forwarded-host': 'evil.example.com', 'x-forwarded-proto': 'https' }
    const response = await fetch(`${server.site.url}/1/oauth2/.well-known/openid-configuration`, { headers })
    expect(JSON.stringify(await response.json())).not.toContain('evil')
  })
})

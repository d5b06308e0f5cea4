import * as client from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { browser } from '../../test/support/identity.ts'
import { redirectUri, type AuthorizationServer, openAuthorizationServer } from '../../test/support/oauth.ts'
import { createLegacyKey } from '../domain/identity/applications.ts'
import { identifier } from '../domain/identity/identify.ts'
import { changePassword } from '../domain/identity/password-links.ts'
import { hashPassword } from '../domain/identity/passwords.ts'

let server: AuthorizationServer

beforeAll(async () => {
  server = await openAuthorizationServer()
})
beforeEach(() => server.practice.passAMinute())
afterAll(() => server.close())

describe('refresh tokens', () => {
  const start = async () => {
    const { client_id, client_secret } = await server.givenApplication()
    const config = await server.discover(client_id, client_secret)
    return { config, tokens: await (await server.codeFlow(config)).redeem() }
  }

  it('are rotated with every use and expire thirty days later', async () => {
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

  it('used twice revoke every token of their grant', async () => {
    const { config, tokens } = await start()
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
    await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    expect((await server.whoami(next.access_token)).status).toBe(401)
    await expect(client.refreshTokenGrant(config, next.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
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
  it('takes effect within a second in a process that has cached the token', async () => {
    const { client_id, client_secret } = await server.givenApplication()
    const config = await server.discover(client_id, client_secret)
    const { access_token } = await client.clientCredentialsGrant(config)
    const elsewhere = identifier({ read: server.practice.read, rates: server.practice.rates })
    const shown = { organisation: 1, authorization: `Bearer ${access_token}`, address: '192.0.2.1' }
    await elsewhere(shown)
    await client.tokenRevocation(config, access_token)
    const revoked = performance.now()
    await expect
      .poll(
        () =>
          elsewhere(shown).then(
            () => 200,
            (error: { status: number }) => error.status,
          ),
        { interval: 20, timeout: 3_000 },
      )
      .toBe(401)
    expect(performance.now() - revoked).toBeLessThan(1_000)
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
  it('of another organisation are refused with the error for an unknown one', async () => {
    const { client_id, client_secret } = await server.givenApplication()
    const { access_token } = await client.clientCredentialsGrant(await server.discover(client_id, client_secret))
    const foreign = await server.whoami(access_token, 2)
    expect(foreign).toEqual(await server.whoami('x'.repeat(43), 2))
    expect(foreign.status).toBe(401)
    expect((await server.whoami(access_token)).status).toBe(200)
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
    const begun = await visitor.open(client.buildAuthorizationUrl(elsewhere, { redirect_uri: redirectUri }).href)
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

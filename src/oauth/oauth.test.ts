import * as client from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { browser, openPractice, password, type Practice, serve } from '../../test/support/identity.ts'
import { registerApplication } from '../domain/identity/applications.ts'
import { identifier } from '../domain/identity/identify.ts'

let practice: Practice
let site: Awaited<ReturnType<typeof serve>>
let patients: number
let invoices: number
let anna: number
const anywhere = 'https://lab.example.com/back'
const issued: string[] = []

const insecure = { execute: [client.allowInsecureRequests] }
const discover = (clientId: string, secret: string | null, organisation = 1, auth?: client.ClientAuth) =>
  client.discovery(
    new URL(`${site.url}/${organisation}/oauth2`),
    clientId,
    {},
    auth ?? (secret === null ? client.None() : client.ClientSecretPost(secret)),
    insecure,
  )

let made = 0
const givenApplication = (more: Partial<Parameters<typeof registerApplication>[2]> = {}, organisation = 1) =>
  practice.within(
    (tx) =>
      registerApplication(tx, undefined, {
        name: `Lab ${++made}`,
        redirect_uris: [anywhere],
        scopes: ['restapi', 'openid'],
        permission_groups: organisation === 1 ? [patients] : [],
        ...more,
      }),
    organisation,
  )

const whoami = async (token: string, organisation = 1, scheme = 'Bearer') => {
  const response = await fetch(`${site.url}/${organisation}/whoami/`, {
    headers: { authorization: `${scheme} ${token}` },
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const remember = (...secrets: (string | null | undefined)[]) => {
  for (const secret of secrets) if (secret != null) issued.push(secret)
}

/** Goes to the application's authorize address and signs in and allows as the pages ask. */
const authorize = async (
  url: URL,
  { email = 'anna@example.com', answer = 'allow', visitor = browser(site.url) } = {},
) => {
  let page = await visitor.open(url.href)
  const seen: string[] = []
  while (page.text.includes('<form')) {
    const heading = /<h1>(.*?)<\/h1>/.exec(page.text)?.[1] ?? ''
    seen.push(heading)
    page = await visitor.submit(page, heading === 'Sign in' ? { email, password } : { answer })
    if (page.text.includes('role="alert"')) break
  }
  return { page, seen, visitor, back: new URL(page.url) }
}

const codeFlow = async (config: client.Configuration, parameters: Record<string, string> = {}, options = {}) => {
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: anywhere,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...parameters,
  })
  const result = await authorize(url, options)
  const redeem = () =>
    client.authorizationCodeGrant(config, result.back, { pkceCodeVerifier: verifier, expectedState: state })
  return { ...result, redeem, verifier }
}

beforeAll(async () => {
  practice = await openPractice()
  site = await serve(practice)
  patients = await practice.givenGroup('Reception', ['Settings: Items'], ['General: Patients and clients'])
  invoices = await practice.givenGroup('Money', ['General: Patients and clients', 'Financial: Invoices'])
  anna = await practice.givenUser('anna@example.com', [invoices])
  await practice.givenUser('anna@example.com', [], 2)
})
beforeEach(() => practice.passAMinute())
afterAll(async () => {
  await site.close()
  await practice.close()
})

describe('client credentials', () => {
  it('[S497] gives a Bearer token for ten hours and no refresh token, for a secret in the body', async () => {
    const application = await givenApplication()
    const tokens = await client.clientCredentialsGrant(await discover(application.client_id, application.client_secret))
    remember(tokens.access_token, application.client_secret)
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 36_000, scope: 'restapi' })
    expect(tokens.refresh_token).toBeUndefined()
    expect((await whoami(tokens.access_token)).status).toBe(200)
  })

  it('[S504] has its token endpoint at /<organisation>/oauth2/token/ and takes Basic authentication', async () => {
    const { client_id, client_secret } = await givenApplication()
    const config = await discover(client_id, null, 1, client.ClientSecretBasic(client_secret ?? ''))
    expect(config.serverMetadata().token_endpoint).toBe(`${site.url}/1/oauth2/token/`)
    expect(config.serverMetadata()).toMatchObject({
      issuer: `${site.url}/1/oauth2`,
      authorization_endpoint: `${site.url}/1/oauth2/authorize/`,
      revocation_endpoint: `${site.url}/1/oauth2/revoke_token/`,
      userinfo_endpoint: `${site.url}/1/oauth2/userinfo/`,
      jwks_uri: `${site.url}/1/oauth2/jwks/`,
      code_challenge_methods_supported: ['S256'],
    })
    const { access_token } = await client.clientCredentialsGrant(config)
    expect((await whoami(access_token)).status).toBe(200)
  })

  it('[S498] acts as the virtual user of the application, whose permission group decides', async () => {
    const { id, client_id, client_secret } = await givenApplication()
    const { access_token } = await client.clientCredentialsGrant(await discover(client_id, client_secret))
    const { body } = await whoami(access_token)
    const user = await practice.within((tx) =>
      tx.selectFrom('user').selectAll().where('id', '=', Number(body['user'])).executeTakeFirstOrThrow(),
    )
    expect(user).toMatchObject({ first_name: 'Integration', last_name: `Lab ${made}`, is_virtual: true })
    expect(body).toMatchObject({
      application: id,
      account: `application:${id}`,
      credential: 'oauth',
      scopes: ['restapi'],
      permissions: { 'General: Patients and clients': 'write', 'Settings: Items': 'read' },
    })
  })

  it('[S498] refuses whoever was never registered, and a wrong secret, in the same words', async () => {
    const { client_id } = await givenApplication()
    const refusal = { status: 401, error: 'invalid_client' }
    await expect(client.clientCredentialsGrant(await discover('nobody', 'x'.repeat(43)))).rejects.toMatchObject(refusal)
    await expect(client.clientCredentialsGrant(await discover(client_id, 'x'.repeat(43)))).rejects.toMatchObject(
      refusal,
    )
  })

  it('gives only scopes that the application has', async () => {
    const { client_id, client_secret } = await givenApplication({ scopes: ['restapi', 'wholesaler'] })
    const config = await discover(client_id, client_secret)
    expect((await client.clientCredentialsGrant(config, { scope: 'wholesaler' })).scope).toBe('wholesaler')
    for (const scope of ['openid', 'restapi openid', 'everything'])
      await expect(client.clientCredentialsGrant(config, { scope })).rejects.toMatchObject({ error: 'invalid_scope' })
  })

  it('knows an archived application no more, nor its tokens', async () => {
    const { id, client_id, client_secret } = await givenApplication()
    const config = await discover(client_id, client_secret)
    const { access_token } = await client.clientCredentialsGrant(config)
    await practice.within((tx) => tx.updateTable('application').set({ archived: true }).where('id', '=', id).execute())
    expect((await whoami(access_token)).status).toBe(401)
    await expect(client.clientCredentialsGrant(config)).rejects.toMatchObject({ error: 'invalid_client' })
  })

  it('is not for public applications', async () => {
    const { client_id } = await givenApplication({ public: true })
    await expect(client.clientCredentialsGrant(await discover(client_id, null))).rejects.toMatchObject({ status: 400 })
  })
})

describe('the authorization code', () => {
  it('[S497] acts as the user who authorized, with what both user and application may do', async () => {
    const { id, client_id, client_secret } = await givenApplication()
    const { redeem, seen } = await codeFlow(await discover(client_id, client_secret))
    const tokens = await redeem()
    remember(tokens.access_token, tokens.refresh_token, client_secret)
    expect(seen).toEqual(['Sign in', `Allow Lab ${made}?`])
    expect(tokens).toMatchObject({ expires_in: 36_000, scope: 'restapi' })
    const { body } = await whoami(tokens.access_token)
    expect(body).toMatchObject({ user: anna, application: id, account: `application:${id}/user:${anna}` })
    expect(body['permissions']).toEqual({ 'General: Patients and clients': 'read' })
  })

  it('tells an application that asked for openid who signed in', async () => {
    const { client_id, client_secret } = await givenApplication()
    const config = await discover(client_id, client_secret)
    const { redeem } = await codeFlow(config, { scope: 'openid restapi' })
    const tokens = await redeem()
    const sub = String(anna)
    expect(tokens.claims()).toMatchObject({ sub, iss: `${site.url}/1/oauth2`, aud: client_id })
    const person = await client.fetchUserInfo(config, tokens.access_token, sub)
    expect(person).toMatchObject({ sub, name: 'Anna Berg', email: 'anna@example.com' })
  })

  it('needs PKCE from a public application, and S256', async () => {
    const { client_id } = await givenApplication({ public: true, redirect_uris: ['com.example.lab:/back', anywhere] })
    const config = await discover(client_id, null)
    const without = await authorize(client.buildAuthorizationUrl(config, { redirect_uri: anywhere }))
    expect(without.back.searchParams.get('error')).toBe('invalid_request')
    const plain = { redirect_uri: anywhere, code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }
    expect((await authorize(client.buildAuthorizationUrl(config, plain))).back.searchParams.get('error')).toBe(
      'invalid_request',
    )
    const { redeem } = await codeFlow(config)
    expect((await whoami((await redeem()).access_token)).status).toBe(200)
  })

  it('can be redeemed once; a second time ends what the first gave', async () => {
    const { client_id, client_secret } = await givenApplication()
    const { redeem } = await codeFlow(await discover(client_id, client_secret))
    const { access_token } = await redeem()
    await expect(redeem()).rejects.toMatchObject({ error: 'invalid_grant' })
    expect((await whoami(access_token)).status).toBe(401)
  })

  it('is redeemed at most once however many try at the same moment', async () => {
    const { client_id, client_secret } = await givenApplication()
    const { redeem } = await codeFlow(await discover(client_id, client_secret))
    const tries = await Promise.allSettled(Array.from({ length: 8 }, redeem))
    const tokens = tries.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value.access_token] : []))
    expect(tokens.length).toBeLessThanOrEqual(1)
    for (const token of tokens) expect((await whoami(token)).status).toBe(401)
  })

  it('is refused with another verifier', async () => {
    const { client_id, client_secret } = await givenApplication()
    const config = await discover(client_id, client_secret)
    const { back } = await codeFlow(config)
    const pkceCodeVerifier = client.randomPKCECodeVerifier()
    const expectedState = back.searchParams.get('state') ?? ''
    const redeem = client.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState })
    await expect(redeem).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('never goes to an address that is not registered', async () => {
    const { client_id, client_secret } = await givenApplication()
    const config = await discover(client_id, client_secret)
    const url = client.buildAuthorizationUrl(config, { redirect_uri: 'https://evil.example.com/back' })
    const { page } = await authorize(url)
    expect(page).toMatchObject({ status: 400, url: expect.stringContaining(site.url) })
    expect(page.text).toContain('redirect_uri')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('tells the application when the user denies', async () => {
    const { client_id, client_secret } = await givenApplication()
    const { back } = await codeFlow(await discover(client_id, client_secret), {}, { answer: 'deny' })
    expect(back.searchParams.get('error')).toBe('access_denied')
    expect(back.searchParams.get('code')).toBeNull()
  })

  it('needs no second sign-in in the same browser, and none after the sign-in page', async () => {
    const one = await givenApplication()
    const { visitor } = await codeFlow(await discover(one.client_id, one.client_secret))
    const two = await givenApplication()
    expect((await codeFlow(await discover(two.client_id, two.client_secret), {}, { visitor })).seen).toEqual([
      `Allow Lab ${made}?`,
    ])
    expect((await codeFlow(await discover(two.client_id, two.client_secret), {}, { visitor })).seen).toEqual([])
    const other = browser(site.url)
    await other.submit(await other.open('/1/sign-in/'), { email: 'anna@example.com', password })
    expect((await codeFlow(await discover(two.client_id, two.client_secret), {}, { visitor: other })).seen).toEqual([
      `Allow Lab ${made}?`,
    ])
  })

  it('asks again when the application wants a fresh sign-in, and for whoever signs in then', async () => {
    const bert = await practice.givenUser('bert@example.com', [invoices])
    const { client_id, client_secret } = await givenApplication()
    const config = await discover(client_id, client_secret)
    const { visitor } = await codeFlow(config)
    const again = await codeFlow(config, { prompt: 'login' }, { visitor, email: 'bert@example.com' })
    expect(again.seen[0]).toBe('Sign in')
    expect((await whoami((await again.redeem()).access_token)).body).toMatchObject({ user: bert })
  })

  it('asks for a sign-in after signing out', async () => {
    const { client_id, client_secret } = await givenApplication()
    const config = await discover(client_id, client_secret)
    const { visitor } = await codeFlow(config)
    const page = await visitor.open('/1/sign-in/')
    expect(page.text).toContain('You are signed in')
    expect((await visitor.submit(page, {})).text).toContain('You are signed out')
    expect((await codeFlow(config, {}, { visitor })).seen[0]).toBe('Sign in')
  })

  it('of a user who is deactivated opens nothing any more', async () => {
    const carl = await practice.givenUser('carl@example.com', [invoices])
    const { client_id, client_secret } = await givenApplication()
    const config = await discover(client_id, client_secret)
    const tokens = await (await codeFlow(config, {}, { email: 'carl@example.com' })).redeem()
    await practice.within((tx) => tx.updateTable('user').set({ is_active: false }).where('id', '=', carl).execute())
    expect((await whoami(tokens.access_token)).status).toBe(401)
    await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })
})

describe('refresh tokens', () => {
  const start = async () => {
    const { client_id, client_secret } = await givenApplication()
    const config = await discover(client_id, client_secret)
    return { config, tokens: await (await codeFlow(config)).redeem() }
  }

  it('are replaced with every use and last thirty days from then', async () => {
    const { config, tokens } = await start()
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
    remember(next.access_token, next.refresh_token)
    expect(next.refresh_token).not.toBe(tokens.refresh_token)
    expect((await whoami(next.access_token)).status).toBe(200)
    const { rows } = await practice.administrator.query<{ days: number; model: string }>(
      `select model, min(extract(epoch from expires - now()) / 86400)::float as days from oauth_record
       where model in ('RefreshToken', 'Grant') and organisation = 1 group by model`,
    )
    for (const { days } of rows) expect(days).toBeGreaterThan(29.9)
  })

  it('keep the grant they came from alive', async () => {
    const { config, tokens } = await start()
    await practice.administrator.query(
      `update oauth_record set expires = now() + interval '1 hour',
         payload = payload || jsonb_build_object('exp', extract(epoch from now())::bigint + 3600) where model = 'Grant'`,
    )
    await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
    const { rows } = await practice.administrator.query<{ days: number; exp: number }>(
      `select max(extract(epoch from expires - now()) / 86400)::float as days,
         max(((payload ->> 'exp')::bigint - extract(epoch from now())) / 86400)::float as exp
       from oauth_record where model = 'Grant'`,
    )
    expect(rows[0]?.days).toBeGreaterThan(29.9)
    expect(rows[0]?.exp).toBeGreaterThan(29.9)
  })

  it('used twice end everything that came from them', async () => {
    const { config, tokens } = await start()
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
    await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    expect((await whoami(next.access_token)).status).toBe(401)
    await expect(client.refreshTokenGrant(config, next.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  it('used eight times at one moment give no token that works', async () => {
    const { config, tokens } = await start()
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => client.refreshTokenGrant(config, tokens.refresh_token ?? '')),
    )
    for (const attempt of tries)
      if (attempt.status === 'fulfilled') expect((await whoami(attempt.value.access_token)).status).toBe(401)
  })
})

describe('revocation', () => {
  it('is seen within a second by a process that has the token in mind', async () => {
    const { client_id, client_secret } = await givenApplication()
    const config = await discover(client_id, client_secret)
    const { access_token } = await client.clientCredentialsGrant(config)
    const elsewhere = identifier({ read: practice.read, rates: practice.rates })
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

  it('of a token that is not one’s own changes nothing', async () => {
    const [one, two] = [await givenApplication(), await givenApplication()]
    const { access_token } = await client.clientCredentialsGrant(await discover(one.client_id, one.client_secret))
    await client.tokenRevocation(await discover(two.client_id, two.client_secret), access_token)
    expect((await whoami(access_token)).status).toBe(200)
  })
})

describe('what is kept and what is told', () => {
  it('refuses another organisation’s token in the words for an unknown one', async () => {
    const { client_id, client_secret } = await givenApplication()
    const { access_token } = await client.clientCredentialsGrant(await discover(client_id, client_secret))
    const foreign = await whoami(access_token, 2)
    expect(foreign).toEqual(await whoami('x'.repeat(43), 2))
    expect(foreign.status).toBe(401)
    expect((await whoami(access_token)).status).toBe(200)
  })

  it('lets no application of one organisation in at another', async () => {
    const { client_id, client_secret } = await givenApplication()
    const config = await discover(client_id, client_secret, 2)
    await expect(client.clientCredentialsGrant(config)).rejects.toMatchObject({ error: 'invalid_client' })
  })

  it('holds no token, code or secret anywhere in the database', async () => {
    const { client_id, client_secret } = await givenApplication()
    const config = await discover(client_id, client_secret)
    const visitor = browser(site.url)
    const flow = await codeFlow(config, {}, { visitor })
    // One that stays open, so that its interaction is in the table too.
    const open = await givenApplication()
    const begun = await visitor.open(
      client.buildAuthorizationUrl(await discover(open.client_id, open.client_secret), { redirect_uri: anywhere }).href,
    )
    expect(begun.text).toContain('Allow Lab')
    const tokens = await flow.redeem()
    remember(
      client_secret,
      open.client_secret,
      tokens.access_token,
      tokens.refresh_token,
      flow.back.searchParams.get('code'),
    )
    remember(...[...visitor.jar.values()].map(({ value }) => value.split(/=(.*)/s)[1]))
    const everything = await practice.everything()
    expect(everything).toContain(client_id)
    expect(issued.length).toBeGreaterThan(12)
    for (const secret of issued) expect(everything).not.toContain(secret)
  })

  it('answers 404 for an organisation that does not exist', async () => {
    for (const organisation of ['77', '0', '99999999999', 'x']) {
      const response = await fetch(`${site.url}/${organisation}/oauth2/.well-known/openid-configuration`)
      expect(response.status).toBe(404)
      expect(await response.json()).toEqual({ detail: 'There is no organisation with this id.' })
    }
  })

  it('builds its addresses from the public URL, whatever Host a caller sends', async () => {
    const headers = { 'x-forwarded-host': 'evil.example.com', 'x-forwarded-proto': 'https' }
    const response = await fetch(`${site.url}/1/oauth2/.well-known/openid-configuration`, { headers })
    expect(JSON.stringify(await response.json())).not.toContain('evil')
  })
})

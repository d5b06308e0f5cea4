import * as client from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { browser, password } from '../../test/support/identity.ts'
import { rotateSecret } from '../domain/identity/applications.ts'
import { redirectUri, type AuthorizationServer, openAuthorizationServer } from '../../test/support/oauth.ts'

let server: AuthorizationServer

beforeAll(async () => {
  server = await openAuthorizationServer()
})
beforeEach(() => server.practice.passAMinute())
afterAll(() => server.close())

describe('the authorization code', () => {
  it('[S497] [V10.3.2] acts as the user who authorized, with what both user and application may do', async () => {
    const { id, client_id, client_secret } = await server.givenApplication()
    const { redeem, seen } = await server.codeFlow(await server.discover(client_id, client_secret))
    const tokens = await redeem()
    expect(seen).toEqual(['Sign in', `Allow ${server.latest()}?`])
    expect(tokens).toMatchObject({ expires_in: 36_000, scope: 'restapi' })
    const { body } = await server.whoami(tokens.access_token)
    expect(body).toMatchObject({ user: server.anna, application: id, account: `application:${id}/user:${server.anna}` })
    expect(body['permissions']).toEqual({ 'General: Patients and clients': 'read' })
  })

  it('with the scope openid gives an id token of the user who signed in', async () => {
    const { client_id, client_secret } = await server.givenApplication()
    const config = await server.discover(client_id, client_secret)
    const { redeem } = await server.codeFlow(config, { scope: 'openid restapi' })
    const tokens = await redeem()
    const sub = String(server.anna)
    expect(tokens.claims()).toMatchObject({ sub, iss: `${server.site.url}/1/oauth2`, aud: client_id })
    const person = await client.fetchUserInfo(config, tokens.access_token, sub)
    expect(person).toMatchObject({ sub, name: 'Anna Berg', email: 'anna@example.com' })
  })

  it.each(['{self}', '{}', '%00', '"\\', 'jti'])('returns %s unchanged as state and nonce', async (word) => {
    const { client_id, client_secret } = await server.givenApplication()
    const config = await server.discover(client_id, client_secret)
    const pkceCodeVerifier = client.randomPKCECodeVerifier()
    const { back } = await server.codeFlow(config, {
      scope: 'openid restapi',
      state: word,
      nonce: word,
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    })
    expect(back.searchParams.get('state')).toBe(word)
    const expected = { pkceCodeVerifier, expectedState: word, expectedNonce: word }
    expect((await client.authorizationCodeGrant(config, back, expected)).claims()).toMatchObject({ nonce: word })
  })

  it.each([true, false])(
    '[V10.4.6] [security-9] needs PKCE with S256, of a public application (%s) too',
    async (isPublic) => {
      const { client_id, client_secret } = await server.givenApplication({
        public: isPublic,
        redirect_uris: [...(isPublic ? ['com.example.lab:/back'] : []), redirectUri],
      })
      const config = await server.discover(client_id, client_secret)
      const without = await server.authorize(client.buildAuthorizationUrl(config, { redirect_uri: redirectUri }))
      expect(without.back.searchParams.get('error')).toBe('invalid_request')
      const plain = { redirect_uri: redirectUri, code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }
      expect((await server.authorize(client.buildAuthorizationUrl(config, plain))).back.searchParams.get('error')).toBe(
        'invalid_request',
      )
      const { redeem } = await server.codeFlow(config)
      expect((await server.whoami((await redeem()).access_token)).status).toBe(200)
    },
  )

  it('[security-9] needs no PKCE of an application from before, until its secret is replaced', async () => {
    const { id, client_id, client_secret } = await server.givenApplication()
    await server.practice.within((tx) =>
      tx.updateTable('application').set({ pkce_required: false }).where('id', '=', id).execute(),
    )
    const config = await server.discover(client_id, client_secret)
    const url = client.buildAuthorizationUrl(config, { redirect_uri: redirectUri })
    const { back, visitor } = await server.authorize(url)
    expect(back.searchParams.get('code')).toEqual(expect.any(String))
    await server.practice.within((tx) => rotateSecret(tx, undefined, id))
    expect((await server.authorize(url, { visitor })).back.searchParams.get('error')).toBe('invalid_request')
  })

  it('[V10.4.2] can be redeemed once; a second attempt revokes the tokens of the first', async () => {
    const { client_id, client_secret } = await server.givenApplication()
    const { redeem } = await server.codeFlow(await server.discover(client_id, client_secret))
    const { access_token } = await redeem()
    await expect(redeem()).rejects.toMatchObject({ error: 'invalid_grant' })
    expect((await server.whoami(access_token)).status).toBe(401)
  })

  it('is redeemed at most once by concurrent requests', async () => {
    const { client_id, client_secret } = await server.givenApplication()
    const { redeem } = await server.codeFlow(await server.discover(client_id, client_secret))
    const tries = await Promise.allSettled(Array.from({ length: 8 }, redeem))
    const tokens = tries.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value.access_token] : []))
    expect(tokens.length).toBeLessThanOrEqual(1)
    for (const token of tokens) expect((await server.whoami(token)).status).toBe(401)
  })

  it('[V10.4.3] is valid for a minute', async () => {
    const { client_id, client_secret } = await server.givenApplication()
    const { redeem } = await server.codeFlow(await server.discover(client_id, client_secret))
    const { rows } = await server.practice.administrator.query<{ seconds: number }>(
      `update oauth_record set payload = payload || jsonb_build_object('exp', (payload ->> 'exp')::bigint - 60)
       where model = 'AuthorizationCode' and consumed is null
       returning extract(epoch from expires - now())::float as seconds`,
    )
    expect(rows.at(-1)?.seconds).toBeLessThanOrEqual(60)
    await expect(redeem()).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it.each(['token', 'id_token', 'code token', 'none'])('[V10.6.1] is all there is: not %s', async (response_type) => {
    const { client_id, client_secret } = await server.givenApplication()
    const config = await server.discover(client_id, client_secret)
    const { back } = await server.codeFlow(config, { response_type, scope: 'openid restapi', nonce: 'n' })
    const answer = new URLSearchParams(`${back.search.slice(1)}&${back.hash.slice(1)}`)
    expect(answer.get('error')).toBe('unsupported_response_type')
    for (const name of ['code', 'access_token', 'id_token']) expect(answer.get(name)).toBeNull()
  })

  it('[V10.7.1] [V10.7.2] is preceded by the person’s consent, who sees who asks, for what and for how long', async () => {
    const { client_id } = await server.givenApplication({
      public: true,
      redirect_uris: ['http://127.0.0.1/back', redirectUri],
    })
    const config = await server.discover(client_id, null)
    const { seen, visitor } = await server.codeFlow(config)
    expect(seen).toEqual(['Sign in', `Allow ${server.latest()}?`])
    // Anybody can be this application, so it is asked for every time.
    expect((await server.codeFlow(config, {}, { visitor })).seen).toEqual([`Allow ${server.latest()}?`])
    const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid restapi',
      ...challenge,
    })
    const { text } = await visitor.open(url.href)
    for (const words of [server.latest(), 'See your name and e-mail address', 'anna@example.com', '365 days'])
      expect(text).toContain(words)
  })

  it('[decision-86] is given only to somebody who has confirmed within five minutes that it is them', async () => {
    const { client_id, client_secret } = await server.givenApplication()
    const config = await server.discover(client_id, client_secret)
    const visitor = browser(server.site.url)
    await visitor.submit(await visitor.open('/1/sign-in/'), { email: 'anna@example.com', password })
    await server.practice.administrator.query("update session set confirmed = now() - interval '301 seconds'")
    const [allow, confirm] = [`Allow ${server.latest()}?`, 'Confirm that it is you']
    const denied = await server.codeFlow(config, {}, { visitor, answer: 'deny' })
    expect([denied.seen, denied.back.searchParams.get('error')]).toEqual([[allow], 'access_denied'])
    const { seen, redeem } = await server.codeFlow(config, {}, { visitor })
    expect(seen).toEqual([allow, confirm, allow])
    expect((await server.whoami((await redeem()).access_token)).status).toBe(200)
  })

  it('leads from the confirmation to pages of this organisation only', async () => {
    const visitor = browser(server.site.url)
    await visitor.submit(await visitor.open('/1/sign-in/'), { email: 'anna@example.com', password })
    for (const next of ['https://evil.example/', '/2/account/', '//evil.example/1/', '/1\\evil']) {
      const page = await visitor.open(`/1/confirm/?next=${encodeURIComponent(next)}`)
      expect(page.text).not.toContain('name="next"')
      const hidden = `<input type="hidden" name="next" value="${next}">`
      const form = page.text.replace('</form>', `${hidden}</form>`)
      expect(new URL((await visitor.submit({ ...page, text: form }, { password })).url).pathname).toBe('/1/account/')
    }
  })

  it('is refused with another verifier', async () => {
    const { client_id, client_secret } = await server.givenApplication()
    const config = await server.discover(client_id, client_secret)
    const { back } = await server.codeFlow(config)
    const pkceCodeVerifier = client.randomPKCECodeVerifier()
    const expectedState = back.searchParams.get('state') ?? ''
    const redeem = client.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState })
    await expect(redeem).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('[V10.4.1] is never sent to a redirect URI that is not registered', async () => {
    const { client_id, client_secret } = await server.givenApplication()
    const config = await server.discover(client_id, client_secret)
    const url = client.buildAuthorizationUrl(config, { redirect_uri: 'https://evil.example.com/back' })
    const { page } = await server.authorize(url)
    expect(page).toMatchObject({ status: 400, url: expect.stringContaining(server.site.url) })
    expect(page.text).toContain('redirect_uri')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('is replaced by access_denied when the user denies', async () => {
    const { client_id, client_secret } = await server.givenApplication()
    const { back } = await server.codeFlow(await server.discover(client_id, client_secret), {}, { answer: 'deny' })
    expect(back.searchParams.get('error')).toBe('access_denied')
    expect(back.searchParams.get('code')).toBeNull()
  })

  it('needs no second sign-in in the same browser, and none after the sign-in page', async () => {
    const one = await server.givenApplication()
    const { visitor } = await server.codeFlow(await server.discover(one.client_id, one.client_secret))
    const two = await server.givenApplication()
    expect(
      (await server.codeFlow(await server.discover(two.client_id, two.client_secret), {}, { visitor })).seen,
    ).toEqual([`Allow ${server.latest()}?`])
    expect(
      (await server.codeFlow(await server.discover(two.client_id, two.client_secret), {}, { visitor })).seen,
    ).toEqual([])
    const other = browser(server.site.url)
    await other.submit(await other.open('/1/sign-in/'), { email: 'anna@example.com', password })
    expect(
      (await server.codeFlow(await server.discover(two.client_id, two.client_secret), {}, { visitor: other })).seen,
    ).toEqual([`Allow ${server.latest()}?`])
  })

  it('requires a new sign-in with prompt=login, also of another user', async () => {
    const bert = await server.practice.givenUser('bert@example.com', [server.invoices])
    const { client_id, client_secret } = await server.givenApplication()
    const config = await server.discover(client_id, client_secret)
    const { visitor } = await server.codeFlow(config)
    const again = await server.codeFlow(config, { prompt: 'login' }, { visitor, email: 'bert@example.com' })
    expect(again.seen[0]).toBe('Sign in')
    expect((await server.whoami((await again.redeem()).access_token)).body).toMatchObject({ user: bert })
  })

  it('[V7.6.2] requires a sign-in after signing out', async () => {
    const { client_id, client_secret } = await server.givenApplication()
    const config = await server.discover(client_id, client_secret)
    const { visitor } = await server.codeFlow(config)
    const page = await visitor.open('/1/sign-in/')
    expect(page.text).toContain('You are signed in')
    expect((await visitor.submit(page, {})).text).toContain('You are signed out')
    expect((await server.codeFlow(config, {}, { visitor })).seen[0]).toBe('Sign in')
  })

  it('of a user who was deactivated gives no access', async () => {
    const carl = await server.practice.givenUser('carl@example.com', [server.invoices])
    const { client_id, client_secret } = await server.givenApplication()
    const config = await server.discover(client_id, client_secret)
    const tokens = await (await server.codeFlow(config, {}, { email: 'carl@example.com' })).redeem()
    await server.practice.within((tx) =>
      tx.updateTable('user').set({ is_active: false }).where('id', '=', carl).execute(),
    )
    expect((await server.whoami(tokens.access_token)).status).toBe(401)
    await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })
})

import * as client from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AuthorizationServer, openAuthorizationServer } from '../../test/support/oauth.ts'

let server: AuthorizationServer

beforeAll(async () => {
  server = await openAuthorizationServer()
})
beforeEach(() => server.practice.passAMinute())
afterAll(() => server.close())

describe('client credentials', () => {
  it('[S497] gives a Bearer token for ten hours and no refresh token, for a secret in the body', async () => {
    const application = await server.givenApplication()
    const tokens = await client.clientCredentialsGrant(
      await server.discover(application.client_id, application.client_secret),
    )
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 36_000, scope: 'restapi' })
    expect(tokens.refresh_token).toBeUndefined()
    expect((await server.whoami(tokens.access_token)).status).toBe(200)
  })

  it('[S504] has its token endpoint at /<organisation>/oauth2/token/ and takes Basic authentication', async () => {
    const { client_id, client_secret } = await server.givenApplication()
    const config = await server.discover(client_id, null, 1, client.ClientSecretBasic(client_secret ?? ''))
    expect(config.serverMetadata().token_endpoint).toBe(`${server.site.url}/1/oauth2/token/`)
    expect(config.serverMetadata()).toMatchObject({
      issuer: `${server.site.url}/1/oauth2`,
      authorization_endpoint: `${server.site.url}/1/oauth2/authorize/`,
      revocation_endpoint: `${server.site.url}/1/oauth2/revoke_token/`,
      userinfo_endpoint: `${server.site.url}/1/oauth2/userinfo/`,
      jwks_uri: `${server.site.url}/1/oauth2/jwks/`,
      code_challenge_methods_supported: ['S256'],
    })
    const { access_token } = await client.clientCredentialsGrant(config)
    expect((await server.whoami(access_token)).status).toBe(200)
  })

  it('[S498] acts as the virtual user of the application, whose permission group decides', async () => {
    const { id, client_id, client_secret } = await server.givenApplication()
    const { access_token } = await client.clientCredentialsGrant(await server.discover(client_id, client_secret))
    const { body } = await server.whoami(access_token)
    const user = await server.practice.within((tx) =>
      tx.selectFrom('user').selectAll().where('id', '=', Number(body['user'])).executeTakeFirstOrThrow(),
    )
    expect(user).toMatchObject({ first_name: 'Integration', last_name: server.latest(), is_virtual: true })
    expect(body).toMatchObject({
      application: id,
      account: `application:${id}`,
      credential: 'oauth',
      scopes: ['restapi'],
      permissions: { 'General: Patients and clients': 'write', 'Settings: Items': 'read' },
    })
  })

  it('[S498] [V10.4.10] refuses an unknown client and a wrong secret with the same error', async () => {
    const { client_id, client_secret } = await server.givenApplication()
    const { access_token } = await client.clientCredentialsGrant(await server.discover(client_id, client_secret))
    const refusal = { status: 401, error: 'invalid_client' }
    await expect(client.clientCredentialsGrant(await server.discover('nobody', 'x'.repeat(43)))).rejects.toMatchObject(
      refusal,
    )
    const stranger = await server.discover(client_id, 'x'.repeat(43))
    await expect(client.clientCredentialsGrant(stranger)).rejects.toMatchObject(refusal)
    await expect(client.tokenRevocation(stranger, access_token)).rejects.toMatchObject(refusal)
    expect((await server.whoami(access_token)).status).toBe(200)
  })

  it('[V10.4.11] gives only scopes that the application has', async () => {
    const { client_id, client_secret } = await server.givenApplication({ scopes: ['restapi', 'wholesaler'] })
    const config = await server.discover(client_id, client_secret)
    expect((await client.clientCredentialsGrant(config, { scope: 'wholesaler' })).scope).toBe('wholesaler')
    for (const scope of ['openid', 'restapi openid', 'everything'])
      await expect(client.clientCredentialsGrant(config, { scope })).rejects.toMatchObject({ error: 'invalid_scope' })
  })

  it('refuses an archived application and its tokens', async () => {
    const { id, client_id, client_secret } = await server.givenApplication()
    const config = await server.discover(client_id, client_secret)
    const { access_token } = await client.clientCredentialsGrant(config)
    await server.practice.within((tx) =>
      tx.updateTable('application').set({ archived: true }).where('id', '=', id).execute(),
    )
    expect((await server.whoami(access_token)).status).toBe(401)
    await expect(client.clientCredentialsGrant(config)).rejects.toMatchObject({ error: 'invalid_client' })
  })

  it('[V10.4.4] is not for public applications', async () => {
    const { client_id } = await server.givenApplication({ public: true })
    await expect(client.clientCredentialsGrant(await server.discover(client_id, null))).rejects.toMatchObject({
      status: 400,
    })
  })
})

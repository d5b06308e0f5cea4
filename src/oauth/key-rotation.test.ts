// @module-tag waits
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browser, serve } from '../../test/support/identity.ts'
import { type AuthorizationServer, openAuthorizationServer } from '../../test/support/oauth.ts'

const old = 'only for tests '.repeat(4)
const next = 'another secret '.repeat(4)

let server: AuthorizationServer
let site: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  server = await openAuthorizationServer()
  site = server.site
})
afterAll(async () => {
  await site.close()
  await server.close()
})

/** Starts again at the same address, as a process does that got another setting. */
const restartWith = async (...secretKeys: readonly string[]) => {
  await site.close()
  site = await serve(server.practice, { port: server.site.port, secretKeys })
  // Time for `fetch` to notice that the connections it kept are closed.
  await pause(200)
}
const headerOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as { kid: string }
const published = async () => {
  const { keys } = (await (await fetch(`${site.url}/1/oauth2/jwks/`)).json()) as { keys: { kid: string }[] }
  return keys.map(({ kid }) => kid)
}

it('a rotation signs nobody out, refuses no form, and keeps ID tokens verifiable [security-13]', async () => {
  const { client_id, client_secret } = await server.givenApplication()
  const visitor = browser(site.url)
  /** Authorizes again in the same browser; openid-client verifies the ID token with the published keys. */
  const authorize = async () => {
    const config = await server.discover(client_id, client_secret)
    const { redeem, seen } = await server.codeFlow(config, { scope: 'openid restapi' }, { visitor })
    return { seen, kid: headerOf((await redeem()).id_token!).kid }
  }
  const first = await authorize()
  expect(first.seen).toContain('Sign in')
  const [oldKid] = await published()
  expect(first.kid).toBe(oldKid)

  await restartWith(old, next)
  const second = await authorize()
  expect(second.seen).not.toContain('Sign in')
  expect(second.kid).toBe(oldKid)
  const [, newKid] = await published()
  expect(newKid).not.toBe(oldKid)
  const form = await visitor.open('/1/sign-out/')

  await restartWith(next, old)
  const third = await authorize()
  expect(third.seen).not.toContain('Sign in')
  expect(third.kid).toBe(newKid)
  expect(await published()).toEqual([newKid, oldKid])

  // A form that was opened two steps ago is still accepted, and ends the session.
  expect((await visitor.submit(form, {})).status).toBeLessThan(400)

  await restartWith(next)
  expect((await authorize()).kid).toBe(newKid)
  expect(await published()).toEqual([newKid])
})

it('a process with another key alone would refuse the form', async () => {
  await restartWith(old)
  const visitor = browser(site.url)
  const form = await visitor.open('/1/sign-in/')
  await restartWith(next)
  expect((await visitor.submit(form, { email: 'anna@example.com', password: 'x' })).status).toBe(403)
})

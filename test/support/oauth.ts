import * as client from 'openid-client'
import { registerApplication } from '../../src/domain/identity/applications.ts'
import { browser, openPractice, password, serve } from './identity.ts'

export const redirectUri = 'https://lab.example.com/back'

export type AuthorizationServer = Awaited<ReturnType<typeof openAuthorizationServer>>

/** A practice with its authorization server, and an OAuth client to sign in with. */
export const openAuthorizationServer = async () => {
  const practice = await openPractice()
  const site = await serve(practice)
  const patients = await practice.givenGroup('Reception', ['Settings: Items'], ['General: Patients and clients'])
  const invoices = await practice.givenGroup('Money', ['General: Patients and clients', 'Financial: Invoices'])
  const anna = await practice.givenUser('anna@example.com', [invoices])
  let made = 0

  /** Opens the authorization URL in a browser, signs in and answers the consent page. */
  const authorize = async (
    url: URL,
    { email = 'anna@example.com', answer = 'allow', visitor = browser(site.url) } = {},
  ) => {
    let page = await visitor.open(url.href)
    const seen: string[] = []
    while (page.text.includes('<form')) {
      const heading = /<h1>(.*?)<\/h1>/.exec(page.text)?.[1] ?? ''
      seen.push(heading)
      page = await visitor.submit(
        page,
        { 'Sign in': { email, password }, 'Confirm that it is you': { password } }[heading] ?? { answer },
      )
      if (page.text.includes('role="alert"')) break
    }
    return { page, seen, visitor, back: new URL(page.url) }
  }

  return {
    practice,
    site,
    invoices,
    anna,
    authorize,
    latest: () => `Lab ${made}`,
    givenApplication: (more: Partial<Parameters<typeof registerApplication>[2]> = {}) =>
      practice.within((tx) =>
        registerApplication(tx, undefined, {
          name: `Lab ${++made}`,
          redirect_uris: [redirectUri],
          scopes: ['restapi', 'openid'],
          permission_groups: [patients],
          ...more,
        }),
      ),
    discover: (clientId: string, secret: string | null, organisation = 1, auth?: client.ClientAuth) =>
      client.discovery(
        new URL(`${site.url}/${organisation}/oauth2`),
        clientId,
        {},
        auth ?? (secret === null ? client.None() : client.ClientSecretPost(secret)),
        { execute: [client.allowInsecureRequests] },
      ),
    whoami: async (token: string, organisation = 1) => {
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${site.url}/${organisation}/whoami/`, { headers })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
    codeFlow: async (
      config: client.Configuration,
      parameters: Record<string, string> = {},
      options: Parameters<typeof authorize>[1] = {},
    ) => {
      const pkceCodeVerifier = client.randomPKCECodeVerifier()
      const expectedState = client.randomState()
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        state: expectedState,
        code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
        ...parameters,
      })
      const result = await authorize(url, options)
      const redeem = () => client.authorizationCodeGrant(config, result.back, { pkceCodeVerifier, expectedState })
      return { ...result, redeem }
    },
    close: async () => {
      await site.close()
      await practice.close()
    },
  }
}

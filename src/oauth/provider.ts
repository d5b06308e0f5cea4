import { timingSafeEqual } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { type Configuration, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { databaseFaultOf } from '../db/faults.ts'
import { type Database, inOrganisation } from '../db/tx.ts'
import { defaultScope, scopes } from '../domain/identity/applications.ts'
import { countAttempt, isWithinLimit } from '../domain/identity/limits.ts'
import { fingerprint } from '../domain/identity/secrets.ts'
import type { ApplicationsAt } from '../domain/identity/origins.ts'
import { recordRefusal, type Within } from '../domain/identity/refusals.ts'
import type { SecurityEventKind } from '../domain/identity/security-events.ts'
import { sessionHours } from '../domain/identity/sessions.ts'
import type { RateWindows } from '../rates/rate-windows.ts'
import { addressOf, requestOrigin } from './addresses.ts'
import { clientsOf, originsMetadata, pkceMetadata } from './clients.ts'
import { cookieName, isSecure } from './cookies.ts'
import { mayCallFrom, restrictOrigins } from './cors.ts'
import type { Keys } from './keys.ts'
import { recordsOf } from './records.ts'
import { textOf } from './parameters.ts'

type Page = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

export type OAuthParts = {
  /** What people are shown whose request the server refuses; `home` is the path of the organisation. */
  readonly pages: {
    readonly invalidRequest: (home: string, message: string) => Page
    readonly refusal: (home: string, heading: string, message: string) => Page
  }
  readonly db: Database
  readonly rates: RateWindows
  /** FETLOCK_PUBLIC_URL without a trailing slash. */
  readonly publicUrl: string
  readonly keys: Keys
  readonly applicationsAt: ApplicationsAt
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

const ttl = {
  AccessToken: 10 * hour,
  ClientCredentials: 10 * hour,
  RefreshToken: 30 * day,
  Grant: 30 * day,
  AuthorizationCode: minute,
  IdToken: hour,
  Interaction: hour,
  Session: sessionHours * hour,
}

export const cookieNames = { session: 'fetlock_oidc', interaction: 'fetlock_interaction', resume: 'fetlock_resume' }

/** As browsers know them: over https with a prefix. */
const sentNames = (secure: boolean) => ({
  session: cookieName(cookieNames.session, secure),
  interaction: cookieName(cookieNames.interaction, secure),
  resume: cookieName(cookieNames.resume, secure),
})

const off = { enabled: false } as const

/** The account of an active user, for the claims of the ID token and of userinfo. */
const findAccount = async (db: Database, organisation: number, sub: string) => {
  const user = await inOrganisation(db, organisation, (tx) =>
    tx
      .selectFrom('user')
      .select(['first_name', 'last_name', 'email'])
      .where('id', '=', Number(sub))
      .where('is_active', '=', true)
      .where('is_virtual', '=', false)
      .executeTakeFirst(),
  )
  if (user === undefined) return undefined
  const { first_name: given_name, last_name: family_name, email } = user
  const name = `${given_name} ${family_name}`.trim()
  return { accountId: sub, claims: () => ({ sub, name, given_name, family_name, email }) }
}

const configurationOf = ({ db, rates, publicUrl, keys, pages }: OAuthParts, organisation: number): Configuration => {
  const home = `${new URL(publicUrl).pathname.replace(/\/$/, '')}/${organisation}`
  return {
    adapter: (model: string) =>
      model === 'Client' ? clientsOf(db, rates, organisation) : recordsOf(db, organisation, model),
    jwks: keys.jwks,
    cookies: {
      names: sentNames(isSecure(publicUrl)),
      keys: keys.cookies,
      long: { httpOnly: true, sameSite: 'lax', path: `${home}/` },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    routes: {
      authorization: '/authorize/',
      token: '/token/',
      revocation: '/revoke_token/',
      userinfo: '/userinfo/',
      jwks: '/jwks/',
    },
    scopes: [...scopes],
    claims: { openid: ['sub', 'name', 'given_name', 'family_name', 'email'] },
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    features: {
      devInteractions: off,
      dPoP: off,
      pushedAuthorizationRequests: off,
      resourceIndicators: off,
      rpInitiatedLogout: off,
      clientCredentials: { enabled: true },
      revocation: {
        enabled: true,
        // A token of another client is answered like an unknown one.
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      userinfo: { enabled: true },
    },
    pkce: { required: (_ctx, client) => client[pkceMetadata] !== false },
    ttl,
    expiresWithSession: () => false,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    extraClientMetadata: { properties: [originsMetadata, pkceMetadata] },
    clientBasedCORS: (_ctx, origin, client) => mayCallFrom(publicUrl, origin, client),
    // Applications are registered whole: nothing is ever fetched from an address of theirs.
    fetch: () => Promise.reject(new Error('The authorization server makes no requests.')),
    interactions: { url: (_ctx, { uid }) => `${home}/consent/${uid}/` },
    findAccount: (_ctx, sub) => findAccount(db, organisation, sub),
    renderError: (ctx, { error, error_description }) => {
      const { headers, body } = pages.invalidRequest(home, error_description ?? error)
      ctx.set(headers)
      ctx.body = body
    },
  }
}

/** The client credentials grant with a default scope. Refuses scopes that oidc-provider would silently leave out. */
const giveClientCredentials = (provider: Provider) => async (ctx: KoaContextWithOIDC) => {
  const { client, params } = ctx.oidc
  if (client === undefined) throw new errors.InvalidClient('client authentication failed')
  const asked = new Set((textOf(params?.['scope']) || defaultScope).split(' '))
  const allowed = new Set(client.scope?.split(' '))
  const refused = [...asked].filter((scope) => !allowed.has(scope))
  if (refused.length > 0)
    throw new errors.InvalidScope(
      'this application may not have the scope; ask the clinic to add it',
      refused.join(' '),
    )
  const scope = [...asked].join(' ')
  const token = new provider.ClientCredentials({ client, scope })
  const access_token = await token.save()
  ctx.body = { access_token, expires_in: token.expiration, token_type: 'Bearer', scope }
}

/** Each authorization request is stored before anybody is known, so one address may begin only so many of them. */
const limitAuthorizations =
  ({ rates, publicUrl, pages }: OAuthParts, organisation: number) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<unknown>) => {
    if (ctx.path !== '/authorize/') return next()
    const verdict = await countAttempt(rates, 'authorizationsOfAddress', organisation, addressOf(ctx.req))
    if (verdict.allowed) return next()
    const seconds = verdict.retryAfter ?? minute
    const home = `${new URL(publicUrl).pathname.replace(/\/$/, '')}/${organisation}`
    const message = `Too many requests to sign in came from your network. Try again in ${seconds} seconds.`
    const { headers, body } = pages.refusal(home, 'Too many requests', message)
    ctx.status = 429
    ctx.set({ ...headers, 'retry-after': String(seconds) })
    ctx.body = body
  }

const errorIn = (body: unknown) => textOf((body as { readonly error?: unknown } | undefined)?.error)

/** Limits the failed token requests of an IP address, and records them. */
const slowDownGuessing =
  ({ db, rates }: OAuthParts, organisation: number) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<unknown>) => {
    if (ctx.path !== '/token/' || ctx.method !== 'POST') return next()
    const address = addressOf(ctx.req)
    const within: Within = (id, work) => inOrganisation(db, id, work)
    const record = (kind: SecurityEventKind, details = {}) =>
      recordRefusal({ within, rates }, organisation, { ...requestOrigin.getStore(), address, kind, details })
    const verdict = await isWithinLimit(rates, 'failedTokenRequestsOfAddress', address)
    if (!verdict.allowed) {
      await record('credentials.throttled')
      const seconds = verdict.retryAfter ?? minute
      const error_description = `Too many failed token requests came from your address. Try again in ${seconds} seconds.`
      ctx.status = 429
      ctx.set({ 'retry-after': String(seconds), 'cache-control': 'no-store' })
      ctx.body = { error: 'too_many_requests', error_description }
      return
    }
    await next()
    if (ctx.status !== 400 && ctx.status !== 401) return
    await countAttempt(rates, 'failedTokenRequestsOfAddress', address)
    await record('token.failed', { error: errorIn(ctx.body) })
  }

/** Builds the OpenID provider of one organisation. */
export const buildProvider = (parts: OAuthParts, organisation: number): Provider => {
  const provider = new Provider(`${parts.publicUrl}/${organisation}/oauth2`, configurationOf(parts, organisation))
  // forwardToProvider() sets the x-forwarded headers from the public URL, so those of the client are never trusted.
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = function compare(this: { clientSecret?: string }, actual: string) {
    const expected = Buffer.from(this.clientSecret ?? '')
    const given = Buffer.from(fingerprint(actual))
    return expected.length === given.length && timingSafeEqual(expected, given)
  }
  provider.registerGrantType('client_credentials', giveClientCredentials(provider), ['scope'])
  provider.use(restrictOrigins(parts, organisation) as Parameters<Provider['use']>[0])
  provider.use(limitAuthorizations(parts, organisation) as Parameters<Provider['use']>[0])
  provider.use(slowDownGuessing(parts, organisation) as Parameters<Provider['use']>[0])
  const report = (error: unknown, ctx?: { readonly res: ServerResponse }) =>
    parts.log.error(
      { err: error, organisation, requestId: ctx?.res.getHeader('x-request-id') },
      'the authorization server failed',
    )
  provider.on('server_error', (ctx, error) => {
    report(error, ctx)
    if (databaseFaultOf(error) === undefined) return
    ctx.status = 503
    ctx.set('retry-after', '1')
  })
  const emitter: NodeJS.EventEmitter = provider
  emitter.on('error', report)
  return provider
}

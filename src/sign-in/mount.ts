import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { databaseFaultOf, type DatabaseFault } from '../db/faults.ts'
import type { Database } from '../db/tx.ts'
import { plainError, ApiError, notFound } from '../kernel/errors.ts'
import type { RateWindows } from '../rates/rate-windows.ts'
import { noteAddress, requestOrigin } from '../oauth/addresses.ts'
import { addAccountPages } from './account-pages.ts'
import { addConfirm } from './confirm.ts'
import { addConsent } from './consent.ts'
import { dropCookies } from '../oauth/cookies.ts'
import { originOf } from './finish-sign-in.ts'
import { keysFrom } from '../oauth/keys.ts'
import { addPageFiles } from './page-files.ts'
import { errorPage, problemPage } from './pages.ts'
import { addPasswordPages } from './password-pages.ts'
import { cookieNames } from '../oauth/provider.ts'
import { addPasskeys } from './passkey.ts'
import { providersOf } from '../oauth/providers.ts'
import { addSecondFactor } from './second-factor.ts'
import { addSignIn, type PageParts } from './sign-in.ts'
import { addUnlock } from './unlock.ts'
import { queryIn, show, siteAt, wantsJson } from './page-requests.ts'
import { defaultScope } from '../domain/identity/applications.ts'
import type { ApplicationsAt } from '../domain/identity/origins.ts'
import type { Sealing } from '../domain/identity/second-factors.ts'

const largestForm = 16_384

/** The endpoints of the provider that are routed. OPTIONS is for CORS preflights of single-page applications. */
const endpoints: Readonly<Record<string, readonly ('GET' | 'POST' | 'OPTIONS')[]>> = {
  '.well-known/openid-configuration': ['GET', 'OPTIONS'],
  '.well-known/oauth-authorization-server': ['GET', 'OPTIONS'],
  'jwks/': ['GET', 'OPTIONS'],
  'authorize/': ['GET'],
  'authorize/:uid': ['GET'],
  'token/': ['POST', 'OPTIONS'],
  'revoke_token/': ['POST', 'OPTIONS'],
  'userinfo/': ['GET', 'POST', 'OPTIONS'],
}

export type OAuthOptions = {
  readonly db: Database
  readonly rates: RateWindows
  readonly publicUrl: string
  /** The current key first, then older ones and one that is to come. */
  readonly secretKeys: readonly string[]
  /** Encrypts the secrets of authenticator apps. */
  readonly sealing: Sealing
  readonly applicationsAt: ApplicationsAt
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>
  /** Where users are redirected after signing in without `next`, as a path of the organisation; /api/0.1/ if not given. */
  readonly home?: string | undefined
}

type Forwarded = IncomingMessage & { originalUrl?: string }

/** Drops the provider's session cookie unless it is of the user who is signed in. */
const alignSessions = async ({ db, providers, site }: PageParts, request: FastifyRequest) => {
  const { organisation, cookies, signedIn, clinicName } = await site.findSignedIn(db, request)
  if (clinicName === undefined) throw notFound('There is no organisation with this id.')
  const cookie = cookies.get(cookieNames.session)
  if (cookie === undefined) return organisation
  const session = await providers.of(organisation).Session.find(cookie)
  if (session?.accountId !== undefined && session.accountId !== String(signedIn?.user))
    request.raw.headers.cookie = dropCookies(
      request.raw.headers.cookie ?? '',
      [cookieNames.session, `${cookieNames.session}.sig`],
      site.secure,
    )
  return organisation
}

/** Adds the default scope to an authorization request without one. */
const withScope = (url: string) => {
  const path = url.split('?', 1)[0] ?? ''
  const query = queryIn(url)
  const parameters = new URLSearchParams(query)
  return parameters.has('scope') || !path.endsWith('/authorize/')
    ? url
    : `${path}?${query}${query && '&'}scope=${defaultScope}`
}

const forwardToProvider = async (parts: PageParts, request: FastifyRequest, reply: FastifyReply) => {
  const { raw }: { raw: Forwarded } = request
  const organisation = await alignSessions(parts, request)
  const url = withScope(raw.url ?? '')
  const mount = `/${organisation}/oauth2`
  noteAddress(raw, request.ip)
  raw.originalUrl = parts.site.base + url
  raw.url = url.slice(url.indexOf(mount) + mount.length)
  const { protocol, host } = new URL(parts.publicUrl)
  Object.assign(raw.headers, { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host })
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.hijack()
  const respond = parts.providers.of(organisation).callback()
  await requestOrigin.run(originOf(request), () => respond(raw, reply.raw))
}

/** A database that is busy or away for a moment is no fault of the page: whoever asks again is answered. */
const unavailable = (fault: DatabaseFault) =>
  new ApiError(
    503,
    fault === 'lost'
      ? 'The connection to the database was lost. What you did may have taken effect: check before you do it again.'
      : 'The service is busy. Try again in a moment.',
    { headers: { 'retry-after': '1' } },
  )

const refusalOf = (error: unknown, log: Pick<FastifyBaseLogger, 'warn'>) => {
  if (error instanceof ApiError) return error
  const fault = databaseFaultOf(error)
  if (fault !== undefined) log.warn({ err: error }, 'answered 503')
  if (fault !== undefined) return unavailable(fault)
  const { statusCode, message } = error as { statusCode?: number; message?: string }
  const isClientError = statusCode !== undefined && statusCode >= 400 && statusCode < 500
  return isClientError ? new ApiError(statusCode, message ?? 'The request is not readable.') : undefined
}

const headings: Readonly<Record<number, string>> = {
  404: 'Page not found',
  429: 'Too many requests',
  500: 'Something went wrong',
  503: 'Busy for a moment',
}

/** Adds the authorization server with its pages to an application. Every organisation is an issuer of its own. */
export const mountOAuth = async (fastify: FastifyInstance, options: OAuthOptions) => {
  const publicUrl = options.publicUrl.replace(/\/$/, '')
  const keys = keysFrom(options.secretKeys)
  const oauth = { ...options, publicUrl, keys, pages: { invalidRequest: errorPage, refusal: problemPage } }
  const parts: PageParts = { ...oauth, providers: providersOf(oauth), site: siteAt(publicUrl, keys) }

  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = refusalOf(error, request.log)
    if (refusal === undefined) request.log.error({ err: error }, 'a page of the authorization server failed')
    const { status, message, headers } = refusal ?? { status: 500, message: 'Try again in a moment.', headers: {} }
    reply.headers(headers)
    if (!(request.routeOptions.config as { page?: boolean }).page || wantsJson(request))
      return reply.code(status).send(refusal === undefined ? { detail: message } : plainError(refusal))
    const { organisation } = request.params as { organisation: string }
    const home = `${parts.site.base}/${encodeURIComponent(organisation)}`
    return show(reply, problemPage(home, headings[status] ?? 'That did not work', message), status)
  }

  await fastify.register(async (scope) => {
    scope.setErrorHandler(answerError)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const [path, method] of Object.entries(endpoints))
      scope.route({
        method: [...method],
        url: `/:organisation/oauth2/${path}`,
        handler: (request, reply) => forwardToProvider(parts, request, reply),
      })
    addPageFiles(scope)
  })

  await fastify.register(async (scope) => {
    scope.setErrorHandler(answerError)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: largestForm },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    addSignIn(scope, parts)
    addSecondFactor(scope, parts)
    addPasskeys(scope, parts)
    addConsent(scope, parts)
    addPasswordPages(scope, parts)
    addAccountPages(scope, parts)
    addUnlock(scope, parts)
    addConfirm(scope, parts)
  })
}

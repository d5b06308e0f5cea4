import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Database, inOrganisation, type Tx } from '../db/tx.ts'
import { newSecret } from '../domain/identity/secrets.ts'
import type { Origin } from '../domain/identity/security-events.ts'
import { findSession, lockSession, type SignedIn, touchSession } from '../domain/identity/sessions.ts'
import { forbidden, notFound } from '../kernel/errors.ts'
import { parseOrganisationId } from '../kernel/links.ts'
import { clinicCookie, formCookie, isSecure, readCookies, sessionCookie, writeCookie } from '../oauth/cookies.ts'
import type { Keys } from '../oauth/keys.ts'
import type { Frame, Page } from './pages.ts'

export type PageRequest = Frame & {
  readonly organisation: number
  readonly cookies: ReadonlyMap<string, string>
  /** Who is signed in, and whose session is locked: at most one of the two. */
  readonly signedIn: SignedIn | undefined
  readonly locked: SignedIn | undefined
  /** What the clinic is called, for whoever an application or an e-mail brings; `clinic` is what anybody may be shown. */
  readonly clinicName: string | undefined
}

/** What ties a challenge of a passkey to this browser: the cookie that its forms belong to. */
export const browserOf = ({ cookies }: PageRequest) => cookies.get(formCookie) ?? ''

export const requireOrganisation = (request: FastifyRequest) => {
  const id = parseOrganisationId((request.params as { organisation: string }).organisation)
  if (id === undefined) throw notFound('There is no organisation with this id.')
  return id
}

/** From where a request came, for security events. */
const originOf = (request: FastifyRequest): Origin => ({
  address: request.ip,
  userAgent: request.headers['user-agent'],
  requestId: request.id,
})

/** The session of a cookie. Opening a page is a use of it; one that was left alone for too long is locked instead. */
const readSession = async (tx: Tx, secret: string | undefined, origin: Origin) => {
  const found = secret === undefined ? undefined : await findSession(tx, secret)
  if (found === undefined) return { signedIn: undefined, locked: undefined }
  const { locked, ...person } = found
  if (!locked) await touchSession(tx, person.session)
  else await lockSession(tx, person.session, origin)
  return locked ? { signedIn: undefined, locked: person } : { signedIn: person, locked: undefined }
}

/** Reads the organisation, if there is one, and its signed-in user, if any. */
const findSignedIn = async (db: Database, request: FastifyRequest, secure: boolean) => {
  const organisation = requireOrganisation(request)
  const cookies = readCookies(request.headers.cookie, secure)
  return inOrganisation(db, organisation, async (tx) => {
    const found = await tx.selectFrom('organisation').select('name').executeTakeFirst()
    const session = await readSession(tx, cookies.get(sessionCookie), originOf(request))
    return { organisation, cookies, clinicName: found?.name, ...session }
  })
}

/** As long as a browser is known to its people. */
const clinicDays = 180

export type Site = ReturnType<typeof siteAt>

/** The paths of a deployment, and what its pages have in common. */
export const siteAt = (publicUrl: string, keys: Keys) => {
  const { origin, pathname } = new URL(publicUrl)
  const base = pathname.replace(/\/$/, '')
  const secure = isSecure(publicUrl)
  const homeOf = (organisation: number) => `${base}/${organisation}`
  const pathOf = (organisation: number) => ({ path: `${homeOf(organisation)}/`, secure })

  /** Whether one of our own pages sent the request, as far as the browser says: `null` is the origin of no page of ours. */
  const isOwnPage = ({ headers }: FastifyRequest) => {
    const from = headers['sec-fetch-site']
    const isHere = from === undefined || from === 'same-origin' || from === 'none'
    return isHere && (headers.origin === undefined || headers.origin === origin)
  }

  /** Strangers are not told what a clinic is called: its number would tell them all of them. */
  const shownName = ({
    organisation,
    cookies,
    signedIn,
    locked,
    clinicName,
  }: Awaited<ReturnType<typeof findSignedIn>>) =>
    signedIn !== undefined || locked !== undefined || keys.isClinicMark(organisation, cookies.get(clinicCookie) ?? '')
      ? clinicName
      : undefined

  return {
    base,
    origin,
    secure,
    homeOf,
    findSignedIn: (db: Database, request: FastifyRequest) => findSignedIn(db, request, secure),
    setCookie: (reply: FastifyReply, organisation: number, name: string, value: string, seconds?: number) => {
      const path = pathOf(organisation)
      reply.header('set-cookie', writeCookie(name, value, { ...path, seconds }))
      // Whoever has a session knows the clinic, and may see its name when they sign in again.
      if (name === sessionCookie && value !== '')
        reply.header(
          'set-cookie',
          writeCookie(clinicCookie, keys.clinicMark(organisation), { ...path, seconds: clinicDays * 86_400 }),
        )
    },

    /** Reads the request of a page, and sets the cookie that the CSRF tokens of its forms belong to. */
    open: async (db: Database, request: FastifyRequest, reply: FastifyReply): Promise<PageRequest> => {
      const there = await findSignedIn(db, request, secure)
      const clinic = shownName(there)
      const known = there.cookies.get(formCookie)
      const cookie = known !== undefined && /^[\w-]{43}$/.test(known) ? known : newSecret()
      if (cookie !== known) reply.header('set-cookie', writeCookie(formCookie, cookie, pathOf(there.organisation)))
      return { ...there, clinic, home: homeOf(there.organisation), token: keys.formToken(there.organisation, cookie) }
    },

    /** The person who is signed in; otherwise redirects to where they unlock their session or sign in, and back. */
    signedInOr: (request: FastifyRequest, reply: FastifyReply, visit: PageRequest): SignedIn | undefined => {
      if (visit.signedIn !== undefined) return visit.signedIn
      const back = request.method === 'GET' ? `${base}${request.url}` : `${visit.home}/account/`
      const place = visit.locked === undefined ? 'sign-in' : 'unlock'
      redirectTo(reply, `${visit.home}/${place}/?next=${encodeURIComponent(back)}`)
      return undefined
    },

    isOwnPage,

    /** Refuses a form without a valid CSRF token. */
    requireOwnForm: (request: FastifyRequest, { organisation, cookies }: PageRequest): URLSearchParams => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      if (!isOwnPage(request) || !keys.isFormToken(organisation, cookies.get(formCookie) ?? '', form.get('form') ?? ''))
        throw forbidden(
          'The page was open for too long, or your browser keeps no cookies. Go back, reload the page and try again.',
        )
      return form
    },

    /** The path to redirect to after signing in, if it is one of the organisation: no open redirect. */
    nextWithin: (organisation: number, next: string | null | undefined) => {
      const url = next == null || next.includes('\\') ? null : URL.parse(next, origin)
      const isInside = url !== null && url.origin === origin && url.pathname.startsWith(`${homeOf(organisation)}/`)
      return isInside ? url.pathname + url.search : undefined
    },
  }
}

/** What follows the first question mark; further ones belong to the query. */
export const queryIn = (url: string) => url.replace(/^[^?]*\??/, '')

/** The query, parsed from the URL. */
export const queryOf = (request: FastifyRequest) => new URLSearchParams(queryIn(request.url))

/** Whether the app asks, which shows the answer itself: a browser that opens a page wants HTML first. */
export const wantsJson = ({ headers }: FastifyRequest) => (headers.accept ?? '').startsWith('application/json')

export const showJson = (reply: FastifyReply, body: object, status = 200) =>
  reply.code(status).headers({ 'cache-control': 'no-store, no-transform', vary: 'accept' }).send(body)

export const show = (reply: FastifyReply, { headers, body }: Page, status = 200) =>
  reply.code(status).headers(headers).send(body)

export const redirectTo = (reply: FastifyReply, url: string) =>
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' }).redirect(url, 303)

import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Database, inOrganisation } from '../db/tx.ts'
import { newSecret } from '../domain/identity/secrets.ts'
import { findSession, type SignedIn } from '../domain/identity/sessions.ts'
import { forbidden, notFound } from '../kernel/errors.ts'
import { parseOrganisationId } from '../kernel/links.ts'
import { formCookie, readCookies, sessionCookie, writeCookie } from './cookies.ts'
import type { Keys } from './keys.ts'
import type { Frame, Page } from './pages.ts'

export type PageRequest = Frame & {
  readonly organisation: number
  readonly cookies: ReadonlyMap<string, string>
  readonly signedIn: SignedIn | undefined
}

export const requireOrganisation = (request: FastifyRequest) => {
  const id = parseOrganisationId((request.params as { organisation: string }).organisation)
  if (id === undefined) throw notFound('There is no organisation with this id.')
  return id
}

/** Reads the organisation and its signed-in user, if any. */
export const findSignedIn = async (db: Database, request: FastifyRequest) => {
  const organisation = requireOrganisation(request)
  const cookies = readCookies(request.headers.cookie)
  const secret = cookies.get(sessionCookie)
  return inOrganisation(db, organisation, async (tx) => {
    const clinic = await tx.selectFrom('organisation').select('name').executeTakeFirst()
    if (clinic === undefined) throw notFound('There is no organisation with this id.')
    const signedIn = secret === undefined ? undefined : await findSession(tx, secret)
    return { organisation, cookies, clinic: clinic.name, signedIn }
  })
}

export type Site = ReturnType<typeof siteAt>

/** The paths of a deployment, and what its pages have in common. */
export const siteAt = (publicUrl: string, keys: Keys) => {
  const { origin, pathname, protocol } = new URL(publicUrl)
  const base = pathname.replace(/\/$/, '')
  const secure = protocol === 'https:'
  const homeOf = (organisation: number) => `${base}/${organisation}`
  const pathOf = (organisation: number) => ({ path: `${homeOf(organisation)}/`, secure })

  return {
    base,
    origin,
    homeOf,
    setCookie: (reply: FastifyReply, organisation: number, name: string, value: string, seconds?: number) =>
      reply.header('set-cookie', writeCookie(name, value, { ...pathOf(organisation), seconds })),

    /** Reads the request of a page, and sets the cookie that the CSRF tokens of its forms belong to. */
    open: async (db: Database, request: FastifyRequest, reply: FastifyReply): Promise<PageRequest> => {
      const there = await findSignedIn(db, request)
      const known = there.cookies.get(formCookie)
      const cookie = known !== undefined && /^[\w-]{43}$/.test(known) ? known : newSecret()
      if (cookie !== known) reply.header('set-cookie', writeCookie(formCookie, cookie, pathOf(there.organisation)))
      return { ...there, home: homeOf(there.organisation), token: keys.formToken(there.organisation, cookie) }
    },

    /** Refuses a form without a valid CSRF token. */
    requireOwnForm: (request: FastifyRequest, { organisation, cookies }: PageRequest): URLSearchParams => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const from = request.headers['sec-fetch-site']
      const isOurs = from === undefined || from === 'same-origin' || from === 'none'
      if (!isOurs || !keys.isFormToken(organisation, cookies.get(formCookie) ?? '', form.get('form') ?? ''))
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

export const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

export const show = (reply: FastifyReply, { headers, body }: Page, status = 200) =>
  reply.code(status).headers(headers).send(body)

export const redirectTo = (reply: FastifyReply, url: string) =>
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(url, 303)

import type { FastifyRequest } from 'fastify'
import type { Caller } from '../kernel/caller.ts'
import { ApiError } from '../kernel/errors.ts'

/** Makes and checks the tokens that a session sends with every change (oauth/keys.ts). */
export type CsrfTokens = {
  readonly csrfToken: (organisation: number, session: string) => string
  readonly isCsrfToken: (organisation: number, session: string, token: string) => boolean
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

const refused = (why: string) => new ApiError(403, why, { code: 'csrf' })

/**
 * Refuses a change in a session that a page of another site may have made the browser send. The browser adds the cookie by
 * itself, so the request must say that it comes from our own origin, and show what only a page of that origin can read.
 */
export const requireCsrfToken = (
  { isCsrfToken }: CsrfTokens,
  publicUrl: string,
  { method, headers }: FastifyRequest,
  { organisation, session }: Caller,
) => {
  if (session === undefined || safeMethods.has(method)) return
  const { origin, 'sec-fetch-site': site, 'x-csrf-token': token } = headers
  const isOwn = origin === undefined ? site === 'same-origin' : origin === new URL(publicUrl).origin
  if (!isOwn)
    throw refused(
      'A session may change something only from pages of this service. Elsewhere use an OAuth access token.',
    )
  if (!isCsrfToken(organisation, session, typeof token === 'string' ? token : ''))
    throw refused('The header x-csrf-token is missing or not valid. Send the csrf_token that GET /me/ shows.')
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { inOrganisation } from '../db/tx.ts'
import { knownBrowser, knownSeconds, rememberBrowser } from '../domain/identity/known-browsers.ts'
import {
  countAttempt,
  isRecorded,
  isWithinLimit,
  reserveGuess,
  tooMany,
  type Guess,
} from '../domain/identity/limits.ts'
import { isFactorMarked, markFactor, markedSeconds } from '../domain/identity/factor-marks.ts'
import { endPendingSignIn } from '../domain/identity/pending-sign-ins.ts'
import type { Sealing } from '../domain/identity/second-factors.ts'
import { recordSecurityEvent, type Origin, type SecurityEvent } from '../domain/identity/security-events.ts'
import { endSession, sessionHours, startSession, type SessionFactor } from '../domain/identity/sessions.ts'
import type { Verdict } from '../rates/rate-windows.ts'
import { ApiError } from '../kernel/errors.ts'
import { factorMarkCookie, knownBrowserCookie, pendingCookie, sessionCookie } from '../oauth/cookies.ts'
import type { PageRequest, Site } from './page-requests.ts'
import type { OAuthParts } from '../oauth/provider.ts'
import type { Providers } from '../oauth/providers.ts'

export type PageParts = OAuthParts & {
  readonly providers: Providers
  readonly site: Site
  readonly sealing: Sealing
  readonly home?: string | undefined
}

export const originOf = (request: FastifyRequest): Origin => ({
  address: request.ip,
  userAgent: request.headers['user-agent'],
  requestId: request.id,
})

/** Records a refusal, which has no transaction of its own. */
export const recordRefusal = ({ db }: PageParts, request: FastifyRequest, visit: PageRequest, event: SecurityEvent) =>
  inOrganisation(db, visit.organisation, (tx) => recordSecurityEvent(tx, { ...originOf(request), ...event }))

type Person = { readonly id: number; readonly password_hash: string | null }

/** The name of this browser, if the person has signed in here before. */
export const nameOfBrowser = (
  { keys }: PageParts,
  { organisation, cookies }: PageRequest,
  person: Person | undefined,
) => person && knownBrowser(keys.browsers, cookies.get(knownBrowserCookie), organisation, person, new Date())

/** Whose guesses these count as. A known browser has its own, so that others cannot use them up. */
export type Guesser = readonly (string | number)[]

/** Counts a guess before it is checked. Refuses it during the delay after too many; other browsers' guesses do not count. */
export const requireGuess = async (
  parts: PageParts,
  request: FastifyRequest,
  visit: PageRequest,
  { guess, guesser, user, isKnown }: { guess: Guess; guesser: Guesser; user?: number | undefined; isKnown: boolean },
) => {
  const { rates } = parts
  const requireOfAddress = async (verdict: Promise<Verdict>) => {
    const ofAddress = await verdict
    if (ofAddress.allowed) return
    const isFirst = (await countAttempt(rates, 'refusalsOfAddress', request.ip)).allowed
    if (isFirst)
      await recordRefusal(parts, request, visit, { kind: 'sign_in.throttled', details: { of: 'signInsOfAddress' } })
    throw tooMany(ofAddress, 'There were too many attempts to sign in from your network.')
  }
  // Looked at first, so that one address cannot use up the guesses of many accounts; counted below.
  if (!isKnown) await requireOfAddress(isWithinLimit(rates, 'signInsOfAddress', request.ip))
  const reservation = await reserveGuess(rates, guess, visit.organisation, ...guesser)
  if (!reservation.allowed) {
    const { tries, refused } = reservation
    const details = { of: guess, tries, refused, known_browser: isKnown }
    if (isRecorded(reservation))
      await recordRefusal(parts, request, visit, { kind: 'sign_in.throttled', user: user ?? null, details })
    throw tooMany(reservation, 'There were too many attempts to sign in with this account.')
  }
  if (!isKnown) await requireOfAddress(countAttempt(rates, 'signInsOfAddress', request.ip))
}

type Proven = {
  readonly user: number
  /** The hash that was stored when the person proved themselves; a session starts only while it is still stored. */
  readonly passwordHash: string | null
  readonly factors: readonly SessionFactor[]
  /** The cookie of the sign-in that this completes. It can be completed once. */
  readonly pending?: string | undefined
  /** Whether the person has a second factor, and has given it in this browser before. */
  readonly isMarked?: boolean
}

/** Factors that spare the browser another one for a while. A recovery code is for one sign-in. */
const marking: readonly SessionFactor[] = ['totp', 'passkey']

/** Starts the session, and remembers the browser. False if the password has changed or the sign-in was completed meanwhile. */
export const finishSignIn = async (
  { db, site, keys }: PageParts,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: PageRequest,
  { user, passwordHash, factors, pending, isMarked = false }: Proven,
): Promise<boolean> => {
  const { organisation, cookies } = visit
  const origin = originOf(request)
  const now = new Date()
  const person = { id: user, password_hash: passwordHash }
  const known = cookies.get(knownBrowserCookie)
  const new_browser = knownBrowser(keys.browsers, known, organisation, person, now) === undefined
  const mark = cookies.get(factorMarkCookie)
  const session = await inOrganisation(db, organisation, async (tx) => {
    if (pending !== undefined && !(await endPendingSignIn(tx, pending))) return undefined
    const started = await startSession(tx, user, now, { ...origin, passwordHash, factors })
    if (started === undefined) return undefined
    // Looked at once the session holds the row of the user: whoever ends the mark meanwhile is seen here, or ends the session.
    if (isMarked && !(await isFactorMarked(tx, mark, user)))
      throw new ApiError(400, 'You were signed out everywhere meanwhile. Sign in again.')
    const details = { factors: factors.join(', '), new_browser, ...(isMarked && { factor_given_before: true }) }
    await recordSecurityEvent(tx, { ...origin, kind: 'sign_in.succeeded', user, details })
    const before = cookies.get(sessionCookie)
    if (before !== undefined) await endSession(tx, before, 'session.ended', origin)
    const marked = factors.some((factor) => marking.includes(factor)) ? await markFactor(tx, mark, user) : undefined
    return { started, marked }
  })
  if (session === undefined) return false
  site.setCookie(reply, organisation, sessionCookie, session.started, sessionHours * 3_600)
  const remembered = rememberBrowser(keys.browsers, known, organisation, person, now)
  site.setCookie(reply, organisation, knownBrowserCookie, remembered, knownSeconds)
  if (session.marked !== undefined) site.setCookie(reply, organisation, factorMarkCookie, session.marked, markedSeconds)
  if (cookies.has(pendingCookie)) site.setCookie(reply, organisation, pendingCookie, '', 0)
  return true
}

import type { Reader } from '../../db/tx.ts'
import type { Caller } from '../../kernel/caller.ts'
import { ApiError, unauthorized } from '../../kernel/errors.ts'
import type { RateWindows } from '../../rates/rate-windows.ts'
import { type Credential, findCaller } from './credentials.ts'
import { noteKeyUse } from './legacy-keys.ts'
import { countAttempt, tooMany } from './limits.ts'
import { fingerprint } from './secrets.ts'
import { recordRefusal, type Within } from './refusals.ts'
import { lockSession, touchSession } from './sessions.ts'

/** Below one second, so that what is revoked is refused within a second by every process. */
const cacheMs = 900
const cacheSize = 10_000

export type PresentedCredential = {
  readonly organisation: number
  readonly authorization?: string | undefined
  /** The value of the session cookie. */
  readonly session?: string | undefined
  readonly address: string
  readonly userAgent?: string | undefined
  readonly requestId?: string | undefined
  /** Whether somebody uses the credential now: a stream that only checks whether it is still valid keeps no session open. */
  readonly isUse?: boolean | undefined
  /** Whether the request may need somebody who has confirmed a moment ago that it is them: what was found before is then too old. */
  readonly isStepUp?: boolean | undefined
}
export type Identify = (presented: PresentedCredential) => Promise<Caller>

const schemes: Readonly<Record<string, Credential['kind']>> = { bearer: 'oauth', token: 'legacy' }

const readCredential = ({ organisation, authorization, session }: PresentedCredential): Credential => {
  const howTo = `Get a token from /${organisation}/oauth2/token/ and send "Authorization: Bearer <access token>".`
  if (authorization === undefined) {
    if (session === undefined || session === '')
      throw unauthorized(`This needs a credential and the request has none. ${howTo}`)
    return { kind: 'session', fingerprint: fingerprint(session) }
  }
  const [scheme = '', secret = '', ...more] = authorization.trim().split(/ +/)
  const kind = schemes[scheme.toLowerCase()]
  if (kind === undefined || secret === '' || more.length > 0)
    throw unauthorized(`The Authorization header is not readable. ${howTo}`)
  return { kind, fingerprint: fingerprint(secret) }
}

/** One sentence per kind, the same for unknown, expired and revoked credentials and those of another organisation. */
const unknown: Readonly<Record<Credential['kind'], (organisation: number) => string>> = {
  oauth: (organisation) =>
    'This access token is not valid here: it is unknown, has expired or was revoked. ' +
    `Get a new one from /${organisation}/oauth2/token/.`,
  legacy: () => 'This API key is not valid here: it is unknown, expired or revoked. Ask the clinic for a new one.',
  session: (organisation) => `You are no longer signed in. Sign in again at /${organisation}/sign-in/.`,
}

const sessionLocked = (organisation: number) =>
  new ApiError(401, `The session is locked. Unlock it at /${organisation}/unlock/, then send the request again.`, {
    code: 'session_locked',
    headers: { 'www-authenticate': 'Bearer' },
  })

/** What was found a moment ago. The oldest entry goes first. */
const recent = <T>(clock: () => number) => {
  const known = new Map<string, { readonly value: T; readonly until: number }>()
  return {
    find: (key: string, now: number): T | undefined => {
      const found = known.get(key)
      if (found === undefined || now < found.until) return found?.value
      known.delete(key)
      return undefined
    },
    /** The lifetime starts before the query, so that a change during the query also takes effect in time. */
    keep: (key: string, value: T, asked = clock()) => {
      known.delete(key)
      const [oldest] = known.keys()
      if (known.size >= cacheSize && oldest !== undefined) known.delete(oldest)
      known.set(key, { value, until: asked + cacheMs })
    },
  }
}

type Parts = {
  readonly read: Reader
  readonly within: Within
  readonly rates: RateWindows
  readonly clock?: () => number
}

const noteUse = (within: Within, { organisation, session }: Caller, { fingerprint: hash }: Credential) =>
  within(organisation, (tx) => (session === undefined ? noteKeyUse(tx, hash) : touchSession(tx, session)))

const refuseUnknown = async ({ within, rates }: Parts, presented: PresentedCredential, kind: Credential['kind']) => {
  const { organisation, address } = presented
  // Only unknown credentials count, so one broken integration does not lock out others at the same address.
  const verdict = await countAttempt(rates, 'unknownCredentialsOfAddress', address)
  if (verdict.allowed) return unauthorized(unknown[kind](organisation))
  await recordRefusal({ within, rates }, organisation, { ...presented, kind: 'credentials.throttled' })
  return tooMany(verdict, 'Too many unknown credentials came from your address.')
}

/**
 * Makes the function that identifies the caller of a request. What is found is cached for less than a second, and so is that
 * nothing was found: whoever sends the same wrong token again is counted again, and the database is not asked again.
 */
export const identifier = (parts: Parts): Identify => {
  const { read, within, clock = () => performance.now() } = parts
  const callers = recent<Caller>(clock)
  const refused = recent<'unknown' | 'locked'>(clock)

  const lookUp = async (presented: PresentedCredential, credential: Credential, asked: number) => {
    const { organisation, isUse = true, address, userAgent, requestId } = presented
    const found = await findCaller(read, organisation, credential)
    if (found === undefined) return 'unknown'
    const { session } = found.caller
    if (found.locked && session !== undefined) {
      await within(organisation, (tx) => lockSession(tx, session, { address, userAgent, requestId }))
      return 'locked'
    }
    if (found.unnoted && isUse) await noteUse(within, found.caller, credential)
    // Looked up again when it is used: until then nothing is written down.
    if (isUse || !found.unnoted)
      callers.keep(`${organisation} ${credential.kind} ${credential.fingerprint}`, found.caller, asked)
    return found.caller
  }

  return async (presented) => {
    const { organisation } = presented
    const credential = readCredential(presented)
    const key = `${organisation} ${credential.kind} ${credential.fingerprint}`
    const asked = clock()
    const cached = callers.find(key, asked)
    const isStale = presented.isStepUp === true && cached?.confirmed === false
    const known = (isStale ? undefined : cached) ?? refused.find(key, asked)
    const found = known ?? (await lookUp(presented, credential, asked))
    if (typeof found !== 'string') return found
    if (known === undefined) refused.keep(key, found, asked)
    throw found === 'locked' ? sessionLocked(organisation) : await refuseUnknown(parts, presented, credential.kind)
  }
}

import type { Reader } from '../../db/tx.ts'
import type { Caller } from '../../kernel/caller.ts'
import { unauthorized } from '../../kernel/errors.ts'
import type { RateWindows } from '../../rates/rate-windows.ts'
import { type Credential, findCaller } from './credentials.ts'
import { countAttempt, tooMany } from './limits.ts'
import { fingerprint } from './secrets.ts'

/** Below one second, so that what is revoked is refused within a second by every process. */
const cacheMs = 900
const cacheSize = 10_000

export type PresentedCredential = {
  readonly organisation: number
  readonly authorization?: string | undefined
  /** The value of the session cookie. */
  readonly session?: string | undefined
  readonly address: string
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
  legacy: () => 'This API key is not valid here: it is unknown or was revoked. Ask the clinic for a new one.',
  session: (organisation) => `You are no longer signed in. Sign in again at /${organisation}/sign-in/.`,
}

type Cached = { readonly caller: Caller; readonly until: number }

/** Makes the function that identifies the caller of a request. Callers are cached for less than a second, refusals never. */
export const identifier = ({
  read,
  rates,
  clock = () => performance.now(),
}: {
  readonly read: Reader
  readonly rates: RateWindows
  readonly clock?: () => number
}): Identify => {
  const cache = new Map<string, Cached>()

  const store = (key: string, caller: Caller, asked: number) => {
    cache.delete(key)
    const [oldest] = cache.keys()
    if (cache.size >= cacheSize && oldest !== undefined) cache.delete(oldest)
    // The lifetime starts before the query, so that a change during the query also takes effect in time.
    cache.set(key, { caller, until: asked + cacheMs })
  }

  return async (presented) => {
    const { organisation, address } = presented
    const credential = readCredential(presented)
    const key = `${organisation} ${credential.kind} ${credential.fingerprint}`
    const asked = clock()
    const known = cache.get(key)
    if (known !== undefined && asked < known.until) return known.caller
    cache.delete(key)
    const caller = await findCaller(read, organisation, credential)
    if (caller !== undefined) {
      store(key, caller, asked)
      return caller
    }
    // Only unknown credentials count, so one broken integration does not lock out others at the same address.
    const verdict = await countAttempt(rates, 'unknownCredentialsOfAddress', address)
    if (!verdict.allowed) throw tooMany(verdict, 'Too many unknown credentials came from your address.')
    throw unauthorized(unknown[credential.kind](organisation))
  }
}

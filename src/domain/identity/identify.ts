import type { Reader } from '../../db/tx.ts'
import type { Caller } from '../../kernel/caller.ts'
import { unauthorized } from '../../kernel/errors.ts'
import type { RateWindows } from '../../rates/rate-windows.ts'
import { type Credential, findCaller } from './credentials.ts'
import { countTry, tooMany } from './limits.ts'
import { fingerprint } from './secrets.ts'

/** Below one second, so that what is revoked is refused within a second by every process. */
const rememberedMs = 900
const rememberedMost = 10_000

export type Shown = {
  readonly organisation: number
  readonly authorization?: string | undefined
  /** The value of the session cookie. */
  readonly session?: string | undefined
  readonly address: string
}
export type Identify = (shown: Shown) => Promise<Caller>

const schemes: Readonly<Record<string, Credential['kind']>> = { bearer: 'oauth', token: 'legacy' }

const readCredential = ({ organisation, authorization, session }: Shown): Credential => {
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

/** One sentence a kind, the same whether it never was, is no more, or is another organisation's. */
const unknown: Readonly<Record<Credential['kind'], (organisation: number) => string>> = {
  oauth: (organisation) =>
    'This access token is not valid here: it is unknown, has expired or was revoked. ' +
    `Get a new one from /${organisation}/oauth2/token/.`,
  legacy: () => 'This API key is not valid here: it is unknown or was revoked. Ask the clinic for a new one.',
  session: (organisation) => `You are not signed in any more. Sign in again at /${organisation}/sign-in/.`,
}

type Remembered = { readonly caller: Caller; readonly until: number }

/** Makes the function that tells who is asking. Answers are remembered for less than a second, refusals never. */
export const identifier = ({
  read,
  rates,
  clock = () => performance.now(),
}: {
  readonly read: Reader
  readonly rates: RateWindows
  readonly clock?: () => number
}): Identify => {
  const remembered = new Map<string, Remembered>()

  const remember = (key: string, caller: Caller, asked: number) => {
    remembered.delete(key)
    const [oldest] = remembered.keys()
    if (remembered.size >= rememberedMost && oldest !== undefined) remembered.delete(oldest)
    // Counted from before the database was asked: what changes while it answers is still seen in time.
    remembered.set(key, { caller, until: asked + rememberedMs })
  }

  return async (shown) => {
    const { organisation, address } = shown
    const credential = readCredential(shown)
    const key = `${organisation} ${credential.kind} ${credential.fingerprint}`
    const asked = clock()
    const known = remembered.get(key)
    if (known !== undefined && asked < known.until) return known.caller
    remembered.delete(key)
    const caller = await findCaller(read, organisation, credential)
    if (caller !== undefined) {
      remember(key, caller, asked)
      return caller
    }
    // Only what is unknown counts, so one broken integration does not shut out the others behind its address.
    const verdict = await countTry(rates, 'unknownCredentialsOfAddress', address)
    if (!verdict.allowed) throw tooMany(verdict, 'Too many unknown credentials came from your address.')
    throw unauthorized(unknown[credential.kind](organisation))
  }
}

import { randomBytes } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { dropBegunTotp, lockFactors, makeFirstRecoveryCodes } from './second-factors.ts'
import { fingerprint } from './secrets.ts'
import { recordSecurityEvent, type Origin } from './security-events.ts'

/** Whom passkeys are made for: the host of the public URL. A page of another origin gets no valid answer. */
export type RelyingParty = { readonly id: string; readonly origin: string }

export const relyingPartyAt = (publicUrl: string): RelyingParty => {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

type Purpose = 'sign in' | 'second factor' | 'unlock' | 'step up' | 'registration'

/** What a challenge was made for: an answer counts only there. `browser` is a secret that only this browser holds. */
export type Ceremony = {
  readonly purpose: Purpose
  readonly browser: string
  /** Of whom; without it the answer says who signs in. */
  readonly user?: number | undefined
}

/** EdDSA, ES256 and RS256: what authenticators have. Newer ones are experimental in Node. */
const supportedAlgorithmIDs = [-8, -7, -257]

const challengeMinutes = 5
const timeout = challengeMinutes * 60_000

const newChallenge = () => Uint8Array.from(randomBytes(32))

const storeChallenge = async (tx: Tx, challenge: string, { purpose, browser, user }: Ceremony) => {
  await tx
    .insertInto('passkey_challenge')
    .values({
      id: fingerprint(challenge),
      purpose,
      browser: fingerprint(browser),
      user: user ?? null,
      expires: sql<Date>`now() + make_interval(mins => ${challengeMinutes})`,
    })
    .execute()
}

/** Takes a challenge away, so that no other answer to it counts. */
const takeChallenge = async (tx: Tx, challenge: string, { purpose, browser, user }: Ceremony): Promise<boolean> => {
  const taken = await tx
    .deleteFrom('passkey_challenge')
    .where('id', '=', fingerprint(challenge))
    .returning(['purpose', 'browser', 'user', sql<boolean>`expires > now()`.as('valid')])
    .executeTakeFirst()
  return (
    taken !== undefined &&
    taken.valid &&
    taken.purpose === purpose &&
    taken.browser === fingerprint(browser) &&
    taken.user === (user ?? null)
  )
}

const passkeysOf = (tx: Tx, user: number) =>
  tx
    .selectFrom('second_factor')
    .select(['credential', 'transports'])
    .where('user', '=', user)
    .where('kind', '=', 'passkey')
    .orderBy('id')
    .execute()

const descriptors = (passkeys: Awaited<ReturnType<typeof passkeysOf>>) =>
  passkeys.flatMap(({ credential, transports }) =>
    credential === null ? [] : [{ id: credential, transports: transports as AuthenticatorTransport[] }],
  )

/** What a passkey calls its person: one host serves many organisations. */
const handleOf = (organisation: number, user: number) => Uint8Array.from(Buffer.from(`${organisation}/${user}`))

/** What the browser needs to make a passkey for a user. */
export const passkeyRegistration = async (tx: Tx, { id: rpID }: RelyingParty, user: number, browser: string) => {
  const person = await tx
    .selectFrom('user')
    .innerJoin('organisation', 'organisation.id', 'user.organisation')
    .select(['user.organisation', 'user.email', 'organisation.name as clinic'])
    .where('user.id', '=', user)
    .executeTakeFirstOrThrow()
  const options = await generateRegistrationOptions({
    rpID,
    rpName: `Fetlock – ${person.clinic}`,
    userID: handleOf(person.organisation, user),
    userName: person.email,
    challenge: newChallenge(),
    timeout,
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: descriptors(await passkeysOf(tx, user)),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await storeChallenge(tx, options.challenge, { purpose: 'registration', user, browser })
  return options
}

type PasskeyResponse = {
  readonly id: string
  readonly response: { readonly clientDataJSON: string; readonly userHandle?: string }
}

/** The answer of a browser, if it has the shape of one. */
const readResponse = (text: string): { answer: PasskeyResponse; challenge: string } | undefined => {
  try {
    const answer = JSON.parse(text) as Partial<PasskeyResponse> | null
    if (typeof answer?.id !== 'string' || typeof answer.response?.clientDataJSON !== 'string') return undefined
    const { challenge } = JSON.parse(Buffer.from(answer.response.clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown
    }
    return typeof challenge === 'string' ? { answer: answer as PasskeyResponse, challenge } : undefined
  } catch {
    return undefined
  }
}

/** The library throws whatever is wrong with an answer; here that is one more reason to refuse it. */
const attempt = async <T>(work: () => Promise<T>): Promise<{ value: T } | { problem: string }> => {
  try {
    return { value: await work() }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : '' }
  }
}

type Added = { readonly id: number; readonly recoveryCodes: readonly string[] | undefined }

/** Adds the passkey that a browser has made. Undefined if the answer is not valid here. */
export const addPasskey = async (
  tx: Tx,
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  { user, browser, response, name }: { user: number; browser: string; response: string; name: string },
  origin: Origin = {},
): Promise<Added | undefined> => {
  const read = readResponse(response)
  if (read === undefined) return undefined
  const { answer, challenge: expectedChallenge } = read
  if (!(await takeChallenge(tx, expectedChallenge, { purpose: 'registration', user, browser }))) return undefined
  const outcome = await attempt(() =>
    verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: false,
      supportedAlgorithmIDs,
    }),
  )
  await lockFactors(tx, user)
  const made = 'value' in outcome && outcome.value.verified ? outcome.value.registrationInfo?.credential : undefined
  if (made === undefined) return undefined
  const added = await tx
    .insertInto('second_factor')
    .values({
      user,
      kind: 'passkey',
      name: name.trim().slice(0, 100) || 'Passkey',
      credential: made.id,
      public_key: Buffer.from(made.publicKey).toString('base64url'),
      counter: made.counter,
      transports: made.transports ?? [],
      confirmed: sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added === undefined) return undefined
  await dropBegunTotp(tx, user)
  await recordSecurityEvent(tx, { ...origin, kind: 'factor.added', user, details: { factor: 'passkey' } })
  return { id: added.id, recoveryCodes: await makeFirstRecoveryCodes(tx, user, origin) }
}

/** What the browser needs to ask for a passkey: for those of one user, or for whichever it has. */
export const passkeyRequest = async (tx: Tx, { id: rpID }: RelyingParty, ceremony: Ceremony) => {
  const { user, purpose } = ceremony
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: newChallenge(),
    timeout,
    // Alone it is both factors: having the device, and the finger or the PIN that it asks for.
    userVerification: purpose === 'second factor' ? 'preferred' : 'required',
    ...(user === undefined ? {} : { allowCredentials: descriptors(await passkeysOf(tx, user)) }),
  })
  await storeChallenge(tx, options.challenge, ceremony)
  return options
}

type Shown =
  | { readonly user: number; readonly passwordHash: string | null }
  /** Why it was refused, for the security event; of whom, if that is known. */
  | { readonly refused: string; readonly user?: number }

const findPasskey = (tx: Tx, credential: string) =>
  tx
    .selectFrom('second_factor')
    .innerJoin('user', (join) =>
      join.onRef('user.organisation', '=', 'second_factor.organisation').onRef('user.id', '=', 'second_factor.user'),
    )
    .select(['second_factor.id', 'second_factor.user', 'second_factor.credential', 'second_factor.public_key'])
    .select(['second_factor.counter', 'user.organisation', 'user.password_hash'])
    .where('second_factor.credential', '=', credential)
    .where('user.is_active', '=', true)
    .executeTakeFirst()

/** The counter must grow: the same number twice comes from a copy. Passkeys that count nothing stay at zero. */
const advanceCounter = async (tx: Tx, id: number, counter: number, now: Date) => {
  const { numUpdatedRows } = await tx
    .updateTable('second_factor')
    .set({ counter, last_used: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Verifies the answer of a passkey. Does not throw: the challenge is used up by a wrong answer too. */
export const verifyPasskey = async (
  tx: Tx,
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  { response, now, ...ceremony }: Ceremony & { readonly response: string; readonly now: Date },
): Promise<Shown> => {
  const read = readResponse(response)
  if (read === undefined) return { refused: 'unreadable' }
  const { answer, challenge: expectedChallenge } = read
  if (!(await takeChallenge(tx, expectedChallenge, ceremony))) return { refused: 'challenge' }
  const found = await findPasskey(tx, answer.id)
  if (found?.credential == null || found.public_key === null) return { refused: 'unknown passkey' }
  const { user, organisation, password_hash: passwordHash } = found
  const handle = answer.response.userHandle
  const isOwners = handle === undefined || handle === Buffer.from(handleOf(organisation, user)).toString('base64url')
  if (!isOwners || (ceremony.user !== undefined && ceremony.user !== user)) return { refused: 'another person', user }
  const credential = {
    id: found.credential,
    publicKey: Uint8Array.from(Buffer.from(found.public_key, 'base64url')),
    counter: found.counter,
  }
  const outcome = await attempt(() =>
    verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      credential,
      requireUserVerification: ceremony.purpose !== 'second factor',
    }),
  )
  if ('problem' in outcome) return { refused: /counter/i.test(outcome.problem) ? 'counter' : 'invalid', user }
  if (!outcome.value.verified) return { refused: 'signature', user }
  const { newCounter } = outcome.value.authenticationInfo
  return (await advanceCounter(tx, found.id, newCounter, now)) ? { user, passwordHash } : { refused: 'counter', user }
}

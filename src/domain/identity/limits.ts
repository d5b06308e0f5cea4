import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { ApiError } from '../../kernel/errors.ts'
import type { Reservation } from '../../rates/delays.ts'
import type { RateWindows, Verdict } from '../../rates/rate-windows.ts'

/** Attempts per account or address in a rolling minute. */
const limits = {
  unknownCredentialsOfAddress: 60,
  /** Each stores a request to sign in, before anybody is known. */
  authorizationsOfAddress: 120,
  /** Security events of one kind, of one caller who is refused again and again. */
  recordedRefusals: 10,
  /** From browsers in which the person has not signed in before. */
  signInsOfAddress: 60,
  passkeyRequestsOfAddress: 60,
  /** Recorded as security events; the others are only refused. */
  refusalsOfAddress: 1,
  tokenRequestsOfClientAtAddress: 60,
  failedTokenRequestsOfAddress: 60,
  resetsOfAccount: 3,
  resetsOfAddress: 20,
  passwordLinksOfAddress: 30,
} as const

export type Limit = keyof typeof limits

/** One household or server has a whole /64 of IPv6 addresses, so these count as one. */
export const placeOf = (who: string | number) =>
  typeof who === 'string' && isIPv6(who)
    ? ipaddr.process(who).toNormalizedString().split(':').slice(0, 4).join(':')
    : who

// Hashed, so that Redis stores no e-mail address and a crafted name cannot be the key of another bucket.
const bucketOf = (limit: string, who: readonly (string | number)[]) =>
  `identity:${limit}:${createHash('sha256')
    .update(JSON.stringify(who.map(placeOf)))
    .digest('base64url')}`

const spendOf = (limit: Limit, who: readonly (string | number)[]) => ({
  bucket: bucketOf(limit, who),
  limit: limits[limit],
  weight: 1,
})

/** Counts an attempt; the verdict says whether it was within the limit. */
export const countAttempt = (rates: RateWindows, limit: Limit, ...who: (string | number)[]) =>
  rates.spend(spendOf(limit, who))

/** Whether another attempt would be within the limit, without counting it. */
export const isWithinLimit = (rates: RateWindows, limit: Limit, ...who: (string | number)[]) =>
  rates.peek(spendOf(limit, who))

const quarterOfAnHour = 900
const day = 86_400

/**
 * Guesses at one account. The first ones are free; after that the next is allowed after 2 seconds, then 4, 8, and so on up to
 * a quarter of an hour: about a hundred a day. A right one ends the delay, and so does a day without any.
 */
const guesses = {
  passwords: { free: 10, firstSeconds: 2, maxSeconds: quarterOfAnHour, memorySeconds: day },
  secondFactors: { free: 5, firstSeconds: 2, maxSeconds: quarterOfAnHour, memorySeconds: day },
} as const

export type Guess = keyof typeof guesses

/** Counts a guess before it is checked, so that those that come at once are all counted; or refuses it. */
export const reserveGuess = (rates: RateWindows, guess: Guess, ...who: (string | number)[]) =>
  rates.reserve({ bucket: bucketOf(guess, who), ...guesses[guess] })

/** Ends the delay, because the guess was right. */
export const forgetGuesses = (rates: RateWindows, guess: Guess, ...who: (string | number)[]) =>
  rates.clear(bucketOf(guess, who))

/** Whether a refusal is worth an event: the first of a series, the tenth, the hundredth, so that nobody fills the table. */
export const isRecorded = ({ refused }: Reservation) => /^10*$/.test(String(refused))

export const tooMany = ({ retryAfter = 60 }: Pick<Verdict, 'retryAfter'>, what: string) =>
  new ApiError(429, `${what} Try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`, {
    headers: { 'retry-after': String(retryAfter) },
  })

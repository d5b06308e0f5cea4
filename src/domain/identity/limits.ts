import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { ApiError } from '../../kernel/errors.ts'
import type { RateWindows, Verdict } from '../../rates/rate-windows.ts'

/** Attempts per account or address in a rolling minute. */
const limits = {
  unknownCredentialsOfAddress: 60,
  signInsOfAccount: 10,
  failedSignInsOfAddress: 30,
  tokenRequestsOfClientAtAddress: 60,
  failedTokenRequestsOfAddress: 60,
  resetsOfAccount: 3,
  resetsOfAddress: 20,
  passwordLinksOfAddress: 30,
} as const

export type Limit = keyof typeof limits

/** One household or server has a whole /64 of IPv6 addresses, so these count as one. */
const placeOf = (who: string | number) =>
  typeof who === 'string' && isIPv6(who)
    ? ipaddr.process(who).toNormalizedString().split(':').slice(0, 4).join(':')
    : who

// Hashed, so that Redis stores no e-mail address and a crafted name cannot be the key of another bucket.
const bucketOf = (limit: Limit, who: readonly (string | number)[]) =>
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

export const tooMany = ({ retryAfter = 60 }: Verdict, what: string) =>
  new ApiError(429, `${what} Try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`, {
    headers: { 'retry-after': String(retryAfter) },
  })

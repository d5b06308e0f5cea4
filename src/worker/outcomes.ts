import type { Outcome } from '../gateways/outgoing.ts'

/** Seconds that a receiver can make a pause last. */
const maxRetryAfter = 86_400

export const isTaken = (outcome: Outcome) =>
  outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300
export const isGone = (outcome: Outcome) => outcome.kind === 'answered' && outcome.status === 410

/** Why an attempt failed, for whoever looks after the receiver. */
export const reasonOf = (outcome: Outcome): string => {
  if (outcome.kind !== 'answered') return outcome.reason
  if (outcome.status >= 300 && outcome.status < 400)
    return `The receiver answered ${outcome.status}. Redirects are not followed: register the address it redirects to.`
  return `The receiver answered ${outcome.status}. Only a status of 2xx means that it has taken the delivery.`
}

/** Seconds from Retry-After, given as a number or as a date. */
export const secondsUntil = (retryAfter: string | undefined): number => {
  if (retryAfter === undefined) return 0
  const seconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), maxRetryAfter) : 0
}

export const withoutExcerpt = (outcome: Outcome): Outcome =>
  outcome.kind === 'answered' ? { ...outcome, excerpt: '' } : outcome

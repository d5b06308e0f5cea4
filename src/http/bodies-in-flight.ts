import type { Caller } from '../kernel/caller.ts'
import { overCeiling } from '../kernel/ceilings.ts'
import { ApiError } from '../kernel/errors.ts'

/** Memory for the body of one request. */
export type BodyBudget = {
  /** Takes up so many bytes in all; throws a 503 if they would be too many. */
  readonly take: (bytes: number) => void
  readonly release: () => void
}

export type InFlightLimits = {
  /** Bytes of ordinary bodies, and of files, that one process holds at once. */
  readonly bodyBytes: number
  readonly fileBytes: number
}

/** Whose body it is. */
type Sender = Pick<Caller, 'organisation' | 'sandbox'>

const full = () =>
  new ApiError(503, 'Too much is being uploaded at the moment. Send the request again in a few seconds.', {
    headers: { 'retry-after': '5' },
  })

const overShare = () =>
  overCeiling(
    503,
    'organisation_busy',
    'Too much of this organisation is being uploaded at the moment. Send the request again in a few seconds, and less at the same time.',
    5,
  )

const pool = (most: number, percent: number) => {
  const shareOf = ({ sandbox }: Sender) => (most * percent) / 100 / (sandbox ? 2 : 1)
  const byOrganisation = new Map<number, number>()
  let total = 0
  const add = (organisation: number, bytes: number) => {
    total += bytes
    const left = (byOrganisation.get(organisation) ?? 0) + bytes
    if (left > 0) byOrganisation.set(organisation, left)
    else byOrganisation.delete(organisation)
  }
  return (sender: Sender): BodyBudget => {
    const { organisation } = sender
    let taken = 0
    let isReleased = false
    return {
      take: (bytes) => {
        const more = bytes - taken
        if (more <= 0 || isReleased) return
        const own = byOrganisation.get(organisation) ?? 0
        if (own + more > shareOf(sender)) throw overShare()
        if (total + more > most) throw full()
        taken = bytes
        add(organisation, more)
      },
      release: () => {
        if (!isReleased) add(organisation, -taken)
        isReleased = true
      },
    }
  }
}

/**
 * Bounds the bytes of request bodies that a process holds. A body takes up its announced length before it is read, so that one
 * for which there is no room is refused at once, and keeps it until the request is answered. Files, of which some are large,
 * have a pool of their own: slow uploads never keep out ordinary requests. One organisation takes up so many percent of each, a
 * sandbox half of that, so that a few slow uploads of one do not keep out everybody else.
 */
export const bodiesInFlight = ({ bodyBytes, fileBytes }: InFlightLimits, percent: number) => ({
  body: pool(bodyBytes, percent),
  file: pool(fileBytes, percent),
})
export type BodiesInFlight = ReturnType<typeof bodiesInFlight>

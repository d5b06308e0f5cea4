import { ApiError } from '../kernel/errors.ts'

/** Room in memory for the body of one request. */
export type Room = {
  /** Takes up so many bytes in all; throws a 503 if they would be too many. */
  readonly take: (bytes: number) => void
  readonly release: () => void
}

export type InFlightLimits = {
  /** Bytes of ordinary bodies, and of files, that one process holds at once. */
  readonly bodyBytes: number
  readonly fileBytes: number
}

/** What one organisation may take up of it, so that a few slow uploads do not keep out everybody else. */
const shareOfOne = 4

const full = () =>
  new ApiError(503, 'Too much is being uploaded at the moment. Send the request again in a few seconds.', {
    headers: { 'retry-after': '5' },
  })

const pool = (most: number) => {
  const byOrganisation = new Map<number, number>()
  let total = 0
  const add = (organisation: number, bytes: number) => {
    total += bytes
    const left = (byOrganisation.get(organisation) ?? 0) + bytes
    if (left > 0) byOrganisation.set(organisation, left)
    else byOrganisation.delete(organisation)
  }
  return (organisation: number): Room => {
    let taken = 0
    let isReleased = false
    return {
      take: (bytes) => {
        const more = bytes - taken
        if (more <= 0 || isReleased) return
        const own = byOrganisation.get(organisation) ?? 0
        if (total + more > most || own + more > most / shareOfOne) throw full()
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
 * have a pool of their own: slow uploads never keep out ordinary requests.
 */
export const bodiesInFlight = ({ bodyBytes, fileBytes }: InFlightLimits) => ({
  body: pool(bodyBytes),
  file: pool(fileBytes),
})
export type BodiesInFlight = ReturnType<typeof bodiesInFlight>

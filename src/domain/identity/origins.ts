import { type Reader, readInOrganisation } from '../../db/tx.ts'
import { invalid } from '../../kernel/errors.ts'
import { loopback } from './redirects.ts'

/** Names and addresses as browsers write them; a wildcard is neither. */
const host = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:]+\])$/

const isOrigin = (text: string) => {
  const url = URL.parse(text)
  if (url === null || url.origin !== text || !host.test(url.hostname)) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback.has(url.hostname))
}

/** Refuses what a browser would never send as an Origin header, and pages that come over the network in the clear. */
export const requireOrigins = (origins: readonly string[]) => {
  const wrong = origins.find((origin) => !isOrigin(origin))
  if (wrong !== undefined)
    throw invalid(
      'allowed_origins',
      `${wrong} is not an origin. Use https://, the host in lower case and the port unless it is 443, ` +
        'for example https://app.example.com, without a path and without wildcards. http:// is for localhost and loopback addresses only.',
    )
}

/** Below one second, so that an origin that was removed is refused within a second by every process. */
const cacheMs = 900
const cacheSize = 10_000

type Registered = { readonly application: number; readonly allowed_origins: readonly string[] }
type Cached = { readonly registered: Promise<readonly Registered[]>; readonly until: number }

const select = `select a.id as application, a.allowed_origins from application a
  where a.organisation = t.o and a.allowed_origins <> '{}' and not a.archived`

/** Which applications of an organisation have pages at this origin, by their ids. */
export type ApplicationsAt = (organisation: number, origin: string) => Promise<readonly number[]>

/** Makes the function that finds the applications of an origin, with a cache of the last organisations that were asked for. */
export const originFinder = (read: Reader, clock: () => number): ApplicationsAt => {
  const cache = new Map<number, Cached>()

  const registeredIn = (organisation: number) => {
    const asked = clock()
    const known = cache.get(organisation)
    if (known !== undefined && asked < known.until) return known.registered
    const registered = readInOrganisation<Registered>(read, organisation, select, [])
    // A failed query is not cached.
    registered.catch(() => cache.delete(organisation))
    cache.delete(organisation)
    const [oldest] = cache.keys()
    if (cache.size >= cacheSize && oldest !== undefined) cache.delete(oldest)
    cache.set(organisation, { registered, until: asked + cacheMs })
    return registered
  }

  return async (organisation, origin) =>
    (await registeredIn(organisation))
      .filter(({ allowed_origins }) => allowed_origins.includes(origin))
      .map(({ application }) => application)
}

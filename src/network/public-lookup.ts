import type { LookupAddress, LookupOptions } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { isPublicAddress } from './public-address.ts'

/** Thrown instead of connecting. Its message names no address: what a name resolves to inside a network is not for outsiders. */
export class NotPublic extends Error {}

const asAddresses = (family: 4 | 6) => (addresses: readonly string[]) =>
  addresses.map((address): LookupAddress => ({ address, family }))

/**
 * Asks DNS itself, and not getaddrinfo: that reads /etc/hosts, and one name server that does not answer could hold all of the
 * few threads on which it runs. The resolver is new each time and caches nothing, so what is judged is what DNS says now.
 */
const resolve = async (hostname: string, servers: readonly string[]): Promise<readonly LookupAddress[]> => {
  const resolver = new Resolver({ timeout: 2_500, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  const outcomes = await Promise.allSettled([
    resolver.resolve6(hostname).then(asAddresses(6)),
    resolver.resolve4(hostname).then(asAddresses(4)),
  ])
  const found = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
  // Most names have one kind of address only, which is no error; the IPv4 outcome tells why there is neither.
  if (found.length === 0 && outcomes[1].status === 'rejected') throw outcomes[1].reason
  return found
}

const noAddress = () => Object.assign(new Error('The host name has no address.'), { code: 'ENODATA' })

/** The addresses of a host name, all of them public. One that is not makes the whole name refused. */
const resolvePublic = async (hostname: string, servers: readonly string[]): Promise<readonly LookupAddress[]> => {
  const found = await resolve(hostname, servers)
  if (found.length === 0) throw noAddress()
  if (!found.every(({ address }) => isPublicAddress(address)))
    throw new NotPublic('The host name resolves to an address that is not public.')
  return found
}

type Asked = { readonly family: LookupOptions['family']; readonly servers: readonly string[] }

const resolveFor = callbackify(async (hostname: string, { family, servers }: Asked) => {
  const found = await resolvePublic(hostname, servers)
  const wanted = family === 4 || family === 6 ? found.filter((one) => one.family === family) : found
  if (wanted.length === 0) throw noAddress()
  return wanted
})

/**
 * Resolves for a socket that is about to connect, and answers with addresses that were judged, so that it connects to exactly
 * those. A socket does not ask for a host that is an IP address: judge that with `isPublicAddress`. Without servers, those of
 * the machine are asked.
 */
export const publicLookupBy =
  (servers: readonly string[] = []): LookupFunction =>
  (hostname, { all, family }, callback) =>
    resolveFor(hostname, { family, servers }, (problem, found) => {
      if (problem !== null) callback(problem, '', 0)
      else if (all) callback(null, [...found])
      else callback(null, found[0]!.address, found[0]!.family)
    })

export const publicLookup = publicLookupBy()

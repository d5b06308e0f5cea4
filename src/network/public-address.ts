import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Every IPv4 range that is not for a server of the public internet: the special-purpose registry of IANA with its anycast
 * services, multicast and the reserved class E, and an address outside them at which a cloud serves its machines.
 */
const special4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // a provider's own, behind carrier-grade NAT; some clouds' metadata, 100.100.100.200
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's platform, as good as metadata
  '169.254.0.0/16', // link-local, with the metadata of most clouds, 169.254.169.254
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments, with the metadata of Oracle's older machines, 192.0.0.192
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays, withdrawn
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
].map((range) => ipaddr.IPv4.parseCIDR(range))

/**
 * The only IPv6 block that IANA hands out. Outside it lie loopback, link-local, unique local (with the metadata of AWS,
 * fd00:ec2::254), site-local, multicast, discard-only and segment routing, and the ways to write an IPv4 address: mapped,
 * translated, compatible and NAT64.
 */
const global6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** What is not public inside that block. */
const special6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarks, AMT, AS112, ORCHID, drones
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which carries an IPv4 address
  '2620:4f:8000::/48', // AS112
  '3ffe::/16', // the 6bone, returned
  '3fff::/20', // documentation
].map((range) => ipaddr.IPv6.parseCIDR(range))

/** Whether an IP address may be connected to. What is not an address, or has a zone, may not. */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return !special4.some((range) => parsed.match(range))
  return parsed.match(global6) && !special6.some((range) => parsed.match(range))
}

/** Names that mean something in a local network only; those without a dot do too. */
const localNames = /(^|\.)(localhost|localdomain|local|internal|intranet|private|lan|home|home\.arpa|corp)$/i

/** Without the brackets of an IPv6 address and the dot at the end of a complete name. */
export const bareHost = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')

/** Whether a host in a URL can be public. What a name resolves to is judged when connecting. */
export const canBePublicHost = (hostname: string): boolean => {
  const host = bareHost(hostname)
  if (isIP(host) > 0) return isPublicAddress(host)
  return host.includes('.') && !localNames.test(host)
}

/** `host:port` of a URL, as in the list of allowed private addresses. */
const placeOf = ({ hostname, port, protocol }: URL) => `${hostname}:${port || (protocol === 'http:' ? '80' : '443')}`

/** Whether a URL is at one of the private addresses that a development machine allows. */
export const isAllowedPrivate = (url: URL, allowed: readonly string[]): boolean =>
  /^https?:$/.test(url.protocol) && allowed.includes(placeOf(url))

/**
 * Why nothing may be sent to a URL, judged by its text alone; undefined if nothing is wrong with it. `allowed` are private
 * addresses, as `host:port`, that a development machine allows, also without TLS.
 */
export const addressProblem = (address: string, allowed: readonly string[] = []): string | undefined => {
  const url = URL.parse(address)
  if (url === null) return 'Enter a whole URL that starts with https://.'
  if (url.username !== '' || url.password !== '') return 'The address must not carry a user name or password.'
  if (isAllowedPrivate(url, allowed)) return undefined
  if (url.protocol !== 'https:') return 'The address must use HTTPS.'
  if (!canBePublicHost(url.hostname))
    return 'The address must be a publicly reachable host, not a private, loopback or local one.'
  return undefined
}

/** On other ports than these no mail server takes mail. */
export const mailPorts = [25, 465, 587] as const

/** Whether a host and port are one of the private addresses that a development machine allows. */
export const isAllowedPlace = (host: string, port: number, allowed: readonly string[]): boolean =>
  allowed.includes(`${host}:${port}`)

/** Whether this is a host alone, written as a URL has it: so 127.1 and 0x7f000001, which are addresses, are none. */
const isHost = (host: string) => URL.parse(`http://${host}/`)?.hostname === host.toLowerCase()

/** The same for a mail server, which is named by its host and port. */
export const mailServerProblem = (
  host: string,
  port: number,
  allowed: readonly string[] = [],
): { readonly part: 'host' | 'port'; readonly problem: string } | undefined => {
  if (!isHost(host))
    return { part: 'host', problem: 'Enter a host name such as smtp.example.com, without anything else.' }
  if (isAllowedPlace(host, port, allowed)) return undefined
  if (!mailPorts.some((one) => one === port))
    return { part: 'port', problem: `Use one of the ports ${mailPorts.join(', ')}.` }
  if (!canBePublicHost(host))
    return { part: 'host', problem: 'The host must be publicly reachable, not a private, loopback or local one.' }
  return undefined
}

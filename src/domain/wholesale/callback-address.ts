import ipaddr from 'ipaddr.js'
import { invalid } from '../../kernel/errors.ts'

const localNames = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|home\.arpa|corp)\.?$/i
/** The only IPv6 block that is routed in public. Outside it lie ways to write an IPv4 address, such as ::7f00:1. */
const publicBlock = ipaddr.IPv6.parseCIDR('2000::/3')

const isPublicAddress = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(publicBlock))

const isPublicHost = (host: string): boolean => {
  const bare = host.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(bare)) return isPublicAddress(ipaddr.process(bare))
  return bare.includes('.') && !localNames.test(bare)
}

/** Refuses a callback URL that is not HTTPS or not public. The address a name resolves to is checked again when connecting. */
export const requirePublicAddress = (address: string) => {
  const refuse = (message: string) => invalid('webhook_callback_url', message, 'not_public')
  if (!URL.canParse(address)) throw refuse('Enter a whole URL that starts with https://.')
  const url = new URL(address)
  if (url.protocol !== 'https:') throw refuse('The callback must use HTTPS.')
  if (url.username !== '' || url.password !== '') throw refuse('The callback must not carry a user name or password.')
  if (!isPublicHost(url.hostname))
    throw refuse('The callback must be a publicly reachable host, not a private, loopback or local one.')
}

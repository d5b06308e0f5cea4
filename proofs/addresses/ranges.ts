import ipaddr from 'ipaddr.js'
import type { Random } from '../../src/demo/random.ts'

/** Addresses that nothing may be sent to, from the first to the last. Written apart from the product's own list. */
export type Range = {
  readonly name: string
  readonly first: string
  readonly last: string
  /** Linux itself connects to no such address. */
  readonly isUnconnectable?: true
}

const range = (name: string, first: string, last = first): Range => ({ name, first, last })
const unconnectable = (name: string, first: string, last = first): Range => ({
  name,
  first,
  last,
  isUnconnectable: true,
})

export const special4: readonly Range[] = [
  range('this network', '0.0.0.0', '0.255.255.255'),
  range('private 10', '10.0.0.0', '10.255.255.255'),
  range('carrier-grade NAT', '100.64.0.0', '100.127.255.255'),
  range('loopback', '127.0.0.0', '127.255.255.254'),
  range('Azure', '168.63.129.16'),
  range('link-local', '169.254.0.0', '169.254.255.255'),
  range('metadata', '169.254.169.254'),
  range('private 172.16', '172.16.0.0', '172.31.255.255'),
  range('protocol assignments', '192.0.0.0', '192.0.0.255'),
  range('documentation 1', '192.0.2.0', '192.0.2.255'),
  range('AS112', '192.31.196.0', '192.31.196.255'),
  range('AMT', '192.52.193.0', '192.52.193.255'),
  range('6to4 relays', '192.88.99.0', '192.88.99.255'),
  range('private 192.168', '192.168.0.0', '192.168.255.255'),
  range('AS112 delegation', '192.175.48.0', '192.175.48.255'),
  range('benchmarks', '198.18.0.0', '198.19.255.255'),
  range('documentation 2', '198.51.100.0', '198.51.100.255'),
  range('documentation 3', '203.0.113.0', '203.0.113.255'),
  unconnectable('multicast', '224.0.0.0', '239.255.255.255'),
  range('reserved', '240.0.0.0', '255.255.255.254'),
  unconnectable('broadcast', '255.255.255.255'),
]

const ones = (groups: number) => Array.from({ length: groups }, () => 'ffff').join(':')

export const special6: readonly Range[] = [
  range('unspecified', '::'),
  range('loopback', '::1'),
  range('compatible, private', '::a00:0', '::aff:ffff'),
  range('compatible, metadata', '::a9fe:a9fe'),
  range('mapped, private', '::ffff:a00:0', '::ffff:aff:ffff'),
  range('mapped, loopback', '::ffff:7f00:0', '::ffff:7fff:fffe'),
  range('mapped, metadata', '::ffff:a9fe:a9fe'),
  range('mapped, public', '::ffff:808:808'),
  range('translated', '::ffff:0:a00:0', '::ffff:0:aff:ffff'),
  range('NAT64', '64:ff9b::', '64:ff9b::ffff:ffff'),
  range('NAT64, metadata', '64:ff9b::a9fe:a9fe'),
  range('local NAT64', '64:ff9b:1::', `64:ff9b:1:${ones(5)}`),
  range('discard-only', '100::', `100:0:0:0:${ones(4)}`),
  range('dummy', '100:0:0:1::', `100:0:0:1:${ones(4)}`),
  range('Teredo', '2001::', `2001:0:${ones(6)}`),
  range('Teredo of metadata', '2001:0:a9fe:a9fe::1'),
  range('benchmarks', '2001:2::', `2001:2:0:${ones(5)}`),
  range('AMT', '2001:3::', `2001:3:${ones(6)}`),
  range('AS112', '2001:4:112::', `2001:4:112:${ones(5)}`),
  range('ORCHID', '2001:10::', `2001:1f:${ones(6)}`),
  range('ORCHID 2', '2001:20::', `2001:2f:${ones(6)}`),
  range('drones', '2001:30::', `2001:3f:${ones(6)}`),
  range('documentation', '2001:db8::', `2001:db8:${ones(6)}`),
  range('6to4', '2002::', `2002:${ones(7)}`),
  range('6to4 of metadata', '2002:a9fe:a9fe::1'),
  range('AS112 delegation', '2620:4f:8000::', `2620:4f:8000:${ones(5)}`),
  range('6bone', '3ffe::', `3ffe:${ones(7)}`),
  range('documentation 2', '3fff::', `3fff:fff:${ones(6)}`),
  range('segment routing', '5f00::', `5f00:${ones(7)}`),
  range('not handed out', '4000::', `5eff:${ones(7)}`),
  range('unique local', 'fc00::', `fdff:${ones(7)}`),
  range('metadata of AWS', 'fd00:ec2::254'),
  unconnectable('link-local', 'fe80::', `febf:${ones(7)}`),
  range('site-local', 'fec0::', `feff:${ones(7)}`),
  unconnectable('multicast', 'ff00::', `ffff:${ones(7)}`),
]

/** What packets are counted as not public, for nftables: whole blocks, without overlaps. */
export const counted4 = special4
  .filter(({ name }) => name !== 'metadata')
  .map(({ first, last }) => (first === last ? first : `${first}-${last}`))
export const counted6 = [
  `::-1fff:${ones(7)}`,
  `2001::-2001:1ff:${ones(6)}`,
  `2001:db8::-2001:db8:${ones(6)}`,
  `2002::-2002:${ones(7)}`,
  `2620:4f:8000::-2620:4f:8000:${ones(5)}`,
  `3ffe::-3ffe:${ones(7)}`,
  `3fff::-3fff:fff:${ones(6)}`,
  `4000::-ffff:${ones(7)}`,
]

const numberOf = (address: string) => BigInt(`0x${Buffer.from(ipaddr.parse(address).toByteArray()).toString('hex')}`)
const addressOf = (value: bigint, bytes: number) => {
  const octets = [...Buffer.from(value.toString(16).padStart(bytes * 2, '0'), 'hex')]
  return bytes === 4 ? octets.join('.') : new ipaddr.IPv6(octets).toString()
}

/** Some address of a range. */
export const drawAddress = (random: Random, { first, last }: Range): string => {
  const bytes = ipaddr.parse(first).toByteArray().length
  const span = numberOf(last) - numberOf(first) + 1n
  const drawn = Array.from({ length: 4 }, () => random.int(0, 0xffff_ffff)).reduce(
    (sum, part) => (sum << 32n) + BigInt(part),
    0n,
  )
  return addressOf(numberOf(first) + (drawn % span), bytes)
}

export const public4 = [
  '8.8.8.8',
  '1.0.0.1',
  '9.255.255.255',
  '11.0.0.0',
  '93.184.215.14',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '168.63.129.17',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '191.255.255.255',
  '192.0.1.1',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.254',
]
export const public6 = [
  '2001:200::1',
  '2001:4860:4860::8888',
  '2003::1',
  '2606:4700:4700::1111',
  '2620:4f:8001::1',
  '2a00:1450:4001:81b::200e',
  '2c0f:fb50::1',
  '3ffd::1',
]

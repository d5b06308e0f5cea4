import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, it } from 'vitest'
import { canBePublicHost, isPublicAddress } from './public-address.ts'

/** Ranges of the IANA special-purpose registries and others that no public server has: the first and the last address. */
const ranges = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private, 10', '10.0.0.0', '10.255.255.255'],
  ['carrier-grade NAT', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.0', '127.255.255.255'],
  ['Azure’s platform', '168.63.129.16', '168.63.129.16'],
  ['link-local', '169.254.0.0', '169.254.255.255'],
  ['private, 172.16', '172.16.0.0', '172.31.255.255'],
  ['protocol assignments', '192.0.0.0', '192.0.0.255'],
  ['documentation 1', '192.0.2.0', '192.0.2.255'],
  ['AS112', '192.31.196.0', '192.31.196.255'],
  ['AMT', '192.52.193.0', '192.52.193.255'],
  ['6to4 relays', '192.88.99.0', '192.88.99.255'],
  ['private, 192.168', '192.168.0.0', '192.168.255.255'],
  ['AS112, delegated directly', '192.175.48.0', '192.175.48.255'],
  ['benchmarks', '198.18.0.0', '198.19.255.255'],
  ['documentation 2', '198.51.100.0', '198.51.100.255'],
  ['documentation 3', '203.0.113.0', '203.0.113.255'],
  ['multicast, reserved and broadcast', '224.0.0.0', '255.255.255.255'],
  ['all of IPv6 before the global block', '::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['IPv6 protocol assignments', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['IPv6 documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['6to4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['IPv6 AS112', '2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['the 6bone', '3ffe::', '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['IPv6 documentation, the newer', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['all of IPv6 after the global block', '4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
] as const

const numberOf = (address: string) => BigInt(`0x${Buffer.from(ipaddr.parse(address).toByteArray()).toString('hex')}`)
const addressOf = (value: bigint, bytes: number) =>
  ipaddr.fromByteArray([...Buffer.from(value.toString(16).padStart(bytes * 2, '0'), 'hex')]).toString()
const bytesOf = (address: string) => ipaddr.parse(address).toByteArray().length

const isInside = (value: bigint, bytes: number) =>
  ranges.some(([, first, last]) => bytesOf(first) === bytes && value >= numberOf(first) && value <= numberOf(last))

describe('an address', () => {
  it.each(ranges)('is not public at either end of a special range: %s, %s to %s', (_what, first, last) => {
    expect([isPublicAddress(first), isPublicAddress(last)]).toEqual([false, false])
  })

  it.each(ranges)('is public beside it, unless another range begins there: %s, %s to %s', (_what, first, last) => {
    const bytes = bytesOf(first)
    for (const value of [numberOf(first) - 1n, numberOf(last) + 1n]) {
      if (value < 0n || value >= 1n << BigInt(bytes * 8)) continue
      expect([addressOf(value, bytes), isPublicAddress(addressOf(value, bytes))]).toEqual([
        addressOf(value, bytes),
        !isInside(value, bytes),
      ])
    }
  })

  it.each([4, 16])('of %i bytes is public exactly if no special range has it', (bytes) =>
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: (1n << BigInt(bytes * 8)) - 1n }), (value) => {
        expect(isPublicAddress(addressOf(value, bytes))).toBe(!isInside(value, bytes))
      }),
      { numRuns: 1000 },
    ),
  )

  it.each([
    ['mapped', '::ffff:127.0.0.1'],
    ['mapped, of a public one', '::ffff:93.184.215.14'],
    ['translated', '::ffff:0:7f00:1'],
    ['compatible', '::127.0.0.1'],
    ['NAT64', '64:ff9b::a9fe:a9fe'],
    ['NAT64 of a public one', '64:ff9b::8.8.8.8'],
    ['local NAT64', '64:ff9b:1::a9fe:a9fe'],
    ['6to4', '2002:a9fe:a9fe::1'],
    ['Teredo', '2001:0:a9fe:a9fe::1'],
    ['ORCHID', '2001:20::1'],
    ['segment routing', '5f00::1'],
    ['discard-only', '100::1'],
    ['metadata of AWS', 'fd00:ec2::254'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['global with a zone', '2606:4700::1%eth0'],
    ['a name', 'example.com'],
    ['nothing', ''],
    ['a short form', '8.8'],
    ['octal', '010.8.8.8'],
  ])('is not public: %s, %s', (_what, address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '93.184.215.14', '2606:4700:4700::1111', '2A00:1450:4001:81B::200E'])(
    'is public: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
})

it.each([
  ['example.com', true],
  ['example.com.', true],
  ['[2606:4700::1]', true],
  ['[::1]', false],
  ['127.0.0.1', false],
  ['printer.local.', false],
  ['intranet', false],
  ['intranet.', false],
  ['', false],
])('the host %s can be public: %s', (host, can) => {
  expect(canBePublicHost(host)).toBe(can)
})

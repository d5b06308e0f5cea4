import { isIPv6 } from 'node:net'
import { createRandom, type Random } from '../../src/demo/random.ts'
import type { Answer, Zone } from './dns-server.ts'
import { drawAddress, public4, public6, special4, special6, type Range } from './ranges.ts'

export type Case = {
  readonly what: string
  readonly url: string
  readonly expected: 'refused' | 'answered'
  /** Linux itself connects to no such address, whether there is a guard or not. */
  readonly isUnconnectable?: true
  /** Safe only if what was judged is what is connected to. */
  readonly isRebinding?: true
}

export const domain = 'cases.example'

type Resolved = ReturnType<Zone extends ReadonlyMap<string, infer F> ? () => F : never>
type Builder = {
  readonly random: Random
  readonly cases: Case[]
  readonly zone: Map<string, Resolved>
}

const inUrl = (address: string) => (isIPv6(address) ? `[${address}]` : address)
const record = (address: string): Answer => ({ type: isIPv6(address) ? 'AAAA' : 'A', data: address })

/** A new name that resolves to these addresses, in this order. */
const named = ({ zone }: Builder, find: Resolved) => {
  const name = `n${zone.size}.${domain}`
  zone.set(name, find)
  return name
}
const always =
  (...answers: readonly Answer[]): Resolved =>
  (type) =>
    answers.filter((answer) => answer.type === type || answer.type === 'CNAME')

const addLiterals = (builder: Builder, family: string, ranges: readonly Range[]) => {
  for (const range of ranges) {
    const mark = range.isUnconnectable ? { isUnconnectable: true as const } : {}
    const drawn = drawAddress(builder.random, range)
    for (const address of new Set([range.first, drawn, range.last]))
      builder.cases.push({
        what: `${family} ${range.name}`,
        url: `https://${inUrl(address)}/`,
        expected: 'refused',
        ...mark,
      })
    const name = named(builder, always(record(drawn)))
    builder.cases.push({
      what: `name of ${family} ${range.name}`,
      url: `https://${name}/`,
      expected: 'refused',
      ...mark,
    })
  }
}

const notations = [
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://0xa9fea9fe/',
  'https://0251.0376.0251.0376/',
  'https://169.254.43518/',
  'https://１６９.254.169.254/',
  'https://127。0。0。1/',
  'https://%31%30.0.0.1/',
  'https://10.0.0.1./',
  'https://[0:0:0:0:0:ffff:10.0.0.1]/',
  'https://[::ffff:0a00:0001]/',
  'https://[fd00:0ec2:0:0::0254]/',
]

const localNames = [
  'localhost',
  'hooks.localhost',
  'printer.local',
  'metadata.google.internal',
  'router.lan',
  'router.home.arpa',
]

const connectable = (ranges: readonly Range[]) => ranges.filter(({ isUnconnectable }) => !isUnconnectable)

const addMixed = (builder: Builder) => {
  const { random, cases } = builder
  for (let at = 0; at < 12; at++) {
    const four = drawAddress(random, random.pick(connectable(special4)))
    const six = drawAddress(random, random.pick(connectable(special6)))
    const [public4Address, public6Address] = [random.pick(public4), random.pick(public6)]
    for (const addresses of [
      [four, public4Address],
      [public4Address, four],
      [six, public4Address],
      [public6Address, four],
      [six, public6Address],
    ])
      cases.push({
        what: 'name of a public and another address',
        url: `https://${named(builder, always(...addresses.map(record)))}/`,
        expected: 'refused',
      })
  }
}

const addRebinding = (builder: Builder) => {
  const { random, cases } = builder
  for (const range of connectable([...special4, ...special6]).filter(({ name }) => name !== 'mapped, public')) {
    const address = drawAddress(random, range)
    const first = isIPv6(address) ? random.pick(public6) : random.pick(public4)
    const kind = record(address).type
    const flipping: Resolved = (type, time) => (type === kind ? [record(time === 0 ? first : address)] : [])
    const what = `name that is public when first asked for, then ${range.name}`
    // The server closes the connection, so that the second request has to resolve the name again.
    const url = `https://${named(builder, flipping)}/close`
    cases.push(
      { what, url, expected: 'answered', isRebinding: true },
      { what: `${what}, again`, url, expected: 'refused' },
    )
  }
}

const addAliases = (builder: Builder) => {
  const { random, cases } = builder
  for (const length of [1, 2, 5, 8])
    for (const ranges of [special4, special6]) {
      const address = drawAddress(random, random.pick(connectable(ranges)))
      const links = Array.from({ length }, (_, at) => `alias${at}.${length}.${domain}`)
      const name = named(builder, (type) => {
        const answers: Answer[] = links.map((link, at) => ({
          type: 'CNAME',
          name: at === 0 ? name : links[at - 1]!,
          data: link,
        }))
        return type === record(address).type ? [...answers, { ...record(address), name: links.at(-1)! }] : answers
      })
      cases.push({ what: `alias over ${length} names`, url: `https://${name}/`, expected: 'refused' })
    }
}

const addPublic = (builder: Builder) => {
  const { cases } = builder
  for (const address of [...public4, ...public6]) {
    cases.push({ what: 'public address', url: `https://${inUrl(address)}/`, expected: 'answered' })
    cases.push({
      what: 'public name',
      url: `https://${named(builder, always(record(address)))}/`,
      expected: 'answered',
    })
  }
  const both = named(builder, always(record(public4[0]!), record(public6[0]!)))
  cases.push({ what: 'public name with both kinds of address', url: `https://${both}/`, expected: 'answered' })
  const alias = named(builder, (type) => [
    { type: 'CNAME', data: `target.${domain}` },
    ...(type === 'A' ? [{ ...record(public4[1]!), name: `target.${domain}` }] : []),
  ])
  cases.push({ what: 'public alias', url: `https://${alias}/`, expected: 'answered' })
  for (const target of ['169.254.169.254', '[fd00:ec2::254]', 'localhost'])
    cases.push({
      what: `public name that redirects to ${target}`,
      url: `https://${named(builder, always(record(public4[2]!)))}/redirect/${target}`,
      expected: 'answered',
    })
}

/** Everything that is tried, and what DNS answers meanwhile. The same seed gives the same cases. */
export const makeCases = (seed: number) => {
  const builder: Builder = { random: createRandom(seed), cases: [], zone: new Map() }
  addLiterals(builder, 'IPv4', special4)
  addLiterals(builder, 'IPv6', special6)
  for (const url of notations) builder.cases.push({ what: 'another notation', url, expected: 'refused' })
  for (const name of localNames) {
    builder.zone.set(name, always(record('10.1.2.3')))
    builder.cases.push({ what: 'local name', url: `https://${name}/`, expected: 'refused' })
  }
  addMixed(builder)
  addRebinding(builder)
  addAliases(builder)
  addPublic(builder)
  return { cases: builder.cases, zone: builder.zone as Zone }
}

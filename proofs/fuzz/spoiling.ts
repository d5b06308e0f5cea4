import type { Random } from '../../src/demo/random.ts'
import { targetOf, wire, type Draft, type Memory } from './drafts.ts'
import type { Outgoing } from './send.ts'
import type { Fixture } from './fixture.ts'

export type Spoiling = {
  readonly random: Random
  readonly fixture: Fixture
  readonly memory: Memory
  readonly number: number
}
/** What became of a draft: how it goes out, and whether it must be refused. It may no longer be at a described address. */
export type Spoilt = {
  readonly outgoing: Outgoing
  readonly refused?: true
  readonly nowhere?: true
  readonly method?: string
  /** The sender itself leaves early, so there may be no one to receive the answer. */
  readonly mayGoUnanswered?: true
}
type Spoil = (draft: Draft, spoiling: Spoiling) => Spoilt
/** One kind of hostility: how often it comes, which drafts it can be done to, and what it does. */
export type Hostility = { readonly weight: number; readonly fits: (draft: Draft) => boolean; readonly spoil: Spoil }

export type Hostilities = Readonly<Record<string, Hostility>>

export const always = () => true
/** Bodies that are lists are spoilt in ways of their own. */
const lists = ['/patient/bulk/', '/composite/']
export const hasBody = ({ body, operation }: Draft) => body !== undefined && !lists.includes(operation.path)
export const hasId = ({ operation }: Draft) => operation.of !== undefined
export const isWrite = ({ operation }: Draft) => operation.method !== 'GET'
export const isRead = ({ operation }: Draft) => operation.method === 'GET'

export const sent = (draft: Draft, rest: Omit<Spoilt, 'outgoing'> = {}): Spoilt => ({ outgoing: wire(draft), ...rest })
export const withHeaders = (draft: Draft, headers: Readonly<Record<string, string>>): Draft => ({
  ...draft,
  headers: { ...draft.headers, ...headers },
})

export const times = (count: number, make: (at: number) => string) => Array.from({ length: count }, (_, at) => make(at))

export const bareHead = ({ method, target }: Outgoing, lines: readonly string[]) =>
  `${method} ${target} HTTP/1.1\r\n${[...lines, 'connection: close'].join('\r\n')}\r\n\r\n`
export const linesOf = ({ headers }: Outgoing) => Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

/** Sends bytes: what comes before and after the header lines that the request has anyway. */
export const bare = (
  draft: Draft,
  more: readonly string[],
  body: string,
  rest: Partial<Outgoing & Spoilt> = {},
): Spoilt => {
  const { ends, ...spoilt } = rest
  const outgoing = wire(draft)
  const bytes = Buffer.from(`${bareHead(outgoing, ['host: x', ...linesOf(outgoing), ...more])}${body}`)
  return { ...spoilt, outgoing: { ...outgoing, bytes, ...(ends ? { ends } : {}) } }
}

/** An address of one’s own for every few requests: what is unknown is counted by address. */
export const fromElsewhere = (number: number) => `127.0.${1 + (Math.floor(number / 200) % 200)}.${1 + (number % 200)}`

export const withQuery = (draft: Draft, more: string, rest: Omit<Spoilt, 'outgoing'> = {}): Spoilt => ({
  outgoing: { ...wire(draft), target: targetOf(draft, more) },
  ...rest,
})

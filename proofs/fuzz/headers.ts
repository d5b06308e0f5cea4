import { targetOf, wire, type Draft } from './drafts.ts'
import {
  always,
  bare,
  bareHead,
  fromElsewhere,
  hasId,
  isRead,
  isWrite,
  linesOf,
  sent,
  times,
  withHeaders,
  withQuery,
  type Hostilities,
  type Hostility,
  type Spoilt,
} from './spoiling.ts'
import type { OtherKind } from './fixture.ts'

const oddHeaders = [
  'x-odd: \u0001',
  'x-odd : y',
  ' folded: y',
  'no colon',
  ': no name',
  'x-long: '.padEnd(20_000, 'y'),
  'content-length: -1',
  'content-length: 99999999999999999999',
  'transfer-encoding: gzip',
  'transfer-encoding: chunked, identity',
  'expect: 200-ok',
  'upgrade: h2c',
  'x-forwarded-for: ::1, 10.0.0.1',
  'x-http-method-override: DELETE',
  'content-encoding: gzip',
  'cookie: fetlock_session=%00; a=b; ;;;',
  'te: trailers',
  'range: bytes=0-1',
  ...times(3, (at) => times(200 * (at + 1), (one) => `x-${one}: y`).join('\r\n')),
]

const accepts = [
  'application/json',
  'application/problem+json',
  'text/html',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/csv',
  'garbage',
  '',
  '*/*;q=0',
  'application/json;q=abc',
  ';;;,,,',
  `${'text/html,'.repeat(500)}*/*`,
  'application/*',
  'APPLICATION/PROBLEM+JSON',
]

const tags = ['*', '""', '"1"', 'W/"1"', '1', '"', '"1", "2"', 'W/', ',', '"\\""', '"9".repeat', 'x'.repeat(3_000)]
const keys = [' ', 'two words', 'x'.repeat(255), 'x'.repeat(256), '\u00e4', '"quoted"', 'a,b', '{}', '\t', "'; --"]
const prefers = [
  'dry-run',
  'DRY-RUN',
  'return=minimal, dry-run',
  'dry-runs',
  'no-dry-run',
  ';',
  'x'.repeat(2_000),
  'dry-run; foo="bar"',
]

/** Header values that the HTTP client refuses to send go out as bytes. */
const withOddHeader = (draft: Draft, name: string, value: string): Spoilt => {
  const isSendable = /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
  return isSendable ? sent(withHeaders(draft, { [name]: value })) : bare(draft, [`${name}: ${value}`], '')
}

const asOther = (kind: OtherKind, refused?: true): Hostility => ({
  weight: 1,
  fits: always,
  spoil: (draft, { random, fixture, number }) => {
    const who = random.pick(fixture.credentials[kind])
    const spoilt = sent({ ...draft, who }, refused ? { refused } : {})
    return { ...spoilt, outgoing: { ...spoilt.outgoing, from: fromElsewhere(number) } }
  },
})

/** What can be wrong with headers and credentials. */
export const headerHostilities: Hostilities = {
  'odd headers': {
    weight: 4,
    fits: isRead,
    spoil: (draft, { random }) => bare(draft, [random.pick(oddHeaders)], ''),
  },
  'no host': {
    weight: 0.5,
    fits: isRead,
    spoil: (draft) => {
      const outgoing = wire(draft)
      return { outgoing: { ...outgoing, bytes: Buffer.from(bareHead(outgoing, linesOf(outgoing))) }, refused: true }
    },
  },
  accept: {
    weight: 4,
    fits: always,
    spoil: (draft, { random }) => sent(withHeaders(draft, { accept: random.pick(accepts) })),
  },
  'accept of an error': {
    weight: 4,
    fits: always,
    spoil: (draft, { random }) =>
      withQuery(withHeaders(draft, { accept: random.pick(accepts) }), 'bogus=1', { refused: true }),
  },
  'odd Idempotency-Key': {
    weight: 2,
    fits: isWrite,
    spoil: (draft, { random }) => withOddHeader(draft, 'idempotency-key', random.pick(keys)),
  },
  'sent again': {
    weight: 3,
    fits: (draft) => isWrite(draft),
    spoil: (draft, { random, memory, number }) => {
      const before = memory.keyed.filter(({ draft: { operation } }) => operation === draft.operation)
      if (before.length === 0) return sent(withHeaders(draft, { 'idempotency-key': `key-${number}` }))
      return { outgoing: random.pick(before).outgoing }
    },
  },
  'a key used before': {
    weight: 2,
    fits: isWrite,
    spoil: (draft, { random, memory, number }) => {
      const before = memory.keyed.length === 0 ? undefined : random.pick(memory.keyed)
      const key = before?.outgoing.headers['idempotency-key'] ?? `key-${number}`
      return sent(withHeaders({ ...draft, who: before?.draft.who ?? draft.who }, { 'idempotency-key': key }))
    },
  },
  'If-Match': {
    weight: 2,
    fits: (draft) => isWrite(draft) && hasId(draft),
    spoil: (draft, { random, memory }) => {
      const record = targetOf({ ...draft, query: [] }).replace(/(\/\d+\/)[a-z_]+\/$/, '$1')
      const known = memory.etags.get(record)
      const tag =
        random.chance(0.6) && known !== undefined
          ? random.pick([known, `"1", ${known}`, `W/${known}`])
          : random.pick(tags)
      return withOddHeader(draft, 'if-match', tag)
    },
  },
  'If-None-Match': {
    weight: 3,
    fits: (draft) => isRead(draft) && hasId(draft),
    spoil: (draft, { random, memory }) => {
      const known = memory.etags.get(targetOf({ ...draft, query: [] }))
      const tag = random.chance(0.7) && known !== undefined ? random.pick([known, `W/${known}`]) : random.pick(tags)
      return withOddHeader(draft, 'if-none-match', tag)
    },
  },
  Prefer: {
    weight: 2,
    fits: isWrite,
    spoil: (draft, { random }) => sent(withHeaders(draft, { prefer: random.pick(prefers) })),
  },
  'no credential': {
    weight: 1,
    fits: always,
    spoil: (draft) => sent({ ...draft, who: {} }, { refused: true }),
  },
  'odd credential': {
    weight: 2,
    fits: always,
    spoil: (draft, { random, number }) => {
      const authorization = random.pick([
        'Bearer',
        'Bearer ',
        'Bearer x y',
        'Basic eDp5',
        'Token',
        'Token 00000000',
        `Bearer ${'x'.repeat(5_000)}`,
        'Bearer null',
        'Bearer \u00e4',
        'Digest a="b"',
        '',
      ])
      const spoilt = sent({ ...draft, who: { authorization } }, { refused: true })
      return { ...spoilt, outgoing: { ...spoilt.outgoing, from: fromElsewhere(number) } }
    },
  },
  'legacy key': asOther('legacy key'),
  'no permission': asOther('no permission'),
  'scope openid': asOther('scope openid', true),
  'scope wholesaler': asOther('scope wholesaler'),
  'browser session': asOther('browser session'),
  'another organisation’s credential': asOther('another organisation’s', true),
}

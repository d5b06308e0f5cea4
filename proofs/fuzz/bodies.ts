import type { Random } from '../../src/demo/random.ts'
import { asForm, asMultipart, type Draft } from './drafts.ts'
import { bare, hasBody, sent, times, withHeaders, type Hostilities, type Hostility } from './spoiling.ts'
import { fileType } from './rules.ts'
import { hostileValues, oddIds } from './values.ts'

const valued = (kind: string): Hostility => ({
  weight: 3,
  fits: hasBody,
  spoil: (draft, { random }) => {
    const properties = draft.operation.described.requestBody.content['application/json'].schema.properties ?? {}
    const names = Object.keys(properties)
    if (names.length === 0) return sent(draft)
    const body = { ...draft.body, [random.pick(names)]: hostileValues[kind]!(random) }
    const many = { ...body, [random.pick(names)]: hostileValues[kind]!(random) }
    return sent({ ...draft, body: random.chance(0.3) ? many : body })
  },
})

const textual = (
  weight: number,
  text: (json: string, random: Random) => string | Buffer,
  refused?: true,
): Hostility => ({
  weight,
  fits: hasBody,
  spoil: (draft, { random }) =>
    sent({ ...draft, text: text(JSON.stringify(draft.body), random) }, refused ? { refused } : {}),
})

const oddFiles: readonly ((text: string) => string | Buffer)[] = [
  () => '',
  () => '\n',
  () => '\0',
  (text) => text.split('\n')[0]!,
  (text) => `unknown,${text}`,
  (text) => text.replace(',', ',,'),
  (text) => text.replaceAll(',', ';'),
  (text) => `${text}"`,
  (text) => text.replace('\n', '\n"'),
  (text) => `\ufeff${text}`,
  (text) => text.replace('\n', '\r'),
  (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xe4, 0xf6, 0x0a])]),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => text + text.split('\n')[1]!.repeat(2),
  (text) => `${text}${'x'.repeat(100_000)}\n`,
  (text) => text + `${text.split('\n')[1]}\n`.repeat(2_000),
]

const opened = (json: string, start: string) => (json === '{}' ? `{${start}}` : `{${start},${json.slice(1)}`)
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

const brokenJson: readonly ((json: string) => string)[] = [
  (json) => json.slice(0, -1),
  (json) => `${json}}`,
  (json) => `${json.slice(0, -1)},}`,
  (json) => json.replaceAll('"', "'").replace('{}', "{'a':1}"),
  (json) => opened(json, '"a":NaN'),
  (json) => opened(json, '"a":-Infinity'),
  (json) => opened(json, '"a":0x1'),
  (json) => opened(json, '"a":01'),
  (json) => opened(json, '"a":"\u0001"'),
  (json) => opened(json, '"a":"\\x41"'),
  (json) => `/* hello */${json}`,
  (json) => `${json}${json}`,
  () => '{',
  () => 'undefined',
  () => '<a/>',
]

const contentTypes = [
  'text/csv',
  'application/xml',
  'application/jsonp',
  'application/json; charset=utf-16',
  'application/json;;;',
  'APPLICATION/JSON',
  'application/json, text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'b'.repeat(300)}`,
  'multipart/mixed; boundary=b',
  'application/x-www-form-urlencoded; charset=latin1',
  '/',
  'x'.repeat(500),
]

const part = (name: string, value: string, more = '') =>
  `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const multiparts: readonly ((whole: string) => string)[] = [
  (whole) => whole.slice(0, -4),
  (whole) => whole.replaceAll('--b', '--c'),
  (whole) => times(2_001, (at) => part(`f${at}`, 'x')).join('') + whole,
  (whole) =>
    `--b\r\ncontent-disposition: form-data; name="file"; filename="a.exe"\r\ncontent-type: application/octet-stream\r\n\r\nMZ\r\n${whole}`,
  (whole) => `--b\r\n\r\nno headers\r\n${whole}`,
  (whole) => `--b\r\n${times(100, (at) => `x-${at}: y`).join('\r\n')}\r\n\r\nmany headers\r\n${whole}`,
  (whole) => part('a'.repeat(10_000), 'x') + whole,
  (whole) => part('__proto__', 'x') + whole,
  (whole) => part('name', 'once') + part('name', 'twice') + whole,
  (whole) => `${part('a', 'x').replace('form-data', 'attachment')}${whole}`,
  () => '',
  () => '--b',
  () => '--b--',
]
const forms: readonly ((whole: string) => string)[] = [
  (whole) => `${whole}&name=%zz&lastname=%`,
  (whole) => `${whole}&name=%ff%fe`,
  (whole) => `${whole}&name=a&name=b&lastname=a&lastname=b`,
  (whole) => `${times(2_001, (at) => `f${at}=`).join('&')}&${whole}`,
  (whole) => `${whole}&__proto__=1&constructor[prototype]=2&=3&&&`,
  (whole) => `${whole}&name=%00&lastname=%00`,
  (whole) => whole.replaceAll('=', ''),
]

const chunked = (text: string, size: number) =>
  `${(text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []).map((piece) => `${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`).join('')}0\r\n\r\n`

const jsonOf = ({ body }: Draft) => JSON.stringify(body)

/** What can be wrong with a body. */
export const bodyHostilities: Hostilities = {
  ...Object.fromEntries(Object.keys(hostileValues).map((kind) => [kind, valued(kind)])),
  'bad link': {
    weight: 3,
    fits: ({ body = {} }) => Object.values(body).some((value) => String(value).startsWith('http')),
    spoil: (draft, { random, fixture }) => {
      const links = Object.entries(draft.body!).filter(([, value]) => String(value).startsWith('http'))
      const [name, value] = random.pick(links)
      const url = String(value)
      const odd = random.pick([
        url.replace(/\d+\/$/, '999999999/'),
        url.replace(/\d+\/$/, '9223372036854775808/'),
        url.replace(/\d+\/$/, '-1/'),
        url.replace(`/${fixture.organisation}/`, `/${fixture.elsewhere}/`),
        url.replace(/[a-z]+\/\d+\/$/, 'auditevent/1/'),
        url.slice(0, -1),
        'javascript:alert(1)',
        'http://[::1]/',
        '1',
        '',
      ])
      return sent({ ...draft, body: { ...draft.body, [name]: Array.isArray(value) ? [odd] : odd } })
    },
  },
  'unknown names': textual(2, (json, random) =>
    opened(
      json,
      random.pick([
        '"__proto__":{"archived":true}',
        '"constructor":{"prototype":{"x":1}}',
        '"toString":1,"hasOwnProperty":2,"valueOf":3',
        '"id":999,"url":"x","created":"never","organisation":2',
        '"":1,"\\u0000":2,"\\ud800":3',
        '"bogus":null',
      ]),
    ),
  ),
  'duplicate names': textual(1, (json) =>
    opened(json, '"name":1,"name":[],"lastname":{},"lastname":null,"archived":"x","archived":false'),
  ),
  'deep nesting': textual(1, (json, random) =>
    opened(
      json,
      `"${random.pick(['bogus', 'name', 'tags_rel'])}":${nested(random.pick([31, 32, 33, 1_000, 100_000]))}`,
    ),
  ),
  'many names': textual(
    0.5,
    (json, random) => opened(json, times(random.pick([1_001, 20_000]), (at) => `"n${at}":1`).join(',')),
    true,
  ),
  'many values': textual(0.3, (json) => opened(json, `"bogus":[${'1,'.repeat(100_001)}1]`), true),
  'broken JSON': textual(3, (json, random) => random.pick(brokenJson)(json), true),
  'no object': textual(
    1,
    (_json, random) => random.pick(['[]', '1', '"x"', 'true', '[{}]', '1e131071', '[[[[]]]]']),
    true,
  ),
  'bad UTF-8': textual(
    1,
    (json) => Buffer.concat([Buffer.from(json.slice(0, -1)), Buffer.from([0xff, 0xc0, 0x80])]),
    true,
  ),
  'no body': textual(1, () => ''),
  'too large a body': textual(0.05, (json) => opened(json, `"bogus":"${'x'.repeat(2 * 1024 * 1024)}"`), true),
  'odd many': {
    weight: 30,
    fits: ({ operation }) => operation.path === '/patient/bulk/',
    spoil: (draft, { random }) => {
      const { patients } = draft.body as { patients: object[] }
      const first = {
        ...patients[0],
        [random.pick(['name', 'client', 'species', 'weight', 'deceased'])]: hostileValues['wrong type']!(random),
      }
      const bodies = [
        { patients: [first, ...patients], force_push: random.pick([true, false, 'yes', 1, null, {}]) },
        { patients: [] },
        { patients: {} },
        { patients: null },
        { patients: [null, 1, 'x', []] },
        { patients: Array.from({ length: 1_001 }, () => ({})) },
        { patients: [first], extra: 1 },
        [first],
        [],
        {},
      ]
      return sent({ ...draft, text: JSON.stringify(random.pick(bodies)) })
    },
  },
  'odd composite': {
    weight: 30,
    fits: ({ operation }) => operation.path === '/composite/',
    spoil: (draft, { random, fixture }) => {
      const { entries } = draft.body as { entries: readonly Record<string, unknown>[] }
      const member = random.pick(['name', 'method', 'path', 'body', 'if_match', 'headers', '__proto__'])
      const hostile = hostileValues[random.pick(Object.keys(hostileValues))]!(random)
      const path = random.pick([
        '/client/{first.id}/',
        '/client/{nobody.id}/',
        '/client/{first.constructor}/',
        '/client/{{first.id}}/',
        `/client/${random.pick(oddIds)}/`,
        `/${fixture.elsewhere}/api/0.1/client/`,
        '/client/?bogus=1',
        '/client/?a=%ff',
        '/../client/',
        '/composite/',
        '/events/',
        '//',
      ])
      const reference = random.pick<unknown>([
        { $entry: 'first', field: 'url' },
        { $entry: 'first', field: '__proto__' },
        { $entry: 'toString', field: 'id' },
        { $entry: 'first' },
        { $entry: hostile, field: hostile },
        { $entry: 'first', field: 'modified' },
      ])
      const bodies: unknown[] = [
        { entries: [...entries, { ...entries[0], name: 'odd', [member]: hostile }] },
        { entries: [...entries, { name: 'odd', method: random.pick(['POST', 'PATCH', 'DELETE', 'GET']), path }] },
        { entries: [...entries, { name: 'odd', method: 'POST', path: '/patient/', body: { client: reference } }] },
        { entries: [...entries, { name: 'odd', method: 'POST', path: '/client/', body: reference }] },
        { entries: [...entries, ...entries] },
        { entries: Array.from({ length: random.pick([51, 1_000]) }, () => entries[0]) },
        { entries: [hostile] },
        { entries: hostile },
        { entries: [] },
        entries,
        hostile,
      ]
      return sent({ ...draft, text: JSON.stringify(random.pick(bodies)) ?? '' })
    },
  },
  'content type': {
    weight: 2,
    fits: hasBody,
    spoil: (draft, { random }) => sent({ ...draft, contentType: random.pick(contentTypes) }),
  },
  'odd form': {
    weight: 2,
    fits: hasBody,
    spoil: (draft, { random }) =>
      sent({
        ...draft,
        text: random.pick(forms)(asForm(draft.body!)),
        contentType: 'application/x-www-form-urlencoded',
      }),
  },
  'odd multipart': {
    weight: 2,
    fits: hasBody,
    spoil: (draft, { random }) =>
      sent({
        ...draft,
        text: random.pick(multiparts)(asMultipart(draft.body!, 'b')),
        contentType: `multipart/form-data; boundary=${random.pick(['b', 'b', '"b"', 'b; x=y'])}`,
      }),
  },
  'odd file': {
    weight: 4,
    fits: ({ contentType }) => contentType === fileType,
    spoil: (draft, { random }) => sent({ ...draft, text: random.pick(oddFiles)(String(draft.text)) }),
  },
  chunks: {
    weight: 1,
    fits: hasBody,
    spoil: (draft, { random }) => {
      const { body: _kept, ...rest } = draft
      const head = withHeaders(rest, { 'content-type': 'application/json' })
      const whole = chunked(jsonOf(draft), random.pick([1, 7, 1_000]))
      const [text, refused] = random.pick([
        [whole, false],
        [whole.replace(/^[0-9a-f]+/, 'zz'), true],
        [whole.replace(/^[0-9a-f]+/, '-1'), true],
        [whole.replace(/^[0-9a-f]+/, 'ffffffffffffffffff'), true],
        [`5;ext="${'x'.repeat(20_000)}"\r\nhello\r\n0\r\n\r\n`, true],
      ] as const)
      return bare(head, ['transfer-encoding: chunked'], text, refused ? { refused } : {})
    },
  },
  'a body cut short': {
    weight: 1,
    fits: hasBody,
    spoil: (draft, { random }) => {
      const { body: _kept, ...rest } = draft
      const text = jsonOf(draft)
      const head = withHeaders(rest, { 'content-type': 'application/json' })
      const length = `content-length: ${Buffer.byteLength(text) + random.int(1, 1_000)}`
      return bare(head, [length], text, { ends: true, refused: true, mayGoUnanswered: true })
    },
  },
  'two lengths': {
    weight: 0.5,
    fits: hasBody,
    spoil: (draft) => {
      const { body: _kept, ...rest } = draft
      return bare(rest, ['content-type: application/json', 'content-length: 2', 'content-length: 3'], '{}', {
        refused: true,
      })
    },
  },
}

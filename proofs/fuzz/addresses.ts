import { wire } from './drafts.ts'
import {
  always,
  bareHead,
  fromElsewhere,
  hasId,
  isRead,
  linesOf,
  sent,
  times,
  withQuery,
  type Hostilities,
} from './spoiling.ts'
import { hostileText, oddIds } from './values.ts'

const pageExtremes: readonly (readonly [string, string])[] = [
  ['page', '0'],
  ['page', '-1'],
  ['page', '2'],
  ['page', '999999999'],
  ['page', '9999999999999999999'],
  ['page', '1e3'],
  ['page', ''],
  ['page', 'last'],
  ['page_size', '0'],
  ['page_size', '1000'],
  ['page_size', '1001'],
  ['page_size', '-5'],
  ['page_size', '1.5'],
  ['page_size', '٣'],
  ['page_size', 'NaN'],
  ['ordering', ''],
  ['ordering', '-'],
  ['ordering', '--id'],
  ['ordering', 'id,name'],
  ['ordering', 'password'],
  ['ordering', 'id; drop table client'],
  ['filter_type', 'xor'],
  ['filter_type', ''],
]

/** What can be wrong with an address, its query and the method. */
export const addressHostilities: Hostilities = {
  'unknown parameter': {
    weight: 2,
    fits: always,
    spoil: (draft, { random }) =>
      withQuery(
        draft,
        random.pick([
          'bogus=1',
          '__proto__=1',
          'constructor',
          '=x',
          'id=1',
          'id__is_not=1',
          'page[]=1',
          'Page=1',
          'name__regex=.*',
        ]),
        { refused: true },
      ),
  },
  'repeated parameter': {
    weight: 2,
    fits: isRead,
    spoil: (draft) => withQuery({ ...draft, query: [] }, 'id__gt=1&id__gt=2&page=1&page=1', { refused: true }),
  },
  'odd filter': {
    weight: 12,
    fits: ({ operation }) =>
      operation.described.parameters.some((parameter: { in?: string }) => parameter.in === 'query'),
    spoil: (draft, { random }) => {
      const names = draft.operation.described.parameters.filter(({ in: where }: { in?: string }) => where === 'query')
      const { name } = random.pick<{ name: string }>(names)
      return sent({
        ...draft,
        query: [...draft.query.filter(([known]) => known !== name), [name, hostileText(random).toWellFormed()]],
      })
    },
  },
  'page extremes': {
    weight: 6,
    fits: isRead,
    spoil: (draft, { random }) => sent({ ...draft, query: [random.pick(pageExtremes)] }),
  },
  'bad escapes': {
    weight: 2,
    fits: always,
    spoil: (draft, { random }) =>
      withQuery(
        draft,
        random.pick(['id__is=%ff', 'id__is=%zz', 'id__is=%', '%ED%A0%80=1', 'id__in=%c3%28', 'id__is=%00', '%']),
      ),
  },
  'many parameters': {
    weight: 0.5,
    fits: always,
    spoil: (draft, { random }) =>
      withQuery(draft, times(random.pick([101, 1_000]), (at) => `p${at}=`).join('&'), { refused: true }),
  },
  'long address': {
    weight: 0.5,
    fits: always,
    spoil: (draft, { random }) =>
      withQuery(draft, `bogus=${'x'.repeat(random.pick([8_192, 12_000, 20_000]))}`, { refused: true }),
  },
  'odd id': {
    weight: 4,
    fits: hasId,
    spoil: (draft, { random }) => ({ ...sent({ ...draft, id: random.pick(oddIds) }) }),
  },
  'an id of another table': {
    weight: 2,
    fits: hasId,
    spoil: (draft, { random, memory }) => {
      const ids = [...memory.found.values()].flat()
      return sent({ ...draft, id: ids.length === 0 ? '1' : String(random.pick(ids)) })
    },
  },
  'another organisation': {
    weight: 2,
    fits: always,
    spoil: (draft, { random, fixture, number }) => {
      const odd = random.pick([
        String(fixture.elsewhere),
        '0',
        '-1',
        '999999',
        '2147483648',
        '99999999999999999999',
        'x',
        '01',
        '%31x',
      ])
      const spoilt = sent({ ...draft, organisation: odd }, { refused: true })
      return { ...spoilt, outgoing: { ...spoilt.outgoing, from: fromElsewhere(number) } }
    },
  },
  'no such address': {
    weight: 2,
    fits: always,
    spoil: (draft, { random }) => {
      const outgoing = wire(draft)
      const path = outgoing.target.split('?', 1)[0]!
      const odd = [
        `${path}bogus/`,
        `${path}/`,
        path.replace('/api/0.1/', '/api/0.2/'),
        `${path}%zz/`,
        `${path}%00/`,
        '/nowhere/',
        '/%',
        '//',
        path.slice(1),
        `${path}..%2f..%2f`,
        path.toUpperCase(),
      ]
      const target = random.pick(odd)
      const bytes = Buffer.from(
        bareHead({ ...outgoing, target }, ['host: x', ...linesOf({ ...outgoing, headers: draft.who })]),
      )
      return { outgoing: { ...outgoing, target, bytes }, nowhere: true, refused: true }
    },
  },
  'no slash at the end': {
    weight: 1,
    fits: ({ operation }) => operation.path !== '/',
    spoil: (draft) => {
      const outgoing = wire({ ...draft, query: [] })
      return { outgoing: { ...outgoing, target: outgoing.target.slice(0, -1) }, nowhere: true, refused: true }
    },
  },
  'another method': {
    weight: 4,
    fits: always,
    spoil: (draft, { random }) => {
      const method = random.pick([
        'PUT',
        'HEAD',
        'OPTIONS',
        'TRACE',
        'PROPFIND',
        'DELETE',
        'PATCH',
        'POST',
        'QUERY',
        'LINK',
      ])
      const { body: _dropped, ...rest } = draft
      return { ...sent({ ...rest, method }), method }
    },
  },
  'no method': {
    weight: 0.5,
    fits: always,
    spoil: (draft, { random }) => {
      const outgoing = wire(draft)
      const method = random.pick(['FOO', 'get', 'CONNECT', 'PRI', 'G\u0000T'])
      const bytes = Buffer.from(bareHead({ ...outgoing, method }, ['host: x']))
      return { outgoing: { ...outgoing, bytes }, nowhere: true, refused: true }
    },
  },
}

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvalidValue } from './errors.ts'
import { children, codelist, linksOf, parseOrganisationId, parseLinkFilter, ref, refs } from './links.ts'

const links = linksOf('https://api.example', 7)
const own = (id: number | string) => `https://api.example/7/api/0.1/department/${id}/`

describe('an organisation in a path', () => {
  test.each([1, 7, 999_999_999, 1_000_000_000, 2_147_483_647])('can be %d', (id) =>
    expect(parseOrganisationId(String(id))).toBe(id),
  )

  test.each(['', '0', '07', '-1', '+1', '1.0', '1e3', ' 1', '1\n', 'x', '2147483648', '99999999999'])(
    'cannot be %j',
    (text) => expect(parseOrganisationId(text)).toBeUndefined(),
  )
})

describe('a link', () => {
  test('is written from the public URL', () => expect(links.base).toBe('https://api.example/7/api/0.1/'))

  test.each([
    own(5),
    'http://api.example/7/api/0.1/department/5/',
    'https://other.example:8443/7/api/0.1/department/5/',
    'HTTPS://OLD.example/7/api/0.1/department/5/',
    '/7/api/0.1/department/5/',
  ])('%s is recognised by its path, whatever the host', (url) => expect(links.toId('department', url)).toBe(5))

  test.each([
    ['another organisation', 'https://api.example/8/api/0.1/department/5/'],
    ['an organisation that starts alike', 'https://api.example/77/api/0.1/department/5/'],
    ['another resource', 'https://api.example/7/api/0.1/user/5/'],
    ['another version', 'https://api.example/7/api/0.2/department/5/'],
    ['no slash at the end', own(5).slice(0, -1)],
    ['something below', `${own(5)}settings/`],
    ['a query', `${own(5)}?a=1`],
    ['no id', 'https://api.example/7/api/0.1/department/'],
    ['a word for an id', own('five')],
    ['a negative id', own(-5)],
    ['an id beyond any', own('1234567890123456')],
    ['dots in the path', 'https://api.example/8/../7/api/0.1/department/5/'],
    ['another scheme', 'ftp://api.example/7/api/0.1/department/5/'],
    ['no scheme', '//api.example/7/api/0.1/department/5/'],
    ['space around it', ` ${own(5)}`],
    ['NUL in it', own('5\0')],
    ['nothing', ''],
  ])('with %s is refused', (_what, url) => expect(() => links.toId('department', url)).toThrow(InvalidValue))

  test('gives the id it was made from', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), fc.nat(999_999_999_999_999), (organisation, id) => {
        const there = linksOf('https://api.example', organisation)
        expect(there.toId('user', `${there.base}user/${id}/`)).toBe(id)
      }),
    ))

  test('made of any text is an id or refused', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (url) => {
        expect(() => links.toId('department', url)).toThrow(InvalidValue)
      }),
    ))

  test('in a filter may be a bare id', () => {
    expect(parseLinkFilter('department', '5', links)).toBe(5)
    expect(parseLinkFilter('department', own(5), links)).toBe(5)
    for (const raw of ['', '-1', '5.0', '5,6', 'department', '1234567890123456'])
      expect(() => parseLinkFilter('department', raw, links)).toThrow(InvalidValue)
  })
})

describe('a link to records that are not served under the name of their resource', () => {
  const there = linksOf('https://api.example', 7, (resource) => (resource === 'user' ? 'staff/people' : resource))
  const url = 'https://api.example/7/api/0.1/staff/people/5/'
  const scope = { row: 'r', base: '$2', organisation: 't.o', application: 'null', pathOf: there.pathOf }

  test('is written with their path', () => {
    expect(there.toUrl('user', 5)).toBe(url)
    expect(ref('user').select('r."user"', scope)).toContain('$2 || \'staff/people/\' || r."user"')
    expect(children('user', 'home_department').select('', scope)).toContain("'staff/people/'")
    expect(ref('department').select('r.department', scope)).toContain("'department/'")
  })

  test('is read by their path, and not by the name', () => {
    expect(ref('user').parse(url, there)).toBe(5)
    expect(parseLinkFilter('user', url, there)).toBe(5)
    expect(() => there.toId('user', 'https://api.example/7/api/0.1/user/5/')).toThrow(InvalidValue)
    expect(() => ref('user').parse(5, there)).toThrow(
      'Expected a url such as https://api.example/7/api/0.1/staff/people/1/.',
    )
  })
})

describe('link fields', () => {
  test('a body refers to a record by its URL and never by a bare id', () => {
    expect(ref('department').parse(own(5), links)).toBe(5)
    for (const sent of [5, '5', null, [own(5)], {}])
      expect(() => ref('department').parse(sent, links)).toThrow(InvalidValue)
  })

  const groups = refs('permissiongroup', { table: 'user_permissiongroup', ours: 'user', theirs: 'permissiongroup' })
  const groupUrl = (id: number) => `/7/api/0.1/permissiongroup/${id}/`

  test('several are a list of URLs, each kept once', () => {
    expect(groups.parse([groupUrl(2), groupUrl(1), groupUrl(2)], links)).toEqual([2, 1])
    for (const sent of [groupUrl(1), [1], [null], {}, [[groupUrl(1)]]])
      expect(() => groups.parse(sent, links)).toThrow(InvalidValue)
  })

  test('an entry of a codelist is sent as its id', () => {
    const field = codelist('user')
    expect([3, '3'].map((sent) => field.parse(sent, links))).toEqual([3, 3])
    for (const sent of ['x', -1, 1.5, null, {}, own(3), 1_000_000_000])
      expect(() => field.parse(sent, links)).toThrow(InvalidValue)
  })

  test('links from child records cannot be written', () =>
    expect(children('user', 'home_department').options.readOnly).toBe(true))
})

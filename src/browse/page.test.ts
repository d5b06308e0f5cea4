import { describe, expect, test } from 'vitest'
import { invalid, nonField, ApiError, validationError, unauthorized } from '../kernel/errors.ts'
import { errorPage, page, type PageInput } from './page.ts'
import { children, linksOf, ref } from '../kernel/links.ts'
import type { Operation } from '../kernel/operation.ts'
import { operationsOf } from '../kernel/operations.ts'
import { defineResource, type Resource } from '../kernel/resource.ts'
import { boolean, choice, date, group, integer, text, timestamp } from '../kernel/values.ts'

const person = defineResource({
  name: 'person',
  title: 'Person',
  about: 'Somebody.',
  permission: 'Settings: Departments',
  fields: {
    name: text(100),
    is_active: boolean({ optional: true }),
    born: date({ nullable: true }),
    kind: choice({ 1: 'Employee', 2: 'Guest' }),
    department: ref('department', { nullable: true }),
    messages: children('message', 'person'),
    notes: text(4000, { optional: true }),
    settings: group({ size: integer() }),
    modified: timestamp({ readOnly: true }),
  },
  filters: {
    name: ['is', 'icontains', 'in'],
    is_active: ['is'],
    born: ['gte', 'range'],
    kind: ['is', 'in'],
    department: ['is'],
  },
  orFilters: ['name'],
  ordering: ['name'],
  exposes: ['department'],
  list: { rate: 120 },
  retrieve: { rate: 240 },
  create: { rate: 60 },
  remove: { rate: 30, oauthOnly: true, run: async () => {} },
})

const links = linksOf('https://api.example', 7)
const operations = operationsOf(person)
const at = (path: string) => operations.filter((operation) => operation.path === path)
const plain = { id: 1, url: `${links.base}person/1/`, name: 'Ada', is_active: true, born: null, kind: 2 }

const shown = (path: string, search: string, answer: unknown, changes: Partial<PageInput & Operation> = {}) => {
  const here = at(path).map((operation) => ({ ...operation, ...changes }))
  const url = `/7/api/0.1${path.replace('{id}', '1')}${search}`
  return page({ operation: here[0]!, here, links, url, query: new URLSearchParams(search), answer, ...changes })
}
const listOf = (results: readonly object[], search = '', more: object = {}) =>
  shown('/person/', search, { count: results.length, num_pages: 1, next: null, previous: null, results, ...more })
const recordOf = (record: object, search = '') => shown('/person/{id}/', search, record)
const formOf = (html: string, name: string) =>
  html.split('<form').find((part) => part.includes(`<label for="f-${name}"`))!

const empty = new Set(['meta', 'input', '!doctype'])
const tag = /<(\/?)([a-z!][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)\s*>/gi

/** Fails on a tag left open, closed twice or crossing another, on a stray angle bracket, and on an id used twice. */
const requireWellFormed = (html: string) => {
  const body = html.replace(/<style>[^<]*<\/style>/, '')
  expect(body.replaceAll(tag, '')).not.toMatch(/[<>]/)
  const open: string[] = []
  for (const [, closing, name = ''] of body.matchAll(tag)) {
    if (empty.has(name)) continue
    if (closing) expect(open.pop()).toBe(name)
    else open.push(name)
  }
  expect(open).toEqual([])
  const ids = [...body.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  expect(ids).toEqual([...new Set(ids)])
  for (const [, id] of body.matchAll(/ for="([^"]*)"/g)) expect(ids).toContain(id)
}

describe('hostile values', () => {
  const attack = `"'><script>alert(1)</script><img src=x onerror=alert(1)>&lt;`
  const harmless = (html: string) => {
    requireWellFormed(html)
    expect(html).not.toMatch(/<script|<img/i)
    expect(html).toContain('&lt;script&gt;')
  }

  test.each<[string, string]>([
    ['a value', recordOf({ ...plain, name: attack })],
    ['a cell', listOf([{ ...plain, name: attack }])],
    ['a long text', listOf([{ ...plain, name: attack.repeat(9) }])],
    ['an id', listOf([{ ...plain, id: attack }])],
    ['a list', listOf([{ ...plain, messages: [attack, 1, [attack], { [attack]: attack }] }])],
    ['the name of a field', listOf([{ ...plain, [attack]: { [attack]: 1 } }])],
    ['something much nested', recordOf({ a: [{ b: [{ c: { d: [{ e: { f: { g: attack } } }] } }] }] })],
    ['a link', recordOf({ url: `${links.base}person/1/?${attack}` })],
    ['the link of a row', listOf([{ ...plain, url: `${links.base}${attack}` }])],
    ['the link to the next page', listOf([], '', { next: `${links.base}${attack}` })],
    ['the query', listOf([plain], `?name__is=${encodeURIComponent(attack)}&${encodeURIComponent(attack)}=1`)],
    ['the address', shown('/person/', '', {}, { url: `/7/api/0.1/"'><script>/` })],
    ['what the record is', shown('/person/{id}/', '', plain, { resource: { ...person, about: attack } as Resource })],
    ['a bare text', shown('/person/{id}/', '', attack)],
    ['a refusal', errorPage(new ApiError(404, attack), `/7/${attack}`)],
    ['a refused field', errorPage(invalid(attack, attack), `/7/${attack}?${attack}`)],
    ['the address to return to', errorPage(unauthorized(attack), `/7/${attack}`)],
  ])('%s cannot become markup', (_where, html) => harmless(html))

  test.each([
    'javascript:alert(1)',
    'https://elsewhere.example/7/api/0.1/person/1/',
    'https://api.example.elsewhere.example/7/api/0.1/person/1/',
    'https://api.example/8/api/0.1/person/1/',
    'https://api.example/7/api/0.1/../../sign-out/',
    'https://api.example/7/api/0.1/%2e%2e/%2E./sign-out/',
    ' https://api.example/7/api/0.1/person/1/',
  ])('%s is text and no link', (name) => {
    const data = recordOf({ name }).split('<dl>')[1]!.split('</dl>')[0]
    expect(data).not.toContain('<a ')
  })

  test('inherited names such as constructor are ordinary names', () => {
    const answer = JSON.parse('{"constructor":1,"__proto__":2,"toString":{"constructor":3,"valueOf":4}}') as object
    requireWellFormed(recordOf(answer))
    expect(listOf([answer, plain])).not.toContain('native code')
  })

  test('deeply nested data is shown as JSON', () => {
    const deep = JSON.parse(`${'[{"a":'.repeat(500)}1${'}]'.repeat(500)}`) as object
    expect(recordOf({ deep })).toContain('<code>[{&quot;a&quot;:')
  })

  test('data that looks like markup is data', () => {
    expect(recordOf({ 'Symbol(markup)': '<i>', markup: '<i>' })).not.toContain('<i>')
  })
})

describe('the data', () => {
  test('a list is a table whose ids lead to the records by path', () => {
    const html = listOf([plain, { ...plain, id: 2, url: `${links.base}person/2/` }])
    expect(html).toContain('<th scope="row"><a href="/7/api/0.1/person/2/">2</a></th>')
    expect(html).toContain('<thead><tr><th scope="col">id</th><th scope="col">name</th>')
    expect(html).not.toContain('<th scope="col">url</th>')
    expect(html).not.toMatch(/(href|action)="https?:/)
    requireWellFormed(html)
  })

  test('ids are no links where there is no detail page', () => {
    const without = Object.fromEntries(Object.entries(person).filter(([key]) => key !== 'retrieve')) as Resource
    const html = shown('/person/', '', [plain], { resource: without })
    expect(html).toContain('<th scope="row">1</th>')
    expect(html).toContain('<th scope="col">url</th>')
  })

  test('links keep the path of a public address that has one', () => {
    const below = linksOf('https://api.example/office', 7)
    const html = shown('/person/{id}/', '', { department: `${below.base}department/3/` }, { links: below })
    expect(html).toContain('<a href="/office/7/api/0.1/department/3/">department/3</a>')
    expect(html).toContain('<a href="/office/7/api/0.1/person/">person</a>')
  })

  test('values are shown for people', () => {
    const html = recordOf({ ...plain, notes: '', settings: { size: 4 }, modified: '2026-03-31T09:30:00.123456Z' })
    expect(html).toContain('<dt>born</dt><dd><span class="quiet">—</span></dd>')
    expect(html).toContain('<dt>is_active</dt><dd><span class="yes">yes</span></dd>')
    expect(html).toContain('<dt>kind</dt><dd>Guest <span class="quiet">(2)</span></dd>')
    expect(html).toContain('<dt>notes</dt><dd><span class="quiet">empty</span></dd>')
    expect(html).toContain('<dd><dl><div><dt>size</dt><dd>4</dd></div></dl></dd>')
    expect(html).toContain('<time datetime="2026-03-31T09:30:00.123456Z">2026-03-31 09:30:00')
    requireWellFormed(html)
  })

  test('many links are a count that opens', () => {
    const messages = [1, 2].map((id) => `${links.base}message/${id}/`)
    const html = listOf([{ messages }, { messages: [] }])
    expect(html).toContain('<summary>2 links</summary><ul><li><a href="/7/api/0.1/message/1/">message/1</a></li>')
    expect(html).toContain('<td><span class="quiet">none</span></td>')
  })

  test('exposed records are shown, one and many', () => {
    const department = { id: 3, url: `${links.base}department/3/`, name: 'Research', archived: false }
    const html = recordOf({ ...plain, department_data: department, messages_data: [department] }, '?expose_department')
    expect(html).toContain('<dt>name</dt><dd><span class="text">Research</span></dd>')
    expect(html).toContain('<th scope="row"><a href="/7/api/0.1/department/3/">3</a></th>')
    expect(listOf([{ ...plain, department_data: department }])).toContain('<summary>department/3</summary><dl>')
    requireWellFormed(html)
  })

  test('an empty list says so, and lists of other shapes are shown too', () => {
    expect(listOf([])).toContain('There are no records here.')
    expect(shown('/person/', '', [plain])).toContain('<th scope="row">')
    requireWellFormed(shown('/person/', '', [1, 'two', null]))
  })

  test('the count and the links to the pages are shown', () => {
    const next = `${links.base}person/?name__is=a%26b&page=3`
    const more = { count: 101, num_pages: 3, next, previous: next.replace('3', '1') }
    const html = listOf([plain], '?name__is=a%26b&page=2', more)
    expect(html).toMatch(/101 records\s+<span class="quiet">· page 2 of 3</)
    expect(html).toContain('rel="next" href="/7/api/0.1/person/?name__is=a%26b&amp;page=3"')
    expect(html).toContain('rel="prev" href="/7/api/0.1/person/?name__is=a%26b&amp;page=1"')
    expect(listOf([plain])).not.toMatch(/rel="(next|prev)"/)
  })
})

describe('the controls', () => {
  const html = listOf([plain], '?name__icontains=a+b&expose_department=&ordering=name&page=2&page_size=10')

  test('every filter is a form that keeps the other filters and returns to the first page', () => {
    const form = formOf(html, 'is_active__is')
    expect(form).toContain('<input type="hidden" name="name__icontains" value="a b">')
    expect(form).toContain('<input type="hidden" name="expose_department" value="">')
    expect(form).toContain('<input type="hidden" name="page_size" value="10">')
    expect(form).not.toContain('name="page"')
    expect(form.match(/ required/g)).toHaveLength(1)
    requireWellFormed(html)
  })

  test('a filter that is set is filled in and does not send itself twice', () => {
    expect(formOf(html, 'name__icontains').match(/name="name__icontains"/g)).toHaveLength(1)
    expect(formOf(html, 'name__icontains')).toContain('value="a b"')
    expect(formOf(listOf([], '?kind__is=2'), 'kind__is')).toContain('<option value="2" selected>Guest</option>')
  })

  test('inputs match the type of the filter', () => {
    expect(formOf(html, 'is_active__is')).toContain('<option value="true">true</option>')
    expect(formOf(html, 'born__gte')).toContain('type="date"')
    expect(formOf(html, 'born__range')).toContain('type="text"')
    expect(formOf(html, 'kind__in')).not.toContain('<select')
    expect(formOf(html, 'filter_type')).toContain('<option value="or">or</option>')
  })

  test('an active filter can be removed, and only that one', () => {
    expect(html).toContain('href="?expose_department=&amp;ordering=name&amp;page_size=10" title="Remove this filter"')
  })

  test('flags toggle and orders reverse', () => {
    const kept = 'name__icontains=a+b'
    expect(html).toContain(
      `href="?${kept}&amp;ordering=name&amp;page=2&amp;page_size=10" aria-current="true">✓ expose_department`,
    )
    expect(html).toContain(
      `href="?${kept}&amp;expose_department=&amp;ordering=-name&amp;page_size=10" aria-current="true">name ↑`,
    )
    expect(listOf([])).toContain('href="?expose_department=true">+ expose_department')
  })

  test('the breadcrumb leads from the root down to here', () => {
    expect(recordOf(plain)).toContain(
      '<ol><li><a href="/7/api/0.1/">API</a></li><li><a href="/7/api/0.1/person/">person</a></li>' +
        '<li><a href="/7/api/0.1/person/1/" aria-current="page">1</a></li></ol>',
    )
    const root = shown('/person/', '', {}, { path: '/', url: '/7/api/0.1/' })
    expect(root).toContain('<ol><li><a href="/7/api/0.1/" aria-current="page">API</a></li></ol>')
  })
})

test('the page shows permissions, rates and the rules of the fields', () => {
  const html = listOf([plain])
  expect(html).toContain('GET, POST, OPTIONS')
  expect(html).toContain('<td>Settings: Departments (write)</td><td>60 a minute</td>')
  expect(html).toContain('200 records count as 4 requests')
  expect(html).toContain(
    '<th scope="row">name</th><td>string</td><td>required</td><td>read and write</td><td>at most 100 characters</td>',
  )
  expect(html).toContain('one of 1 (Employee), 2 (Guest)')
  expect(html).toContain('&quot;name&quot;: &quot;Ada&quot;')
  expect(recordOf(plain)).toContain('OAuth tokens only')
  expect(recordOf(plain)).toContain('<title>Person 1 · API</title>')
  expect(html).toContain('<html lang="en">')
})

describe('a refusal', () => {
  test('401 links to the sign-in of the organisation and back', () => {
    const html = errorPage(unauthorized('Who is it?'), '/7/api/0.1/person/?page=2&x=1')
    expect(html).toContain('href="/7/sign-in/?next=%2F7%2Fapi%2F0.1%2Fperson%2F%3Fpage%3D2%26x%3D1"')
    expect(html).toContain('<a class="button" href="/7/api/0.1/">Back to the API root</a>')
    expect(html).toContain('<p class="quiet">Error 401</p><h1>Please sign in</h1></div>\n<p>Who is it?</p>')
    requireWellFormed(html)
  })

  test.each(['/abc/api/0.1/', '//7/elsewhere/', '/', '', 'http://elsewhere/7/'])(
    '%s is no organisation: no links',
    (url) => {
      const html = errorPage(unauthorized('Who is it?'), url)
      expect(html.match(/<a /g)).toHaveLength(1)
    },
  )

  test('400 says what is wrong with each field and offers the list without its query', () => {
    const errorOf = (message: string) => [{ message, code: 'invalid' as const }]
    const html = errorPage(
      validationError({ page: errorOf('Too deep.'), [nonField]: errorOf('No.') }),
      '/7/api/0.1/person/?page=9',
    )
    expect(html).toContain('<li><code>page</code> Too deep.</li><li>No.</li>')
    expect(html).toContain('href="/7/api/0.1/person/">Without filters')
    expect(errorPage(validationError([{}, { name: errorOf('Bad.') }]), '/7/x/')).toContain(
      '<li>Item 2 <code>name</code> Bad.',
    )
    requireWellFormed(html)
  })
})

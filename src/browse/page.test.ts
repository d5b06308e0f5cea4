import { describe, expect, test } from 'vitest'
import { propertyOf } from '../kernel/fields.ts'
import { invalid, nonField, ApiError, validationError, unauthorized } from '../kernel/errors.ts'
import { errorPage } from './error-page.ts'
import { withoutEmpty } from './controls.ts'
import { page, type PageInput } from './page.ts'
import { noPresentation } from './presentation.ts'
import { children, linksOf, ref } from '../kernel/links.ts'
import type { Operation } from '../kernel/operation.ts'
import { operationsOf } from '../kernel/operations.ts'
import { defineResource, type Resource } from '../kernel/resource.ts'
import { boolean, choice, date, decimal, group, integer, text, timestamp } from '../kernel/values.ts'

const person = defineResource({
  name: 'person',
  title: 'Person',
  about: 'Somebody.',
  permission: 'Settings: Departments',
  fields: {
    name: text(100, { about: 'What `Ada` is called.' }),
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
/** For a route of its own, which has no resource. */
const ofNoResource = { resource: undefined } as unknown as Partial<Operation>
const inputOf = (html: string, name: string) =>
  html.split('<label ').find((part) => part.startsWith(`for="f-${name}"`))!

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
    ['what the record is', shown('/person/{id}/', '', plain, { resource: { ...person, about: attack } })],
    ['a bare text', shown('/person/{id}/', '', attack)],
    ['a refusal', errorPage(new ApiError(404, attack), `/7/${attack}`)],
    ['a refused field', errorPage(invalid(attack, attack), `/7/${attack}?${attack}`)],
    ['the address to return to', errorPage(unauthorized(attack), `/7/${attack}`)],
  ])('[V3.2.2] %s cannot become markup', (_where, html) => harmless(html))

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
    const messages = [1, 2, 3, 4].map((id) => `${links.base}message/${id}/`)
    const html = listOf([{ messages }, { messages: [] }])
    expect(html).toContain('<summary>4 links</summary><ul><li><a href="/7/api/0.1/message/1/">message/1</a></li>')
    expect(listOf([{ messages: messages.slice(1) }])).not.toContain('<summary>3 links')
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

  test('numbers say what they mean wherever the answer of a route declares it', () => {
    const paid = { type: 'integer', 'x-labels': { 1: 'Cash' } }
    const row = { type: 'object', properties: { paid: { anyOf: [paid, { type: 'null' }] } } }
    const answers = { 200: { type: 'object', properties: { totals: { type: 'array', items: row }, last: row } } }
    const html = shown('/person/', '', { totals: [{ paid: 1 }], last: { paid: 1 } }, { ...ofNoResource, answers })
    expect(html.match(/Cash <span class="quiet">\(1\)<\/span>/g)).toHaveLength(2)
  })

  test('measurements are shown with their unit, in a record, a list and the answer of a route', () => {
    const height = integer({ nullable: true, unit: 'cm' })
    const measured = { ...person, fields: { ...person.fields, height, width: decimal(3, 1, { unit: 'm' }) } }
    const units = { resource: measured as unknown as Resource }
    const html = shown('/person/{id}/', '', { ...plain, height: 180, width: '1.5' }, units)
    expect(html).toContain('<dt>height</dt><dd>180 <span class="quiet">cm</span></dd>')
    expect(html).toContain('<dd><span class="text">1.5</span> <span class="quiet">m</span></dd>')
    expect(shown('/person/', '', [{ height: 180 }, { height: null }], units)).toMatch(
      /<td>180 <span class="quiet">cm<\/span><\/td>.*\s.*<td><span class="quiet">—<\/span><\/td>/,
    )
    const answers = { 200: { type: 'object', properties: { height: propertyOf(height, height.schema) } } }
    expect(shown('/person/', '', { height: 9 }, { ...ofNoResource, answers })).toContain(
      '9 <span class="quiet">cm</span>',
    )
  })

  test('results of a route without pages are a table, and none are said to be none', () => {
    const found = shown('/person/', '', { results: [plain] }, ofNoResource)
    expect(found).toContain('<th scope="row"><a href="/7/api/0.1/person/1/">1</a></th>')
    expect(found).not.toContain('<dt>results</dt>')
    const html = shown('/person/', '', { sequence: 7, results: [] }, ofNoResource)
    expect(html).toContain('<dt>sequence</dt>')
    expect(html).toContain('There are no records here.')
    expect(html).not.toContain('Empty fields')
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

describe('what a person looks for', () => {
  const department = `${links.base}department/3/`
  const names = new Map([[department, 'Research & more']])

  test('a record is called by its name, and otherwise by its number', () => {
    expect(recordOf(plain)).toContain('<h1>Ada</h1><p class="quiet">Person 1. Somebody.</p>')
    expect(recordOf({ ...plain, name: '' })).toContain('<h1>Person 1</h1><p class="quiet">Somebody.</p>')
    const presentation = { ...noPresentation, nameFields: { person: [['title'], ['kind', 'born']] } }
    const other = shown('/person/{id}/', '', { ...plain, born: '2001' }, { presentation })
    expect(other).toContain('<h1>Person 2 2001</h1>')
    expect(listOf([plain])).toContain('<h1>Persons</h1>')
  })

  test('a text that names a record is shortened to the beginning of its first line', () => {
    expect(recordOf({ ...plain, name: 'See you!\nCall us' })).toContain('<h1>See you!…</h1>')
    expect(recordOf({ ...plain, name: 'a'.repeat(81) })).toContain(`<h1>${'a'.repeat(80)}…</h1>`)
  })

  test.each([
    ['/person/{id}/time_line/', '/7/api/0.1/person/1/time_line/?page=2', 'Person 1: time line'],
    ['/person/totals/', '/7/api/0.1/person/totals/', 'Person: totals'],
    ['/person/{id}/person/', '/7/api/0.1/person/1/person/', 'Person'],
    ['/group/{id}/old_persons/', '/7/api/0.1/group/1/old_persons/', 'Old persons'],
  ])('what %s shows is in its title', (path, url, title) => {
    expect(shown('/person/', '', {}, { ...ofNoResource, path, url })).toContain(`<h1>${title}</h1>`)
  })

  test('a link shows the name of its record', () => {
    const record = shown('/person/{id}/', '', { ...plain, department }, { names })
    expect(record).toContain(
      '<a href="/7/api/0.1/department/3/" title="department/3">Research &amp; more</a> <span class="quiet">department/3</span>',
    )
    const list = shown('/person/', '', [{ ...plain, department }], { names })
    expect(list).toContain('<td><a href="/7/api/0.1/department/3/" title="department/3">Research &amp; more</a></td>')
  })

  test('the columns that matter come first, and none is lost', () => {
    const presentation = { ...noPresentation, columns: { person: ['kind', 'born', 'gone'] } }
    const html = shown('/person/', '', [plain], { presentation })
    const heads = [...html.split('<tbody>')[0]!.matchAll(/<th scope="col">(\w+)/g)].map(([, name]) => name)
    expect(heads).toEqual(['id', 'kind', 'born', 'name', 'is_active'])
  })

  test('empty fields of a record are folded away', () => {
    const [filled, folded] = recordOf({ ...plain, notes: '', messages: [] }).split(
      'Empty fields <span class="quiet">3</span>',
    )
    expect(filled).toContain('<dt>is_active</dt>')
    for (const name of ['born', 'notes', 'messages']) {
      expect(filled).not.toContain(`<dt>${name}</dt>`)
      expect(folded).toContain(`<dt>${name}</dt>`)
    }
    expect(recordOf({ id: 1, is_active: false, count: 0 })).not.toContain('Empty fields')
  })

  test('the root shows its lists by part of the practice, once each', () => {
    const entry = { name: 'person', title: 'Persons', about: 'Somebody with a `name`.', tag: 'Person' }
    const missing = { name: 'missing', title: 'Missing', about: '', tag: 'Missing' }
    const presentation = {
      ...noPresentation,
      parts: [
        { title: 'People', entries: [entry, missing] },
        { title: 'Nothing', entries: [missing] },
      ],
    }
    const html = shown(
      '/person/',
      '',
      { person: `${links.base}person/` },
      { path: '/', url: '/7/api/0.1/', presentation },
    )
    expect(html).toContain(
      '<h2>People</h2><dl class="index"><div><dt><a href="/7/api/0.1/person/">Persons</a></dt>' +
        '<dd>Somebody with a <code>name</code>.</dd></div>',
    )
    expect(html).not.toMatch(/Missing|Nothing/)
    expect(html).toContain('href="/reference/?organisation=7"')
    requireWellFormed(html)
  })

  test('the header shows the clinic, the user and a way to sign out', () => {
    const viewer = { clinic: 'North & South', user: 'Ada', canSignOut: true }
    expect(shown('/person/', '', [], { viewer })).toContain(
      '<p class="quiet">North &amp; South · Ada · <a href="/7/sign-out/">Sign out</a></p>',
    )
    expect(shown('/person/', '', [], { viewer: { ...viewer, canSignOut: false } })).not.toContain('Sign out')
  })

  test('what else of a record can be read is linked', () => {
    const [first] = at('/person/{id}/')
    const below = [{ ...first!, path: '/person/{id}/pdf/', summary: 'Print it' }]
    expect(shown('/person/{id}/', '?expose_department', plain, { below })).toContain(
      '<a class="option" href="/7/api/0.1/person/1/pdf/" title="Print it">pdf</a>',
    )
  })

  test('the same request is shown as curl, for any shell', () => {
    expect(listOf([plain], `?name__is=O'Hara"%20$(x)`)).toContain(
      'curl --fail-with-body -H &quot;Authorization: Bearer $TOKEN&quot; ' +
        '&#39;https://api.example/7/api/0.1/person/?name__is=O%27Hara&quot;%20$(x)&#39;',
    )
  })
})

describe('the controls', () => {
  const html = listOf([plain], '?name__icontains=a+b&expose_department=&ordering=name&page=2&page_size=10')

  test('one form has all filters, keeps the order and the flags, and returns to the first page', () => {
    expect(html.match(/<form/g)).toHaveLength(1)
    const form = html.split('<form')[1]!.split('</form>')[0]!
    expect(form).toContain('<input type="hidden" name="expose_department" value="">')
    expect(form).toContain('<input type="hidden" name="ordering" value="name">')
    expect(form).not.toContain('name="page"')
    expect(form.match(/<button/g)).toHaveLength(1)
    for (const name of ['name__icontains', 'is_active__is', 'born__range', 'page_size'])
      expect(form.split(`name="${name}"`)).toHaveLength(2)
    requireWellFormed(html)
  })

  test('the form of a list is folded away, and that of a route which answers a question is open', () => {
    expect(html).toContain('<details class="card"><summary>Filters')
    const search = shown('/person/', '?q=ada', [], { ...ofNoResource, parameters: { q: text(127) } })
    expect(search).toContain('<form method="get" class="card">')
    expect(search).not.toContain('<summary>Filters')
    expect(inputOf(search, 'q')).toMatch(/^for="f-q" class="unseen">q<\/label><input [^>]*value="ada"/)
    requireWellFormed(search)
  })

  test.each([
    ['/a/?x=1&y=&z=2', '/a/?x=1&z=2'],
    ['/a/?x=', '/a/'],
    ['/a/?expose_client=&x=&ordering=', '/a/?expose_client='],
    ['/a/?x=%3F&y=a?b=', '/a/?x=%3F&y=a?b='],
    ['/a/?x', '/a/?x'],
    ['/a/?', '/a/?'],
    ['/a/', '/a/'],
  ])('of %s what the form sent empty is left out', (url, clean) => {
    expect(withoutEmpty(url)).toBe(clean)
  })

  test('a filter that is set is filled in', () => {
    expect(inputOf(html, 'name__icontains')).toContain('value="a b"')
    expect(inputOf(html, 'page_size')).toContain('value="10"')
    expect(inputOf(listOf([], '?kind__is=2'), 'kind__is')).toContain('<option value="2" selected>Guest</option>')
  })

  test('inputs match the type of the filter', () => {
    expect(inputOf(html, 'is_active__is')).toContain('<option value="true">true</option>')
    expect(inputOf(html, 'born__gte')).toContain('type="date"')
    expect(inputOf(html, 'born__range')).toContain('type="text"')
    expect(inputOf(html, 'kind__in')).not.toContain('<select')
    expect(inputOf(html, 'filter_type')).toContain('<option value="or">or</option>')
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
    '<th scope="row">name</th><td>What <code>Ada</code> is called.</td><td>string</td><td>required</td>' +
      '<td>read and write</td><td>at most 100 characters</td>',
  )
  expect(html).toContain('one of 1 (Employee), 2 (Guest)')
  expect(html).toContain('&quot;name&quot;: &quot;Ada&quot;')
  expect(recordOf(plain)).toContain('OAuth tokens only')
  expect(recordOf(plain)).toContain('<title>Ada · API</title>')
  expect(html).toContain('<html lang="en">')
})

describe('a refusal', () => {
  test('404 of a record leads back to its list', () => {
    const html = errorPage(new ApiError(404, 'No.'), '/7/api/0.1/person/99/')
    expect(html).toContain('<a class="button primary" href="/7/api/0.1/person/">Back to person</a>')
    expect(errorPage(new ApiError(404, 'No.'), '/7/api/0.1/person/')).not.toContain('button primary')
  })

  test('405 of an address that is only written to leads to the nearest that can be read', () => {
    const refusal = new ApiError(405, 'Method GET is not allowed here. Allowed: POST, OPTIONS.')
    const readable = new Set(['/7/api/0.1/person/', '/7/api/0.1/person/1/'])
    const at405 = (path: string) => errorPage(refusal, `/7/api/0.1${path}`, 'id', (above) => readable.has(above))
    expect(at405('/person/1/invite/')).toContain('Allowed: POST, OPTIONS.')
    expect(at405('/person/1/invite/')).toContain('href="/7/api/0.1/person/1/">Back to person/1</a>')
    expect(at405('/person/2/gone/')).toContain('href="/7/api/0.1/person/">Back to person</a>')
    expect(at405('/other/do/')).not.toContain('button primary')
    requireWellFormed(at405('/person/1/invite/'))
  })

  test('404 of a page leads back to the first', () => {
    const at404 = (asked: string) => errorPage(new ApiError(404, 'No.'), `/7/api/0.1/person/?${asked}`)
    expect(at404('page=9')).toContain('<a class="button primary" href="/7/api/0.1/person/">First page</a>')
    expect(at404('name__is=A&page=9&name__like=B')).toContain(
      '<a class="button primary" href="/7/api/0.1/person/?name__is=A&amp;name__like=B">First page</a>',
    )
  })

  test('shows its code and the id of the request', () => {
    const html = errorPage(new ApiError(500, 'No.'), '/7/', '0f1e-23')
    expect(html).toMatch(/Code <a href="\/errors\/#\w+"><code>\w+<\/code><\/a> · request <code class="whole">0f1e-23</)
    requireWellFormed(html)
  })

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
      expect([...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
        '#main',
        '/errors/#not_authenticated',
      ])
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

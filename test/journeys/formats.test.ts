import { describe, expect, test } from 'vitest'
import { operations } from '../../src/app/resources.ts'
import { useClinic } from '../support/api.ts'
import { asProblem, codesOf } from '../support/clinic.ts'
import { fill } from '../support/samples/fill.ts'

const { api, clinic, caller } = await useClinic()

const client: string = (await caller.post('/client/', { lastname: 'Owner' })).body.url

const json = { headers: { 'content-type': 'application/json' } }
const microseconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

/** Sends a patient whose JSON has this text after the weight's name. */
const weighing = (literal: string) =>
  caller.post('/patient/', `{"client":"${client}","name":"Rex","species":1,"weight":${literal}}`, {
    headers: { ...json.headers, ...asProblem.headers },
  })

describe('formats', () => {
  test('[S29] timestamps are ISO 8601 in UTC with microseconds, whatever offset they came with', async () => {
    const { body } = await caller.post('/client/', {
      lastname: 'Timed',
      communication_preferences: { answered_at: '2026-03-31T12:00:00.25+03:00' },
    })
    expect(body.created).toMatch(microseconds)
    expect(body.modified).toMatch(microseconds)
    expect(body.communication_preferences.answered_at).toBe('2026-03-31T09:00:00.250000Z')
    expect(Math.abs(Date.now() - new Date(body.created).valueOf())).toBeLessThan(60_000)
    const given = (await caller.post('/patient/', { client, name: 'Rex', species: 1 })).body
    const weight = await caller.post(`/patient/${given.id}/weight/`, {
      weight: '5',
      measured: '2026-01-01T00:30:00.123456-05:30',
    })
    expect(weight.body.measured).toBe('2026-01-01T06:00:00.123456Z')
  })

  test('[S29] dates are YYYY-MM-DD and stay the day they were', async () => {
    const { body } = await caller.post('/patient/', { client, name: 'Rex', species: 1, date_of_birth: '2024-02-29' })
    expect(body.date_of_birth).toBe('2024-02-29')
    for (const date of [
      '29.02.2024',
      '2023-02-29',
      '2024-02-29T00:00:00Z',
      20240229,
      {},
      ['2024-02-29'],
      { toString: 1 },
    ]) {
      const refused = await caller.post('/patient/', { client, name: 'Rex', species: 1, date_of_birth: date })
      expect(refused.status).toBe(400)
      expect(refused.body).toEqual({ date_of_birth: ['Use a date like 2026-03-31.'] })
    }
  })

  test.each([
    ['"0.1"', '0.100'],
    ['0.1', '0.100'],
    ['12.50', '12.500'],
    ['"12.5"', '12.500'],
    ['999999.999', '999999.999'],
    ['"123456.789"', '123456.789'],
    ['7', '7.000'],
    ['0.001', '0.001'],
  ])('[S29] the decimal %s is answered as the string %s', async (literal, answered) => {
    const { status, body } = await weighing(literal)
    expect([status, body.weight]).toEqual([201, answered])
    expect((await caller.get(body.url)).text).toContain(`"weight":"${answered}"`)
  })

  test.each([
    ['1e3', 'invalid'],
    ['"1e3"', 'invalid'],
    ['1E-1', 'invalid'],
    ['"NaN"', 'invalid'],
    ['"Infinity"', 'invalid'],
    ['"-Infinity"', 'invalid'],
    ['"+1"', 'invalid'],
    ['".5"', 'invalid'],
    ['"5."', 'invalid'],
    ['"0x10"', 'invalid'],
    ['"1,5"', 'invalid'],
    ['""', 'invalid'],
    ['" 1"', 'invalid'],
    ['12345678901234567890', 'max_whole_digits'],
    ['"12345678901234567890"', 'max_whole_digits'],
    ['0.12345678901234567890', 'max_decimal_places'],
    ['1e131071', 'invalid'],
    ['true', 'invalid'],
    ['[]', 'invalid'],
    ['{}', 'invalid'],
    ['["1"]', 'invalid'],
  ])('[S29] the decimal %s is refused: %s', async (literal, code) => {
    expect(codesOf(await weighing(literal))).toEqual({ weight: code })
  })

  test.each(['NaN', 'Infinity', '+1', '.5', '01'])('[S29] the number %s is not even JSON', async (literal) => {
    const answer = await weighing(literal)
    expect(codesOf(answer)).toEqual({ non_field_errors: 'parse_error' })
    expect(answer.body.errors.non_field_errors[0].message).toMatch(/^JSON parse error/)
  })

  test.each(['SE', 'GB', 'FI'])('[S29] %s is a country: an ISO 3166-1 alpha-2 code', async (country) => {
    expect((await caller.post('/client/', { lastname: 'A', country })).body.country).toBe(country)
  })

  test.each([
    ['se', 'invalid'],
    ['UK', 'invalid'],
    ['XX', 'invalid'],
    ['SWE', 'max_length'],
    [46, 'invalid'],
  ])('[S29] the country %s is refused: %s', async (country, code) => {
    expect(codesOf(await caller.post('/client/', { lastname: 'A', country }, asProblem))).toEqual({ country: code })
  })

  test('[S29] some endpoints also have an HTML rendering, with Accept: text/html', async () => {
    const { status, headers, text } = await caller.get('/client/', { headers: { accept: 'text/html' } })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(text).toMatch(/^<!doctype html>/)
    expect(text).toContain('Owner')
    const refused = await caller.get('/client/0/', { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
    expect([refused.status, refused.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    for (const answer of [headers, refused.headers, (await caller.get('/client/')).headers])
      expect(answer.get('vary')).toBe('Accept, Accept-Encoding, Origin')
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5', 'nonsense', ''])
      expect((await caller.get('/client/', { headers: { accept } })).headers.get('content-type')).toBe(
        'application/json; charset=utf-8',
      )
  })
})

describe('bodies', () => {
  const fields = {
    firstname: 'Åsa & Co = 100%+',
    lastname: 'Mäki\nLine 🐎',
    no_sms: 'true',
    customer_type: '1',
    due_date_delay: '',
    communication_preferences: '{"email":true,"answered_at":"2026-01-01T00:00:00Z"}',
  }
  const lists = ['first', 'second, with comma']
  const asRecord = { ...fields, no_sms: true, customer_type: 1, due_date_delay: null }

  const filled = <F extends URLSearchParams | FormData>(form: F): F => {
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    for (const tag of lists) form.append('tags_rel', tag)
    return form
  }

  test('[S29] JSON, form-urlencoded and multipart give the same record', async () => {
    const { lastname } = fields
    const bodies = [
      { ...asRecord, tags_rel: lists, communication_preferences: JSON.parse(fields.communication_preferences) },
      filled(new URLSearchParams()),
      filled(new FormData()),
    ]
    const records = []
    for (const body of bodies) {
      const answer = await caller.post('/client/', body)
      expect(answer.status).toBe(201)
      const { id: _id, url: _url, created: _created, modified: _modified, ...record } = answer.body
      records.push(record)
    }
    expect(records[0]).toMatchObject({ firstname: fields.firstname, lastname, tags_rel: lists, due_date_delay: null })
    expect(records[1]).toEqual(records[0])
    expect(records[2]).toEqual({
      ...records[0],
      lastname: expect.stringMatching(/^Mäki\r?\nLine 🐎$/),
      sort_name: expect.stringMatching(/^mäki\r?\nline 🐎/),
    })
  })

  test('[S29] a change may be sent in any of them too, and an empty value is null or empty', async () => {
    const { body } = await caller.post('/client/', { lastname: 'X', due_date_delay: 5, tags_rel: ['a'], title: 'Dr' })
    const changed = await caller.patch(body.url, new URLSearchParams({ due_date_delay: '', tags_rel: '', title: '' }))
    expect(changed.body).toMatchObject({ due_date_delay: null, tags_rel: [], title: '', lastname: 'X' })
    const form = new FormData()
    form.set('home_department', clinic.url('department', clinic.department))
    expect((await caller.patch(body.url, form)).body.home_department).toBe(form.get('home_department'))
    form.set('home_department', '')
    expect((await caller.patch(body.url, form)).body.home_department).toBeNull()
  })

  test('a form that repeats a field that is not a list is refused', async () => {
    const { status, body } = await caller.post('/client/', new URLSearchParams('lastname=A&lastname=B'))
    expect([status, body]).toEqual([400, { lastname: ['Send this field once.'] }])
  })

  test('a file where none is expected is refused, not ignored', async () => {
    const form = filled(new FormData())
    form.append('remarks', new Blob(['text']), 'remarks.txt')
    const { status, body } = await caller.post('/client/', form)
    expect([status, body]).toEqual([400, { non_field_errors: ['Files are not accepted here.'] }])
  })

  test('a content type may have parameters and capital letters', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset=UTF-8'])
      expect((await caller.post('/client/', '{"lastname":"A"}', { headers: { 'content-type': type } })).status).toBe(
        201,
      )
  })

  test('[S329] bodies are JSON, and so is every answer that has one', async () => {
    const created = await caller.post('/client/', { lastname: 'A' })
    for (const answer of [created, await caller.get(created.body.url), await caller.patch(created.body.url, {})])
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(created.body.url).toBe(`${clinic.base}/client/${created.body.id}/`)
  })
})

describe('links', () => {
  const patient = (changes: object) => caller.post('/patient/', { client, name: 'Rex', species: 1, ...changes })

  test('are built from the public URL, never from the Host of the request', async () => {
    const { body, text } = await caller.get('/patient/?page_size=1&expose_client', {
      headers: {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'gopher',
        forwarded: 'host=evil.example',
        'x-original-url': 'http://evil.example/',
      },
    })
    expect(text).not.toContain('evil')
    expect(body.results[0].url.startsWith(`${clinic.base}/patient/`)).toBe(true)
  })

  test('are recognised by their path, whatever the host', async () => {
    const path = new URL(client).pathname
    for (const link of [client, path, `https://elsewhere.example${path}`, `http://127.0.0.1:1${path}`]) {
      const { status, body } = await patient({ client: link })
      expect([status, body.client]).toEqual([201, client])
    }
  })

  test('to another organisation, to another resource, to a missing record and malformed ones are refused alike', async () => {
    const other = await api.givenOrganisation()
    const foreign = (await (await other.caller()).post('/client/', { lastname: 'Theirs' })).body
    const stolenId = clinic.url('client', foreign.id)
    const sentence = 'There is no client at this link. Use the url of one that exists in your organisation.'
    for (const link of [
      foreign.url,
      stolenId,
      clinic.url('client', 999_999_999),
      clinic.url('department', clinic.department),
      `${client}?x=1`,
      client.slice(0, -1),
      'client',
      '',
      'javascript:alert(1)',
    ]) {
      const { status, body } = await patient({ client: link })
      expect([link, status, body]).toEqual([link, 400, { client: [sentence] }])
    }
    for (const link of [foreign.id, null, [client], { url: client }, true])
      expect([link, (await patient({ client: link })).body]).toEqual([link, { client: [expect.any(String)] }])
  })
})

describe('every URL the API hands out', () => {
  /** All texts in an answer that are addresses of this API. */
  const urlsIn = (value: unknown): string[] => {
    if (typeof value === 'string') return value.startsWith(api.publicUrl) ? [value] : []
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(urlsIn) : []
  }

  test('answers', async () => {
    const at = await api.givenOrganisation()
    const askers = [await at.userCaller(), await at.userCaller(), await at.userCaller()] as const
    const [apiClient] = askers
    await fill(at, apiClient)

    const seen = new Set([`${at.base}/`])
    const byRoute = new Set<string>()
    let asked = 0
    for (const url of seen) {
      const { status, body } = await askers[asked++ % askers.length]!.get(url)
      expect([url, status]).toEqual([url, 200])
      byRoute.add(new URL(url).pathname.replace(/^\/\d+\/api\/0\.1/, '').replace(/\/\d+(?=\/)/g, '/{id}'))
      // A few of the hundreds of codelist entries are enough.
      const found = urlsIn(body).map((address) => address.replace(/\?.*/, ''))
      for (const next of url.includes('codelist') ? found.slice(0, 5) : found) seen.add(next)
    }
    const isView = (path: string) =>
      /[{]id[}]\/.|\/(availability|preferences|settings|setup|receivables|totals|owing|charge_hints|missing_charges)\//.test(
        path,
      )
    const reachable = operations.filter(
      ({ method, path, resource }) => method === 'GET' && !resource?.within && !isView(path),
    )
    expect([...byRoute].toSorted()).toEqual([...new Set(reachable.map(({ path }) => path))].toSorted())
  })
})

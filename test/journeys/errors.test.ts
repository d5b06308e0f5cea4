// @module-tag waits
import { once } from 'node:events'
import { connect as connectTo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCodes } from '../../src/http/error-codes.ts'
import { operations } from '../../src/app/resources.ts'
import type { ErrorCode } from '../../src/kernel/error-codes.ts'
import { rateWindows, type RateWindows } from '../../src/rates/rate-windows.ts'
import {
  everything,
  useApi,
  type TestResponse,
  type RequestOptions,
  type ApiClient,
  type TestOrganisation,
} from '../support/api.ts'
import { asProblem, codesOf } from '../support/clinic.ts'

const api = await useApi()
let clinic: TestOrganisation
let caller: ApiClient
let token: string
let rates: RateWindows
let client: string

beforeAll(async () => {
  clinic = await api.givenOrganisation()
  token = await clinic.tokenOf(await clinic.givenApplication())
  caller = clinic.as(`Bearer ${token}`)
  client = (await caller.post('/client/', { lastname: 'Owner' })).body.url
  rates = await rateWindows({
    redisUrl: api.options.redisUrl,
    prefix: api.options.redisPrefix,
    processes: 1,
    replyMs: api.options.redisReplyMs,
  })
})
afterAll(() => rates.close())

const json = { 'content-type': 'application/json' }
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Uses up an application's rate window for one action. */
const exhaust = (application: number, action: string) => {
  const limit = operations.find(({ name }) => name === action)!.rate
  return rates.spend({ bucket: `${clinic.id}:application:${application}:${action}`, limit, weight: limit })
}

/** An application that has used up its rate window for this action, with both of its credentials. */
const givenThrottled = async (action: string) => {
  const application = await clinic.givenApplication()
  const apiClient = clinic.as(`Bearer ${await clinic.tokenOf(application)}`)
  await exhaust(application.id, action)
  return apiClient
}

describe('errors', () => {
  const cases: readonly [status: number, code: ErrorCode, ask: (asked: RequestOptions) => Promise<TestResponse>][] = [
    [401, 'not_authenticated', (asked) => clinic.as().get('/client/', asked)],
    [401, 'not_authenticated', (asked) => clinic.as('Bearer nonsense').get('/client/', asked)],
    [403, 'permission_denied', async (asked) => (await clinic.caller({})).get('/client/', asked)],
    [404, 'not_found', (asked) => caller.get('/client/999999999/', asked)],
    [404, 'not_found', (asked) => caller.get('/nothing/', asked)],
    [405, 'method_not_allowed', (asked) => caller.send('PUT', '/client/', asked)],
    [413, 'too_large', (asked) => caller.post('/client/', 'x'.repeat(2_097_153), asked)],
    [415, 'unsupported_media_type', (asked) => caller.post('/client/', '<client/>', asked)],
    [429, 'throttled', async (asked) => (await givenThrottled('client.list')).get('/client/', asked)],
  ]
  test.each(cases)(
    '%i %s has one sentence, or problem details if the client accepts them',
    async (status, code, ask) => {
      const plain = await ask({})
      expect(plain.status).toBe(status)
      expect(plain.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(plain.body).toEqual({ detail: expect.stringMatching(/^[A-Z].*\.$/) })
      expect(plain.headers.get('x-request-id')).toMatch(uuid)
      const problem = await ask({ headers: { accept: 'application/problem+json' } })
      expect(problem.status).toBe(status)
      expect(problem.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
      expect(problem.body).toEqual({
        type: `${api.publicUrl}/errors/#${code}`,
        title: errorCodes[code].meaning,
        status,
        detail: plain.body.detail,
        code,
        instance: expect.stringMatching(`^/${clinic.id}/api/0.1/`),
      })
      expect(problem.headers.get('x-request-id')).not.toBe(plain.headers.get('x-request-id'))
    },
  )

  test('400 has messages by field, and as problem details a code for each', async () => {
    const ask = (accept: string) =>
      caller.post('/patient/', { species: 'x', weight: '1e3', gender: 'Other' }, { headers: { accept } })
    const plain = await ask('*/*')
    expect([plain.status, plain.body]).toEqual([
      400,
      {
        client: ['This field is required.'],
        species: ['Use the id of an entry of the species codelist.'],
        weight: ['A valid number is required.'],
        gender: [expect.stringContaining('"Male, neutered"')],
      },
    ])
    const problem = await ask('application/problem+json')
    expect(problem.body).toMatchObject({ status: 400, code: 'invalid', detail: 'The request has invalid values.' })
    expect(problem.body.errors.client).toEqual([{ message: 'This field is required.', code: 'required' }])
    expect(problem.body.errors.gender[0].code).toBe('invalid_choice')
    const whole = await caller.post('/client/', {})
    expect([whole.status, whole.body]).toEqual([
      400,
      { non_field_errors: ['Send at least one of firstname, lastname and organization_name.'] },
    ])
  })

  test('a missing record and one of another organisation get the same response', async () => {
    const other = await api.givenOrganisation()
    const foreign = (await (await other.caller()).post('/client/', { lastname: 'Theirs' })).body
    const ways: readonly ((id: string | number) => Promise<TestResponse>)[] = [
      (id) => caller.get(`/client/${id}/`),
      (id) => caller.patch(`/client/${id}/`, { lastname: 'Mine' }),
    ]
    for (const ask of ways) {
      const [theirs, missing] = [await ask(foreign.id), await ask(999_999_999)]
      expect([theirs.status, theirs.text]).toEqual([404, missing.text])
    }
    for (const id of ['0', '-1', 'x', '1.5', '9999999999999999', '%20', "1'--", '1%2F', 'null'])
      expect((await caller.get(`/client/${id}/`)).status).toBe(404)
    expect((await caller.get(foreign.url)).status).toBe(401)
  })

  test('a path without its trailing slash, or that does not exist, is 404 and says so', async () => {
    for (const [method, path] of [
      ['GET', '/client'],
      ['POST', '/client'],
      ['GET', `/client/${client.split('/').at(-2)}`],
      ['GET', '/codelist/species'],
      ['GET', '/client?page=2'],
    ] as const) {
      const { status, body } = await caller.send(method, path)
      expect(status).toBe(404)
      expect(body.detail).toContain(
        `Addresses end with a slash: use /${clinic.id}/api/0.1${path.replace(/\?.*/, '')}/.`,
      )
    }
    const { status, body } = await caller.get('/clients/')
    expect(status).toBe(404)
    expect(body.detail).toBe(
      `There is nothing at /${clinic.id}/api/0.1/clients/. /${clinic.id}/api/0.1/ lists what there is.`,
    )
    expect((await caller.send('POST', '/clients/', { body: '{', headers: json })).status).toBe(404)
    expect((await caller.get(`${api.publicUrl}/elsewhere`)).body.detail).toBe('There is nothing at /elsewhere.')
    for (const organisation of ['0', 'x', '01', '9999999999', '-1'])
      expect((await caller.get(`${api.publicUrl}/${organisation}/api/0.1/client/`)).status).toBe(404)
  })

  test('a method that is not allowed is 405 with Allow', async () => {
    const { status, headers, body } = await caller.delete('/client/')
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST, OPTIONS'])
    expect(body.detail).toBe('Method DELETE is not allowed here. Allowed: GET, POST, OPTIONS.')
  })

  test.each([
    ['/patient/bulk/', 'patient/'],
    ['/invoice/5/send/', 'invoice/5/'],
    ['/consultation/5/charge_hints/6/decline/', 'consultation/5/charge_hints/'],
  ])('the page of %s, which is only written to, leads to %s', async (path, above) => {
    const { status, text } = await caller.get(path, { headers: { accept: 'text/html' } })
    expect([status, text]).toEqual([405, expect.stringContaining('Allowed: POST, OPTIONS.')])
    expect(text).toContain(`href="/${clinic.id}/api/0.1/${above}"`)
  })

  test('HEAD answers as GET does, without the body', async () => {
    const get = await caller.get('/client/')
    const head = await caller.send('HEAD', '/client/')
    expect([head.status, head.text]).toEqual([200, ''])
    for (const name of ['content-type', 'content-length', 'x-ratelimit-weight', 'ratelimit-policy'])
      expect(head.headers.get(name)).toBe(get.headers.get(name))
    expect((await caller.send('HEAD', '/client/999999999/')).status).toBe(404)
  })

  test('every response has its own x-request-id, which is in the log', async () => {
    const ids = new Set<string>()
    for (const path of ['/client/', '/client/0/', '/nothing/', '/%zz/', '/client/?bogus', '/client/%ED%A0%80/']) {
      const id = (await caller.get(path, { headers: { 'x-request-id': 'mine' } })).headers.get('x-request-id') ?? ''
      expect([path, id]).toEqual([path, expect.stringMatching(uuid)])
      ids.add(id)
    }
    expect(ids.size).toBe(6)
    const [first = ''] = ids
    expect(api.logged()).toContain(first)
  })
})

describe('the order of checks', () => {
  const unknown = '/client/999999999/'
  const malformed: RequestOptions = { body: '{', headers: json }
  const rows: readonly [what: string, status: number, ask: () => Promise<TestResponse>][] = [
    ['no token + a method that is not allowed', 401, () => clinic.as().send('PUT', '/client/')],
    [
      'no token + an unreadable content type',
      401,
      () => clinic.as().send('POST', '/client/', { body: 'x', headers: { 'content-type': ';;' } }),
    ],
    ['no token + an unknown record', 401, () => clinic.as().get(unknown)],
    ['no token + malformed JSON', 401, () => clinic.as().send('POST', '/client/', malformed)],
    ['no token + an unknown filter', 401, () => clinic.as().get('/client/?bogus')],
    [
      'a token of another organisation',
      401,
      async () => (await api.givenOrganisation()).as(`Bearer ${token}`).get('/client/'),
    ],
    ['no scope + no permission', 403, async () => (await clinic.caller({ scopes: ['wholesaler'] })).get('/client/')],
    ['no permission + invalid body', 403, async () => (await clinic.caller({})).post('/client/', {})],
    ['no permission + malformed JSON', 403, async () => (await clinic.caller({})).send('POST', '/client/', malformed)],
    ['no permission + an unknown record', 403, async () => (await clinic.caller({})).get(unknown)],
    ['no permission + an unknown filter', 403, async () => (await clinic.caller({})).get('/client/?bogus')],
    [
      'permission to read + a write',
      403,
      async () => (await clinic.caller({ read: ['General: Patients and clients'] })).patch(unknown, {}),
    ],
    [
      'no permission + a legacy key where OAuth is required',
      403,
      async () => (await clinic.legacyCaller({})).post('/user/', {}),
    ],
    [
      'a legacy key where OAuth is required + an unknown record',
      401,
      async () => (await clinic.legacyCaller()).patch('/user/999999999/', {}),
    ],
    [
      'a legacy key where OAuth is required + invalid body',
      401,
      async () => (await clinic.legacyCaller()).post('/user/', {}),
    ],
    ['too many requests + an unknown record', 429, async () => (await givenThrottled('client.retrieve')).get(unknown)],
    [
      'too many requests + an unknown record + malformed JSON',
      429,
      async () => (await givenThrottled('client.patch')).send('PATCH', unknown, malformed),
    ],
    [
      'too many requests + an unknown filter',
      429,
      async () => (await givenThrottled('client.list')).get('/client/?bogus'),
    ],
    ['an unknown record + invalid body', 404, () => caller.patch(unknown, { country: 'XX' })],
    ['an unknown record + malformed JSON', 404, () => caller.send('PATCH', unknown, malformed)],
    [
      'an unknown record + a content type nobody reads',
      404,
      () => caller.send('PATCH', unknown, { body: 'x', headers: { 'content-type': 'text/csv' } }),
    ],
    [
      'an unknown record + a body that is too large',
      404,
      () => caller.send('PATCH', unknown, { body: 'x'.repeat(2_097_153), headers: json }),
    ],
    ['an unknown parent + malformed JSON', 404, () => caller.send('POST', '/patient/999999999/weight/', malformed)],
    ['a record + malformed JSON', 400, () => caller.send('PATCH', client, malformed)],
  ]
  test.each(rows)('%s: %i', async (_what, status, ask) => {
    const answer = await ask()
    expect([answer.status, Object.keys(answer.body)]).toEqual([
      status,
      [status === 400 ? 'non_field_errors' : 'detail'],
    ])
  })

  test('scope is named before permission, and permission before the kind of credential', async () => {
    expect((await (await clinic.caller({ scopes: ['wholesaler'] })).get('/client/')).body.detail).toContain(
      'scope "restapi"',
    )
    expect((await (await clinic.legacyCaller({})).post('/user/', {})).body.detail).toContain(
      'Settings: Users and permissions (write)',
    )
  })

  test('a legacy key where OAuth is required is 401 even when the window is full; a refusal does not fill it', async () => {
    const application = await clinic.givenApplication()
    const bearer = clinic.as(`Bearer ${await clinic.tokenOf(application)}`)
    const { key } = await clinic.within(async (tx) => {
      const { createLegacyKey } = await import('../../src/domain/identity/legacy-keys.ts')
      return createLegacyKey(tx, application.id)
    })
    const legacy = clinic.as(`Token ${key}`)
    for (let times = 0; times < 3; times++) expect((await legacy.post('/user/', {})).status).toBe(401)
    const first = await bearer.post('/user/', {})
    expect([first.status, first.headers.get('ratelimit')]).toEqual([400, expect.stringContaining('r=299;')])
    await exhaust(application.id, 'user.create')
    await rates.spend({ bucket: `${clinic.id}:application:${application.id}:user.create`, limit: 300, weight: 299 })
    expect((await bearer.post('/user/', {})).status).toBe(429)
    expect((await legacy.post('/user/', {})).status).toBe(401)
  })

  test('another application’s record + invalid body: 403, and an unknown one 404', async () => {
    const scoped = { ...everything, scopes: ['restapi', 'wholesaler'] }
    const [owner, other] = [await clinic.caller(scoped), await clinic.caller(scoped)]
    const { body } = await owner.post('/available_wholesaler/', {
      name: 'W',
      webhook_callback_url: 'https://hooks.example/x',
      verification_salt: 'x'.repeat(32),
    })
    const path = `/available_wholesaler/${body.id}/`
    expect((await other.send('PATCH', path, malformed)).status).toBe(403)
    expect((await other.send('PATCH', '/available_wholesaler/999999999/', malformed)).status).toBe(404)
    expect((await owner.send('PATCH', path, malformed)).status).toBe(400)
  })
})

describe('hostile requests', () => {
  const post = (body: string, contentType = 'application/json', more: RequestOptions = {}) =>
    caller.post('/client/', body, { headers: { 'content-type': contentType, ...more.headers } })
  const formType = 'application/x-www-form-urlencoded'
  const open = async () => {
    const { port } = new URL(api.publicUrl)
    const socket = connectTo(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    return socket
  }
  const head = (length: string, more = '') =>
    `POST /${clinic.id}/api/0.1/client/ HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n${length}\r\n${more}\r\n`
  /** Everything the server sends until it closes the connection, or pauses after it has begun. */
  const heard = async (socket: Socket) => {
    let text = ''
    socket.on('data', (data) => (text += data.toString()))
    socket.on('error', () => {})
    await Promise.race([once(socket, 'close'), once(socket, 'data').then(() => sleep(1_500))])
    socket.destroy()
    return text
  }

  test.each(['%zz', '%', '%ED%A0%80', '%FF', 'client/%00', '%00', 'client/%c3%28'])(
    'the address %s is malformed, in every rendering',
    async (path) => {
      for (const [accept, type] of [
        ['*/*', 'application/json'],
        ['application/json', 'application/json'],
        ['application/problem+json', 'application/problem+json'],
        ['text/html', ''],
        ['text/*;q=0.1, nonsense', ''],
      ] as const) {
        const { status, headers } = await caller.get(`/${path}/`, { headers: { accept } })
        expect([accept, status]).toEqual([accept, 400])
        expect(headers.get('x-request-id')).toMatch(uuid)
        expect(headers.get('content-type')).toContain(type)
      }
    },
  )

  test.each(['(', '*', ':x', '::', '[', '{id}', 'a(b', '..%2f..%2fclient', 'a'.repeat(3_000), '%E2%80%AE'])(
    'the address %.20s has nothing',
    async (path) => {
      for (const at of [`/${path}`, `/${path}/`, `/client/${path}/`, `/client/${path}`])
        expect([400, 404, 414]).toContain((await caller.get(at)).status)
    },
  )

  test('NUL and lone surrogates are refused in bodies and queries', async () => {
    expect((await caller.post('/client/', { lastname: 'a\0b' })).body).toEqual({
      lastname: ['Null characters are not allowed.'],
    })
    for (const [escaped, code] of [
      ['\\u0000', 'null_characters_not_allowed'],
      ['\\ud800', 'invalid'],
      ['\\udc00\\ud800', 'invalid'],
    ]) {
      const refused = await post(`{"lastname":"${escaped}","tags_rel":["${escaped}"]}`, undefined, asProblem)
      expect(codesOf(refused)).toEqual({ lastname: code, tags_rel: code })
    }
    const unreadable = { non_field_errors: 'parse_error' }
    const cases: readonly [encoded: string, inQuery: object, inForm: object, asName: object][] = [
      ['%00', { lastname__icontains: 'invalid' }, { lastname: 'null_characters_not_allowed' }, { '\0': 'unknown' }],
      ['%ED%A0%80', unreadable, unreadable, unreadable],
      ['%FF', unreadable, unreadable, unreadable],
      ['%C3%28', unreadable, unreadable, unreadable],
    ]
    for (const [encoded, ...expected] of cases) {
      const refused = [
        await caller.get(`/client/?lastname__icontains=${encoded}`, asProblem),
        await post(`lastname=a${encoded}`, formType, asProblem),
        await caller.get(`/client/?${encoded}=1`, asProblem),
      ]
      expect([encoded, ...refused.map(codesOf)]).toEqual([encoded, ...expected])
    }
    const latin = new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xe4, 0x22, 0x7d])
    const raw = await fetch(`${clinic.base}/client/`, {
      method: 'POST',
      body: latin,
      headers: { ...json, authorization: `Bearer ${token}` },
    })
    expect([raw.status, await raw.json()]).toEqual([400, { non_field_errors: ['The body is not valid UTF-8.'] }])
    expect((await caller.get('/client/?lastname__icontains=100%')).status).toBe(200)
  })

  test.each(['{', '{"a":}', '[', 'nonsense', '{"lastname":"a"}}', "{'lastname':'a'}", '\u0000', '{"a":1,}'])(
    'the body %j is not JSON',
    async (body) => {
      expect((await post(body)).body).toEqual({ non_field_errors: ['JSON parse error - the body is not valid JSON.'] })
      expect(codesOf(await post(body, undefined, asProblem))).toEqual({ non_field_errors: 'parse_error' })
    },
  )

  test.each(['[]', '"text"', '5', 'null', 'true', '[{"lastname":"a"}]'])('the body %j has no fields', async (body) => {
    expect((await post(body)).body).toEqual({ non_field_errors: ['Expected an object with the fields by name.'] })
    expect(codesOf(await post(body, undefined, asProblem))).toEqual({ non_field_errors: 'not_an_object' })
  })

  test.each([
    ['arrays', `{"lastname":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['objects', `{"lastname":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`],
    ['arrays that never close', '['.repeat(2_000_000)],
  ])('a hundred thousand nested %s are refused at once', async (_what, body) => {
    const answer = await post(body, undefined, asProblem)
    expect(codesOf(answer)).toEqual({ non_field_errors: 'parse_error' })
    expect(answer.body.errors.non_field_errors[0].message).toContain('nested deeper')
  })

  test('a form of a million fields, alike or not, is answered at once', async () => {
    const fields = Array.from({ length: 180_000 }, (_, index) => `k${index}=`).join('&')
    for (const body of ['a=&'.repeat(690_000), fields, 'lastname=a&'.repeat(190_000)])
      expect(codesOf(await post(body, formType, asProblem))).toEqual({ non_field_errors: 'max_items' })
  })

  test('the last of duplicate names counts; names of the prototype are unknown fields', async () => {
    const answer = await post(
      '{"lastname":"First","lastname":"Last","__proto__":{"archived":true},"constructor":{"prototype":{"archived":true}},"toString":"x","hasOwnProperty":1}',
    )
    expect(answer.body).toMatchObject({ lastname: 'Last', archived: false })
    const form = await post(
      '__proto__=x&constructor=y&lastname=Form&hasOwnProperty=z',
      'application/x-www-form-urlencoded',
    )
    expect(form.body).toMatchObject({ lastname: 'Form', archived: false })
    for (const name of ['__proto__', 'constructor', 'toString'])
      expect(Object.keys((await caller.get(`/client/?${name}=1`)).body)).toEqual([name])
    expect('archived' in {}).toBe(false)
  })

  test.each(['text/plain', 'application/xml', 'application/json-seq', ';;', 'json', 'a/b;c=d', 'application/', '/'])(
    'the content type %j is not read',
    async (contentType) => {
      const answer = await post('{"lastname":"a"}', contentType)
      expect([answer.status, answer.body.detail]).toEqual([415, expect.stringContaining('application/json')])
    },
  )

  test.each([
    'multipart/form-data',
    'multipart/form-data; boundary',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    'multipart/form-data; boundary="',
    `multipart/form-data; boundary=${'b'.repeat(500)}`,
    'multipart/form-data; boundary=x',
    'multipart/form-data; boundary=\tx',
  ])('%.60s around something else is malformed', async (contentType) => {
    const headers = { 'content-type': contentType, ...asProblem.headers }
    const answer = await caller.post('/client/', '--x\r\nnonsense', { headers })
    expect(codesOf(answer)).toEqual({ non_field_errors: 'parse_error' })
  })

  test('a body may have 2 MiB and no more, announced or not', async () => {
    const filler = 'x'.repeat(2 * 1024 * 1024 - '{"lastname":"a","remarks":""}'.length)
    const headers = { ...json, ...asProblem.headers }
    const largest = await caller.post('/client/', `{"lastname":"a","remarks":"${filler}"}`, { headers })
    expect(codesOf(largest)).toEqual({ remarks: 'max_length' })
    const larger = await post(`{"lastname":"a","remarks":"${filler}x"}`)
    expect([larger.status, larger.body.detail]).toEqual([413, expect.stringContaining('2097152')])

    const socket = await open()
    const answer = heard(socket)
    socket.write(head('transfer-encoding: chunked'))
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    for (let sent = 0; sent < 64 && socket.writable; sent++) {
      socket.write(chunk)
      await sleep(2)
    }
    if (socket.writable) socket.write('0\r\n\r\n')
    expect(await answer).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('clients that disconnect, stop halfway or send too little do no harm', async () => {
    for (const leave of [(socket: Socket) => socket.destroy(), (socket: Socket) => socket.resetAndDestroy()]) {
      const socket = await open()
      socket.write(`${head('content-length: 1000')}{"lastname":"Half`)
      await sleep(20)
      leave(socket)
    }
    const socket = await open()
    const answer = heard(socket)
    socket.end(`${head('content-length: 1000')}{"lastname":"Half`)
    expect(await answer).toMatch(/^(HTTP\/1\.1 400 |$)/)
    expect((await caller.get('/client/?lastname__is=Half')).body.count).toBe(0)
  })

  test('slow clients do not delay others', async () => {
    const sockets = await Promise.all(Array.from({ length: 15 }, open))
    let answered = 0
    for (const socket of sockets) {
      socket.once('data', () => answered++)
      socket.write(`${head('content-length: 1000')}{`)
    }
    expect((await caller.patch(client, { remarks: 'quick' })).status).toBe(200)
    expect(answered).toBe(0)
    for (const socket of sockets) socket.destroy()
  })

  test.each([
    ['no HTTP', 'nonsense\r\n\r\n', 400],
    ['an unknown method', 'FOO / HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['headers of 20 kB', `GET / HTTP/1.1\r\nhost: x\r\na: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 400],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      400,
    ],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ])('%s is answered on the wire', async (_what, request, status) => {
    const socket = await open()
    const answer = heard(socket)
    socket.write(request)
    expect(await answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  })

  test('a method of other protocols is not allowed', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'LINK']) {
      const socket = await open()
      const answer = heard(socket)
      socket.write(
        `${method} /${clinic.id}/api/0.1/client/ HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n\r\n`,
      )
      expect(await answer).toMatch(/^HTTP\/1\.1 405 [^]*"detail":"Method [A-Z]+ is not allowed/)
    }
  })

  test('none of these requests logged a server error', () => {
    const faults = api
      .logged()
      .split('\n')
      .filter((line) => /answered 50[03]/.test(line))
    expect(faults).toEqual([])
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { operations } from '../../src/app/resources.ts'
import { rateWindows } from '../../src/rates/rate-windows.ts'
import { useClinic, type ApiClient, type RequestOptions, type TestResponse } from '../support/api.ts'
import { done, givenInvoiceOver, givenPrepayment } from '../support/billing.ts'
import {
  asProblem,
  codesOf,
  givenClient,
  givenConsultation,
  givenItem,
  givenUser,
  idsIn,
  species,
} from '../support/clinic.ts'
import { useSuperuser } from '../support/database.ts'
import { contentsOf, waitForLock } from '../support/writes.ts'

const { api, clinic, caller } = await useClinic()
const administrator = await useSuperuser(api)
const rates = await rateWindows({ redisUrl: api.options.redisUrl, prefix: api.options.redisPrefix, processes: 1 })
afterAll(() => rates.close())

type Entry = {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly [member: string]: unknown
}

const compose = (entries: readonly unknown[], options: RequestOptions = {}, as: ApiClient = caller) =>
  as.post('/composite/', { entries }, options)
const composed = async (...entries: readonly Entry[]) => (await done(compose(entries))).entries
const aName = () => `N${randomUUID()}`
const clientsNamed = async (lastname: string) => idsIn(await caller.get(`/client/?lastname__is=${lastname}`))
const newClient = (lastname = aName(), name = 'client'): Entry => ({
  name,
  method: 'POST',
  path: '/client/',
  body: { lastname },
})
const to = (entry: string, field = 'url') => ({ $entry: entry, field })
const dog = (client: unknown, name = 'dog'): Entry => ({
  name,
  method: 'POST',
  path: '/patient/',
  body: { client, name: 'Rex', species: species('DOG') },
})
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
const pathOf = (url: string) => new URL(url).pathname.replace(/^.*\/0\.1/, '')

/** What was refused, and of which entry. */
const refusalIn = ({ status, headers, body }: TestResponse) => {
  expect(headers.get('content-type')).toContain('application/problem+json')
  return { status, code: body.code, entry: body.entry, errors: body.errors }
}

describe('[decision-73] a composite', () => {
  it('carries out all entries in order, and shows each as it is at the end', async () => {
    const [client, patient, phone, visit] = await composed(
      newClient('Virtanen'),
      dog(to('client')),
      {
        name: 'phone',
        method: 'POST',
        path: '/phonenumber/',
        body: { client: to('client'), phone_number: '040 123 4567', type_code: 1 },
      },
      {
        name: 'visit',
        method: 'POST',
        path: '/consultation/',
        body: { client: to('client'), patients: [to('dog')], type: 1 },
      },
    )
    expect([client, patient, phone, visit]).toMatchObject([
      { name: 'client', status: 201, location: client.body.url, body: { lastname: 'Virtanen' } },
      { name: 'dog', status: 201, location: patient.body.url, body: { client: client.body.url } },
      { name: 'phone', status: 201 },
      { name: 'visit', status: 201, body: { client: client.body.url, patients: [patient.body.url] } },
    ])
    // The client is shown with the phone number that a later entry added, and the stamp of the commit.
    for (const { location, etag, body } of [client, patient, phone, visit]) {
      const now = await caller.get(location)
      expect([now.body, now.headers.get('etag')]).toEqual([body, etag])
    }
    expect(client.body.phone_numbers).toHaveLength(1)
    expect(new Set([client, patient, phone, visit].map(({ body }) => body.modified))).toHaveLength(1)
  })

  it('keeps nothing if one entry is refused, and says which, as the entry alone would', async () => {
    const lastname = aName()
    const before = await contentsOf(administrator)
    const wrong = { ...dog(to('client')), body: { client: to('client'), weight: 'heavy' } }
    const refused = refusalIn(await compose([newClient(lastname), wrong, newClient(aName(), 'other')]))
    expect(refused).toEqual({
      status: 400,
      code: 'invalid',
      entry: 'dog',
      errors: { weight: [{ message: expect.any(String), code: 'invalid' }] },
    })
    expect(await clientsNamed(lastname)).toEqual([])
    expect(await contentsOf(administrator)).toEqual(before)
  })

  it.each([
    ['not found', { method: 'PATCH', path: '/client/999999999/', body: { city: 'Oulu' } }, 404, 'not_found'],
    ['an unknown parameter', { method: 'POST', path: '/client/?nonsense=1', body: { lastname: 'A' } }, 400, 'invalid'],
    ['no If-Match', { method: 'PATCH', path: '/client/1/', body: {}, if_match: 'stale' }, 400, 'invalid'],
  ])('says which entry is %s', async (_what, entry, status, code) => {
    const refused = refusalIn(await compose([newClient(), { name: 'second', ...entry }]))
    expect(refused).toMatchObject({ status, code, entry: 'second' })
  })

  it('names the entry that another record is in the way of', async () => {
    const { email } = await givenUser(caller)
    const user = { method: 'POST', path: '/user/', body: { last_name: 'Twin', email } }
    const refused = refusalIn(await compose([newClient(), { name: 'twin', ...user }]))
    expect(refused).toMatchObject({ status: 400, entry: 'twin', errors: { email: [{ code: 'unique' }] } })
  })

  it('is one request in the audit trail, and every entry an event of its own', async () => {
    const answer = await compose([newClient(), dog(to('client'))])
    const { rows } = await administrator.query(
      `select resource, action from auditevent where request = $1 order by sequence`,
      [answer.headers.get('x-request-id')],
    )
    expect(rows).toEqual(
      expect.arrayContaining([
        { resource: 'client', action: 'create' },
        { resource: 'patient', action: 'create' },
      ]),
    )
  })

  it('shows the status alone of a record that a later entry removed', async () => {
    const visit = await givenConsultation(caller)
    const [note, removed] = await composed(
      {
        name: 'note',
        method: 'POST',
        path: `/consultation/${visit.id}/consultationnote/`,
        body: { patient: visit.patients[0], text: 'Hello', type: 0 },
      },
      { name: 'removed', method: 'DELETE', path: '/consultationnote/{note.id}/' },
    )
    expect([note, removed]).toEqual([
      { name: 'note', status: 201 },
      { name: 'removed', status: 204 },
    ])
  })

  it('is refused if its answer would be larger than 2 MiB, and then nothing is done', async () => {
    const visit = await givenConsultation(caller)
    const text = 'x'.repeat(60_000)
    const note = await done(
      caller.post(`/consultation/${visit.id}/consultationnote/`, { patient: visit.patients[0], text, type: 0 }),
    )
    const change = (number: number) => ({
      name: `change${number}`,
      method: 'PATCH',
      path: `/consultationnote/${note.id}/`,
      body: { type: 1 },
    })
    const refused = await compose(
      Array.from({ length: 50 }, (_, number) => change(number)),
      asProblem,
    )
    expect([refused.status, refused.body.code]).toEqual([413, 'answer_too_large'])
    expect((await caller.get(note.url)).body).toEqual(note)
  })
})

describe('[decision-73] the entries', () => {
  it.each<[string, unknown, Readonly<Record<string, string>>]>([
    ['none', [], { entries: 'empty' }],
    ['no list', 'all', { entries: 'not_a_list' }],
    ['too many', Array.from({ length: 51 }, (_, number) => newClient('A', `c${number}`)), { entries: 'max_items' }],
    ['no object', [1], { 'entries.0': 'not_an_object' }],
    ['no name', [{ method: 'POST', path: '/client/' }], { 'entries.0.name': 'required' }],
    ['an impossible name', [newClient('A', 'a.b')], { 'entries.0.name': 'invalid' }],
    ['a name twice', [newClient(), newClient()], { 'entries.1.name': 'repeated' }],
    ['no method', [{ name: 'a', path: '/client/' }], { 'entries.0.method': 'required' }],
    ['an unknown method', [{ name: 'a', method: 'MOVE', path: '/client/' }], { 'entries.0.method': 'invalid_choice' }],
    ['a read', [{ name: 'a', method: 'GET', path: '/client/' }], { 'entries.0.method': 'not_in_composite' }],
    ['no path', [{ name: 'a', method: 'POST' }], { 'entries.0.path': 'required' }],
    ['a path without its slash', [{ name: 'a', method: 'POST', path: 'client/' }], { 'entries.0.path': 'invalid' }],
    ['an unknown path', [{ name: 'a', method: 'POST', path: '/nothing/' }], { 'entries.0.path': 'unknown' }],
    ['an address', [{ name: 'a', method: 'POST', path: `${clinic.base}/client/` }], { 'entries.0.path': 'invalid' }],
    ['another method', [{ name: 'a', method: 'DELETE', path: '/client/' }], { 'entries.0.path': 'unknown' }],
    ['a key of its own', [{ ...newClient(), idempotency_key: 'k' }], { 'entries.0.idempotency_key': 'unknown' }],
    ['a preference of its own', [{ ...newClient(), prefer: 'dry-run' }], { 'entries.0.prefer': 'unknown' }],
    ['headers', [{ ...newClient(), headers: {} }], { 'entries.0.headers': 'unknown' }],
    ['a prototype', [{ ...newClient(), ['__proto__']: {} }], { 'entries.0.__proto__': 'unknown' }],
    ['if_match of a POST', [{ ...newClient(), if_match: '"1"' }], { 'entries.0.if_match': 'invalid' }],
    [
      'if_match as a number',
      [{ name: 'a', method: 'DELETE', path: '/item/1/', if_match: 1 }],
      { 'entries.0.if_match': 'invalid' },
    ],
    [
      'another composite',
      [{ name: 'a', method: 'POST', path: '/composite/' }],
      { 'entries.0.path': 'not_in_composite' },
    ],
  ])('are refused: %s', async (_what, entries, codes) => {
    expect(codesOf(await caller.post('/composite/', { entries }, asProblem))).toEqual(codes)
  })

  it('are JSON', async () => {
    const sent = await caller.send('POST', '/composite/', { body: new URLSearchParams({ entries: '[]' }) })
    expect(sent.status).toBe(400)
    expect(codesOf(await caller.post('/composite/', undefined, asProblem))).toEqual({ entries: 'required' })
  })

  it('are refused with everything that is wrong with them', async () => {
    const wrong = [{ name: '', method: 'GET', path: '/nothing/' }, newClient(), dog(to('nobody'))]
    expect(codesOf(await compose(wrong, asProblem))).toEqual({
      'entries.0.name': 'invalid',
      'entries.0.method': 'not_in_composite',
      'entries.0.path': 'unknown',
      'entries.2.body.client': 'does_not_exist',
    })
  })
})

describe('[decision-73] a reference', () => {
  it('names the id, the URL or a link of an earlier entry, in a body and in a path', async () => {
    const item = await givenItem(caller)
    const department = clinic.url('department', clinic.department)
    const [sale, , closed, payment] = await composed(
      { name: 'sale', method: 'POST', path: '/countersale/', body: { department } },
      {
        name: 'row',
        method: 'POST',
        path: '/countersale/{sale.id}/add_item/',
        body: { item: item.url, quantity: '1' },
      },
      { name: 'closed', method: 'POST', path: '/countersale/{sale.id}/finalize/' },
      {
        name: 'payment',
        method: 'POST',
        path: '/invoicepayment/',
        body: { invoice: to('closed', 'invoice'), payment_type: 1, paid: '12.40' },
      },
    )
    expect(sale.body.invoice).toBe(closed.body.invoice)
    expect(payment.body.invoice).toBe(closed.body.invoice)
    const [client, , changed] = await composed(newClient(), dog(to('client')), {
      name: 'changed',
      method: 'PATCH',
      path: '/client/{dog.client}/',
      body: { city: 'Oulu' },
    })
    expect(changed.body).toMatchObject({ id: client.body.id, city: 'Oulu' })
  })

  it.each<[string, readonly Entry[], Readonly<Record<string, string>>]>([
    ['an unknown entry', [dog(to('nobody'))], { 'entries.0.body.client': 'does_not_exist' }],
    ['a later entry', [dog(to('client')), newClient()], { 'entries.0.body.client': 'does_not_exist' }],
    ['itself', [dog(to('dog'))], { 'entries.0.body.client': 'does_not_exist' }],
    ['a field that is no link', [newClient(), dog(to('client', 'lastname'))], { 'entries.1.body.client': 'unknown' }],
    ['a time of change', [newClient(), dog(to('client', 'modified'))], { 'entries.1.body.client': 'unknown' }],
    ['a list of links', [newClient(), dog(to('client', 'patients'))], { 'entries.1.body.client': 'unknown' }],
    ['an inherited name', [newClient(), dog(to('client', 'constructor'))], { 'entries.1.body.client': 'unknown' }],
    ['more than it may', [newClient(), dog({ ...to('client'), more: 1 })], { 'entries.1.body.client': 'invalid' }],
    ['no field', [newClient(), dog({ $entry: 'client' })], { 'entries.1.body.client': 'invalid' }],
    [
      'an unknown entry, in a path',
      [{ name: 'a', method: 'PATCH', path: '/client/{nobody.id}/', body: {} }],
      { 'entries.0.path': 'does_not_exist' },
    ],
    [
      'a URL, in a path',
      [newClient(), { name: 'a', method: 'PATCH', path: '/client/{client.url}/', body: {} }],
      { 'entries.1.path': 'unknown' },
    ],
    [
      'the id of another kind of record, in a path',
      [newClient(), { name: 'a', method: 'PATCH', path: '/patient/{client.id}/', body: {} }],
      { 'entries.1.path': 'incorrect_type' },
    ],
    [
      'an id outside the place of one',
      [newClient(), { name: 'a', method: 'POST', path: '/{client.id}/', body: {} }],
      { 'entries.1.path': 'unknown' },
    ],
  ])('is refused: %s', async (_what, entries, codes) => {
    const before = await contentsOf(administrator)
    expect(codesOf(await compose(entries, asProblem))).toEqual(codes)
    expect(await contentsOf(administrator)).toEqual(before)
  })

  it('to an amount is refused', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '10.00')
    const changed = { name: 'invoice', method: 'PATCH', path: pathOf(invoice.url), body: {} }
    const paid = { invoice: invoice.url, payment_type: 1, paid: to('invoice', 'due_sum') }
    const entries = [changed, { name: 'payment', method: 'POST', path: '/invoicepayment/', body: paid }]
    expect(codesOf(await compose(entries, asProblem))).toEqual({ 'entries.1.body.paid': 'unknown' })
  })

  it('to a link that is null is an error of the place where it stands', async () => {
    const other = dog(to('client', 'invoicing_client'))
    const refused = refusalIn(await compose([newClient(), other]))
    expect(refused).toMatchObject({ status: 400, entry: 'dog', errors: { client: [{ code: 'does_not_exist' }] } })
    const inPath = { name: 'payer', method: 'PATCH', path: '/client/{client.invoicing_client}/', body: {} }
    expect(refusalIn(await compose([newClient(), inPath]))).toMatchObject({
      status: 400,
      entry: 'payer',
      errors: { non_field_errors: [{ code: 'does_not_exist' }] },
    })
  })

  it('to a record of the wrong kind is refused as any link of the wrong kind', async () => {
    const animal = { ...dog(to('client')), name: 'first' }
    const refused = refusalIn(await compose([newClient(), animal, dog(to('first'))]))
    expect(refused).toMatchObject({ status: 400, entry: 'dog', errors: { client: [{ code: 'does_not_exist' }] } })
  })

  it('cannot be typed: text that looks like one is stored as it is', async () => {
    const texts = ['{"$entry":"client","field":"url"}', '{client.id}', '{"$entry": "client"}', '$entry', '{nobody.url}']
    const [, ...written] = await composed(
      newClient(),
      ...texts.map((lastname, number) => newClient(lastname, `client${number}`)),
    )
    expect(written.map(({ body }: Entry) => (body as { lastname: string }).lastname)).toEqual(texts)
  })
})

describe('[decision-73] each entry is judged as if it were sent alone', () => {
  it('by its permission, before anything is done; the refusal is recorded under its own operation', async () => {
    const nurse = await clinic.caller({ write: ['General: Patients and clients'] })
    const lastname = aName()
    const item = { name: 'group', method: 'POST', path: '/vatgroup/', body: { title: 'VAT', percentage: '24.00' } }
    const answer = await compose([newClient(lastname), item], {}, nurse)
    expect(refusalIn(answer)).toMatchObject({ status: 403, code: 'permission_denied', entry: 'group' })
    expect(answer.body.detail).toContain('Settings: Items (write)')
    expect(await clientsNamed(lastname)).toEqual([])
    const { rows } = await administrator.query(`select details from security_event where request = $1`, [
      answer.headers.get('x-request-id'),
    ])
    expect(rows).toEqual([{ details: { operation: 'vatgroup.create' } }])
    expect((await compose([newClient(lastname)], {}, nurse)).status).toBe(200)
  })

  it('by its kind of credential', async () => {
    const group = { name: 'group', method: 'POST', path: '/permissiongroup/', body: { name: aName() } }
    const legacy = await clinic.legacyCaller()
    expect(refusalIn(await compose([newClient(), group], {}, legacy))).toMatchObject({ status: 401, entry: 'group' })
    const mine = { name: 'mine', method: 'PATCH', path: '/me/preferences/', body: { preferences: {} } }
    expect(refusalIn(await compose([newClient(), mine]))).toMatchObject({ status: 403, entry: 'mine' })
  })

  it('by the version that its record had before the composite', async () => {
    const client = await givenClient(caller)
    const etag = (await caller.get(client.url)).headers.get('etag')!
    const change = (name: string, body: object, if_match = etag) => ({
      name,
      method: 'PATCH',
      path: `/client/${client.id}/`,
      body,
      if_match,
    })
    const both = await composed(change('city', { city: 'Oulu' }), change('name', { firstname: 'Aino' }))
    expect(both.map(({ status }: TestResponse) => status)).toEqual([200, 200])
    const again = await compose([newClient(), change('city', { city: 'Turku' })])
    expect(refusalIn(again)).toMatchObject({ status: 412, code: 'precondition_failed', entry: 'city' })
    expect((await caller.get(client.url)).body).toMatchObject({ city: 'Oulu', firstname: 'Aino' })
    const now = both[1].etag
    expect((await compose([change('city', { city: 'Turku' }, now)])).status).toBe(200)
  })
})

describe('[decision-73] rates', () => {
  const givenCounted = async () => {
    const application = await clinic.givenApplication()
    const as = clinic.as(`Bearer ${await clinic.tokenOf(application)}`)
    const rateOf = (action: string) => operations.find(({ name }) => name === action)!.rate
    const bucketOf = (action: string) => `${clinic.id}:application:${application.id}:${action}`
    const left = async (action: string) => {
      const { remaining } = await rates.peek({ bucket: bucketOf(action), limit: rateOf(action), weight: 1 })
      return rateOf(action) - remaining
    }
    return {
      as,
      spent: async () => [await left('composite.create'), await left('client.create'), await left('patient.create')],
      fill: (action: string, leave = 0) =>
        rates.spend({ bucket: bucketOf(action), limit: rateOf(action), weight: rateOf(action) - leave }),
    }
  }

  it('count the composite once, and each entry in the window of its own route', async () => {
    const { as, spent } = await givenCounted()
    const entries = [newClient(), newClient(aName(), 'other'), dog(to('client'))]
    const answer = await compose(entries, {}, as)
    expect([answer.status, answer.headers.get('x-ratelimit-weight')]).toEqual([200, '1'])
    expect(await spent()).toEqual([1, 2, 1])
    await compose(entries, { headers: { prefer: 'dry-run' } }, as)
    expect(await spent()).toEqual([2, 4, 2])
    const key = keyed(randomUUID())
    await compose(entries, key, as)
    await compose(entries, key, as)
    expect(await spent()).toEqual([4, 8, 4])
  })

  it('refuse all of it if one window is full, and then count nothing', async () => {
    const { as, spent, fill } = await givenCounted()
    await fill('client.create', 1)
    const lastname = aName()
    const refused = await compose([newClient(lastname), newClient(lastname, 'other'), dog(to('client'))], {}, as)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
    expect(await spent()).toEqual([0, 299, 0])
    expect(await clientsNamed(lastname)).toEqual([])
    expect((await compose([newClient(lastname)], {}, as)).status).toBe(200)
  })

  it('count what is malformed or not allowed as one composite', async () => {
    const { as, spent, fill } = await givenCounted()
    expect((await compose([newClient(), newClient()], {}, as)).status).toBe(400)
    expect(await spent()).toEqual([1, 0, 0])
    await fill('composite.create', 1)
    expect((await compose([newClient()], {}, as)).status).toBe(429)
    expect(await spent()).toEqual([100, 0, 0])
  })
})

describe('[decision-73] a composite that is sent again', () => {
  it('with its key has one effect and one answer, byte for byte', async () => {
    const key = keyed(randomUUID())
    const lastname = aName()
    const entries = [newClient(lastname), dog(to('client'))]
    const first = await compose(entries, key)
    const before = await contentsOf(administrator)
    const again = await compose(entries, key)
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([200, first.text, 'true'])
    expect(await contentsOf(administrator)).toEqual(before)
    expect(await clientsNamed(lastname)).toHaveLength(1)
    expect((await compose([newClient(lastname)], key)).status).toBe(422)
  })

  it('after a refusal is carried out: a refusal keeps nothing, not even its key', async () => {
    const key = keyed(randomUUID())
    const client = await givenClient(caller)
    const entries = [
      { name: 'dog', method: 'POST', path: '/patient/', body: { client: client.url, name: 'Rex', species: 9_999 } },
    ]
    expect((await compose(entries, key)).status).toBe(400)
    expect((await compose([newClient()], key)).status).toBe(200)
  })

  it('as a dry run shows everything and keeps nothing', async () => {
    const lastname = aName()
    const before = await contentsOf(administrator)
    const dry = await compose([newClient(lastname), dog(to('client'))], { headers: { prefer: 'dry-run' } })
    expect([dry.status, dry.headers.get('preference-applied')]).toEqual([200, 'dry-run'])
    expect(dry.body.entries[1].body.client).toBe(dry.body.entries[0].body.url)
    expect(await contentsOf(administrator)).toEqual(before)
  })
})

describe('[decision-73] locks', () => {
  /** Sends a composite whose last entry waits for a record that somebody else holds. */
  const waitingAtTheEnd = async (entries: readonly Entry[]) => {
    const held = await givenClient(caller)
    await administrator.query('begin')
    onTestFinished(async () => void (await administrator.query('rollback')))
    await administrator.query('select from client where id = $1 for update', [held.id])
    const last = { name: 'last', method: 'PATCH', path: `/client/${held.id}/`, body: { city: 'Oulu' } }
    const sent = compose([...entries, last])
    await waitForLock(administrator, 'transactionid')
    return { sent }
  }

  it('the organisation’s is the last one: others write while a composite waits, whatever it has done', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '100.00', { client: (await givenClient(caller)).url })
    const prepayment = await givenPrepayment(caller, clinic, { client: invoice.client })
    const { sent } = await waitingAtTheEnd([
      newClient(),
      {
        name: 'apply',
        method: 'POST',
        path: `/unallocatedpayment/${prepayment.id}/apply/`,
        body: { invoice: invoice.url, amount: '40.00' },
      },
      {
        name: 'payment',
        method: 'POST',
        path: '/invoicepayment/',
        body: { invoice: invoice.url, payment_type: 1, paid: '60.00' },
      },
    ])
    const meanwhile = await done(caller.post('/client/', { lastname: aName() }))
    await administrator.query('commit')
    const { entries } = await done(sent)
    expect(entries.map(({ status }: TestResponse) => status)).toEqual([201, 200, 201, 200])
    const settled = (await caller.get(invoice.url)).body
    expect(settled).toMatchObject({ due_sum: '0.00' })
    // Whoever wrote meanwhile was first: the composite is stamped at its end.
    expect(settled.modified > meanwhile.modified).toBe(true)
  })

  it('in opposite order are a deadlock, which is run again', async () => {
    const clients = [await givenClient(caller), await givenClient(caller)]
    const change = (order: readonly { readonly id: number }[], city: string) =>
      compose(order.map(({ id }) => ({ name: `c${id}`, method: 'PATCH', path: `/client/${id}/`, body: { city } })))
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        change(clients, `A${round}`),
        change(clients.toReversed(), `B${round}`),
        change(clients, `C${round}`),
        change(clients.toReversed(), `D${round}`),
      ])
      for (const { status } of answers) expect([200, 503]).toContain(status)
      const cities = await Promise.all(clients.map(async ({ url }) => (await caller.get(url)).body.city))
      expect(new Set(cities)).toHaveLength(1)
    }
  })
})

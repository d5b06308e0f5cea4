// @module-tag waits
import { setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { connect } from '../../src/db/pool.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { deleteExpired } from '../../src/worker/expired-records.ts'
import { everythingAndWholesaler, useClinic, type TestResponse, type RequestOptions } from '../support/api.ts'
import {
  asProblem,
  codesOf,
  givenClient,
  givenRegistration,
  idsIn,
  statusesOf,
  twentyAtOnce,
} from '../support/clinic.ts'
import { useSuperuser } from '../support/database.ts'
import { fill } from '../support/samples/fill.ts'
import { carryOut, contentsOf, requestFor, send, waitForLock, writes, type Request } from '../support/writes.ts'

const { api, clinic } = await useClinic()
// Some routes are for people only.
const caller = await clinic.userCaller(everythingAndWholesaler)
const administrator = await useSuperuser(api)
const have = await fill(clinic, caller)

const keyed = (key: string) => ({ 'idempotency-key': key })
const isReplay = ({ headers }: TestResponse) => headers.get('idempotency-replayed') === 'true'
const withoutSecret = (text: string) => text.replace(/,"(client_)?secret":"[^"]+"/, '')
const clientsNamed = async (lastname: string) => idsIn(await caller.get(`/client/?lastname__is=${lastname}`))
const aName = () => `N${randomUUID()}`

/** A secret that is sent is not made, and so not revealed. */
const withoutRevealed = ({ reveals }: Operation, request: Request): Request => {
  if (!reveals?.length || typeof request.body !== 'object') return request
  const kept = Object.entries(request.body ?? {}).filter(([name]) => !reveals.includes(name))
  return { ...request, body: Object.fromEntries(kept) }
}

/** What a form for the object store allows soon expires, so it is issued again and never replayed. */
const storedWrites = writes.filter(([, { name }]) => name !== 'wholesaler.catalog_upload_url')

describe('a write that is sent again with its key', () => {
  it.each(storedWrites)('%s has one effect and one answer', async (_name, operation) => {
    const request = withoutRevealed(operation, await requestFor(clinic, caller, operation, have))
    const key = keyed(randomUUID())
    // Of two invitations on their way only one is mailed.
    await administrator.query('update message set sent = now()')
    const untouched = await contentsOf(administrator)
    const first = await carryOut(caller, request, key)
    expect(isReplay(first)).toBe(false)
    const before = await contentsOf(administrator)
    expect({ ...before, idempotency_key: '' }).not.toEqual({ ...untouched, idempotency_key: '' })

    const again = await send(caller, request, key)
    expect([again.status, isReplay(again)]).toEqual([first.status, true])
    expect(again.text).toBe(withoutSecret(first.text))
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(await contentsOf(administrator)).toEqual(before)
    expect(operation.reveals?.length ?? 0).toBe(first.text === again.text ? 0 : 1)
  })

  it('would have two effects without the key', async () => {
    const request: Request = { method: 'POST', path: '/client/', body: { lastname: aName() } }
    await send(caller, request)
    const before = await contentsOf(administrator)
    expect(isReplay(await send(caller, request))).toBe(false)
    expect(await contentsOf(administrator)).not.toEqual(before)
  })

  it.each([
    ['POST', '/application/', () => ({ name: aName() })],
    ['POST', 'rotate_secret', () => undefined],
  ])('keeps no secret that %s %s shows once', async (method, where, body) => {
    const path = where === 'rotate_secret' ? `/application/${have.application}/rotate_secret/` : where
    const request = { method, path, body: body() }
    const key = randomUUID()
    const secret: string = (await send(caller, request, keyed(key))).body.client_secret
    expect(secret).toMatch(/^\S{20,}$/)
    expect((await send(caller, request, keyed(key))).body).not.toHaveProperty('client_secret')
    const { rows } = await administrator.query('select k::text as row from idempotency_key k where key = $1', [key])
    expect(rows).toHaveLength(1)
    expect(rows[0].row).not.toContain(secret)
  })

  it('gets the first response although the record has been changed or deleted since', async () => {
    const registration = await givenRegistration(caller)
    const [patch, remove] = [keyed(randomUUID()), keyed(randomUUID())]
    const changed = await caller.patch(registration.url, { name: 'First' }, { headers: patch })
    await caller.patch(registration.url, { name: 'Second' })
    const replayed = await caller.patch(registration.url, { name: 'First' }, { headers: patch })
    expect(replayed.text).toBe(changed.text)
    expect((await caller.get(registration.url)).body.name).toBe('Second')

    expect((await caller.delete(registration.url, { headers: remove })).status).toBe(204)
    expect((await caller.get(registration.url)).status).toBe(404)
    const again = await caller.delete(registration.url, { headers: remove })
    expect([again.status, isReplay(again), again.text]).toEqual([204, true, ''])
    expect((await caller.delete(registration.url)).status).toBe(404)
  })

  it('is recognised with other headers, even with a stale If-Match', async () => {
    const client = await givenClient(caller)
    const etag = (await caller.get(client.url)).headers.get('etag')!
    const headers = { ...keyed(randomUUID()), 'if-match': etag }
    const first = await caller.patch(client.url, { city: 'Oulu' }, { headers })
    expect(first.status).toBe(200)
    expect((await caller.patch(client.url, { city: 'Oulu' }, { headers })).text).toBe(first.text)
  })

  it('is recognised as a form with another boundary', async () => {
    const lastname = aName()
    const headers = keyed(randomUUID())
    const form = (name: string, boundary: string) => ({
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: `--${boundary}\r\ncontent-disposition: form-data; name="lastname"\r\n\r\n${name}\r\n--${boundary}--\r\n`,
    })
    expect((await caller.send('POST', '/client/', form(lastname, 'one'))).status).toBe(201)
    expect(isReplay(await caller.send('POST', '/client/', form(lastname, 'two')))).toBe(true)
    expect((await caller.send('POST', '/client/', form('Other', 'two'))).status).toBe(422)
  })
})

describe('a key', () => {
  const registered = async () => {
    const { url } = await givenRegistration(caller)
    const first: Request = { method: 'PATCH', path: url, body: { name: 'Once' } }
    return { first, url }
  }

  it.each<[string, (first: Request) => Promise<Request> | Request]>([
    ['method', ({ path, body }) => ({ method: 'DELETE', path, body })],
    ['path', async ({ method, body }) => ({ method, path: (await givenRegistration(caller)).url, body })],
    ['path, of a record that does not exist', ({ method, body }) => ({ method, path: '/client/999999999/', body })],
    ['body', ({ method, path }) => ({ method, path, body: { name: 'Twice' } })],
    ['body, of the same meaning', ({ method, path }) => ({ method, path, body: '{ "name": "Once" }' })],
    ['body, which is malformed', ({ method, path }) => ({ method, path, body: '{' })],
    ['kind of body', ({ method, path }) => ({ method, path, body: new URLSearchParams({ name: 'Once' }) })],
  ])('is refused with another %s', async (_what, another) => {
    const { first } = await registered()
    const key = keyed(randomUUID())
    expect((await send(caller, first, key)).status).toBe(200)
    const second = await another(first)
    const before = await contentsOf(administrator)
    const json = typeof second.body === 'string' ? { 'content-type': 'application/json' } : {}
    const answer = await send(caller, second, { ...key, ...json, ...asProblem.headers })
    expect([answer.status, answer.body.code]).toEqual([422, 'idempotency_key_reused'])
    expect(await contentsOf(administrator)).toEqual(before)
    expect(isReplay(await send(caller, first, key))).toBe(true)
  })

  it('is refused with another query', async () => {
    const body = [{ client: clinic.url('client', have.client!), name: 'Rex', species: have.species }]
    const headers = keyed(randomUUID())
    expect((await caller.post('/patient/bulk/', body, { headers })).status).toBe(201)
    expect((await caller.post('/patient/bulk/?force_push=true', body, { headers })).status).toBe(422)
    expect(isReplay(await caller.post('/patient/bulk/', body, { headers }))).toBe(true)
  })

  it.each<[string, number, Request]>([
    ['is invalid', 400, { method: 'POST', path: '/client/', body: { email: 'nobody' } }],
    ['is malformed', 400, { method: 'POST', path: '/client/', body: 7 }],
    ['names nothing', 404, { method: 'PATCH', path: '/client/999999999/', body: { city: 'Oulu' } }],
    ['has no route', 405, { method: 'DELETE', path: '/client/1/' }],
  ])('is free again when its request %s', async (_what, status, refused) => {
    const headers = keyed(randomUUID())
    const answers = [await send(caller, refused, headers), await send(caller, refused, headers)]
    expect([statusesOf(answers), answers.some(isReplay)]).toEqual([[status, status], false])
    const lastname = aName()
    expect((await caller.post('/client/', { lastname }, { headers })).status).toBe(201)
    expect(await clientsNamed(lastname)).toHaveLength(1)
  })

  it('is free again when its request was forbidden, or came with a stale If-Match', async () => {
    const application = await clinic.givenApplication({ read: ['General: Patients and clients'] })
    const apiClient = clinic.as(`Bearer ${await clinic.tokenOf(application)}`)
    const headers = keyed(randomUUID())
    expect((await apiClient.post('/client/', { lastname: 'A' }, { headers })).status).toBe(403)
    await caller.patch(`/permissiongroup/${application.group}/`, { write: ['General: Patients and clients'] })
    // Permissions are cached for up to a second.
    const made = await vi.waitFor(async () => {
      const answer = await apiClient.post('/client/', { lastname: 'A' }, { headers })
      expect([answer.status, isReplay(answer)]).toEqual([201, false])
      return answer
    }, 600_000)

    const other = keyed(randomUUID())
    const stale = { ...other, 'if-match': '"1"' }
    expect((await caller.patch(made.body.url, { city: 'Oulu' }, { headers: stale })).status).toBe(412)
    expect((await caller.patch(made.body.url, { city: 'Oulu' }, { headers: other })).status).toBe(200)
  })

  it('is separate for each application and each organisation', async () => {
    const elsewhere = await api.givenOrganisation()
    const headers = keyed(randomUUID())
    const body = { lastname: aName() }
    const answers: TestResponse[] = []
    for (const apiClient of [caller, await clinic.caller(), await elsewhere.caller()])
      answers.push(await apiClient.post('/client/', body, { headers }))
    expect([statusesOf(answers), answers.some(isReplay)]).toEqual([[201, 201, 201], false])
    expect(new Set(answers.map(({ body: made }) => made.url)).size).toBe(3)
  })

  it('is neither checked nor used by a dry run', async () => {
    const dry = { ...keyed(randomUUID()), prefer: 'dry-run' }
    const headers = keyed(dry['idempotency-key'])
    expect((await caller.post('/client/', { lastname: 'Tried' }, { headers: dry })).status).toBe(201)
    const real = await caller.post('/client/', { lastname: aName() }, { headers })
    expect([real.status, isReplay(real)]).toEqual([201, false])
    const after = await caller.post('/client/', { lastname: 'Tried again' }, { headers: dry })
    expect([after.status, isReplay(after), after.body.lastname]).toEqual([201, false, 'Tried again'])
  })

  it.each([
    ['of 256 characters', 'x'.repeat(256)],
    ['with a space', 'two words'],
    ['beyond ASCII', 'kääpiö'],
  ])('%s is refused', async (_what, key) => {
    const headers = { ...keyed(key), ...asProblem.headers }
    expect(codesOf(await caller.post('/client/', { lastname: 'A' }, { headers }))).toEqual({
      'Idempotency-Key': 'invalid',
    })
  })

  it('is deleted by the worker after thirty days', async () => {
    const worker = connect(api.database.workerUrl, { max: 1 })
    onTestFinished(() => worker.close())
    const [old, young] = [randomUUID(), randomUUID()]
    const lastname = aName()
    for (const key of [old, young]) await caller.post('/client/', { lastname }, { headers: keyed(key) })
    const kept = async () =>
      (await administrator.query('select key from idempotency_key where key = any($1)', [[old, young]])).rows.length
    const { rows } = await administrator.query(
      `select round(extract(epoch from expires - created) / 86400) as days from idempotency_key where key = $1`,
      [old],
    )
    expect(Number(rows[0].days)).toBe(30)
    await deleteExpired(worker.db)
    expect(await kept()).toBe(2)
    await administrator.query(
      `update idempotency_key set expires = expires - interval '30 days 1 minute' where key = $1`,
      [old],
    )
    await deleteExpired(worker.db)
    expect(await kept()).toBe(1)
    expect(isReplay(await caller.post('/client/', { lastname }, { headers: keyed(young) }))).toBe(true)
    expect(isReplay(await caller.post('/client/', { lastname }, { headers: keyed(old) }))).toBe(false)
  })
})

describe('the same request at the same moment', () => {
  it('makes one record of twenty requests', async () => {
    const headers = keyed(randomUUID())
    const lastname = aName()
    const answers = await twentyAtOnce(() => caller.post('/client/', { lastname }, { headers }))
    expect(statusesOf(answers)).toEqual(Array(20).fill(201))
    expect(answers.filter(isReplay)).toHaveLength(19)
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await clientsNamed(lastname)).toHaveLength(1)
  })

  it('makes twenty without a key', async () => {
    const lastname = aName()
    await twentyAtOnce(() => caller.post('/client/', { lastname }))
    expect(await clientsNamed(lastname)).toHaveLength(20)
  })

  /** Sends a change twice while the record is locked, so that the second arrives while the first is in progress. */
  const sentTwiceAtOnce = async (changes: object) => {
    const client = await givenClient(caller)
    const body = { ...changes, ...('invoicing_client' in changes ? { invoicing_client: client.url } : {}) }
    const headers = keyed(randomUUID())
    await administrator.query('begin')
    onTestFinished(async () => void (await administrator.query('rollback')))
    await administrator.query('select from client where id = $1 for update', [client.id])
    const first = caller.patch(client.url, body, { headers })
    await waitForLock(administrator, 'transactionid')
    let answered = false
    const second = caller.patch(client.url, body, { headers }).finally(() => (answered = true))
    await sleep(300)
    expect(answered).toBe(false)
    await administrator.query('commit')
    return Promise.all([first, second])
  }

  it('waits for the first and gets its answer', async () => {
    const [first, second] = await sentTwiceAtOnce({ city: 'Oulu' })
    expect([first.status, isReplay(first)]).toEqual([200, false])
    expect([second.status, isReplay(second), second.text]).toEqual([200, true, first.text])
  })

  it('is carried out itself when the first turns out to be refused', async () => {
    const [first, second] = await sentTwiceAtOnce({ invoicing_client: 'itself' })
    expect([first.status, second.status, isReplay(second)]).toEqual([400, 400, false])
  })
})

describe('a request whose client disconnects while it waits for another with its key', () => {
  /** Sends a change twice: the first waits for the record and is then refused; the second, which would be done, waits for its turn. */
  const waitingBehindARefusal = async (signal: AbortSignal) => {
    const client = await givenClient(caller)
    const headers = keyed(randomUUID())
    const change = (asked: RequestOptions) => caller.patch(client.url, { city: 'Oulu' }, asked)
    await administrator.query('begin')
    onTestFinished(async () => void (await administrator.query('rollback')))
    await administrator.query('select from client where id = $1 for update', [client.id])
    const refused = change({ headers: { ...headers, 'if-match': '"1"' } })
    await waitForLock(administrator, 'transactionid')
    const waiting = change({ headers, signal }).catch((problem: Error) => problem.name)
    await sleep(300)
    return { client, change, headers, refused, waiting }
  }
  const cityOf = async ({ url }: { url: string }) => (await caller.get(url)).body.city

  it('is not carried out, even when it could be by then', async () => {
    const hangUp = new AbortController()
    const { client, change, headers, refused, waiting } = await waitingBehindARefusal(hangUp.signal)
    hangUp.abort()
    expect(await waiting).toBe('AbortError')
    await administrator.query('commit')
    expect((await refused).status).toBe(412)
    await sleep(500)
    expect(await cityOf(client)).not.toBe('Oulu')
    const again = await change({ headers })
    expect([again.status, isReplay(again)]).toEqual([200, false])
  })

  it('would be if the client had waited', async () => {
    const { client, refused, waiting } = await waitingBehindARefusal(new AbortController().signal)
    await administrator.query('commit')
    expect((await refused).status).toBe(412)
    expect(await waiting).toMatchObject({ status: 200 })
    expect(await cityOf(client)).toBe('Oulu')
  })
})

describe('the response and its effect', () => {
  it('are committed together or not at all', async () => {
    await administrator.query(`create function spoil() returns trigger language plpgsql as $$
      begin raise exception 'no room for answers'; end $$`)
    await administrator.query(
      'create trigger spoil before insert on idempotency_key for each row execute function spoil()',
    )
    onTestFinished(async () => {
      await administrator.query('drop trigger if exists spoil on idempotency_key')
      await administrator.query('drop function spoil')
    })
    const lastname = aName()
    const headers = keyed(randomUUID())
    expect((await caller.post('/client/', { lastname }, { headers })).status).toBe(500)
    expect(await clientsNamed(lastname)).toEqual([])
    await administrator.query('drop trigger spoil on idempotency_key')
    const made = await caller.post('/client/', { lastname }, { headers })
    expect([made.status, isReplay(made)]).toEqual([201, false])
    expect(await clientsNamed(lastname)).toHaveLength(1)
  })
})

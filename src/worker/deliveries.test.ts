// @module-tag waits
import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connected } from '../../scripts/database.ts'
import { useApi, type ApiClient, type TestOrganisation } from '../../test/support/api.ts'
import { done } from '../../test/support/billing.ts'
import { givenClient, givenRegistration } from '../../test/support/clinic.ts'
import { attemptDelivery, postponeRetries, useReceiver, useWorkerParts } from '../../test/support/deliveries.ts'
import { keyOfOrder, keyOfWholesaler, tellWholesaler, type Telling } from '../domain/webhooks/tell-wholesaler.ts'
import { retrySeconds, takeDeliveries } from './deliveries.ts'
import { noTurns } from './lanes.ts'
import { deleteExpired } from './expired-records.ts'
import { startWorker, type Worker } from './worker.ts'

const receiver = await useReceiver()
const api = await useApi({ allowedPrivate: [receiver.host] })
const parts = useWorkerParts(api, [receiver.host])

/** Until somebody waits for a lock. */
const untilOneWaits = () =>
  connected(api.database.superuserUrl, async (observer) => {
    const waiting = async () => {
      const { rowCount } = await observer.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rowCount
    }
    await expect.poll(waiting).toBe(1)
  })
const usual = noTurns(100)
let clinic: TestOrganisation
let caller: ApiClient
let wholesaler: ApiClient
beforeAll(async () => {
  clinic = await api.givenOrganisation()
  caller = await clinic.caller()
  wholesaler = await clinic.caller({ scopes: ['wholesaler'] })
})

const workers: Worker[] = []
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await postponeRetries(api)
})
const start = () => workers.push(startWorker(parts))

const secret = 'a secret of enough letters: å'
let paths = 0
const givenHook = async (fields: Readonly<Record<string, unknown>> = {}) => {
  const path = `/hook${++paths}`
  const hook = await done(caller.post('/hook/webhook/', { trigger: 1, url: receiver.at(path), secret, ...fields }))
  return { ...hook, path, itself: `/hook/webhook/${hook.id}/` }
}
const givenTest = async ({ itself }: { readonly itself: string }) => {
  const { delivery } = await done(caller.post(`${itself}test/`))
  return delivery as string
}
const rowOf = async (url: string) => done(caller.get(url))

/** Makes one attempt at everything that is due. */
const attemptAll = async () => {
  const taken = await takeDeliveries(parts.db, 1000, usual)
  for (const one of taken) await attemptDelivery(parts, one, performance.now())
  return taken.length
}
const idIn = (url: string) => Number(url.split('/').at(-2))
/** Takes what is due, which may be more than this one, and answers this one. */
const take = async (url: string) => (await takeDeliveries(parts.db, 1000, usual)).find(({ id }) => id === idIn(url))
const bringForward = (url: string) =>
  clinic.within((tx) =>
    tx
      .updateTable('delivery')
      .set({ due: sql<Date>`now() - interval '1 second'` })
      .where('id', '=', idIn(url))
      .execute(),
  )

const expectedSignature = (key: string, { headers, body }: (typeof receiver.received)[number]) => {
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

const givenWholesaler = async () => {
  const path = `/wholesaler${++paths}`
  const salt = 'ü salt of enough letters'
  const { id } = await givenRegistration(wholesaler, {
    webhook_callback_url: receiver.at(path),
    verification_salt: salt,
    email: '',
    name: 'Medi Oy',
  })
  const registration = await clinic.within((tx) =>
    tx
      .selectFrom('available_wholesaler')
      .select(['id', 'name', 'email', 'register_number'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )
  const tell = (telling: Telling) => clinic.within((tx) => tellWholesaler(tx, registration, telling))
  return { path, salt, id, tell, url: `/available_wholesaler/${id}/` }
}

describe('a worker', () => {
  it('posts what happened, signed with the secret of the webhook', async () => {
    const hook = await givenHook()
    start()
    const client = await givenClient(caller)
    await expect.poll(() => receiver.to(hook.path).length).toBe(1)
    const [got] = receiver.to(hook.path)
    expect(JSON.parse(got!.body)).toMatchObject({ client_id: client.id, event_id: got!.headers['webhook-id'] })
    expect(got!.headers['content-type']).toBe('application/json')
    expect(Math.abs(Number(got!.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(300)
    expect(got!.headers['webhook-signature']).toBe(expectedSignature(secret, got!))
    const queued = async () => (await done(caller.get(`/hook/queue/?webhook__is=${hook.id}`))).results[0]
    await expect
      .poll(queued)
      .toMatchObject({ status: 1, attempts: 1, last_status_code: 204, failure: '', due: null, body: got!.body })
  })

  it('is not held up by a receiver that never answers', async () => {
    const [stuck, fine] = [await givenHook(), await givenHook()]
    receiver.answerAt(stuck.path, () => {})
    for (let at = 0; at < 30; at++) await givenTest(stuck)
    start()
    await expect.poll(() => receiver.to(stuck.path).length).toBeGreaterThan(0)
    for (let at = 0; at < 10; at++) await givenTest(fine)
    await expect.poll(() => receiver.to(fine.path).length).toBe(10)
    expect(receiver.to(stuck.path).length).toBeLessThanOrEqual(4)
    await done(caller.patch(stuck.itself, { active: false }))
  })
})

describe('an event for a wholesaler', () => {
  it('[S503] is signed with the verification_salt of the registration', async () => {
    const { path, salt, tell } = await givenWholesaler()
    await tell({ event: 'wholesaler.deleted', payload: { wholesaler: { id: 7 } } })
    await attemptAll()
    const [got] = receiver.to(path)
    expect(got!.headers['webhook-signature']).toBe(expectedSignature(salt, got!))
  })

  it('[S526] is posted as JSON to the address of the registration, with null for what is optional and empty', async () => {
    const { path, tell, id } = await givenWholesaler()
    await tell({ event: 'wholesaler.created', payload: { wholesaler: { id: 7, customer_number: null, name: '' } } })
    await attemptAll()
    const [got] = receiver.to(path)
    expect(got!.headers['content-type']).toBe('application/json')
    expect(JSON.parse(got!.body)).toEqual({
      event: 'wholesaler.created',
      event_id: got!.headers['webhook-id'],
      available_wholesaler: { id, name: 'Medi Oy', email: null, register_number: null },
      wholesaler: { id: 7, customer_number: null, name: '' },
    })
  })

  it('[S528] says only id and name of the registration in an order and in the outcome of a catalogue', async () => {
    const { path, tell, id } = await givenWholesaler()
    await tell({ event: 'order.placed', payload: {} })
    await tell({ event: 'catalog.processed', payload: {} })
    await attemptAll()
    expect(receiver.to(path).map(({ body }) => JSON.parse(body).available_wholesaler)).toEqual([
      { id, name: 'Medi Oy' },
      { id, name: 'Medi Oy' },
    ])
  })

  it('[S526] keeps its event_id and its body in every attempt, and takes a new salt at once', async () => {
    const { path, tell, url } = await givenWholesaler()
    receiver.answerAt(path, (response) => response.writeHead(503).end())
    const delivery = `/hook/queue/${await tell({ event: 'catalog.processed', payload: { upload: { id: 1 } } })}/`
    await attemptAll()
    await done(wholesaler.patch(url, { verification_salt: 'another salt of letters' }))
    await bringForward(delivery)
    await attemptAll()
    const [first, second] = receiver.to(path)
    expect(second!.body).toBe(first!.body)
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    expect(second!.headers['webhook-signature']).toBe(expectedSignature('another salt of letters', second!))
  })

  it('[S458] goes to the old address with the old salt, or to the new address with the new one', async () => {
    const { path, salt, tell, url } = await givenWholesaler()
    const next = { path: `${path}-next`, salt: 'the salt of the next address' }
    await tell({ event: 'catalog.processed', payload: {} })
    await attemptAll()
    expect(receiver.to(path)).toHaveLength(1)
    for (let at = 0; at < 8; at++) await tell({ event: 'catalog.processed', payload: { n: at } })
    const changes = { webhook_callback_url: receiver.at(next.path), verification_salt: next.salt }
    const taken = await takeDeliveries(parts.db, 1000, usual)
    const [, ...outcomes] = await Promise.all([
      done(wholesaler.patch(url, changes)),
      ...taken.map((one) => attemptDelivery(parts, one, performance.now())),
    ])
    expect(outcomes).toEqual(taken.map(() => 'taken'))
    await tell({ event: 'catalog.processed', payload: {} })
    await attemptAll()
    const [old, newer] = [receiver.to(path), receiver.to(next.path)]
    expect([old.length + newer.length, newer.length > 0]).toEqual([10, true])
    for (const got of old) expect(got.headers['webhook-signature']).toBe(expectedSignature(salt, got))
    for (const got of newer) expect(got.headers['webhook-signature']).toBe(expectedSignature(next.salt, got))
  })

  it('comes in order for one wholesaler, an order after the wholesaler is known, and a dead letter lets the next pass', async () => {
    const { path, tell } = await givenWholesaler()
    let answer = 503
    receiver.answerAt(path, (response) => response.writeHead(answer).end())
    const key = keyOfWholesaler(1)
    const created = await tell({ event: 'wholesaler.created', payload: { n: 1 }, orderKey: key })
    await tell({ event: 'wholesaler.updated', payload: { n: 2 }, orderKey: key })
    await tell({ event: 'order.placed', payload: { n: 3 }, orderKey: keyOfOrder(1), afterCreatedOf: key })
    await tell({ event: 'catalog.processed', payload: { n: 4 } })
    await tell({ event: 'wholesaler.created', payload: { n: 5 }, orderKey: keyOfWholesaler(2) })
    const numbers = () => receiver.to(path).map(({ body }) => String(JSON.parse(body).n))
    await attemptAll()
    expect(numbers().toSorted()).toEqual(['1', '4', '5'])
    await postponeRetries(api)
    expect(await attemptAll()).toBe(0)
    answer = 204
    await clinic.within((tx) =>
      tx.updateTable('delivery').set({ attempts: retrySeconds.length }).where('id', '=', created).execute(),
    )
    answer = 503
    await bringForward(`/hook/queue/${created}/`)
    await attemptAll()
    expect(await rowOf(`/hook/queue/${created}/`)).toMatchObject({ status: 2 })
    answer = 204
    await attemptAll()
    expect(numbers().slice(-2).toSorted()).toEqual(['2', '3'])
    // Redelivery is outside the order: it waits for nobody and lets nobody wait.
    await done(caller.post(`/hook/queue/${created}/redeliver/`))
    await tell({ event: 'wholesaler.updated', payload: { n: 6 }, orderKey: key })
    expect(await attemptAll()).toBe(2)
  })

  it('is given up when the registration is deleted', async () => {
    const { tell, url } = await givenWholesaler()
    const id = await tell({ event: 'wholesaler.updated', payload: {} })
    expect((await wholesaler.delete(url)).status).toBe(204)
    expect(await rowOf(`/hook/queue/${id}/`)).toMatchObject({
      status: 2,
      available_wholesaler: null,
      failure: 'The registration of the wholesaler was deleted.',
    })
    expect(await attemptAll()).toBe(0)
    expect((await caller.post(`/hook/queue/${id}/redeliver/`)).body).toEqual({
      non_field_errors: ['The registration of the wholesaler was deleted.'],
    })
  })

  it('is given up also if it is queued while the registration is being deleted', async () => {
    const { id, url } = await givenWholesaler()
    let deleting: ReturnType<typeof wholesaler.delete> | undefined
    const queued = await clinic.within(async (tx) => {
      const { id: made } = await tx
        .insertInto('delivery')
        .values({
          available_wholesaler: id,
          event: 'wholesaler.updated',
          event_id: 'late',
          content_type: 2,
          body: '{}',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      deleting = wholesaler.delete(url)
      await pause(500)
      return made
    })
    expect((await deleting!).status).toBe(204)
    const before = receiver.received.length
    await attemptAll()
    expect(receiver.received).toHaveLength(before)
    expect(await rowOf(`/hook/queue/${queued}/`)).toMatchObject({
      status: 2,
      available_wholesaler: null,
      failure: 'The registration of the wholesaler was deleted.',
    })
  })
})

describe('an attempt', () => {
  it('is kept with its time, its length, the status and the beginning of the answer, also after a redelivery', async () => {
    const hook = await givenHook()
    receiver.answerAt(hook.path, (response) => response.writeHead(503).end('down for maintenance'))
    const delivery = await givenTest(hook)
    await attemptAll()
    receiver.answerAt(hook.path, (response) => response.writeHead(200).end('stored'))
    await done(caller.post(`${delivery}redeliver/`))
    await attemptAll()
    const { last_attempt, ...shown } = await rowOf(delivery)
    expect(shown).toMatchObject({ status: 1, attempts: 1, last_answer: 'stored', failure: '' })
    const { results } = await done(caller.get(`/hook/attempt/?delivery__is=${idIn(delivery)}`))
    expect(results).toEqual([
      expect.objectContaining({
        delivery,
        status_code: 503,
        answer: 'down for maintenance',
        failure: 'The receiver answered 503. Only a status of 2xx means that it has taken the delivery.',
      }),
      expect.objectContaining({ delivery, status_code: 200, answer: 'stored', failure: '', occurred: last_attempt }),
    ])
    for (const { milliseconds } of results) expect(Number.isInteger(milliseconds)).toBe(true)
  })

  it('that takes long says how long it took', async () => {
    const hook = await givenHook()
    receiver.answerAt(hook.path, (response) => void setTimeout(() => response.writeHead(200).end(), 200))
    const delivery = await givenTest(hook)
    await attemptAll()
    const [{ milliseconds }] = (await done(caller.get(`/hook/attempt/?delivery__is=${idIn(delivery)}`))).results
    expect(milliseconds).toBeGreaterThanOrEqual(199)
  })

  it('is not kept by a worker that has lost the lease', async () => {
    const hook = await givenHook()
    const delivery = await givenTest(hook)
    const taken = await take(delivery)
    await clinic.within((tx) =>
      sql`update delivery set lease = gen_random_uuid() where id = ${idIn(delivery)}`.execute(tx),
    )
    expect(await attemptDelivery(parts, taken!, performance.now())).toBe('lost')
    expect((await done(caller.get(`/hook/attempt/?delivery__is=${idIn(delivery)}`))).count).toBe(0)
  })

  it.each([
    [200, 1],
    [202, 1],
    [299, 1],
    [301, 0],
    [400, 0],
    [404, 0],
    [500, 0],
  ])('that is answered %i leaves status %i', async (code, status) => {
    const hook = await givenHook()
    receiver.answerAt(hook.path, (response) =>
      response.writeHead(code, { location: receiver.at('/elsewhere') }).end('no'),
    )
    const delivery = await givenTest(hook)
    await attemptAll()
    expect(await rowOf(delivery)).toMatchObject({ status, last_status_code: code, attempts: 1 })
    expect(receiver.to('/elsewhere')).toEqual([])
    await done(caller.patch(hook.itself, { active: false }))
  })

  it.each(retrySeconds.map((seconds, at) => [at + 1, seconds]))(
    'number %i that fails is followed by the next after %i s and up to a fifth more',
    async (attempts, seconds) => {
      const hook = await givenHook()
      receiver.answerAt(hook.path, (response) => response.writeHead(500).end('broken'))
      const delivery = await givenTest(hook)
      await clinic.within((tx) =>
        tx
          .updateTable('delivery')
          .set({ attempts: attempts - 1 })
          .where('webhook', '=', hook.id)
          .execute(),
      )
      await attemptAll()
      const { due, last_attempt, failure, last_answer, status } = await rowOf(delivery)
      const wait = (Date.parse(due) - Date.parse(last_attempt)) / 1000
      expect(wait).toBeGreaterThanOrEqual(seconds)
      expect(wait).toBeLessThanOrEqual(seconds * 1.2 + 1)
      expect([failure.includes('500'), last_answer, status]).toEqual([true, 'broken', 0])
      await done(caller.patch(hook.itself, { active: false }))
    },
  )

  it('after the last one it is given up, shown and never dropped', async () => {
    const hook = await givenHook()
    receiver.answerAt(hook.path, (response) => response.writeHead(500).end())
    const delivery = await givenTest(hook)
    await clinic.within((tx) =>
      tx.updateTable('delivery').set({ attempts: retrySeconds.length }).where('webhook', '=', hook.id).execute(),
    )
    await attemptAll()
    expect(await rowOf(delivery)).toMatchObject({ status: 2, attempts: retrySeconds.length + 1, due: null })
    expect(await attemptAll()).toBe(0)
    const listed = await done(caller.get(`/hook/queue/?status__is=2&webhook__is=${hook.id}`))
    expect(listed.count).toBe(1)
  })

  it.each([
    ['120', 120],
    ['an HTTP date', 7_200],
    ['nonsense', 5],
    ['999999999', 86_400],
  ])('waits at least as long as Retry-After: %s asks', async (asked, seconds) => {
    const hook = await givenHook()
    receiver.answerAt(hook.path, (response) => {
      const retryAfter = asked === 'an HTTP date' ? new Date(Date.now() + seconds * 1000).toUTCString() : asked
      response.writeHead(503, { 'retry-after': retryAfter }).end()
    })
    const delivery = await givenTest(hook)
    await attemptAll()
    const { due, last_attempt } = await rowOf(delivery)
    const wait = (Date.parse(due) - Date.parse(last_attempt)) / 1000
    expect(wait).toBeGreaterThan(seconds - 60)
    expect(wait).toBeLessThan(seconds + 60)
    await done(caller.patch(hook.itself, { active: false }))
  })

  it('[decision-47] waits as long as its schedule says, if Retry-After asks for less', async () => {
    const hook = await givenHook()
    receiver.answerAt(hook.path, (response) => response.writeHead(503, { 'retry-after': '1' }).end())
    const delivery = await givenTest(hook)
    // The fifth attempt, after which the schedule waits for two hours.
    await clinic.within((tx) =>
      tx.updateTable('delivery').set({ attempts: 4 }).where('webhook', '=', hook.id).execute(),
    )
    await attemptAll()
    const { due, last_attempt } = await rowOf(delivery)
    expect(Date.parse(due) - Date.parse(last_attempt)).toBeGreaterThanOrEqual(2 * 3_600_000)
    await done(caller.patch(hook.itself, { active: false }))
  })

  it('that is answered 410 switches the webhook off; the rest waits until it is switched on', async () => {
    const hook = await givenHook()
    receiver.answerAt(hook.path, (response) => response.writeHead(410).end())
    const first = await givenTest(hook)
    await attemptAll()
    const second = await clinic.within((tx) =>
      tx
        .insertInto('delivery')
        .values({ webhook: hook.id, event: 'Test', event_id: 'x', content_type: 2, body: '{}' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    expect(await rowOf(first)).toMatchObject({ status: 2, last_status_code: 410 })
    expect(await done(caller.get(hook.itself))).toMatchObject({
      active: false,
      disabled_reason: expect.stringContaining('410'),
    })
    await attemptAll()
    expect(receiver.to(hook.path)).toHaveLength(1)
    expect(await rowOf(`/hook/queue/${second.id}/`)).toMatchObject({ status: 0, due: null, attempts: 0 })
    receiver.answerAt(hook.path, (response) => response.writeHead(204).end())
    expect(await done(caller.patch(hook.itself, { active: true }))).toMatchObject({ active: true, disabled_reason: '' })
    await attemptAll()
    expect(await rowOf(`/hook/queue/${second.id}/`)).toMatchObject({ status: 1 })
  })

  it('that finds its webhook switched off waits, also if it is switched on at that moment', async () => {
    const hook = await givenHook()
    const delivery = await givenTest(hook)
    await done(caller.patch(hook.itself, { active: false }))
    await bringForward(delivery)
    const taken = await take(delivery)
    let attempt: Promise<unknown> | undefined
    await clinic.within(async (tx) => {
      await tx.updateTable('webhook').set({ active: true }).where('id', '=', hook.id).execute()
      attempt = attemptDelivery(parts, taken!, performance.now())
      await untilOneWaits()
    })
    expect(await attempt).toBe('held')
    expect(await rowOf(delivery)).toMatchObject({ status: 0, attempts: 0, due: expect.any(String) })
    await attemptAll()
    expect(receiver.to(hook.path)).toHaveLength(1)
  })

  it('for a webhook that was archived in the meantime is given up', async () => {
    const hook = await givenHook()
    expect((await caller.delete(hook.itself)).status).toBe(204)
    const { id } = await clinic.within((tx) =>
      tx
        .insertInto('delivery')
        .values({ webhook: hook.id, event: 'Test', event_id: 'late', content_type: 2, body: '{}' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    await attemptAll()
    expect(await rowOf(`/hook/queue/${id}/`)).toMatchObject({ status: 2, failure: 'The webhook was archived.' })
    expect(receiver.to(hook.path)).toEqual([])
  })

  it('at an address that is no longer allowed connects to nothing', async () => {
    const hook = await givenHook()
    const delivery = await givenTest(hook)
    await clinic.within((tx) =>
      tx.updateTable('webhook').set({ url: 'https://127.0.0.1:1/' }).where('id', '=', hook.id).execute(),
    )
    await attemptAll()
    expect(await rowOf(delivery)).toMatchObject({
      status: 0,
      last_status_code: null,
      failure: expect.stringMatching(/public/),
    })
    await done(caller.patch(hook.itself, { active: false }))
  })

  it('does not record its outcome after another worker has taken over the lease', async () => {
    const hook = await givenHook()
    const delivery = await givenTest(hook)
    const frozen = await take(delivery)
    expect(await take(delivery)).toBeUndefined()
    await bringForward(delivery)
    const other = await take(delivery)
    expect(other!.lease).not.toBe(frozen!.lease)
    receiver.answerAt(hook.path, (response) => response.writeHead(500).end())
    expect(await attemptDelivery(parts, frozen!, performance.now())).toBe('lost')
    expect(await rowOf(delivery)).toMatchObject({ status: 0, failure: '', last_attempt: null })
    receiver.answerAt(hook.path, (response) => response.writeHead(204).end())
    expect(await attemptDelivery(parts, other!, performance.now())).toBe('taken')
  })

  it('is not made by a worker that was suspended for as long as its lease', async () => {
    const hook = await givenHook()
    const delivery = await givenTest(hook)
    const taken = await take(delivery)
    expect(await attemptDelivery(parts, taken!, performance.now() - 20_000)).toBe('lost')
    expect(receiver.to(hook.path)).toEqual([])
    await bringForward(delivery)
    await attemptAll()
    expect(receiver.to(hook.path)).toHaveLength(1)
  })
})

describe('what is taken at once', () => {
  it('is some for each endpoint, and none for those without an allowance', async () => {
    const hooks = [await givenHook(), await givenHook(), await givenHook()]
    for (const hook of hooks) for (let at = 0; at < 5; at++) await givenTest(hook)
    const key = (at: number) => `${clinic.id} webhook ${hooks[at]!.id}`
    const taken = await takeDeliveries(parts.db, 100, { ...usual, usual: 2, byLane: { [key(1)]: 0, [key(2)]: 4 } })
    const counts = hooks.map(({ id }) => taken.filter(({ endpoint }) => endpoint === `webhook ${id}`).length)
    expect(counts).toEqual([2, 0, 4])
    for (const hook of hooks) await done(caller.patch(hook.itself, { active: false }))
  })
})

describe('the log', () => {
  const ages = ['29 days', '31 days']
  const givenLogged = async (status: number) => {
    const hook = await givenHook({ active: false })
    const { rows } = await clinic.within((tx) =>
      sql<{
        id: number
      }>`insert into delivery (webhook, event, event_id, content_type, body, status, due, created, delivered)
        select ${hook.id}, 'Client', age, 2, '{}', ${status}, 'infinity', now() - age::interval,
          case when ${status}::int = 1 then now() - age::interval end
        from unnest(${ages}::text[]) with ordinality as a (age, n) order by n returning id`.execute(tx),
    )
    return { hook, ids: rows.map(({ id }) => id) }
  }
  const logged = async ({ hook }: { readonly hook: { readonly id: number } }) =>
    (await done(caller.get(`/hook/queue/?webhook__is=${hook.id}`))).results.map(({ id }: { id: number }) => id)

  it('keeps what was taken for 30 days, and what waits or was given up for as long as it takes', async () => {
    const [waits, taken, givenUp] = [await givenLogged(0), await givenLogged(1), await givenLogged(2)]
    await clinic.within((tx) =>
      sql`insert into delivery_attempt (delivery, milliseconds) select unnest(${taken.ids}::bigint[]), 1`.execute(tx),
    )
    expect(await deleteExpired(parts.db)).toBe(1)
    const { rows: attempts } = await clinic.within((tx) =>
      sql<{ delivery: number }>`
        select delivery from delivery_attempt where delivery = any(${taken.ids}::bigint[])`.execute(tx),
    )
    expect(attempts.map(({ delivery }) => delivery)).toEqual([taken.ids[0]])
    expect([await logged(waits), await logged(taken), await logged(givenUp)]).toEqual([
      waits.ids,
      [taken.ids[0]],
      givenUp.ids,
    ])
  })

  it('is searched for what to delete by an index', async () => {
    const { rows } = await parts.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      return sql<{ 'QUERY PLAN': string }>`explain select ctid from delivery
        where status = 1 and delivered < now() - interval '30 days'`.execute(tx)
    })
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('delivery_delivered')
  })
})

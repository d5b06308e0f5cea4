// @module-tag waits
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { useApi, type ApiClient, type TestOrganisation } from '../../../test/support/api.ts'
import { done } from '../../../test/support/billing.ts'
import { asProblem, codesOf, givenDepartment } from '../../../test/support/clinic.ts'
import { attemptDelivery, useReceiver, useWorkerParts } from '../../../test/support/deliveries.ts'
import { takeDeliveries } from '../../worker/deliveries.ts'
import { noTurns } from '../../worker/lanes.ts'
import { signatureHeaders } from './sign.ts'

const receiver = await useReceiver()
const api = await useApi({ allowedPrivate: [receiver.host] })
const parts = useWorkerParts(api, [receiver.host])
let clinic: TestOrganisation
let caller: ApiClient
beforeAll(async () => {
  clinic = await api.givenOrganisation()
  caller = await clinic.caller()
})

let paths = 0
const givenHook = async (fields: Readonly<Record<string, unknown>> = {}) => {
  const path = `/hook${++paths}`
  const hook = await done(caller.post('/hook/webhook/', { trigger: 1, url: receiver.at(path), ...fields }))
  return { ...hook, path, itself: `/hook/webhook/${hook.id}/` }
}
const attemptAll = async () => {
  const taken = await takeDeliveries(parts.db, 1000, noTurns(100))
  for (const one of taken) await attemptDelivery(parts, one, performance.now())
}
const signaturesTo = (path: string) => (receiver.to(path).at(-1)!.headers['webhook-signature'] as string).split(' ')
const expectedBy = (key: string, path: string) => {
  const { headers, body } = receiver.to(path).at(-1)!
  return signatureHeaders(String(headers['webhook-id']), Number(headers['webhook-timestamp']), body, [key])[
    'webhook-signature'
  ]
}

describe('a webhook', () => {
  it('shows what was sent, and never its secret', async () => {
    const department = await givenDepartment(caller)
    const sent = {
      name: 'Bookkeeping',
      trigger: 9,
      url: 'https://hooks.example.com/fetlock?key=1',
      content_type: 1,
      department: department.url,
      active: false,
    }
    const made = await caller.post('/hook/webhook/', { ...sent, secret: 'a secret of enough letters' })
    expect([made.status, made.headers.get('location')]).toEqual([
      201,
      `${api.publicUrl}/${clinic.id}/api/0.1/hook/webhook/${made.body.id}/`,
    ])
    expect(made.body).toMatchObject({ ...sent, disabled_reason: '', previous_secret_until: null, archived: false })
    expect(Object.keys(made.body)).not.toContain('secret')
    expect((await caller.get(`/hook/webhook/${made.body.id}/`)).body).toEqual(made.body)
    expect(made.text).not.toContain('enough letters')
  })

  it('gets a secret of its own if none is sent, which is shown once', async () => {
    const { secret, itself, path } = await givenHook()
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(await done(caller.get(itself))).not.toHaveProperty('secret')
    await done(caller.post(`${itself}test/`))
    await attemptAll()
    expect(signaturesTo(path)).toEqual([expectedBy(secret, path)])
  })

  it.each([
    ['a trigger that does not exist', { trigger: 4 }, { trigger: 'invalid_choice' }],
    ['an address that is not public', { url: 'https://10.0.0.1/' }, { url: 'not_public' }],
    ['plain HTTP', { url: 'http://hooks.example.com/' }, { url: 'not_public' }],
    ['a short secret', { secret: 'fifteen letters' }, { secret: 'min_length' }],
    ['a format that does not exist', { content_type: 3 }, { content_type: 'invalid_choice' }],
  ])('is refused with %s', async (_what, fields, codes) => {
    const sent = { trigger: 1, url: 'https://hooks.example.com/', ...fields }
    expect(codesOf(await caller.post('/hook/webhook/', sent, asProblem))).toEqual(codes)
    const { itself } = await givenHook()
    expect(codesOf(await caller.patch(itself, fields, asProblem))).toEqual(codes)
  })

  it('that is archived gives up what is queued', async () => {
    const { itself } = await givenHook()
    const { delivery } = await done(caller.post(`${itself}test/`))
    expect((await caller.delete(itself)).status).toBe(204)
    expect(await done(caller.get(delivery))).toMatchObject({ status: 2, failure: 'The webhook was archived.' })
    expect(codesOf(await caller.post(`${itself}test/`, {}, asProblem))).toEqual({ non_field_errors: 'invalid' })
  })
})

describe('a replaced secret', () => {
  it('signs along for a day, or until it is retired', async () => {
    const [first, second] = ['the first secret of it', 'the second secret of it']
    const { itself, path } = await givenHook({ secret: first })
    const changed = await done(caller.patch(itself, { secret: second }))
    const hours = (Date.parse(changed.previous_secret_until) - Date.now()) / 3_600_000
    expect(Math.abs(hours - 24)).toBeLessThan(0.1)
    await done(caller.post(`${itself}test/`))
    await attemptAll()
    expect(signaturesTo(path)).toEqual([expectedBy(second, path), expectedBy(first, path)])
    expect(await done(caller.post(`${itself}retire_secret/`))).toMatchObject({ previous_secret_until: null })
    await done(caller.post(`${itself}test/`))
    await attemptAll()
    expect(signaturesTo(path)).toEqual([expectedBy(second, path)])
    expect(codesOf(await caller.post(`${itself}retire_secret/`, {}, asProblem))).toEqual({
      non_field_errors: 'invalid',
    })
  })

  it('no longer signs when the day is over', async () => {
    const { itself, path, id } = await givenHook({ secret: 'the first secret of it' })
    await done(caller.patch(itself, { secret: 'the second secret of it' }))
    await clinic.within((tx) =>
      tx
        .updateTable('webhook')
        .set({ previous_secret_until: sql<Date>`now() - interval '1 second'` })
        .where('id', '=', id)
        .execute(),
    )
    await done(caller.post(`${itself}test/`))
    await attemptAll()
    expect(signaturesTo(path)).toEqual([expectedBy('the second secret of it', path)])
  })
})

describe('a test delivery', () => {
  it('tells of nothing, and is followed in the queue', async () => {
    const { itself, path } = await givenHook({ trigger: 45 })
    const { delivery } = await done(caller.post(`${itself}test/`))
    await attemptAll()
    expect(JSON.parse(receiver.to(path)[0]!.body)).toEqual({
      test: true,
      service_id: clinic.id,
      service_url: `${api.publicUrl}/${clinic.id}/api/0.1/`,
      event_id: expect.any(String),
      trigger: 45,
      occurred_at: expect.stringMatching(/\.\d{6}Z$/),
    })
    expect(await done(caller.get(delivery))).toMatchObject({ event: 'Test', trigger: 45, status: 1 })
  })

  it('is not queued in a dry run', async () => {
    const { itself, id } = await givenHook()
    const tried = await caller.post(`${itself}test/`, {}, { headers: { prefer: 'dry-run' } })
    expect([tried.status, Object.keys(tried.body)]).toEqual([200, ['delivery']])
    expect((await done(caller.get(`/hook/queue/?webhook__is=${id}`))).count).toBe(0)
  })
})

describe('what fails', () => {
  it('is counted at its webhook and found among the deliveries, until it was taken', async () => {
    const { itself, path, id } = await givenHook()
    const found = async (failing: boolean) =>
      (await done(caller.get(`/hook/queue/?webhook__is=${id}&failing__is=${failing}`))).count
    const counts = async () => [(await done(caller.get(itself))).failing, await found(true), await found(false)]
    receiver.answerAt(path, (response) => response.writeHead(500).end())
    for (let at = 0; at < 2; at++) await done(caller.post(`${itself}test/`))
    await attemptAll()
    await clinic.within((tx) =>
      sql`update delivery set status = 2 where id = (select min(id) from delivery where webhook = ${id})`.execute(tx),
    )
    await done(caller.post(`${itself}test/`))
    expect(await counts()).toEqual([2, 2, 1])
    receiver.answerAt(path, (response) => response.writeHead(204).end())
    await done(caller.post(`${itself}recover/`, { since: '2020-01-01T00:00:00Z' }))
    await attemptAll()
    expect(await counts()).toEqual([0, 0, 3])
  })
})

describe('queueing again', () => {
  it('posts one delivery again with the same event_id and body', async () => {
    const { itself, path } = await givenHook()
    const { delivery } = await done(caller.post(`${itself}test/`))
    await attemptAll()
    expect(await done(caller.post(`${delivery}redeliver/`))).toMatchObject({ status: 0, attempts: 0, delivered: null })
    await attemptAll()
    const [first, second] = receiver.to(path)
    expect(second!.body).toBe(first!.body)
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    await done(caller.patch(itself, { active: false }))
    expect(codesOf(await caller.post(`${delivery}redeliver/`, {}, asProblem))).toEqual({ non_field_errors: 'invalid' })
  })

  it('takes everything that has failed since a moment, and nothing else', async () => {
    const { itself, path, id } = await givenHook()
    receiver.answerAt(path, (response) => response.writeHead(500).end())
    for (let at = 0; at < 3; at++) await done(caller.post(`${itself}test/`))
    await attemptAll()
    const [old, given, ...rest] = (await done(caller.get(`/hook/queue/?webhook__is=${id}`))).results
    await clinic.within(async (tx) => {
      await tx
        .updateTable('delivery')
        .set({ created: sql<Date>`now() - interval '2 hours'` })
        .where('id', '=', old.id)
        .execute()
      await tx.updateTable('delivery').set({ status: 2 }).where('id', '=', given.id).execute()
    })
    receiver.answerAt(path, (response) => response.writeHead(204).end())
    await done(caller.post(`${itself}test/`))
    const since = new Date(Date.now() - 3_600_000).toISOString()
    expect(await done(caller.post(`${itself}recover/`, { since }))).toEqual({ recovered: 2 })
    await attemptAll()
    const { results } = await done(caller.get(`/hook/queue/?webhook__is=${id}`))
    const statusOf = (one: { id: number }) => results.find((row: { id: number }) => row.id === one.id).status
    expect([statusOf(old), statusOf(given), ...rest.map(statusOf)]).toEqual([0, 1, 1])
    expect((await caller.post(`${itself}recover/`, {})).status).toBe(400)
  })
})

it('signs with HMAC-SHA256 over id, timestamp and body, one signature for each secret', () => {
  const by = (key: string) => `v1,${createHmac('sha256', key).update('msg.1700000000.{"a":1}').digest('base64')}`
  expect(signatureHeaders('msg', 1_700_000_000, '{"a":1}', ['one', 'zwölf'])).toEqual({
    'webhook-id': 'msg',
    'webhook-timestamp': '1700000000',
    'webhook-signature': `${by('one')} ${by('zwölf')}`,
  })
})

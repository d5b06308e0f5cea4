// @module-tag waits
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connected } from '../../scripts/database.ts'
import { actorOf, useApi } from '../../test/support/api.ts'
import { connect } from '../db/pool.ts'
import { inOrganisation, type Tx } from '../db/tx.ts'
import { invalid, type ApiError } from './errors.ts'
import { findStoredResponse, waitForKey, storeResponse, requestOf, waitSeconds } from './idempotency.ts'
import type { ApiResponse, Call } from './operation.ts'
import { write } from './writing.ts'

const api = await useApi()
const organisation = await api.givenOrganisation()

/** As much of a call as this part looks at. */
const callOf = (
  idempotencyKey: string | undefined,
  { account = 'application:1', digest = 'same', dryRun = false } = {},
) =>
  ({
    actor: actorOf(organisation.id, { account }),
    requestHeaders: { ...(idempotencyKey === undefined ? {} : { idempotencyKey }), ...(dryRun ? { dryRun } : {}) },
    request: 'POST /1/api/0.1/thing/',
    isAbandoned: () => false,
    body: () => Promise.resolve({ kind: 'json', value: {}, digest }),
  }) as unknown as Call

const find = async (tx: Tx, call: Call) => findStoredResponse(tx, call, await requestOf(call))
const keep = async (tx: Tx, call: Call, answer: ApiResponse) => storeResponse(tx, call, await requestOf(call), answer)

/** Keeps a transaction open in which this has been done; `end` commits it. */
const givenUnderWay = async (work: (tx: Tx) => Promise<unknown>) => {
  const [here, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = organisation.within(async (tx) => {
    await work(tx)
    here.resolve()
    await gate.promise
  })
  await here.promise
  return async () => {
    gate.resolve()
    await done
  }
}

describe('a key in use by another request', () => {
  test('is waited for ten seconds', () => {
    expect(waitSeconds).toBe(10)
  })

  test('is refused with 409 and Retry-After when the wait is over', async () => {
    const end = await givenUnderWay((tx) => find(tx, callOf('slow')))
    const began = performance.now()
    const refusal = await waitForKey(() => organisation.within((tx) => find(tx, callOf('slow'))), 0.4).catch(
      (problem: ApiError) => problem,
    )
    const waited = performance.now() - began
    await end()
    expect(refusal).toMatchObject({ status: 409, code: 'conflict', headers: { 'retry-after': '5' } })
    expect(waited).toBeGreaterThanOrEqual(400)
  })

  test('is free as soon as the other request is done', async () => {
    const end = await givenUnderWay((tx) => find(tx, callOf('slower')))
    setTimeout(() => void end(), 300)
    expect(await waitForKey(() => organisation.within((tx) => find(tx, callOf('slower'))), 600)).toBeUndefined()
  })

  test('is waited for without holding a connection', async () => {
    const one = connect(api.database.appUrl, { max: 1 })
    onTestFinished(() => one.close())
    const within = <T>(work: (tx: Tx) => Promise<T>) => inOrganisation(one.db, organisation.id, work)
    const end = await givenUnderWay((tx) => find(tx, callOf('storm')))
    const storm = Array.from({ length: 10 }, () => waitForKey(() => within((tx) => find(tx, callOf('storm'))), 600))
    // The only connection is free for this, though all of them still wait.
    const others = Promise.race(storm).then(() => 'waited no longer')
    expect(await Promise.race([within((tx) => sql`select 1`.execute(tx)), others])).not.toBe('waited no longer')
    await end()
    expect(await Promise.all(storm)).toEqual(storm.map(() => undefined))
  })

  test.each([
    ['another key', callOf.bind(undefined, 'other', {})],
    ['another account', callOf.bind(undefined, 'busy', { account: 'application:2' })],
    ['a dry run', callOf.bind(undefined, 'busy', { dryRun: true })],
    ['no key', callOf.bind(undefined, undefined, {})],
  ])('does not block %s', async (_what, call) => {
    const end = await givenUnderWay((tx) => find(tx, callOf('busy')))
    expect(await organisation.within((tx) => find(tx, call()))).toBeUndefined()
    await end()
  })
})

describe('a stored response', () => {
  test('is replayed without values that are shown only once', async () => {
    const answer = {
      status: 201,
      body: '{"a":1}',
      revealed: { secret: 'b' },
      headers: { etag: '"7"', 'x-other': 'gone' },
    }
    await organisation.within((tx) => keep(tx, callOf('kept'), answer))
    expect(await organisation.within((tx) => find(tx, callOf('kept')))).toEqual({
      status: 201,
      body: '{"a":1}',
      headers: { 'idempotency-replayed': 'true', etag: '"7"' },
    })
    const other = organisation.within((tx) => find(tx, callOf('kept', { digest: 'other' })))
    await expect(other).rejects.toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  })

  test.each([
    ['of a record says which one was created', '{"id":7,"name":"8"}', 7],
    ['of many says of none', '[{"id":7},{"id":8}]', undefined],
  ])('%s', async (key, body, created) => {
    await organisation.within((tx) => keep(tx, callOf(encodeURI(key)), { status: 201, body }))
    const replayed = await organisation.within((tx) => find(tx, callOf(encodeURI(key))))
    expect(replayed).toMatchObject({ status: 201, body })
    expect(replayed!.created).toBe(created)
  })

  test('without a body is replayed without one', async () => {
    await organisation.within((tx) => keep(tx, callOf('removal'), { status: 204 }))
    expect(await organisation.within((tx) => find(tx, callOf('removal')))).toEqual({
      status: 204,
      headers: { 'idempotency-replayed': 'true' },
    })
  })
})

describe('a response that soon expires', () => {
  test('is not stored: the request is carried out again', async () => {
    const call = { ...callOf('brief'), db: api.rows.db, notifier: { publish: () => {} } } as unknown as Call
    let times = 0
    const sign = () => write(call, undefined, async () => ({ status: 200, body: String(++times), isShortLived: true }))
    expect([await sign(), await sign()]).toMatchObject([{ body: '1' }, { body: '2' }])
    expect(await organisation.within((tx) => find(tx, callOf('brief')))).toBeUndefined()
  })
})

describe('a deadlock when the response is stored', () => {
  const deadlocked = { status: 200, body: '"deadlocked"' }
  beforeAll(() =>
    connected(api.database.superuserUrl, (admin) =>
      admin.query(`create function raise_deadlock() returns trigger language plpgsql as
          $$ begin raise 'deadlock detected' using errcode = '40P01'; end $$;
        create trigger raise_deadlock before insert on idempotency_key for each row
          when (new.body = '${deadlocked.body}') execute function raise_deadlock()`),
    ),
  )

  /** Meets a deadlock at the first attempt, and does this at the second. */
  const writeThen = async (key: string, second: () => ApiResponse) => {
    const { db, close } = connect(api.database.appUrl, { max: 1 })
    onTestFinished(close)
    let attempts = 0
    const call = { ...callOf(key), db, notifier: { publish: () => {} } } as unknown as Call
    return write(call, undefined, async () => (++attempts === 1 ? deadlocked : second()))
  }

  test('is resolved by another attempt, whose response is stored', async () => {
    expect(await writeThen('deadlock', () => ({ status: 200, body: '"done"' }))).toEqual({
      status: 200,
      body: '"done"',
    })
    expect(await organisation.within((tx) => find(tx, callOf('deadlock')))).toMatchObject({ body: '"done"' })
  })

  test('is not reported where the next attempt is refused', async () => {
    const refuse = () => {
      throw invalid('name', 'It is taken by now.')
    }
    await expect(writeThen('refused', refuse)).rejects.toMatchObject({ status: 400 })
  })
})

// @module-tag waits
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createClient } from '@redis/client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { assembleApi, type ApiOptions } from '../../src/app/api.ts'
import { operations } from '../../src/app/resources.ts'
import { connected } from '../../scripts/database.ts'
import { useApi, type TestResponse, type ApiClient, type TestOrganisation } from '../support/api.ts'
import { until } from '../support/until.ts'

const api = await useApi()
let clinic: TestOrganisation
let redis: ReturnType<typeof createClient>

beforeAll(async () => {
  clinic = await api.givenOrganisation()
  redis = createClient({ url: api.options.redisUrl })
  await redis.connect()
})
afterAll(() => redis.destroy())

const givenCaller = async () => {
  const application = await clinic.givenApplication()
  const apiClient = clinic.as(`Bearer ${await clinic.tokenOf(application)}`)
  /** The log of one action's window in Redis: the time and weight of each request. */
  const key = (action: string) => `${api.options.redisPrefix}:${clinic.id}:application:${application.id}:${action}`
  return { apiClient, key }
}

/** Makes the requests in a window this much older, instead of waiting. */
const age = async (key: string, seconds: number) => {
  for (const { value, score } of await redis.zRangeWithScores(key, 0, -1)) {
    const [at, own, total] = value.split(':')
    await redis.zRem(key, value)
    await redis.zAdd(key, { value: `${Number(at) - seconds * 1_000_000}:${own}:${total}`, score })
  }
}

const remaining = ({ headers }: TestResponse) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
const weight = ({ headers }: TestResponse) => Number(headers.get('x-ratelimit-weight'))

const closedPort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Starts another API process on the same database with other settings. */
const startAnother = async (changes: Partial<ApiOptions>) => {
  const app = await assembleApi({ ...api.options, ...changes })
  onTestFinished(() => app.close())
  const base = `${await app.listen({ host: '127.0.0.1', port: 0 })}/${clinic.id}/api/0.1`
  return (apiClient: ApiClient): ApiClient => ({
    send: (method, path, asked) => apiClient.send(method, `${base}${path}`, asked),
    get: (path, asked) => apiClient.get(`${base}${path}`, asked),
    post: (path, body, asked) => apiClient.post(`${base}${path}`, body, asked),
    put: (path, body, asked) => apiClient.put(`${base}${path}`, body, asked),
    patch: (path, body, asked) => apiClient.patch(`${base}${path}`, body, asked),
    delete: (path, asked) => apiClient.delete(`${base}${path}`, asked),
  })
}

describe('rates', () => {
  test('[S582] a page counts as the number of default pages that it replaces', async () => {
    const { apiClient } = await givenCaller()
    let left = 100
    for (const [size, counts] of [
      [undefined, 1],
      [1, 1],
      [50, 1],
      [51, 2],
      [100, 2],
      [101, 3],
      [999, 20],
      [1000, 20],
    ] as const) {
      const answer = await apiClient.get(size === undefined ? '/client/' : `/client/?page_size=${size}`)
      left -= counts
      expect([size, weight(answer), remaining(answer)]).toEqual([size, counts, left])
      expect(answer.headers.get('ratelimit-policy')).toBe('"default";q=100;w=60')
    }
  })

  test('[S582] a list with a default page of 1000 counts one, also with page_size=1000', async () => {
    const { apiClient } = await givenCaller()
    const answers = [
      await apiClient.get('/codelist/species/'),
      await apiClient.get('/codelist/species/?page_size=1000'),
    ]
    expect(answers.map((answer) => [weight(answer), remaining(answer)])).toEqual([
      [1, 99],
      [1, 98],
    ])
  })

  test('[S556] [S580] over the limit is 429, and Retry-After is when the window has room again, to the second', async () => {
    const { apiClient, key } = await givenCaller()
    for (let times = 0; times < 5; times++) expect((await apiClient.get('/client/?page_size=1000')).status).toBe(200)
    const log = await redis.zRange(key('client.list'), 0, -1)
    const first = Number(log[0]!.split(':')[0])
    /** How long it takes from now until the first no longer counts. */
    const wait = async () => {
      const [seconds, micros] = (await redis.sendCommand<[string, string]>(['TIME'])).map(Number)
      return (first + 60_000_000 - (seconds! * 1_000_000 + micros!)) / 1_000_000
    }
    const most = await wait()
    const refused = await apiClient.get('/client/')
    const least = await wait()
    expect(refused.status).toBe(429)
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThanOrEqual(least)
    expect(retryAfter).toBeLessThanOrEqual(Math.ceil(most))
    expect(refused.body.detail).toBe(`Request was throttled. Expected available in ${retryAfter} seconds.`)
    expect([remaining(refused), weight(refused)]).toEqual([0, 1])
    expect(log).toHaveLength(5)
  })

  test('[S556] [S580] a client that waits for Retry-After is answered', async () => {
    const { apiClient, key } = await givenCaller()
    for (let times = 0; times < 5; times++) await apiClient.get('/client/?page_size=1000')
    await age(key('client.list'), 55)
    const refused = await apiClient.get('/client/?page_size=1000')
    const seconds = Number(refused.headers.get('retry-after'))
    expect([refused.status, seconds >= 1 && seconds <= 5]).toEqual([429, true])
    await sleep(seconds * 1_000)
    expect((await apiClient.get('/client/?page_size=1000')).status).toBe(200)
  })

  test('[S573] the window is rolling: each request counts for 60 seconds', async () => {
    const { apiClient, key } = await givenCaller()
    const spend = async (times: number) => {
      for (let done = 0; done < times; done++) expect((await apiClient.get('/client/?page_size=1000')).status).toBe(200)
    }
    await spend(2)
    await age(key('client.list'), 40)
    await spend(3)
    expect((await apiClient.get('/client/')).status).toBe(429)
    // The first two are 50 seconds old, the other three 10.
    await age(key('client.list'), 10)
    expect((await apiClient.get('/client/')).status).toBe(429)
    await age(key('client.list'), 10.5)
    const answer = await apiClient.get('/client/')
    expect([answer.status, remaining(answer)]).toEqual([200, 100 - 60 - 1])
    await age(key('client.list'), 45)
    expect(remaining(await apiClient.get('/client/'))).toBe(100 - 1 - 1)
  })

  test('[S573] a window is one application’s, of one organisation, for one action', async () => {
    const { apiClient } = await givenCaller()
    for (let times = 0; times < 5; times++) await apiClient.get('/client/?page_size=1000')
    expect((await apiClient.get('/client/')).status).toBe(429)
    expect((await apiClient.get('/patient/')).status).toBe(200)
    expect((await apiClient.post('/client/', { lastname: 'A' })).status).toBe(201)
    expect((await (await givenCaller()).apiClient.get('/client/')).status).toBe(200)
    expect((await (await (await api.givenOrganisation()).caller()).get('/client/')).status).toBe(200)
  })

  test('refused requests count too, once the caller is authorised', async () => {
    const { apiClient } = await givenCaller()
    expect(remaining(await apiClient.get('/client/?bogus'))).toBe(99)
    expect(remaining(await apiClient.get('/client/0/'))).toBe(299)
    expect(remaining(await apiClient.post('/client/', {}))).toBe(299)
    expect(remaining(await apiClient.get('/client/'))).toBe(98)
  })

  test('lists have 100 a minute and other actions 300, except these', () => {
    const others = operations.filter(({ answers, rate }) => rate !== (answers[200] === 'page' ? 100 : 300))
    expect(Object.fromEntries(others.map(({ name, rate }) => [name, rate]))).toEqual({
      'invoice.list': 60,
      'invoice.retrieve': 250,
      'invoice.pdf': 250,
      // They sum a whole year.
      'accountingreport.totals': 100,
      'catalog_upload.preview': 100,
      'catalog_upload.preview_changes': 100,
      // They look at everything that is in stock, and at every visit that is not finalized.
      'department.proposed_orders': 100,
      'consultation.missing_charges': 100,
      // Each carries out up to 50 writes, which count by themselves.
      'composite.create': 100,
      // They search the whole audit trail.
      'client.erase': 30,
      'user.erase': 30,
      // They change up to 2,000 items.
      'item.change_prices': 100,
      'price_change.undo': 100,
      // They send a message each time.
      'message.create': 60,
      'message_settings.test': 10,
      'department.totals': 100,
      'unallocatedpayment.list': 200,
      'unallocatedpayment.retrieve': 800,
    })
  })
})

describe('while Redis is unreachable', () => {
  test('each process enforces its share of the limits, and never answers 5xx', async () => {
    const { apiClient } = await givenCaller()
    const there = (await startAnother({ redisUrl: `redis://127.0.0.1:${await closedPort()}`, processes: 2 }))(apiClient)
    const answers: TestResponse[] = []
    for (let times = 0; times < 8; times++) answers.push(await there.get('/client/?page_size=500'))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(50)
    expect((await there.post('/client/', { lastname: 'A' })).status).toBe(201)
    expect((await there.get('/client/0/')).status).toBe(404)
  })
})

describe('while the database', () => {
  const isBusy = ({ status, headers, body }: TestResponse, detail = 'The service is busy. Try again in a moment.') => {
    expect([status, headers.get('retry-after'), headers.get('content-type')]).toEqual([
      503,
      '1',
      'application/json; charset=utf-8',
    ])
    expect(body).toEqual({ detail })
  }
  const withSetting = (setting: string) => {
    const url = new URL(api.options.databaseUrl)
    url.searchParams.set('options', `-c ${setting}`)
    return url.href
  }

  /** Holds the lock of a client's record until the work is done. */
  const whileLocked = (id: number, work: () => Promise<void>) =>
    connected(api.database.superuserUrl, async (holder) => {
      await holder.query('begin')
      await holder.query('select from client where id = $1 for update', [id])
      await work()
      await holder.query('rollback')
    })

  test('is unreachable, answers are 503 with Retry-After', async () => {
    const { apiClient } = await givenCaller()
    const url = new URL(api.options.databaseUrl)
    url.port = String(await closedPort())
    const there = (await startAnother({ databaseUrl: url.href }))(apiClient)
    isBusy(await there.get('/client/'))
    isBusy(await there.post('/client/', { lastname: 'A' }))
    const problem = await there.get('/client/', { headers: { accept: 'application/problem+json' } })
    expect(problem.body).toMatchObject({ status: 503, code: 'unavailable' })
  })

  /** Asks PostgreSQL to end whatever waits for a lock in this database, once something does. */
  const endWaiting = (how: 'pg_cancel_backend' | 'pg_terminate_backend') =>
    connected(api.database.superuserUrl, (client) =>
      until(async () => {
        const { rowCount } = await client.query(
          `select ${how}(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and wait_event_type = 'Lock'`,
        )
        return rowCount === 1
      }),
    )

  test.each(['lock_timeout', 'statement_timeout'])('is slow beyond %s, a write is 503', async (setting) => {
    const { apiClient } = await givenCaller()
    const { body } = await apiClient.post('/client/', { lastname: 'Locked' })
    const isOfLocks = setting === 'lock_timeout'
    const there = (await startAnother(isOfLocks ? { databaseUrl: withSetting('lock_timeout=150') } : {}))(apiClient)
    await whileLocked(body.id, async () => {
      const patched = there.patch(`/client/${body.id}/`, { lastname: 'Changed' })
      // What a statement_timeout raises, at a moment that the speed of the machine does not choose.
      if (!isOfLocks) await endWaiting('pg_cancel_backend')
      const busy = await patched
      isBusy(busy)
      expect(busy.headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/)
      expect((await there.get(`/client/${body.id}/`)).body.lastname).toBe('Locked')
    })
    expect((await there.patch(`/client/${body.id}/`, { lastname: 'Changed' })).status).toBe(200)
  })

  test('ends a connection in the middle of a request, it is 503 and the next one is answered', async () => {
    const { apiClient } = await givenCaller()
    const { body } = await apiClient.post('/client/', { lastname: 'Locked' })
    await whileLocked(body.id, async () => {
      const waiting = apiClient.patch(body.url, { lastname: 'Changed' })
      await endWaiting('pg_terminate_backend')
      const unsure = 'If this was a write, it may have taken effect: check before you send it again.'
      isBusy(await waiting, `The connection to the database was lost. ${unsure}`)
    })
    const again = await apiClient.patch(body.url, { lastname: 'Changed' })
    expect([again.status, again.body.lastname]).toEqual([200, 'Changed'])
    const { rows } = await clinic.within((tx) =>
      sql<{ lastname: string }>`select lastname from client where id = ${body.id}`.execute(tx),
    )
    expect(rows).toEqual([{ lastname: 'Changed' }])
  })
})

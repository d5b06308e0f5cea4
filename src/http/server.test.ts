// @module-tag waits
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { defaultCeilings } from '../kernel/ceilings.ts'
import { connected } from '../../scripts/database.ts'
import { useApi } from '../../test/support/api.ts'
import { superuserUrl, testDatabase } from '../../test/support/database.ts'
import { relayTo } from '../../test/support/relay.ts'
import { connect, type Pool } from '../db/pool.ts'
import { inOrganisation } from '../db/tx.ts'
import { assembleApi } from '../app/api.ts'
import { objectStoreAt } from '../gateways/object-store.ts'
import { logTo } from '../commands/log.ts'
import { createApi } from './server.ts'
import { presentation } from '../app/presentation.ts'
import { operations } from '../app/resources.ts'
import { storeReading } from './store-reading.ts'

const api = await useApi()

/** What a client is answered when authenticating it asks the database this. */
const answerTo = async (
  ask: (connection: Pool) => Promise<unknown>,
  databaseUrl = api.database.appUrl,
  queryTimeoutMs = 100,
) => {
  const connection = connect(databaseUrl, { max: 1, queryTimeoutMs })
  const identify = () => ask(connection).then(() => Promise.reject(new Error('PostgreSQL has answered.')))
  const { logger } = api.options
  const app = await createApi({
    kernel: { publicUrl: 'http://127.0.0.1', ceilings: defaultCeilings } as never,
    operations,
    presentation,
    identify,
    applicationsAt: async () => [],
    csrf: {} as never,
    shares: {} as never,
    refusals: { count: () => {}, close: async () => {} },
    logger,
    stopping: new AbortController().signal,
  })
  onTestFinished(async () => {
    await app.close()
    await connection.close()
  })
  const { statusCode, headers, body } = await app.inject({ method: 'POST', url: '/1/api/0.1/client/' })
  return [statusCode, headers['retry-after'], JSON.parse(body)]
}

test.each<[string, (connection: Pool) => Promise<unknown>]>([
  ['a read', ({ read }) => read('select pg_sleep(2)', [])],
  ['a transaction', ({ db }) => inOrganisation(db, 1, (tx) => sql`select pg_sleep(2)`.execute(tx))],
])('%s that PostgreSQL does not answer in time is 503 and may have taken effect', async (_what, ask) => {
  const detail =
    'The connection to the database was lost. If this was a write, it may have taken effect: check before you send it again.'
  expect(await answerTo(ask)).toEqual([503, '1', { detail }])
})

test('[V16.3.4] [V16.5.1] an unexpected error is logged, and answered without anything of the inside', async () => {
  const detail = 'Something went wrong on our side. If this keeps happening, report the x-request-id of this response.'
  const before = api.logged().length
  const secret = "select 'hunter2' from no_such_table"
  const ask = ({ db }: Pool) => inOrganisation(db, 1, (tx) => sql.raw(secret).execute(tx))
  // Its own patience, or a busy machine would answer that the connection was lost.
  expect(await answerTo(ask, api.database.appUrl, 0)).toEqual([500, undefined, { detail }])
  const logged = api.logged().slice(before)
  expect(logged).toMatch(/"level":50,.*"code":"42P01".*"msg":"answered 500"/)
  expect(logged).not.toContain('hunter2')
})

test('while PostgreSQL starts up, a write is 503 and did not take effect', async () => {
  const startingUp = createServer((socket) => {
    socket.once('data', () => {
      const fields = 'SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0'
      const length = Buffer.alloc(4)
      length.writeInt32BE(4 + fields.length)
      socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)]))
    })
    socket.on('error', () => {})
  })
  onTestFinished(() => void startingUp.close())
  startingUp.listen(0, '127.0.0.1')
  await once(startingUp, 'listening')
  const url = new URL(api.database.appUrl)
  url.host = `127.0.0.1:${(startingUp.address() as AddressInfo).port}`
  const answer = await answerTo(({ db }) => inOrganisation(db, 1, (tx) => sql`select 1`.execute(tx)), url.href)
  expect(answer).toEqual([503, '1', { detail: 'The service is busy. Try again in a moment.' }])
})

test('a write that PostgreSQL refuses as read-only is 503 and did not take effect', async () => {
  const database = await testDatabase()
  onTestFinished(database.drop)
  await connected(database.superuserUrl, (client) =>
    client.query(`alter database ${database.name} set default_transaction_read_only = on`),
  )
  const write = ({ db }: Pool) =>
    inOrganisation(db, 1, (tx) => sql`insert into client (lastname) values ('A')`.execute(tx))
  const busy = { detail: 'The service is busy. Try again in a moment.' }
  expect(await answerTo(write, database.appUrl, 0)).toEqual([503, '1', busy])
})

test('a write whose server shuts down is 503, and may have taken effect', async () => {
  const end = ({ db }: Pool) =>
    inOrganisation(db, 1, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      // As a shutdown does to every connection.
      const ending = connected(superuserUrl(), (client) =>
        client.query('select pg_terminate_backend($1)', [rows[0]!.pid]),
      )
      await Promise.all([sql`select pg_sleep(100)`.execute(tx), ending])
    })
  const answer = await answerTo(end, api.database.appUrl, 0)
  expect(answer).toMatchObject([
    503,
    '1',
    { detail: expect.stringContaining('The connection to the database was lost') },
  ])
})

test('[V16.5.2] an outage of the database is logged when it begins and when it has ended, and not for each request', async () => {
  const database = await relayTo(api.database.appUrl)
  onTestFinished(database.cut)
  const lines: { readonly level: number; readonly msg: string; readonly faults?: number }[] = []
  const logger = logTo({ write: (line: string) => void lines.push(JSON.parse(line)) }, 'warn')
  const app = await assembleApi({ ...api.options, databaseUrl: database.url, logger })
  onTestFinished(() => app.close())
  const clinic = await api.givenOrganisation()
  const authorization = `Bearer ${await clinic.tokenOf(await clinic.givenApplication())}`
  const ask = async () => {
    const { statusCode } = await app.inject({ url: `/${clinic.id}/api/0.1/client/`, headers: { authorization } })
    return statusCode
  }
  expect(await ask()).toBe(200)

  database.cut()
  for (let times = 0; times < 20; times++) expect(await ask()).toBe(503)
  expect(lines).toMatchObject([{ level: 40, msg: 'the database is not reachable' }])

  await database.restore()
  await sleep(1_100)
  expect(await ask()).toBe(200)
  expect(await ask()).toBe(200)
  expect(lines.slice(1)).toMatchObject([{ level: 40, msg: 'the database is reachable again', faults: 20 }])
})

test('[V16.5.2] an outage of the object store is 503 that names it, logged once, and measured', async () => {
  const lines: { readonly level: number; readonly msg: string }[] = []
  const logger = logTo({ write: (line: string) => void lines.push(JSON.parse(line)) }, 'warn')
  const unreachable = { ...api.options.store, endpoint: 'http://127.0.0.1:1' }
  const app = await assembleApi({ ...api.options, store: unreachable, logger })
  onTestFinished(() => app.close())
  const clinic = await api.givenOrganisation()
  const caller = await clinic.caller()
  const authorization = `Bearer ${await clinic.tokenOf(await clinic.givenApplication())}`
  const { body: owner } = await caller.post('/client/', { lastname: 'A' })
  const file = { client: owner.url, name: 'x.pdf', content_type: 'application/pdf', size: 10 }
  const { body: attachment } = await caller.post('/attachment/', file)
  for (let times = 0; times < 3; times++) {
    const url = `${new URL(attachment.url).pathname}complete/`
    const answer = await app.inject({ method: 'POST', url, headers: { authorization } })
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
      503,
      '1',
      { detail: 'The object store is not reachable, so files cannot be sent or fetched. Try again in a moment.' },
    ])
  }
  expect(lines).toMatchObject([{ level: 40, msg: 'the object store is not reachable' }])
  for (const [settings, up] of [
    [unreachable, 0],
    [api.options.store, 1],
  ] as const) {
    const store = objectStoreAt(settings)
    expect(await storeReading(store).read()).toBe(up)
    store.close()
  }
})

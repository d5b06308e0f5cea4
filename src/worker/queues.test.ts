import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { connected } from '../../scripts/database.ts'
import { connect, type Pool } from '../db/pool.ts'
import { inOrganisation } from '../db/tx.ts'
import { awaitedFileQueue } from './catalog-files.ts'
import { catalogQueue } from './catalogs.ts'
import { clientMessageQueue } from './client-messages.ts'
import { deliveryQueue } from './deliveries.ts'
import { scanQueue } from './file-scans.ts'
import { noTurns, type Allowance } from './lanes.ts'
import { messageQueue } from './messages.ts'
import {
  changeLeased,
  deleteLeased,
  giveUp,
  lease,
  release,
  renew,
  retryLater,
  waitAfter,
  type Queue,
} from './queues.ts'
import { strayFileQueue } from './stray-files.ts'

type Row = { readonly organisation: number; readonly lease: string } & Readonly<Record<string, unknown>>
type AnyQueue = Queue<Row>

let database: TestDatabase
let workers: Pool[]

/** As the superuser, and without the rows that these would refer to. */
const ask = (text: string, values: readonly unknown[] = []) =>
  connected(database.superuserUrl, async (client) => {
    await client.query('set session_replication_role = replica')
    return client.query(text, [...values])
  })

beforeAll(async () => {
  database = await testDatabase()
  workers = Array.from({ length: 4 }, () => connect(database.workerUrl, { max: 2 }))
  await ask(`insert into organisation (id, name, country, currency, time_zone)
    select id, 'Clinic', 'FI', 'EUR', 'Europe/Helsinki' from generate_series(901, 903) id on conflict do nothing`)
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.close()))
  await database.drop()
})

type RowOf = (number: number) => Readonly<Record<string, unknown>>
const kind = (name: string, queue: unknown, rowOf: RowOf) => [name, queue as AnyQueue, rowOf] as const

/** Each kind of work with the columns of a row that waits, by its number. */
const kinds = [
  kind('messages', messageQueue, (id) => ({ id, kind: 'invitation', user: 1 })),
  kind('client messages', clientMessageQueue, (id) => ({
    id,
    kind: 1,
    channel: 1 + (id % 2),
    request: `${id}`,
    department: 1,
  })),
  kind('deliveries', deliveryQueue, (id) => ({
    id,
    webhook: id % 3,
    event: 'client.created',
    event_id: `${id}`,
    content_type: 2,
    body: '{}',
  })),
  kind('file scans', scanQueue, (attachment) => ({ attachment })),
  kind('stray files', strayFileQueue, () => ({ key: randomUUID() })),
  kind('awaited files', awaitedFileQueue, (upload) => ({ upload, storage_key: randomUUID() })),
  kind('catalogs', catalogQueue, (upload) => ({ upload, storage_key: randomUUID(), file_key: randomUUID() })),
]
const withOwner = kinds.filter(([, { hasOwner = true }]) => hasOwner)

const db = (at = 0) => workers[at]!.db
const take = (queue: AnyQueue, most = 1_000, at = 0, allowance: Partial<Allowance> = {}): Promise<readonly Row[]> =>
  lease(db(at), queue, most, { ...noTurns(1_000), ...allowance })
const timeOf = ({ available = 'due' }: AnyQueue) => available

const give = async (queue: AnyQueue, rowOf: RowOf, count: number) => {
  for (let number = 1; number <= count; number++) {
    const row = { organisation: 901 + (number % 3), ...rowOf(number) }
    const names = Object.keys(row).map((name) => `"${name}"`)
    await ask(
      `insert into ${queue.table} (${names.join()}) overriding system value values (${names.map((_, at) => `$${at + 1}`).join()})`,
      Object.values(row),
    )
  }
}
/** The first of three organisations has a long queue, which is due before what the others have. */
const giveLongQueue = async (queue: AnyQueue, rowOf: RowOf) => {
  await give(queue, rowOf, 12)
  await ask(`delete from ${queue.table} where organisation <> 901
    and ${queue.key} not in (select distinct on (organisation) ${queue.key} from ${queue.table} order by organisation, 1)`)
  await ask(`update ${queue.table} set due = now() - interval '1 hour' where organisation = 901`)
  await ask(`update ${queue.table} set due = now() - interval '1 minute' where organisation = 902`)
}
const organisationsOf = (rows: readonly Row[]) => rows.map(({ organisation }) => organisation).toSorted((a, b) => a - b)
const giveOne = async (queue: AnyQueue, rowOf: RowOf) => {
  await give(queue, rowOf, 1)
  const [taken] = await take(queue)
  return taken!
}
const clock = async () => (await ask('select clock_timestamp() as now')).rows[0].now as Date
/** By how many seconds some work put the only row off, at least and at most: it ran somewhere between two looks at the clock. */
const putOff = async (queue: AnyQueue, work: () => Promise<unknown>) => {
  const before = await clock()
  await work()
  const after = await clock()
  const { rows } = await ask(`select ${timeOf(queue)} as at from ${queue.table}`)
  const secondsAfter = (time: Date) => (rows[0].at.getTime() - time.getTime()) / 1_000
  return { atMost: secondsAfter(before), atLeast: secondsAfter(after) }
}
/** Times are compared in whole milliseconds. */
const aMillisecond = 0.002
const expectPutOff = async (queue: AnyQueue, work: () => Promise<unknown>, least: number, most = least) => {
  const { atMost, atLeast } = await putOff(queue, work)
  expect(atMost).toBeGreaterThanOrEqual(least - aMillisecond)
  expect(atLeast).toBeLessThanOrEqual(most + aMillisecond)
}
const runOut = (queue: AnyQueue) => ask(`update ${queue.table} set ${timeOf(queue)} = now() - interval '1 second'`)
const within = <T>({ organisation }: Row, work: Parameters<typeof inOrganisation<T>>[2]) =>
  inOrganisation(db(), organisation, work)

beforeEach(async () => {
  for (const table of new Set(kinds.map(([, { table: name }]) => name))) await ask(`delete from ${table}`)
})

describe.each(kinds)('the queue of %s', (_name, queue, rowOf) => {
  it('gives a row to one worker, however many look at once', async () => {
    await give(queue, rowOf, 30)
    const taken = (await Promise.all(Array.from({ length: 12 }, (_, at) => take(queue, 7, at % 4)))).flat()
    const keys = taken.map((row) => row[queue.key])
    expect(new Set(keys).size).toBe(keys.length)
    for (let more = await take(queue); more.length > 0; more = await take(queue))
      keys.push(...more.map((row) => row[queue.key]))
    expect(keys).toHaveLength(30)
    expect(new Set(keys).size).toBe(30)
  })

  it('gives nobody a row before its lease has run out, and then anybody', async () => {
    let first!: Row
    const { seconds = 15 } = queue
    await expectPutOff(
      queue,
      async () => {
        first = await giveOne(queue, rowOf)
      },
      seconds,
    )
    expect(await take(queue, 1, 1)).toEqual([])
    await runOut(queue)
    const [second] = await take(queue, 1, 1)
    expect(second![queue.key]).toEqual(first[queue.key])
    expect(second!.lease === first.lease).toBe(queue.hasOwner === false)
  })

  it('gives what is due longest first, and nothing that is due later', async () => {
    await give(queue, rowOf, 3)
    await ask(`update ${queue.table} set due = now() + interval '1 hour'`)
    expect(await take(queue)).toEqual([])
    await ask(`update ${queue.table} set due = now() - interval '1 hour'
      where ctid = (select ctid from ${queue.table} where organisation = 903)`)
    await ask(`update ${queue.table} set due = now() - interval '2 hours'
      where ctid = (select ctid from ${queue.table} where organisation = 901)`)
    expect((await take(queue, 1)).map(({ organisation }) => organisation)).toEqual([901])
    expect((await take(queue)).map(({ organisation }) => organisation)).toEqual([903])
  })
})

describe.each(kinds)('a turn in the queue of %s', (_name, queue, rowOf) => {
  it('comes before a second row of one, however long that has waited', async () => {
    await giveLongQueue(queue, rowOf)
    expect(organisationsOf(await take(queue, 3))).toEqual([901, 902, 903])
  })
})

/** With lanes that are servers, with lanes that are organisations, and by the clocks of organisations. */
const differing = kinds.filter(([name]) => ['client messages', 'deliveries', 'file scans'].includes(name))

describe.each(differing)('the turns of organisations in the queue of %s', (_name, queue, rowOf) => {
  it('come to those of whom less is in progress, and then to whoever had none for the longest', async () => {
    await giveLongQueue(queue, rowOf)
    expect(organisationsOf(await take(queue, 1, 0, { inProgress: { 901: 1 } }))).toEqual([902])
    expect(organisationsOf(await take(queue, 1, 0, { turns: { 901: 1 } }))).toEqual([903])
  })

  it('end where an organisation has what it may have, and a sandbox has half of it', async () => {
    await giveLongQueue(queue, rowOf)
    expect(organisationsOf(await take(queue, 9, 0, { perOrganisation: 2 }))).toEqual([901, 901, 902, 903])
    await ask('update organisation set sandbox = true where id = 901')
    expect(organisationsOf(await take(queue, 9, 0, { perOrganisation: 4, inProgress: { 901: 1 } }))).toEqual([901])
    await ask('update organisation set sandbox = false where id = 901')
  })
})

describe.each(withOwner)('a lease of %s', (_name, queue, rowOf) => {
  it('is renewed by its holder, and by nobody who has lost it', async () => {
    const lost = await giveOne(queue, rowOf)
    await ask(`update ${queue.table} set ${timeOf(queue)} = now() + interval '1 second'`)
    await expectPutOff(queue, async () => expect(await renew(db(), queue, lost)).toBe(true), queue.seconds ?? 15)
    await runOut(queue)
    const [held] = await take(queue)
    expect(await renew(db(), queue, lost)).toBe(false)
    expect(await renew(db(), queue, held!)).toBe(true)
  })

  it('is needed to change a row, to end its work and to put it back', async () => {
    const lost = await giveOne(queue, rowOf)
    await runOut(queue)
    const [held] = await take(queue)
    const before = (await ask(`select * from ${queue.table}`)).rows
    const attempts = [
      within(lost, (tx) => changeLeased(tx, queue, lost, { [timeOf(queue)]: sql`now()` })),
      within(lost, (tx) => release(tx, queue, lost, { [timeOf(queue)]: sql`now()` })),
      within(lost, (tx) => retryLater(tx, queue, lost, 1)),
      within(lost, (tx) => giveUp(tx, queue, lost, {})),
    ]
    expect(await Promise.all(attempts)).toEqual([false, false, false, false])
    expect((await ask(`select * from ${queue.table}`)).rows).toEqual(before)
    expect(await within(held!, (tx) => release(tx, queue, held!, { [timeOf(queue)]: sql`now()` }))).toBe(true)
    expect((await ask(`select lease from ${queue.table}`)).rows).toEqual([{ lease: null }])
  })

  it('that ends after a failure leaves the row to anybody when its wait is over', async () => {
    const taken = await giveOne(queue, rowOf)
    const { seconds, spread = 0 } = queue.retries ?? { seconds: [15] }
    for (const [at, scheduled] of seconds.entries()) {
      await ask(`update ${queue.table} set lease = $1`, [taken.lease])
      const retry = () => within(taken, (tx) => retryLater(tx, queue, taken, at + 1))
      await expectPutOff(queue, async () => expect(await retry()).toBe(true), scheduled, scheduled * (1 + spread))
    }
    expect(await take(queue)).toEqual([])
    await runOut(queue)
    expect(await take(queue)).toHaveLength(1)
  })
})

describe('a row that failed', () => {
  const givingUp = kinds.filter(([, { retries }]) => retries?.maxAttempts !== undefined)

  it.each(givingUp)('of %s is given up after its last attempt, and not before', async (_name, queue, rowOf) => {
    const taken = await giveOne(queue, rowOf)
    const most = queue.retries!.maxAttempts!
    expect(waitAfter(queue, most - 1)).toBeGreaterThan(0)
    expect(await within(taken, (tx) => retryLater(tx, queue, taken, most))).toBe(true)
    await ask(`update ${queue.table} set ${timeOf(queue)} = now() where isfinite(${timeOf(queue)})`)
    expect(await take(queue)).toEqual([])
    expect((await ask(`select lease from ${queue.table}`)).rows).toEqual([{ lease: null }])
  })

  it.each(kinds.filter(([, { retries }]) => retries?.maxAttempts === undefined))(
    'of %s is never given up',
    (_name, queue) => {
      expect(waitAfter(queue, 1_000)).toBeGreaterThan(0)
    },
  )

  it('waits for as long as the other side has asked for, if that is longer', async () => {
    const [, queue, rowOf] = kinds.find(([name]) => name === 'deliveries')!
    const taken = await giveOne(queue, rowOf)
    const retry = (attempts: number, noSoonerThan: number) => () =>
      within(taken, (tx) => retryLater(tx, queue, taken, attempts, { noSoonerThan }))
    await expectPutOff(queue, retry(1, 900), 900)
    await ask('update delivery set lease = $1', [taken.lease])
    await expectPutOff(queue, retry(3, 1), 300, 360)
  })

  it('is deleted by the holder of its lease alone', async () => {
    const [, queue, rowOf] = kinds.find(([name]) => name === 'file scans')!
    const taken = await giveOne(queue, rowOf)
    const other: Row = { ...taken, lease: randomUUID() }
    expect(await within(other, (tx) => deleteLeased(tx, queue, other))).toBe(false)
    expect(await within(taken, (tx) => deleteLeased(tx, queue, taken))).toBe(true)
    expect((await ask('select from file_scan')).rows).toEqual([])
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { freePort } from '../scripts/services/listening.ts'
import { resourceRegistry } from '../src/app/resources.ts'
import { connect } from '../src/db/pool.ts'
import { createRandom } from '../src/demo/random.ts'
import { changeListener, changeNotifier } from '../src/events/change-notifier.ts'
import type { WorkerParts } from '../src/worker/messages.ts'
import { startWorker } from '../src/worker/worker.ts'
import { conclude } from './conclude.ts'
import { givenOrganisation, privateDatabase, servicesUrls, type Urls } from './harness.ts'

/** The most statements a second of an idle worker, and the longest median of the time until due work begins. */
const [maxStatements, maxMs] = [4, 500]
/** A worker that asks as seldom as this begins too late. */
const tooSeldomMs = 3_000

/** Keeps when each message is leased: that is when the work begins. */
const instrumented = `
  create table begun (message bigint primary key, at timestamptz not null default clock_timestamp());
  grant insert on begun to fetlock_worker;
  create function keep_beginning() returns trigger language plpgsql as $$
  begin
    insert into begun values (new.id) on conflict do nothing;
    return null;
  end $$;
  create trigger keep_beginning after update on message for each row
    when (old.lease is null and new.lease is not null) execute function keep_beginning();`

type Query = (this: pg.Client, ...asked: unknown[]) => unknown

/** Counts the statements of the worker's connections. */
const countStatements = (own: pg.Client) => {
  let count = 0
  const original = Reflect.get(pg.Client.prototype, 'query') as Query
  const counting: Query = function (this: pg.Client, ...asked) {
    if (this !== own) count++
    return original.call(this, ...asked)
  }
  Reflect.set(pg.Client.prototype, 'query', counting)
  return () => count
}

/** What the work here needs of a worker: mails that go nowhere. */
const worker = (urls: Urls, more: Partial<WorkerParts>) => {
  const [own, app] = [connect(urls.worker, { max: 10 }), connect(urls.app, { max: 4 })]
  const log = { error: console.error, warn: console.error, info: () => {} }
  const running = startWorker({
    db: own.db,
    app: app.db,
    resources: resourceRegistry,
    smtp: { send: async () => {} },
    publicUrl: 'http://127.0.0.1:8000',
    log,
    ...more,
  } as unknown as WorkerParts)
  return {
    stop: async () => {
      await running.stop()
      await Promise.all([own.close(), app.close()])
    },
  }
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

type Place = { readonly client: pg.Client; readonly organisation: number; readonly user: number }

/** Queues messages at moments that have nothing to do with each other, and answers the median of how long each waited, in ms. */
const measureDelay = async (
  { client, organisation, user }: Place,
  { messages, seed, publish }: { readonly messages: number; readonly seed: number; readonly publish?: () => void },
) => {
  const random = createRandom(seed)
  const ids: number[] = []
  for (let at = 0; at < messages; at++) {
    await sleep(random.int(300, 1_000))
    const { rows } = await client.query<{ id: string }>(
      `insert into message (organisation, kind, "user") values ($1, 'password set', $2) returning id`,
      [organisation, user],
    )
    publish?.()
    ids.push(Number(rows[0]!.id))
  }
  for (let left = 1; left > 0; await sleep(100)) {
    const { rows } = await client.query('select from message where sent is null and id = any($1)', [ids])
    left = rows.length
  }
  const { rows } = await client.query<{ ms: number }>(
    `select extract(epoch from begun.at - message.created)::float * 1000 as ms
     from message join begun on begun.message = message.id where message.id = any($1)`,
    [ids],
  )
  return median(rows.map(({ ms }) => ms))
}

/** How many duties run whether there is something to do or not. */
const steady = 6

/** Statements a second of a worker that has nothing to do. */
const measureIdle = async (client: pg.Client, count: () => number, seconds: number) => {
  for (let done = 0; done < steady; await sleep(1_000)) {
    const { rows } = await client.query('select from duty where finished is not null and lease is null')
    done = rows.length
  }
  const [before, since] = [count(), performance.now()]
  await sleep(seconds * 1_000)
  return ((count() - before) * 1_000) / (performance.now() - since)
}

const givenUser = async (client: pg.Client, organisation: number) => {
  const { rows } = await client.query<{ id: string }>(
    `insert into "user" (organisation, email, first_name, last_name) values ($1, 'staff@example.com', 'Aino', 'Virta')
     returning id`,
    [organisation],
  )
  return Number(rows[0]!.id)
}

const prove = async () => {
  const { values } = parseArgs({
    options: {
      messages: { type: 'string', default: '100' },
      seconds: { type: 'string', default: '120' },
      seed: { type: 'string', default: '1' },
    },
  })
  const [messages, seconds, seed] = [values.messages, values.seconds, values.seed].map(Number) as [
    number,
    number,
    number,
  ]
  console.log(`seed ${seed}, ${messages} messages each way, ${seconds} s of an idle worker`)
  const name = `fetlock_pace_${process.pid}`
  const { urls, drop } = await privateDatabase(servicesUrls(), name)
  const client = new pg.Client({ connectionString: urls.superuser })
  await client.connect()
  try {
    await client.query(instrumented)
    const organisation = await givenOrganisation(urls, 'Clinic')
    await client.query("select set_config('app.organisation', $1, false)", [String(organisation)])
    const place: Place = { client, organisation, user: await givenUser(client, organisation) }
    const redisUrl = process.env.FETLOCK_REDIS_URL!
    const nowhere = `redis://127.0.0.1:${await freePort()}`
    const count = countStatements(client)

    /** A worker with this Redis, and a median of what it is given. */
    const delayWith = async (redis: string, more: Partial<WorkerParts> = {}) => {
      const notifier = changeNotifier({ redisUrl: redis, prefix: name })
      const subscribe = (onChange: () => void) => changeListener({ redisUrl: redis, prefix: name, onChange }).close
      const running = worker(urls, { subscribe, ...more })
      await sleep(3_000)
      const ms = await measureDelay(place, { messages, seed, publish: () => notifier.publish(organisation) })
      await running.stop()
      notifier.close()
      return ms
    }
    const idle = worker(urls, {})
    const rate = await measureIdle(client, count, seconds)
    await idle.stop()
    console.log(`an idle worker asks ${rate.toFixed(2)} statements a second`)
    const up = await delayWith(redisUrl)
    console.log(`due work begins after ${up.toFixed(0)} ms at the median with Redis`)
    const down = await delayWith(nowhere)
    console.log(`due work begins after ${down.toFixed(0)} ms at the median without Redis`)
    const seldom = await delayWith(nowhere, { askMs: tooSeldomMs })
    console.log(`twin that asks every ${tooSeldomMs} ms: ${seldom.toFixed(0)} ms at the median`)
    conclude({
      'an idle worker asks at most 4 statements a second': rate <= maxStatements,
      'due work begins within 500 ms at the median with Redis': up <= maxMs,
      'due work begins within 500 ms at the median without Redis': down <= maxMs,
      'twin: a worker that asks every 3 s begins later': seldom > maxMs,
    })
  } finally {
    await client.end()
    await drop()
  }
}

await prove()

// @module-tag waits
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { changeListener } from '../../src/events/change-notifier.ts'
import { startWorker } from '../../src/worker/worker.ts'
import { useClinic } from '../support/api.ts'
import { givenClient } from '../support/clinic.ts'
import { useSuperuser } from '../support/database.ts'
import { useWorkerParts } from '../support/deliveries.ts'

const { api, clinic, caller } = await useClinic()
const superuser = await useSuperuser(api)
const parts = useWorkerParts(api)

type Asked = { readonly text: string; readonly values: unknown[] }
type Query = (this: pg.Client, asked: string | Asked, ...rest: unknown[]) => unknown

/** Keeps every statement that is sent but our own. */
const recordStatements = () => {
  const sent: Asked[] = []
  const original = Reflect.get(pg.Client.prototype, 'query') as Query
  const recording: Query = function (this: pg.Client, asked, ...rest) {
    if (this.user !== superuser.user) sent.push(typeof asked === 'string' ? { text: asked, values: [] } : asked)
    return original.call(this, asked, ...rest)
  }
  Reflect.set(pg.Client.prototype, 'query', recording)
  onTestFinished(() => void Reflect.set(pg.Client.prototype, 'query', original))
  return {
    /** Of one for all organisations its name, and of others their text. */
    names: () => sent.map(({ text }) => /^\/\* all organisations: (.+?) \*\//.exec(text)?.[1] ?? text),
    first: (name: string) => sent.find(({ text }) => text.startsWith(`/* all organisations: ${name} */`))!,
  }
}
type Statements = ReturnType<typeof recordStatements>

type Plan = { readonly 'Node Type': string; readonly 'Relation Name'?: string; readonly Plans?: readonly Plan[] }
const stepsOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(stepsOf)]

const question = 'find due work'
const askHourly = 3_600_000
/** How many duties run whether there is something to do or not, and how many followers look for events when it starts. */
const [steadyDuties, followers] = [6, 3]
const count = (names: readonly string[], name: string) => names.filter((one) => one === name).length

/** Starts a worker, and waits until it has nothing left to do: it does no more than ask. */
const startIdle = async (statements: Statements) => {
  const worker = startWorker(parts)
  onTestFinished(() => worker.stop())
  const left = async () => {
    const { rows } = await superuser.query(`
      select (select count(*) from duty where finished is null or lease is not null)
        + greatest(0, (select ${steadyDuties} - count(*) from duty))
        + (select count(*) from security_event where not streamed)
        + (select count(*) from ledger, follower where follower.organisation = ledger.organisation
          and follower.name in ('webhooks', 'password notices', 'settings changes') and changes > position) as left`)
    return Number(rows[0].left)
  }
  await expect.poll(left).toBe(0)
  const before = statements.names().length
  const onlyAsks = () => {
    const latest = statements.names().slice(before).slice(-3)
    return latest.length === 3 && count(latest, question) === 3
  }
  await expect.poll(onlyAsks).toBe(true)
  return worker
}

/** Starts a worker that has nothing to do, and that asks only when it is told to or knows that something is due. */
const startPatient = async (statements: Statements, subscribe?: (onChange: () => void) => () => void) => {
  const before = statements.names().length
  const worker = startWorker({ ...parts, askMs: askHourly, subscribe })
  onTestFinished(() => worker.stop())
  const looks = () => count(statements.names().slice(before), 'find unprocessed events')
  await expect.poll(looks).toBeGreaterThanOrEqual(followers)
}

/** Lets a worker do everything there is to do, and puts off what comes back by itself. */
const finishAll = async (statements: Statements) => {
  await (await startIdle(statements)).stop()
  await superuser.query("update duty set due = now() + interval '1 day'")
}

const insert = (table: string, row: Readonly<Record<string, unknown>>) => {
  const entries = Object.entries({ organisation: clinic.id, ...row })
  return superuser.query(
    `insert into ${table} (${entries.map(([name]) => `"${name}"`).join()}) overriding system value
     values (${entries.map((_, at) => `$${at + 1}`).join()})`,
    entries.map(([, value]) => value),
  )
}

beforeAll(async () => {
  // Rows of the queues are inserted without what they refer to: what is looked at is when work begins.
  await superuser.query('set session_replication_role = replica')
})

/** The plan of a statement if PostgreSQL does without an index only where there is none. */
const planOf = async ({ text, values }: Asked) => {
  const client = new pg.Client({ connectionString: api.database.workerUrl })
  await client.connect()
  onTestFinished(() => client.end())
  for (const way of ['seqscan', 'bitmapscan', 'sort']) await client.query(`set enable_${way} = off`)
  const { rows } = await client.query(`explain (format json) ${text}`, values)
  return stepsOf(rows[0]['QUERY PLAN'][0].Plan)
}

describe('an idle worker', () => {
  it('asks with a statement that finds what is due first by an index, in every table that can be long', async () => {
    const statements = recordStatements()
    await startIdle(statements)
    const steps = await planOf(statements.first(question))
    const read = steps.flatMap((step) => (step['Node Type'] === 'Seq Scan' ? [step['Relation Name']] : []))
    expect(read.filter((table) => table !== 'ledger' && table !== 'duty')).toEqual([])
    expect(steps.filter((step) => step['Node Type'].includes('Sort'))).toEqual([])
    expect(steps.filter((step) => step['Node Type'] === 'Index Scan').length).toBeGreaterThan(15)
  })

  it('asks PostgreSQL at most four statements a second', async () => {
    const statements = recordStatements()
    await startIdle(statements)
    const [before, since] = [statements.names().length, performance.now()]
    await expect.poll(() => count(statements.names().slice(before), question)).toBeGreaterThan(20)
    const sent = statements.names().length - before
    // A slow machine asks less often.
    expect(sent / ((performance.now() - since) / 1_000)).toBeLessThanOrEqual(4)
  })
})

const past = new Date(Date.now() - 60_000)
const id = 900_001
const makeDue = (duty: string) => superuser.query('update duty set due = now() where name = $1', [duty])

/** Work of each kind, as it is committed, and the statement with which a worker begins it. */
const kinds: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['lease messages', () => insert('message', { id, kind: 'invitation', user: id })],
  [
    'lease messages to clients',
    () => insert('client_message', { id, kind: 1, channel: 1, request: 'pace', department: id }),
  ],
  [
    'lease deliveries',
    () =>
      insert('delivery', { id, webhook: id, event: 'client.created', event_id: 'pace', content_type: 2, body: '{}' }),
  ],
  ['lease stray files', () => insert('stray_file', { key: randomUUID() })],
  ['lease awaited catalogs', () => insert('catalog_work', { upload: id, storage_key: randomUUID() })],
  [
    'lease arrived catalogs',
    () => insert('catalog_work', { upload: id + 1, storage_key: randomUUID(), file_key: randomUUID() }),
  ],
  [
    'find imports',
    () => clinic.within((tx) => tx.insertInto('import').values({ name: 'Pace', state: 'running' }).execute()),
  ],
  [
    'find catalog imports',
    () => insert('catalog_import', { id, wholesaler: id, upload: id, vat_group: id, state: 'waiting' }),
  ],
  ['find unstreamed security events', () => insert('security_event', { id, kind: 'sign_in.failed' })],
  [
    'find unprocessed events',
    () => superuser.query('update ledger set changes = changes + 1 where organisation = $1', [clinic.id]),
  ],
  [
    'find due reminders',
    async () => {
      await makeDue('queue reminders')
      await insert('appointment_reminder', { id, appointment: id, send_at: past, due: past })
    },
  ],
  [
    'find abandoned bookings',
    async () => {
      await makeDue('give up bookings')
      await insert('awaited_client', { appointment: id, due: past })
    },
  ],
  [
    'find due recalls',
    async () => {
      await makeDue('queue recalls')
      const row = { id, patient: id, item: id, consultation: id, consultation_item: id, department: id }
      await insert('recall', { ...row, given: past, due: past })
    },
  ],
  [
    'find replaced catalogs',
    async () => {
      await makeDue('delete old catalogs')
      await insert('catalog_work', { upload: id + 2, storage_key: randomUUID(), done: true, due: past })
    },
  ],
  ['find due period locks', () => makeDue('advance period locks')],
]

describe('work', () => {
  it('that a request has left is begun because of the notification in Redis, long before the next question', async () => {
    const { redisUrl, redisPrefix: prefix } = api.options
    const statements = recordStatements()
    await finishAll(statements)
    await startPatient(statements, (onChange) => changeListener({ redisUrl, prefix, onChange }).close)
    const before = statements.names().length
    const leaveWork = async () => {
      await givenClient(caller)
      return statements.names().slice(before)
    }
    // What is published before the worker is connected is lost.
    await expect.poll(leaveWork).toContain('find unprocessed events')
  })

  it('that is due later is begun when it is due, long before the next question', async () => {
    const statements = recordStatements()
    await finishAll(statements)
    const due = new Date(Date.now() + 2_000)
    await insert('message', { id: id - 1, kind: 'invitation', user: id, due })
    const before = statements.names().length
    await startPatient(statements)
    await expect.poll(() => statements.names().slice(before)).toContain('lease messages')
    expect(Date.now()).toBeGreaterThanOrEqual(due.getTime())
  })

  it('of every kind is begun after one question, without Redis', async () => {
    onTestFinished(async () => {
      // Nothing has audited these.
      for (const table of ['appointment_reminder', 'catalog_import', 'recall'])
        await superuser.query(`delete from ${table}`)
      await superuser.query('update ledger set changes = changes - 1 where organisation = $1', [clinic.id])
    })
    const statements = recordStatements()
    await finishAll(statements)
    let ask = () => {}
    await startPatient(statements, (onChange) => {
      ask = onChange
      return () => {}
    })
    for (const [statement, commit] of kinds) {
      await commit()
      const before = statements.names().length
      ask()
      await expect.poll(() => statements.names().slice(before), { interval: 20 }).toContain(statement)
    }
  })
})

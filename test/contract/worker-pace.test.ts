import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { changeListener } from '../../src/events/change-notifier.ts'
import { startWorker } from '../../src/worker/worker.ts'
import { useClinic } from '../support/api.ts'
import { useSuperuser } from '../support/database.ts'
import { useWorkerParts } from '../support/deliveries.ts'

const { api, clinic, caller } = await useClinic()
const superuser = await useSuperuser(api)
const parts = useWorkerParts(api)

type Query = (this: pg.Client, asked: string | { readonly text: string }, ...rest: unknown[]) => unknown

/** Keeps every statement that is sent but our own: of one for all organisations its name, and of others their text. */
const recordStatements = () => {
  const sent: string[] = []
  const original = Reflect.get(pg.Client.prototype, 'query') as Query
  const recording: Query = function (this: pg.Client, asked, ...rest) {
    const text = typeof asked === 'string' ? asked : asked.text
    if (this.user !== superuser.user) sent.push(/^\/\* all organisations: (.+?) \*\//.exec(text)?.[1] ?? text)
    return original.call(this, asked, ...rest)
  }
  Reflect.set(pg.Client.prototype, 'query', recording)
  onTestFinished(() => void Reflect.set(pg.Client.prototype, 'query', original))
  return sent
}

type Plan = { readonly 'Node Type': string; readonly 'Relation Name'?: string; readonly Plans?: readonly Plan[] }
const stepsOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(stepsOf)]

const timeout = 20_000
const hours = 3_600_000
const question = 'find due work'
/** How many duties run whether there is something to do or not. */
const steady = 6

/** Starts a worker, and waits until it has nothing left to do. */
const startIdle = async (more: Partial<typeof parts> = {}) => {
  const worker = startWorker({ ...parts, ...more })
  onTestFinished(() => worker.stop())
  const left = async () => {
    const { rows } = await superuser.query(`
      select (select count(*) from duty where finished is null or lease is not null)
        + greatest(0, (select ${steady} - count(*) from duty))
        + (select count(*) from security_event where not streamed)
        + (select count(*) from ledger, follower where follower.organisation = ledger.organisation
          and follower.name in ('webhooks', 'password notices', 'settings changes') and changes > position) as left`)
    return Number(rows[0].left)
  }
  await expect.poll(left, { timeout }).toBe(0)
  // The worker notices a moment later that nothing is left.
  await pause(1_000)
  return worker
}

/** Starts a worker that asks once, and then only when it is told to or when it knows that something is due. */
const startPatient = async (sent: readonly string[], subscribe?: (callback: () => void) => () => void) => {
  await (await startIdle()).stop()
  await superuser.query("update duty set due = now() + interval '1 day'")
  const before = sent.length
  const worker = startWorker({ ...parts, askMs: 12 * hours, subscribe })
  onTestFinished(() => worker.stop())
  await expect.poll(() => sent.slice(before), { timeout }).toContain('find unprocessed events')
  await pause(1_000)
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
const planOf = async ({ text, values }: { readonly text: string; readonly values: unknown[] }) => {
  const client = new pg.Client({ connectionString: api.database.workerUrl })
  await client.connect()
  onTestFinished(() => client.end())
  for (const way of ['seqscan', 'bitmapscan', 'sort']) await client.query(`set enable_${way} = off`)
  const { rows } = await client.query(`explain (format json) ${text}`, values)
  return stepsOf(rows[0]['QUERY PLAN'][0].Plan)
}

describe('an idle worker', () => {
  it('asks with a statement that finds what is due first by an index, in every table that can be long', async () => {
    const asked: { readonly text: string; readonly values: unknown[] }[] = []
    const original = Reflect.get(pg.Client.prototype, 'query') as Query
    const recording: Query = function (this: pg.Client, query, ...rest) {
      if (typeof query !== 'string' && query.text.includes(`/* all organisations: ${question} */`))
        asked.push(query as never)
      return original.call(this, query, ...rest)
    }
    Reflect.set(pg.Client.prototype, 'query', recording)
    onTestFinished(() => void Reflect.set(pg.Client.prototype, 'query', original))
    await startIdle()
    const steps = await planOf(asked[0]!)
    const read = steps.flatMap((step) => (step['Node Type'] === 'Seq Scan' ? [step['Relation Name']] : []))
    expect(read.filter((table) => table !== 'ledger' && table !== 'duty')).toEqual([])
    expect(steps.filter((step) => step['Node Type'].includes('Sort'))).toEqual([])
    expect(steps.filter((step) => step['Node Type'] === 'Index Scan').length).toBeGreaterThan(15)
  }, 60_000)

  it('asks PostgreSQL at most four statements a second', async () => {
    await startIdle()
    const sent = recordStatements()
    const since = performance.now()
    await pause(8_000)
    const seconds = (performance.now() - since) / 1_000
    expect(sent.length / seconds).toBeLessThanOrEqual(4)
    expect(sent).toContain(question)
  }, 60_000)
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
    const sent = recordStatements()
    await startPatient(sent, (onChange) => changeListener({ redisUrl, prefix, onChange }).close)
    const before = sent.length
    expect((await caller.post('/client/', { firstname: 'Aino', lastname: 'Virta' })).status).toBe(201)
    await expect.poll(() => sent.slice(before), { timeout }).toContain('find unprocessed events')
  }, 60_000)

  it('that is due later is begun when it is due, long before the next question', async () => {
    const due = new Date(Date.now() + 8_000)
    await insert('message', { id: id - 1, kind: 'invitation', user: id, due })
    const sent = recordStatements()
    await startPatient(sent)
    await expect.poll(() => sent, { timeout }).toContain('lease messages')
    expect(Date.now()).toBeGreaterThanOrEqual(due.getTime())
  }, 60_000)

  it('of every kind is begun after the first question that is asked once it is committed, without Redis', async () => {
    await startIdle()
    const sent = recordStatements()
    onTestFinished(async () => {
      // Nothing has audited these.
      for (const table of ['appointment_reminder', 'catalog_import', 'recall'])
        await superuser.query(`delete from ${table}`)
      await superuser.query('update ledger set changes = changes - 1 where organisation = $1', [clinic.id])
    })
    for (const [statement, commit] of kinds) {
      await commit()
      const committed = sent.length
      const later = () => sent.slice(committed)
      await expect.poll(later, { timeout, interval: 20 }).toContain(statement)
      const questions = later()
        .slice(0, later().indexOf(statement))
        .filter((one) => one === question)
      // None if a question was on its way, and saw it.
      expect([statement, questions.length]).toEqual([statement, expect.toSatisfy((asked: number) => asked <= 1)])
    }
  }, 90_000)
})

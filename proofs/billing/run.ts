import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { connected } from '../../scripts/database.ts'
import { freePort } from '../../scripts/services/listening.ts'
import { checkout } from '../../scripts/services/settings.ts'
import type { Order as PollerOrder, Outcome } from '../delta/poller.ts'
import type { Killed, Order as SupervisorOrder } from '../supervisor.ts'
import { privateDatabase, startChild, type Urls } from '../harness.ts'
import { compareAnswers } from './answers.ts'
import { followExplanations } from './explanations.ts'
import { findWrong, type Finding } from './invariants.ts'
import type { Load, Loaded } from './load.ts'
import type { Observed, Order as ObserverOrder } from './observer.ts'
import { compareShown } from './shown.ts'
import { compareReturns, compareStock } from './stock.ts'
import { markBeginning, changeLogMatches, changeLogTriggers } from './change-log.ts'
import { createClinics, type Clinic } from './clinics.ts'

export type Fixture = {
  readonly urls: Urls
  readonly clinics: readonly Clinic[]
  readonly drop: () => Promise<unknown>
}

/** A database with some clinics before the load, by the migrations of the program in a folder. */
export const createFixture = async (server: Urls, name: string, seed: number, folder = checkout): Promise<Fixture> => {
  const { urls, drop } = await privateDatabase(server, name, undefined, folder)
  const clinics = await createClinics(urls, seed)
  await connected(urls.superuser, (client) => client.query(`${changeLogTriggers}; ${markBeginning}`))
  return { urls, clinics, drop }
}

export type Run = {
  readonly operations: number
  readonly writers: number
  readonly seed: number
  readonly processes: number
  /** Seconds between two kills of an API process or the worker. */
  readonly killEverySeconds?: readonly [least: number, most: number]
  /** The program in another folder is tried, and the first thing that is wrong ends the run. */
  readonly folder?: string
}
export type Ran = {
  readonly loaded?: Loaded
  readonly killed?: Killed
  readonly snapshots: number
  readonly findings: readonly Finding[]
  /** How many records there are in the end. */
  readonly made?: Readonly<Record<string, number>>
}

const followed =
  `consultation consultationitem countersale countersaleitem invoice invoicerow invoicepayment unallocatedpayment
  accountingreport stock_level stock_movement`.split(/\s+/)
const deletable = ['consultation', 'consultationitem', 'countersaleitem']
const pollMs = [1000, 3000] as const

const asFindings = (outcomes: readonly Outcome[]): Finding[] =>
  [...Map.groupBy(outcomes, ({ resource }) => resource)].map(([resource, of]) => {
    const total = (what: 'records' | 'missed') => of.reduce((sum, outcome) => sum + outcome[what], 0)
    return {
      number: 15,
      what: `whoever follows the changes of ${resource} has all of it`,
      looked: total('records'),
      wrong: total('missed'),
      example: null,
    }
  })

const countMade = async (client: pg.Client): Promise<Readonly<Record<string, number>>> => {
  const counted = {
    invoices: 'invoice where not credit_note',
    'credit notes': 'invoice where credit_note',
    rows: 'invoicerow',
    payments: 'invoicepayment where cancels is null',
    cancellations: 'invoicepayment where cancels is not null',
    prepayments: 'unallocatedpayment',
    reports: 'accountingreport',
    'journal lines': 'journal_line',
    'stock levels': 'stock_level',
    'stock movements': 'stock_movement',
    events: 'auditevent',
    deadlocks: 'generate_series(1, (select deadlocks from pg_stat_database where datname = current_database()))',
  }
  const { rows } = await client.query<Record<string, string>>(
    `select ${Object.entries(counted)
      .map(([name, from]) => `(select count(*) from ${from}) as "${name}"`)
      .join(', ')}`,
  )
  return Object.fromEntries(Object.entries(rows[0]!).map(([name, count]) => [name, Number(count)]))
}

/** What can only be known when nothing moves any more. */
const checkAtRest = ({ urls, clinics }: Fixture, bases: readonly string[], loaded: Loaded) =>
  connected(urls.superuser, async (client) => {
    await client.query('analyze')
    const atRest = [
      await findWrong(client, changeLogMatches),
      ...(await compareAnswers(client, loaded)),
      await compareShown(client, bases, clinics),
      await followExplanations(client, bases, clinics),
      await compareReturns(client, loaded.acts),
      await compareStock(
        client,
        loaded.acts,
        clinics.map(({ organisation }) => organisation),
      ),
    ]
    return { atRest, made: await countMade(client) }
  })

/** Waits until the worker has moved the lock that is due: a short run may be over before it comes to that. */
const untilLocked = ({ superuser }: Urls) =>
  connected(superuser, async (client) => {
    const isMoved = `select from auditevent where resource = 'department_settings' and credential = 'service'
      and changes ? 'financial_period_lock_date' and action = 'change'`
    while ((await client.query(isMoved)).rowCount === 0) await sleep(200)
  })

/** Runs the load, and checks the invariants while it runs and when it has ended. */
export const simulate = async (fixture: Fixture, name: string, run: Run): Promise<Ran> => {
  const { urls, clinics } = fixture
  const { operations, writers, seed, processes, killEverySeconds, folder = checkout } = run
  const isTried = folder !== checkout
  const [supervisor, loader] = [startChild('supervisor.ts'), startChild('billing/load.ts')]
  const [observer, poller] = [startChild('billing/observer.ts'), startChild('delta/poller.ts')]
  try {
    const apis = await Promise.all(
      Array.from({ length: processes }, async () => ({
        databaseUrl: urls.app,
        port: await freePort(),
        prefix: name,
        folder,
        // What a broken program complains of is expected.
        env: isTried ? { FETLOCK_LOG_LEVEL: 'fatal' } : {},
      })),
    )
    const worker = {
      file: join(folder, 'src/main.ts'),
      args: ['worker'],
      env: { FETLOCK_WORKER_DATABASE_URL: urls.worker, FETLOCK_DATABASE_URL: urls.app, FETLOCK_LOG_LEVEL: 'error' },
    }
    const bases = apis.map(({ port }) => `http://127.0.0.1:${port}`)
    await supervisor.ask<Killed>({
      start: { apis, writers: [worker], seed, killEverySeconds },
    } satisfies SupervisorOrder)
    if (!isTried) await untilLocked(urls)
    await observer.ask<Observed>({ start: { superuserUrl: urls.superuser } } satisfies ObserverOrder)
    for (const { organisation, keys } of clinics) {
      const start = {
        bases: bases.map((base) => `${base}/${organisation}/api/0.1`),
        keys,
        seed: seed + organisation,
        resources: followed,
        deletable,
        habits: ['largest'] as const,
        pauseMs: pollMs,
      }
      await poller.ask<Outcome[]>({ start } satisfies PollerOrder)
    }
    const load: Load = { bases, clinics, operations, writers, seed, enough: isTried ? 1 : 20 }
    const loading = loader.ask<Loaded>(load)
    if (isTried) {
      const observed = observer.ask<Observed>('until wrong' satisfies ObserverOrder)
      const first = await Promise.race([loading, observed])
      if ('findings' in first) return first
      if (first.problems.length > 0) return { loaded: first, snapshots: 0, findings: [] }
    }
    const loaded = await loading
    const killed = await supervisor.ask<Killed>('pause' satisfies SupervisorOrder)
    const { snapshots, findings } = await observer.ask<Observed>('finish' satisfies ObserverOrder)
    const outcomes = await poller.ask<Outcome[]>('finish' satisfies PollerOrder)
    const { atRest, made } = await checkAtRest(fixture, bases, loaded)
    await supervisor.ask<Killed>('stop' satisfies SupervisorOrder)
    return { loaded, killed, snapshots, made, findings: [...findings, ...atRest, ...asFindings(outcomes)] }
  } finally {
    await Promise.all([supervisor, loader, observer, poller].map((part) => part.end()))
  }
}

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connected } from '../../scripts/database.ts'
import { freePort } from '../../scripts/services/listening.ts'
import { folder as servicesFolder } from '../../scripts/services/settings.ts'
import { testStore } from '../../test/support/store.ts'
import type { Counted, Order as SinkOrder } from '../bookings/sink.ts'
import { privateDatabase, servicesUrls, startChild, type Child } from '../harness.ts'
import type { Killed, Order as SupervisorOrder } from '../supervisor.ts'
import { takeBackup } from './backup.ts'
import { givenClinics, importPeople, type Clinic } from './clinics.ts'
import {
  endTerm,
  environmentOf,
  fetlock,
  letWorkerFinish,
  searchAll,
  verifyAudit,
  type Deployment,
  type Searched,
} from './deployment.ts'
import type { Load, Loaded, Order } from './load.ts'
import { indexOf, searchLogs, type Index } from './search.ts'

const processes = 2
const workers = 2

/** One for so many clients. */
const clientsEachMember = 5
export const staffOf = (clients: number) => Math.max(4, Math.ceil(clients / clientsEachMember))

export type Size = {
  readonly clients: number
  readonly writers: number
  readonly seed: number
  readonly folder?: string
}

const began = performance.now()
const tell = (stage: string) => console.log(`  ${((performance.now() - began) / 1000).toFixed(0)} s: ${stage}`)

/** How often each person was erased, by the record of it and by the security event. */
const countErasures = ({ urls }: Deployment) =>
  connected(urls.superuser, async (client) => {
    const { rows } = await client.query<{
      organisation: number
      resource: string
      record: string
      records: number
      events: number
    }>(
      `select organisation, resource, record, sum(records)::int as records, sum(events)::int as events from (
        select organisation, resource, record::text, 1 as records, 0 as events from erasure
        union all select organisation, 'client', details ->> 'client', 0, 1 from security_event where kind = 'client.erased'
        union all select organisation, 'user', "user"::text, 0, 1 from security_event where kind = 'user.erased') told
      group by 1, 2, 3`,
    )
    return rows
  })

type Judged = {
  /** Before the term of bookkeeping is over, and after it. */
  readonly kept: Searched
  readonly over: Searched
  /** Of how many events the values were erased; undefined where a chain does not verify. */
  readonly erasedEvents: number | undefined
}

const judge = async (
  deployment: Deployment,
  clinics: readonly Clinic[],
  index: Index,
  folder?: string,
): Promise<Judged> => {
  const kept = await searchAll(deployment, index)
  await endTerm(deployment, folder)
  const over = await searchAll(deployment, index)
  const erasedEvents = await verifyAudit(
    deployment,
    clinics.map(({ organisation }) => organisation),
  )
  return { kept, over, erasedEvents }
}

/** The log of PostgreSQL since a moment: errors in it may quote rows. */
const databaseLog = join(servicesFolder, 'log/postgres.log')

type Children = Readonly<Record<'supervisor' | 'workerSupervisor' | 'loader' | 'sink', Child>>

/** Registers, takes a backup, and erases while others write and processes are killed. */
const load = async (
  { supervisor, workerSupervisor, loader, sink }: Children,
  deployment: Deployment,
  { clients, writers, seed, folder }: Size,
  logs: string,
) => {
  const { urls, settings } = deployment
  const [smtp, sms] = [await freePort(), await freePort()]
  await sink.ask<Counted>({ listen: { smtp, sms } } satisfies SinkOrder)
  const clinics = await givenClinics(urls, smtp)
  const imported = await importPeople(urls, clinics, seed, Math.ceil(clients / 2))
  const ports: number[] = []
  while (ports.length < processes) ports.push(await freePort())
  const env = environmentOf(deployment, smtp)
  const apis = ports.map((port, at) => ({
    databaseUrl: urls.app,
    port,
    prefix: settings.bucket,
    env,
    log: join(logs, `api-${at}`),
    ...(folder && { folder }),
  }))
  const worker = { file: '../src/main.ts', args: ['worker'], env, log: join(logs, 'worker') }
  // Each by itself: workers need not wait until an API process has started again.
  const workersToo = {
    apis: [],
    writers: Array.from({ length: workers }, () => worker),
    seed,
    killEverySeconds: [3, 8],
  } as const
  await Promise.all([
    supervisor.ask<Killed>({ start: { apis, writers: [], seed, killEverySeconds: [2, 6] } } satisfies SupervisorOrder),
    workerSupervisor.ask<Killed>({ start: workersToo } satisfies SupervisorOrder),
  ])
  const bases = ports.map((port) => `http://127.0.0.1:${port}`)
  const first: Load = { bases, clinics, clients, staff: staffOf(clients), writers, seed, imported: [...imported] }
  tell('registering')
  await loader.ask<Loaded>({ first } satisfies Order)
  tell('backing up')
  const backup = await takeBackup(urls, settings, `${settings.bucket.replaceAll('-', '_')}_copy`)
  try {
    tell('erasing')
    await loader.ask<Loaded>('erase' satisfies Order)
    tell('repeating requests')
    const loaded = await loader.ask<Loaded>('repeat' satisfies Order)
    const { writers: killedWorkers } = await workerSupervisor.ask<Killed>('stop' satisfies SupervisorOrder)
    tell('the worker finishes')
    await letWorkerFinish(deployment, smtp, join(logs, 'worker'))
    const { apis: killedApis } = await supervisor.ask<Killed>('stop' satisfies SupervisorOrder)
    return { clinics, loaded, killed: { apis: killedApis, workers: killedWorkers }, backup, smtp }
  } catch (problem) {
    await backup.drop()
    throw problem
  }
}

/** The backup from before the erasures, in a database of its own: before and after the command, and after the term. */
const restore = async ({ clinics, backup, smtp }: Awaited<ReturnType<typeof load>>, index: Index, log: string) => {
  tell('restoring')
  const restored = await backup.restore()
  const before = await searchAll(restored, index)
  const said = await fetlock(restored, 'erasures', 'apply', '--json')
  const { listed, applied } = JSON.parse(said) as { listed: number; applied: number }
  await letWorkerFinish(restored, smtp, log)
  return { before, listed, applied, ...(await judge(restored, clinics, index)) }
}

export const runOnce = async (size: Size) => {
  const { clients, seed, folder } = size
  const name = `fetlock_erasure_${process.pid}_${folder === undefined ? 0 : 1}`
  const { urls, drop } = await privateDatabase(servicesUrls(), name, undefined, folder)
  const files = await testStore(name)
  const deployment: Deployment = { urls, settings: files.settings }
  const logs = mkdtempSync(join(tmpdir(), 'fetlock-erasure-logs-'))
  const children: Children = {
    supervisor: startChild('supervisor.ts'),
    workerSupervisor: startChild('supervisor.ts'),
    loader: startChild('erasure/load.ts'),
    sink: startChild('bookings/sink.ts'),
  }
  const logged = statSync(databaseLog).size
  const start = performance.now()
  try {
    const index = indexOf(seed, clients + staffOf(clients))
    const ran = await load(children, deployment, size, logs)
    try {
      tell('searching')
      const judged = await judge(deployment, ran.clinics, index, folder)
      const restored = folder === undefined ? await restore(ran, index, join(logs, 'worker')) : undefined
      const written = readdirSync(logs).map((log) => ({ path: join(logs, log), from: 0 }))
      return {
        loaded: ran.loaded,
        killed: ran.killed,
        judged,
        restored,
        erasures: await countErasures(deployment),
        logs: searchLogs(written, index),
        databaseLog: searchLogs([{ path: databaseLog, from: logged }], index),
        seconds: (performance.now() - start) / 1000,
      }
    } finally {
      await ran.backup.drop()
    }
  } finally {
    await Promise.all(Object.values(children).map((child) => child.end()))
    await drop()
    await files.drop()
    rmSync(logs, { recursive: true, force: true })
  }
}
export type Ran = Awaited<ReturnType<typeof runOnce>>

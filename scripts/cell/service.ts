import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { connected, createDatabase, createRoles } from '../database.ts'
import { checkout, readSettings } from '../services/settings.ts'
import { startRouter, type Tell } from './cluster.ts'
import { superuserUrl, type Cell } from './files.ts'
import { endIn, keepIn, logOf, runningIn, untilSo } from './processes.ts'

const bucket = 'fetlock-cell'

const servicesOfCheckout = () => {
  const settings = readSettings()
  if (settings === undefined)
    throw new Error('The cell uses Redis and the object store of npm run services: start it first.')
  return settings
}

/**
 * The settings of every process of the cell: PostgreSQL and the API are behind HAProxy, the rest is that of this checkout. More can
 * be set.
 */
export const environmentOf = (cell: Cell, more: Readonly<Record<string, string>> = {}) => {
  const settings = servicesOfCheckout()
  const routed = (url: string) => Object.assign(new URL(url), { port: String(cell.ports.postgresql) }).href
  return {
    ...settings,
    FETLOCK_OWNER_DATABASE_URL: routed(settings.FETLOCK_OWNER_DATABASE_URL),
    FETLOCK_DATABASE_URL: routed(settings.FETLOCK_DATABASE_URL),
    FETLOCK_WORKER_DATABASE_URL: routed(settings.FETLOCK_WORKER_DATABASE_URL),
    FETLOCK_SUPERUSER_DATABASE_URL: superuserUrl(cell),
    FETLOCK_PUBLIC_URL: `http://127.0.0.1:${cell.ports.api}`,
    FETLOCK_REDIS_PREFIX: `fetlock-${cell.mark}`,
    FETLOCK_S3_BUCKET: bucket,
    FETLOCK_TRUSTED_PROXIES: 'loopback',
    FETLOCK_PROCESSES: '2',
    ...more,
  }
}

const createBucket = async (environment: ReturnType<typeof environmentOf>) => {
  const store = new S3Client({
    endpoint: environment.FETLOCK_S3_ENDPOINT,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: environment.FETLOCK_S3_ACCESS_KEY, secretAccessKey: environment.FETLOCK_S3_SECRET_KEY },
  })
  // One's own bucket may be created again.
  await store.send(new CreateBucketCommand({ Bucket: bucket }))
  store.destroy()
}

/** Roles, database and schema, as `fetlock setup` makes them. */
const prepareDatabase = async (environment: ReturnType<typeof environmentOf>) => {
  await connected(environment.FETLOCK_SUPERUSER_DATABASE_URL, async (client) => {
    await createRoles(client, {
      owner: environment.FETLOCK_OWNER_DATABASE_URL,
      app: environment.FETLOCK_DATABASE_URL,
      worker: environment.FETLOCK_WORKER_DATABASE_URL,
    })
    const { rowCount } = await client.query("select from pg_database where datname = 'fetlock'")
    if (!rowCount) await createDatabase(client, 'fetlock')
  })
  const { status, stderr } = spawnSync(process.execPath, [join(checkout, 'src/main.ts'), 'migrate'], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`fetlock migrate ended with ${status}: ${stderr}`)
}

const programs = (cell: Cell) => [
  { name: 'api1', command: 'api', env: { FETLOCK_PORT: String(cell.ports.api1) } },
  { name: 'api2', command: 'api', env: { FETLOCK_PORT: String(cell.ports.api2) } },
  { name: 'worker1', command: 'worker', env: {} },
  { name: 'worker2', command: 'worker', env: {} },
]
export const programNames = (cell: Cell) => programs(cell).map(({ name }) => name)

const isReady = (url: string) =>
  fetch(`${url}/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Two API processes, two workers and the router in front of the API. */
export const startService = async (cell: Cell, tell: Tell, more: Readonly<Record<string, string>> = {}) => {
  const environment = environmentOf(cell, more)
  tell('Roles, database and schema')
  await prepareDatabase(environment)
  await createBucket(environment)
  tell('Two API processes and two workers')
  for (const { name, command, env } of programs(cell))
    keepIn(cell.folder, name, [process.execPath, join(checkout, 'src/main.ts'), command], { ...environment, ...env })
  tell('HAProxy in front of the API')
  startRouter(cell, 'haproxy-api')
  for (const name of ['api1', 'api2'] as const) {
    const url = `http://127.0.0.1:${cell.ports[name]}`
    await untilSo(`${name} ready`, () => isReady(url), logOf(cell.folder, name))
  }
  await untilSo(
    'the API ready behind HAProxy',
    () => isReady(environment.FETLOCK_PUBLIC_URL),
    logOf(cell.folder, 'haproxy-api'),
  )
}

export const stopService = async (cell: Cell, tell: Tell) => {
  await endIn(cell.folder, 'haproxy-api', 5)
  const running = programNames(cell).filter((name) => runningIn(cell.folder, name) !== undefined)
  for (const name of running) tell(`Stopping ${name}`)
  await Promise.all(programNames(cell).map((name) => endIn(cell.folder, name, 90)))
}

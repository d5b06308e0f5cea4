import { parseArgs } from 'node:util'
import { missingObjectStore, objectStoreDaemons, startObjectStore } from './services/object-store.ts'
import { missingPostgres, postgresDaemon, startPostgres } from './services/postgres.ts'
import { type Daemon, oneAtATime, runningPid, stop } from './services/processes.ts'
import { missingRedis, redisDaemon, startRedis } from './services/redis.ts'
import { readSettings, type Settings, settle } from './services/settings.ts'

type Service = {
  title: string
  url: (settings: Settings) => string
  missing: () => string[]
  start: (settings: Settings, fast: boolean) => Promise<void>
  daemons: Daemon[]
}

const services: Record<string, Service> = {
  postgres: {
    title: 'PostgreSQL',
    url: (settings) => settings.FETLOCK_DATABASE_URL,
    missing: missingPostgres,
    start: startPostgres,
    daemons: [postgresDaemon],
  },
  redis: {
    title: 'Redis',
    url: (settings) => settings.FETLOCK_REDIS_URL,
    missing: missingRedis,
    start: startRedis,
    daemons: [redisDaemon],
  },
  'object-store': {
    title: 'Object store',
    url: (settings) => settings.FETLOCK_S3_ENDPOINT,
    missing: missingObjectStore,
    start: startObjectStore,
    daemons: objectStoreDaemons,
  },
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const secondsSince = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`

const start = async (wanted: Service[], fast: boolean) => {
  const missing = wanted.flatMap((service) => service.missing())
  if (missing.length) throw new Error(`Missing programs: apt-get install --no-install-recommends ${missing.join(' ')}`)
  const settings = await settle()
  const outcomes = await Promise.allSettled(
    wanted.map(async (service) => {
      const began = performance.now()
      const wasRunning = service.daemons.every((daemon) => runningPid(daemon))
      await service.start(settings, fast)
      const place = `${service.title} on ${new URL(service.url(settings)).host}`
      say(`${place} … ${wasRunning ? 'running already' : `ready in ${secondsSince(began)}`}`)
    }),
  )
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []))
  if (failures.length) throw new Error(failures.map((failure) => failure.message).join('\n\n'))
  say('Settings in .services/env')
}

const stopAll = async (wanted: Service[]) => {
  await Promise.all(
    wanted.map(async ({ title, daemons }) => {
      let stopped = false
      for (const daemon of daemons) stopped = (await stop(daemon)) || stopped
      say(`${title} ${stopped ? 'stopped' : 'was not running'}`)
    }),
  )
}

const showStatus = (wanted: Service[]) => {
  const settings = readSettings()
  for (const { title, url, daemons } of wanted) {
    const pids = daemons.map((daemon) => runningPid(daemon))
    const isRunning = settings !== undefined && pids.every(Boolean)
    const state = isRunning ? `running on ${new URL(url(settings)).host} (process ${pids.join(', ')})` : 'not running'
    say(`${title}: ${state}`)
    if (!isRunning) process.exitCode = 1
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    without: { type: 'string', multiple: true, default: [] },
    fast: { type: 'boolean', default: process.env['FETLOCK_SERVICES_FAST'] === '1' },
  },
})
const wanted = Object.entries(services).flatMap(([name, service]) => (values.without.includes(name) ? [] : [service]))
const isUnderstood = values.without.every((name) => name in services)

try {
  if (!isUnderstood) throw new Error(`--without takes one of ${Object.keys(services).join(', ')}.`)
  if (positionals[0] === 'start') await oneAtATime(() => start(wanted, values.fast))
  else if (positionals[0] === 'stop') await oneAtATime(() => stopAll(wanted))
  else if (positionals[0] === 'status') showStatus(wanted)
  else throw new Error('services.ts start | stop | status [--fast] [--without <service>]')
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}

import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import closeWithGrace from 'close-with-grace'
import { isThisMachine } from '../app/addresses.ts'
import { config } from '../app/config.ts'
import { readSettings } from '../app/read-settings.ts'
import { defineCommand, Failure } from './command.ts'
import { requirePreparedStatements } from './database.ts'
import { logTo } from './log.ts'
import { startObserving } from './observing.ts'
import { requireNoDemo } from './require-no-demo.ts'
import { requireRedis } from './require-redis.ts'
import { waitForDatabase } from './wait-for-database.ts'

/** Long enough for a request in flight; PostgreSQL ends its statements after 15 seconds. */
const graceMs = 20_000
/** The clinic app, where `npm run build` puts it. */
const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Closing the server drops connections that look idle, so give the event loop a few turns to read requests that have arrived. */
const readPendingInput = async () => {
  for (let turn = 0; turn < 4; turn++) await nextTurn()
}

const apiSettings = () => {
  const { metricsPort, ...settings } = readSettings({
    metricsPort: config.metricsPort,
    databaseUrl: config.database,
    redisUrl: config.redis,
    redisPrefix: config.redisPrefix,
    publicUrl: config.publicUrl,
    secretKey: config.secretKey,
    store: config.objectStore,
    storeEventSecret: config.storeEventSecret,
    allowedPrivate: config.allowedPrivate,
    processes: config.processes,
    connections: config.connections,
    preparedStatements: config.preparedStatements,
    trustedProxies: config.trustedProxies,
    organisationRate: config.organisationRate,
    ceilings: config.ceilings,
    host: config.host,
    port: config.port,
    drainSeconds: config.drainSeconds,
  })
  if (settings.processes === 0) throw new Failure('FETLOCK_PROCESSES must be at least 1.')
  if (settings.organisationRate === 0) throw new Failure('FETLOCK_ORGANISATION_RATE must be at least 1.')
  if (settings.connections === 0) throw new Failure('FETLOCK_CONNECTIONS must be at least 1.')
  if (metricsPort !== undefined && metricsPort === settings.port && metricsPort !== 0)
    throw new Failure('FETLOCK_METRICS_PORT and FETLOCK_PORT are the same. Give the metrics a port of their own.')
  return settings
}

export const apiCommand = defineCommand({
  words: 'api',
  summary: 'Serve the API',
  about:
    'Waits until the database is migrated, then listens on FETLOCK_HOST and FETLOCK_PORT until it gets SIGTERM or SIGINT. Then /ready answers 503, requests are ' +
    'accepted for another FETLOCK_DRAIN_SECONDS (after SIGINT: none), those in flight are finished, and it exits with 0. ' +
    'Start one process per core and set FETLOCK_PROCESSES to their number.',
  options: {},
  example: 'fetlock api',
  prints: 'its log, one JSON object per line.',
  isLongRunning: true,
  run: async () => {
    const { host, port, drainSeconds, storeEventSecret, ...settings } = apiSettings()
    const logger = logTo(process.stdout)
    const drainMs = drainSeconds * 1000
    if (settings.trustedProxies.length === 0 && !isThisMachine(settings.publicUrl))
      logger.warn(
        'FETLOCK_TRUSTED_PROXIES is not set. Behind a proxy every request seems to come from its address, so that a few ' +
          'failed sign-ins would block everybody. Set it to the addresses of the proxies.',
      )
    await waitForDatabase(logger, [{ setting: 'FETLOCK_DATABASE_URL', url: settings.databaseUrl, role: 'fetlock_app' }])
    await requirePreparedStatements(settings.databaseUrl)
    await requireNoDemo(settings.databaseUrl, settings.publicUrl)
    await requireRedis(settings.redisUrl)
    // Imported here because the client of the object store would slow down every other command.
    const { requireStore } = await import('./require-store.ts')
    await requireStore(settings.store, settings.publicUrl, logger)
    const telemetry = await startObserving('fetlock-api', logger)
    const stopping = new AbortController()
    // Imported here because the authorization server would make every other command half a second slower.
    const { assembleApi } = await import('../app/api.ts')
    const { isBuilt } = await import('../site/web-app.ts')
    if (!isBuilt(webFolder))
      logger.warn(
        'The clinic app is not built, so that staff find only the pages of the API. Run "npm ci" and "npm run build", then ' +
          'start again.',
      )
    const app = await assembleApi({
      ...settings,
      ...(isBuilt(webFolder) ? { webFolder } : {}),
      ...(storeEventSecret === undefined ? {} : { storeEventSecret }),
      logger,
      stopping: stopping.signal,
    })
    // Before anybody can be told that it listens: a signal that finds no listener ends the process at once.
    const grace = closeWithGrace({ delay: drainMs + graceMs, logger: false }, async ({ signal, err }) => {
      if (err) logger.fatal({ err }, 'the API failed and stops')
      else logger.info({ signal }, 'stopping')
      stopping.abort()
      if (signal === 'SIGTERM') await pause(drainMs)
      await readPendingInput()
      // Clients keep connections open that were busy when closing began; each is closed once its request is answered.
      const closingIdle = setInterval(() => void readPendingInput().then(() => app.server.closeIdleConnections()), 100)
      await app.close()
      clearInterval(closingIdle)
      await telemetry.stop()
      logger.info('stopped')
    })
    try {
      await app.listen({ host, port })
    } catch (problem) {
      grace.uninstall()
      await app.close()
      await telemetry.stop()
      throw problem
    }
    return undefined
  },
})

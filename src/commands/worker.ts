import { constants, getPriority, setPriority } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import closeWithGrace from 'close-with-grace'
import { changeListener } from '../events/change-notifier.ts'
import { clientMailer } from '../gateways/client-mail.ts'
import { outgoing } from '../gateways/outgoing.ts'
import { smtpAt } from '../gateways/smtp.ts'
import { virusScannerAt } from '../gateways/virus-scanner.ts'
import { observeReadings } from '../telemetry/observing.ts'
import { outageLog } from '../telemetry/outages.ts'
import { oldestDueClientMessage } from '../worker/client-messages.ts'
import { oldestDueDelivery } from '../worker/deliveries.ts'
import { oldestDue } from '../worker/messages.ts'
import { backupReadings } from '../worker/backup-runs.ts'
import { startWorker } from '../worker/worker.ts'
import { config } from '../app/config.ts'
import { readSettings } from '../app/read-settings.ts'
import { sealer } from '../secrets/seal.ts'
import { storeReading } from '../http/store-reading.ts'
import { resourceRegistry } from '../app/resources.ts'
import { defineCommand } from './command.ts'
import { connectAsSet, requirePreparedStatements } from './database.ts'
import { logTo } from './log.ts'
import { startObserving } from './observing.ts'
import { requireNoDemo } from './require-no-demo.ts'
import { waitForDatabase } from './wait-for-database.ts'
import { openWorkerHealth } from './worker-health.ts'

/** Twice as long as sending one mail can take. */
const graceMs = 60_000

export const workerCommand = defineCommand({
  words: 'worker',
  summary: 'Send e-mail, SMS and webhooks, process events, run imports, clean up files and run scheduled work',
  about:
    'Waits until the database is migrated, then runs until it gets SIGTERM or SIGINT; then it finishes what is in progress and exits with 0. ' +
    'Any number of workers may run at once and share the work.',
  options: {},
  example: 'fetlock worker',
  prints: 'its log, one JSON object per line.',
  isLongRunning: true,
  run: async () => {
    // Memory would grow by 250 MB while a large catalog is read, most of it garbage, and gain nothing: the space for new
    // objects stays as it is, and the others are collected when they have grown by a quarter.
    setFlagsFromString('--semi-space-growth-factor=1')
    setFlagsFromString('--heap-growing-percent=25')
    // On a machine that also runs the API, whoever waits for an answer goes before work that nobody waits for. One that was
    // started with a lower priority keeps it: only root may raise it.
    setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
    const settings = readSettings({
      publicUrl: config.publicUrl,
      workerDatabase: config.workerDatabase,
      database: config.database,
      objectStore: config.objectStore,
      smtp: config.smtp,
      mailFrom: config.mailFrom,
      secretKey: config.secretKey,
      allowedPrivate: config.allowedPrivate,
      preparedStatements: config.preparedStatements,
      virusScanner: config.virusScanner,
      securityEventDays: config.securityEventDays,
      redis: config.redisIfSet,
      redisPrefix: config.redisPrefix,
    })
    const { publicUrl, workerDatabase: url, redis: redisUrl, redisPrefix: prefix } = settings
    const log = logTo(process.stdout)
    const health = await openWorkerHealth()
    const roles = [
      { setting: 'FETLOCK_WORKER_DATABASE_URL', url, role: 'fetlock_worker' },
      { setting: 'FETLOCK_DATABASE_URL', url: settings.database, role: 'fetlock_app' },
    ] as const
    await waitForDatabase(log, roles, health.waits)
    await requirePreparedStatements(url, settings.database)
    await requireNoDemo(settings.database, publicUrl)
    // Imported here because the client of the object store would slow down every other command.
    const { requireStore } = await import('./require-store.ts')
    await requireStore(settings.objectStore, publicUrl, log)
    const telemetry = await startObserving('fetlock-worker', log)
    const { db, read, close } = connectAsSet(url, { max: 10, name: 'fetlock worker' })
    const app = connectAsSet(settings.database, { max: 4, name: 'fetlock worker' })
    const smtp = smtpAt({ ...settings.smtp, from: settings.mailFrom })
    const { objectStoreAt } = await import('../gateways/object-store.ts')
    const store = objectStoreAt(settings.objectStore, { watcher: outageLog(log, 'object store') })
    const watcher = outageLog(log, 'Redis server')
    const subscribe =
      redisUrl === undefined
        ? undefined
        : (onChange: () => void) => changeListener({ redisUrl, prefix, onChange, watcher }).close
    const posting = outgoing({ allowedPrivate: settings.allowedPrivate })
    const worker = startWorker({
      db,
      app: app.db,
      resources: resourceRegistry,
      smtp,
      store,
      mailer: clientMailer({ allowedPrivate: settings.allowedPrivate }),
      allowedPrivate: settings.allowedPrivate,
      outgoing: posting,
      unseal: sealer(settings.secretKey).unseal,
      publicUrl,
      log,
      scanner: settings.virusScanner && virusScannerAt(settings.virusScanner),
      securityEventDays: settings.securityEventDays,
      subscribe,
    })
    observeReadings(
      {
        name: 'fetlock_message_oldest_due_seconds',
        help: 'How long the oldest due message has been waiting to be sent; 0 if there is none.',
        read: () => oldestDue(db),
      },
      {
        name: 'fetlock_delivery_oldest_due_seconds',
        help: 'How long the oldest due webhook delivery has been waiting to be posted; 0 if there is none.',
        read: () => oldestDueDelivery(db),
      },
      {
        name: 'fetlock_client_message_oldest_due_seconds',
        help: 'How long the oldest due message to a client has been waiting to be sent; 0 if there is none.',
        read: () => oldestDueClientMessage(db),
      },
      storeReading(store),
      ...backupReadings(read),
    )
    closeWithGrace({ delay: graceMs, logger: false }, async ({ signal, err }) => {
      if (err) log.fatal({ err }, 'the worker failed and stops')
      else log.info({ signal }, 'stopping')
      health.stops()
      await worker.stop()
      smtp.close()
      await posting.close()
      store.close()
      await Promise.all([close(), app.close()])
      await Promise.all([telemetry.stop(), health.close()])
      log.info('stopped')
    })
    health.works({ worker, store })
    log.info('working')
    return undefined
  },
})

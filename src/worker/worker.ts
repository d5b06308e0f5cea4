import { makeDeliveries } from '../domain/hooks/make-deliveries.ts'
import { watchedTables } from '../domain/hooks/triggers.ts'
import { notifyPasswordChanges } from '../domain/identity/password-notices.ts'
import { recordSettingsChanges, watchedSettings } from '../domain/identity/settings-events.ts'
import type { VirusScanner } from '../gateways/virus-scanner.ts'
import { observeJob } from '../telemetry/observing.ts'
import { giveUpBookings } from './abandoned-bookings.ts'
import { advanceCatalog, findCatalogImports } from './catalog-imports.ts'
import { keepCatalogFile, takeAwaitedFiles } from './catalog-files.ts'
import { readCatalog, takeArrivedCatalog } from './catalogs.ts'
import { deliver } from './deliver.ts'
import { runDutyIfDue, type Duty } from './duties.ts'
import { deleteExpired } from './expired-records.ts'
import { failureLog, type Failures } from './failures.ts'
import { scanFile, takeScans } from './file-scans.ts'
import { findLagging, processEvents, type Follower } from './followers.ts'
import { advanceImport, findRunningImports, forgetAllFiles } from './imports.ts'
import { forEachOrganisation, loop, type Loop } from './loops.ts'
import { sendMessage, takeMessages, type WorkerParts } from './messages.ts'
import { deleteOldCatalogs, deleteOldReports } from './old-catalogs.ts'
import { advanceAllLocks } from './period-locks.ts'
import { queueRecalls } from './recalls.ts'
import { queueReminders } from './reminders.ts'
import { deleteOldEvents, findUnstreamed, streamEvents } from './security-events.ts'
import { deleteStrayFile, takeStrayFiles } from './stray-files.ts'
import { reconcileUploads } from './uploads.ts'
import { writeToClients } from './write-to-clients.ts'

/** Their names are keys in the database: under another name a follower would start from the first event again. */
const followersOf = ({ publicUrl }: WorkerParts): readonly Follower[] => [
  { name: 'password notices', resources: ['user'], process: notifyPasswordChanges },
  { name: 'webhooks', resources: watchedTables, process: makeDeliveries(publicUrl) },
  { name: 'settings changes', resources: watchedSettings, process: recordSettingsChanges },
]

/** For how many days security events are kept, unless the operator says otherwise. */
const eventDays = 400

const dutiesOf = (
  { db, app, store, securityEventDays = eventDays }: WorkerParts,
  failures: Failures,
): readonly Duty[] => {
  const onFailure = (duty: string) => (organisation: number, problem: unknown) =>
    failures.report(problem, { organisation, duty }, 'a duty failed for an organisation and will be retried')
  return [
    {
      name: 'advance period locks',
      everySeconds: 60,
      run: (shouldContinue) => advanceAllLocks(db, new Date(), onFailure('advance period locks'), shouldContinue),
    },
    {
      name: 'queue reminders',
      everySeconds: 5,
      run: (shouldContinue) => queueReminders({ db, app, onFailure: onFailure('queue reminders'), shouldContinue }),
    },
    {
      name: 'queue recalls',
      everySeconds: 60,
      run: (shouldContinue) => queueRecalls({ db, app, onFailure: onFailure('queue recalls'), shouldContinue }),
    },
    {
      name: 'give up bookings',
      everySeconds: 5,
      run: (shouldContinue) => giveUpBookings({ db, app, onFailure: onFailure('give up bookings'), shouldContinue }),
    },
    {
      name: 'settle uploads',
      everySeconds: 600,
      run: (shouldContinue) => reconcileUploads(db, store, onFailure('settle uploads'), shouldContinue),
    },
    {
      name: 'sweep away what has expired',
      everySeconds: 3_600,
      run: async (shouldContinue) => {
        await deleteExpired(db, shouldContinue)
      },
    },
    {
      name: 'delete old security events',
      everySeconds: 3_600,
      run: async (shouldContinue) => {
        await deleteOldEvents(db, securityEventDays, shouldContinue)
      },
    },
    {
      name: 'forget imported files',
      everySeconds: 3_600,
      run: (shouldContinue) => forgetAllFiles(db, app, onFailure('forget imported files'), shouldContinue),
    },
    {
      name: 'delete old catalogs',
      everySeconds: 60,
      run: (shouldContinue) => deleteOldCatalogs(db, app, onFailure('delete old catalogs'), shouldContinue),
    },
    {
      name: 'delete old error reports',
      everySeconds: 3_600,
      run: (shouldContinue) => deleteOldReports(db, app, onFailure('delete old error reports'), shouldContinue),
    },
  ]
}

/** Works on all of a batch at once; one that fails does not hold up the others. */
const workOnAll = async <T>(batch: readonly T[], work: (one: T) => Promise<unknown>) => {
  const outcomes = await Promise.allSettled(batch.map(work))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return batch.length > 0
}

const sendMessages = async (parts: WorkerParts) => {
  const since = performance.now()
  return workOnAll(await takeMessages(parts.db), (message) =>
    observeJob({ kind: message.kind, organisation: message.organisation }, () => sendMessage(parts, message, since)),
  )
}

const deleteStrayFiles = async ({ db, store }: WorkerParts) =>
  workOnAll(await takeStrayFiles(db), (file) =>
    observeJob({ kind: 'stray file', organisation: file.organisation }, () => deleteStrayFile(db, store, file)),
  )

const scanFiles = async (parts: WorkerParts, scanner: VirusScanner) => {
  const since = performance.now()
  return workOnAll(await takeScans(parts.db), (scan) =>
    observeJob({ kind: 'file scan', organisation: scan.organisation }, () =>
      scanFile({ ...parts, scanner }, scan, since),
    ),
  )
}

const keepCatalogFiles = async (parts: WorkerParts) => {
  const awaited = await takeAwaitedFiles(parts.db)
  const kept = await Promise.allSettled(
    awaited.map((file) =>
      observeJob({ kind: 'catalog file', organisation: file.organisation }, () => keepCatalogFile(parts, file)),
    ),
  )
  for (const outcome of kept) if (outcome.status === 'rejected') throw outcome.reason
  return kept.some((outcome) => outcome.status === 'fulfilled' && outcome.value)
}

const readCatalogs =
  (parts: WorkerParts, { signal }: Loop) =>
  async () => {
    const since = performance.now()
    const catalog = await takeArrivedCatalog(parts.db)
    if (catalog === undefined) return false
    await observeJob({ kind: 'catalog', organisation: catalog.organisation }, () =>
      readCatalog(parts, catalog, since, () => !signal.aborted),
    )
    return true
  }

const advanceImports = ({ db, app, resources }: WorkerParts, context: Loop) =>
  forEachOrganisation(
    context,
    'import',
    () => findRunningImports(db),
    (running) => advanceImport(app, running, resources),
  )

const advanceCatalogImports = ({ db, app }: WorkerParts, context: Loop) =>
  forEachOrganisation(
    context,
    'catalog import',
    () => findCatalogImports(db),
    (waiting) => advanceCatalog(app, waiting),
  )

const streamSecurityEvents = (parts: WorkerParts, context: Loop) =>
  forEachOrganisation(
    context,
    'security events',
    () => findUnstreamed(parts.db),
    ({ organisation }) => streamEvents(parts, organisation),
  )

const runFollower = ({ db }: WorkerParts, context: Loop, follower: Follower) =>
  forEachOrganisation(
    context,
    follower.name,
    () => findLagging(db, follower),
    ({ organisation }) => processEvents(db, organisation, follower),
  )

const runDuty =
  ({ db }: WorkerParts, { signal }: Loop, duty: Duty) =>
  () => {
    const observed: Duty = { ...duty, run: (held) => observeJob({ kind: duty.name }, () => duty.run(held)) }
    return runDutyIfDue(db, observed, () => !signal.aborted)
  }

export type Worker = { readonly stop: () => Promise<void> }

/** Does what requests have left to be done. Any number of workers may run; `stop` waits for what is in progress. */
export const startWorker = (parts: WorkerParts): Worker => {
  const { scanner } = parts
  const stopping = new AbortController()
  const failures = failureLog(parts.log)
  const context: Loop = { failures, signal: stopping.signal }
  const running = Promise.all([
    loop(context, 'messages', () => sendMessages(parts)),
    loop(context, 'stray files', () => deleteStrayFiles(parts)),
    // Without a scanner nothing waits for one, unless it was taken away: then the files wait until it is back.
    ...(scanner === undefined ? [] : [loop(context, 'file scans', () => scanFiles(parts, scanner))]),
    loop(context, 'security events', streamSecurityEvents(parts, context)),
    loop(context, 'imports', advanceImports(parts, context)),
    loop(context, 'catalog files', () => keepCatalogFiles(parts)),
    loop(context, 'catalogs', readCatalogs(parts, context)),
    loop(context, 'catalog imports', advanceCatalogImports(parts, context)),
    deliver(parts, context),
    writeToClients(parts, context),
    ...followersOf(parts).map((follower) => loop(context, follower.name, runFollower(parts, context, follower))),
    ...dutiesOf(parts, failures).map((duty) => loop(context, duty.name, runDuty(parts, context, duty))),
  ])
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

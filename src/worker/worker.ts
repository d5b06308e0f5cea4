import type { RawBuilder } from 'kysely'
import { makeDeliveries } from '../domain/webhooks/make-deliveries.ts'
import { watchedTables } from '../domain/webhooks/triggers.ts'
import { notifyPasswordChanges } from '../domain/identity/password-notices.ts'
import { recordSettingsChanges, watchedSettings } from '../domain/identity/settings-events.ts'
import { observeJob } from '../telemetry/observing.ts'
import { advanceCatalog, catalogImportsDue, findCatalogImports } from './catalog-imports.ts'
import { awaitedFileQueue, keepCatalogFile, takeAwaitedFiles } from './catalog-files.ts'
import { catalogQueue } from './catalogs.ts'
import { clientMessageQueue } from './client-messages.ts'
import { deliver } from './post-deliveries.ts'
import { deliveryQueue } from './deliveries.ts'
import { firstIn, watchDueWork, type Source } from './due-work.ts'
import { dutyDue, runDutyIfDue, type Duty } from './duties.ts'
import { failureLog, type Failures } from './failures.ts'
import { scanQueue } from './file-scans.ts'
import { lagOf, processEvents, type ChangesSeen, type Follower } from './followers.ts'
import { advanceImport, findRunningImports, importsDue } from './imports.ts'
import { turnsOfOrganisations } from './lanes.ts'
import { forEachOrganisation, workWhenWoken, type Loop, type Wakeable } from './loops.ts'
import { messageQueue, sendMessage, takeMessages, type WorkerParts } from './messages.ts'
import { findUnstreamed, securityEventsDue, streamEvents } from './security-events.ts'
import { dutiesOf } from './scheduled-duties.ts'
import { readCatalogs, scanFiles } from './read-files.ts'
import { sleeper } from './sleeper.ts'
import { deleteStrayFile, strayFileQueue, takeStrayFiles } from './stray-files.ts'
import { writeToClients } from './write-to-clients.ts'

/** Their names are keys in the database: under another name a follower would start from the first event again. */
const followersOf = ({ publicUrl }: WorkerParts): readonly Follower[] => [
  { name: 'password notices', resources: ['user'], process: notifyPasswordChanges },
  { name: 'webhooks', resources: watchedTables, process: makeDeliveries(publicUrl) },
  { name: 'settings changes', resources: watchedSettings, process: recordSettingsChanges },
]

/** Works on all of a batch at once; one that fails does not hold up the others. */
const workOnAll = async <T>(batch: readonly T[], work: (one: T) => Promise<unknown>) => {
  const outcomes = await Promise.allSettled(batch.map(work))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return batch.length > 0
}

const sendMessages = (parts: WorkerParts) => {
  const turns = turnsOfOrganisations()
  return async () => {
    const since = performance.now()
    return workOnAll(await takeMessages(parts.db, turns), (message) =>
      observeJob({ kind: message.kind, organisation: message.organisation }, () => sendMessage(parts, message, since)),
    )
  }
}

const deleteStrayFiles = ({ db, store }: WorkerParts) => {
  const turns = turnsOfOrganisations()
  return async () =>
    workOnAll(await takeStrayFiles(db, turns), (file) =>
      observeJob({ kind: 'stray file', organisation: file.organisation }, () => deleteStrayFile(db, store, file)),
    )
}

const keepCatalogFiles = (parts: WorkerParts) => {
  const turns = turnsOfOrganisations()
  return async () => {
    const awaited = await takeAwaitedFiles(parts.db, turns)
    const kept = await Promise.allSettled(
      awaited.map((file) =>
        observeJob({ kind: 'catalog file', organisation: file.organisation }, () => keepCatalogFile(parts, file)),
      ),
    )
    for (const outcome of kept) if (outcome.status === 'rejected') throw outcome.reason
    return kept.some((outcome) => outcome.status === 'fulfilled' && outcome.value)
  }
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

/** Runs a duty if it is due; when it is due again, it is woken again. */
const runDuty =
  ({ db }: WorkerParts, { signal }: Loop, duty: Duty) =>
  async () => {
    const observed: Duty = { ...duty, run: (held) => observeJob({ kind: duty.name }, () => duty.run(held)) }
    await runDutyIfDue(db, observed, () => !signal.aborted)
    return false
  }

/** Work of one kind, with what does it while it is woken. */
type Kind = Source & {
  readonly run: (context: Wakeable) => Promise<void>
  readonly onDue?: (seen: ChangesSeen) => void
}

const kindOf = (kind: string, due: RawBuilder<unknown>, work: (context: Loop) => () => Promise<boolean>): Kind => ({
  kind,
  due: () => due,
  run: (context) => workWhenWoken(context, kind, work(context)),
})

const followerKind = ({ db }: WorkerParts, follower: Follower): Kind => {
  const { due, seen, find } = lagOf(db, follower)
  const kind = follower.name
  const process = ({ organisation }: { readonly organisation: number }) => processEvents(db, organisation, follower)
  return {
    kind,
    due,
    onDue: seen,
    run: (context) => workWhenWoken(context, kind, forEachOrganisation(context, kind, find, process)),
  }
}

const kindsOf = (parts: WorkerParts, failures: Failures): readonly Kind[] => {
  const { scanner } = parts
  return [
    kindOf('messages', firstIn(messageQueue), () => sendMessages(parts)),
    kindOf('stray files', firstIn(strayFileQueue), () => deleteStrayFiles(parts)),
    // Without a scanner nothing waits for one, unless it was taken away: then the files wait until it is back.
    ...(scanner === undefined
      ? []
      : [
          {
            kind: 'file scans',
            due: () => firstIn(scanQueue),
            run: (context: Wakeable) => scanFiles({ ...parts, scanner }, context),
          },
        ]),
    kindOf('security events', securityEventsDue, (context) => streamSecurityEvents(parts, context)),
    kindOf('imports', importsDue, (context) => advanceImports(parts, context)),
    kindOf('catalog files', firstIn(awaitedFileQueue), () => keepCatalogFiles(parts)),
    { kind: 'catalogs', due: () => firstIn(catalogQueue), run: (context) => readCatalogs(parts, context) },
    kindOf('catalog imports', catalogImportsDue, (context) => advanceCatalogImports(parts, context)),
    { kind: 'deliveries', due: () => firstIn(deliveryQueue), run: (context) => deliver(parts, context) },
    {
      kind: 'client messages',
      due: () => firstIn(clientMessageQueue),
      run: (context) => writeToClients(parts, context),
    },
    ...followersOf(parts).map((follower) => followerKind(parts, follower)),
    ...dutiesOf(parts, failures).map((duty) =>
      kindOf(duty.name, dutyDue(duty), (context) => runDuty(parts, context, duty)),
    ),
  ]
}

export type Worker = {
  readonly stop: () => Promise<void>
  /** How long ago the database last said what is due; undefined before the first time. */
  readonly askedSecondsAgo: () => number | undefined
}

/** Does what requests have left to be done. Any number of workers may run; `stop` waits for what is in progress. */
export const startWorker = (parts: WorkerParts): Worker => {
  const stopping = new AbortController()
  const failures = failureLog(parts.log)
  const context: Loop = { failures, signal: stopping.signal }
  const asker = sleeper()
  const unsubscribe = parts.subscribe?.(asker.wake)
  const kinds = kindsOf(parts, failures).map((kind) => ({ ...kind, sleeper: sleeper() }))
  const watched = kinds.map(({ sleeper: { wake }, onDue, ...source }) => ({
    ...source,
    wake: (seen: ChangesSeen) => {
      onDue?.(seen)
      wake()
    },
  }))
  let answeredAt: number | undefined
  const onAnswer = () => {
    answeredAt = performance.now()
  }
  const running = Promise.all([
    ...kinds.map((kind) => kind.run({ ...context, sleeper: kind.sleeper, askAgain: asker.wake })),
    watchDueWork(context, { db: parts.db, askMs: parts.askMs, onAnswer }, watched, asker),
  ])
  return {
    askedSecondsAgo: () => (answeredAt === undefined ? undefined : (performance.now() - answeredAt) / 1_000),
    stop: async () => {
      unsubscribe?.()
      stopping.abort()
      for (const { wake } of [asker, ...kinds.map((kind) => kind.sleeper)]) wake()
      await running
    },
  }
}

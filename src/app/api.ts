import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { connect } from '../db/pool.ts'
import { limitToShares, sharesOf } from '../db/shares.ts'
import { inOrganisation, type Reader } from '../db/tx.ts'
import { changeNotifier } from '../events/change-notifier.ts'
import { visitRulesOfConsultations } from '../domain/consultations/follow-invoice.ts'
import { identifier } from '../domain/identity/identify.ts'
import { originFinder } from '../domain/identity/origins.ts'
import { clientMailer } from '../gateways/client-mail.ts'
import { messageServers } from '../gateways/message-servers.ts'
import { objectStoreAt, type StoreSettings } from '../gateways/object-store.ts'
import { outgoing } from '../gateways/outgoing.ts'
import { defaultCeilings, shareOfConnections, type Ceilings } from '../kernel/ceilings.ts'
import { ceilingOf } from '../rates/ceiling.ts'
import { rateWindows } from '../rates/rate-windows.ts'
import { keysFrom } from '../oauth/keys.ts'
import { mountOAuth } from '../sign-in/mount.ts'
import { addSite } from '../site/site.ts'
import { addWebApp } from '../site/web-app.ts'
import { observeReadings } from '../telemetry/observing.ts'
import { outageLog } from '../telemetry/outages.ts'
import { contractWithExamples } from './contract.ts'
import { addHealth } from '../http/health.ts'
import { addStoreEvents } from '../http/store-events.ts'
import { countRefusals } from '../http/refusals.ts'
import { storeReading } from '../http/store-reading.ts'
import type { ConnectionLimits } from '../http/connections.ts'
import { createApi } from '../http/server.ts'
import { sendHtml } from '../http/negotiation.ts'
import { presentation } from './presentation.ts'
import { operations, resourceRegistry } from './resources.ts'
import { readKeys, sealer } from '../secrets/seal.ts'

export type ApiOptions = {
  readonly databaseUrl: string
  readonly redisUrl: string
  readonly publicUrl: string
  /** FETLOCK_SECRET_KEY, with one key or several. */
  readonly secretKey: string
  readonly store: StoreSettings
  /** The secret in the address that the object store notifies; without it there is no such address. */
  readonly storeEventSecret?: string
  /** Private addresses, as `host:port`, that callbacks may name; for development only. */
  readonly allowedPrivate?: readonly string[]
  readonly logger: FastifyBaseLogger
  readonly processes?: number
  readonly connections?: number
  /** Requests of all applications of one organisation in a minute. */
  readonly organisationRate?: number
  /** What one organisation may take of what all share. */
  readonly ceilings?: Partial<Ceilings>
  readonly preparedStatements?: boolean
  /** How long is waited for a connection to the database, and for its answer to a statement. */
  readonly databasePatience?: DatabasePatience
  /** The prefix of every key in Redis, so that several deployments can share one. */
  readonly redisPrefix?: string
  /** How long Redis may take to reply before this process keeps rate windows of its own. */
  readonly redisReplyMs?: number
  readonly trustedProxies?: readonly string[]
  /** Aborted before the process stops, so that load balancers send requests to other processes in time. */
  readonly stopping?: AbortSignal
  readonly limits?: Partial<ConnectionLimits>
  /** Where the built clinic app is, if it is served. */
  readonly webFolder?: string
}

type DatabasePatience = { readonly waitMs: number; readonly queryTimeoutMs: number }

const openRates = ({ redisUrl, redisPrefix = 'fetlock', redisReplyMs, processes = 1, logger }: ApiOptions) =>
  rateWindows({
    redisUrl,
    prefix: redisPrefix,
    processes,
    replyMs: redisReplyMs,
    onChange: (sharing) =>
      logger.warn(
        { sharing },
        sharing
          ? 'rate windows are shared again'
          : 'Redis is out of reach: this process keeps its own part of the rate windows',
      ),
  })

/** Once there is one there always will be: ids are not taken back. While the database does not answer, nobody is told otherwise. */
const hasOrganisation = (read: Reader) => {
  let known = false
  return async () => {
    known ||= await read<{ called: boolean }>('select is_called as called from organisation_id_seq', []).then(
      ([row]) => row?.called ?? true,
      () => true,
    )
    return known
  }
}

/** PostgreSQL cancels a statement after 15 seconds; a connection that is silent for longer is dead. */
const usualPatience: DatabasePatience = { waitMs: 5_000, queryTimeoutMs: 20_000 }

/** Where a process has few connections, an organisation has half of them unless it is told otherwise. */
const ceilingsOf = ({ connections = 10, ceilings }: ApiOptions): Ceilings => ({
  ...defaultCeilings,
  connections: shareOfConnections(connections),
  ...ceilings,
})

/** How long a mail server or SMS gateway has that somebody tries out. */
const tryingMs = 12_000

/** Assembles one API process; closing it closes everything it opened. */
export const assembleApi = async (options: ApiOptions): Promise<FastifyInstance> => {
  const { publicUrl, secretKey, logger } = options
  const prepares = options.preparedStatements ?? true
  const patience = options.databasePatience ?? usualPatience
  const connection = connect(options.databaseUrl, {
    max: options.connections ?? 10,
    name: 'fetlock api',
    ...patience,
    prepares,
  })
  const ceilings = ceilingsOf(options)
  // As long as for a connection of the pool.
  const shares = sharesOf({ ...ceilings, waitMs: patience.waitMs })
  limitToShares(connection, shares)
  const refusals = countRefusals(connection.db, (err) => logger.warn({ err }, 'refusals could not be counted'))
  const rates = await openRates(options)
  const stopping = options.stopping ?? new AbortController().signal
  const notifier = changeNotifier({ redisUrl: options.redisUrl, prefix: options.redisPrefix ?? 'fetlock' })
  const store = objectStoreAt(options.store, { watcher: outageLog(logger, 'object store') })
  const applicationsAt = originFinder(connection.read, () => performance.now())
  const allowedPrivate = options.allowedPrivate ?? []
  // Somebody waits for the answer of a server that is tried out, so it is given up earlier than by the worker.
  const posting = outgoing({ allowedPrivate, timeoutMs: tryingMs })
  const app = await createApi({
    kernel: {
      ...connection,
      rates,
      ceiling: ceilingOf(options.organisationRate ?? 30_000),
      ceilings,
      notifier,
      store,
      messageServers: messageServers({
        mailer: clientMailer({ allowedPrivate, timeoutMs: tryingMs }),
        outgoing: posting,
        unseal: sealer(secretKey).unseal,
      }),
      resources: resourceRegistry,
      publicUrl,
      seal: sealer(secretKey).seal,
      matchesSealed: sealer(secretKey).matches,
      rules: { visits: visitRulesOfConsultations },
      allowedPrivate,
    },
    operations,
    presentation,
    identify: identifier({
      read: connection.read,
      rates,
      within: (id, work) => inOrganisation(connection.db, id, work),
    }),
    csrf: keysFrom(readKeys(secretKey).map(({ secret }) => secret)),
    applicationsAt,
    logger,
    stopping,
    shares,
    refusals,
    ...(options.trustedProxies ? { trustedProxies: options.trustedProxies } : {}),
    ...(options.limits ? { limits: options.limits } : {}),
  })
  const probe = connect(options.databaseUrl, { max: 1, name: 'fetlock ready', queryTimeoutMs: 2_000, prepares })
  addHealth(app, { read: probe.read, rates, store, stopping })
  addStoreEvents(app, { db: connection.db, secret: options.storeEventSecret })
  addSite(app, {
    contract: contractWithExamples,
    publicUrl,
    sendHtml,
    hasApp: options.webFolder !== undefined,
    hasOrganisation: hasOrganisation(probe.read),
  })
  if (options.webFolder !== undefined)
    addWebApp(app, { folder: options.webFolder, publicUrl, storeUrl: options.store.endpoint })
  const stopReading = observeReadings(
    {
      name: 'fetlock_rate_windows_shared',
      help: 'Whether the rate windows are shared through Redis (1) or each process keeps its own (0).',
      read: () => Number(rates.sharing()),
    },
    storeReading(store),
    {
      name: 'fetlock_share_waiting',
      help: 'Statements and transactions that wait because their organisation has its share of the database connections.',
      read: shares.waiting,
    },
  )
  const secretKeys = readKeys(secretKey).map(({ secret }) => secret)
  const sealing = sealer(secretKey)
  const home = options.webFolder === undefined ? undefined : '/'
  await mountOAuth(app, { db: connection.db, rates, publicUrl, secretKeys, sealing, applicationsAt, log: logger, home })
  app.addHook('onClose', async () => {
    notifier.close()
    store.close()
    stopReading()
    await refusals.close()
    await Promise.all([connection.close(), probe.close(), rates.close(), posting.close()])
  })
  return app
}

import type { FastifyInstance } from 'fastify'
import { hasCode, type Reader } from '../db/tx.ts'
import type { RateWindows } from '../rates/rate-windows.ts'
import { askedAtMostEvery } from '../telemetry/health.ts'

const maxAnswerMs = 2_000
/** Whoever may send requests could otherwise have as many sent to the store. */
const askStoreMs = 5_000

/**
 * Divides by zero where no write is taken, on a standby or in a database that is set so: the pool closes a connection whose
 * statement failed, and the next question may find the primary.
 */
const takesWrites = `select 1 / (current_setting('transaction_read_only') = 'off')::int`
const divisionByZero = '22012'

type DatabaseState = 'answers' | 'takes no writes' | 'does not answer'

const databaseState = (read: Reader) =>
  Promise.race([
    read(takesWrites, []).then(
      (): DatabaseState => 'answers',
      (problem: unknown): DatabaseState => (hasCode(problem, divisionByZero) ? 'takes no writes' : 'does not answer'),
    ),
    new Promise<DatabaseState>((resolve) => setTimeout(() => resolve('does not answer'), maxAnswerMs).unref()),
  ])

type Parts = {
  readonly read: Reader
  readonly rates: RateWindows
  readonly store: { readonly isUp: () => Promise<boolean> }
  readonly stopping: AbortSignal
}

/**
 * Two addresses for whoever runs the process. `/live` says that it runs; `/ready` says whether to send it requests: not
 * while the database does not answer or takes no writes, nor while it is stopping. Without Redis it still serves, with windows of its own, and
 * without the object store everything but files.
 */
export const addHealth = (app: FastifyInstance, { read, rates, store, stopping }: Parts) => {
  const isStoreUp = askedAtMostEvery(askStoreMs, store.isUp)
  // Told to close after its answer, a client that keeps connections open asks another process next.
  app.addHook('onRequest', (_request, reply, done) => {
    if (stopping.aborted) reply.header('connection', 'close')
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping.aborted) reply.header('connection', 'close')
    done(null, payload)
  })
  app.get('/live', { logLevel: 'silent' }, async () => ({ status: 'live' }))
  app.get('/ready', { logLevel: 'silent' }, async (_request, reply) => {
    if (stopping.aborted) return reply.code(503).send({ status: 'not ready', stopping: true })
    const [database, objectStore] = await Promise.all([databaseState(read), isStoreUp()])
    const isReady = database === 'answers'
    return reply.code(isReady ? 200 : 503).send({
      status: isReady ? 'ready' : 'not ready',
      database,
      rate_windows: rates.sharing() ? 'shared' : 'own',
      object_store: objectStore ? 'answers' : 'does not answer',
    })
  })
}

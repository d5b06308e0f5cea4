import type { FastifyInstance } from 'fastify'
import type { Reader } from '../db/tx.ts'
import type { RateWindows } from '../rates/rate-windows.ts'

const longestAnswerMs = 2_000

const answersInTime = (read: Reader) =>
  Promise.race([
    read('select 1', []).then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), longestAnswerMs).unref()),
  ])

/**
 * Two addresses for whoever runs the process. `/live` says that it runs; `/ready` says whether to send it requests: not
 * while the database does not answer, nor while it is stopping. Without Redis it still serves, with windows of its own.
 */
export const addHealth = (
  app: FastifyInstance,
  { read, rates, stopping }: { readonly read: Reader; readonly rates: RateWindows; readonly stopping: AbortSignal },
) => {
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
    const database = await answersInTime(read)
    return reply.code(database ? 200 : 503).send({
      status: database ? 'ready' : 'not ready',
      database: database ? 'answers' : 'does not answer',
      rate_windows: rates.sharing() ? 'shared' : 'own',
    })
  })
}

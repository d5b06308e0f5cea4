import type { FastifyInstance } from 'fastify'
import type { Reader } from '../db/tx.ts'
import type { RateWindows } from '../kernel/rate.ts'

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
  { read, rates }: { readonly read: Reader; readonly rates: RateWindows },
) => {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.get('/live', { logLevel: 'silent' }, async () => ({ status: 'live' }))
  app.get('/ready', { logLevel: 'silent' }, async (_request, reply) => {
    const database = await answersInTime(read)
    const ready = database && !stopping
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      database: database ? 'answers' : 'does not answer',
      rate_windows: rates.sharing() ? 'shared' : 'own',
      ...(stopping ? { stopping } : {}),
    })
  })
}

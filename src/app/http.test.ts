import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { useApi } from '../../test/support/api.ts'
import { connect, type Connection } from '../db/pool.ts'
import { inOrganisation } from '../db/tx.ts'
import { createApi } from './http.ts'
import { operations } from './resources.ts'

const api = await useApi()

/** What a caller is answered when PostgreSQL does not answer this. */
const answerTo = async (ask: (connection: Connection) => Promise<unknown>) => {
  const connection = connect(api.database.appUrl, { max: 1, patienceMs: 100 })
  const identify = () => ask(connection).then(() => Promise.reject(new Error('PostgreSQL has answered.')))
  const { logger } = api.options
  const app = await createApi({
    kernel: undefined as never,
    operations,
    identify,
    logger,
    stopping: new AbortController().signal,
  })
  onTestFinished(async () => {
    await app.close()
    await connection.close()
  })
  const { statusCode, headers, body } = await app.inject({ url: '/1/api/0.1/client/' })
  return [statusCode, headers['retry-after'], JSON.parse(body)]
}

test.each<[string, (connection: Connection) => Promise<unknown>]>([
  ['a read', ({ read }) => read('select pg_sleep(2)', [])],
  ['a transaction', ({ db }) => inOrganisation(db, 1, (tx) => sql`select pg_sleep(2)`.execute(tx))],
])('%s that PostgreSQL does not answer in time is a fault that passes', async (_what, ask) => {
  const detail =
    'The connection to the database broke. If this was a write, it may have taken effect: look before you send it again.'
  expect(await answerTo(ask)).toEqual([503, '1', { detail }])
})

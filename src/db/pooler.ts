import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { hasCode } from './tx.ts'

const [doesNotExist, alreadyExists] = ['26000', '42P05']
const attempts = 20
/** Longer waits mean that the pooler has no second connection to PostgreSQL. */
const patienceMs = 2_000

const backendOf = async (client: pg.Client, name?: string) => {
  const text = 'select pg_backend_pid() as pid'
  const { rows } = await client.query<{ pid: number }>({ text, ...(name === undefined ? {} : { name }) })
  return rows[0]!.pid
}

/** Whether a pooler is in between, in whichever mode: it gives its clients process ids of its own. */
export const isPooled = async (client: pg.Client) =>
  (await backendOf(client)) !== (client as unknown as { readonly processID: number }).processID

const withClients = async <T>(url: string, work: (...clients: readonly [pg.Client, pg.Client]) => Promise<T>) => {
  const clients = [0, 1].map(() => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'fetlock start',
      connectionTimeoutMillis: 5_000,
      query_timeout: patienceMs,
    })
    return client.on('error', () => {})
  }) as [pg.Client, pg.Client]
  try {
    await clients[0].connect()
    return await work(...clients)
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()))
  }
}

/** Whether a statement that was prepared on one connection to PostgreSQL can be used on another. */
const survivesChange = async (client: pg.Client, other: pg.Client) => {
  const name = `fetlock_${randomUUID()}`
  const first = await backendOf(client, name)
  // Two clients that use one name for different statements: without support by the pooler, they meet on one connection.
  await other.query({ name, text: 'select 1 as one' })
  for (let attempt = 0; attempt < attempts; attempt++) {
    await other.query('begin')
    try {
      // While the other keeps a connection busy, this one may get a different one.
      if ((await backendOf(client, name)) !== first) return
    } finally {
      await other.query('rollback').catch(() => {})
    }
  }
}

/**
 * Whether prepared statements work through whatever is at this address: always on PostgreSQL itself and on a pooler that keeps a
 * connection for each client, and in transaction mode only where the pooler prepares them on each of its connections.
 */
export const keepsPreparedStatements = (url: string): Promise<boolean> =>
  withClients(url, async (client, other) => {
    if (!(await isPooled(client))) return true
    await other.connect()
    try {
      await survivesChange(client, other)
      return true
    } catch (problem) {
      if (hasCode(problem, doesNotExist) || hasCode(problem, alreadyExists)) return false
      // A pooler with a single connection: the first query waited for the second client, and names did not collide.
      if (problem instanceof Error && problem.message === 'Query read timeout') return true
      throw problem
    }
  })

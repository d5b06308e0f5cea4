import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { currentObserver, observeReadings, type Observer } from '../telemetry/observing.ts'
import type { Tables } from './tables.ts'
import type { Database, Reader } from './tx.ts'

const { builtins } = pg.types
/** Ids and counts are whole numbers far below 2^53; dates are calendar days, which a Date would move between time zones. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [builtins.INT8]: Number,
  [builtins.DATE]: String,
}

const mostRemembered = 500
const usesToPrepare = 3
/** A connection keeps every statement prepared on it until it closes, so none stays open for ever. */
const longestSeconds = 15 * 60

/**
 * Prepares a statement from its third use on, while it is among those used last: whoever asks a new question every time
 * neither has it prepared nor keeps others from it. A name is never given twice, because pg holds it to one text.
 */
const preparedNames = () => {
  const remembered = new Map<string, { uses: number; name?: string }>()
  let given = 0
  return (text: string) => {
    const statement = remembered.get(text) ?? { uses: 0 }
    if (++statement.uses === usesToPrepare) statement.name = `s${++given}`
    // A Map keeps the order of insertion, so the first is the one not used for longest.
    remembered.delete(text)
    remembered.set(text, statement)
    if (remembered.size > mostRemembered) remembered.delete(remembered.keys().next().value!)
    return statement.name
  }
}

/** There is nothing to plan in these. */
const aboutTransactions = /^(begin|commit|rollback|set constraints)\b/

type Ask = <Row extends pg.QueryResultRow>(
  client: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly unknown[],
) => Promise<pg.QueryResult<Row>>

/** Asks one statement, prepared if it returns often, and observed if somebody looks. */
const askerOf = (observer: Observer | undefined): Ask => {
  const nameOf = preparedNames()
  return <Row extends pg.QueryResultRow>(client: pg.Pool | pg.PoolClient, text: string, values: readonly unknown[]) => {
    const name = aboutTransactions.test(text) ? undefined : nameOf(text)
    const query = { text, values: [...values], ...(name === undefined ? {} : { name }) }
    const ask = () => client.query<Row>(query)
    return observer === undefined ? ask() : observer.statement(text, ask)
  }
}

const readerOf =
  (pool: pg.Pool, ask: Ask): Reader =>
  async <Row>(text: string, values: readonly unknown[]) =>
    (await ask<Row & pg.QueryResultRow>(pool, text, values)).rows

type Corked = { readonly connection?: { readonly stream?: { readonly cork: () => void; readonly uncork: () => void } } }

/** Sends what is asked in one go as one write: writing to a socket costs more than what is written. */
const gather = (client: pg.PoolClient) => {
  const { stream } = (client as Corked).connection ?? {}
  if (stream === undefined) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** The pool as the query builder sees it. Cursors, which nothing here uses, are not offered. */
const builderPool = (pool: pg.Pool, ask: Ask): PostgresPool => {
  // The builder knows its connections by their identity.
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const wrap = (client: pg.PoolClient): PostgresPoolClient => ({
    query: ((text: string, values: readonly unknown[] = []) => {
      gather(client)
      return ask(client, text, values)
    }) as unknown as PostgresPoolClient['query'],
    // A connection that is still in a transaction, however that came about, is nobody else's.
    release: (destroy) => client.release(destroy || client.getTransactionStatus() !== 'I'),
  })
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      const wrapped = known.get(client) ?? wrap(client)
      known.set(client, wrapped)
      return wrapped
    },
    end: () => pool.end(),
  }
}

const countsOf = (pool: pg.Pool, name: string) =>
  Object.entries({
    total: () => pool.totalCount,
    idle: () => pool.idleCount,
    waiting: () => pool.waitingCount,
  }).map(([state, read]) => ({
    name: 'fetlock_pool_connections',
    help: 'Connections to PostgreSQL that are open and idle, and requests that wait for one.',
    labels: { pool: name, state },
    read,
  }))

export type Pool = ReturnType<typeof connect>

/** With `patienceMs` a statement that is not answered by then fails, and its connection with it: a network that died says nothing. */
export const connect = (url: string, { max = 10, name = 'fetlock', seconds = longestSeconds, patienceMs = 0 } = {}) => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name,
    connectionTimeoutMillis: 5_000,
    maxLifetimeSeconds: seconds,
    keepAlive: true,
    ...(patienceMs > 0 ? { query_timeout: patienceMs } : {}),
    // Statements of one transaction may follow each other without waiting.
    pipeline: true,
    types: {
      getTypeParser: (oid, format) => parsers[oid] ?? pg.types.getTypeParser(oid, format),
    },
  })
  // A connection that breaks while idle is replaced by the next one asked for; without a listener it would end the process.
  pool.on('error', () => {})
  // One that breaks while a transaction has it fails the statement; the client's own event would end the process as well.
  pool.on('connect', (client) => client.on('error', () => {}))
  const ask = askerOf(currentObserver())
  const db: Database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: builderPool(pool, ask) }) })
  const forget = observeReadings(...countsOf(pool, name))
  const close = () => {
    forget()
    return db.destroy()
  }
  return { db, read: readerOf(pool, ask), close }
}

import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { currentObserver, observeReadings, type Observer } from '../telemetry/observing.ts'
import { ClientOfPrimary, isSpent, refuseStandby, watched } from './primary.ts'
import type { Tables } from './tables.ts'
import type { Database, Reader } from './tx.ts'

const { builtins } = pg.types
/** Ids and counts are whole numbers far below 2^53; dates are calendar days, which a Date would move between time zones. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [builtins.INT8]: Number,
  [builtins.DATE]: String,
}

const maxRemembered = 500
const usesToPrepare = 3
/** A connection keeps every statement prepared on it until it closes, so none stays open for ever. */
const maxSeconds = 15 * 60

/**
 * Names a statement to be prepared from its third use on, while it is among the most recently used: statements that differ
 * every time are never prepared, and do not evict the others. A name is never reused, because pg binds it to one text.
 */
const preparedNames = () => {
  const remembered = new Map<string, { uses: number; name?: string }>()
  let given = 0
  return (text: string) => {
    const statement = remembered.get(text) ?? { uses: 0 }
    if (++statement.uses === usesToPrepare) statement.name = `s${++given}`
    // A Map keeps the order of insertion, so the first is the least recently used.
    remembered.delete(text)
    remembered.set(text, statement)
    if (remembered.size > maxRemembered) remembered.delete(remembered.keys().next().value!)
    return statement.name
  }
}

/** Never prepared: there is nothing to plan in these. */
const transactionControl = /^(begin|commit|rollback|set constraints)\b/

type Ask = <Row extends pg.QueryResultRow>(
  client: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly unknown[],
) => Promise<pg.QueryResult<Row>>

/** Runs one statement, prepared if it is used often, and observed if telemetry is on. */
const statementRunner = (observer: Observer | undefined, prepares: boolean): Ask => {
  const nameOf = prepares ? preparedNames() : () => undefined
  return <Row extends pg.QueryResultRow>(client: pg.Pool | pg.PoolClient, text: string, values: readonly unknown[]) => {
    const name = transactionControl.test(text) ? undefined : nameOf(text)
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

/** Sends the statements of one tick in one write: system calls cost more than bytes. */
const corkUntilNextTick = (client: pg.PoolClient) => {
  const { stream } = (client as Corked).connection ?? {}
  if (stream === undefined) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** The pool as Kysely sees it, without cursors, which are not used here. */
const kyselyPool = (pool: pg.Pool, ask: Ask): PostgresPool => {
  // Kysely identifies connections by object identity.
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const wrap = (client: pg.PoolClient): PostgresPoolClient => ({
    query: ((text: string, values: readonly unknown[] = []) => {
      corkUntilNextTick(client)
      return watched(client, text, () => ask(client, text, values))
    }) as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy || isSpent(client)),
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
export type PoolOptions = NonNullable<Parameters<typeof connect>[1]>

/**
 * A connection is waited for as long as `waitMs`. After `queryTimeoutMs` a statement fails, and its connection with it: a
 * network that went down sends no error. Without `prepares` no statement has a name, as some connection poolers need it.
 */
export const connect = (
  url: string,
  { max = 10, name = 'fetlock', seconds = maxSeconds, waitMs = 5_000, queryTimeoutMs = 0, prepares = true } = {},
) => {
  const pool = new pg.Pool({
    connectionString: url,
    Client: ClientOfPrimary,
    onConnect: refuseStandby,
    max,
    application_name: name,
    connectionTimeoutMillis: waitMs,
    maxLifetimeSeconds: seconds,
    keepAlive: true,
    ...(queryTimeoutMs > 0 ? { query_timeout: queryTimeoutMs } : {}),
    // Statements of one transaction may follow each other without waiting.
    pipeline: true,
    types: {
      getTypeParser: (oid, format) => parsers[oid] ?? pg.types.getTypeParser(oid, format),
    },
  })
  // A connection that breaks while idle is replaced when the next one is needed; without a listener it would end the process.
  pool.on('error', () => {})
  // One that breaks while a transaction has it fails the statement; the client's own event would end the process as well.
  pool.on('connect', (client) => client.on('error', () => {}))
  const ask = statementRunner(currentObserver(), prepares)
  const db: Database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: kyselyPool(pool, ask) }) })
  const forget = observeReadings(...countsOf(pool, name))
  const close = () => {
    forget()
    return db.destroy()
  }
  return { db, read: readerOf(pool, ask), close }
}

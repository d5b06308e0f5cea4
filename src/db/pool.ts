import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'
import type { Database, Reader } from './tx.ts'

const { builtins } = pg.types
/** Ids and counts are whole numbers far below 2^53; dates are calendar days, which a Date would move between time zones. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [builtins.INT8]: Number,
  [builtins.DATE]: String,
}

const mostPrepared = 500

/** Statements are prepared once per connection, as long as there are not too many different ones. */
const readerOf = (pool: pg.Pool): Reader => {
  const names = new Map<string, string>()
  return async <Row>(text: string, values: readonly unknown[]) => {
    if (!names.has(text) && names.size < mostPrepared) names.set(text, `read_${names.size}`)
    const name = names.get(text)
    const { rows } = await pool.query<Row & pg.QueryResultRow>({
      text,
      values: [...values],
      ...(name === undefined ? {} : { name }),
    })
    return rows
  }
}

export type Connection = ReturnType<typeof connect>

export const connect = (url: string, { max = 10, name = 'fetlock' } = {}) => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name,
    connectionTimeoutMillis: 5_000,
    types: {
      getTypeParser: (oid, format) => parsers[oid] ?? pg.types.getTypeParser(oid, format),
    },
  })
  // A connection that breaks while idle is replaced by the next one asked for; without a listener it would end the process.
  pool.on('error', () => {})
  // One that breaks while a transaction has it fails the statement; the client's own event would end the process as well.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db: Database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { db, read: readerOf(pool), close: () => db.destroy() }
}

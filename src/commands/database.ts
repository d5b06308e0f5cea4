import { connect, type PoolOptions } from '../db/pool.ts'
import { keepsPreparedStatements } from '../db/pooler.ts'
import { config } from '../app/config.ts'
import { Failure } from './command.ts'

/** Connects as the settings say. */
export const connectAsSet = (url: string, options: PoolOptions) =>
  connect(url, { ...options, prepares: config.preparedStatements() })

/** Refuses to start behind a connection pooler that would lose prepared statements: requests would fail now and then. */
export const requirePreparedStatements = async (...urls: readonly string[]) => {
  if (!config.preparedStatements()) return
  for (const url of urls)
    if (!(await keepsPreparedStatements(url)))
      throw new Failure(
        'The connection pooler in front of PostgreSQL loses prepared statements. Set max_prepared_statements in PgBouncer ' +
          '(1.21 or newer), or set FETLOCK_PREPARED_STATEMENTS=off. docs/operating/postgresql.md describes both.',
      )
}

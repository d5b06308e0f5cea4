import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../db/tx.ts'

/**
 * The statements that the worker runs for all organisations at once, because it does not know which of them has work, and the
 * columns that each answers: the organisation, the id of the work and what a lease needs. Everything else is read in a
 * transaction of that organisation, where PostgreSQL shows the worker no other.
 */
export const statementsForAll = {
  'find due work': ['kind', 'seconds', 'changes', 'unended'],
  'lease messages': ['organisation', 'id', 'kind', 'attempts', 'lease'],
  'lease messages to clients': ['organisation', 'id', 'channel', 'lease'],
  'lease deliveries': ['organisation', 'id', 'endpoint', 'attempts', 'lease'],
  'lease stray files': ['organisation', 'key'],
  'lease file scans': ['organisation', 'attachment', 'attempts', 'lease'],
  'lease awaited catalogs': ['organisation', 'upload', 'lease'],
  'lease arrived catalogs': ['organisation', 'upload', 'lease', 'failures'],
  'find replaced catalogs': ['organisation', 'upload'],
  'find old error reports': ['organisation', 'upload'],
  'find catalog imports': ['organisation', 'id'],
  'find imports': ['organisation', 'id'],
  'find imported files': ['organisation', 'id'],
  'find pending uploads': ['organisation', 'id'],
  'find unprocessed events': ['organisation'],
  'find unstreamed security events': ['organisation'],
  'find due reminders': ['organisation'],
  'find due recalls': ['organisation'],
  'find abandoned bookings': ['organisation'],
  'find due period locks': ['organisation'],
  'find unlisted erasures': ['organisation'],
  'find ended terms': ['organisation'],
  'oldest due message': ['seconds'],
  'oldest due message to a client': ['seconds'],
  'oldest due delivery': ['seconds'],
  'delete expired records': [],
  'delete old security events': [],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Runs one of them. Its name begins the statement, so that it is seen in the views and logs of PostgreSQL too. */
export const forAllOrganisations = <Row>(
  db: Database,
  name: keyof typeof statementsForAll,
  statement: RawBuilder<Row>,
) => sql<Row>`/* all organisations: ${sql.raw(name)} */ ${statement}`.execute(db)

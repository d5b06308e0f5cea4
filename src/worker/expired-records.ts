import { sql } from 'kysely'
import type { Database } from '../db/tx.ts'

const batchSize = 1_000
const tables = ['oauth_record', 'session', 'password_link', 'idempotency_key'] as const

/** Deletes what has expired, of every organisation, in batches small enough to hold no lock for long. */
export const deleteExpired = async (db: Database, shouldContinue = () => true) => {
  let deleted = 0
  for (const table of tables) {
    for (let last = batchSize; last === batchSize && shouldContinue(); deleted += last) {
      const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where expires < now() limit ${batchSize}))`.execute(db)
      last = Number(numAffectedRows ?? 0n)
    }
  }
  return deleted
}

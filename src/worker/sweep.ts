import { sql } from 'kysely'
import type { Database } from '../db/tx.ts'

const batch = 1_000
const tables = ['oauth_record', 'session', 'password_link', 'idempotency_key'] as const

/** Removes what has expired, of every organisation, in batches short enough to be in nobody's way. */
export const sweepExpired = async (db: Database, goesOn = () => true) => {
  let removed = 0
  for (const table of tables) {
    for (let last = batch; last === batch && goesOn(); removed += last) {
      const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where expires < now() limit ${batch}))`.execute(db)
      last = Number(numAffectedRows ?? 0n)
    }
  }
  return removed
}

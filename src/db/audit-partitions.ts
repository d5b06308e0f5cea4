import { sql } from 'kysely'
import type { Database } from './tx.ts'

/** Makes the partitions of the audit trail for this quarter and the next two, where they are missing. Answers the new ones. */
export const makeAuditPartitions = async (db: Database): Promise<readonly string[]> => {
  const { rows } = await sql<{ made: string }>`select make_audit_partitions() as made`.execute(db)
  return rows.map(({ made }) => made)
}

/**
 * SQL for an event of the last month. Who reads the newest events asks for these first, so that PostgreSQL opens one or two
 * partitions and not all of them, each of which costs some 0.05 ms.
 */
export const isRecent = (occurred: string) => `${occurred} > now() - interval '31 days'`

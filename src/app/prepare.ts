import { makeAuditPartitions } from '../db/audit-partitions.ts'
import { migrate } from '../db/migrate.ts'
import { connect } from '../db/pool.ts'
import { loadItemCodelists } from '../domain/items/codelists/load.ts'
import { loadCodelists } from '../domain/clients/codelists/load.ts'

/** Brings a database to the newest schema and its codelists up to date. Safe to run again, and by several at once. */
export const prepareDatabase = async (ownerUrl: string, { onStep = (_line: string) => {} } = {}): Promise<string[]> => {
  const applied = await migrate(ownerUrl, { onStep })
  const { db, close } = connect(ownerUrl, { max: 1, name: 'fetlock migrate' })
  try {
    onStep('Loading the codelists')
    await db.transaction().execute(async (tx) => {
      await loadCodelists(tx)
      await loadItemCodelists(tx)
    })
    // Before anything is written that would have to be kept in the default partition.
    await makeAuditPartitions(db)
  } finally {
    await close()
  }
  return applied
}

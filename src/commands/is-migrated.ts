import { connect } from '../db/pool.ts'
import { migrationNames } from '../db/migrate.ts'

const tableMissing = '42P01'

const appliedOn = async (url: string): Promise<ReadonlySet<string>> => {
  const { db, close } = connect(url, { max: 1, name: 'fetlock start' })
  try {
    const rows = await db.selectFrom('migration').select('name').execute()
    return new Set(rows.map(({ name }) => name))
  } catch (problem) {
    if ((problem as { code?: string }).code === tableMissing) return new Set()
    throw problem
  } finally {
    await close()
  }
}

/** The first migration that a database lacks. A database that is newer than the program is fine: migrations come before programs. */
export const missingMigration = async (url: string) => {
  const applied = await appliedOn(url)
  return migrationNames().find((name) => !applied.has(name))
}

import { connect } from '../db/pool.ts'
import { migrationNames } from '../db/migrate.ts'
import { Failure } from './command.ts'

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

/** Refuses to start on a database that is older than the program. A newer one is fine: migrations come before programs. */
export const requireMigrated = async (url: string) => {
  const applied = await appliedOn(url)
  const missing = migrationNames().find((name) => !applied.has(name))
  if (missing !== undefined)
    throw new Failure(
      `The database is older than this program: it lacks ${missing}. Run "fetlock migrate", then start again.`,
    )
}

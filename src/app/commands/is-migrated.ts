import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { connect } from '../../db/pool.ts'
import { Failure } from './command.ts'

const folder = new URL('../../../migrations/', import.meta.url)

/** Refuses to start on a database that lacks a migration this program was written for. */
export const requireMigrated = async (url: string) => {
  const { db, close } = connect(url, { max: 1, name: 'fetlock start' })
  try {
    const { rows } = await sql<{ may: boolean | null }>`
      select has_table_privilege(to_regclass('migration'), 'select') as may`.execute(db)
    const may = rows[0]?.may ?? null
    if (may === null) throw new Failure('The database is not migrated. Run "fetlock migrate", then start again.')
    if (!may) return
    const applied = new Set((await db.selectFrom('migration').select('name').execute()).map(({ name }) => name))
    const missing = readdirSync(folder).filter((name) => name.endsWith('.sql') && !applied.has(name))
    if (missing.length > 0)
      throw new Failure(`The database lacks ${missing.toSorted().join(', ')}. Run "fetlock migrate", then start again.`)
  } finally {
    await close()
  }
}

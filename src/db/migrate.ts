import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { isPooled } from './pooler.ts'

const folder = new URL('../../migrations/', import.meta.url)
const roles = ['fetlock_owner', 'fetlock_app', 'fetlock_worker']
/** The key of an advisory lock, so that only one process at a time migrates a database. */
const migrationLock = 7_364_621

type Migration = { readonly name: string; readonly sql: string; readonly checksum: string }

/** The migrations of this version, in their order. */
export const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()

const migrations = (): Migration[] =>
  migrationNames().map((name) => {
    const sql = readFileSync(new URL(name, folder), 'utf8')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })

const requireRoles = async (owner: pg.Client) => {
  const { rows } = await owner.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [
    roles,
  ])
  const missing = roles.filter((role) => !rows.some(({ rolname }) => rolname === role))
  if (missing.length > 0)
    throw new Error(
      `The database has no role ${missing.join(', ')}. Run deploy/roles.sql as an administrator, then migrate again.`,
    )
}

/** The lock belongs to one connection to PostgreSQL, which a pooler in transaction mode would give to others meanwhile. */
const requireDirect = async (owner: pg.Client) => {
  if (await isPooled(owner))
    throw new Error(
      'FETLOCK_OWNER_DATABASE_URL leads through a connection pooler. Migrations need PostgreSQL itself: give its own host and port.',
    )
}

const requireUnicode = async (owner: pg.Client) => {
  const { rows } = await owner.query<{ server_encoding: string }>('show server_encoding')
  const encoding = rows[0]?.server_encoding
  if (encoding !== 'UTF8')
    throw new Error(
      `The encoding of the database is ${encoding} and must be UTF8. Create it again with deploy/database.sql, then migrate again.`,
    )
}

/** Applies the missing migrations, each in its own transaction, and returns their names. */
export const migrate = async (ownerUrl: string, { onStep = (_line: string) => {} } = {}): Promise<string[]> => {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await requireDirect(owner)
    await requireRoles(owner)
    await requireUnicode(owner)
    // A second migrator waits for the first, however long that takes.
    await owner.query('set lock_timeout = 0')
    await owner.query('select pg_advisory_lock($1)', [migrationLock])
    await owner.query('reset lock_timeout')
    await owner.query(`create table if not exists migration (
      name text primary key, checksum text not null, applied timestamptz not null default clock_timestamp())`)
    const { rows } = await owner.query<{ name: string; checksum: string }>('select name, checksum from migration')
    const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
    const done: string[] = []
    for (const { name, sql, checksum } of migrations()) {
      const known = applied.get(name)
      if (known === checksum) continue
      if (known !== undefined)
        throw new Error(
          `${name} was changed after it had been applied here. Restore it and write a new migration instead.`,
        )
      onStep(`Applying ${name}`)
      await owner.query('begin')
      await owner.query(sql)
      await owner.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
      await owner.query('commit')
      done.push(name)
    }
    return done
  } finally {
    await owner.end()
  }
}

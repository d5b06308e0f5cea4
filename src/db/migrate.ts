import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isPooled } from './pooler.ts'

const ownFolder = new URL('../../migrations/', import.meta.url)
const roles = ['fetlock_owner', 'fetlock_app', 'fetlock_worker']
/** The key of an advisory lock, so that only one process at a time migrates a database. */
const migrationLock = 7_364_621
const pauseMs = 200

/** A migration that changes the columns of a table has the code that audits them written anew, and so cannot forget it. */
const writeAuditCode = `do $$ begin if to_regprocedure('keep_tracks()') is not null then call keep_tracks(); end if; end $$`

type Migration = { readonly name: string; readonly sql: string; readonly checksum: string }

const namesIn = (folder: URL): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()

/** The migrations of this version, in their order. */
export const migrationNames = (): string[] => namesIn(ownFolder)

/** The checksums of migrations whose text a newer PostgreSQL refused and that were written again, to the same effect. */
const rewritten: Readonly<Record<string, string>> = {
  '0054_names_of_clients.sql': '224bb496a9348e29174d46fb2fd56930c828d0e754d2bed4ee6b3c1f68357b9a',
}

const migrationsIn = (folder: URL): Migration[] =>
  namesIn(folder).map((name) => {
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

/** In the first line of a migration, with the reason: what it does lasts long or must not stop those who write meanwhile. */
const outside = /^-- Outside a transaction: \S/

export const isOutside = (sql: string) => outside.test(sql)

/** One at a time: PostgreSQL runs several statements that are sent together in one transaction. None may contain a semicolon. */
export const statementsOf = (sql: string): string[] =>
  sql
    .replaceAll(/^\s*--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')

/**
 * A second migrator waits for the first, however long that takes. It asks again and again: a statement that waited would keep a
 * snapshot, and an index that the first one builds concurrently would wait for that.
 */
const takeLock = async (owner: pg.Client) => {
  for (;;) {
    const { rows } = await owner.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [migrationLock])
    if (rows[0]?.taken) return
    await sleep(pauseMs)
  }
}

const inTransaction = async (owner: pg.Client, work: () => Promise<void>) => {
  await owner.query('begin')
  await work()
  await owner.query('commit')
}

const remember = async (owner: pg.Client, { name, checksum }: Migration) => {
  await owner.query(writeAuditCode)
  await owner.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
}

/** Waits for locks however long others take: whoever gives up here would leave half of it behind. */
const runStatements = async (owner: pg.Client, { name, sql }: Migration) => {
  await owner.query('set lock_timeout = 0')
  for (const statement of statementsOf(sql)) {
    try {
      await owner.query(statement)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(
        `${name} stopped at "${statement}": ${reason}. Fix the cause and migrate again: it begins anew with this migration.`,
        { cause: error },
      )
    }
  }
  await owner.query('reset lock_timeout')
}

type Options = {
  readonly onStep?: (line: string) => void
  /** Where the migrations are, for tests of the runner. */
  readonly folder?: URL
  /** Looks at what a migration has done and locked, in its transaction. */
  readonly beforeCommit?: (owner: pg.Client, name: string) => Promise<void>
}

const apply = async (owner: pg.Client, migration: Migration, { beforeCommit }: Options) => {
  if (isOutside(migration.sql)) {
    await runStatements(owner, migration)
    await inTransaction(owner, async () => {
      await remember(owner, migration)
      await beforeCommit?.(owner, migration.name)
    })
  } else
    await inTransaction(owner, async () => {
      await owner.query(migration.sql)
      await remember(owner, migration)
      await beforeCommit?.(owner, migration.name)
    })
}

/**
 * Applies the missing migrations and returns their names: each in its own transaction, or, where its first line says so, one
 * statement after the other outside any, repeated from its first when one of them failed.
 */
export const migrate = async (ownerUrl: string, options: Options = {}): Promise<string[]> => {
  const { onStep, folder = ownFolder } = options
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await requireDirect(owner)
    await requireRoles(owner)
    await requireUnicode(owner)
    await takeLock(owner)
    await owner.query(`create table if not exists migration (
      name text primary key, checksum text not null, applied timestamptz not null default clock_timestamp())`)
    const { rows } = await owner.query<{ name: string; checksum: string }>('select name, checksum from migration')
    const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
    const done: string[] = []
    for (const migration of migrationsIn(folder)) {
      const { name, checksum } = migration
      const known = applied.get(name)
      if (known === checksum || (known !== undefined && known === rewritten[name])) continue
      if (known !== undefined)
        throw new Error(
          `${name} was changed after it had been applied here. Restore it and write a new migration instead.`,
        )
      onStep?.(`Applying ${name}`)
      await apply(owner, migration, options)
      done.push(name)
    }
    return done
  } finally {
    await owner.end()
  }
}

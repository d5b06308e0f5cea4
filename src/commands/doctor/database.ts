import { sql } from 'kysely'
import pg from 'pg'
import { grantsQuery, grantStatements, relations, servants } from '../../db/grants.ts'
import { migrationNames } from '../../db/migrate.ts'
import { isPooled, keepsPreparedStatements } from '../../db/pooler.ts'
import { connect, type Pool } from '../../db/pool.ts'
import { requireRole } from '../database-role.ts'
import { messageOf } from '../failures.ts'
import { bad, good, warning, within, patienceMs, type Finding } from './finding.ts'

const oldestServer = 150_000

type Url = { readonly setting: string; readonly url: string; readonly role: 'fetlock_app' | 'fetlock_worker' }

/** Runs checks with a connection of their own. A fault of the connection is a finding too. */
export const withPool = async (
  check: string,
  url: string,
  work: (pool: Pool) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> => {
  const pool = connect(url, { max: 1, name: 'fetlock doctor', queryTimeoutMs: patienceMs, prepares: false })
  try {
    return await work(pool)
  } catch (problem) {
    return [bad(check, 'The check could not be made.', messageOf(problem))]
  } finally {
    await pool.close()
  }
}

/** Whether each role is the one meant for it, and has the defaults of deploy/roles.sql. */
export const checkRole = ({ setting, url, role }: Url): Promise<readonly Finding[]> =>
  withPool('roles', url, async ({ read }) => {
    await requireRole(setting, url, role)
    const [row] = await read<{ scope: string | null; timeout: string }>(
      `select current_setting('app.organisation', true) as scope, current_setting('statement_timeout') as timeout`,
      [],
    )
    const remedy =
      'Run deploy/roles.sql again as a superuser; docs/operating/postgresql.md says what to do without one.'
    if (row?.scope !== '0') return [bad('roles', `${role} has no default app.organisation.`, remedy)]
    if (row.timeout === '0') return [bad('roles', `${role} has no statement_timeout.`, remedy)]
    return [good('roles', `${setting} connects as ${role}`)]
  })

type Server = { readonly version: number; readonly text: string; readonly encoding: string }

const checkServer = async ({ read }: Pool): Promise<Finding> => {
  const [server] = await read<Server>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as text,
       current_setting('server_encoding') as encoding`,
    [],
  )
  const { version, text, encoding } = server!
  if (version < oldestServer)
    return bad('database', `PostgreSQL is ${text}.`, 'Upgrade it to version 15 or newer; pg_upgrade keeps the data.')
  if (encoding !== 'UTF8')
    return bad('database', `The encoding of the database is ${encoding}.`, 'Create it again with deploy/database.sql.')
  return good('database', `PostgreSQL ${text}, ${encoding}`)
}

const checkMigrations = async ({ read }: Pool): Promise<Finding> => {
  const [exists] = await read<{ here: boolean }>(`select to_regclass('migration') is not null as here`, [])
  if (!exists?.here) return bad('migrations', 'The database is empty.', 'Run "fetlock migrate".')
  const applied = new Set((await read<{ name: string }>('select name from migration', [])).map(({ name }) => name))
  const known = new Set(migrationNames())
  const [missing, newer] = [known.difference(applied), [...applied.difference(known)].toSorted()]
  if (newer.length > 0)
    return bad(
      'migrations',
      `The database is newer than this program: it has ${newer.join(', ')}.`,
      'Install the version of Fetlock that made it. A schema does not go back.',
    )
  if (missing.size > 0)
    return bad(
      'migrations',
      `The database is older than this program: it lacks ${missing.size} migrations, first ${[...missing][0]}.`,
      'Run "fetlock migrate" of this version.',
    )
  return good('migrations', `all ${applied.size} applied`)
}

const listed = (statements: readonly string[]) =>
  statements.length > 5 ? `${statements.slice(0, 5).join(' ')} … (${statements.length} in all)` : statements.join(' ')

const checkGrants = async ({ read }: Pool): Promise<Finding> => {
  const rows = await read<{ line: string }>(grantsQuery, [servants])
  const statements = grantStatements(rows.map(({ line }) => line))
  if (statements.length === 0) return good('privileges', 'each role has those of this version and no others')
  return bad(
    'privileges',
    `${statements.length === 1 ? 'A privilege differs' : `${statements.length} privileges differ`} from this version.`,
    `Run as the owner of the tables: ${listed(statements)}`,
  )
}

const checkRowSecurity = async ({ read }: Pool): Promise<Finding> => {
  const rows = await read<{ relname: string }>(
    `select c.relname from (${relations}) c
     where c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)
       and exists (select from pg_policy p where p.polrelid = c.oid)
     union select p.relname from (${relations}) p join pg_attribute a on a.attrelid = p.oid
     where p.relkind in ('r', 'p') and a.attname = 'organisation' and a.attnotnull and p.relname not in ('sandbox_template', 'demo_clinic')
       and not (p.relrowsecurity and p.relforcerowsecurity) order by 1`,
    [],
  )
  const names = rows.map(({ relname }) => relname)
  if (names.length === 0) return good('row security', 'forced on every table of organisations')
  const statements = names.map((name) => `alter table "${name}" enable row level security, force row level security;`)
  return bad(
    'row security',
    `Not forced on ${names.join(', ')}: organisations could see each other's rows there.`,
    `Stop api and worker. Run as the owner of the tables: ${listed(statements)}`,
  )
}

type Archiver = { readonly mode: string; readonly stored: Date | null; readonly failing: boolean }

/** Whether what is written could be restored, and until when. */
export const checkArchive = async (read: Pool['read']): Promise<Finding> => {
  const [archiver] = await read<Archiver>(
    `select current_setting('archive_mode') as mode, last_archived_time as stored,
       coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing
     from pg_stat_archiver`,
    [],
  )
  const { mode, stored, failing } = archiver!
  const remedy = 'Make a backup now; docs/operating/backup.md says how.'
  if (mode === 'off') return warning('backup', 'PostgreSQL archives nothing (archive_mode is off).', remedy)
  if (failing)
    return bad(
      'backup',
      'The last segment of the log could not be archived.',
      'Look at the log of PostgreSQL, and fix the cause first.',
    )
  return stored === null
    ? warning('backup', 'No segment of the log has been archived yet.', remedy)
    : good('backup', `the log was last archived at ${stored.toISOString()}`)
}

/** What the database itself is like: seen by the role of the API. */
export const checkDatabase = (url: string): Promise<readonly Finding[]> =>
  withPool('database', url, async (pool) => {
    const server = await checkServer(pool)
    const migrations = await checkMigrations(pool)
    // The privileges of another version's schema say nothing.
    if (migrations.state !== 'good') return [server, migrations]
    return [server, migrations, await checkGrants(pool), await checkRowSecurity(pool)]
  })

const losesStatements =
  'Set max_prepared_statements in PgBouncer (1.21 or newer), or FETLOCK_PREPARED_STATEMENTS=off. docs/operating/postgresql.md describes both.'

/** Whether what is between us and PostgreSQL keeps what we rely on. */
export const checkPooler = async (
  urls: readonly string[],
  ownerUrl: string | undefined,
  prepares: boolean,
): Promise<Finding> => {
  try {
    for (const url of prepares ? urls : [])
      if (!(await keepsPreparedStatements(url)))
        return bad('pooler', 'The connection pooler in front of PostgreSQL loses prepared statements.', losesStatements)
    if (ownerUrl !== undefined && (await leadsThroughPooler(ownerUrl)))
      return bad(
        'pooler',
        'FETLOCK_OWNER_DATABASE_URL leads through a connection pooler.',
        'Give the host and port of PostgreSQL itself: migrations need it.',
      )
    return good('pooler', prepares ? 'prepared statements are kept' : 'prepared statements are off')
  } catch (problem) {
    return bad('pooler', 'The check could not be made.', messageOf(problem))
  }
}

const leadsThroughPooler = async (url: string) => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: patienceMs })
  client.on('error', () => {})
  try {
    await within(patienceMs, client.connect())
    return await isPooled(client)
  } finally {
    await client.end()
  }
}

/** The clock of the database, in milliseconds. */
export const databaseClock = (url: string) => async (): Promise<number> => {
  const { db, close } = connect(url, { max: 1, name: 'fetlock doctor', queryTimeoutMs: patienceMs, prepares: false })
  try {
    const { rows } = await sql<{ ms: number }>`
      select extract(epoch from clock_timestamp())::float * 1000 as ms`.execute(db)
    return rows[0]!.ms
  } finally {
    await close()
  }
}

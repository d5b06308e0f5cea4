import { statfs } from 'node:fs/promises'
import { type MigrationLocks, migrationLocks, migrationStops, type TableLock } from '../../db/migration-locks.ts'
import { migrationNames } from '../../db/migrate.ts'
import type { Pool } from '../../db/pool.ts'
import { checkBackups } from '../doctor/backups.ts'
import { checkArchive, withPool } from '../doctor/database.ts'
import { bad, type Finding, good, skipped, warning } from '../doctor/finding.ts'
import { shown } from '../doctor/network.ts'

type Read = Pool['read']

/** A table that is read from its first row to its last within seconds. */
const small = 256 * 1024 * 1024
/** A transaction that is older than this is not one of a request: those end after 15 seconds. */
const longSeconds = 60

const later = 'Choose an hour when nobody works, or stop api and worker meanwhile: requests would wait, and fail.'

type Pending = { readonly missing: readonly string[]; readonly newer: readonly string[] }

const pendingIn = async (read: Read): Promise<Pending> => {
  const [exists] = await read<{ here: boolean }>(`select to_regclass('migration') is not null as here`, [])
  const rows = exists?.here ? await read<{ name: string }>('select name from migration', []) : []
  const [applied, known] = [new Set(rows.map(({ name }) => name)), new Set(migrationNames())]
  return { missing: [...known.difference(applied)], newer: [...applied.difference(known)].toSorted() }
}

const judgePending = ({ missing, newer }: Pending): Finding => {
  if (newer.length > 0)
    return bad(
      'migrations',
      `The database is newer than this program: it has ${newer.join(', ')}.`,
      'Install the version of Fetlock that made it, or a later one. A schema does not go back.',
    )
  if (missing.length === 0) return good('migrations', 'none to apply: only the programs change')
  return good('migrations', `${missing.length} to apply: ${missing.join(', ')}`)
}

export type TableSize = { readonly name: string; readonly bytes: number; readonly rows: number }

const sizesOf = async (read: Read): Promise<ReadonlyMap<string, TableSize>> => {
  const rows = await read<TableSize>(
    `select relname as name, sum(pg_total_relation_size(part))::float8 as bytes, sum(greatest(part_rows, 0))::float8 as rows
     from (select relname, oid as part, reltuples as part_rows from pg_class
         where relnamespace = 'public'::regnamespace and relkind = 'r'
       union all select whole.relname, part.oid, part.reltuples from pg_class whole
         join pg_inherits on inhparent = whole.oid join pg_class part on part.oid = inhrelid
         where whole.relnamespace = 'public'::regnamespace and whole.relkind = 'p' and part.relkind = 'r') tables
     group by relname`,
    [],
  )
  return new Map(rows.map((row) => [row.name, row]))
}

const work = { index: 'builds an index on', rewrite: 'writes anew' }

const judgeLock = (migration: string, { stops, lasting }: TableLock, { name, bytes, rows }: TableSize): Finding => {
  const size = `${name} (${Math.round(rows).toLocaleString('en')} rows, ${shown(bytes)})`
  if (lasting === undefined) return good('locks', `${migration} stops ${stops} of ${size} for a moment`)
  const found = `${migration} ${work[lasting]} ${size} and stops ${stops} meanwhile`
  return bytes <= small ? good('locks', found) : warning('locks', `${found}.`, later)
}

/** What is known of each migration, with the size that its tables have here. Tables that are not here yet stop nobody. */
export const judgeLocks = (
  missing: readonly string[],
  locks: MigrationLocks,
  sizes: ReadonlyMap<string, TableSize>,
): readonly Finding[] =>
  missing.flatMap((migration) =>
    Object.entries(locks[migration] ?? {}).flatMap(([table, lock]) => {
      const size = sizes.get(table)
      return size === undefined ? [] : [judgeLock(migration, lock, size)]
    }),
  )

/** Migrations that the version before does not bear. */
const judgeStops = (missing: readonly string[], stops: ReadonlyMap<string, string>): readonly Finding[] =>
  missing.flatMap((migration) => {
    const why = stops.get(migration)
    return why === undefined
      ? []
      : [
          warning(
            'stop',
            `${migration} needs a stop: ${why}.`,
            'Stop api and worker before "fetlock migrate", and start the new version when it has ended.',
          ),
        ]
  })

/** What is written anew is there twice until the migration has ended, and the log has it once more. */
export const spaceNeeded = (
  missing: readonly string[],
  locks: MigrationLocks,
  sizes: ReadonlyMap<string, TableSize>,
): number =>
  missing
    .flatMap((migration) => Object.entries(locks[migration] ?? {}))
    .filter(([, { lasting }]) => lasting !== undefined)
    .reduce((sum, [table]) => sum + 2 * (sizes.get(table)?.bytes ?? 0), 0)

const checkSpace = async (needed: number, disks: readonly string[]): Promise<readonly Finding[]> => {
  if (disks.length === 0)
    return [
      skipped('disk', `at most ${shown(needed)} are needed; give --disk with the folder of the database to compare`),
    ]
  return Promise.all(
    disks.map(async (path) => {
      try {
        const { bsize, bavail } = await statfs(path)
        const found = `${path} has ${shown(bavail * bsize)} free, and at most ${shown(needed)} are needed`
        if (bavail * bsize > needed) return good('disk', found)
        return bad('disk', `${found}.`, 'Free space or enlarge the disk first: a database that cannot write stops.')
      } catch (problem) {
        return bad('disk', `${path} cannot be looked at (${(problem as { code?: string }).code}).`, 'Correct --disk.')
      }
    }),
  )
}

type Transaction = {
  readonly pid: number
  readonly usename: string
  readonly program: string
  readonly seconds: number
}

/** A migration waits for whoever uses its table, and everybody else waits behind it. */
export const checkTransactions = async (read: Read, longerThan = longSeconds): Promise<Finding> => {
  const [may] = await read<{ sees: boolean }>(`select pg_has_role('pg_read_all_stats', 'usage') as sees`, [])
  if (!may?.sees)
    return warning(
      'transactions',
      'Those of others cannot be seen.',
      'Run deploy/roles.sql again, or: grant pg_read_all_stats to fetlock_owner;',
    )
  const rows = await read<Transaction>(
    `select pid, usename, application_name as program, extract(epoch from now() - xact_start)::int as seconds
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
       and xact_start < now() - make_interval(secs => $1::int)
     order by xact_start`,
    [longerThan],
  )
  const [oldest] = rows
  if (oldest === undefined) return good('transactions', `none is older than ${longerThan} seconds`)
  return warning(
    'transactions',
    `${oldest.usename}${oldest.program === '' ? '' : ` (${oldest.program})`} has had one open for ${oldest.seconds} seconds.`,
    `Wait for its end, or end it: select pg_terminate_backend(${oldest.pid}); A migration waits for its tables, and everybody else behind it.`,
  )
}

/** What an upgrade to this version would meet on this database. Changes nothing. */
export const lookAhead = (ownerUrl: string, disks: readonly string[]): Promise<readonly Finding[]> =>
  withPool('database', ownerUrl, async ({ read }) => {
    const pending = await pendingIn(read)
    const [locks, sizes] = [migrationLocks(), await sizesOf(read)]
    return [
      judgePending(pending),
      ...judgeStops(pending.missing, migrationStops()),
      ...judgeLocks(pending.missing, locks, sizes),
      ...(await checkSpace(spaceNeeded(pending.missing, locks, sizes), disks)),
      await checkTransactions(read),
      await checkArchive(read),
      ...(await checkBackups(read)),
    ]
  })

import { readFileSync } from 'node:fs'
import type pg from 'pg'

/** What a migration does to a table that was there before it. */
export type TableLock = {
  /** What others cannot do with the table until the migration has ended. */
  readonly stops: 'writes' | 'reads and writes'
  /** What takes time in proportion to the table. */
  readonly lasting?: 'index' | 'rewrite'
}

/** By the name of a migration, and by table. One that stops nobody is not listed. */
export type MigrationLocks = Readonly<Record<string, Readonly<Record<string, TableLock>>>>

/** What cannot be seen on an empty database. */
type Declared = {
  /** Why api and worker must be stopped while it runs. */
  readonly stop?: string
  /** Tables of which it changes every row, or so many that it takes as long. */
  readonly lasting?: Readonly<Record<string, NonNullable<TableLock['lasting']>>>
}

const read = (name: string) => readFileSync(new URL(`../../migrations/${name}`, import.meta.url), 'utf8')

/** Beside the migrations and not in them, because the text of one that has been applied must not change. */
const declared = () => JSON.parse(read('declared.json')) as Readonly<Record<string, Declared>>

/** What each migration locks: seen on an empty database by `npm run generate`, and what is declared besides. */
export const migrationLocks = (): MigrationLocks => {
  const locks = JSON.parse(read('locks.json')) as Record<string, Readonly<Record<string, TableLock>>>
  for (const [name, { lasting = {} }] of Object.entries(declared()))
    for (const [table, what] of Object.entries(lasting))
      locks[name] = { ...locks[name], [table]: { stops: 'writes', ...locks[name]?.[table], lasting: what } }
  return locks
}

/** The migrations during which api and worker must not run, and why. */
export const migrationStops = (): ReadonlyMap<string, string> =>
  new Map(Object.entries(declared()).flatMap(([name, { stop }]) => (stop === undefined ? [] : [[name, stop]])))

type Relation = {
  readonly oid: string
  readonly name: string
  readonly stored: string
  readonly indexes: readonly string[]
}

/** The schemas of this program: a table that becomes a partition moves from the one to the other. */
const ours = "relation.relnamespace::regnamespace::text in ('public', 'partitions')"

const relationsQuery = `
  select relation.oid::text, relation.relname as name, relation.relfilenode::text as stored,
    array(select relname::text from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = relation.oid order by 1) as indexes
  from pg_class relation
  where ${ours} and relation.relkind in ('r', 'p')`

const locksQuery = `
  select relation.oid::text, bool_or(held.mode = 'AccessExclusiveLock') as stops_reads
  from pg_locks held join pg_class relation on relation.oid = held.relation
  where held.pid = pg_backend_pid() and held.granted
    and ${ours} and relation.relkind in ('r', 'p')
    and held.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
  group by relation.oid, relation.relname order by relation.relname`

const lastingOf = (before: Relation, after: Relation): Pick<TableLock, 'lasting'> => {
  if (before.stored !== after.stored) return { lasting: 'rewrite' }
  return after.indexes.some((index) => !before.indexes.includes(index)) ? { lasting: 'index' } : {}
}

/** A line for each migration, so that a difference shows whose locks it is about. */
export const written = (locks: MigrationLocks) =>
  `{\n${Object.entries(locks)
    .map(([name, tables]) => `  ${JSON.stringify(name)}: ${JSON.stringify(tables)}`)
    .join(',\n')}\n}\n`

/** Watches migrations while they run: `beforeCommit` of `migrate` is told of each. */
export const watchLocks = () => {
  const seen: Record<string, Readonly<Record<string, TableLock>>> = {}
  let before = new Map<string, Relation>()
  const beforeCommit = async (owner: pg.Client, migration: string) => {
    const relations = await owner.query<Relation>(relationsQuery)
    const after = new Map(relations.rows.map((relation) => [relation.oid, relation]))
    const held = await owner.query<{ oid: string; stops_reads: boolean }>(locksQuery)
    const locks = held.rows.flatMap(({ oid, stops_reads }) => {
      const [old, now] = [before.get(oid), after.get(oid)]
      if (old === undefined || now === undefined) return []
      const stops = stops_reads ? 'reads and writes' : 'writes'
      return [[old.name, { stops, ...lastingOf(old, now) }] as const]
    })
    if (locks.length > 0) seen[migration] = Object.fromEntries(locks)
    before = after
  }
  return { beforeCommit, seen: (): MigrationLocks => seen }
}

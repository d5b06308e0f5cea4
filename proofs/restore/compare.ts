import { createHash } from 'node:crypto'
import { connected } from '../../scripts/database.ts'
import type { Entry, Table } from './load.ts'

/** What each record of the load says in the database. */
const statements: Readonly<Record<Table, string>> = {
  client: `select organisation, id::int, lastname || ' ' || city as value from client where lastname like 'round %'`,
  invoicepayment: `select organisation, id::int, invoice || ' ' || paid as value from invoicepayment`,
  attachment: `select organisation, id::int, name || ' ' || (uploaded is not null) as value from attachment`,
}

type Row = { readonly organisation: number; readonly id: number; readonly value: string }
type Rows = Map<string, string>

const tables = Object.keys(statements) as Table[]
const keyOf = (table: Table, { organisation, id }: { organisation: number; id: number | null }) =>
  `${table} ${organisation} ${id}`

const readRows = (url: string): Promise<Rows> =>
  connected(url, async (client) => {
    const rows: Rows = new Map()
    for (const table of tables)
      for (const row of (await client.query<Row>(statements[table])).rows) rows.set(keyOf(table, row), row.value)
    return rows
  })

type Versions = { readonly first: Entry; readonly versions: Entry[] }

/** How a new record is known while nobody knows its id. */
const namelessKey = ({ table, organisation, value }: Entry) => `${table} ${organisation} ${value}`

const recordsIn = (journal: readonly Entry[]) => {
  const records = new Map<string, Versions>()
  const nameless: Entry[] = []
  for (const entry of journal) {
    if (entry.id === null) nameless.push(entry)
    else {
      const key = keyOf(entry.table, entry)
      const known = records.get(key)
      if (known === undefined) records.set(key, { first: entry, versions: [entry] })
      else known.versions.push(entry)
    }
  }
  return { records, nameless }
}

/** What is wrong with a restored database, by kind; everything must be 0. */
export type Compared = {
  readonly missing: number
  readonly wrong: number
  readonly tooMany: number
  /** Of the tables of each organisation, those with another count or hash than the journal gives. */
  readonly differing: number
  readonly groups: number
  readonly present: number
  /** The writes that are there. */
  readonly survivors: readonly Entry[]
}

const hash = (lines: readonly string[]) => createHash('sha256').update(lines.toSorted().join('\n')).digest('hex')

/** Counts and hashes by table and organisation. */
const grouped = (rows: Rows) => {
  const groups = new Map<string, string[]>()
  for (const [key, value] of rows) {
    const [table, organisation] = key.split(' ')
    const group = `${table} ${organisation}`
    groups.set(group, [...(groups.get(group) ?? []), `${key} ${value}`])
  }
  return new Map([...groups].map(([group, lines]) => [group, `${lines.length} ${hash(lines)}`]))
}

const survivorsOf = ({ versions }: Versions, found: string) => {
  const last = versions.findLastIndex(({ value }) => value === found)
  return versions.slice(0, last + 1)
}

/**
 * Compares the database with the journal as of a moment: a write that was acknowledged by then is there, one that was sent
 * afterwards is not, and one that was under way is there or not.
 */
export const compareAt = async (url: string, journal: readonly Entry[], moment: number): Promise<Compared> => {
  const rows = await readRows(url)
  const { records, nameless } = recordsIn(journal)
  const expected: Rows = new Map()
  const counts = { missing: 0, wrong: 0, tooMany: 0 }
  const survivors: Entry[] = []
  for (const [key, record] of records) {
    const found = rows.get(key)
    const begun = record.versions.filter(({ began }) => began <= moment)
    const sure = begun.findLast(({ acked }) => acked !== null && acked <= moment)
    const open = begun.slice(sure === undefined ? 0 : begun.indexOf(sure) + 1).map(({ value }) => value)
    const isOpen = found !== undefined ? open.includes(found) : sure === undefined
    const value = isOpen ? found : sure?.value
    if (value !== undefined) expected.set(key, value)
    if (found === value) {
      if (found !== undefined) survivors.push(...survivorsOf(record, found))
    } else if (found === undefined) counts.missing++
    else if (begun.length === 0) counts.tooMany++
    else counts.wrong++
  }
  // Whoever sent these never learned their ids.
  const possible = new Map(nameless.map((entry) => [namelessKey(entry), entry]))
  for (const [key, value] of rows) {
    if (records.has(key)) continue
    const entry = possible.get(`${key.split(' ').slice(0, 2).join(' ')} ${value}`)
    if (entry !== undefined && entry.began <= moment) {
      expected.set(key, value)
      survivors.push(entry)
    } else counts.tooMany++
  }
  const [has, should] = [grouped(rows), grouped(expected)]
  const names = new Set([...has.keys(), ...should.keys()])
  const differing = [...names].filter((name) => has.get(name) !== should.get(name)).length
  return { ...counts, differing, groups: names.size, present: rows.size, survivors }
}

/**
 * Which acknowledged writes are lost, where the database was restored to the latest that was archived. What is there must be
 * all of what was acknowledged before some moment: a write that is lost although a later one is there is a gap.
 */
export const lostSince = async (url: string, journal: readonly Entry[]) => {
  const rows = await readRows(url)
  const { records } = recordsIn(journal)
  const survivors = [...records].flatMap(([key, record]) => {
    const found = rows.get(key)
    return found === undefined ? [] : survivorsOf(record, found)
  })
  const there = new Set(survivors)
  const lost = journal.filter((entry) => entry.acked !== null && !there.has(entry))
  const newest = Math.max(0, ...survivors.map(({ began }) => began))
  return { lost, gaps: lost.filter(({ acked }) => acked! < newest).length }
}

/** The count and the hash of every table of every organisation. */
export const hashTables = (url: string): Promise<ReadonlyMap<string, string>> =>
  connected(url, async (client) => {
    const { rows: found } = await client.query<{ name: string; scoped: boolean }>(
      `select tables.oid::regclass::text as name, exists (select from pg_attribute where attrelid = tables.oid and attname = 'organisation') as scoped
       from pg_class tables where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`,
    )
    const hashes = new Map<string, string>()
    for (const { name, scoped } of found) {
      const { rows } = await client.query<{ organisation: number; count: string; hash: string }>(
        `select organisation, count(*), md5(string_agg(line, '' order by line)) as hash
         from (select ${scoped ? 'organisation' : '0 as organisation'}, md5(record::text) as line from ${name} record) lines group by 1`,
      )
      for (const { organisation, count, hash: sum } of rows) hashes.set(`${name} of ${organisation}`, `${count} ${sum}`)
    }
    return hashes
  })

/** The names under which two lists of hashes differ. */
export const differences = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>) =>
  [...new Set([...a.keys(), ...b.keys()])].filter((name) => a.get(name) !== b.get(name))

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { connected } from '../../scripts/database.ts'
import { fetlock, settingsFor, useSettings } from '../../test/support/commands.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { migrate } from '../db/migrate.ts'
import { watchLocks } from '../db/migration-locks.ts'
import { withPool } from './doctor/database.ts'
import type { Finding } from './doctor/finding.ts'
import { checkTransactions, judgeLocks, spaceNeeded } from './upgrade/look-ahead.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  useSettings(settingsFor(database))
})
afterAll(() => database.drop())

const onDatabase = (...statements: readonly string[]) =>
  connected(database.superuserUrl, async (client) => {
    for (const statement of statements) await client.query(statement)
  })

type Report = { readonly code: number; readonly ready: boolean; readonly findings: readonly Finding[] }

const look = async (...args: readonly string[]): Promise<Report> => {
  const { code, out, err } = await fetlock('upgrade', '--check', '--json', ...args)
  if (out === '') throw new Error(err)
  return { code, ...JSON.parse(out) }
}
const found = ({ findings }: Report, check: string) => findings.filter((finding) => finding.check === check)

describe('upgrade --check', () => {
  it('has nothing to say of a database that is up to date', async () => {
    const report = await look('--disk', tmpdir())
    expect(report).toMatchObject({ code: 0, ready: true })
    expect(found(report, 'migrations')).toMatchObject([
      { state: 'good', found: 'none to apply: only the programs change' },
    ])
    expect(found(report, 'locks')).toEqual([])
    expect(found(report, 'disk')).toMatchObject([{ state: 'good' }])
  })

  it('tells what would be applied, and what that would lock here', async () => {
    await onDatabase(`delete from migration where name = '0210_first_hours.sql'`)
    const report = await look()
    await onDatabase(`insert into migration (name, checksum) values ('0210_first_hours.sql', '')`)
    expect(report).toMatchObject({ code: 0, ready: true })
    expect(found(report, 'migrations')).toMatchObject([{ state: 'good', found: '1 to apply: 0210_first_hours.sql' }])
    const locks = found(report, 'locks').map((finding) => finding.found)
    expect(locks).toContainEqual(
      expect.stringMatching(
        /^0210_first_hours\.sql stops reads and writes of import_file \(0 rows, .* MiB\) for a moment$/,
      ),
    )
    expect(locks).toContainEqual(expect.stringMatching(/^0210_first_hours\.sql writes anew import_reference \(/))
    expect(found(report, 'disk')).toMatchObject([{ state: 'skipped', found: expect.stringContaining('give --disk') }])
  })

  it('says which migration needs a stop, and which writes every row of a table', async () => {
    const [first, second] = ['0200_audit_by_the_owner.sql', '0201_erasable_audit.sql'] as const
    await onDatabase(`delete from migration where name in ('${first}', '${second}')`)
    const report = await look()
    await onDatabase(`insert into migration (name, checksum) values ('${first}', ''), ('${second}', '')`)
    expect(found(report, 'stop')).toMatchObject([
      { state: 'warning', found: expect.stringContaining(`${first} needs a stop: `) },
      { state: 'warning', found: expect.stringContaining(`${second} needs a stop: `) },
    ])
    const locks = found(report, 'locks').map((finding) => finding.found)
    expect(locks).toContainEqual(expect.stringMatching(/^0201_erasable_audit\.sql writes anew auditevent \(/))
  })

  it('asks for a backup first where the last one is old', async () => {
    await onDatabase(`insert into backup_run values ('database', now(), now() - interval '3 days', 'ERROR: disk full')`)
    const report = await look()
    await onDatabase('truncate backup_run')
    expect(report).toMatchObject({ code: 1, ready: false })
    expect(found(report, 'backup')).toContainEqual(
      expect.objectContaining({
        state: 'bad',
        found:
          'The last backup of the database that succeeded was begun 3 days ago. The last one failed: ERROR: disk full',
      }),
    )
  })

  it('refuses a database that is newer', async () => {
    await onDatabase(`insert into migration (name, checksum) values ('9999_later.sql', '')`)
    const report = await look()
    await onDatabase(`delete from migration where name = '9999_later.sql'`)
    expect(report).toMatchObject({ code: 1, ready: false })
    expect(found(report, 'migrations')).toMatchObject([
      { state: 'bad', found: 'The database is newer than this program: it has 9999_later.sql.' },
    ])
  })

  it('says what it is for to whoever leaves out --check', async () => {
    const { code, err } = await fetlock('upgrade')
    expect(code).toBe(2)
    expect(err).toContain('docs/upgrading.md')
  })

  it('names the transaction that a migration would wait for', async () => {
    const other = new pg.Client({ connectionString: database.appUrl, application_name: 'report' })
    await other.connect()
    onTestFinished(() => other.end())
    await other.query('begin')
    const check = (longerThan?: number) =>
      withPool('transactions', database.ownerUrl, async ({ read }) => [await checkTransactions(read, longerThan)])
    expect(await check(0)).toMatchObject([
      { state: 'warning', found: expect.stringMatching(/^fetlock_app \(report\) has had one open for \d+ seconds\.$/) },
    ])
    expect(await check(86_400)).toMatchObject([{ state: 'good' }])
  })
})

describe('what a migration locks', () => {
  it('is seen while it runs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fetlock-migrations-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { beforeCommit, seen } = watchLocks()
    const run = async (name: string, sql: string) => {
      writeFileSync(join(folder, name), sql)
      await migrate(database.ownerUrl, { folder: pathToFileURL(`${folder}/`), beforeCommit })
    }
    await run('9000_new.sql', 'create table shelf (id int primary key, height int); create table room (id int);')
    await run('9001_column.sql', 'alter table shelf add column width int;')
    await run('9002_index.sql', 'create index shelf_width on shelf (width);')
    await run('9003_rewrite.sql', 'alter table shelf alter column width type bigint;')
    await run('9004_rows.sql', 'insert into shelf values (1); update shelf set height = 2;')
    await run('9005_gone.sql', 'drop table room;')
    expect(seen()).toEqual({
      '9001_column.sql': { shelf: { stops: 'reads and writes' } },
      '9002_index.sql': { shelf: { stops: 'writes', lasting: 'index' } },
      '9003_rewrite.sql': { shelf: { stops: 'reads and writes', lasting: 'rewrite' } },
    })
  })

  const locks = {
    '9002_index.sql': { shelf: { stops: 'writes', lasting: 'index' } },
    '9003_rewrite.sql': { shelf: { stops: 'reads and writes', lasting: 'rewrite' }, unknown: { stops: 'writes' } },
  } as const
  const judge = (bytes: number) => {
    const sizes = new Map([['shelf', { name: 'shelf', bytes, rows: 3_400_000 }]])
    return {
      findings: judgeLocks(Object.keys(locks), locks, sizes),
      needed: spaceNeeded(Object.keys(locks), locks, sizes),
    }
  }

  it('is worth a warning where the table is large', () => {
    const { findings, needed } = judge(2 * 1024 ** 3)
    expect(findings.map(({ state }) => state)).toEqual(['warning', 'warning'])
    expect(findings[0]?.found).toBe(
      '9002_index.sql builds an index on shelf (3,400,000 rows, 2.0 GiB) and stops writes meanwhile.',
    )
    expect(needed).toBe(8 * 1024 ** 3)
  })

  it('is none where the table is small', () => {
    expect(judge(1024 ** 2).findings.map(({ state }) => state)).toEqual(['good', 'good'])
  })
})

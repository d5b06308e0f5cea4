// @module-tag waits
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { connected } from '../../scripts/database.ts'
import { type TestDatabase, testDatabase } from '../../test/support/database.ts'
import { until } from '../../test/support/until.ts'
import { isOutside, migrate, statementsOf } from './migrate.ts'

const withIndex = `-- Outside a transaction: the table is large, and an index that is built within one stops those who write.
drop index concurrently if exists organisation_name;
-- Whoever repeats it finds no half of it.
create index concurrently if not exists organisation_name on organisation (name);
`

describe('a migration outside a transaction', () => {
  it('is told by its first line, which gives the reason', () => {
    expect(isOutside(withIndex)).toBe(true)
    expect(isOutside(`select 1;\n${withIndex}`)).toBe(false)
    expect(isOutside('-- Outside a transaction:\nselect 1;')).toBe(false)
  })

  it('is run statement by statement', () => {
    expect(statementsOf(withIndex)).toEqual([
      'drop index concurrently if exists organisation_name',
      'create index concurrently if not exists organisation_name on organisation (name)',
    ])
  })
})

describe('migrating', () => {
  let database: TestDatabase
  let folder: string

  beforeAll(async () => {
    database = await testDatabase()
    folder = mkdtempSync(join(tmpdir(), 'fetlock-migrations-'))
    writeFileSync(join(folder, '9000_index.sql'), withIndex)
  })

  afterAll(async () => {
    await database.drop()
    rmSync(folder, { recursive: true })
  })

  beforeEach(() =>
    connected(database.superuserUrl, async (client) => {
      await client.query('drop index if exists organisation_name')
      await client.query(`delete from migration where name = '9000_index.sql'`)
    }),
  )

  const run = () => migrate(database.ownerUrl, { folder: pathToFileURL(`${folder}/`) })

  /** A transaction that has written the table: an index that is built beside it waits for its end. */
  const writing = async () => {
    const writer = new pg.Client({ connectionString: database.superuserUrl })
    await writer.connect()
    onTestFinished(() => writer.end())
    await writer.query('begin')
    await writer.query('lock table organisation in row exclusive mode')
    return writer
  }

  /** The process of PostgreSQL that builds the index, once it waits for whoever writes. */
  const waiting = async (client: pg.ClientBase) => {
    let pid: number | undefined
    await until(async () => {
      const { rows } = await client.query<{ pid: number }>(`
        select pid from pg_stat_activity
        where datname = current_database() and query like 'create index concurrently%' and wait_event_type = 'Lock'`)
      pid = rows[0]?.pid
      return pid !== undefined
    })
    return pid
  }

  const index = async (client: pg.ClientBase) => {
    const { rows } = await client.query<{ indisvalid: boolean }>(
      `select indisvalid from pg_index where indexrelid = to_regclass('organisation_name')`,
    )
    return rows[0]?.indisvalid
  }

  it('lets others write while an index is built', () =>
    connected(database.superuserUrl, async (client) => {
      const writer = await writing()
      const migrated = run()
      await waiting(client)
      await client.query('update organisation set name = name')
      await writer.query('commit')
      expect(await migrated).toEqual(['9000_index.sql'])
      expect(await index(client)).toBe(true)
      expect(await run()).toEqual([])
    }))

  it('is waited for by a second migrator, which does not hold up its index', () =>
    connected(database.superuserUrl, async (client) => {
      const writer = await writing()
      const first = run()
      await waiting(client)
      const second = run()
      await until(async () => {
        const { rows } = await client.query(`
          select from pg_stat_activity where datname = current_database() and query like '%advisory\\_lock(%'
            and pid <> pg_backend_pid()`)
        return rows.length > 0
      })
      await writer.query('commit')
      expect(await Promise.all([first, second])).toEqual([['9000_index.sql'], []])
      expect(await index(client)).toBe(true)
    }))

  it('begins anew with the one that was ended in its middle', () =>
    connected(database.superuserUrl, async (client) => {
      const writer = await writing()
      const migrated = run().catch((error: unknown) => error)
      await client.query('select pg_terminate_backend($1)', [await waiting(client)])
      const refusal = await migrated
      expect(refusal).toBeInstanceOf(Error)
      expect(String(refusal)).toContain('9000_index.sql stopped at "create index concurrently if not exists')
      expect(String(refusal)).toContain('it begins anew with this migration')
      await writer.query('commit')
      expect(await index(client)).toBe(false)
      expect(await run()).toEqual(['9000_index.sql'])
      expect(await index(client)).toBe(true)
    }))
})

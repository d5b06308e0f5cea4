import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fetlock, settingsFor, useSettings } from '../../test/support/commands.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { installedPgBouncer, startPgBouncer } from '../../test/support/pgbouncer.ts'
import { connect } from './pool.ts'
import { keepsPreparedStatements } from './pooler.ts'
import { inOrganisation, readInOrganisation } from './tx.ts'

const pgBouncer = installedPgBouncer()

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await database.drop()
})

/** The URLs of the application and of the worker, through a new PgBouncer. */
const givenPgBouncer = async (settings?: Parameters<typeof startPgBouncer>[1]) => {
  const { urls, stop } = await startPgBouncer([database.appUrl, database.workerUrl, database.ownerUrl], settings)
  onTestFinished(stop)
  return urls as [string, string, string]
}

const prepares = { max_prepared_statements: 100 }

it('knows PostgreSQL itself by its process ids', async () => {
  expect(await keepsPreparedStatements(database.appUrl)).toBe(true)
})

describe.runIf(pgBouncer)('PgBouncer', () => {
  /** Many transactions and reads at once over few connections, with the same statements again and again. */
  const work = async (url: string, options: Parameters<typeof connect>[1] = {}) => {
    const pool = connect(url, { max: 8, ...options })
    onTestFinished(pool.close)
    const backends = new Set<number>()
    const one = async (organisation: number) => {
      const [seen, [read]] = await Promise.all([
        inOrganisation(pool.db, organisation, async (tx) => {
          const { rows } = await sql<{ o: string; pid: number }>`
            select current_setting('app.organisation') as o, pg_backend_pid() as pid`.execute(tx)
          return rows[0]!
        }),
        readInOrganisation<{ o: string }>(
          pool.read,
          organisation,
          `select current_setting('app.organisation') as o`,
          [],
        ),
      ])
      backends.add(seen.pid)
      return [seen.o, read!.o]
    }
    for (let round = 0; round < 10; round++) {
      const organisations = Array.from({ length: 20 }, (_, at) => round * 20 + at + 1)
      const seen = await Promise.all(organisations.map(one))
      expect(seen).toEqual(organisations.map((organisation) => [String(organisation), String(organisation)]))
    }
    const [outside] = await pool.read<{ o: string }>(`select current_setting('app.organisation') as o`, [])
    expect(outside!.o).toBe('0')
    return backends.size
  }

  it('in transaction mode does for us without prepared statements, each transaction with its own organisation', async () => {
    const [url] = await givenPgBouncer()
    expect(await work(url, { prepares: false })).toBeGreaterThan(1)
  })

  it.runIf(pgBouncer?.keepsPrepared)('in transaction mode does for us with max_prepared_statements', async () => {
    const [url] = await givenPgBouncer(prepares)
    expect(await keepsPreparedStatements(url)).toBe(true)
    expect(await work(url)).toBeGreaterThan(1)
  })

  it('in transaction mode loses prepared statements otherwise, which is noticed', async () => {
    const [url] = await givenPgBouncer(pgBouncer!.keepsPrepared ? { max_prepared_statements: 0 } : {})
    expect(await keepsPreparedStatements(url)).toBe(false)
    await expect(work(url)).rejects.toThrow(/prepared statement/)
  })

  it.each([1, 2, 20])('is noticed with a pool of %i', async (default_pool_size) => {
    const [url] = await givenPgBouncer({
      default_pool_size,
      ...(pgBouncer!.keepsPrepared ? { max_prepared_statements: 0 } : {}),
    })
    expect(await keepsPreparedStatements(url)).toBe(false)
  })

  it.each([1, 2])('in session mode keeps them, with a pool of %i', async (more) => {
    const [url] = await givenPgBouncer({ pool_mode: 'session', default_pool_size: 1 + more })
    expect(await keepsPreparedStatements(url)).toBe(true)
  })

  it('that loses prepared statements stops the API and the worker at the start, with what to do', async () => {
    const [app, worker] = await givenPgBouncer(pgBouncer!.keepsPrepared ? { max_prepared_statements: 0 } : {})
    useSettings({ ...settingsFor(database), FETLOCK_SMTP_URL: 'smtp://127.0.0.1:1' })
    const refusal = expect.stringContaining('(1.21 or newer), or set FETLOCK_PREPARED_STATEMENTS=off.')
    useSettings({ FETLOCK_DATABASE_URL: app })
    expect(await fetlock('api')).toMatchObject({ code: 1, err: refusal })
    expect(await fetlock('worker')).toMatchObject({ code: 1, err: refusal })
    useSettings({ FETLOCK_DATABASE_URL: database.appUrl, FETLOCK_WORKER_DATABASE_URL: worker })
    expect(await fetlock('worker')).toMatchObject({ code: 1, err: refusal })
  })

  it('is refused for migrations, which lock for longer than a transaction', async () => {
    const [, , owner] = await givenPgBouncer()
    useSettings({ ...settingsFor(database), FETLOCK_OWNER_DATABASE_URL: owner })
    const { code, err } = await fetlock('migrate')
    expect([code, err]).toEqual([1, expect.stringContaining('give its own host and port')])
  })
})

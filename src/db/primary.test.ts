// @module-tag waits
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connected } from '../../scripts/database.ts'
import { testDatabase } from '../../test/support/database.ts'
import { startOwnPostgres } from '../../test/support/own-postgres.ts'
import { databaseFaultOf } from './faults.ts'
import { connect } from './pool.ts'
import { inOrganisation } from './tx.ts'

const givenOwnPostgres = async (own: Parameters<typeof startOwnPostgres>[1]) => {
  const { superuserUrl, stop } = await startOwnPostgres('primary-test', own)
  onTestFinished(stop)
  return superuserUrl
}

const givenPool = (url: string) => {
  const pool = connect(url, { max: 1 })
  onTestFinished(pool.close)
  return pool
}

const problemOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (problem: unknown) => problem,
  )

test('a standby is not connected to, neither to write nor to read, until it has become the primary', async () => {
  const url = await givenOwnPostgres({ isStandby: true })
  const pool = givenPool(url)
  const read = () => problemOf(pool.read('select 1', []))
  expect(await read()).toMatchObject({ code: '25006' })
  expect(databaseFaultOf(await read())).toBe('unreachable')
  expect(await problemOf(sql`select 1`.execute(pool.db))).toMatchObject({ code: '25006' })

  await connected(url, (client) => client.query('select pg_promote()'))
  await sql`create table written (number int)`.execute(pool.db)
  expect(await pool.read('select count(*)::int as records from written', [])).toEqual([{ records: 0 }])
})

test('a server that takes no connections yet is not reachable, and nothing was written', async () => {
  const url = await givenOwnPostgres({ isStandby: true, mayRefuse: true, settings: { hot_standby: 'off' } })
  const pool = givenPool(url)
  const write = () => problemOf(inOrganisation(pool.db, 1, (tx) => sql`select 1`.execute(tx)))
  expect(await write()).toMatchObject({ code: '57P03' })
  expect(databaseFaultOf(await write())).toBe('unreachable')
})

test('a connection that takes no writes is not used again', async () => {
  const database = await testDatabase()
  onTestFinished(database.drop)
  const setReadOnly = (value: string) =>
    connected(database.superuserUrl, async (client) => {
      await client.query('set default_transaction_read_only = off')
      await client.query(`alter database ${database.name} set default_transaction_read_only = ${value}`)
    })
  await setReadOnly('on')
  const pool = givenPool(database.appUrl)
  const backend = () =>
    inOrganisation(pool.db, 1, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      return rows[0]!.pid
    })
  const write = () => inOrganisation(pool.db, 1, (tx) => sql`insert into client (lastname) values ('A')`.execute(tx))
  const first = await backend()
  expect(await backend()).toBe(first)
  const refused = await problemOf(write())
  expect(refused).toMatchObject({ code: '25006' })
  expect(databaseFaultOf(refused)).toBe('unreachable')

  await setReadOnly('off')
  expect(await backend()).not.toBe(first)
  // There is no organisation 1, which is found out when it is written.
  expect(await problemOf(write())).not.toMatchObject({ code: '25006' })
})

test('a commit whose wait for the synchronous standby was cancelled is not acknowledged', async () => {
  const url = await givenOwnPostgres({ settings: { synchronous_standby_names: 'nobody' } })
  await connected(url, async (client) => {
    await client.query('set synchronous_commit = local')
    await client.query('create table written (number int)')
  })
  const pool = givenPool(url)
  const committing = problemOf(inOrganisation(pool.db, 1, (tx) => sql`insert into written values (1)`.execute(tx)))
  await connected(url, async (client) => {
    const waiting = async () =>
      (await client.query(`select pid from pg_stat_activity where wait_event = 'SyncRep'`)).rows.length
    await expect.poll(waiting).toBe(1)
    await client.query(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`)
    const problem = await committing
    expect(problem).toMatchObject({ code: '08007' })
    expect(databaseFaultOf(problem)).toBe('lost')
    expect((await client.query('select number from written')).rows).toEqual([{ number: 1 }])
  })
})

// @module-tag waits
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { connect, type Pool } from './pool.ts'

let database: TestDatabase
let connection: Pool
beforeAll(async () => {
  database = await testDatabase()
  connection = connect(database.appUrl, { max: 1 })
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const ask = async (text: string, times: number) => {
  for (let turn = 0; turn < times; turn++) await connection.read(text, [])
}
const prepared = async (text: string) => {
  const rows = await connection.read('select from pg_prepared_statements where statement = $1', [text])
  return rows.length > 0
}

test('a statement is prepared from its third use on', async () => {
  await ask('select 1', 2)
  expect(await prepared('select 1')).toBe(false)
  await ask('select 1', 1)
  expect(await prepared('select 1')).toBe(true)
})

test('many different statements do not evict those in use, and others can still be prepared', async () => {
  await ask('select 2', 3)
  for (let number = 0; number < 600; number++) {
    await ask(`select 'flood', ${number}`, 3)
    if (number % 100 === 0) await ask('select 2', 1)
  }
  await ask('select 3', 3)
  expect([await prepared('select 2'), await prepared('select 3')]).toEqual([true, true])
  const [one] = await connection.read<{ count: number }>(
    "select count(*) from pg_prepared_statements where statement = 'select 2'",
    [],
  )
  expect(one).toEqual({ count: 1 })
})

test('connections are replaced after their lifetime, with their prepared statements', async () => {
  const short = connect(database.appUrl, { max: 1, seconds: 1 })
  const process = async () => (await short.read<{ pid: number }>('select pg_backend_pid() as pid', []))[0]!.pid
  const first = await process()
  await expect.poll(process).not.toBe(first)
  await short.close()
})

test('a transaction whose connection is ended fails at its next statement, and the connection is not used again', async () => {
  const lost = connect(database.appUrl, { max: 1 })
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(lost.db)
  const administrator = connect(database.superuserUrl, { max: 1 })
  const broken = lost.db.transaction().execute(async (tx) => {
    await administrator.read('select pg_terminate_backend($1)', [rows[0]!.pid])
    await sql`select 1`.execute(tx)
  })
  await expect(broken).rejects.toThrow(/terminat|ECONNRESET|EPIPE|connection error/)
  expect((await sql<{ one: number }>`select 1 as one`.execute(lost.db)).rows).toEqual([{ one: 1 }])
  await Promise.all([lost.close(), administrator.close()])
})

test('statements in a transaction are prepared too, but not begin and commit', async () => {
  const writer = connect(database.appUrl, { max: 1 })
  for (let turn = 0; turn < 4; turn++)
    await writer.db.transaction().execute((tx) => sql`select 1 + ${1}::int as two`.execute(tx))
  const rows = await writer.read<{ statement: string }>('select statement from pg_prepared_statements', [])
  expect(rows).toEqual([{ statement: 'select 1 + $1::int as two' }])
  await writer.close()
})

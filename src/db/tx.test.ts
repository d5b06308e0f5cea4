import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../test/support/api.ts'
import { connect, type Connection } from './pool.ts'
import { inOrganisation, type Tx } from './tx.ts'

let api: TestApi
let one: Connection
let organisation: number
beforeAll(async () => {
  api = await testApi()
  organisation = (await api.givenOrganisation()).id
  one = connect(api.database.appUrl, { max: 1 })
})
afterAll(async () => {
  await one.close()
  await api.close()
})

const within = <T>(work: (tx: Tx) => Promise<T>) => inOrganisation(one.db, organisation, work)
const add = (tx: Tx, lastname: string) => tx.insertInto('client').values({ lastname }).execute()
const named = (lastname: string) =>
  within((tx) => tx.selectFrom('client').select('lastname').where('lastname', '=', lastname).execute())
const fail = (tx: Tx) => sql`select 1 / 0`.execute(tx)

describe('a transaction', () => {
  it('carries its statements out in the order in which they are asked for, without waiting', async () => {
    const seen = await within(async (tx) => {
      const made = add(tx, 'First')
      const found = tx.selectFrom('client').select('lastname').where('lastname', '=', 'First').execute()
      const [, rows] = await Promise.all([made, found])
      return rows
    })
    expect(seen).toEqual([{ lastname: 'First' }])
  })

  it('is undone when a statement failed, even if nobody looked at its answer', async () => {
    const work = within(async (tx) => {
      fail(tx).catch(() => {})
      await add(tx, 'Unnoticed').catch(() => {})
    })
    await expect(work).rejects.toThrow('The transaction had failed and was undone.')
    expect(await named('Unnoticed')).toEqual([])
  })

  it('is undone with everything under way when its work fails', async () => {
    const work = within(async (tx) => {
      add(tx, 'Under way').catch(() => {})
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await named('Under way')).toEqual([])
  })

  it('leaves neither its organisation nor its actor behind on the connection', async () => {
    await inOrganisation(one.db, organisation, (tx) => add(tx, 'Somebody'), {
      user: 1,
      application: null,
      credential: 'oauth',
      address: '',
      request: '',
    })
    const [left] = await one.read<{ organisation: string; actor: string }>(
      `select current_setting('app.organisation') as organisation, current_setting('app.actor', true) as actor`,
      [],
    )
    expect(left).toEqual({ organisation: '0', actor: '' })
  })

  it('sends nothing once it is over', async () => {
    let kept: Tx | undefined
    await within(async (tx) => {
      kept = tx
    })
    await expect(add(kept!, 'Too late')).rejects.toThrow('This transaction is over.')
    expect(await named('Too late')).toEqual([])
  })

  it('whose connection is lost says why, and the next one gets another', async () => {
    const administrator = connect(api.database.superuserUrl, { max: 1 })
    const work = within(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await administrator.read('select pg_terminate_backend($1)', [rows[0]!.pid])
      await add(tx, 'Lost')
    })
    await expect(work).rejects.toThrow(/terminat|ECONNRESET|EPIPE|connection error/)
    await administrator.close()
    expect(await named('Lost')).toEqual([])
  })

  it('that could not be ended keeps its connection from everybody else', async () => {
    const pid = async () => (await one.read<{ pid: number }>('select pg_backend_pid() as pid', []))[0]!.pid
    const before = await pid()
    await one.db
      .connection()
      .execute((connection) => sql`begin`.execute(connection))
      .catch(() => {})
    expect(await pid()).not.toBe(before)
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApi } from '../../test/support/api.ts'
import { connect, type Pool } from './pool.ts'
import { inOrder, inOrganisation, retryOnDeadlock, type Tx } from './tx.ts'

const api = await useApi()
let one: Pool
let organisation: number
beforeAll(async () => {
  organisation = (await api.givenOrganisation()).id
  one = connect(api.database.appUrl, { max: 1 })
})
afterAll(() => one.close())

const within = <T>(work: (tx: Tx) => Promise<T>) => inOrganisation(one.db, organisation, work)
const add = (tx: Tx, lastname: string) => tx.insertInto('client').values({ lastname }).execute()
const named = (lastname: string) =>
  within((tx) => tx.selectFrom('client').select('lastname').where('lastname', '=', lastname).execute())
const fail = (tx: Tx) => sql`select 1 / 0`.execute(tx)

describe('a transaction', () => {
  it('pipelines its statements in the order of the calls', async () => {
    const [, seen] = await within((tx) =>
      inOrder(
        tx,
        () => add(tx, 'First'),
        () => tx.selectFrom('client').select('lastname').where('lastname', '=', 'First').execute(),
      ),
    )
    expect(seen).toEqual([{ lastname: 'First' }])
  })

  it('sends every statement of inOrder before the first result arrives', async () => {
    const sent: string[] = []
    await within((tx) => {
      const step = (name: string) => async () => {
        sent.push(`${name} sent`)
        await add(tx, name)
        sent.push(`${name} answered`)
      }
      return inOrder(tx, step('one'), step('two'))
    })
    expect(sent).toEqual(['one sent', 'two sent', 'one answered', 'two answered'])
  })

  it('is rolled back when a statement failed, even if its result was ignored', async () => {
    const work = within(async (tx) => {
      fail(tx).catch(() => {})
      await add(tx, 'Unnoticed').catch(() => {})
    })
    await expect(work).rejects.toThrow('The transaction had failed and was rolled back.')
    expect(await named('Unnoticed')).toEqual([])
  })

  it('is rolled back with its pending statements when its work fails', async () => {
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

  it('whose connection is lost fails with the reason, and the next one gets another connection', async () => {
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

  it('that could not be ended has its connection closed', async () => {
    const pid = async () => (await one.read<{ pid: number }>('select pg_backend_pid() as pid', []))[0]!.pid
    const before = await pid()
    await one.db
      .connection()
      .execute((connection) => sql`begin`.execute(connection))
      .catch(() => {})
    expect(await pid()).not.toBe(before)
  })
})

describe('pipelined statements', () => {
  it('fail with the error of the first, whichever is rejected first', async () => {
    const throughSomeFunctions = async (statement: () => Promise<unknown>, depth = 5): Promise<unknown> =>
      depth === 0 ? statement() : throughSomeFunctions(statement, depth - 1)
    const work = within((tx) => Promise.all([throughSomeFunctions(() => fail(tx)), add(tx, 'Late'), add(tx, 'Later')]))
    await expect(work).rejects.toMatchObject({ code: '22012' })
  })
})

describe('a transaction that PostgreSQL rolled back', () => {
  /** Adds a client each time, and fails so often with this code. */
  const attemptsOf = (code: string, failures: number, lastname: string) => {
    const attempts: number[] = []
    const attempt = () =>
      within(async (tx) => {
        attempts.push(attempts.length + 1)
        await add(tx, lastname)
        if (attempts.length <= failures)
          await sql`do ${sql.lit(`begin raise exception 'ended' using errcode = '${code}'; end`)}`.execute(tx)
      })
    return { attempts, attempt }
  }

  it('in a deadlock is run again, and nothing of the first attempt is left', async () => {
    const { attempts, attempt } = attemptsOf('40P01', 4, 'Patient')
    await retryOnDeadlock(attempt)
    expect(attempts).toHaveLength(5)
    expect(await named('Patient')).toHaveLength(1)
  })

  it('in a deadlock again and again fails in the end', async () => {
    const { attempts, attempt } = attemptsOf('40P01', 5, 'Unlucky')
    await expect(retryOnDeadlock(attempt)).rejects.toMatchObject({ code: '40P01' })
    expect(attempts).toHaveLength(5)
    expect(await named('Unlucky')).toEqual([])
  })

  it('for another reason is not run again', async () => {
    const { attempts, attempt } = attemptsOf('55P03', 1, 'Impatient')
    await expect(retryOnDeadlock(attempt)).rejects.toMatchObject({ code: '55P03' })
    expect(attempts).toHaveLength(1)
  })
})

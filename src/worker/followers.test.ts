// @module-tag waits
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPractice, type Practice } from '../../test/support/identity.ts'
import { changePassword } from '../domain/identity/password-links.ts'
import { hashPassword, type PasswordHash } from '../domain/identity/passwords.ts'
import { notifyPasswordChanges } from '../domain/identity/password-notices.ts'
import { findLagging, laggingIn, lagOf, processEvents, type Event, type Follower, type News } from './followers.ts'

let practice: Practice
beforeAll(async () => {
  practice = await openPractice()
})
afterAll(() => practice.close())

let seen: Event[] = []
let names = 0
let follower: Follower
beforeEach(() => {
  seen = []
  follower = {
    name: `test ${++names}`,
    resources: ['user'],
    process: async (_tx, events) => void seen.push(...events),
  }
})

const db = () => practice.worker.db
const catchUp = async (organisation = 1, who = follower) => {
  while (await processEvents(db(), organisation, who)) continue
}
const behind = async () => (await findLagging(db(), follower)).map(({ organisation }) => organisation)
const sequences = () => seen.map(({ sequence }) => sequence)

describe('a follower', () => {
  it('processes each change of its resources once, in the order of their sequence', async () => {
    await practice.givenUser('first@example.com')
    await practice.givenGroup('A group', [])
    await practice.givenUser('second@example.com')
    await catchUp()
    const { rows } = await practice.administrator.query(
      `select sequence from auditevent where organisation = 1 and resource = 'user' order by 1`,
    )
    expect(sequences()).toEqual(rows.map(({ sequence }) => Number(sequence)))
    expect(seen.at(-1)).toMatchObject({
      resource: 'user',
      action: 'create',
      occurred: expect.stringMatching(/^\d{4}-.*\.\d{6}Z$/),
    })
    await catchUp()
    expect(sequences()).toHaveLength(rows.length)
  })

  it('lags in the organisations with unprocessed events, and in no other', async () => {
    await practice.givenUser('waiting@example.com')
    expect(await behind()).toEqual([1, 2])
    await catchUp(1)
    await catchUp(2)
    expect(await behind()).toEqual([])
    await practice.givenUser('another@example.com', [], 2)
    expect(await behind()).toEqual([2])
  })

  it('that fails is rolled back and processes the events again', async () => {
    await catchUp()
    const user = await practice.givenUser('twice@example.com')
    const failing: Follower = {
      ...follower,
      process: async (tx) => {
        await tx.insertInto('message').values({ user, kind: 'invitation' }).execute()
        throw new Error('no')
      },
    }
    await expect(processEvents(db(), 1, failing)).rejects.toThrow('no')
    const { rows } = await practice.administrator.query(`select 1 from message where "user" = $1`, [user])
    expect(rows).toEqual([])
    await catchUp()
    expect(seen.at(-1)).toMatchObject({ record: user })
  })

  it('runs in one worker at a time', async () => {
    await catchUp()
    await practice.givenUser('alone@example.com')
    let [inside, most] = [0, 0]
    const slow: Follower = {
      ...follower,
      process: async (tx, events) => {
        most = Math.max(most, ++inside)
        await sql`select pg_sleep(0.05)`.execute(tx)
        seen.push(...events)
        inside--
      },
    }
    seen = []
    await Promise.all(Array.from({ length: 8 }, () => catchUp(1, slow)))
    expect([most, seen.length]).toEqual([1, 1])
  })

  it('whose worker is suspended loses its lock, and writes nothing when it resumes', async () => {
    await catchUp()
    await practice.givenUser('frozen@example.com')
    seen = []
    let wakeUp: (() => void) | undefined
    let session = 0
    const frozen = processEvents(db(), 1, {
      ...follower,
      process: async (tx) => {
        session = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]!.pid
        await new Promise<void>((resolve) => {
          wakeUp = resolve
        })
        await tx.insertInto('message').values({ user: 1, kind: 'invitation' }).execute()
      },
    })
    frozen.catch(() => {})
    await expect.poll(() => wakeUp).toBeDefined()
    await catchUp()
    expect(seen).toEqual([])
    // PostgreSQL does so itself with a session that is idle in a transaction for too long.
    await practice.administrator.query('select pg_terminate_backend($1)', [session])
    await expect.poll(async () => (await catchUp(), seen.length)).toBe(1)
    wakeUp?.()
    await expect(frozen).rejects.toThrow(/terminat|connection|transaction|ECONNRESET|EPIPE/i)
    await catchUp()
    expect(seen).toHaveLength(1)
  })
})

/** What a worker is told before it looks for what lags. */
const changesNow = async () => {
  const { rows } = await sql<{ changes: number; unended: string }>`select sum(changes)::bigint as changes,
    pg_snapshot_xmin(pg_current_snapshot())::text as unended from ledger`.execute(db())
  return rows[0]!
}

/** How many positions the statement looks up that finds what lags. */
const lookedUp = async (news: News) => {
  type Plan = { 'Relation Name'?: string; 'Actual Loops': number; Plans?: Plan[] }
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
    explain (analyze, format json) ${laggingIn(news, follower)}`.execute(db())
  const loopsOf = (plan: Plan): number =>
    plan['Relation Name'] === 'follower'
      ? plan['Actual Loops']
      : (plan.Plans ?? []).reduce((sum, inner) => sum + loopsOf(inner), 0)
  return loopsOf(rows[0]!['QUERY PLAN'][0].Plan)
}

describe('news', () => {
  it('are looked for in organisations that were changed since, and in no other', async () => {
    const { rows } = await sql<{ since: string }>`select pg_current_xact_id()::text as since`.execute(db())
    const { since } = rows[0]!
    expect(await lookedUp({ since, also: [] })).toBe(0)
    await practice.givenUser('news@example.com', [], 2)
    expect(await lookedUp({ since, also: [] })).toBe(1)
    expect(await lookedUp({ since, also: [1] })).toBe(2)
  })

  it('of a transaction that ends after later ones are found, and so is what was left', async () => {
    await catchUp(1)
    await catchUp(2)
    const lag = lagOf(db(), follower)
    const look = async () => {
      lag.seen(await changesNow())
      return (await lag.find()).map(({ organisation }) => organisation)
    }
    expect(await look()).toEqual([])
    await practice.within(async (tx) => {
      await tx.updateTable('user').set({ title: 'late' }).where('id', '=', 1).execute()
      await sql`set constraints all immediate`.execute(tx)
      await practice.givenUser('earlier@example.com', [], 2)
      expect(await look()).toEqual([2])
      expect(await look()).toEqual([2])
      await catchUp(2)
      expect(await look()).toEqual([])
    })
    expect(await look()).toEqual([1])
  })

  it('that came with rows of another database are found within a minute', async () => {
    await catchUp(1)
    await catchUp(2)
    let clock = 0
    const lag = lagOf(db(), follower, () => clock)
    lag.seen(await changesNow())
    expect(await lag.find()).toEqual([])
    await practice.administrator.query(
      `update ledger set changes = changes + 1, transaction = '3' where organisation = 2`,
    )
    try {
      lag.seen(await changesNow())
      expect(await lag.find()).toEqual([])
      clock = 60_000
      expect(await lag.find()).toEqual([{ organisation: 2 }])
    } finally {
      await practice.administrator.query('update ledger set changes = changes - 1 where organisation = 2')
    }
  })
})

describe('a password that was set', () => {
  const notices: Follower = { name: 'password notices', resources: ['user'], process: notifyPasswordChanges }
  const waiting = async () =>
    (
      await practice.administrator.query<{ user: number }>(
        `select "user"::int from message where kind = 'password set' order by id`,
      )
    ).rows.map(({ user }) => user)
  const other = (): Promise<PasswordHash> => hashPassword('another quiet horse')

  beforeEach(async () => {
    await catchUp(1, notices)
    await practice.administrator.query('delete from message')
  })

  it('is notified to its user', async () => {
    const user = await practice.givenUser('noticed@example.com')
    const hash = await other()
    await practice.within((tx) => changePassword(tx, user, hash))
    await catchUp(1, notices)
    expect(await waiting()).toEqual([user])
  })

  it('is not notified to a user who was created with it, nor when another field was changed', async () => {
    const hash = await other()
    await practice.within(async (tx) => {
      const { id } = await tx
        .insertInto('user')
        .values({ email: 'given@example.com', last_name: 'Berg' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await changePassword(tx, id, hash)
    })
    const user = await practice.givenUser('renamed@example.com')
    await practice.within((tx) => tx.updateTable('user').set({ title: 'Dr' }).where('id', '=', user).execute())
    await catchUp(1, notices)
    expect(await waiting()).toEqual([])
  })

  it('is not notified after a day, nor to a user who is no longer active', async () => {
    const [old, gone] = [await practice.givenUser('old@example.com'), await practice.givenUser('gone@example.com')]
    const hash = await other()
    await practice.within(async (tx) => {
      await changePassword(tx, old, hash)
      await changePassword(tx, gone, hash)
      await tx.updateTable('user').set({ is_active: false }).where('id', '=', gone).execute()
    })
    await practice.administrator.query(`begin; set local session_replication_role = replica;
      update auditevent set occurred = occurred - interval '25 hours' where record = ${old}; commit`)
    await catchUp(1, notices)
    expect(await waiting()).toEqual([])
  })
})

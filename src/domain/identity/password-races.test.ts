// @module-tag waits
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPractice, type Practice } from '../../../test/support/identity.ts'
import type { Tx } from '../../db/tx.ts'
import { changeOwnPassword, changePassword } from './password-links.ts'
import { hashPassword } from './passwords.ts'
import { findSession, startSession } from './sessions.ts'

let practice: Practice
let people = 0
beforeAll(async () => {
  practice = await openPractice()
})
afterAll(() => practice.close())

const givenPerson = async () => {
  const user = await practice.givenUser(`person${++people}@example.com`)
  const { password_hash } = await practice.within((tx) =>
    tx.selectFrom('user').select('password_hash').where('id', '=', user).executeTakeFirstOrThrow(),
  )
  return { user, old: password_hash ?? '', chosen: await hashPassword('another quiet horse') }
}

const start = (tx: Tx, user: number, passwordHash: string) =>
  startSession(tx, user, new Date(), { passwordHash, factors: ['password'] })

const runs = async (secret: string | undefined) =>
  secret !== undefined && (await practice.within((tx) => findSession(tx, secret))) !== undefined

/** Does some work and keeps its transaction open until it is told to commit. */
const held = async <T>(work: (tx: Tx) => Promise<T>) => {
  const [done, release] = [Promise.withResolvers<T>(), Promise.withResolvers<void>()]
  const committed = practice.within(async (tx) => {
    const result = await work(tx)
    done.resolve(result)
    await release.promise
    return result
  })
  committed.catch(done.reject)
  await done.promise
  return {
    commit: () => {
      release.resolve()
      return committed
    },
  }
}

const untilOneWaits = async () => {
  await expect
    .poll(async () => {
      const { rows } = await practice.administrator.query(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length
    })
    .toBe(1)
}

describe('a session that is started while the password is changed', () => {
  it('[V7.4.3] [security-17] is ended if it was first', async () => {
    const { user, old, chosen } = await givenPerson()
    const session = await held((tx) => start(tx, user, old))
    const changing = practice.within((tx) => changePassword(tx, user, chosen))
    await untilOneWaits()
    const secret = await session.commit()
    await changing
    expect(secret).toBeDefined()
    expect(await runs(secret)).toBe(false)
  })

  it('[V7.4.3] [security-17] does not start if the change was first', async () => {
    const { user, old, chosen } = await givenPerson()
    const change = await held((tx) => changePassword(tx, user, chosen))
    const starting = practice.within((tx) => start(tx, user, old))
    await untilOneWaits()
    await change.commit()
    expect(await starting).toBeUndefined()
    expect(await runs(await practice.within((tx) => start(tx, user, chosen)))).toBe(true)
  })
})

describe('two changes of one password', () => {
  it('leave the first one standing: the second was checked against a password that is gone', async () => {
    const { user, old, chosen } = await givenPerson()
    const other = await hashPassword('a third quiet horse')
    const factors = ['password'] as const
    const now = new Date()
    const first = await held((tx) => changeOwnPassword(tx, { user, checked: old, chosen, factors, now }, {}))
    const second = practice.within((tx) =>
      changeOwnPassword(tx, { user, checked: old, chosen: other, factors, now }, {}),
    )
    await untilOneWaits()
    const secret = await first.commit()
    expect(await second).toBeUndefined()
    expect(await runs(secret)).toBe(true)
  })
})

// @module-tag waits
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPractice, type Practice } from '../../../test/support/identity.ts'
import { mailsADay } from './mails.ts'
import { inviteUser, requestPasswordReset } from './password-links.ts'

let practice: Practice
let people = 0
beforeAll(async () => {
  practice = await openPractice()
})
beforeEach(() => practice.administrator.query('delete from message'))
afterAll(() => practice.close())

const givenPerson = async (secret?: null) => {
  const email = `person${++people}@example.com`
  return { email, user: await practice.givenUser(email, [], 1, secret) }
}
const mails = async () => (await practice.administrator.query('select "user", kind from message')).rows
const markSent = () => practice.administrator.query('update message set sent = now() where sent is null')
const ask = (email: string, address: string) => practice.within((tx) => requestPasswordReset(tx, email, { address }))
/** As if everything had happened so long ago. */
const passHours = (hours: number) =>
  practice.administrator.query('update message set created = created - make_interval(hours => $1)', [hours])

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

describe('e-mails with links', () => {
  it('[security-20] go to one person ten times a day at most, wherever they are asked for', async () => {
    const { email } = await givenPerson()
    for (let turn = 0; turn < mailsADay.person + 3; turn++) {
      await ask(email, `192.0.2.${turn}`)
      await markSent()
    }
    expect(await mails()).toHaveLength(mailsADay.person)
    const other = await givenPerson()
    await ask(other.email, '192.0.2.1')
    expect(await mails()).toHaveLength(mailsADay.person + 1)
    await passHours(24)
    await ask(email, '192.0.2.1')
    expect(await mails()).toHaveLength(mailsADay.person + 2)
  })

  it('[security-20] are asked for from one address fifty times a day at most, and one IPv6 network is one address', async () => {
    const emails = Array.from({ length: mailsADay.address + 5 }, (_, at) => ({
      email: `many${at}@example.com`,
      last_name: 'Berg',
    }))
    const persons = await practice.within((tx) => tx.insertInto('user').values(emails).returning('email').execute())
    for (const [turn, { email }] of persons.entries()) await ask(email, `2001:db8:1:2::${turn.toString(16)}`)
    expect(await mails()).toHaveLength(mailsADay.address)
    await ask(persons.at(-1)!.email, '2001:db8:1:3::1')
    expect(await mails()).toHaveLength(mailsADay.address + 1)
  })

  it('[security-20] are counted one by one when they are asked for at once', async () => {
    const { email, user } = await givenPerson()
    await practice.administrator.query(
      `insert into message (organisation, kind, "user", sent) select 1, 'password reset', $1, now() from generate_series(1, $2)`,
      [user, mailsADay.person - 1],
    )
    const others: Promise<void>[] = []
    await practice.within(async (tx) => {
      await requestPasswordReset(tx, email, { address: '192.0.2.1' })
      others.push(ask(email, '192.0.2.2'))
      await untilOneWaits()
    })
    await Promise.all(others)
    expect(await mails()).toHaveLength(mailsADay.person)
  })

  it('of invitations say so to whoever invites', async () => {
    const { user } = await givenPerson(null)
    for (let turn = 0; turn < mailsADay.person; turn++) {
      await practice.within((tx) => inviteUser(tx, user))
      await markSent()
    }
    await expect(practice.within((tx) => inviteUser(tx, user))).rejects.toMatchObject({
      status: 429,
      message: expect.stringContaining('within a day'),
    })
  })

  it('are recorded whether or not the account exists, and the answer is the same', async () => {
    await ask('nobody@example.com', '192.0.2.77')
    const { email, user } = await givenPerson()
    await ask(email, '192.0.2.77')
    const { rows } = await practice.administrator.query(
      `select "user", details from security_event where kind = 'password.reset_requested' and address = '192.0.2.77' order by id`,
    )
    expect(rows).toEqual([
      { user: null, details: { mailed: false } },
      { user: String(user), details: { mailed: true } },
    ])
  })
})

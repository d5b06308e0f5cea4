import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPractice, partsOf, type Practice } from '../../../test/support/identity.ts'
import { readerIn } from '../../db/tx.ts'
import { registerApplication, rotateSecret } from './applications.ts'
import { createLegacyKey, revokeLegacyKey } from './legacy-keys.ts'
import { findCaller } from './credentials.ts'
import { identifier } from './identify.ts'
import { inviteUser, makePasswordLink, setPassword } from './password-links.ts'
import { hashPassword } from './passwords.ts'
import { fingerprint } from './secrets.ts'
import { endAllAccess, endSession, findSession } from './sessions.ts'
import { sessionOf } from '../../../test/support/sessions.ts'

let practice: Practice
let reception: number
let applications = 0
const address = '192.0.2.7'

beforeAll(async () => {
  practice = await openPractice()
  reception = await practice.givenGroup('Reception', ['Settings: Items'], ['General: Patients and clients'])
})
beforeEach(() => practice.passAMinute())
afterAll(() => practice.close())

const register = (more: object = {}) =>
  practice.within((tx) =>
    registerApplication(tx, undefined, { name: `App ${++applications}`, permission_groups: [reception], ...more }),
  )
const givenKey = async () => {
  const { id } = await register()
  return { application: id, ...(await practice.within((tx) => createLegacyKey(tx, id))) }
}
const fresh = (clock?: () => number) => identifier({ ...partsOf(practice), ...(clock && { clock }) })
const show = (authorization: string | undefined, organisation = 1) => ({ organisation, authorization, address })
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { status: number; message: string }) => error,
  )

describe('identifying a caller', () => {
  it('[S502] identifies a legacy key as the virtual user of its application, without scopes', async () => {
    const { application, key } = await givenKey()
    const caller = await fresh()(show(`Token ${key}`))
    expect(caller).toMatchObject({ credential: 'legacy', application, account: `application:${application}` })
    expect(caller.scopes.size).toBe(0)
    expect([...caller.permissions]).toEqual([
      ['Settings: Items', 'read'],
      ['General: Patients and clients', 'write'],
    ])
  })

  it('refuses a revoked key with the message for an unknown one', async () => {
    const { id, key } = await givenKey()
    const words = async () => (await refusal(fresh()(show(`Token ${key}`))))?.message
    expect(await words()).toBeUndefined()
    await practice.within((tx) => revokeLegacyKey(tx, id))
    expect(await words()).toBe((await refusal(fresh()(show('Token nobody'))))?.message)
  })

  it('leaves out archived groups', async () => {
    const group = await practice.givenGroup('Gone', [], ['Financial: Invoices'])
    await practice.within((tx) =>
      tx.updateTable('permissiongroup').set({ archived: true }).where('id', '=', group).execute(),
    )
    const archived = practice.within(async (tx) => {
      const { id } = await tx
        .insertInto('user')
        .values({ email: 'x@example.com' })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const permissiongroup of [group, reception])
        await tx.insertInto('user_permissiongroup').values({ user: id, permissiongroup }).execute()
      return sessionOf(tx, id)
    })
    const caller = await fresh()({ organisation: 1, session: await archived, address })
    expect([...caller.permissions.keys()]).not.toContain('Financial: Invoices')
    expect(caller.permissions.size).toBe(2)
  })

  it.each([
    [undefined, 'has none'],
    ['Bearer', 'not readable'],
    ['Basic abc', 'not readable'],
    ['Bearer a b', 'not readable'],
    ['Bearer unknown', 'unknown, has expired or was revoked'],
    ['Token unknown', 'unknown, expired or revoked'],
  ])('refuses %s and says what to do', async (authorization, words) => {
    const refused = await refusal(fresh()(show(authorization)))
    expect(refused).toMatchObject({ status: 401, message: expect.stringContaining(words) })
  })

  it('refuses a key of another organisation with the same message', async () => {
    const { key } = await givenKey()
    const foreign = await refusal(fresh()(show(`Token ${key}`, 2)))
    expect(foreign?.message).toBe((await refusal(fresh()(show('Token nobody', 2))))?.message)
  })

  it('reads the database again after less than a second', async () => {
    let now = 0
    let asked = 0
    const read: typeof practice.read = (text, values) => {
      asked++
      return practice.read(text, values)
    }
    const identify = identifier({ ...partsOf(practice), read, clock: () => now })
    const { key } = await givenKey()
    for (const at of [0, 500, 899]) {
      now = at
      await identify(show(`Token ${key}`))
    }
    expect(asked).toBe(1)
    now = 901
    await identify(show(`Token ${key}`))
    expect(asked).toBe(2)
  })

  it('refuses unknown credentials of an IP address after sixty, and still accepts valid ones', async () => {
    const identify = fresh()
    const { key } = await givenKey()
    for (let tries = 0; tries < 60; tries++)
      expect(await refusal(identify(show(`Bearer unknown${tries}`)))).toMatchObject({ status: 401 })
    const refused = await refusal(identify(show('Bearer unknown')))
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } })
    expect((await identify(show(`Token ${key}`))).credential).toBe('legacy')
    expect(await refusal(identify({ ...show('Bearer unknown'), address: '192.0.2.8' }))).toMatchObject({ status: 401 })
  })

  it('[security-22] asks the database once about a wrong token that comes again, and counts it each time', async () => {
    let asked = 0
    const read: typeof practice.read = (text, values) => {
      asked++
      return practice.read(text, values)
    }
    const identify = identifier({ ...partsOf(practice), read, clock: () => 0 })
    const from = '192.0.2.20'
    for (let tries = 0; tries < 60; tries++)
      expect(await refusal(identify({ ...show('Bearer wrong'), address: from }))).toMatchObject({ status: 401 })
    expect(asked).toBe(1)
    expect(await refusal(identify({ ...show('Bearer wrong'), address: from }))).toMatchObject({ status: 429 })
  })

  it('[V16.3.1] records that an address was stopped, a few times a minute and without the credential', async () => {
    const identify = fresh()
    const from = '192.0.2.21'
    for (let tries = 0; tries < 90; tries++) await refusal(identify({ ...show('Bearer wrong'), address: from }))
    const recorded = await practice.within((tx) =>
      tx.selectFrom('security_event').select(['kind', 'details']).where('address', '=', from).execute(),
    )
    expect(recorded).toHaveLength(10)
    expect(recorded[0]).toEqual({ kind: 'credentials.throttled', details: {} })
    expect(await practice.everything()).not.toContain('Bearer wrong')
    for (let tries = 0; tries < 70; tries++)
      await refusal(identify({ ...show('Bearer wrong', 77), address: '192.0.2.22' }))
  })

  it('notes the use of a key once an hour', async () => {
    const { id, key } = await givenKey()
    const lastUsed = async () => {
      const { rows } = await practice.administrator.query<{ used: Date | null }>(
        'select last_used as used from legacy_key where organisation = 1 and id = $1',
        [id],
      )
      return rows[0]?.used?.getTime()
    }
    expect(await lastUsed()).toBeUndefined()
    await fresh()(show(`Token ${key}`))
    const first = await lastUsed()
    expect(first).toBeGreaterThan(Date.now() - 5_000)
    await fresh()(show(`Token ${key}`))
    expect(await lastUsed()).toBe(first)
    await practice.administrator.query(
      `update legacy_key set last_used = now() - interval '61 minutes' where id = $1`,
      [id],
    )
    await fresh()(show(`Token ${key}`))
    expect(await lastUsed()).toBeGreaterThanOrEqual(first!)
  })

  it('counts the addresses of one IPv6 network together, and an IPv4 address however it is written', async () => {
    const identify = fresh()
    const from = (place: string) => refusal(identify({ ...show('Bearer unknown'), address: place }))
    for (let tries = 0; tries < 60; tries++) await from(`2001:db8:1:2::${tries.toString(16)}`)
    expect(await from('2001:db8:1:2:ffff::1')).toMatchObject({ status: 429 })
    expect(await from('2001:db8:1:3::1')).toMatchObject({ status: 401 })
    expect(await from('::ffff:192.0.2.9')).toMatchObject({ status: 401 })
  })

  it('finds the same whatever way PostgreSQL joins', async () => {
    const { key } = await givenKey()
    const credential = { kind: 'legacy', fingerprint: fingerprint(key) } as const
    // The first use is written down, and found written down afterwards.
    await fresh()(show(`Token ${key}`))
    const wanted = await findCaller(practice.read, 1, credential)
    expect(wanted).toBeDefined()
    for (const way of [
      'enable_nestloop',
      'enable_hashjoin',
      'enable_mergejoin',
      'enable_indexscan',
      'enable_bitmapscan',
    ]) {
      const found = await practice.within(async (tx) => {
        await tx.executeQuery((await import('kysely')).CompiledQuery.raw(`set local ${way} = off`))
        return findCaller(readerIn(tx), 1, credential)
      })
      expect(found).toEqual(wanted)
    }
  })
})

describe('sessions', () => {
  it('[V7.3.2] [V7.4.1] last twelve hours and can be ended', async () => {
    const user = await practice.givenUser('sam@example.com')
    const start = (now: Date) => practice.within((tx) => sessionOf(tx, user, now))
    const find = (secret: string | undefined) => practice.within((tx) => findSession(tx, secret ?? ''))
    const hours = (count: number) => new Date(Date.now() - count * 3_600_000)
    expect(await find(await start(hours(11.9)))).toMatchObject({ user, name: 'Anna Berg' })
    expect(await find(await start(hours(12)))).toBeUndefined()
    const secret = await start(new Date())
    await practice.within((tx) => endSession(tx, secret ?? ''))
    expect(await find(secret)).toBeUndefined()
    const other = await start(new Date())
    await practice.within((tx) => endAllAccess(tx, user))
    expect(await find(other)).toBeUndefined()
  })

  it('are not for virtual users', async () => {
    const { id } = await register()
    const { user } = await practice.within((tx) =>
      tx.selectFrom('application').select('user').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    expect(await practice.within((tx) => sessionOf(tx, user))).toBeUndefined()
  })
})

describe('registering an application', () => {
  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'App 1' }, 'name'],
    [{ name: 'app 1' }, 'name'],
    [{ scopes: ['everything'] }, 'scopes'],
    [{ scopes: [] }, 'scopes'],
    [{ permission_groups: [999] }, 'permission_groups'],
    [{ public: true }, 'redirect_uris'],
    [{ redirect_uris: ['http://example.com/back'] }, 'redirect_uris'],
    [{ redirect_uris: ['https://example.com/back#part'] }, 'redirect_uris'],
    [{ redirect_uris: ['com.example.app:/back'] }, 'redirect_uris'],
    [{ redirect_uris: ['javascript:alert(1)'], public: true }, 'redirect_uris'],
    [{ redirect_uris: ['not an address'] }, 'redirect_uris'],
  ])('refuses %j', async (input, field) => {
    if (applications === 0) await register()
    expect(await refusal(register(input))).toMatchObject({ status: 400, fields: { [field]: expect.anything() } })
  })

  it('shows a secret once and stores its hash; a public application has none', async () => {
    const secretive = await register()
    const open = await register({ public: true, redirect_uris: ['com.example.app:/back', 'http://127.0.0.1/back'] })
    expect(secretive.client_secret).toMatch(/^[\w-]{43}$/)
    expect(open.client_secret).toBeNull()
    const everything = await practice.everything()
    expect(everything).not.toContain(secretive.client_secret)
    expect(await refusal(practice.within((tx) => rotateSecret(tx, undefined, open.id)))).toMatchObject({ status: 400 })
    const rotated = await practice.within((tx) => rotateSecret(tx, undefined, secretive.id))
    expect(rotated).toMatchObject({ id: secretive.id, client_id: secretive.client_id })
    expect(rotated.client_secret).not.toBe(secretive.client_secret)
  })
})

describe('invitations and links', () => {
  it('are not sent to users who have a password or are inactive', async () => {
    const invite = (user: number) => refusal(practice.within((tx) => inviteUser(tx, user)))
    const withPassword = await practice.givenUser('has@example.com')
    const { id } = await register()
    const { user } = await practice.within((tx) =>
      tx.selectFrom('application').select('user').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    expect(await invite(withPassword)).toMatchObject({ status: 400 })
    expect(await invite(user)).toMatchObject({ status: 400 })
    expect(await invite(999)).toMatchObject({ status: 404 })
  })

  it('set a password once even when two use them at the same moment', async () => {
    const user = await practice.givenUser('twice@example.com', [], 1, null)
    const { inOrganisation } = await import('../../db/tx.ts')
    const link = await inOrganisation(practice.worker.db, 1, (tx) => makePasswordLink(tx, user, 'invitation'))
    const use = async (password: string) => {
      const hash = await hashPassword(password)
      return refusal(practice.within((tx) => setPassword(tx, link, hash)))
    }
    const outcomes = await Promise.all([use('a quiet horse one'), use('a quiet horse two')])
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(1)
  })
})

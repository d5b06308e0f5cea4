import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { useClinic } from '../../test/support/api.ts'
import { useSuperuser } from '../../test/support/database.ts'
import { useWorkerParts } from '../../test/support/deliveries.ts'
import { logTo } from '../commands/log.ts'
import { connect } from '../db/pool.ts'
import { createGroup } from '../domain/identity/permission-groups.ts'
import { recordSettingsChanges, watchedSettings } from '../domain/identity/settings-events.ts'
import { recordSecurityEvent, type SecurityEvent } from '../domain/identity/security-events.ts'
import { createUser } from '../domain/identity/users.ts'
import type { Smtp } from '../gateways/smtp.ts'
import { processEvents } from './followers.ts'
import { sendMessage, takeMessages } from './messages.ts'
import { deleteOldEvents, findUnstreamed, streamEvents } from './security-events.ts'

const { api, clinic, caller } = await useClinic({ name: 'Northgate' })
const administrator = await useSuperuser(api)
const parts = useWorkerParts(api)
const second = connect(api.database.workerUrl, { max: 2 })
afterAll(() => second.close())

type Mail = Parameters<Smtp['send']>[0]
let lines: { readonly text: string; readonly security: Readonly<Record<string, unknown>> }[] = []
let mails: Mail[] = []
const log = logTo({
  write: (text: string) => {
    const { security } = JSON.parse(text)
    if (security !== undefined) lines.push({ text, security })
  },
})
const smtp = { send: async (mail: Mail) => void mails.push(mail), close: () => {} } as unknown as Smtp

const record = (event: SecurityEvent) => clinic.within((tx) => recordSecurityEvent(tx, event))
const stream = async (db = parts.db) => {
  let count = 0
  for (const { organisation } of await findUnstreamed(db)) count += await streamEvents({ db, log }, organisation)
  return count
}
const sendAll = async () => {
  for (let taken = await takeMessages(parts.db); taken.length > 0; taken = await takeMessages(parts.db))
    for (const message of taken) await sendMessage({ ...parts, smtp }, message)
}
const givenUser = (email: string, groups: readonly number[] = []) =>
  clinic.within(async (tx) => {
    const person = { first_name: 'Anna', last_name: 'Berg', email }
    const { id } = await tx.insertInto('user').values(person).returning('id').executeTakeFirstOrThrow()
    for (const permissiongroup of groups)
      await tx.insertInto('user_permissiongroup').values({ user: id, permissiongroup }).execute()
    return id
  })

beforeEach(async () => {
  await stream()
  await administrator.query('delete from message')
  lines = []
  mails = []
})

describe('the log of the worker', () => {
  it('[V16.2.4] [V16.3.3] has each event once, as one line of JSON', async () => {
    const user = await givenUser('log@example.com')
    await record({
      kind: 'sign_in.failed',
      user,
      address: '203.0.113.9',
      userAgent: 'curl',
      details: { factor: 'totp' },
    })
    await record({ kind: 'sign_out', user })
    expect(await stream()).toBe(2)
    expect(lines.map(({ security }) => security)).toMatchObject([
      { kind: 'sign_in.failed', user, address: '203.0.113.9', user_agent: 'curl', details: { factor: 'totp' } },
      { kind: 'sign_out', user },
    ])
    expect(JSON.parse(lines[0]!.text)).toMatchObject({ organisation: clinic.id, msg: 'security event', level: 30 })
    expect(lines[0]!.security).toMatchObject({
      id: expect.any(Number),
      occurred: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    })
    expect(await stream()).toBe(0)
    expect(lines).toHaveLength(2)
  })

  it('[V16.4.1] is not broken by what a caller sends', async () => {
    const forged = 'x"}\r\n{"level":30,"security":{"kind":"sign_in.succeeded"}}\u2028\u001b[2J'
    await record({ kind: 'sign_out', userAgent: forged, address: forged.slice(0, 40), details: { word: forged } })
    await stream()
    expect(lines).toHaveLength(1)
    for (const control of ['\r', '\n', '\u001b']) expect(lines[0]!.text.trimEnd()).not.toContain(control)
    expect(lines[0]!.security).toMatchObject({ kind: 'sign_out', user_agent: forged, details: { word: forged } })
  })

  it('misses no event, in whatever order their transactions commit', async () => {
    let commitFirst = () => {}
    const waits = new Promise<void>((resolve) => {
      commitFirst = resolve
    })
    const slow = clinic.within(async (tx) => {
      await recordSecurityEvent(tx, { kind: 'sign_out', details: { n: 1 } })
      await waits
    })
    await record({ kind: 'sign_out', details: { n: 2 } })
    await stream()
    commitFirst()
    await slow
    await stream()
    expect(lines.map(({ security }) => security['details'])).toEqual([{ n: 2 }, { n: 1 }])
  })

  it('has each event once with several workers', async () => {
    for (let n = 0; n < 30; n++) await record({ kind: 'sign_out', details: { n } })
    await Promise.all([stream(), stream(second.db), stream(), stream(second.db)])
    await stream()
    expect(lines.map(({ security }) => (security['details'] as { n: number }).n)).toEqual(
      Array.from({ length: 30 }, (_, n) => n),
    )
  })

  it('repeats a line rather than lose it when a worker fails before its commit', async () => {
    await record({ kind: 'sign_out' })
    const failing = { ...log, info: (...line: Parameters<typeof log.info>) => (log.info(...line), failOn()) }
    const failOn = () => {
      throw new Error('The disk is full.')
    }
    await expect(streamEvents({ db: parts.db, log: failing }, clinic.id)).rejects.toThrow('The disk is full.')
    expect(await stream()).toBe(1)
    expect(lines.map(({ security }) => security['kind'])).toEqual(['sign_out', 'sign_out'])
    expect(lines[0]!.security['id']).toBe(lines[1]!.security['id'])
  })
})

describe('settings', () => {
  it('that are changed are events, with who changed which fields and without the values', async () => {
    const follower = { name: 'settings changes', resources: watchedSettings, process: recordSettingsChanges }
    const follow = async () => {
      while ((await processEvents(parts.db, clinic.id, follower)) > 0);
    }
    await follow()
    const answer = await caller.patch('/settings/messaging/', {
      smtp_host: 'mail.example.com',
      smtp_password: 'hunter2',
    })
    expect(answer.status).toBe(200)
    await follow()
    await stream()
    expect(lines.at(-1)!.security).toMatchObject({
      kind: 'settings.changed',
      actor: expect.any(Number),
      application: expect.any(Number),
      address: '127.0.0.1',
      request: answer.headers.get('x-request-id'),
      details: { settings: 'message_settings', change: 'change', fields: 'smtp_host, smtp_password' },
    })
    expect(lines.map(({ text }) => text).join('')).not.toMatch(/hunter2|mail\.example/)
  })
})

describe('an alert', () => {
  it('goes to the person after a sign-in with a browser that is not known', async () => {
    const user = await givenUser('alert@example.com')
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0 call +1 555 now'
    const details = { factors: 'password', new_browser: true }
    await record({ kind: 'sign_in.succeeded', user, address: '203.0.113.5', userAgent, details })
    await record({ kind: 'sign_in.succeeded', user, details: { new_browser: false } })
    await stream()
    await sendAll()
    expect(mails).toMatchObject([{ to: 'alert@example.com', subject: 'New sign-in to your account at Northgate' }])
    expect(mails[0]!.text).toContain('from the address 203.0.113.5. Browser: Firefox on Windows.')
    expect(mails[0]!.text).toContain(`${api.publicUrl}/${clinic.id}/account/`)
    expect(`${mails[0]!.text}${mails[0]!.html}`).not.toContain('555')
  })

  it('goes to the person about their factors and recovery codes', async () => {
    const user = await givenUser('factors@example.com')
    for (const kind of ['factor.added', 'factor.removed', 'recovery_code.used'] as const) await record({ kind, user })
    await stream()
    await sendAll()
    expect(mails.map(({ subject }) => subject)).toEqual([
      'A second factor was added to your account at Northgate',
      'A second factor was removed from your account at Northgate',
      'A recovery code of your account at Northgate was used',
    ])
  })

  it('goes to everybody who may manage users where it concerns the organisation', async () => {
    const groups = await clinic.within(async (tx) => {
      const write = ['Settings: Users and permissions'] as const
      const made = await tx
        .insertInto('permissiongroup')
        .values([
          { name: 'Managers', write: [...write] },
          { name: 'Former managers', write: [...write], archived: true },
          { name: 'Readers', read: [...write] },
        ])
        .returning('id')
        .execute()
      return made.map(({ id }) => id)
    })
    await givenUser('manager@example.com', [groups[0]!])
    await givenUser('former@example.com', [groups[1]!])
    await givenUser('reader@example.com', [groups[2]!])
    const { id: application } = await clinic.givenApplication()
    await stream()
    await sendAll()
    mails = []
    await record({ kind: 'application.secret_rotated', application })
    await stream()
    await sendAll()
    expect(mails).toMatchObject([
      { to: 'manager@example.com', subject: 'The secret of an integration of Northgate was replaced' },
    ])
    expect(mails[0]!.text).toContain(`/api/0.1/securityevent/${Number(lines.at(-1)!.security['id'])}/`)
    mails = []

    const user = await givenUser('promoted@example.com')
    await record({ kind: 'permission.changed', user, details: { manages_users: true } })
    await record({ kind: 'permission.changed', user: await givenUser('other@example.com'), details: { added: 1 } })
    await stream()
    await sendAll()
    expect(new Set(mails.map(({ to, subject }) => `${to}: ${subject}`))).toEqual(
      new Set([
        'manager@example.com: Anna Berg may manage users at Northgate',
        'manager@example.com: The permissions of Anna Berg at Northgate were changed',
        'promoted@example.com: You may manage users at Northgate',
      ]),
    )
  })

  it('[decision-86] tells whoever manages users of each change that makes access last, and of nothing else', async () => {
    const follower = { name: 'settings changes', resources: watchedSettings, process: recordSettingsChanges }
    const told = async () => {
      while ((await processEvents(parts.db, clinic.id, follower)) > 0);
      await stream()
      await sendAll()
      const found = mails.filter(({ to }) => to === 'chief@example.com').map(({ subject }) => subject)
      mails = []
      return found
    }
    const made = await caller.post('/permissiongroup/', { name: 'Chiefs', write: ['Settings: Users and permissions'] })
    const group = { url: String(made.body.url), id: Number(made.body.id) }
    await givenUser('chief@example.com', [group.id])
    await told()
    const reception = await caller.post('/permissiongroup/', { name: 'Reception', write: ['General: Appointments'] })
    expect(await told()).toEqual(['The permission group Reception of Northgate was changed'])
    const person = { first_name: 'Kaisa', last_name: 'Virta', email: 'kaisa@example.com' }
    const { body: kaisa } = await caller.post('/user/', { ...person, permission_groups: [reception.body.url] })
    expect(await told()).toEqual(['Kaisa Virta has an account at Northgate'])
    await caller.patch(kaisa.url, { phone: '050 1234567' })
    expect(await told()).toEqual([])
    // One change must not hide another within the hour.
    await caller.patch(kaisa.url, { permission_groups: [group.url] })
    await caller.patch(kaisa.url, { is_active: false })
    expect(await told()).toEqual([
      'Kaisa Virta may manage users at Northgate',
      'Kaisa Virta may no longer sign in at Northgate',
    ])
    const { body: bridge } = await caller.post('/application/', { name: 'Bridge' })
    const { body: other } = await caller.post('/application/', { name: 'Other' })
    await caller.patch(other.url, { archived: true })
    expect(await told()).toEqual([
      'An integration was added at Northgate',
      'An integration was added at Northgate',
      'An integration of Northgate was ended',
    ])
    expect(bridge.client_secret).toBeDefined()
    await caller.patch('/settings/messaging/', { smtp_host: 'mail.example.net' })
    expect(await told()).toEqual(['Settings of Northgate that decide about access were changed'])
    await caller.patch(`/organisation/${clinic.id}/`, { city: 'Oulu' })
    expect(await told()).toEqual([])
  })

  it('[decision-86] tells whoever made such a change, who need not manage users', async () => {
    const actor = await givenUser('actor@example.com')
    await record({ kind: 'settings.changed', actor, details: { settings: 'message_settings' } })
    await record({ kind: 'application.registered', actor })
    await record({ kind: 'settings.changed', actor, details: { settings: 'organisation' } })
    await stream()
    await sendAll()
    const told = mails.filter(({ to }) => to === 'actor@example.com')
    expect(told.map(({ subject }) => subject)).toEqual([
      'Settings of Northgate that decide about access were changed',
      'An integration was added at Northgate',
    ])
    expect(told[0]!.text).toContain(`${api.publicUrl}/${clinic.id}/account/`)
    expect(told[0]!.text).not.toContain('because you may manage users')
  })

  it('goes to nobody about what came before their account, or made it', async () => {
    const founder = { first_name: 'Aino', last_name: 'Salo', email: 'founder@example.com' }
    const write = ['Settings: Users and permissions'] as const
    const permission_groups = await clinic.within(async (tx) => [
      await createGroup(tx, undefined, { name: 'Founders', write }),
    ])
    await clinic.within((tx) => createUser(tx, undefined, { ...founder, permission_groups }))
    await stream()
    await sendAll()
    const sent = () => mails.filter(({ to }) => to === founder.email).map(({ subject }) => subject)
    expect(sent()).toEqual(['Your account at Northgate'])
    await clinic.within((tx) => createUser(tx, undefined, { ...founder, email: 'next@example.com', permission_groups }))
    await stream()
    await sendAll()
    expect(sent().slice(1)).toEqual([
      'Aino Salo has an account at Northgate',
      'Aino Salo may manage users at Northgate',
    ])
  })

  it('of a kind goes to a person once an hour, and not about what is a day old', async () => {
    const user = await givenUser('often@example.com')
    for (let n = 0; n < 5; n++) await record({ kind: 'factor.removed', user })
    await Promise.all([stream(), stream(second.db)])
    await record({ kind: 'factor.removed', user })
    await record({ kind: 'recovery_code.used', user })
    await stream()
    const queued = () => administrator.query('select * from message').then(({ rows }) => rows.length)
    expect(await queued()).toBe(2)
    await administrator.query(`update message set created = created - interval '61 minutes'`)
    await record({ kind: 'factor.removed', user })
    await stream()
    expect(await queued()).toBe(3)
    await record({ kind: 'factor.added', user })
    await administrator.query(`update security_event set occurred = occurred - interval '25 hours' where not streamed`)
    await stream()
    expect(await queued()).toBe(3)
  })

  it('goes to nobody who is not active', async () => {
    const user = await givenUser('gone@example.com')
    await clinic.within((tx) => tx.updateTable('user').set({ is_active: false }).where('id', '=', user).execute())
    await record({ kind: 'factor.removed', user })
    await stream()
    expect((await administrator.query('select from message')).rowCount).toBe(0)
  })
})

describe('old events', () => {
  it('are deleted after as many days as the operator keeps them, and never within a month or unlogged', async () => {
    const ageOf = async (details: object, age: string, isStreamed = true) =>
      administrator.query(
        `insert into security_event (organisation, kind, details, occurred, streamed) values ($1, 'sign_out', $2, now() - $3::interval, $4)`,
        [clinic.id, details, age, isStreamed],
      )
    await administrator.query('delete from security_event')
    for (const [n, age] of ['401 days', '399 days', '40 days', '20 days'].entries()) await ageOf({ n }, age)
    await ageOf({ n: 9 }, '500 days', false)
    const left = async () =>
      (await administrator.query(`select (details ->> 'n')::int as n from security_event order by 1`)).rows.map(
        ({ n }) => n,
      )
    expect(await deleteOldEvents(parts.db, 400)).toBe(1)
    expect(await left()).toEqual([1, 2, 3, 9])
    expect(await deleteOldEvents(parts.db, 1)).toBe(2)
    expect(await left()).toEqual([3, 9])
    await administrator.query('delete from security_event')
  })

  it('leave the mails about them', async () => {
    const user = await givenUser('kept@example.com')
    await record({ kind: 'factor.removed', user })
    await stream()
    await administrator.query(`update security_event set occurred = occurred - interval '401 days'`)
    expect(await deleteOldEvents(parts.db, 400)).toBeGreaterThan(0)
    expect((await administrator.query('select event from message')).rows).toEqual([{ event: null }])
  })
})

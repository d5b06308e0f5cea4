import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import {
  asProblem,
  codesOf,
  givenDepartment,
  givenPermissionGroup,
  givenUser,
  idsIn,
  statusesOf,
  twentyAtOnce,
} from '../../../test/support/clinic.ts'
import { inOrganisation } from '../../db/tx.ts'
import { sessionCookie } from '../../oauth/cookies.ts'
import { changePassword, findPasswordLink, makePasswordLink } from './password-links.ts'
import { hashPassword } from './passwords.ts'
import { fingerprint, newSecret } from './secrets.ts'
import { recentSecurityEvents } from './security-events.ts'
import { sessionOf } from '../../../test/support/sessions.ts'

const { api, clinic, caller } = await useClinic()

type User = { id: number; url: string; modified: string }
/** Longer than a process caches a caller. */
const aSecond = 1000

const mailsTo = ({ id }: User) =>
  clinic.within((tx) => tx.selectFrom('message').select(['kind', 'sent']).where('user', '=', id).execute())

const bySession = async ({ id }: User) => {
  const secret = await clinic.within((tx) => sessionOf(tx, id))
  return { get: (path: string) => clinic.as().get(path, { headers: { cookie: `${sessionCookie}=${secret}` } }) }
}

/** Asks with a token that an application was given in the user's name. */
const byToken = async ({ id }: User) => {
  const { client_id } = await clinic.givenApplication()
  const secret = newSecret()
  const payload = JSON.stringify({ clientId: client_id, accountId: String(id), scope: 'restapi' })
  await clinic.within((tx) =>
    tx
      .insertInto('oauth_record')
      .values({
        model: 'AccessToken',
        id: fingerprint(secret),
        payload: sql<string>`${payload}::jsonb`,
        expires: new Date(Date.now() + 3_600_000),
      })
      .execute(),
  )
  return clinic.as(`Bearer ${secret}`)
}

describe('who may do something', () => {
  it('is found by the permission groups that are in use, for clinical work only', async () => {
    const prescribes = await givenPermissionGroup(caller, { write: ['Clinical: Prescriptions'] })
    const [reads, gone] = [
      await givenPermissionGroup(caller, { read: ['Clinical: Prescriptions'] }),
      await givenPermissionGroup(caller, { write: ['Clinical: Prescriptions'] }),
    ]
    await caller.patch(gone.url, { archived: true })
    const vet = await givenUser(caller, { permission_groups: [reads.url, prescribes.url] })
    await givenUser(caller, { permission_groups: [reads.url] })
    await givenUser(caller, { permission_groups: [gone.url] })
    const found = await caller.get(
      `/user/?may_write__is=${encodeURIComponent('Clinical: Prescriptions')}&is_virtual__is=false`,
    )
    expect(idsIn(found)).toEqual([vet.id])
    const managers = `/user/?may_write__is=${encodeURIComponent('Settings: Users and permissions')}`
    expect(codesOf(await caller.get(managers, asProblem))).toEqual({ may_write__is: 'invalid_choice' })
  })
})

describe('creating a user', () => {
  it('keeps every field, and invites them by e-mail once', async () => {
    const [department, group] = [await givenDepartment(caller), await givenPermissionGroup(caller)]
    const sent = {
      first_name: 'Anna',
      last_name: 'Berg',
      email: 'Anna.Berg@Example.com',
      title: 'DVM',
      initials: 'AB',
      phone: '040 123 4567',
      home_department: department.url,
      permission_groups: [group.url],
    }
    const { status, body } = await caller.post('/user/', sent)
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...sent, url: clinic.url('user', body.id), is_active: true, is_virtual: false })
    expect((await caller.get(body.url)).body).toEqual(body)
    expect(JSON.stringify(body)).not.toContain('password')
    expect(await mailsTo(body)).toEqual([{ kind: 'invitation', sent: null }])
  })

  it('does not invite a user who is not active yet', async () => {
    expect(await mailsTo(await givenUser(caller, { is_active: false }))).toEqual([])
  })

  it('writes no invitation when the user is refused', async () => {
    const before = await clinic.within((tx) => tx.selectFrom('message').select('id').execute())
    expect((await caller.post('/user/', { last_name: 'Berg', email: 'berg' })).status).toBe(400)
    expect(await clinic.within((tx) => tx.selectFrom('message').select('id').execute())).toEqual(before)
  })

  it.each(['anna@example.com', 'ANNA@example.com', 'anna@EXAMPLE.COM'])(
    'refuses %s when there is a user of that address, however it is spelt',
    async (email) => {
      const here = await (await api.givenOrganisation()).caller()
      await givenUser(here, { email: 'Anna@example.com' })
      const { status, body } = await here.post('/user/', { last_name: 'Berg', email })
      expect([status, body]).toEqual([400, { email: ['There is a user with this e-mail address already.'] }])
    },
  )

  it('accepts an address that a user of another organisation has', async () => {
    const other = await (await api.givenOrganisation()).caller()
    const { email } = await givenUser(other)
    expect((await caller.post('/user/', { last_name: 'Berg', email })).status).toBe(201)
  })

  it('succeeds for one of twenty concurrent requests with the same address', async () => {
    const answers = await twentyAtOnce((at) =>
      caller.post('/user/', { last_name: `Berg ${at}`, email: at % 2 ? 'twenty@example.com' : 'Twenty@Example.com' }),
    )
    expect(statusesOf(answers)).toEqual([201, ...Array(19).fill(400)])
    for (const { body } of answers.filter(({ status }) => status === 400)) expect(Object.keys(body)).toEqual(['email'])
    const made = await clinic.within((tx) =>
      tx.selectFrom('user').select('id').where('email', 'ilike', 'twenty@example.com').execute(),
    )
    expect(made).toHaveLength(1)
    expect(await mailsTo(made[0] as User)).toHaveLength(1)
  })

  it.each([
    ['no last name', { last_name: undefined }, 'last_name'],
    ['an empty last name', { last_name: '' }, 'last_name'],
    ['no e-mail address', { email: undefined }, 'email'],
    ['an empty e-mail address', { email: '' }, 'email'],
    ['an e-mail address that is none', { email: 'anna' }, 'email'],
    ['initials of eight letters', { initials: 'ABCDEFGH' }, 'initials'],
    ['a group that does not exist', { permission_groups: ['/permissiongroup/999999999/'] }, 'permission_groups'],
    ['groups that are no list', { permission_groups: '/permissiongroup/1/' }, 'permission_groups'],
    ['a department that does not exist', { home_department: '/department/999999999/' }, 'home_department'],
  ])('refuses %s', async (_what, fields, field) => {
    const linked = JSON.parse(JSON.stringify(fields).replaceAll('"/', `"${clinic.base}/`))
    const body = { last_name: 'Berg', email: 'refused@example.com', ...linked }
    for (const [name, value] of Object.entries(fields)) if (value === undefined) delete body[name]
    const answer = await caller.post('/user/', body)
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]])
  })

  it('refuses a group of another organisation', async () => {
    const group = await givenPermissionGroup(await (await api.givenOrganisation()).caller())
    const sent = { last_name: 'Berg', email: 'group@example.com', permission_groups: [group.url] }
    expect((await caller.post('/user/', sent)).status).toBe(400)
  })

  it('needs the permission for users as write, and no legacy key', async () => {
    const sent = { last_name: 'Berg', email: 'permission@example.com' }
    const reader = await clinic.caller({ read: ['Settings: Users and permissions'] })
    expect((await reader.post('/user/', sent)).status).toBe(403)
    expect((await (await clinic.legacyCaller()).post('/user/', sent)).status).toBe(401)
  })

  it('lets any token read users', async () => {
    const { id, url, email } = await givenUser(caller)
    const anybody = await clinic.caller({})
    expect((await anybody.get(url)).status).toBe(200)
    expect(idsIn(await anybody.get(`/user/?email__is=${email}`))).toEqual([id])
  })
})

describe('inviting a user again', () => {
  it('sends no second mail while the first is waiting', async () => {
    const user = await givenUser(caller)
    expect((await caller.post(`${user.url}invite/`)).status).toBe(200)
    expect(await mailsTo(user)).toHaveLength(1)
  })

  it('refuses the user of an application and an inactive one', async () => {
    const [virtual] = idsIn(await caller.get('/user/?is_virtual__is=true&page_size=1'))
    const inactive = await givenUser(caller, { is_active: false })
    for (const url of [`/user/${virtual}/`, inactive.url]) {
      const { status, body } = await caller.post(`${url}invite/`)
      expect([status, Object.keys(body)]).toEqual([400, ['non_field_errors']])
    }
  })
})

describe('changing a user', () => {
  it('changes only what is sent', async () => {
    const before = await givenUser(caller, { title: 'Nurse' })
    const { status, body } = await caller.patch(before.url, { first_name: 'Anna' })
    expect([status, body]).toEqual([200, { ...before, first_name: 'Anna', modified: body.modified }])
  })

  it('replaces the permission groups as a whole, and touches the user', async () => {
    const [reception, money] = [await givenPermissionGroup(caller), await givenPermissionGroup(caller)]
    const user = await givenUser(caller, { permission_groups: [reception.url] })
    const { status, body } = await caller.patch(user.url, { permission_groups: [money.url, money.url] })
    expect([status, body.permission_groups]).toEqual([200, [money.url]])
    expect(body.modified > user.modified).toBe(true)
    expect((await caller.patch(user.url, { title: 'DVM' })).body.permission_groups).toEqual([money.url])
    expect((await caller.patch(user.url, { permission_groups: [] })).body.permission_groups).toEqual([])
  })

  it('changes the permissions of the user within a second', async () => {
    const group = await givenPermissionGroup(caller, { read: ['General: Patients and clients'] })
    const user = await givenUser(caller)
    const session = await bySession(user)
    expect((await session.get('/client/')).status).toBe(403)
    await caller.patch(user.url, { permission_groups: [group.url] })
    await wait(aSecond)
    expect((await session.get('/client/')).status).toBe(200)
    await caller.patch(user.url, { permission_groups: [] })
    await wait(aSecond)
    expect((await session.get('/client/')).status).toBe(403)
  })

  it('refuses an address that another user has', async () => {
    const [one, other] = [await givenUser(caller), await givenUser(caller)]
    const { status, body } = await caller.patch(one.url, { email: other.email.toUpperCase() })
    expect([status, Object.keys(body)]).toEqual([400, ['email']])
    expect((await caller.patch(one.url, { email: one.email.toUpperCase() })).status).toBe(200)
  })

  it.each(['first_name', 'last_name', 'email'])('keeps the %s of an application’s user', async (field) => {
    const [id] = idsIn(await caller.get('/user/?is_virtual__is=true&page_size=1'))
    const before = (await caller.get(`/user/${id}/`)).body
    const { status, body } = await caller.patch(`/user/${id}/`, { [field]: 'other@example.com' })
    expect([status, Object.keys(body)]).toEqual([400, [field]])
    expect((await caller.get(`/user/${id}/`)).body).toEqual(before)
  })

  it('answers 404 for a user of another organisation', async () => {
    const stranger = await givenUser(await (await api.givenOrganisation()).caller())
    expect((await caller.patch(`/user/${stranger.id}/`, { title: 'Mine' })).status).toBe(404)
    expect((await caller.get(`/user/${stranger.id}/`)).status).toBe(404)
  })
})

describe('deactivating a user', () => {
  it('refuses their session and tokens within a second, permanently', async () => {
    const user = await givenUser(caller)
    const [session, token] = [await bySession(user), await byToken(user)]
    expect([(await session.get('/department/')).status, (await token.get('/department/')).status]).toEqual([200, 200])
    expect((await caller.patch(user.url, { is_active: false })).body.is_active).toBe(false)
    await wait(aSecond)
    const refused = [(await session.get('/department/')).status, (await token.get('/department/')).status]
    expect(refused).toEqual([401, 401])
    await caller.patch(user.url, { is_active: true })
    expect([(await session.get('/department/')).status, (await token.get('/department/')).status]).toEqual([401, 401])
  })

  it('does not sign out other users', async () => {
    const [leaving, staying] = [await givenUser(caller), await givenUser(caller)]
    const session = await bySession(staying)
    await caller.patch(leaving.url, { is_active: false })
    await wait(aSecond)
    expect((await session.get('/department/')).status).toBe(200)
  })

  it('disables the application of a virtual user', async () => {
    const application = await clinic.givenApplication()
    const token = clinic.as(`Bearer ${await clinic.tokenOf(application)}`)
    const { user } = (await caller.get(`/application/${application.id}/`)).body
    expect((await token.get('/department/')).status).toBe(200)
    await caller.patch(user, { is_active: false })
    await wait(aSecond)
    expect((await token.get('/department/')).status).toBe(401)
  })
})

describe('correcting an e-mail address', () => {
  it('invalidates the links sent to the old one, and sends an invitation to the new one', async () => {
    const user = await givenUser(caller, { email: 'mistyped@example.com' })
    const secret = await inOrganisation(api.owner.db, clinic.id, async (tx) => {
      await tx.updateTable('message').set({ sent: new Date() }).where('user', '=', user.id).execute()
      return makePasswordLink(tx, user.id, 'invitation')
    })
    const link = () => clinic.within((tx) => findPasswordLink(tx, secret))
    await caller.patch(user.url, { title: 'Nurse' })
    expect(await link()).toMatchObject({ id: user.id })
    await caller.patch(user.url, { email: 'right@example.com' })
    expect(await link()).toBeUndefined()
    expect((await mailsTo(user)).filter(({ sent }) => sent === null)).toEqual([{ kind: 'invitation', sent: null }])
  })
})

describe('changing the e-mail address of a colleague', () => {
  const givenStaff = async () => {
    const user = await givenUser(caller)
    const hash = await hashPassword('a quiet horse in the rain')
    await clinic.within((tx) => changePassword(tx, user.id, hash))
    return user
  }
  const noticesTo = ({ id }: User) =>
    clinic.within((tx) =>
      tx
        .selectFrom('message')
        .select('recipient')
        .where('user', '=', id)
        .where('kind', '=', 'email changed')
        .orderBy('id')
        .execute(),
    )

  it('[V6.3.7] [security-19] notifies both addresses, and ends sessions, tokens and links', async () => {
    const user = await givenStaff()
    const [session, token] = [await bySession(user), await byToken(user)]
    const link = await inOrganisation(api.owner.db, clinic.id, (tx) => makePasswordLink(tx, user.id, 'password reset'))
    expect([(await session.get('/department/')).status, (await token.get('/department/')).status]).toEqual([200, 200])
    await caller.patch(user.url, { email: 'moved@example.com' })
    expect(await noticesTo(user)).toEqual([{ recipient: user.email }, { recipient: 'moved@example.com' }])
    await wait(aSecond)
    expect([(await session.get('/department/')).status, (await token.get('/department/')).status]).toEqual([401, 401])
    expect(await clinic.within((tx) => findPasswordLink(tx, link))).toBeUndefined()
    const events = await clinic.within((tx) => recentSecurityEvents(tx, user.id))
    expect(events.map(({ kind }) => kind)).toContain('email.changed')
  })

  it('notifies nobody when only its capital letters change', async () => {
    const user = await givenStaff()
    const session = await bySession(user)
    await caller.patch(user.url, { email: user.email.toUpperCase() })
    expect(await noticesTo(user)).toEqual([])
    expect((await session.get('/department/')).status).toBe(200)
  })

  it('[V7.5.1] is refused for one’s own, which asks for the password', async () => {
    const staff = await clinic.userCaller()
    const { user } = (await staff.get('/me/')).body
    const answer = await staff.patch(user.url, { email: 'mine@example.com' }, asProblem)
    expect(codesOf(answer)).toEqual({ email: 'own_account' })
    expect((await staff.patch(user.url, { title: 'DVM' })).status).toBe(200)
  })
})

describe('the security events of users', () => {
  it('tell who was invited, given permissions, deactivated and activated, and by whom', async () => {
    const staff = await clinic.userCaller()
    const { user: manager } = (await staff.get('/me/')).body
    const group = await givenPermissionGroup(caller, { write: ['Settings: Users and permissions'] })
    const user = await givenUser(staff)
    await staff.patch(user.url, { permission_groups: [group.url] })
    await staff.patch(user.url, { is_active: false })
    await staff.patch(user.url, { is_active: true })
    await staff.patch(user.url, { title: 'Nurse' })
    const events = await clinic.within((tx) =>
      tx
        .selectFrom('security_event')
        .select(['kind', 'actor', 'details'])
        .where('user', '=', user.id)
        .orderBy('id')
        .execute(),
    )
    const told = events.filter(({ kind }) => kind !== 'user.changed')
    expect(told.map(({ kind }) => kind)).toEqual([
      'user.created',
      'user.invited',
      'permission.changed',
      'user.deactivated',
      'user.activated',
    ])
    expect(told[2]?.details).toEqual({ added: 1, removed: 0, manages_users: true })
    const actors = new Set(events.map(({ actor }) => clinic.url('user', actor ?? 0)))
    expect([...actors]).toEqual([manager.url])
  })
})

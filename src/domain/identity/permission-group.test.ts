import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { givenPermissionGroup, givenUser, statusesOf, twentyAtOnce } from '../../../test/support/clinic.ts'
import { permissions } from './permissions.ts'

const { api, clinic, caller } = await useClinic()

const taken = { name: ['There is a permission group of this name already. Choose another name.'] }

describe('the last person who may manage users', () => {
  it('keeps the permission, whichever way it would go, also of two at once', async () => {
    const own = await api.givenOrganisation()
    const here = await own.caller()
    const write = ['Settings: Users and permissions'] as const
    const managers = await givenPermissionGroup(here, { name: 'Owners', write })
    const people = await Promise.all(
      ['one', 'two'].map((name) =>
        givenUser(here, { last_name: name, email: `${name}@example.com`, permission_groups: [managers.url] }),
      ),
    )
    const invited = await givenUser(here, { email: 'invited@example.com', permission_groups: [managers.url] })
    // Whoever was invited and has no password yet could not sign in.
    await own.within((tx) =>
      tx
        .updateTable('user')
        .set({ password_hash: 'any' })
        .where('id', '<>', invited.id)
        .where('is_virtual', '=', false)
        .execute(),
    )
    const left = await Promise.all(people.map(({ url }) => here.patch(url, { is_active: false })))
    expect(statusesOf(left)).toEqual([200, 400])
    const refused = left.find(({ status }) => status === 400)!
    expect(refused.body.is_active[0]).toContain('Nobody could manage users any more')
    const last = people[left.indexOf(refused)]!
    const ways = [
      here.patch(last.url, { permission_groups: [] }),
      here.patch(managers.url, { write: [] }),
      here.patch(managers.url, { archived: true }),
    ]
    expect(statusesOf(await Promise.all(ways))).toEqual([400, 400, 400])
    await here.patch(people.find(({ url }) => url !== last.url)!.url, { is_active: true })
    expect((await here.patch(last.url, { is_active: false })).status).toBe(200)
  })
})

describe('creating a permission group', () => {
  it('stores each permission as read or write', async () => {
    const sent = {
      name: 'Reception',
      read: ['Financial: Invoices'],
      write: ['General: Patients and clients', 'General: Appointments'],
    }
    const { status, body } = await caller.post('/permissiongroup/', sent)
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...sent, archived: false, url: clinic.url('permissiongroup', body.id) })
    expect((await caller.get(body.url)).body).toEqual(body)
  })

  it('accepts every permission', async () => {
    const group = await givenPermissionGroup(caller, { read: permissions, write: permissions })
    expect(group).toMatchObject({ read: permissions, write: permissions })
  })

  it.each([
    ['a name that is taken', { name: 'Surgery' }],
    ['a name that is taken, in capitals', { name: 'SURGERY' }],
    ['a name that is taken, in small letters', { name: 'surgery' }],
  ])('refuses %s', async (_what, { name }) => {
    const here = await (await api.givenOrganisation()).caller()
    await givenPermissionGroup(here, { name: 'Surgery' })
    const { status, body } = await here.post('/permissiongroup/', { name })
    expect([status, body]).toEqual([400, taken])
  })

  it('accepts a name that a group of another organisation has', async () => {
    await givenPermissionGroup(await (await api.givenOrganisation()).caller(), { name: 'Elsewhere' })
    expect((await caller.post('/permissiongroup/', { name: 'Elsewhere' })).status).toBe(201)
  })

  it('succeeds for one of twenty concurrent requests with the same name', async () => {
    const answers = await twentyAtOnce((at) => caller.post('/permissiongroup/', { name: at % 2 ? 'Vets' : 'VETS' }))
    expect(statusesOf(answers)).toEqual([201, ...Array(19).fill(400)])
    for (const { body } of answers.filter(({ status }) => status === 400)) expect(body).toEqual(taken)
    expect((await caller.get('/permissiongroup/?name__icontains=vets')).body.count).toBe(1)
  })

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: '  ' }, 'name'],
    ['an unknown permission to read', { read: ['Financial: Gold'] }, 'read'],
    ['an unknown permission to write', { write: ['General: Patients and clients', 'everything'] }, 'write'],
    ['a permission in small letters', { write: ['financial: invoices'] }, 'write'],
    ['permissions that are no list', { write: 'Financial: Invoices' }, 'write'],
    ['null permissions', { read: null }, 'read'],
  ])('refuses %s', async (_what, fields, field) => {
    const { status, body } = await caller.post('/permissiongroup/', { name: 'Refused', ...fields })
    expect([status, Object.keys(body)]).toEqual([400, [field]])
  })

  it('needs the permission for users as write, and no legacy key', async () => {
    const reader = await clinic.caller({ read: ['Settings: Users and permissions'] })
    expect((await reader.get('/permissiongroup/')).status).toBe(200)
    expect((await reader.post('/permissiongroup/', { name: 'Mine' })).status).toBe(403)
    const others = await clinic.caller({ write: ['Settings: Integration settings'] })
    expect((await others.get('/permissiongroup/')).status).toBe(403)
    expect((await (await clinic.legacyCaller()).post('/permissiongroup/', { name: 'Mine' })).status).toBe(401)
  })
})

describe('changing a permission group', () => {
  it('refuses a name that is taken, but not its own in another case', async () => {
    const [one, other] = [await givenPermissionGroup(caller), await givenPermissionGroup(caller)]
    const { status, body } = await caller.patch(one.url, { name: other.name.toUpperCase() })
    expect([status, body]).toEqual([400, taken])
    expect((await caller.patch(one.url, { name: one.name.toUpperCase() })).status).toBe(200)
  })

  it('changes the permissions of its members within a second', async () => {
    const application = await clinic.givenApplication({ read: ['General: Patients and clients'] })
    const member = clinic.as(`Bearer ${await clinic.tokenOf(application)}`)
    const group = clinic.url('permissiongroup', application.group)
    expect((await member.get('/client/')).status).toBe(200)
    await caller.patch(group, { archived: true })
    await wait(1000)
    expect((await member.get('/client/')).status).toBe(403)
    await caller.patch(group, { archived: false, read: [], write: ['General: Patients and clients'] })
    await wait(1000)
    expect((await member.get('/client/')).status).toBe(200)
  })

  it('answers 404 for a group of another organisation', async () => {
    const stranger = await givenPermissionGroup(await (await api.givenOrganisation()).caller())
    expect((await caller.patch(`/permissiongroup/${stranger.id}/`, { write: permissions })).status).toBe(404)
  })
})

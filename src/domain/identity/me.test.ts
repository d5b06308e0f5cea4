import { describe, expect, it } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { givenDepartment } from '../../../test/support/clinic.ts'
import { done } from '../../../test/support/billing.ts'

const api = await useApi()
const clinic = await api.givenOrganisation({ name: 'Harbour clinic', currency: 'SEK', time_zone: 'Europe/Stockholm' })

describe('who is calling', () => {
  it('is a person and the application they signed in to, with what both may do', async () => {
    const as = await clinic.userCaller({ read: ['Settings: Items'], write: ['General: Appointments'] })
    const body = await done(as.get('/me/'))
    expect(body).toMatchObject({
      credential: 'oauth',
      acts_for_user: true,
      user: { last_name: 'Staff', first_name: '' },
      organisation: { name: 'Harbour clinic', currency: 'SEK', time_zone: 'Europe/Stockholm', sandbox: false },
      home_department: null,
      permissions: [
        { name: 'General: Appointments', access: 'write' },
        { name: 'Settings: Items', access: 'read' },
      ],
      scopes: ['restapi'],
      preferences: {},
    })
    expect(body.application.name).toMatch(/^Application \d+$/)
    expect((await done(as.get(body.user.url))).email).toBe(body.user.email)
    expect((await done(as.get(body.organisation.url))).name).toBe('Harbour clinic')
  })

  it('learns whether clients can be written to, without seeing how', async () => {
    const elsewhere = await api.givenOrganisation()
    const [as, manager] = [await elsewhere.userCaller(), await elsewhere.caller()]
    const setUp = async () => {
      const { email_set_up, sms_set_up } = (await done(as.get('/me/'))).organisation
      return { email_set_up, sms_set_up }
    }
    expect(await setUp()).toEqual({ email_set_up: false, sms_set_up: false })
    await done(manager.patch('/settings/messaging/', { smtp_host: 'mail.example.com' }))
    expect(await setUp()).toEqual({ email_set_up: false, sms_set_up: false })
    await done(manager.patch('/settings/messaging/', { mail_from: 'clinic@example.com' }))
    expect(await setUp()).toEqual({ email_set_up: true, sms_set_up: false })
    const gateway = { sms_gateway_url: 'https://sms.example.com/send', sms_from: 'Clinic' }
    await done(manager.patch('/settings/messaging/', { smtp_host: '', ...gateway }))
    expect(await setUp()).toEqual({ email_set_up: false, sms_set_up: true })
  })

  it('has the home department of the user', async () => {
    const [as, manager] = [await clinic.userCaller(), await clinic.caller()]
    const department = await givenDepartment(manager)
    const { user } = await done(as.get('/me/'))
    await done(manager.patch(user.url, { home_department: department.url }))
    expect(await done(as.get('/me/'))).toMatchObject({ home_department: department.url })
  })

  it('is an application with its virtual user, where nobody signed in', async () => {
    const body = await done((await clinic.caller({ read: ['Settings: Items'] })).get('/me/'))
    expect(body).toMatchObject({ credential: 'oauth', acts_for_user: false, preferences: {}, scopes: ['restapi'] })
    expect(body.user).toMatchObject({ first_name: 'Integration', last_name: body.application.name })
    expect(await done((await clinic.legacyCaller({})).get('/me/'))).toMatchObject({
      credential: 'legacy',
      acts_for_user: false,
      permissions: [],
      scopes: [],
    })
  })
})

describe('a person’s preferences', () => {
  const patch = { 'board.columns': ['arrived', 'ready'], theme: { dark: true, size: 1.5 }, 'last:seen': 'é' }

  it('are kept by name, as they were sent', async () => {
    const as = await clinic.userCaller()
    expect(await done(as.get('/me/preferences/'))).toEqual({ preferences: {} })
    expect(await done(as.patch('/me/preferences/', { preferences: patch }))).toEqual({ preferences: patch })
    expect(await done(as.get('/me/preferences/'))).toEqual({ preferences: patch })
    expect((await done(as.get('/me/'))).preferences).toEqual(patch)
  })

  it('change one by one, and are forgotten with null', async () => {
    const as = await clinic.userCaller()
    await done(as.patch('/me/preferences/', { preferences: { one: 1, two: 2 } }))
    await done(as.patch('/me/preferences/', { preferences: { two: 'zwei', three: false } }))
    expect(await done(as.patch('/me/preferences/', { preferences: { one: null, none: null } }))).toEqual({
      preferences: { three: false, two: 'zwei' },
    })
  })

  it('keep every digit of a number', async () => {
    const as = await clinic.userCaller()
    const { text } = await as.patch(
      '/me/preferences/',
      '{"preferences": {"exact": [0.10, 123456789012345678901, 1e3]}}',
      { headers: { 'content-type': 'application/json' } },
    )
    expect(text).toContain('[0.10, 123456789012345678901, 1000]')
  })

  it('belong to one person', async () => {
    const [one, other] = [await clinic.userCaller(), await clinic.userCaller()]
    await done(one.patch('/me/preferences/', { preferences: { theme: 'dark' } }))
    expect(await done(other.get('/me/preferences/'))).toEqual({ preferences: {} })
  })

  it('are refused to applications', async () => {
    for (const as of [await clinic.caller(), await clinic.legacyCaller()]) {
      expect((await as.get('/me/preferences/')).status).toBe(403)
      expect((await as.patch('/me/preferences/', { preferences: {} })).status).toBe(403)
    }
  })

  it.each([
    ['no object', ['a']],
    ['a name with a blank', { 'a b': 1 }],
    ['an empty name', { '': 1 }],
    ['a name that is too long', { ['n'.repeat(64)]: 1 }],
    ['NUL in a value', { a: { b: ['\0'] } }],
    ['NUL in a name inside', { a: { '\0': 1 } }],
    ['half a character', { a: '\ud800' }],
    ['a value that is too long', { a: 'x'.repeat(8_000) }],
  ])('are refused: %s', async (_name, preferences) => {
    const as = await clinic.userCaller()
    const { status, body } = await as.patch('/me/preferences/', { preferences })
    expect([status, Object.keys(body)]).toEqual([400, ['preferences']])
    expect(await done(as.get('/me/preferences/'))).toEqual({ preferences: {} })
  })

  it('are refused where a number is too large for any program', async () => {
    const as = await clinic.userCaller()
    const json = { headers: { 'content-type': 'application/json' } }
    expect((await as.patch('/me/preferences/', '{"preferences": {"a": 1e999}}', json)).status).toBe(400)
  })

  it('are at most a hundred', async () => {
    const as = await clinic.userCaller()
    const many = (count: number, from = 0) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`name-${from + at}`, at]))
    await done(as.patch('/me/preferences/', { preferences: many(100) }))
    expect((await as.patch('/me/preferences/', { preferences: many(1, 100) })).status).toBe(400)
    await done(as.patch('/me/preferences/', { preferences: { ...many(1, 100), 'name-0': null } }))
  })
})

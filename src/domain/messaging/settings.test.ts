import { describe, expect, it } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { done } from '../../../test/support/billing.ts'
import { asProblem, codesOf } from '../../../test/support/clinic.ts'
import { sealer } from '../../secrets/seal.ts'

const api = await useApi({ allowedPrivate: ['127.0.0.1:2525'] })
const clinic = await api.givenOrganisation()
const caller = await clinic.caller()

const path = '/settings/messaging/'
const { unseal } = sealer(api.options.secretKey)
const sealedIn = (column: 'smtp_password' | 'sms_token') =>
  clinic.within(async (tx) => {
    const { [column]: sealed } = await tx.selectFrom('message_settings').select(column).executeTakeFirstOrThrow()
    return sealed === null ? null : unseal(sealed)
  })

const servers = {
  smtp_host: 'smtp.example.com',
  smtp_port: 465,
  smtp_username: 'clinic',
  smtp_password: 'the password of the mail server',
  mail_from: 'clinic@example.com',
  sms_gateway_url: 'https://sms.example.com/2010-04-01/Accounts/AC1/Messages.json',
  sms_account: 'AC1',
  sms_token: 'the token of the gateway',
  sms_from: '+358401234567',
}

describe('the message settings', () => {
  it('come with the organisation, one record at two addresses', async () => {
    const fresh = await api.givenOrganisation()
    const reader = await fresh.caller({ read: ['Settings: Integration settings'] })
    const { status, body, headers } = await reader.get(path)
    expect([status, body]).toEqual([
      200,
      {
        id: fresh.id,
        url: fresh.url('message_settings', fresh.id),
        organisation: fresh.url('organisation', fresh.id),
        smtp_host: '',
        smtp_port: 587,
        smtp_username: '',
        smtp_password_set: false,
        mail_from: '',
        sms_gateway_url: '',
        sms_account: '',
        sms_token_set: false,
        sms_from: '',
        modified: expect.any(String),
      },
    ])
    const other = await reader.get(body.url)
    expect([other.status, other.body, other.headers.get('etag')]).toEqual([200, body, headers.get('etag')])
    expect((await reader.get(`${path}${clinic.id}/`)).status).toBe(404)
  })

  it.each([path, `${path}${clinic.id}/`])('are changed at %s; secrets are sealed and never shown', async (at) => {
    const { smtp_password, sms_token, ...shown } = servers
    const body = await done(caller.patch(at, servers))
    expect(body).toMatchObject({ ...shown, smtp_password_set: true, sms_token_set: true })
    expect(await done(caller.get(path))).toEqual(body)
    expect([await sealedIn('smtp_password'), await sealedIn('sms_token')]).toEqual([smtp_password, sms_token])
    const audit = await caller.get('/auditevent/?resource__is=message_settings')
    for (const text of [JSON.stringify(body), audit.text, api.logged()])
      for (const secret of [smtp_password, sms_token]) expect(text).not.toContain(secret)
    expect(audit.body.results.length).toBeGreaterThan(0)
  })

  it('keep a secret, replace it, and remove it when it is sent empty', async () => {
    await done(caller.patch(path, servers))
    await done(caller.patch(path, { mail_from: 'desk@example.com', sms_from: 'Clinic', smtp_port: 587 }))
    expect([await sealedIn('smtp_password'), await sealedIn('sms_token')]).toEqual([
      servers.smtp_password,
      servers.sms_token,
    ])
    await done(caller.patch(path, { smtp_password: 'another', sms_token: '' }))
    expect([await sealedIn('smtp_password'), await sealedIn('sms_token')]).toEqual(['another', null])
    expect(await done(caller.get(path))).toMatchObject({ smtp_password_set: true, sms_token_set: false })
  })

  it.each([
    ['smtp_host', { smtp_host: 'elsewhere.example.com' }, [null, servers.sms_token]],
    ['smtp_username', { smtp_username: 'other' }, [null, servers.sms_token]],
    ['sms_gateway_url', { sms_gateway_url: 'https://elsewhere.example.com/' }, [servers.smtp_password, null]],
    ['sms_account', { sms_account: 'AC2' }, [servers.smtp_password, null]],
    ['smtp_host with its password', { smtp_host: 'new.example.com', smtp_password: 'new' }, ['new', servers.sms_token]],
  ])('give a secret to no other server: another %s', async (_field, change, left) => {
    await done(caller.patch(path, servers))
    await done(caller.patch(path, change))
    expect([await sealedIn('smtp_password'), await sealedIn('sms_token')]).toEqual(left)
  })

  it.each([
    ['smtp_host', { smtp_host: 'localhost' }],
    ['smtp_host', { smtp_host: '10.1.2.3' }],
    ['smtp_host', { smtp_host: 'printer.local' }],
    ['smtp_host', { smtp_host: '127.1' }],
    ['smtp_host', { smtp_host: '[::1]' }],
    ['smtp_host', { smtp_host: '127.0.0.1', smtp_port: 25 }],
    ['smtp_port', { smtp_host: 'smtp.example.com', smtp_port: 2525 }],
    ['smtp_port', { smtp_host: 'smtp.example.com', smtp_port: 22 }],
  ])('refuse a %s that is not for mail or not public: %j', async (field, change) => {
    await done(caller.patch(path, servers))
    expect(codesOf(await caller.patch(path, change, asProblem))).toEqual({ [field]: 'unusable_mail_server' })
    expect(await done(caller.get(path))).toMatchObject({ smtp_host: servers.smtp_host, smtp_port: servers.smtp_port })
  })

  it.each(['smtp://smtp.example.com', 'a b', 'x@smtp.example.com', 'smtp.example.com/'])(
    'refuse %j as a host',
    async (smtp_host) => {
      expect(codesOf(await caller.patch(path, { smtp_host }, asProblem))).toEqual({ smtp_host: 'invalid' })
    },
  )

  it.each([
    'http://sms.example.com/',
    'https://10.0.0.1/',
    'https://localhost/',
    'https://user:secret@sms.example.com/',
    'nonsense',
  ])('refuse %j as an SMS gateway', async (sms_gateway_url) => {
    expect(codesOf(await caller.patch(path, { sms_gateway_url }, asProblem))).toEqual({ sms_gateway_url: 'not_public' })
  })

  it('take an allowed private server at its own port only', async () => {
    expect((await caller.patch(path, { smtp_host: '127.0.0.1', smtp_port: 2525 })).status).toBe(200)
    expect((await caller.patch(path, { smtp_host: '127.0.0.1', smtp_port: 2526 })).status).toBe(400)
  })

  it('need a permission of their own, and can be neither created nor deleted', async () => {
    const reader = await clinic.caller({ read: ['Settings: Integration settings'] })
    const other = await clinic.caller({ write: ['General: Patients and clients', 'Settings: Departments'] })
    expect((await reader.patch(path, { mail_from: '' })).status).toBe(403)
    expect((await other.get(path)).status).toBe(403)
    expect((await caller.post(path, {})).status).toBe(405)
    expect((await caller.delete(`${path}${clinic.id}/`)).status).toBe(405)
  })
})

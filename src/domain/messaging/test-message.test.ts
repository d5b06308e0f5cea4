import { afterAll, describe, expect, it } from 'vitest'
import { done } from '../../../test/support/billing.ts'
import { asProblem, codesOf } from '../../../test/support/clinic.ts'
import { startMailServer, useMessaging } from '../../../test/support/messaging.ts'

const locked = await startMailServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _session, answer) =>
    username === 'clinic' && password === 'right'
      ? answer(null, { user: username })
      : answer(Object.assign(new Error('No, because of a secret.'), { responseCode: 535 })),
})
afterAll(() => locked.close())
const { api, clinic, mail, gateway, texts, givenClinic, caller } = await useMessaging([locked.place])

const path = '/settings/messaging/test/'
const person = await clinic.userCaller({ write: ['Settings: Integration settings'] })
const own = (await done(person.get('/me/'))).user.email as string

describe('a test message', () => {
  it('goes by e-mail to the address of whoever asks for it, in the language of the clinic', async () => {
    expect(await done(person.post(path, { channel: 1 }))).toEqual({
      outcome: 'sent',
      recipient: own,
      cause: 'none',
      detail: '',
    })
    expect(mail.to(own)).toMatchObject([
      {
        from: '"Test clinic" <clinic@example.com>',
        subject: 'Test message: Test clinic',
        text: 'This is a test message. Messages to your clients go this way.\n',
      },
    ])
    expect(mail.to(own)[0]!.html).toContain('<html lang="en">')
    expect((await done(caller.get('/message/'))).results).toEqual([])
  })

  it('goes by SMS to the number that is sent, which must be one', async () => {
    expect(await done(person.post(path, { channel: 2, phone_number: '045 700 3333' }))).toEqual({
      outcome: 'sent',
      recipient: '+358457003333',
      cause: 'none',
      detail: '',
    })
    expect(texts().at(-1)).toEqual({
      To: '+358457003333',
      From: 'Clinic',
      Body: 'Test clinic: This is a test message. Messages to your clients go this way.',
    })
    expect(gateway.to(`/sms-${clinic.id}`).at(-1)!.headers.authorization).toBe(
      `Basic ${Buffer.from('AC1:a token of the gateway').toString('base64')}`,
    )
    expect(codesOf(await person.post(path, { channel: 2 }, asProblem))).toEqual({ phone_number: 'required' })
    expect(codesOf(await person.post(path, { channel: 2, phone_number: '12' }, asProblem))).toEqual({
      phone_number: 'invalid',
    })
    expect(codesOf(await person.post(path, {}, asProblem))).toEqual({ channel: 'required' })
  })

  it('says what the mail server answered and what to look at, and never quotes it', async () => {
    const other = await givenClinic()
    const someone = await other.clinic.userCaller({ write: ['Settings: Integration settings'] })
    const to = (await done(someone.get('/me/'))).user.email as string
    const set = (settings: object) => done(other.caller.patch('/settings/messaging/', settings))
    const tried = async () => done(someone.post(path, { channel: 1 }))
    mail.refuse(to, { responseCode: 550, at: 'recipient' })
    expect(await tried()).toEqual({
      outcome: 'bounced',
      recipient: to,
      cause: 'recipient',
      detail: 'The mail server did not take the message. It answered 550.',
    })
    mail.refuse(to, { responseCode: 554, at: 'message' })
    expect(await tried()).toMatchObject({ outcome: 'refused', cause: 'message' })
    mail.refuse(to, undefined)
    const signingIn = { smtp_host: locked.host, smtp_port: locked.port, smtp_username: 'clinic' }
    await set({ ...signingIn, smtp_password: 'wrong' })
    const refused = await tried()
    expect(refused).toEqual({
      outcome: 'failed',
      recipient: to,
      cause: 'sign_in',
      detail: 'The mail server refused the user name or password. It answered 535.',
    })
    expect(locked.to(to)).toEqual([])
    await set({ smtp_password: 'right' })
    expect(await tried()).toMatchObject({ outcome: 'sent' })
    expect(locked.to(to)).toHaveLength(1)
    await locked.close()
    expect(await tried()).toMatchObject({
      outcome: 'failed',
      cause: 'address',
      detail: 'The mail server refused the connection.',
    })
    await set({ smtp_host: '' })
    expect(await tried()).toMatchObject({ outcome: 'not_set_up', cause: 'settings' })
    expect(api.logged()).not.toContain('because of a secret')
  })

  it('says what the SMS gateway answered', async () => {
    const asked = { channel: 2, phone_number: '+358457004444' }
    gateway.answerAt(`/sms-${clinic.id}`, (response) => void response.writeHead(401).end())
    expect(await done(person.post(path, asked))).toMatchObject({
      outcome: 'failed',
      cause: 'sign_in',
      detail: 'The SMS gateway answered 401.',
    })
    gateway.answerAt(`/sms-${clinic.id}`, (response) => void response.writeHead(400).end())
    expect(await done(person.post(path, asked))).toMatchObject({ outcome: 'refused', cause: 'message' })
    gateway.answerAt(`/sms-${clinic.id}`, (response) => void response.writeHead(200).end())
  })

  it('is sent by no dry run, by no application for itself, and by nobody who may only read', async () => {
    const before = mail.to(own).length
    const dry = await person.post(path, { channel: 1 }, { headers: { prefer: 'dry-run' } })
    expect([dry.status, dry.headers.get('preference-applied'), dry.body.outcome]).toEqual([200, 'dry-run', 'not_tried'])
    expect((await caller.post(path, { channel: 1 })).status).toBe(403)
    const reader = await clinic.userCaller({ read: ['Settings: Integration settings'] })
    expect((await reader.post(path, { channel: 1 })).status).toBe(403)
    expect(mail.to(own)).toHaveLength(before)
  })
})

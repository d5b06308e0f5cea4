// @module-tag browser
// @module-tag waits
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { counted, drawn, password, tablet, useClinicApp, writesOf } from '../support/app-journeys.ts'
import { done } from '../support/billing.ts'
import { useReceiver } from '../support/deliveries.ts'
import { startMailServer } from '../support/messaging.ts'
import { violationsOn } from '../support/web-app.ts'

const mail = await startMailServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  authOptional: true,
  onAuth: ({ username, password: sent }, _session, answer) =>
    username === 'clinic' && sent === 'the right one'
      ? answer(null, { user: username })
      : answer(Object.assign(new Error('No, because of a secret.'), { responseCode: 535 })),
})
afterAll(() => mail.close())
const gateway = await useReceiver()
const { address, api, caller, clinic, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp({
  allowedPrivate: [mail.place, gateway.host],
})

const permission = 'Settings: Integration settings'
let number = 0
let name: string
let own: string
beforeEach(async () => {
  number++
  name = `Minna${number}`
  own = (await givenStaff(name, [permission])).email
  const none = {
    smtp_host: '',
    smtp_port: 587,
    smtp_username: '',
    mail_from: '',
    sms_gateway_url: '',
    sms_account: '',
    sms_from: '',
  }
  await done(caller.patch('/settings/messaging/', none))
})

const open = async (page: Page) => {
  await page.goto(`${address}settings/messaging/`)
  await page.getByRole('heading', { level: 1, name: 'E-mail and SMS' }).waitFor()
  await page.getByLabel('Host').waitFor()
}
const server = (page: Page) => page.getByRole('group', { name: 'Try it out' })
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor()

/** The person gave their factor long ago; the service may know a session for a second as it was. */
const letConfirmationEnd = async (page: Page) => {
  await clinic.within((tx) => sql`update session set confirmed = '-infinity'`.execute(tx))
  const cookies = await page.context().cookies(address)
  const cookie = cookies.map((one) => `${one.name}=${one.value}`).join('; ')
  const { csrf_token } = await done(clinic.as().get('/me/', { headers: { cookie } }))
  const headers = { cookie, origin: api.publicUrl, 'x-csrf-token': csrf_token, accept: 'application/problem+json' }
  const code = async () => (await clinic.as().patch('/settings/messaging/', {}, { headers })).body.code
  await expect.poll(code).toBe('step_up_required')
}

describe('whoever sets up the messages of a clinic', () => {
  it('enters a mail server, is told what it refuses, corrects it, and gets the test message', async () => {
    const page = await openDesk()
    await signIn(page, name)
    await open(page)
    await page.getByText('Not set up: nothing is sent this way').first().waitFor()
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'messaging-empty')
    const writes = writesOf(page)

    const entering = await counted(page)
    await page.getByLabel('Host').fill(mail.host)
    await page.getByLabel('Port').fill(String(mail.port))
    await page.getByLabel('User name').fill('clinic')
    await page.getByLabel('Password').fill('a wrong one')
    await page.getByLabel('Sender').first().fill('clinic@northgate.example')
    await server(page).getByText('Save first').waitFor()
    await drawn(page, 'messaging-typed')
    await page.getByRole('button', { name: 'Save 5 changes' }).click()
    await saved(page)
    await server(page)
      .getByRole('button', { name: `Send a test e-mail to ${own}` })
      .click()
    await server(page).getByText('The mail server refused the user name or password. It answered 535.').waitFor()
    await server(page).getByText('type the password again').waitFor()
    expect(await entering()).toEqual({ clicks: 2, keys: 0 })
    expect(mail.to(own)).toEqual([])
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'messaging-refused')
    // What was typed is nowhere: neither in the field nor in an answer.
    expect(await page.getByLabel('Password').inputValue()).toBe('')
    await page.getByText('Stored, and never shown').waitFor()

    const correcting = await counted(page)
    await page.getByLabel('Password').fill('the right one')
    await page.getByLabel('Password').press('Enter')
    await saved(page)
    await server(page)
      .getByRole('button', { name: `Send a test e-mail to ${own}` })
      .click()
    await server(page).getByText(`The server took the message to ${own}.`).waitFor()
    expect(await correcting()).toEqual({ clicks: 1, keys: 1 })
    expect(mail.to(own)).toMatchObject([{ subject: 'Test message: Northgate Veterinary Clinic' }])
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'messaging-sent')
    expect(writes).toEqual([
      'PATCH /settings/messaging/',
      'POST /settings/messaging/test/',
      'PATCH /settings/messaging/',
      'POST /settings/messaging/test/',
    ])
    expect((await done(caller.get('/settings/messaging/'))).smtp_password_set).toBe(true)
    expect(api.logged()).not.toContain('the right one')

    await page.getByLabel('User name').fill('another')
    await page.getByText('Type it again, or it is removed').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('Stored, and never shown').waitFor()
    expect(consoleErrors).toEqual([])
    await page.context().close()
  })

  it('enters an SMS gateway, is told what it refuses, and gets the test message', async () => {
    const path = `/sms-${number}`
    gateway.answerAt(path, (response) => void response.writeHead(401).end())
    const page = await openDesk(tablet)
    await signIn(page, name)
    await open(page)
    await page.getByLabel('Address of the gateway').fill(gateway.at(path))
    await page.getByLabel('Account').fill('AC1')
    await page.getByLabel('Token').fill('a token')
    await page.getByLabel('Sender').last().fill('Northgate')
    await page.getByRole('button', { name: 'Save 4 changes' }).tap()
    await saved(page)
    const trying = page.getByRole('group', { name: 'Send a test text message' })
    await trying.getByRole('button').tap()
    await trying.getByText('Enter the number that the text message goes to.').waitFor()
    await trying.getByLabel('Your mobile number').fill('+358 45 700 5555')
    await trying.getByRole('button').tap()
    await trying.getByText('The SMS gateway answered 401.').waitFor()
    await trying.getByText('Check the account, and type the token again.').waitFor()
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'messaging-sms')
    gateway.answerAt(path, (response) => void response.writeHead(201).end())
    await trying.getByRole('button').tap()
    await trying.getByText('The server took the message to +358457005555.').waitFor()
    expect(Object.fromEntries(new URLSearchParams(gateway.to(path).at(-1)!.body))).toMatchObject({
      To: '+358457005555',
      From: 'Northgate',
    })
    await page.context().close()
  })

  it('is told at its field what cannot be, and confirms that it is them before it is saved', async () => {
    const page = await openDesk()
    await signIn(page, name)
    await open(page)
    await page.getByLabel('Host').fill('10.1.2.3')
    await page.getByLabel('Port').fill('many')
    await page.getByRole('button', { name: 'Save 2 changes' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('Port').getAttribute('aria-invalid')).toBe('true')
    expect(await violationsOn(page)).toEqual([])
    await page.getByLabel('Port').fill('587')
    await page.getByRole('button', { name: 'Save 1 change' }).click()
    await expect.poll(() => page.getByLabel('Host').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Host').fill('smtp.example.com')
    await letConfirmationEnd(page)
    await page.getByRole('button', { name: 'Save 1 change' }).click()
    const question = page.getByRole('dialog')
    await question.getByLabel('Password').fill(password)
    await question.getByLabel('Password').press('Enter')
    await saved(page)
    expect((await done(caller.get('/settings/messaging/'))).smtp_host).toBe('smtp.example.com')
    await page.context().close()
  })
})

describe('somebody else', () => {
  it('who may read sees the servers, and neither changes nor tries them', async () => {
    await givenStaff(`Reijo${number}`, [], [permission])
    await done(caller.patch('/settings/messaging/', { smtp_host: 'smtp.example.com' }))
    const page = await openDesk()
    await signIn(page, `Reijo${number}`)
    await open(page)
    expect(await page.getByLabel('Host').inputValue()).toBe('smtp.example.com')
    expect(await page.getByLabel('Host').isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: /Send a test/ }).count()).toBe(0)
    expect(await violationsOn(page)).toEqual([])
    await page.context().close()
  })
})

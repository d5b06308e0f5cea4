// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestResponse } from '../support/api.ts'
import { counted, drawn, tablet, useClinicApp, writesOf } from '../support/app-journeys.ts'
import { done, givenInvoice } from '../support/billing.ts'
import { givenClient, givenConsultation, givenPatient, givenPhoneNumber } from '../support/clinic.ts'
import { useReceiver, useWorkerParts } from '../support/deliveries.ts'
import { sendDue, startMailServer } from '../support/messaging.ts'
import { violationsOn } from '../support/web-app.ts'

type Body = TestResponse['body']

const mail = await startMailServer()
afterAll(() => mail.close())
const gateway = await useReceiver()
const allowedPrivate = [mail.place, gateway.host]
const { api, clinic, caller, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp({
  allowedPrivate,
})
const parts = useWorkerParts(api, allowedPrivate)
let desk: Page
let client: Body
let email: string
let number = 0

beforeAll(async () => {
  await done(
    caller.patch('/settings/messaging/', {
      smtp_host: mail.host,
      smtp_port: mail.port,
      mail_from: 'clinic@example.com',
      sms_gateway_url: gateway.at('/sms'),
      sms_account: 'AC1',
      sms_token: 'a token of the gateway',
      sms_from: 'Northgate',
    }),
  )
  await done(
    caller.post('/text_template/', {
      name: 'Results are fine',
      kind: 'message',
      text: 'The results of {{patients}} are here, and all is well.',
    }),
  )
  await givenStaff('Maria', ['General: Patients and clients', 'Financial: Invoices', 'Clinical: Consultations'])
  desk = await openDesk()
  await signIn(desk, 'Maria')
})
beforeEach(async () => {
  number++
  email = `koski.${number}@example.com`
  client = await givenClient(caller, { firstname: 'Anna', lastname: `Koski ${number}`, email })
  await givenPhoneNumber(caller, client, { phone_number: `+35845300000${number}` })
})

const letter = (page: Page) => page.getByRole('dialog', { name: /^Message to/ })
const openClient = async (page: Page) => {
  await page.goto(`${address}clients/${client.id}/`)
  await page.getByRole('heading', { level: 1, name: /Koski/ }).waitFor()
}
const sent = (page: Page) => page.getByText(/is on its way/).waitFor()

describe('a message to a client', () => {
  it('is written from the client by one key, and arrives as it was written', async () => {
    await openClient(desk)
    const uses = await counted(desk)
    const writes = writesOf(desk)
    await desk.keyboard.press('w')
    await letter(desk).getByText(`To ${email}`).waitFor()
    const text = letter(desk).getByLabel('Message', { exact: true })
    // It is written between the greeting and the name of the clinic.
    await expect.poll(() => text.inputValue()).toContain(`Dear Anna Koski ${number},`)
    await text.pressSequentially('Bella is awake, and may go home at four.')
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'letter')
    await letter(desk).getByRole('button', { name: 'Send', exact: false }).last().click()
    await sent(desk)
    expect(await uses()).toEqual({ clicks: 1, keys: 1 })
    expect(writes).toEqual(['POST /message/'])
    await sendDue(parts, clinic)
    const [arrived, ...more] = mail.to(email)
    expect(more).toEqual([])
    expect(arrived!.subject).toBe('Message from Northgate Veterinary Clinic')
    expect(arrived!.text).toBe(
      `Dear Anna Koski ${number},\n\nBella is awake, and may go home at four.\n\nNorthgate Veterinary Clinic\n`,
    )
    await desk.goto(`${address}clients/${client.id}/?tab=messages`)
    await desk.getByText('Personal message').waitFor()
    await desk.getByText('Sent', { exact: true }).waitFor()
  })

  it('is a text message from a visit, with a stored text, which says as how many it is paid for', async () => {
    const patient = await givenPatient(caller, { client: client.url, name: 'Bella' })
    const visit = await givenConsultation(caller, { patients: [patient] })
    const page = await openDesk({ ...tablet, colorScheme: 'dark' })
    await signIn(page, 'Maria')
    await page.goto(`${address}visits/${visit.id}/?pane=charges`)
    await page.getByRole('button', { name: /^Write to Koski/ }).tap()
    await letter(page).getByRole('button', { name: 'Text message' }).tap()
    await letter(page).getByText('To +358').waitFor()
    const text = letter(page).getByLabel('Message', { exact: true })
    await expect.poll(() => text.inputValue()).toBe('Message from Northgate Veterinary Clinic: ')
    await letter(page).getByRole('button', { name: 'Insert a stored text' }).tap()
    await page.getByRole('menuitem', { name: 'Results are fine' }).tap()
    await letter(page)
      .getByText(/sent and paid for as 1 text message/)
      .waitFor()
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'letter-sms-dark')
    await letter(page).getByRole('button', { name: 'Send', exact: false }).last().tap()
    await sent(page)
    await sendDue(parts, clinic)
    expect(new URLSearchParams(gateway.to('/sms').at(-1)!.body).get('Body')).toBe(
      'Message from Northgate Veterinary Clinic: The results of Bella are here, and all is well.',
    )
    const { results } = await done(caller.get(`/message/?consultation__is=${visit.id}`))
    expect(results).toMatchObject([{ kind: 6, channel: 2, status: 3, client: client.url }])
    await page.context().close()
  })

  it('is written from an invoice to whoever pays it', async () => {
    const invoice = await givenInvoice(caller, clinic, { client: client.url })
    await desk.goto(`${address}invoices/${invoice.id}/`)
    await desk.getByRole('button', { name: 'More' }).click()
    await desk.getByRole('menuitem', { name: /^Write to/ }).click()
    await letter(desk).getByLabel('Subject').fill('Your invoice {{number}}')
    await letter(desk).getByLabel('Message', { exact: true }).fill('It is {{amount}}.')
    await letter(desk).getByRole('button', { name: 'Send', exact: false }).last().click()
    await sent(desk)
    await sendDue(parts, clinic)
    expect(mail.to(email)).toMatchObject([
      { subject: `Your invoice ${invoice.invoice_number}`, text: expect.stringContaining('€') },
    ])
  })

  it('says why a client cannot be written to, and what is missing', async () => {
    await openClient(desk)
    await desk.keyboard.press('w')
    await letter(desk).getByText(`To ${email}`).waitFor()
    await letter(desk).getByLabel('Subject').fill('')
    await letter(desk).getByRole('button', { name: 'Send', exact: false }).last().click()
    await letter(desk).getByText('Enter a subject.').first().waitFor()
    await letter(desk).getByLabel('Subject').fill('Hello {{klient}}')
    await letter(desk).getByRole('button', { name: 'Send', exact: false }).last().click()
    await letter(desk)
      .getByText(/no placeholder {{klient}}/)
      .first()
      .waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await desk.keyboard.press('Escape')
    await done(caller.patch(client.url, { no_email: true }))
    await openClient(desk)
    await desk.keyboard.press('w')
    await letter(desk).getByText('The client has no_email set.').waitFor()
    expect(await letter(desk).getByRole('button', { name: 'Send', exact: false }).count()).toBe(0)
    await drawn(desk, 'letter-held')
    expect((await done(caller.get(`/message/?client__is=${client.id}`))).results).toEqual([])
  })
})

it('nothing went wrong in any page', () => {
  expect(consoleErrors).toEqual([])
})

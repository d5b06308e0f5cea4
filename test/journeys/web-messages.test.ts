// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { counted, drawn, goByKeys, useClinicApp, writesOf } from '../support/app-journeys.ts'
import { done } from '../support/billing.ts'
import { useWorkerParts } from '../support/deliveries.ts'
import { confirm, givenBooking, sendDue, startMailServer } from '../support/messaging.ts'
import { violationsOn } from '../support/web-app.ts'

const mail = await startMailServer()
afterAll(() => mail.close())
const allowedPrivate = [mail.place]
const { api, clinic, caller, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp({
  allowedPrivate,
})
const parts = useWorkerParts(api, allowedPrivate)
const byMail = '?dont_send_sms_confirmation'
let desk: Page

const row = (name: string) => desk.getByRole('row').filter({ hasText: name })
const rows = () => desk.locator('tbody tr')

beforeAll(async () => {
  await done(
    caller.patch('/settings/messaging/', {
      smtp_host: mail.host,
      smtp_port: mail.port,
      mail_from: 'clinic@example.com',
    }),
  )
  await givenStaff('Maria', ['General: Patients and clients'])
  desk = await openDesk()
  await signIn(desk, 'Maria')
})

describe('messages', () => {
  it('say what was sent and what became of it, and change while one looks', async () => {
    const sent = await givenBooking(caller, { client: { lastname: 'Sent' } })
    const refused = await givenBooking(caller, { client: { lastname: 'Refused' } })
    const held = await givenBooking(caller, { client: { lastname: 'Held', no_email: true } })
    mail.refuse(refused.email, { responseCode: 550, at: 'recipient' })
    for (const { appointment } of [sent, refused, held]) await done(confirm(caller, appointment, byMail))
    await desk.goto(address)
    await desk.getByRole('heading', { level: 1 }).waitFor()
    await goByKeys(desk, ['g', 'm'], '/messages/')
    await row('Sent, Aino')
      .getByText(/^Goes /)
      .waitFor()
    await row('Held, Aino').getByText('Held back: The client has no_email set.').waitFor()
    const uses = await counted(desk)
    const writes = writesOf(desk)
    await sendDue(parts, clinic)
    await desk.reload()
    await row('Sent, Aino').getByText('Sent', { exact: true }).waitFor()
    await row('Refused, Aino')
      .getByText(/^Failed: .*550/)
      .waitFor()
    expect(mail.to(sent.email)).toHaveLength(1)
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'messages')

    await row('Sent, Aino')
      .getByRole('link', { name: /Your appointment/ })
      .click()
    const panel = desk.getByRole('complementary', { name: 'Confirmation by e-mail' })
    await panel.getByText('We confirm your appointment:').waitFor()
    // What is shown is what arrived.
    const [arrived] = mail.to(sent.email)
    expect(await panel.innerText()).toContain(arrived!.subject)
    expect(await panel.innerText()).toContain(sent.email)
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'messages-panel')
    await panel.getByRole('link', { name: 'Open client' }).click()
    await desk.getByRole('heading', { level: 1, name: /Sent/ }).waitFor()
    expect(await uses()).toEqual({ clicks: 2, keys: 0 })
    expect(writes).toEqual([])
  })

  it('are listed by outcome, kind, way and day, as the address says', async () => {
    const { appointment } = await givenBooking(caller, { client: { lastname: 'Both', no_email: true } })
    await done(confirm(caller, appointment))
    await desk.goto(`${address}messages/?view=held&channel=1`)
    await row('Both, Aino').waitFor()
    expect(await rows().filter({ hasNotText: 'e-mail' }).count()).toBe(0)
    await desk.getByLabel('Way').selectOption({ label: 'text message' })
    // The clinic has no gateway.
    await row('Both, Aino')
      .getByText(/no server/)
      .waitFor()
    await desk.getByLabel('Kind').selectOption({ label: 'Recall' })
    await desk.getByText('Nothing was held back.').waitFor()
    await desk.getByLabel('Kind').selectOption({ label: 'Any kind' })
    await row('Both, Aino').waitFor()
    await desk.goto(`${address}messages/?day=2020-02-03`)
    await desk.getByText('No message was written.').waitFor()
    expect(await violationsOn(desk)).toEqual([])
  })
})

it('nothing went wrong in any page', () => {
  expect(consoleErrors).toEqual([])
})

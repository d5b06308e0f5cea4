// @module-tag browser
// @module-tag waits
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { permissions } from '../../src/domain/identity/permissions.ts'
import { signatureHeaders } from '../../src/domain/webhooks/sign.ts'
import { startWorker, type Worker } from '../../src/worker/worker.ts'
import { counted, drawn, password, tablet, useClinicApp, writesOf } from '../support/app-journeys.ts'
import { done } from '../support/billing.ts'
import { givenClient, givenIntegration, givenPermissionGroup } from '../support/clinic.ts'
import { postponeRetries, useReceiver, useWorkerParts } from '../support/deliveries.ts'
import { violationsOn } from '../support/web-app.ts'

const receiver = await useReceiver()
const { address, api, caller, clinic, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp({
  allowedPrivate: [receiver.host],
})
const parts = useWorkerParts(api, [receiver.host])

const permission = 'Settings: Integration settings'
let number = 0
let name: string
let worker: Worker
beforeEach(async () => {
  name = `Minna${++number}`
  await givenStaff(name, [permission])
  worker = startWorker(parts)
})
afterEach(async () => {
  await worker.stop()
  const { results } = await done(caller.get('/hook/webhook/?archived__is=false&page_size=200'))
  for (const { id } of results) await caller.delete(`/hook/webhook/${id}/`)
})

const givenHook = async (fields: Readonly<Record<string, unknown>> = {}) => {
  const path = `/hook${number}`
  const hook = await done(
    caller.post('/hook/webhook/', { name: `Bridge ${number}`, trigger: 1, url: receiver.at(path), ...fields }),
  )
  return { ...hook, path, itself: `/hook/webhook/${hook.id}/` }
}
const open = async (page: Page) => {
  await page.goto(`${address}settings/integrations/`)
  await page.getByRole('heading', { level: 1, name: 'Integrations' }).waitFor()
  await page.getByRole('link', { name: 'All deliveries' }).waitFor()
}
const rows = (page: Page, state: string) => page.getByRole('row').filter({ hasText: state })
const sheetOf = (page: Page, title: string) => page.getByRole('complementary', { name: title })

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

describe('whoever sees a webhook fail', () => {
  it('finds a webhook that fails, sees why, mends it and recovers what was missed', async () => {
    const hook = await givenHook()
    receiver.answerAt(hook.path, (response) => response.writeHead(503).end('{"error":"down for maintenance"}'))
    const clients: number[] = []
    for (let at = 0; at < 3; at++) clients.push((await givenClient(caller)).id)
    await expect.poll(async () => (await done(caller.get(hook.itself))).failing).toBe(3)
    await postponeRetries(api)
    const page = await openDesk()
    await signIn(page, name)
    const writes = writesOf(page)

    const finding = await counted(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Integrations' }).click()
    await page.getByRole('link', { name: hook.name }).getByText('3 failing').waitFor()
    await page.getByRole('link', { name: hook.name }).click()
    await page.getByRole('button', { name: 'Redeliver 3' }).waitFor()
    await page
      .getByRole('button', { name: /^Attempts of Client/ })
      .first()
      .click()
    await page.getByText('down for maintenance').waitFor()
    await page.getByText('The receiver answered 503.').first().waitFor()
    expect(await finding()).toEqual({ clicks: 4, keys: 0 })
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'integrations-failing')

    // The receiver has moved, and answers elsewhere.
    const mended = `${hook.path}/mended`
    receiver.answerAt(mended, (response) => response.writeHead(200).end('stored'))
    const mending = await counted(page)
    await page.getByRole('button', { name: 'Edit' }).click()
    await sheetOf(page, hook.name).locator('input:focus').waitFor()
    await sheetOf(page, hook.name).getByLabel('Address').fill(receiver.at(mended))
    expect(await violationsOn(page)).toEqual([])
    await page.keyboard.press('Enter')
    await sheetOf(page, hook.name).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Redeliver 3' }).click()
    await page.getByText('3 deliveries are due again').waitFor()
    await expect.poll(() => rows(page, 'Delivered').count()).toBe(3)
    await page.getByRole('link', { name: hook.name }).getByText('On', { exact: true }).waitFor()
    expect(await mending()).toEqual({ clicks: 2, keys: 1 })
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'integrations-recovered')

    expect(await done(caller.get(hook.itself))).toMatchObject({ failing: 0, url: receiver.at(mended) })
    const { results } = await done(caller.get(`/hook/queue/?webhook__is=${hook.id}`))
    expect(results).toMatchObject(clients.map(() => ({ status: 1, last_status_code: 200, last_answer: 'stored' })))
    expect(receiver.to(mended).map(({ body }) => JSON.parse(body).client_id)).toEqual(expect.arrayContaining(clients))
    expect(writes).toEqual([`PATCH ${hook.itself}`, `POST ${hook.itself}recover/`])
    expect(consoleErrors).toEqual([])
    await page.context().close()
  })
})

describe('whoever looks after the integrations', () => {
  it('makes a webhook, confirms that it is them, stores its secret, and tries it out', async () => {
    const page = await openDesk()
    await signIn(page, name)
    await open(page)
    await page.getByText('No webhook is set up yet').waitFor()
    expect(await violationsOn(page)).toEqual([])
    await letConfirmationEnd(page)
    const path = `/made${number}`
    await page.getByRole('button', { name: 'New webhook' }).click()
    const sheet = sheetOf(page, 'New webhook')
    await sheet.locator('input:focus').waitFor()
    await page.keyboard.type('Newsletter')
    await sheet.getByLabel('Trigger').selectOption('Client')
    await sheet.getByLabel('Address').fill(receiver.at(path))
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await question.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    const shown = page.getByRole('dialog', { name: 'The secret of Newsletter' })
    await shown.getByRole('button', { name: 'Copy the secret' }).waitFor()
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'integrations-secret')
    // Neither Escape nor a button closes it before it is stored.
    await page.keyboard.press('Escape')
    expect(await shown.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true)
    const secret = await shown.getByRole('textbox').inputValue()
    await shown.getByLabel('I have stored it elsewhere').check()
    await shown.getByRole('button', { name: 'Done' }).click()
    await shown.waitFor({ state: 'detached' })
    const { results } = await done(caller.get('/hook/webhook/?archived__is=false'))
    expect(results).toMatchObject([{ name: 'Newsletter', trigger: 1, url: receiver.at(path), active: true }])

    await page.getByRole('button', { name: 'Send test' }).click()
    await rows(page, 'Delivered').first().waitFor()
    const [got] = receiver.to(path)
    expect(JSON.parse(got!.body)).toMatchObject({ test: true })

    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = got!.headers
    expect(signature).toBe(signatureHeaders(String(id), Number(at), got!.body, [secret])['webhook-signature'])
    expect(consoleErrors).toEqual([])
    await page.context().close()
  })

  it('replaces a secret, ends the old one, and archives the webhook', async () => {
    const hook = await givenHook({ secret: 'the first secret of it' })
    const page = await openDesk()
    await signIn(page, name)
    await open(page)
    await page.getByRole('link', { name: hook.name }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Replace the secret…' }).click()
    const writes = writesOf(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
    const shown = page.getByRole('dialog', { name: `The secret of ${hook.name}` })
    const secret = await shown.getByRole('textbox').inputValue()
    await shown.getByLabel('I have stored it elsewhere').check()
    await shown.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Deliveries are signed with the old secret as well until').waitFor()
    await page.getByRole('button', { name: 'Stop using the old one' }).click()
    await page.getByText('Deliveries are signed with the new secret alone').waitFor()
    expect((await done(caller.get(hook.itself))).previous_secret_until).toBe(null)

    await done(caller.post(`${hook.itself}test/`))
    await expect.poll(() => receiver.to(hook.path).length).toBe(1)
    const [{ headers, body }] = receiver.to(hook.path) as [(typeof receiver.received)[number]]
    const expected = signatureHeaders(String(headers['webhook-id']), Number(headers['webhook-timestamp']), body, [
      secret,
    ])
    expect(headers['webhook-signature']).toBe(expected['webhook-signature'])

    await page.getByRole('button', { name: 'Archive…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('link', { name: /archived webhook/ }).waitFor()
    await expect.poll(async () => (await done(caller.get(hook.itself))).archived).toBe(true)
    expect(writes).toEqual([`PATCH ${hook.itself}`, `POST ${hook.itself}retire_secret/`, `PATCH ${hook.itself}`])
    expect(consoleErrors).toEqual([])
    await page.context().close()
  })

  it('works with fingers on a tablet', async () => {
    const hook = await givenHook()
    receiver.answerAt(hook.path, (response) => response.writeHead(500).end('broken'))
    await givenClient(caller)
    await expect.poll(async () => (await done(caller.get(hook.itself))).failing).toBe(1)
    await postponeRetries(api)
    const page = await openDesk(tablet)
    await signIn(page, name)
    await open(page)
    await page.getByRole('link', { name: hook.name }).tap()
    receiver.answerAt(hook.path, (response) => response.writeHead(204).end())
    await page.getByRole('button', { name: /^Redeliver Client of/ }).tap()
    await rows(page, 'Delivered').first().waitFor()
    expect((await done(caller.get(hook.itself))).failing).toBe(0)
    expect(await violationsOn(page)).toEqual([])
    expect(consoleErrors).toEqual([])
    await page.context().close()
  })
})

describe('whoever connects applications', () => {
  const openApplications = async (page: Page) => {
    await open(page)
    await page.getByRole('button', { name: 'Applications' }).click()
    await page.getByRole('navigation', { name: 'Applications' }).waitFor()
  }

  it('makes one, confirms that it is them, stores its secret, and the application works with what its group allows', async () => {
    const group = await givenPermissionGroup(caller, { name: `Books ${number}`, read: ['Financial: Invoices'] })
    const manager = `Riikka${number}`
    await givenStaff(manager, permissions)
    const page = await openDesk()
    await signIn(page, manager)
    await openApplications(page)
    expect(await violationsOn(page)).toEqual([])
    await letConfirmationEnd(page)
    const writes = writesOf(page)
    const making = await counted(page)
    await page.getByRole('button', { name: 'New application' }).click()
    const sheet = sheetOf(page, 'New application')
    await sheet.locator('input:focus').waitFor()
    const called = `Accounting Bridge ${number}`
    await page.keyboard.type(called)
    await sheet.getByLabel(`Books ${number}`).click()
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'integrations-application-new')
    await sheet.getByRole('button', { name: 'Make application' }).click()
    await page.getByRole('dialog', { name: 'Confirm that it is you' }).getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    const shown = page.getByRole('dialog', { name: `The secret of ${called}` })
    const client_secret = await shown.getByRole('textbox').inputValue()
    expect(await violationsOn(page)).toEqual([])
    await page.keyboard.press('Escape')
    await shown.getByLabel('I have stored it elsewhere').click()
    await shown.getByRole('button', { name: 'Done' }).click()
    await shown.waitFor({ state: 'detached' })
    expect(await making()).toEqual({ clicks: 5, keys: 2 })
    expect(writes).toEqual(['POST /application/', 'POST /application/'])

    const { results } = await done(caller.get(`/application/?name__icontains=${encodeURIComponent(called)}`))
    const [made] = results
    expect(made).toMatchObject({ scopes: ['restapi'], public: false, archived: false, last_used: null })
    expect((await done(caller.get(made.user))).permission_groups).toEqual([group.url])
    const bridge = clinic.as(`Bearer ${await clinic.tokenOf({ client_id: made.client_id, client_secret })}`)
    expect((await bridge.get('/invoice/')).status).toBe(200)
    expect((await bridge.get('/client/')).status).toBe(403)
    await page.reload()
    const detail = page.getByRole('region', { name: 'What it may do' })
    await detail.getByText('Invoices', { exact: true }).waitFor()
    await page.getByRole('link', { name: called }).getByText(/used /).waitFor()
    expect(await violationsOn(page)).toEqual([])
    await drawn(page, 'integrations-application')

    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Revoke…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText(`${called} was revoked`).waitFor()
    expect((await done(caller.get(made.url))).archived).toBe(true)
    await expect.poll(async () => (await bridge.get('/invoice/')).status).toBe(401)
    expect(consoleErrors).toEqual([])
    await page.context().close()
  })

  it('gives one another group, and replaces its secret', async () => {
    const [books, desk] = [
      await givenPermissionGroup(caller, { name: `Ledger ${number}`, read: ['Financial: Invoices'] }),
      await givenPermissionGroup(caller, { name: `Desk ${number}`, write: ['General: Patients and clients'] }),
    ]
    const made = await givenIntegration(caller, { name: `Lab ${number}`, permission_groups: [books.url] })
    const before = clinic.as(`Bearer ${await clinic.tokenOf(made as never)}`)
    const manager = `Riikka${number}`
    await givenStaff(manager, permissions)
    const page = await openDesk({ colorScheme: 'dark' })
    await signIn(page, manager)
    await openApplications(page)
    await page.getByRole('link', { name: `Lab ${number}` }).click()
    const detail = page.getByRole('region', { name: 'What it may do' })
    await detail.getByLabel(`Desk ${number}`).click()
    await detail.getByRole('button', { name: 'Save groups' }).click()
    await detail.getByText('Patients and clients', { exact: true }).waitFor()
    const groups = (await done(caller.get(made.user))).permission_groups
    expect(new Set(groups)).toEqual(new Set([books.url, desk.url]))
    expect(await violationsOn(page)).toEqual([])

    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Replace the secret…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
    const shown = page.getByRole('dialog', { name: `The secret of Lab ${number}` })
    const client_secret = await shown.getByRole('textbox').inputValue()
    await expect.poll(async () => (await before.get('/client/')).status).toBe(401)
    const after = clinic.as(`Bearer ${await clinic.tokenOf({ client_id: made.client_id, client_secret })}`)
    expect((await after.get('/client/')).status).toBe(200)
    expect(consoleErrors).toEqual([])
    await page.context().close()
  })
})

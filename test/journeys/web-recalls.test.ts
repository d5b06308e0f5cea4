// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestResponse } from '../support/api.ts'
import { counted, drawn, goByKeys, useClinicApp, writesOf } from '../support/app-journeys.ts'
import { done } from '../support/billing.ts'
import {
  givenClient,
  givenConsultation,
  givenItem,
  givenPatient,
  givenPhoneNumber,
  givenRow,
  givenUser,
  species,
} from '../support/clinic.ts'
import { startMailServer } from '../support/messaging.ts'
import { violationsOn } from '../support/web-app.ts'
import { dateIn } from '../../web/src/format.ts'

type Body = TestResponse['body']

const mail = await startMailServer()
afterAll(() => mail.close())
const { clinic, caller, address, consoleErrors, givenStaff, signIn, openDesk, timeZone } = await useClinicApp({
  allowedPrivate: [mail.place],
})
let desk: Page
let [vaccine, reason]: Body[] = []

/** An animal whose vaccination is due in so many days. */
const givenDue = async (name: string, lastname: string, days: number, owner: Body = {}, item: Body = vaccine) => {
  const client = await givenClient(caller, { firstname: 'Laura', lastname, ...owner })
  const patient = await givenPatient(caller, { client: client.url, name, species: species('DOG') })
  const started = new Date(Date.now() - (30 - days) * 86_400_000).toISOString()
  const visit = await givenConsultation(caller, { patients: [patient], started })
  await givenRow(caller, visit, { item: item.url })
  return { client, patient }
}
const recallOf = async ({ id }: Body): Promise<Body> =>
  (await done(caller.get(`/recall/?patient__is=${id}&replaced_by__is_null=true`))).results[0]
const row = (name: string) => desk.getByRole('row').filter({ hasText: name })
const listed = () => desk.locator('tbody a[data-row]').allInnerTexts()

beforeAll(async () => {
  await done(
    caller.patch('/settings/messaging/', {
      smtp_host: mail.host,
      smtp_port: mail.port,
      mail_from: 'clinic@example.com',
    }),
  )
  vaccine = await givenItem(caller, {
    name: 'Rabies vaccine',
    type_code: 2,
    is_vaccine: true,
    recall_interval_days: 30,
  })
  reason = (await caller.post('/reason/', { name: 'Vaccination', duration: 20 })).body
  await done(caller.post('/reason_item/', { reason: reason.url, item: vaccine.url, quantity: '1' }))
  const vet = await givenUser(caller, { title: 'Dr', first_name: 'Aino', last_name: 'Aalto' })
  const department = clinic.url('department', clinic.department)
  for (const weekday of [1, 2, 3, 4, 5, 6, 7])
    await caller.post('/shift/', { user: vet.url, department, weekday, start: '08:00', end: '20:00' })
  await givenStaff('Maria', ['General: Appointments', 'General: Patients and clients'])
  await givenStaff('Otto', [], ['General: Patients and clients'])
  desk = await openDesk()
  await desk.addInitScript(
    `window.printed = []; window.print = () => window.printed.push(document.querySelector('body > main').textContent)`,
  )
  await signIn(desk, 'Maria')
})

describe('recalls', () => {
  it('go from due to booked, and are settled by the visit', async () => {
    const { client, patient } = await givenDue('Otso', 'Nieminen', 10, { email: 'laura@example.com' })
    await givenDue('Rex', 'Koski', 200, { email: 'anna@example.com' })
    await desk.getByRole('heading', { level: 1 }).waitFor()
    await goByKeys(desk, ['g', 'n'], '/recalls/')
    await row('Otso')
      .getByText(/^Not yet, goes /)
      .waitFor()
    // Rex is due later than the list looks ahead.
    expect(await listed()).toEqual(['Otso'])
    expect(await violationsOn(desk)).toEqual([])
    const uses = await counted(desk)
    const writes = writesOf(desk)
    await row('Otso').getByRole('link', { name: 'Book for Otso' }).click()
    const form = desk.getByRole('form', { name: 'Book' }).or(desk.getByRole('complementary', { name: 'Book' }))
    await form.first().getByText('Nieminen', { exact: false }).first().waitFor()
    const submit = desk.getByRole('button', { name: /^Book .*Aalto/ })
    await submit.waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await submit.click()
    await desk.waitForURL(({ pathname }) => pathname.endsWith('/recalls/'))
    await row('Otso')
      .getByText(/^Booked /)
      .waitFor()
    expect(await uses()).toEqual({ clicks: 2, keys: 0 })
    expect(writes).toEqual(['POST /appointment/'])
    // The row that was left has the focus.
    await expect.poll(() => desk.evaluate('document.activeElement.textContent')).toBe('Otso')
    const recall = await recallOf(patient)
    const booked = (await caller.get(recall.appointment)).body
    expect(booked).toMatchObject({ client: client.url, patients: [patient.url], reason: reason.url, active: true })
    expect(booked.complaint).toMatch(/^Rabies vaccine, due /)
    expect(dateIn(new Date(booked.start), timeZone)).toBe(recall.due)
    await desk.getByRole('button', { name: /^Booked 1$/ }).waitFor()
    await drawn(desk, 'recalls')

    // What is given in the visit settles it: the row goes, at every desk.
    const visit = await givenConsultation(caller, { patients: [patient] })
    await givenRow(caller, visit, { item: vaccine.url })
    await desk.getByLabel('How far ahead').selectOption({ label: '7 days' })
    await desk.getByText('Nothing is due.').waitFor()
    expect((await caller.get(recall.url)).body.status).toBe(5)
  })

  it('are called about where nobody can be written to, and ticked off with a note', async () => {
    const { client, patient } = await givenDue('Onni', 'Harris', -5)
    await givenPhoneNumber(caller, client, { phone_number: '+358 9 555 0142', type_code: 0, description: 'mornings' })
    await givenDue('Sulo', 'Virtanen', -4, { email: 'pekka@example.com', no_email: true, no_sms: true })
    await givenDue('Misse', 'Lindqvist', -3, { email: 'eva@example.com' })
    await desk.goto(`${address}recalls/`)
    await row('Onni').getByText('No e-mail, no mobile number').waitFor()
    expect(await row('Sulo').innerText()).toContain('Asked for no messages')
    await desk.getByRole('button', { name: 'To call 2' }).click()
    await expect.poll(listed).toEqual(['Onni', 'Sulo'])
    await row('Onni').getByText('+358 9 555 0142').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'recalls-call')

    await desk.getByRole('button', { name: 'Print call list' }).click()
    await expect.poll(() => desk.evaluate('window.printed.length')).toBe(1)
    const paper = await desk.evaluate<string>('window.printed[0]')
    expect(paper).toMatch(/Call list, 2 clients to call[^]*Harris, Laura\+358 9 555 0142, mornings/)
    expect(paper).not.toContain('Lindqvist')
    await desk.evaluate(`window.dispatchEvent(new Event('afterprint'))`)

    const uses = await counted(desk)
    const writes = writesOf(desk)
    await row('Onni').getByRole('button', { name: 'Call about Onni' }).click()
    const sheet = desk.getByRole('complementary', { name: 'Call Harris, Laura' })
    await sheet.getByText('mornings').waitFor()
    await sheet.locator('textarea:focus').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'recalls-sheet')
    await sheet.getByLabel('What was said').fill('Comes in June')
    await sheet.getByRole('button', { name: 'Called' }).click()
    await expect.poll(listed).toEqual(['Sulo'])
    expect(await uses()).toEqual({ clicks: 2, keys: 0 })
    const recall = await recallOf(patient)
    expect(recall).toMatchObject({ call_note: 'Comes in June', called: expect.any(String) })
    expect(writes).toEqual([`PATCH /recall/${recall.id}/`])
    await desk.getByRole('button', { name: /^Due / }).click()
    await row('Onni')
      .getByText(/^Called .*: Comes in June$/)
      .waitFor()
    // A call that was not made after all is taken back elsewhere, and the row says so.
    await done(caller.patch(recall.url, { called: null }))
    await row('Onni').getByText('No e-mail, no mobile number').waitFor()
  })

  it('are listed by what is due, until when, and whether they were written to, as the address says', async () => {
    const other = await givenItem(caller, {
      name: 'RHD vaccine',
      type_code: 2,
      is_vaccine: true,
      recall_interval_days: 30,
    })
    await givenDue('Nuppu', 'Salonen', 3, { email: 'emmi@example.com' }, other)
    await givenDue('Ada', 'Jokinen', 20, { email: 'tiina@example.com' }, other)
    await desk.goto(`${address}recalls/?days=7`)
    await row('Nuppu').waitFor()
    await desk.getByLabel('What is due').selectOption({ label: 'RHD vaccine' })
    await expect.poll(listed).toEqual(['Nuppu'])
    await desk.getByLabel('How far ahead').selectOption({ label: '30 days' })
    await expect.poll(listed).toEqual(['Nuppu', 'Ada'])
    await desk.getByRole('button', { name: /^Not written/ }).click()
    await desk.waitForURL(/view=unwritten/)
    await desk.reload()
    await expect.poll(listed).toEqual(['Nuppu', 'Ada'])
    await desk.getByRole('button', { name: /^Booked/ }).click()
    await desk.getByText('Nobody who is due has an appointment.').waitFor()
    expect(await violationsOn(desk)).toEqual([])
  })

  it('offers whoever may only read neither a call nor a booking', async () => {
    await givenDue('Viljo', 'Turner', 2)
    const other = await openDesk()
    await signIn(other, 'Otto')
    await other.goto(`${address}recalls/`)
    await other.getByRole('row').filter({ hasText: 'Viljo' }).waitFor()
    expect(await other.getByRole('button', { name: /^Call about/ }).count()).toBe(0)
    expect(await other.getByRole('link', { name: /^Book for/ }).count()).toBe(0)
    await other.close()
  })
})

it('nothing went wrong in any page', () => {
  expect(consoleErrors).toEqual([])
})

// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient, TestResponse } from '../support/api.ts'
import { counted, drawn, goByKeys, messagesStay, useClinicApp, writesOf } from '../support/app-journeys.ts'
import { done } from '../support/billing.ts'
import {
  givenClient,
  givenConsultation,
  givenItem,
  givenPatient,
  givenPhoneNumber,
  givenReferral,
  species,
} from '../support/clinic.ts'
import { violationsOn } from '../support/web-app.ts'

type Body = TestResponse['body']

const { caller, clinic, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
const department = clinic.url('department', clinic.department)
const clinical = [
  'General: Appointments',
  'General: Patients and clients',
  'Clinical: Consultations',
  'Clinical: Prescriptions',
  'Clinical: Diagnostic imaging',
] as const
const dayMs = 86_400_000

let vet: Body
let number = 0
let site: ApiClient
let reason: Body
let examination: Body
let medicine: Body

beforeAll(async () => {
  vet = await givenStaff('Berta', [...clinical, 'Financial: Invoices'])
  await givenStaff('Noora', clinical)
  await givenStaff('Lasse', [], clinical)
  for (const weekday of [1, 2, 3, 4, 5, 6, 7])
    await done(caller.post('/shift/', { user: vet.url, department, weekday, start: '08:00', end: '18:00' }))
  site = await clinic.caller({ write: ['General: Appointments'] })
  const item = (fields: Body) => givenItem(caller, { type_code: 1, ...fields })
  examination = await item({ name: 'Dental examination', price_with_vat: '48.00' })
  medicine = await item({ name: 'Meloxicam 1.5 mg/ml', type_code: 2, price_with_vat: '12.00' })
  reason = await done(caller.post('/reason/', { name: 'Dental' }))
  for (const usual of [examination, medicine])
    await done(caller.post('/reason_item/', { reason: reason.url, item: usual.url }))
})
// What is missing in a visit of another test is no longer asked about.
beforeEach(async () => {
  number++
  for (const { consultation, id } of (await done(caller.get('/consultation/missing_charges/?days=31'))).results)
    await done(caller.post(`${consultation}charge_hints/${id}/decline/`, { reason: 'From another test' }))
})

const stored = async ({ url }: Body): Promise<Body> => done(caller.get(url))
const rowsOf = async (visit: Body): Promise<Body[]> =>
  (await done(caller.get(`/consultationitem/?consultation__is=${visit.id}`))).results
const missingIn = async (visit: Body): Promise<Body[]> =>
  (await done(caller.get('/consultation/missing_charges/?days=31'))).results.filter(
    ({ consultation }: Body) => consultation === visit.url,
  )

const givenVisit = async (name: string, fields: Body = {}) => {
  const owner = await givenClient(caller, { firstname: 'Anna', lastname: `Koski${number}` })
  const patient = await givenPatient(caller, { client: owner.url, name, species: species('CAT') })
  const visit = await givenConsultation(caller, {
    patients: [patient],
    supervising_veterinarian: vet.url,
    reason: reason.url,
    ...fields,
  })
  return { patient, visit }
}

const openTab = async (page: Page, name: string) => {
  await page.getByRole('navigation', { name: 'Worklists' }).getByRole('link', { name }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}
const openMissing = async (page: Page, name: string) => {
  await signIn(page, name)
  await goByKeys(page, ['g', 'w'], '/worklists/prescriptions/')
  await openTab(page, 'Missing charges')
}

describe('a missing charge', () => {
  it('is added from its row with one click, and Undo takes it back', async () => {
    const { visit } = await givenVisit('Bella')
    const desk = await openDesk()
    await openMissing(desk, 'Berta')
    await desk.getByText('2 to decide on').waitFor()
    const add = desk.getByRole('button', { name: 'Add €48.00: Dental examination for Bella' })
    expect(await add.textContent()).toBe('Add €48.00')
    // A medicine may need its batch, or meet what the animal must not get.
    await desk.getByRole('link', { name: 'Charge in the visit of Bella' }).waitFor()
    await drawn(desk, 'charges-missing')
    expect(await violationsOn(desk)).toEqual([])
    const writes = writesOf(desk)
    const uses = await counted(desk)
    await messagesStay(desk)
    await add.click()
    await desk.getByText('Dental examination added for Bella').waitFor()
    await desk.getByText('1 to decide on').waitFor()
    expect(await uses()).toEqual({ clicks: 1, keys: 0 })
    expect(writes).toEqual([`POST /consultation/${visit.id}/procedures/`])
    expect(await rowsOf(visit)).toMatchObject([{ item: examination.url, quantity: '1.000' }])
    expect(await missingIn(visit)).toMatchObject([{ item: medicine.url }])
    await desk.getByRole('button', { name: 'Undo' }).click()
    await desk.getByText('2 to decide on').waitFor()
    expect(await rowsOf(visit)).toEqual([])
    expect(consoleErrors).toEqual([])
    await desk.context().close()
  })

  it('is said not to be charged, with a reason, and another desk sees it go', async () => {
    const { patient, visit } = await givenVisit('Rex', { reason: null })
    const item = await givenItem(caller, { type_code: 1, name: `Ultrasound ${number}`, modality: 'US' })
    await givenReferral(caller, {
      patient: patient.url,
      consultation_id: visit.id,
      modality: 'US',
      target_areas: ['Heart'],
    })
    const [desk, other] = [await openDesk(), await openDesk()]
    await Promise.all([openMissing(desk, 'Noora'), openMissing(other, 'Lasse')])
    await other.getByText(/^Ultrasound Heart ordered .*, not charged$/).waitFor()
    // Whoever may only look has no button.
    expect(await other.getByRole('button', { name: /^(Add|Not charged)/ }).count()).toBe(0)
    const writes = writesOf(desk)
    const uses = await counted(desk)
    await desk.getByRole('button', { name: /^Not charged for Rex: Ultrasound Heart/ }).click()
    const field = desk.getByLabel('Why is it not charged?')
    await field.and(desk.locator(':focus')).waitFor()
    await desk.keyboard.press('Enter')
    await desk.getByText('Enter a reason.').waitFor()
    expect(writes).toEqual([])
    await drawn(desk, 'charges-not-charged')
    expect(await violationsOn(desk)).toEqual([])
    await field.fill('Part of the study')
    await desk.keyboard.press('Enter')
    await desk.getByText('Not charged for Rex').waitFor()
    expect(await uses()).toEqual({ clicks: 1, keys: 2 })
    await desk.getByText('Nothing seems to be missing.').waitFor()
    await other.getByText('Nothing seems to be missing.').waitFor()
    expect(writes).toHaveLength(1)
    const { results } = await done(caller.get(`${visit.url}charge_hints/`))
    expect(results).toMatchObject([{ item: item.url, declined: { reason: 'Part of the study' } }])
    await done(caller.patch(item.url, { archived: true }))
    await Promise.all([desk.context().close(), other.context().close()])
  })

  it('is looked for in as many days as somebody chooses', async () => {
    await givenVisit('Milo', { started: new Date(Date.now() - 20 * dayMs).toISOString() })
    const desk = await openDesk()
    await openMissing(desk, 'Berta')
    await desk.getByText('Nothing seems to be missing.').waitFor()
    await desk.getByLabel('Of which days').selectOption({ label: 'Last 31 days' })
    await desk.getByRole('button', { name: /^Add .*: Dental examination for Milo$/ }).waitFor()
    await desk.context().close()
  })
})

describe('an online booking', () => {
  it('is linked, becomes a visit, and leads to a prescription and to images whose status changes in the worklist', async () => {
    const lastname = `Ranta${number}`
    const owner = await givenClient(caller, { firstname: 'Mikko', lastname, email: `mikko.${number}@mail.example` })
    const phone = `040 555 ${String(3000 + number)}`
    await givenPhoneNumber(caller, owner, { phone_number: phone })
    const nelli = await givenPatient(caller, { client: owner.url, name: 'Nelli', species: species('DOG') })
    const day = new Date(Date.now() + 3 * dayMs).toISOString().slice(0, 10)
    const free = await done(
      site.get(`/appointment/availability/?department__is=${clinic.department}&date=${day}&duration=30`),
    )
    const appointment = await done(site.post('/appointment/', { ...free.results[0], department, type: 2 }))
    const booking = await done(
      site.post('/onlinebookingclient/', {
        appointment: appointment.url,
        first_name: 'Mikko',
        last_name: lastname,
        email: `mikko.${number}@mail.example`,
        phone_number: phone,
      }),
    )
    await done(
      site.post('/onlinebookingpatient/', {
        onlinebookingclient: booking.url,
        name: 'Nelli',
        species: species('DOG'),
      }),
    )
    const desk = await openDesk()
    await signIn(desk, 'Berta')
    await goByKeys(desk, ['g', 'b'], '/bookings/')
    const link = desk.getByRole('button', { name: `Link to ${lastname}, Mikko` })
    await link.waitFor()
    const linking = await counted(desk)
    await link.click()
    await desk.getByText(`Mikko ${lastname} linked to ${lastname}, Mikko`).waitFor()
    expect(await linking()).toEqual({ clicks: 1, keys: 0 })
    expect(await stored(appointment)).toMatchObject({ client: owner.url, patients: [nelli.url] })

    // The day comes: whoever is at the door checks them in, and the vet adds what Nelli is to get.
    const visit = await givenConsultation(caller, {
      patients: [nelli],
      appointment: appointment.url,
      supervising_veterinarian: vet.url,
    })
    await done(
      caller.post(`/consultation/${visit.id}/medicines/`, {
        item: medicine.url,
        quantity: '1',
        usage_type: 3,
        instructions: 'Once a day with food',
      }),
    )
    await desk.goto(`${clinic.base.replace('/api/0.1', '')}/visits/${visit.id}/`)
    await desk.getByRole('heading', { level: 1, name: 'Nelli' }).waitFor()
    await desk
      .getByRole('region', { name: 'Charges', exact: true })
      .getByText('Meloxicam 1.5 mg/ml', { exact: true })
      .waitFor()
    const prescribing = await counted(desk)
    await desk.getByRole('button', { name: 'Prescribe', exact: true }).click()
    await desk
      .getByRole('dialog', { name: 'Prescribe' })
      .getByRole('button', { name: /^Sign and send/ })
      .click()
    const orders = desk.getByRole('region', { name: 'Prescriptions and imaging' })
    await orders.getByText('Sending').waitFor()
    expect(await prescribing()).toEqual({ clicks: 2, keys: 0 })
    const referring = await counted(desk)
    await desk.getByRole('button', { name: 'Refer to imaging' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Refer to imaging' })
    await dialog.getByLabel('Thorax').click()
    await dialog.getByRole('button', { name: /^Refer/ }).click()
    await orders.getByRole('button', { name: 'Open X-ray Thorax' }).waitFor()
    expect(await referring()).toEqual({ clicks: 3, keys: 0 })
    expect(await violationsOn(desk)).toEqual([])

    await goByKeys(desk, ['g', 'w'], '/worklists/prescriptions/')
    await desk.locator('tbody[data-group="sending"]').getByText('Nelli').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await openTab(desk, 'Imaging')
    const row = desk.getByRole('row', { name: /^Nelli / })
    const moving = await counted(desk)
    for (const [step, word] of [
      ['Schedule', 'Scheduled'],
      ['Start', 'In progress'],
      ['Done', 'Completed'],
    ] as const) {
      await desk.getByRole('button', { name: `${step} X-ray Thorax of Nelli` }).click()
      await row.and(desk.locator('tr:not(:has([aria-busy="true"]))')).getByText(word).waitFor()
    }
    expect(await moving()).toEqual({ clicks: 3, keys: 0 })
    expect(await violationsOn(desk)).toEqual([])

    const [prescribed] = (await done(caller.get(`/eprescription/prescription/?consultation__is=${visit.id}`))).results
    expect(prescribed).toMatchObject({ status: 2, prescriber: vet.url, patients: [nelli.url] })
    const [ordered] = (await done(caller.get(`/diagnosticimaging_worklist/?consultation__is=${visit.id}`))).results
    expect(ordered).toMatchObject({ status: 3, modality: 'DX', target_areas: ['Thorax'], patient: nelli.url })
    expect(await stored(booking)).toMatchObject({ status: 1, client: owner.url })
    expect(consoleErrors).toEqual([])
    await desk.context().close()
  })
})

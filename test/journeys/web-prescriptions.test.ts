// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient, TestResponse } from '../support/api.ts'
import { counted, drawn, goByKeys, messagesStay, tablet, useClinicApp, writesOf } from '../support/app-journeys.ts'
import { done } from '../support/billing.ts'
import { givenClient, givenConsultation, givenPatient, givenPrescription, species } from '../support/clinic.ts'
import { violationsOn } from '../support/web-app.ts'

type Body = TestResponse['body']

const { caller, clinic, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
const path = '/eprescription/prescription/'
const clinical = ['General: Patients and clients', 'Clinical: Consultations', 'Clinical: Prescriptions'] as const

let vet: Body
let nurse: Body
let network: ApiClient
let person: ApiClient
let number = 0
let desk: Page

beforeAll(async () => {
  vet = await givenStaff('Berta', clinical)
  nurse = await givenStaff('Noora', clinical)
  await givenStaff('Lasse', [], clinical)
  network = await clinic.caller({ write: ['Clinical: Prescriptions'] })
  person = await clinic.userCaller()
})
// What waits from another test is no longer there.
beforeEach(async () => {
  number++
  for (const { url } of (await done(caller.get(`${path}?status__is=1&page_size=100`))).results)
    await done(caller.patch(url, { status: 6 }))
  for (const { url } of (await done(caller.get(`${path}?unread__is=true&page_size=100`))).results)
    await done(person.post(`${url}mark_read/`, {}))
})

const stored = async ({ url }: Body): Promise<Body> => done(caller.get(url))
/** The newest prescription for an animal. */
const newestFor = async (patient: Body): Promise<Body> =>
  (await done(caller.get(`${path}?ordering=-modified&page_size=100&expose_items`))).results.find(
    ({ patients, status }: Body) => patients.includes(patient.url) && status !== 6,
  )

const givenDraft = async (name: string, { item = {}, ...fields }: Body = {}) => {
  const owner = await givenClient(caller, { firstname: 'Anna', lastname: `Koski${number}` })
  const patient = await givenPatient(caller, { client: owner.url, name, species: species('CAT') })
  const visit = await givenConsultation(caller, { patients: [patient], supervising_veterinarian: vet.url })
  const prescription = await givenPrescription(caller, {
    patient,
    prescriber_id: vet.id,
    consultation_id: visit.id,
    department_id: clinic.department,
    issue_time: new Date().toISOString(),
    item: { name: 'Prednisolone 5 mg', strength: '5 mg', valid_until: '2099-12-31', ...item },
    ...fields,
  })
  return { patient, visit, prescription }
}

const openList = async (page: Page, name: string) => {
  await signIn(page, name)
  await goByKeys(page, ['g', 'w'], '/worklists/prescriptions/')
  await page.getByRole('heading', { level: 1, name: 'Prescriptions' }).waitFor()
}
const group = (page: Page, name: string) => page.locator(`tbody[data-group="${name}"]`)
const inRail = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Worklists' })
const panel = (page: Page, name: string) => page.getByRole('complementary', { name })

describe('a draft that a nurse prepared', () => {
  it('waits on top for its prescriber, who signs and sends it with two clicks', async () => {
    const { patient, prescription } = await givenDraft('Bella')
    desk = await openDesk()
    await openList(desk, 'Berta')
    await desk.getByText('1 waits for a signature, 1 of them for you').waitFor()
    await group(desk, 'draft').getByText('Prednisolone 5 mg').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    const writes = writesOf(desk)
    const uses = await counted(desk)
    await desk.getByRole('link', { name: 'Review Prednisolone 5 mg for Bella' }).click()
    await panel(desk, 'Bella').getByText('Twice a day.').waitFor()
    await panel(desk, 'Bella').getByText('2 packages').waitFor()
    await drawn(desk, 'prescriptions-draft')
    expect(await violationsOn(desk)).toEqual([])
    await panel(desk, 'Bella')
      .getByRole('button', { name: /^Sign and send/ })
      .click()
    await group(desk, 'sending').getByText('Prednisolone 5 mg').waitFor()
    expect(await uses()).toEqual({ clicks: 2, keys: 0 })
    expect(writes).toEqual([`PATCH ${path}${prescription.id}/`])
    expect(await newestFor(patient)).toMatchObject({ status: 2, modified_user: vet.url })
    await desk.getByText('none waits for a signature').waitFor()
    expect(consoleErrors).toEqual([])
    await desk.context().close()
  })

  it('is reached, opened and signed by keys', async () => {
    const { prescription } = await givenDraft('Duke')
    desk = await openDesk()
    await openList(desk, 'Berta')
    await group(desk, 'draft').getByText('Prednisolone 5 mg').waitFor()
    const uses = await counted(desk)
    await desk.keyboard.press('j')
    await group(desk, 'draft').locator('[data-row]:focus').waitFor()
    await desk.keyboard.press('Enter')
    await panel(desk, 'Duke')
      .getByRole('button', { name: /^Sign and send/ })
      .waitFor()
    await desk.keyboard.press('Control+Enter')
    await group(desk, 'sending').getByText('Duke').waitFor()
    expect(await uses()).toEqual({ clicks: 0, keys: 3 })
    expect(await stored(prescription)).toMatchObject({ status: 2 })
    await desk.context().close()
  })

  it('is nobody else’s to sign, and is discarded once that is confirmed', async () => {
    const { prescription } = await givenDraft('Hertta')
    desk = await openDesk(tablet)
    await openList(desk, 'Noora')
    await desk.getByRole('link', { name: 'Review Prednisolone 5 mg for Hertta' }).tap()
    await panel(desk, 'Hertta').getByText('Only Berta Lehto can sign and send it.').waitFor()
    expect(
      await panel(desk, 'Hertta')
        .getByRole('button', { name: /^Sign and send/ })
        .count(),
    ).toBe(0)
    await panel(desk, 'Hertta').getByRole('button', { name: 'Discard…' }).tap()
    const question = desk.getByRole('dialog', { name: 'Discard this draft?' })
    expect(await violationsOn(desk)).toEqual([])
    await question.getByRole('button', { name: 'Discard', exact: true }).tap()
    await desk.getByText('Draft of Prednisolone 5 mg discarded').waitFor()
    expect(await stored(prescription)).toMatchObject({ status: 6, modified_user: nurse.url })
    await desk.context().close()
  })

  it('is corrected by its prescriber: another is signed in its place, in one request', async () => {
    const { patient, prescription, visit } = await givenDraft('Luna', { remarks: 'Not before Monday.' })
    desk = await openDesk()
    await openList(desk, 'Berta')
    await desk.getByRole('link', { name: 'Review Prednisolone 5 mg for Luna' }).click()
    const writes = writesOf(desk)
    await panel(desk, 'Luna').getByRole('button', { name: 'Change…' }).click()
    const form = desk.getByRole('dialog', { name: 'Prescribe' })
    const packages = form.getByLabel('Packages')
    await packages.waitFor()
    expect(await form.getByLabel('How it is given').inputValue()).toBe('Twice a day.')
    expect(await form.getByLabel('Valid until').inputValue()).toBe('2099-12-31')
    expect(await packages.inputValue()).toBe('2')
    await packages.fill('1')
    // Not the draft behind the form.
    await packages.press('Control+Enter')
    await drawn(desk, 'prescriptions-change')
    expect(await violationsOn(desk)).toEqual([])
    await form.getByRole('button', { name: /^Sign and send/ }).click()
    await group(desk, 'sending').getByText('1 package').waitFor()
    expect(writes).toEqual(['POST /composite/'])
    expect(await stored(prescription)).toMatchObject({ status: 6 })
    expect(await newestFor(patient)).toMatchObject({
      status: 2,
      remarks: 'Not before Monday.',
      prescriber: vet.url,
      consultation: visit.url,
      items_data: [{ name: 'Prednisolone 5 mg', quantity_packages: 1, valid_until: '2099-12-31' }],
    })
    await desk.context().close()
  })

  it('is not signed before somebody has said why the animal gets what it must not get', async () => {
    const { patient, prescription } = await givenDraft('Sulo')
    await done(
      caller.post('/contraindication/', { patient: patient.url, substance: 'Penicillins', atc_prefix: 'J01C' }),
    )
    await done(caller.post('/contraindication/', { patient: patient.url, substance: 'Prednisolone' }))
    desk = await openDesk()
    await openList(desk, 'Berta')
    await desk.getByRole('link', { name: 'Review Prednisolone 5 mg for Sulo' }).click()
    const opened = panel(desk, 'Sulo')
    await opened.getByText('Must not get Penicillins (J01C)').waitFor()
    await opened.getByText('not in this prescription').waitFor()
    await drawn(desk, 'prescriptions-warned')
    expect(await violationsOn(desk)).toEqual([])
    const writes = writesOf(desk)
    await opened.getByRole('button', { name: /^Sign and send/ }).click()
    const question = desk.getByRole('dialog', { name: 'Give Prednisolone 5 mg anyway?' })
    await question.getByRole('button', { name: 'Do not sign it' }).click()
    await opened.getByRole('alert').getByText('Prednisolone 5 mg was not signed.').waitFor()
    expect(writes).toEqual([])
    await opened.getByRole('button', { name: /^Sign and send/ }).click()
    await question.getByLabel('Why it is given anyway').fill('Tolerated last year')
    await question.getByRole('button', { name: 'Sign with this reason' }).click()
    await group(desk, 'sending').getByText('Sulo').waitFor()
    expect(writes).toEqual(['POST /composite/'])
    expect(await stored(prescription)).toMatchObject({ status: 2 })
    expect(await done(caller.get(prescription.items[0]))).toMatchObject({ warning_reason: 'Tolerated last year' })
    await desk.context().close()
  })
})

describe('what came of a prescription', () => {
  it('comes to an open list and into the rail by itself, and its warning stays until it is read', async () => {
    const { prescription } = await givenDraft('Milo')
    await done(network.patch(prescription.url, { status: 2 }))
    await done(network.patch(prescription.url, { status: 3 }))
    desk = await openDesk()
    await openList(desk, 'Berta')
    await group(desk, 'sending').getByText('Milo').waitFor()
    await done(
      network.patch(prescription.url, { status: 8, status_message: 'The package of 20 is not on the market.' }),
    )
    const warning = 'Accepted with a warning: The package of 20 is not on the market.'
    await group(desk, 'problem').getByText(warning).waitFor()
    await expect.poll(() => inRail(desk).textContent()).toBe('Worklists1')
    await drawn(desk, 'prescriptions-warning')
    expect(await violationsOn(desk)).toEqual([])
    const uses = await counted(desk)
    await desk.getByRole('link', { name: 'Read Prednisolone 5 mg for Milo' }).click()
    await panel(desk, 'Milo').getByText(warning).waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await messagesStay(desk)
    await panel(desk, 'Milo').getByRole('button', { name: 'Mark as read' }).click()
    await group(desk, 'done').getByText('Milo').waitFor()
    expect(await uses()).toEqual({ clicks: 2, keys: 0 })
    expect(await stored(prescription)).toMatchObject({ status: 8, message_read_by: vet.url })
    await expect.poll(() => inRail(desk).textContent()).toBe('Worklists')
    await desk.getByRole('button', { name: 'Undo' }).click()
    await group(desk, 'problem').getByText(warning).waitFor()
    expect(await stored(prescription)).toMatchObject({ message_read_by: null })
    await desk.context().close()
  })

  it('is a rejection, after which it is written again, and that is one request', async () => {
    const { patient, prescription } = await givenDraft('Rex')
    for (const status of [2, 3]) await done(network.patch(prescription.url, { status }))
    await done(network.patch(prescription.url, { status: 5, status_message: 'There is no strength of 5 mg.' }))
    desk = await openDesk()
    await openList(desk, 'Berta')
    await group(desk, 'problem').getByText('Rejected: There is no strength of 5 mg.').waitFor()
    const writes = writesOf(desk)
    const uses = await counted(desk)
    await desk.getByRole('link', { name: 'Fix Prednisolone 5 mg for Rex' }).click()
    await panel(desk, 'Rex').getByRole('button', { name: 'Write it again…' }).click()
    const form = desk.getByRole('dialog', { name: 'Prescribe' })
    await form.getByLabel('Strength').fill('4 mg')
    await form.getByRole('button', { name: /^Sign and send/ }).click()
    await group(desk, 'sending').getByText('Rex').waitFor()
    expect(await uses()).toEqual({ clicks: 3, keys: 0 })
    expect(writes).toEqual(['POST /composite/'])
    expect(await stored(prescription)).toMatchObject({ status: 5, message_read_by: vet.url })
    expect(await newestFor(patient)).toMatchObject({ status: 2, items_data: [{ strength: '4 mg' }] })
    await desk.context().close()
  })

  it('is that it was not sent: whoever may prescribe sends it again', async () => {
    const { prescription } = await givenDraft('Ada')
    await done(network.patch(prescription.url, { status: 2 }))
    await done(network.patch(prescription.url, { status: 7, status_message: 'The network did not answer.' }))
    desk = await openDesk()
    await openList(desk, 'Noora')
    const writes = writesOf(desk)
    await desk.getByRole('link', { name: 'Fix Prednisolone 5 mg for Ada' }).click()
    await panel(desk, 'Ada').getByRole('button', { name: 'Send again' }).click()
    await group(desk, 'sending').getByText('Ada').waitFor()
    expect(writes).toEqual([`PATCH ${path}${prescription.id}/`])
    expect(await stored(prescription)).toMatchObject({ status: 2, status_message: '' })
    await desk.context().close()
  })

  it('is shown to whoever may only look, without a button that changes it', async () => {
    const { prescription } = await givenDraft('Otso')
    desk = await openDesk()
    await openList(desk, 'Lasse')
    await desk.getByRole('link', { name: 'Review Prednisolone 5 mg for Otso' }).click()
    const opened = panel(desk, 'Otso')
    await opened.getByText('Twice a day.').waitFor()
    expect(await opened.getByRole('button').allTextContents()).toEqual([''])
    await desk.getByRole('button', { name: 'Mine' }).click()
    await group(desk, 'draft').waitFor({ state: 'detached' })
    expect(await stored(prescription)).toMatchObject({ status: 1 })
    await desk.context().close()
  })
})

// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestResponse } from '../support/api.ts'
import { drawn, useClinicApp } from '../support/app-journeys.ts'
import { done } from '../support/billing.ts'
import {
  givenClient,
  givenConsultation,
  givenItem,
  givenPatient,
  givenPrescription,
  givenReferral,
  givenRow,
  species,
} from '../support/clinic.ts'
import { violationsOn } from '../support/web-app.ts'

type Body = TestResponse['body']
const [wide, tablet] = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
]

const { caller, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
let desk: Page
let vet: Body
let colleague: Body
let owner: Body
let amoxicillin: Body

const clinical = [
  'General: Patients and clients',
  'Clinical: Consultations',
  'Clinical: Diagnostic imaging',
  'Clinical: Prescriptions',
  'Financial: Invoices',
] as const
const longName = 'Amoxicillin and clavulanic acid 50 mg, chewable tablets for small dogs and for cats, 10 × 10'
const reaction =
  'Gut stasis after every penicillin that was given by mouth, last in 2024, when it stayed for three days'

const givenRabbit = async (name: string): Promise<Body> =>
  givenPatient(caller, { client: owner.url, name, species: species('RAB') })
const givenVisit = (patient: Body, fields: Body = {}): Promise<Body> =>
  givenConsultation(caller, { patients: [patient], supervising_veterinarian: vet.url, ...fields })
const contraindicated = (patient: Body): Promise<Body> =>
  done(
    caller.post('/contraindication/', { patient: patient.url, substance: 'Penicillins', atc_prefix: 'J01C', reaction }),
  )
const rowsOf = async (visit: Body): Promise<Body[]> =>
  (await done(caller.get(`/consultationitem/?consultation__is=${visit.id}`))).results
const prescriptionsOf = async (visit: Body): Promise<Body[]> =>
  (await done(caller.get(`/eprescription/prescription/?consultation__is=${visit.id}&expose_items`))).results
const open = async (visit: Body, name: string) => {
  await desk.goto(`${address}visits/${visit.id}/`)
  await desk.getByRole('heading', { level: 1, name }).waitFor()
}
const charges = () => desk.getByRole('region', { name: 'Charges', exact: true })
const orders = () => desk.getByRole('region', { name: 'Prescriptions and imaging' })
const add = async (typed: string) => {
  await desk.getByRole('combobox', { name: /^Add item/ }).fill(typed)
  await desk
    .getByRole('option', { name: new RegExp(typed) })
    .first()
    .click()
}
const warning = (animal: string) => `${animal} must not get Penicillins (J01C): ${reaction}.`
/** For each place where a text stands, whether all of it is seen: nothing of it lies outside the boxes that hold it. */
const wholeness = (words: string): Promise<string> =>
  desk.evaluate(`[...document.querySelectorAll('li span')].filter((one) => one.textContent.includes(${JSON.stringify(words)}))
    .map((one) => { for (let box = one; box !== null; box = box.parentElement)
      if (getComputedStyle(box).overflowX !== 'visible' && box.scrollWidth > box.clientWidth) return false
      return true }).join()`)
/** In light and in dark, on a tablet and at a desk: a picture of each, and nothing that keeps anybody from reading it. */
const lookedAt = async (name: string) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await desk.emulateMedia({ colorScheme })
    await drawn(desk, `${name}-${colorScheme}`)
    expect(await violationsOn(desk)).toEqual([])
  }
  await desk.emulateMedia({ colorScheme: 'light' })
  await desk.setViewportSize(tablet)
  await drawn(desk, `${name}-tablet`)
  await desk.setViewportSize(wide)
}

beforeAll(async () => {
  vet = await givenStaff('Helena', [...clinical])
  colleague = await givenStaff('Oskar', [...clinical])
  owner = await givenClient(caller, { firstname: 'Anna', lastname: 'Koski' })
  amoxicillin = await givenItem(caller, { name: longName, type_code: 2, substances: ['QJ01CR02'] })
  desk = await openDesk()
  await signIn(desk, 'Helena')
})

describe('what an animal must not get', () => {
  it('is listed, added, changed and archived on the page of the animal', async () => {
    const rabbit = await givenRabbit('Hilla')
    await desk.goto(`${address}patients/${rabbit.id}/`)
    const section = desk.getByRole('region', { name: 'Must not get' })
    await section.getByText('Nothing is recorded.').waitFor()
    await section.getByRole('button', { name: /^Add/ }).click()
    await section.getByRole('button', { name: 'Save' }).click()
    await section.getByText('Send substance, atc_prefix or both.').waitFor()
    await section.getByLabel('Substance or class').fill('Penicillins')
    await section.getByLabel('ATC code, or its beginning').fill('j01c')
    await section.getByLabel('What happens').fill(reaction)
    await section.getByRole('button', { name: 'Save' }).click()
    await section.getByText('Penicillins (J01C)').waitFor()
    await section.getByText(reaction).waitFor()
    await lookedAt('clinical-patient')
    const listed = async () => (await done(caller.get(`/contraindication/?patient__is=${rabbit.id}`))).results
    expect(await listed()).toMatchObject([{ substance: 'Penicillins', atc_prefix: 'J01C', reaction, archived: false }])
    await section.getByRole('button', { name: 'Change Penicillins (J01C)' }).click()
    await section.getByLabel('What happens').fill('Gut stasis')
    await section.getByRole('button', { name: 'Save' }).click()
    await section.getByText('Gut stasis', { exact: true }).waitFor()
    await section.getByRole('button', { name: 'Change Penicillins (J01C)' }).click()
    await section.getByRole('button', { name: 'Archive' }).click()
    await section.getByText('Nothing is recorded.').waitFor()
    expect(await listed()).toMatchObject([{ reaction: 'Gut stasis', archived: true }])
  })

  it('is asked about before it is added to a visit, whole, and the reason is kept', async () => {
    const rabbit = await givenRabbit('Tilda')
    await contraindicated(rabbit)
    const visit = await givenVisit(rabbit)
    await open(visit, 'Tilda')
    await add('Amoxicillin')
    const dialog = desk.getByRole('dialog', { name: `Give ${longName} anyway?` })
    await dialog.getByText(warning('Tilda')).waitFor()
    expect(await wholeness(warning('Tilda'))).toBe('true')
    await lookedAt('clinical-question')
    await dialog.getByRole('button', { name: 'Do not add it' }).click()
    await desk.getByText(`${longName} was not added.`).waitFor()
    await dialog.waitFor({ state: 'hidden' })
    expect(await rowsOf(visit)).toEqual([])
    await add('Amoxicillin')
    await dialog.getByRole('button', { name: 'Add with this reason' }).click()
    await dialog.getByText('Say why it is given anyway, or do not add it.').waitFor()
    expect(await rowsOf(visit)).toEqual([])
    await dialog.getByLabel('Why it is given anyway').fill('Injected, under observation')
    await desk.keyboard.press('Enter')
    await charges().getByText(warning('Tilda')).waitFor()
    await charges().getByText('Given anyway: Injected, under observation').waitFor()
    expect(await rowsOf(visit)).toMatchObject([{ warning_reason: 'Injected, under observation', warnings: [{}] }])
    for (const size of [wide, tablet]) {
      await desk.setViewportSize(size)
      if (size === tablet) await desk.getByRole('button', { name: /^Charges/ }).click()
      await charges().getByText(warning('Tilda')).waitFor()
      expect(await wholeness(warning('Tilda'))).toBe('true')
    }
    await desk.setViewportSize(wide)
    await lookedAt('clinical-row')
  })

  it('is typed field by field, and leaves the focus on the button that opened it', async () => {
    const rabbit = await givenRabbit('Kaneli')
    await desk.goto(`${address}patients/${rabbit.id}/`)
    const section = desk.getByRole('region', { name: 'Must not get' })
    const focused = (name: RegExp) => section.getByRole('button', { name }).and(desk.locator(':focus')).waitFor()
    await section.getByRole('button', { name: /^Add/ }).click()
    await section.locator('input:focus').waitFor()
    await desk.keyboard.type('Penicillins')
    await desk.keyboard.press('Tab')
    await desk.keyboard.type('j01c')
    await desk.keyboard.press('Enter')
    await section.getByText('Penicillins (J01C)').waitFor()
    await focused(/^Add/)
    await section.getByRole('button', { name: 'Change Penicillins (J01C)' }).click()
    await section.getByLabel('What happens').fill('Gut stasis')
    await desk.keyboard.press('Enter')
    await section.getByText('Gut stasis').waitFor()
    await focused(/^Change Penicillins/)
    await desk.keyboard.press('Enter')
    await section.getByRole('button', { name: 'Archive' }).click()
    await section.getByText('Nothing is recorded.').waitFor()
    await focused(/^Add/)
  })

  it('is said in the head of its visit and on its card, beside the other warnings', async () => {
    const rabbit = await givenPatient(caller, {
      client: owner.url,
      name: 'Pipsa',
      species: species('RAB'),
      critical_notes: 'Bites',
    })
    await contraindicated(rabbit)
    const visit = await givenVisit(rabbit)
    await open(visit, 'Pipsa')
    const said = desk.locator('p').filter({ hasText: 'Bites' })
    await said
      .filter({ hasText: `Must not get Penicillins (J01C): ${reaction}` })
      .first()
      .waitFor()
    await charges().getByText('Must not get Penicillins (J01C)').waitFor()
    await lookedAt('clinical-must-not-get')
    await desk.goto(address)
    const card = desk.getByRole('listitem').filter({ hasText: 'Pipsa' })
    await card.getByText('Bites · Must not get Penicillins (J01C)').waitFor()
    // One that is recorded later comes by itself.
    await done(caller.post('/contraindication/', { patient: rabbit.url, substance: 'Meloxicam' }))
    await card.getByText('Must not get Meloxicam').waitFor()
  })

  it('asks nothing of what the animal may get', async () => {
    const rabbit = await givenRabbit('Ruska')
    await contraindicated(rabbit)
    await givenItem(caller, { name: 'Meloxicam drops', type_code: 2 })
    const visit = await givenVisit(rabbit)
    await open(visit, 'Ruska')
    await add('Meloxicam')
    await charges().getByRole('textbox', { name: 'Quantity of Meloxicam drops' }).waitFor()
    expect(await rowsOf(visit)).toMatchObject([{ warnings: [], warning_reason: '' }])
  })

  it('is told when the visit is finalized, until somebody says why it is given', async () => {
    const rabbit = await givenRabbit('Vadelma')
    const visit = await givenVisit(rabbit)
    await givenRow(caller, visit, { item: amoxicillin.url })
    await contraindicated(rabbit)
    await desk.goto(`${address}visits/${visit.id}/?finalize=true`)
    const dialog = desk.getByRole('dialog')
    await dialog.getByText('Given in spite of a warning, and nobody has said why:').waitFor()
    await dialog.getByText(warning('Vadelma')).waitFor()
    await lookedAt('clinical-finalize')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await charges()
      .getByRole('button', { name: /^Say why/ })
      .click()
    await charges().getByLabel('Why it is given anyway').fill('Nothing else helps')
    await desk.keyboard.press('Enter')
    await charges().getByText('Given anyway: Nothing else helps').waitFor()
    await desk.goto(`${address}visits/${visit.id}/?finalize=true`)
    await dialog
      .getByRole('button', { name: /^Finalize/ })
      .last()
      .waitFor()
    await dialog.getByRole('cell', { name: longName }).waitFor()
    expect(await dialog.getByText('nobody has said why').count()).toBe(0)
  })
})

describe('a prescription in a visit', () => {
  it('is signed by whoever is at the screen, whose visit it may not be', async () => {
    const visit = await givenVisit(await givenRabbit('Pilvi'), { supervising_veterinarian: colleague.url })
    await givenRow(caller, visit, { item: amoxicillin.url, instructions: 'Twice a day' })
    await open(visit, 'Pilvi')
    await charges().getByText(longName, { exact: true }).waitFor()
    await desk.getByRole('button', { name: 'Prescribe', exact: true }).click()
    const dialog = desk.getByRole('dialog', { name: 'Prescribe' })
    await dialog.getByText(/^Helena .*signs it as the prescriber\.$/).waitFor()
    await lookedAt('clinical-prescribe')
    await dialog.getByLabel('Strength').fill('50 mg')
    await dialog.getByRole('button', { name: /^Sign and send/ }).click()
    await orders().getByText('Sending').waitFor()
    expect(await prescriptionsOf(visit)).toMatchObject([{ status: 2, prescriber: vet.url, created_user: vet.url }])
  })

  it('is a draft for a colleague, who alone can send it, and can be deleted', async () => {
    const visit = await givenVisit(await givenRabbit('Sumu'), { supervising_veterinarian: colleague.url })
    await givenRow(caller, visit, { item: amoxicillin.url, instructions: 'Twice a day' })
    await open(visit, 'Sumu')
    await charges().getByText(longName, { exact: true }).waitFor()
    await desk.getByRole('button', { name: 'Prescribe', exact: true }).click()
    const dialog = desk.getByRole('dialog', { name: 'Prescribe' })
    await dialog.getByRole('radio', { name: /Oskar/ }).check()
    await dialog.getByText(/^Only Oskar .*can sign and send it\.$/).waitFor()
    expect(await dialog.getByRole('button', { name: /^Sign and send/ }).count()).toBe(0)
    await dialog.getByLabel('Strength').fill('50 mg')
    await dialog.getByRole('button', { name: /^Save as draft for Oskar/ }).click()
    await orders().getByText('Draft').waitFor()
    expect(await prescriptionsOf(visit)).toMatchObject([
      { status: 1, prescriber: colleague.url, created_user: vet.url },
    ])
    await orders().getByRole('button', { name: /^Open/ }).click()
    const opened = desk.getByRole('dialog', { name: 'Prescription' })
    await opened.getByText(/^A draft for Oskar .*, who signs and sends it\.$/).waitFor()
    expect(await opened.getByRole('button', { name: /^Sign and send/ }).count()).toBe(0)
    await lookedAt('clinical-draft')
    await opened.getByRole('button', { name: 'Delete' }).first().click()
    await desk.getByRole('dialog', { name: 'Delete the draft?' }).getByRole('button', { name: 'Delete' }).click()
    await orders().getByText('Cancelled', { exact: true }).waitFor()
    expect(await prescriptionsOf(visit)).toMatchObject([{ status: 6 }])
  })

  it('is opened as a draft and sent by its prescriber', async () => {
    const patient = await givenRabbit('Halla')
    const visit = await givenVisit(patient)
    await givenPrescription(caller, { patient, consultation_id: visit.id, prescriber_id: vet.id })
    await open(visit, 'Halla')
    await orders()
      .getByRole('button', { name: /^Open Amoxicillin 250 mg/ })
      .click()
    const opened = desk.getByRole('dialog', { name: 'Prescription' })
    await opened.getByText('Twice a day.').waitFor()
    await opened.getByRole('button', { name: /^Sign and send/ }).click()
    await orders().getByText('Sending').waitFor()
    expect(await prescriptionsOf(visit)).toMatchObject([{ status: 2, modified_user: vet.url }])
  })

  it('forgets what was about a medicine when another is typed in its place', async () => {
    const rabbit = await givenRabbit('Oiva')
    const visit = await givenVisit(rabbit)
    await givenRow(caller, visit, { item: amoxicillin.url, instructions: 'Twice a day' })
    await open(visit, 'Oiva')
    await charges().getByText('Twice a day').waitFor()
    await desk.getByRole('button', { name: 'Prescribe', exact: true }).click()
    const dialog = desk.getByRole('dialog', { name: 'Prescribe' })
    const [strength, given] = [dialog.getByLabel('Strength'), dialog.getByLabel('How it is given')]
    expect([await strength.inputValue(), await given.inputValue()]).toEqual(['50 mg', 'Twice a day'])
    await dialog.getByLabel('Medicine', { exact: true }).fill('Melo')
    expect([await strength.inputValue(), await given.inputValue()]).toEqual(['', ''])
    await given.fill('Once a day')
    await dialog.getByLabel('Medicine', { exact: true }).fill('Meloxicam 1.5 mg/ml')
    expect([await strength.inputValue(), await given.inputValue()]).toEqual(['1.5 mg/ml', 'Once a day'])
  })

  it('asks about what the animal must not get, and keeps the reason', async () => {
    const rabbit = await givenRabbit('Lumi')
    await contraindicated(rabbit)
    const visit = await givenVisit(rabbit)
    await givenRow(caller, visit, {
      item: amoxicillin.url,
      instructions: 'Twice',
      warning_reason: 'Nothing else helps',
    })
    await open(visit, 'Lumi')
    await charges().getByText('Given anyway: Nothing else helps').waitFor()
    await desk.getByRole('button', { name: 'Prescribe', exact: true }).click()
    const dialog = desk.getByRole('dialog', { name: 'Prescribe' })
    await dialog.getByLabel('Strength').fill('50 mg')
    await dialog.getByRole('button', { name: /^Save as draft/ }).click()
    const question = desk.getByRole('dialog', { name: /anyway\?$/ })
    await question.getByText(warning('Lumi')).waitFor()
    // What Enter does is seen, also by whoever came here with a click.
    await question.getByRole('button', { name: 'Do not add it' }).and(desk.locator(':focus')).waitFor()
    expect(await desk.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid')
    expect(await question.getByLabel('Why it is given anyway').inputValue()).toBe('Nothing else helps')
    await question.getByRole('button', { name: 'Add with this reason' }).click()
    await orders().getByText('Draft').waitFor()
    const [made] = await prescriptionsOf(visit)
    expect(made.items_data).toMatchObject([
      { warning_reason: 'Nothing else helps', warnings: [{ patient: rabbit.url }] },
    ])
  })
})

describe('an ordered X-ray in a visit', () => {
  it('is opened and deleted', async () => {
    const patient = await givenRabbit('Routa')
    const visit = await givenVisit(patient)
    await givenReferral(caller, { patient: patient.url, consultation: visit.url, remarks: 'Fracture?' })
    await open(visit, 'Routa')
    await orders()
      .getByRole('button', { name: /^Open X-ray Thorax/ })
      .click()
    const opened = desk.getByRole('dialog', { name: 'Imaging' })
    await opened.getByText('Fracture?').waitFor()
    await lookedAt('clinical-images')
    await opened.getByRole('button', { name: 'Delete' }).first().click()
    await desk.getByRole('dialog', { name: 'Delete the order?' }).getByRole('button', { name: 'Delete' }).click()
    await orders().getByText('None yet.').waitFor()
    expect((await done(caller.get(`/diagnosticimaging_worklist/?consultation__is=${visit.id}`))).count).toBe(0)
  })
})

it('leaves nothing in the console', () => {
  expect(consoleErrors).toEqual([])
})

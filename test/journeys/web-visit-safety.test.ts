// @module-tag browser
// @module-tag waits
import type { Page, Request } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestResponse } from '../support/api.ts'
import { intercept, useClinicApp, writesOf } from '../support/app-journeys.ts'
import { done } from '../support/billing.ts'
import {
  givenClient,
  givenConsultation,
  givenItem,
  givenNote,
  givenPatient,
  givenPrescription,
  givenRow,
  species,
} from '../support/clinic.ts'
import { givenStock } from '../support/stock.ts'

type Body = TestResponse['body']

const { caller, clinic, address, givenStaff, signIn, openDesk } = await useClinicApp()
let desk: Page
let vet: Body
let owner: Body
let injection: Body
let tablets: Body
let examination: Body

const patiently = { interval: 250 }
const givenRabbit = async (name: string): Promise<Body> =>
  givenPatient(caller, { client: owner.url, name, species: species('RAB') })
const contraindicated = (patient: Body): Promise<Body> =>
  done(caller.post('/contraindication/', { patient: patient.url, substance: 'Penicillins', atc_prefix: 'J01C' }))
const givenVisit = async (patient: Body, fields: Body = {}): Promise<Body> => {
  const visit = await givenConsultation(caller, {
    patients: [patient],
    supervising_veterinarian: vet.url,
    ...fields,
  })
  await givenNote(caller, visit, { text: 'Seen.' })
  return visit
}
const rowsOf = async (visit: Body): Promise<Body[]> =>
  (await done(caller.get(`/consultationitem/?consultation__is=${visit.id}`))).results
const prescriptionsOf = async (visit: Body): Promise<Body[]> =>
  (await done(caller.get(`/eprescription/prescription/?consultation__is=${visit.id}`))).results
const open = async (visit: Body, name: string) => {
  await desk.goto(`${address}visits/${visit.id}/`)
  await desk.getByRole('heading', { level: 1, name }).waitFor()
}
const charges = () => desk.getByRole('region', { name: 'Charges', exact: true })
const question = () => desk.getByRole('dialog', { name: /anyway\?$/ })
const add = async (typed: string) => {
  await desk.getByRole('combobox', { name: /^Add item/ }).fill(typed)
  await desk
    .getByRole('option', { name: new RegExp(typed) })
    .first()
    .click()
}
const focused = (role: 'button' | 'combobox' | 'textbox', name: string | RegExp) =>
  desk.getByRole(role, { name }).and(desk.locator(':focus')).waitFor()
/** Two presses in one breath, before the page has drawn anything. */
const pressTwice = 'document.activeElement.click(); document.activeElement.click()'
/** The service gets what is sent, and its answer is lost. */
const loseAnswers = (pattern: string) =>
  intercept(desk, pattern, async (route) => {
    if (route.request().headers()['prefer'] === 'dry-run') return route.fallback()
    await route.fetch()
    return route.abort('connectionreset')
  })

/** How often the service was asked what it would say of something, and how often it was told to do it. */
const heardOf = (path: string) => {
  const heard: (string | undefined)[] = []
  const hear = (request: Request) => {
    if (request.method() === 'POST' && request.url().endsWith(path)) heard.push(request.headers()['prefer'] ?? 'done')
  }
  desk.on('request', hear)
  return () => {
    desk.off('request', hear)
    return heard
  }
}

beforeAll(async () => {
  vet = await givenStaff('Helena', [
    'General: Patients and clients',
    'Clinical: Consultations',
    'Clinical: Prescriptions',
    'Financial: Invoices',
    'Financial: Discounts',
  ])
  owner = await givenClient(caller, { firstname: 'Anna', lastname: 'Koski' })
  const penicillin = { type_code: 2, substances: ['QJ01CR02'] }
  injection = await givenItem(caller, { ...penicillin, name: 'Procaine injection', batch_number_required: true })
  tablets = await givenItem(caller, { ...penicillin, name: 'Synulox tablets' })
  examination = await givenItem(caller, { name: 'Examination', type_code: 1 })
  await givenStock(caller, clinic, injection, '7', { batch_number: 'B08194' })
  desk = await openDesk()
  await signIn(desk, 'Helena')
})
// What a failing test leaves behind would fail the next ones.
afterEach(() => desk.unrouteAll({ behavior: 'ignoreErrors' }))

describe('what an animal must not get', () => {
  it('is asked about once where its batch is typed, and added with its reason', async () => {
    const rabbit = await givenRabbit('Tilda')
    await contraindicated(rabbit)
    const visit = await givenVisit(rabbit)
    await open(visit, 'Tilda')
    await add('Procaine')
    await charges().getByText('7 left').waitFor()
    const heard = heardOf('/medicines/')
    await desk.getByRole('combobox', { name: /^Batch of Procaine/ }).fill('B08194')
    await desk.keyboard.press('Enter')
    await question().getByLabel('Why it is given anyway').fill('Injected, under observation')
    await question().getByRole('button', { name: 'Add with this reason' }).click()
    await charges().getByText('Given anyway: Injected, under observation').waitFor()
    expect(await rowsOf(visit)).toMatchObject([
      { batch_number: 'B08194', warning_reason: 'Injected, under observation' },
    ])
    expect(heard()).toEqual(['dry-run', 'done'])
    expect(await desk.getByText('was not added').count()).toBe(0)
  })

  it('is not added by a code that is scanned while the question is open', async () => {
    const rabbit = await givenRabbit('Ruska')
    await contraindicated(rabbit)
    const visit = await givenVisit(rabbit)
    await open(visit, 'Ruska')
    await add('Synulox')
    await question().waitFor()
    await focused('button', 'Do not add it')
    const reason = question().getByLabel('Why it is given anyway')
    await reason.fill('6412345678901')
    await reason.press('Enter')
    await question().getByText('Say why it is given anyway, or do not add it.').waitFor()
    await question().getByRole('button', { name: 'Do not add it' }).click()
    await desk.getByText('Synulox tablets was not added.').waitFor()
    expect(await rowsOf(visit)).toEqual([])
  })

  it('has a reason that is read anew when it is changed, and gives the focus back', async () => {
    const rabbit = await givenRabbit('Halla')
    await contraindicated(rabbit)
    const visit = await givenVisit(rabbit)
    const row = await givenRow(caller, visit, { item: tablets.url, warning_reason: 'Nothing else helps' })
    await open(visit, 'Halla')
    await charges().getByText('Given anyway: Nothing else helps').waitFor()
    await done(caller.patch(`/consultation/${visit.id}/medicines/${row.id}/`, { warning_reason: 'The owner agrees' }))
    await charges().getByText('Given anyway: The owner agrees').waitFor()
    const edit = charges().getByRole('button', { name: /^Edit \(Synulox/ })
    await edit.click()
    const field = charges().getByLabel('Why it is given anyway')
    expect(await field.inputValue()).toBe('The owner agrees')
    await desk.keyboard.press('Escape')
    await focused('button', /^Edit \(Synulox/)
    await edit.click()
    await field.fill('The owner agrees, in writing')
    await desk.keyboard.press('Enter')
    await charges().getByText('Given anyway: The owner agrees, in writing').waitFor()
    await focused('button', /^Edit \(Synulox/)
  })
})

describe('a dialog in a dialog', () => {
  it('is closed alone by Escape', async () => {
    const rabbit = await givenRabbit('Lumi')
    await contraindicated(rabbit)
    const visit = await givenVisit(rabbit)
    await givenRow(caller, visit, { item: tablets.url, instructions: 'Twice', warning_reason: 'Nothing else helps' })
    await givenPrescription(caller, { patient: rabbit, consultation_id: visit.id, prescriber_id: vet.id })
    await open(visit, 'Lumi')
    await charges().getByText('Given anyway: Nothing else helps').waitFor()
    await desk.getByRole('button', { name: 'Prescribe', exact: true }).click()
    const sheet = desk.getByRole('dialog', { name: 'Prescribe' })
    await sheet.getByLabel('Strength').fill('50 mg')
    await sheet.getByRole('button', { name: /^Save as draft/ }).click()
    await question().waitFor()
    await desk.keyboard.press('Escape')
    await question().waitFor({ state: 'hidden' })
    await sheet
      .getByText(/was not added\.$/)
      .first()
      .waitFor()
    expect(await sheet.getByLabel('Strength').inputValue()).toBe('50 mg')
    await sheet.getByRole('button', { name: 'Cancel' }).click()
    await desk.getByRole('button', { name: /^Open Amoxicillin 250 mg/ }).click()
    const opened = desk.getByRole('dialog', { name: 'Prescription' })
    await opened.getByRole('button', { name: 'Delete' }).first().click()
    const sure = desk.getByRole('dialog', { name: 'Delete the draft?' })
    await sure.waitFor()
    await desk.keyboard.press('Escape')
    await sure.waitFor({ state: 'hidden' })
    await opened.getByText('Twice a day.').waitFor()
  })
})

describe('a prescription', () => {
  it('is written once, however often its button is pressed', async () => {
    const rabbit = await givenRabbit('Sumu')
    await contraindicated(rabbit)
    const visit = await givenVisit(rabbit)
    await givenRow(caller, visit, { item: tablets.url, instructions: 'Twice', warning_reason: 'Nothing else helps' })
    await open(visit, 'Sumu')
    await charges().getByText('Given anyway: Nothing else helps').waitFor()
    await desk.getByRole('button', { name: 'Prescribe', exact: true }).click()
    const sheet = desk.getByRole('dialog', { name: 'Prescribe' })
    await sheet.getByLabel('Strength').fill('50 mg')
    const heard = heardOf('/eprescription/prescription/')
    await sheet.getByRole('button', { name: /^Save as draft/ }).focus()
    await desk.evaluate(pressTwice)
    await question().getByRole('button', { name: 'Add with this reason' }).click()
    await sheet.waitFor({ state: 'hidden' })
    await desk.getByRole('button', { name: /^Open Synulox/ }).waitFor()
    expect(heard()).toEqual(['dry-run', 'done'])
    expect(await prescriptionsOf(visit)).toHaveLength(1)
  })
})

describe('a charge', () => {
  it('keeps a surcharge that nobody has changed', async () => {
    const visit = await givenVisit(await givenRabbit('Milo'))
    const row = { item: examination.url, quantity: '1', percentage_change: '20' }
    await done(caller.post(`/consultation/${visit.id}/procedures/`, row))
    await open(visit, 'Milo')
    const sent: unknown[] = []
    const hear = (request: Request) => {
      if (request.method() === 'PATCH') sent.push(request.postDataJSON())
    }
    desk.on('request', hear)
    const price = desk.getByRole('button', { name: /^Discount on Examination/ })
    const field = desk.getByRole('textbox', { name: 'Discount on Examination in percent' })
    await charges().getByText('+20 %').waitFor()
    for (const key of ['Enter', 'Escape', 'Tab']) {
      await price.click()
      await field.waitFor()
      await charges().getByText('+20 %').waitFor()
      await desk.keyboard.press(key)
      await price.waitFor()
    }
    await price.click()
    await field.fill('5')
    await desk.keyboard.press('Enter')
    await charges().getByText('−5 %').waitFor()
    desk.off('request', hear)
    expect(sent).toEqual([{ percentage_change: '-5' }])
  })

  it('that needs a batch takes the focus when it comes out of a dialog', async () => {
    const reason = await done(caller.post('/reason/', { name: 'Wound' }))
    await done(caller.post('/reason_item/', { reason: reason.url, item: injection.url, quantity: '1' }))
    const visit = await givenVisit(await givenRabbit('Rex'), { reason: reason.url })
    await open(visit, 'Rex')
    await charges().getByText('1 hint', { exact: true }).waitFor()
    await desk.getByRole('textbox', { name: 'Clinical note about Rex' }).focus()
    await desk.keyboard.press('Control+Enter')
    await desk.getByRole('dialog', { name: 'Hand over Rex' }).getByRole('button', { name: /^Add / }).click()
    await charges().getByText('Batch number required for this medicine').waitFor()
    await focused('combobox', /^Batch of Procaine/)
  })

  it('of a hint is added once, however often its button is pressed', async () => {
    const reason = await done(caller.post('/reason/', { name: 'Limps' }))
    await done(caller.post('/reason_item/', { reason: reason.url, item: examination.url, quantity: '1' }))
    const visit = await givenVisit(await givenRabbit('Kalle'), { reason: reason.url })
    await open(visit, 'Kalle')
    await charges().getByRole('button', { name: /^Add / }).focus()
    await desk.evaluate(pressTwice)
    await charges().getByText('1 hint', { exact: true }).waitFor({ state: 'hidden' })
    expect(await rowsOf(visit)).toHaveLength(1)
  })

  it('whose answer is lost waits as a row, and is added once', async () => {
    const visit = await givenVisit(await givenRabbit('Sade'))
    await open(visit, 'Sade')
    await loseAnswers('**/procedures/')
    await add('Examination')
    await expect.poll(() => rowsOf(visit), patiently).toHaveLength(1)
    const waiting = charges().getByRole('form', { name: 'Examination' })
    await waiting.waitFor()
    await desk.unroute('**/procedures/')
    await waiting.getByRole('button', { name: 'Add', exact: true }).click()
    await waiting.waitFor({ state: 'hidden' })
    expect(await rowsOf(visit)).toHaveLength(1)
  })

  it('whose answer is lost and that is changed then is told to be saved before the change', async () => {
    const visit = await givenVisit(await givenRabbit('Tuuli'))
    await open(visit, 'Tuuli')
    await loseAnswers('**/procedures/')
    await add('Examination')
    const waiting = charges().getByRole('form', { name: 'Examination' })
    await waiting.waitFor()
    await desk.unroute('**/procedures/')
    await waiting.getByRole('textbox', { name: /^Quantity/ }).fill('3')
    await waiting.getByRole('button', { name: 'Add', exact: true }).click()
    await desk.getByText('Examination was saved before you changed it. Change it in its row.').waitFor()
    await waiting.waitFor({ state: 'hidden' })
    expect(await desk.getByText('Idempotency').count()).toBe(0)
    expect(await rowsOf(visit)).toMatchObject([{ quantity: '1.000' }])
  })
})

describe('what is measured or recorded', () => {
  it('is sent with a key, so that it is there once', async () => {
    const rabbit = await givenRabbit('Vita')
    const visit = await givenVisit(rabbit)
    await open(visit, 'Vita')
    const keyOf = async (path: string, act: () => Promise<unknown>) => {
      const sent = desk.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith(path))
      await act()
      return (await sent).headers()['idempotency-key']
    }
    await desk.keyboard.press('w')
    await desk.getByRole('textbox', { name: /^Weight/ }).fill('2.1')
    expect(await keyOf(`/patient/${rabbit.id}/weight/`, () => desk.keyboard.press('Enter'))).toBeTruthy()
    await desk.getByText(/^Vita weighs/).waitFor()
    await desk.keyboard.press('v')
    await desk.getByRole('textbox', { name: 'Heart rate (bpm)' }).fill('180')
    expect(await keyOf('/vital/', () => desk.keyboard.press('Enter'))).toBeTruthy()
    await desk
      .getByRole('region', { name: /^Diagnoses/ })
      .getByRole('button', { name: /^Add/ })
      .click()
    await desk.locator('[role=combobox]:focus').waitFor()
    await desk.keyboard.type('Snuff')
    const found = desk.getByRole('option', { name: /Snuffles/ }).first()
    expect(await keyOf('/consultationdiagnosis/', () => found.click())).toBeTruthy()
    await desk.goto(`${address}patients/${rabbit.id}/`)
    const section = desk.getByRole('region', { name: 'Must not get' })
    await section.getByRole('button', { name: /^Add/ }).click()
    await section.getByLabel('Substance or class').fill('Penicillins')
    const save = section.getByRole('button', { name: 'Save' })
    expect(await keyOf('/contraindication/', () => save.click())).toBeTruthy()
    await desk.getByText('Contraindication saved').waitFor()
  })

  it('of two animals is one request, and recorded for both or for none wherever it is cut off', async () => {
    const rabbits = [await givenRabbit('Pinja'), await givenRabbit('Aamu')]
    const visit = await givenVisit(rabbits[0], { patients: rabbits })
    const recorded = async (): Promise<string[]> =>
      (await done(caller.get(`/consultation/${visit.id}/consultationdiagnosis/`))).results.map(
        ({ name, patient }: Body) => `${name} of ${rabbits.find(({ url }) => url === patient)?.name}`,
      )
    await open(visit, 'Pinja, Aamu')
    const diagnoses = desk.getByRole('region', { name: /^Diagnoses/ })
    const diagnose = async (letters: string, name: string) => {
      await diagnoses.getByRole('button', { name: /^Add/ }).click()
      await diagnoses.locator('[role=combobox]:focus').waitFor()
      await desk.keyboard.type(letters)
      await desk.getByRole('option', { name }).first().click()
    }
    const writes = writesOf(desk)
    const unanswered = desk.getByText(/did not answer/)

    await intercept(desk, '**/composite/', (route) => route.abort('connectionreset'))
    await diagnose('Snuff', 'Snuffles of rabbits')
    await unanswered.waitFor()
    expect(await recorded()).toEqual([])
    await desk.unroute('**/composite/')
    await diagnose('Snuff', 'Snuffles of rabbits')
    await expect.poll(recorded, patiently).toEqual(['Snuffles of rabbits of Pinja', 'Snuffles of rabbits of Aamu'])
    await unanswered.waitFor({ state: 'hidden' })

    await loseAnswers('**/composite/')
    await diagnose('Otitis ext', 'Otitis externa')
    await unanswered.waitFor()
    await desk.unroute('**/composite/')
    await expect.poll(() => diagnoses.getByRole('button', { name: /^Remove Otitis/ }).count(), patiently).toBe(2)
    expect((await recorded()).slice(2)).toEqual(['Otitis externa of Pinja', 'Otitis externa of Aamu'])
    expect(new Set(writes)).toEqual(new Set(['POST /composite/']))
  })
})

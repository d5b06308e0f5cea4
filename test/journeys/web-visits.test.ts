// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestResponse } from '../support/api.ts'
import {
  beginCharge,
  counted,
  drawn,
  goToField,
  intercept,
  scanScript,
  tablet,
  useClinicApp,
  whileHeldBack,
} from '../support/app-journeys.ts'
import { done } from '../support/billing.ts'
import {
  givenAppointment,
  givenClient,
  givenConsultation,
  givenCustomField,
  givenItem,
  givenNote,
  givenPatient,
  givenReferral,
  givenVatGroup,
  givenWeight,
  species,
} from '../support/clinic.ts'
import { linesOf, pagesOf } from '../support/pdf.ts'
import { givenStock } from '../support/stock.ts'
import { violationsOn } from '../support/web-app.ts'

type Body = TestResponse['body']

const { caller, clinic, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
let desk: Page
let room: Page
let vet: Body
let owner: Body
let bella: Body
const items: Record<string, Body> = {}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const givenVisit = async (fields: Parameters<typeof givenConsultation>[1] = {}): Promise<Body> =>
  givenConsultation(caller, { patients: [bella], supervising_veterinarian: vet.url, ...fields })
const givenAnimal = (name: string, fields: Body = {}): Promise<Body> =>
  givenPatient(caller, { client: owner.url, name, species: species('CAT'), ...fields })
const visitOf = (visit: Body): Promise<Body> => done(caller.get(visit.url))
const rowsOf = async (visit: Body): Promise<Body[]> =>
  (await done(caller.get(`/consultationitem/?consultation__is=${visit.id}`))).results
const notesOf = async (visit: Body): Promise<string[]> =>
  (await done(caller.get(`/consultation/${visit.id}/consultationnote/`))).results.map((note: Body) => note.text)
const open = async (page: Page, visit: Body, name = 'Bella') => {
  await page.goto(`${address}visits/${visit.id}/`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
}
const pane = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const noteField = (page: Page, name = 'Bella') => page.getByRole('textbox', { name: `Clinical note about ${name}` })
/** As long as a busy machine may need, and seldom enough for the limit on requests. */
const patiently = { interval: 250 }
/** The cursor is on the quantity of what was added. */
const onQuantity = async () => {
  await expect.poll(() => desk.evaluate('document.activeElement.ariaLabel'), patiently).toMatch(/^Quantity of/)
}
const light = (page: Page) => page.emulateMedia({ colorScheme: 'light' })
const accessible = async (page: Page) => {
  expect(await violationsOn(page)).toEqual([])
  await light(page)
}

beforeAll(async () => {
  vet = await givenStaff('Helena', [
    'General: Appointments',
    'General: Patients and clients',
    'Clinical: Consultations',
    'Clinical: Diagnostic imaging',
    'Clinical: Prescriptions',
    'Financial: Invoices',
  ])
  await givenStaff('Maria', ['General: Patients and clients', 'Clinical: Consultations'])
  owner = await givenClient(caller, { firstname: 'Anna', lastname: 'Koski' })
  bella = await givenAnimal('Bella', { critical_notes: 'Penicillin allergy', date_of_birth: '2022-05-01' })
  for (const [weight, days] of [
    ['4.0', 200],
    ['4.26', 35],
  ] as const)
    await givenWeight(caller, bella, { weight, measured: daysAgo(days) })
  const vat_group = (await givenVatGroup(caller, '25.50')).url
  const item = async (name: string, type_code: number, price_with_vat: string, fields: Body = {}) => {
    items[name] = await givenItem(caller, { name, type_code, price_with_vat, vat_group, ...fields })
  }
  await item('Consultation, extended', 1, '56.48')
  await item('Skin cytology', 1, '27.61')
  await item('Chlorhexidine shampoo 250 ml', 3, '14.63', { barcode: '6412345678901' })
  await item('Methylprednisolone 40 mg/ml', 2, '19.68', { batch_number_required: true, unit: 'ml' })
  await item('X-ray, 2 views', 1, '96.00', { modality: 'DX' })
  await item('Deworming paste', 2, '4.00', { unit: 'dose' })
  await givenStock(caller, clinic, items['Chlorhexidine shampoo 250 ml'], '7', { batch_number: 'C2210' })
  for (const [name, kind, shortcut, text] of [
    ['Normal examination', 'note', 'exam', 'BAR, mm pink, CRT < 2 s.'],
    ['Shampoo at home', 'discharge', '', 'Bathe twice a week, leave on for 10 minutes.'],
  ])
    await done(caller.post('/text_template/', { name, kind, shortcut, text }))
  for (const [days, text] of [
    [35, 'Itching less than in September.'],
    [44, 'Cough 2–3 times a day, mostly at night.'],
    [63, 'Symmetrical hair loss on belly.'],
    [250, 'Healthy.'],
    [300, 'Nail torn, cleaned.'],
  ] as const) {
    const before = await givenVisit({ started: daysAgo(days), complaint: `Visit ${days} days ago` })
    await givenNote(caller, before, { text })
  }
  desk = await openDesk()
  await desk.addInitScript('window.print = () => { window.isPrinted = true }')
  await signIn(desk, 'Helena')
})
// What a failing test leaves behind would fail the next ones.
afterEach(async () => {
  await desk.context().setOffline(false)
  for (const page of desk
    .context()
    .browser()!
    .contexts()
    .flatMap((one) => one.pages()))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
})

describe('a visit', () => {
  let visit: Body

  it('opens from the board with one key, and begins with its first entry', async () => {
    visit = await givenVisit({ complaint: 'Coughing and itching' })
    await desk.getByRole('region', { name: 'Arrived' }).getByText('Bella').first().waitFor()
    const uses = await counted(desk)
    await desk.keyboard.press('n')
    await desk.getByRole('heading', { level: 1, name: 'Bella' }).waitFor()
    expect(await uses()).toEqual({ clicks: 0, keys: 1 })
    // Other visits of Bella arrived before, so the one of today is opened for what follows.
    await open(desk, visit)
    await pane(desk, 'History').getByText('Itching less than in September.').waitFor()
    await expect.poll(() => pane(desk, 'History').getByRole('listitem').count(), patiently).toBe(4)
    await pane(desk, 'History').getByRole('link', { name: '1 earlier visit' }).waitFor()
    expect((await visitOf(visit)).status).toBe(0)
  })

  it('takes note, weight, three items and a diagnosis without a click', async () => {
    // A shortcut is none before the page knows the templates.
    const isRead = `performance.getEntriesByType('resource').some(({ name }) => name.includes('/text_template/'))`
    await expect.poll(() => desk.evaluate(isRead), patiently).toBe(true)
    const uses = await counted(desk)
    await goToField(desk, 'n', 'textarea, [contenteditable=true]')
    await desk.keyboard.type('Coughing most nights. ;exam')
    await desk.keyboard.press('Tab')
    await desk.keyboard.type(' Wheeze on both sides.')
    await desk.getByText(/^Saved \d\d:\d\d$/).waitFor()
    await expect
      .poll(() => notesOf(visit), patiently)
      .toEqual(['Coughing most nights. BAR, mm pink, CRT < 2 s. Wheeze on both sides.'])
    expect((await visitOf(visit)).status).toBe(8)
    await desk.keyboard.press('Escape')

    await goToField(desk, 'w')
    await desk.keyboard.type('4,2')
    await desk.keyboard.press('Enter')
    await desk.getByText('Bella weighs 4.20 kg').waitFor()

    for (const letters of ['con', 'cyt']) {
      await beginCharge(desk)
      await desk.keyboard.type(letters)
      await desk.keyboard.press('Enter')
      await onQuantity()
    }
    // Whoever types faster than the answer comes has the right quantity all the same.
    await beginCharge(desk)
    await desk.keyboard.type('chl')
    await desk.keyboard.press('Enter')
    await desk.keyboard.type('2')
    await desk.keyboard.press('Enter')
    await expect.poll(async () => (await rowsOf(visit)).at(-1)?.quantity, patiently).toBe('2.000')
    await desk.keyboard.press('Escape')

    await goToField(desk, 'd', '[role=combobox]')
    await desk.keyboard.type('der')
    await desk.keyboard.press('Enter')
    await pane(desk, 'Note')
      .getByRole('button', { name: /^Primary/ })
      .waitFor()
    // n Tab Esc; w Enter; / and Enter thrice, the second and third / typed on the quantity; Enter Esc; d Enter
    expect(await uses()).toEqual({ clicks: 0, keys: 13 })

    expect((await done(caller.get(bella.url))).weight).toBe('4.200')
    await expect
      .poll(async () => (await rowsOf(visit)).map(({ name, quantity }) => [name, quantity]), patiently)
      .toEqual([
        ['Consultation, extended', '1.000'],
        ['Skin cytology', '1.000'],
        ['Chlorhexidine shampoo 250 ml', '2.000'],
      ])
    const diagnoses = async () => (await done(caller.get(`/consultation/${visit.id}/consultationdiagnosis/`))).results
    await expect.poll(diagnoses, patiently).toMatchObject([{ patient: bella.url, category: 0, type: 0 }])
    await pane(desk, 'Charges').getByText('€113.35').waitFor()
    await pane(desk, 'Charges').getByText('5 left').waitFor()
    await drawn(desk, 'visit-light')
    await accessible(desk)
    await desk.emulateMedia({ colorScheme: 'dark' })
    await drawn(desk, 'visit-dark')
    await light(desk)
  })

  it('takes discharge instructions from a template with two clicks', async () => {
    const uses = await counted(desk)
    await desk.getByRole('region', { name: 'Discharge instructions' }).getByRole('button', { name: 'Template' }).click()
    await desk.getByRole('menuitem', { name: 'Shampoo at home' }).click()
    expect(await uses()).toEqual({ clicks: 2, keys: 0 })
    const instructions = async () =>
      (await done(caller.get(`/consultation/${visit.id}/consultationdischargeinstruction/`))).results
    await expect
      .poll(async () => (await instructions()).map(({ text }: Body) => text), patiently)
      .toEqual(['Bathe twice a week, leave on for 10 minutes.'])
    await desk.keyboard.press('Escape')
  })

  it('asks for a batch where it sits, and takes the row once it is known', async () => {
    await beginCharge(desk)
    await desk.keyboard.type('met')
    await desk.keyboard.press('Enter')
    await desk.getByText('Batch number required for this medicine').waitFor()
    await desk.getByText('1 batch', { exact: true }).waitFor()
    await desk.reload()
    await desk.getByText('Batch number required for this medicine').waitFor()
    await drawn(desk, 'visit-batch')
    await accessible(desk)
    expect(await rowsOf(visit)).toHaveLength(3)
    await desk.getByRole('combobox', { name: /^Batch of Methyl/ }).fill('M77')
    await desk.keyboard.press('Enter')
    await expect.poll(async () => (await rowsOf(visit)).at(-1)?.batch_number, patiently).toBe('M77')
    await desk.getByRole('button', { name: 'How Methylprednisolone 40 mg/ml was used: Given' }).click()
    await desk.getByRole('menuitem', { name: 'Dispensed' }).click()
    await expect.poll(async () => (await rowsOf(visit)).at(-1)?.usage_type, patiently).toBe(2)
    await desk.getByRole('button', { name: 'Instructions (Methylprednisolone 40 mg/ml)' }).click()
    await desk
      .getByRole('textbox', { name: 'How Methylprednisolone 40 mg/ml is given' })
      .fill('Half a tablet with food')
    await accessible(desk)
    await drawn(desk, 'visit-instructions')
    await desk.keyboard.press('Enter')
    await expect.poll(async () => (await rowsOf(visit)).at(-1)?.instructions, patiently).toBe('Half a tablet with food')
    await desk.getByRole('button', { name: 'Remove Methylprednisolone 40 mg/ml' }).click()
    await desk.getByText('Methylprednisolone 40 mg/ml removed').waitFor()
    await desk.keyboard.press('Control+z')
    await expect
      .poll(async () => (await rowsOf(visit)).map((row) => row.batch_number), patiently)
      .toEqual(['', '', '', 'M77'])
    expect((await rowsOf(visit)).at(-1)?.instructions).toBe('Half a tablet with food')
  })

  it('leaves the focus to whoever goes on while instructions are being saved', async () => {
    const stored = async () => (await rowsOf(visit)).at(-1)?.instructions
    const before = await stored()
    const after = before === 'With food' ? 'Before food' : 'With food'
    await open(desk, visit)
    await desk.getByRole('button', { name: `${before} (Methylprednisolone 40 mg/ml)` }).click()
    await desk.getByRole('textbox', { name: 'How Methylprednisolone 40 mg/ml is given' }).fill(after)
    await whileHeldBack(
      desk,
      (request) => request.method() === 'PATCH',
      () => desk.keyboard.press('Enter'),
      () => noteField(desk).focus(),
    )
    await desk.getByRole('button', { name: `${after} (Methylprednisolone 40 mg/ml)` }).waitFor()
    expect(await noteField(desk).and(desk.locator(':focus')).count()).toBe(1)
    await expect.poll(stored, patiently).toBe(after)
    await desk.keyboard.press('Escape')
  })

  it('takes what a scanner reads', async () => {
    await desk.getByRole('heading', { level: 1 }).focus()
    await desk.evaluate(scanScript('6412345678901'))
    await desk.getByText('Chlorhexidine shampoo 250 ml added').waitFor()
    await expect.poll(async () => (await rowsOf(visit)).length, patiently).toBe(5)
    await desk.keyboard.press('Escape')
  })

  it('is handed over and finalized for the amount on the button', async () => {
    const uses = await counted(desk)
    await desk.keyboard.press('Control+Enter')
    await desk.getByText('Bella is ready').waitFor()
    expect((await visitOf(visit)).status).toBe(5)
    await desk.getByRole('button', { name: 'Finalize…' }).click()
    const { total_with_vat } = await visitOf(visit)
    const button = desk.getByRole('button', { name: `Finalize €${total_with_vat}` })
    await button.waitFor()
    await drawn(desk, 'visit-finalize')
    await accessible(desk)
    expect((await visitOf(visit)).invoice).toBeNull()
    // The answer is lost once: the same request is sent again, and there is one invoice.
    let lost = 0
    await intercept(desk, '**/update_status/', async (route) => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await button.click()
    await desk.getByRole('button', { name: 'To the board' }).waitFor()
    await desk.waitForURL(/\/invoices\/\d+\//)
    await desk.unroute('**/update_status/')
    expect(await uses()).toEqual({ clicks: 2, keys: 1 })
    const after = await visitOf(visit)
    expect(after.status).toBe(10)
    expect((await done(caller.get(after.invoice))).total_with_vat).toBe(total_with_vat)
    expect((await done(caller.get(`/invoice/?client__is=${owner.id}`))).count).toBe(1)
  })

  it('can then only be read, with an addendum below the note', async () => {
    await open(desk, visit)
    await pane(desk, 'Note').getByText('Wheeze on both sides.').waitFor()
    expect(await noteField(desk).count()).toBe(0)
    expect(await desk.getByRole('combobox', { name: 'Add item, medicine or scan' }).count()).toBe(0)
    await desk.getByRole('button', { name: 'Addendum' }).click()
    await desk.getByLabel('Text of the addendum').fill('Owner called: better.')
    await desk.getByRole('button', { name: 'Add addendum' }).click()
    await desk.getByText('Addendum added').waitFor()
    await pane(desk, 'Note').getByText('Owner called: better.').waitFor()
    expect(await notesOf(visit)).toHaveLength(2)
    await accessible(desk)
  })

  it('is not taken for an earlier one, which says so and leads back', async () => {
    await pane(desk, 'History').getByText('Itching less than in September.').waitFor()
    expect(await desk.getByText(/^This is an earlier visit/).count()).toBe(0)
    await desk.keyboard.press('[')
    await desk.getByText(/^This is an earlier visit, of /).waitFor()
    await accessible(desk)
    await desk.getByRole('link', { name: 'Back to the visit of today' }).click()
    await desk.waitForURL(new RegExp(`/visits/${visit.id}/`))
    await pane(desk, 'Note').getByText('Owner called: better.').waitFor()
    await desk.getByText(/^This is an earlier visit/).waitFor({ state: 'detached' })
  })

  it('starts once with a double click, and takes its note wherever the field is white', async () => {
    const other = await givenVisit({ patients: [await givenAnimal('Milo')] })
    await open(desk, other, 'Milo')
    const refused: number[] = []
    desk.on('response', (response) => void (response.status() >= 400 && refused.push(response.status())))
    await desk.getByRole('button', { name: 'Start' }).dblclick()
    await desk.getByText('Milo started').waitFor()
    const [field, below] = [
      await noteField(desk, 'Milo').boundingBox(),
      await desk.getByRole('heading', { name: 'Diagnoses' }).boundingBox(),
    ]
    await desk.mouse.click(field!.x + 40, below!.y - 40)
    await desk.keyboard.type('Written in the lower part.')
    await expect.poll(() => notesOf(other), patiently).toEqual(['Written in the lower part.'])
    expect((await visitOf(other)).status).toBe(8)
    expect(refused).toEqual([])
    // Somebody else was faster: that it is there already is nothing to complain about.
    await intercept(desk, '**/update_status/', async (route) => {
      await caller.post(`/consultation/${other.id}/update_status/`, { status: 5 })
      return route.continue()
    })
    await desk.keyboard.press('Control+Enter')
    await desk.getByText('Milo is ready').waitFor()
    await desk.unroute('**/update_status/')
    await desk.keyboard.press('Escape')
  })
})

describe('a charge that was missed', () => {
  it('is hinted at, added, or declined with a reason that the audit keeps', async () => {
    const rex = await givenAnimal('Rex')
    const reason = await done(caller.post('/reason/', { name: 'Lameness' }))
    const usual = items['Consultation, extended']!
    await done(caller.post('/reason_item/', { reason: reason.url, item: usual.url, quantity: '1' }))
    const visit = await givenVisit({ patients: [rex], reason: reason.url })
    await givenReferral(caller, {
      patient: rex.url,
      modality: 'DX',
      target_areas: ['Thorax'],
      consultation_id: visit.id,
    })
    await open(desk, visit, 'Rex')
    await desk.getByText(/^X-ray Thorax ordered \d\d:\d\d, not charged$/).waitFor()
    await desk.getByText('2 hints', { exact: true }).waitFor()
    await drawn(desk, 'visit-hints')
    const uses = await counted(desk)
    await desk.getByRole('button', { name: 'Add €96.00' }).click()
    await expect.poll(async () => (await rowsOf(visit)).map(({ name }) => name), patiently).toEqual(['X-ray, 2 views'])
    await desk.getByText('1 hint', { exact: true }).waitFor()
    await desk.getByRole('button', { name: 'Not charged…' }).click()
    await accessible(desk)
    await desk.getByLabel('Why is it not charged?').fill('Recheck within a week')
    await desk.keyboard.press('Enter')
    await desk.getByText('Not charged: Recheck within a week').waitFor()
    await expect.poll(() => desk.getByText('1 hint', { exact: true }).count(), patiently).toBe(0)
    await desk.getByRole('button', { name: /^Ready/ }).click()
    await desk.getByText('Rex is ready').waitFor()
    // One for each hint, and one to hand over.
    expect(await uses()).toEqual({ clicks: 3, keys: 1 })
    expect((await visitOf(visit)).status).toBe(5)
    const events = await done(caller.get(`/auditevent/?resource__is=consultation&record__is=${visit.id}&ordering=-id`))
    expect(events.results.flatMap(({ changes }: Body) => changes.charge_hints ?? [])).toMatchObject([
      { to: { declined: 'Recheck within a week' } },
    ])
    await desk.getByRole('button', { name: 'Finalize…' }).click()
    await desk.getByRole('button', { name: 'Finalize €96.00' }).waitFor()
    await desk.getByRole('button', { name: 'Finalize and pay' }).click()
    await desk.getByRole('button', { name: 'Finalize and take €96.00 by card' }).click()
    await desk.getByText('€96.00 taken by card').waitFor()
    expect((await visitOf(visit)).status).toBe(9)
  })
})

describe('a herd', () => {
  it('shows what a quantity comes to before it is saved, and can be charged for all together', async () => {
    const herd = await givenAnimal('Ewes', { herd_size: 40, species: species('SHP') })
    const visit = await givenVisit({ patients: [herd], type: 3 })
    await open(desk, visit, 'Ewes')
    await beginCharge(desk)
    await desk.keyboard.type('dew')
    await desk.keyboard.press('Enter')
    await onQuantity()
    await desk.keyboard.type('10')
    await desk.getByText('10 × 40 animals = 400').waitFor()
    await drawn(desk, 'visit-herd')
    await accessible(desk)
    expect(await rowsOf(visit)).toEqual([])
    await desk.keyboard.press('Enter')
    // Whoever goes on at once is not called back when the service has answered.
    await beginCharge(desk)
    await desk.keyboard.type('dew')
    await expect
      .poll(async () => (await rowsOf(visit)).map((row) => [row.quantity, row.multiplier]), patiently)
      .toEqual([['400.000', 40]])
    await desk.getByLabel('For each of 40 animals').waitFor({ state: 'detached' })
    await desk.keyboard.press('Enter')
    await desk.getByLabel('For each of 40 animals').uncheck()
    await desk.getByRole('button', { name: 'Add', exact: true }).last().click()
    await expect
      .poll(async () => (await rowsOf(visit)).map((row) => [row.quantity, row.no_multiplier]), patiently)
      .toEqual([
        ['400.000', false],
        ['1.000', true],
      ])
  })
})

describe('several patients', () => {
  it('have a tab each, and one for all', async () => {
    const [milo, nala] = [await givenAnimal('Milo'), await givenAnimal('Nala')]
    const visit = await givenVisit({ patients: [milo, nala] })
    await open(desk, visit, 'Milo, Nala')
    await noteField(desk, 'Milo').fill('Fine.')
    await desk.getByRole('button', { name: 'Nala', exact: true }).click()
    await desk.waitForURL(/patient=/)
    await noteField(desk, 'Nala').fill('Thin.')
    await desk.keyboard.press('Escape')
    await beginCharge(desk)
    await desk.keyboard.type('cyt')
    await desk.keyboard.press('Enter')
    await expect
      .poll(async () => (await rowsOf(visit)).map(({ patients }) => patients), patiently)
      .toEqual([[nala.url]])
    await expect.poll(async () => (await notesOf(visit)).toSorted(), patiently).toEqual(['Fine.', 'Thin.'])
    await desk.getByRole('button', { name: 'All', exact: true }).click()
    await pane(desk, 'Charges').getByText('For Nala').waitFor()
    await accessible(desk)
  })
})

describe('what a visit asks of others', () => {
  it('is imaging, asked for with three clicks', async () => {
    const visit = await givenVisit({ patients: [await givenAnimal('Ruska')] })
    await open(desk, visit, 'Ruska')
    const uses = await counted(desk)
    await desk.getByRole('button', { name: 'Refer to imaging' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Refer to imaging' })
    await dialog.getByLabel('Thorax').click()
    await dialog.getByRole('button', { name: /^Refer/ }).click()
    await desk.getByText('X-ray Thorax ordered', { exact: true }).waitFor()
    expect(await uses()).toEqual({ clicks: 3, keys: 0 })
    const { results } = await done(caller.get(`/diagnosticimaging_worklist/?consultation__is=${visit.id}`))
    expect(results).toMatchObject([{ modality: 'DX', target_areas: ['Thorax'], status: 0 }])
    await desk.getByText(/^X-ray Thorax ordered \d\d:\d\d, not charged$/).waitFor()
    await desk.getByRole('button', { name: 'Refer to imaging' }).click()
    await dialog.getByRole('button', { name: /^Refer/ }).click()
    await dialog.getByRole('alert').getByText('Choose or enter at least one part of the body.').waitFor()
    await drawn(desk, 'visit-refer')
    await accessible(desk)
    await desk.keyboard.press('Escape')
  })

  it('is a prescription of what it has, signed with two clicks and sent once', async () => {
    const visit = await givenVisit({ patients: [await givenAnimal('Otso')] })
    const { url: item } = items['Methylprednisolone 40 mg/ml']!
    const given = { item, quantity: '1', usage_type: 3, instructions: 'Once a day with food' }
    await done(caller.post(`/consultation/${visit.id}/medicines/`, given))
    await open(desk, visit, 'Otso')
    await pane(desk, 'Charges').getByText('Methylprednisolone 40 mg/ml', { exact: true }).waitFor()
    let lost = 0
    await intercept(desk, '**/eprescription/prescription/', async (route) => {
      if (route.request().method() !== 'POST' || lost++ > 0) return route.continue()
      await route.fetch()
      return route.abort()
    })
    const uses = await counted(desk)
    await desk.getByRole('button', { name: 'Prescribe', exact: true }).click()
    await drawn(desk, 'visit-prescribe')
    await desk.getByRole('button', { name: /^Sign and send/ }).click()
    await desk.getByText('Prescription of Methylprednisolone 40 mg/ml signed, being sent').waitFor()
    await desk.unroute('**/eprescription/prescription/')
    expect(await uses()).toEqual({ clicks: 2, keys: 0 })
    const asked = `/eprescription/prescription/?consultation__is=${visit.id}&expose_items`
    const { results } = await done(caller.get(asked))
    expect(results).toMatchObject([
      { status: 2, prescriber: vet.url, items_data: [{ strength: '40 mg/ml', instructions: 'Once a day with food' }] },
    ])
    await desk.getByRole('region', { name: 'Prescriptions and imaging' }).getByText('Sending').waitFor()
    await desk.getByRole('button', { name: 'Prescribe', exact: true }).click()
    await desk.getByLabel('How it is given').fill('')
    await desk.getByRole('button', { name: /^Sign and send/ }).click()
    await desk.getByRole('alert').getByText('Enter how it is given.').waitFor()
    await accessible(desk)
    await desk.keyboard.press('Escape')
    expect((await done(caller.get(asked))).count).toBe(1)
  })
})

describe('what the owner takes home', () => {
  it('is a sheet for each animal: medicines first, then the instructions, the next visit and whom to call', async () => {
    await done(caller.patch(`/department/${clinic.department}/`, { phone: '+358 9 555 0100' }))
    const [sulo, vilma] = [await givenAnimal('Sulo'), await givenAnimal('Vilma')]
    const visit = await givenVisit({ patients: [sulo, vilma] })
    const cream = { item: items['Deworming paste']!.url, quantity: '2', usage_type: 2, patients: [sulo.url] }
    await done(caller.post(`/consultation/${visit.id}/medicines/`, { ...cream, instructions: 'Once a day for 2 days' }))
    const start = '2030-01-15T11:30:00Z'
    const end = '2030-01-15T12:00:00Z'
    await givenAppointment(caller, { start, end, client: owner.url, patients: [sulo.url] })
    await open(desk, visit, 'Sulo, Vilma')
    const typed = desk.getByRole('textbox', { name: 'Discharge instructions for Sulo' })
    await typed.fill('Rest for a week.\nNo baths.')
    const uses = await counted(desk)
    await desk.getByRole('button', { name: 'Print', exact: true }).click()
    await expect.poll(() => desk.evaluate('window.isPrinted'), patiently).toBe(true)
    expect(await uses()).toEqual({ clicks: 1, keys: 0 })
    const paper = await desk.pdf({ preferCSSPageSize: true })
    const [first, second, ...more] = pagesOf(paper)
    expect(more).toEqual([])
    expect(first).toMatch(
      /Northgate Veterinary Clinic[\s\S]*Instructions for Sulo[\s\S]*Deworming paste 2 dose To take home\nOnce a day for 2 days[\s\S]*Rest for a week\.\nNo baths\.[\s\S]*Next visit\n[^\n]*15 January 2030[\s\S]*\+358 9 555 0100/,
    )
    expect(second).toMatch(/Instructions for Vilma[\s\S]*No special care is needed\.[\s\S]*No visit is booked\./)
    expect(linesOf(paper).join('\n')).not.toMatch(/Search client|Charges|€/)
  })
})

describe('the fields that a clinic has added', () => {
  it('are filled in where they stand, and kept with the visit', async () => {
    const field = await givenCustomField(caller, { content_type: 'consultation', name: 'Sedation score' })
    const visit = await givenVisit()
    await open(desk, visit)
    await desk.getByRole('button', { name: 'Edit custom fields' }).click()
    await desk.getByLabel('Sedation score').fill('3 of 5')
    await drawn(desk, 'visit-fields')
    await accessible(desk)
    await desk.keyboard.press('Enter')
    await desk.getByText('Custom fields saved').waitFor()
    expect((await visitOf(visit)).fields_rel).toMatchObject([{ field_id: field.id, value: '3 of 5' }])
    await desk.getByText('3 of 5').waitFor()
  })
})

describe('a note', () => {
  it('typed at two desks keeps every word: apart it merges, and the same lines are shown side by side', async () => {
    const pair = await givenAnimal('Pair')
    const visit = await givenVisit({ patients: [pair] })
    await givenNote(caller, visit, { text: 'First line\nSecond line\nThird line' })
    room = await openDesk(tablet)
    await signIn(room, 'Maria')
    await open(desk, visit, 'Pair')
    await open(room, visit, 'Pair')
    const [mine, theirs] = [noteField(desk, 'Pair'), noteField(room, 'Pair')]
    await expect.poll(() => theirs.inputValue(), patiently).toContain('Third line')
    // Both have the same version, and change different lines of it.
    await intercept(room, '**/consultationnote/*/', (route) => route.abort())
    await theirs.fill('First line\nSecond line\nThird line, from the room')
    await room.getByText('Not saved, kept on this device').waitFor()
    await mine.fill('First line, from the desk\nSecond line\nThird line')
    await expect.poll(() => notesOf(visit), patiently).toEqual(['First line, from the desk\nSecond line\nThird line'])
    await room.unroute('**/consultationnote/*/')
    const both = 'First line, from the desk\nSecond line\nThird line, from the room'
    await expect.poll(() => notesOf(visit), patiently).toEqual([both])
    await expect.poll(() => mine.inputValue(), patiently).toBe(both)

    await intercept(room, '**/consultationnote/*/', (route) => route.abort())
    await theirs.fill('Rewritten in the room')
    await room.getByText('Not saved, kept on this device').waitFor()
    await mine.fill('Rewritten at the desk')
    await expect.poll(() => notesOf(visit), patiently).toEqual(['Rewritten at the desk'])
    await room.unroute('**/consultationnote/*/')
    const conflict = room.getByRole('region', { name: 'Helena Lehto changed the same lines' })
    await conflict.waitFor()
    expect(await conflict.innerText()).toContain('Rewritten at the desk')
    expect(await theirs.inputValue()).toBe('Rewritten in the room')
    await drawn(room, 'visit-conflict')
    await accessible(room)
    await conflict.getByRole('button', { name: 'Keep both' }).click()
    await expect.poll(() => notesOf(visit), patiently).toEqual(['Rewritten at the desk\nRewritten in the room'])
    await expect.poll(() => mine.inputValue(), patiently).toBe('Rewritten at the desk\nRewritten in the room')
  })

  it('typed while the cable is out is on the device, survives a reload, and is sent when it is back', async () => {
    const cut = await givenAnimal('Cut')
    const visit = await givenVisit({ patients: [cut] })
    await open(desk, visit, 'Cut')
    // The service gets the first words, and the cable is cut before it can answer.
    let isCut = false
    await intercept(desk, '**/consultationnote/', async (route) => {
      if (isCut || route.request().method() !== 'POST') return route.continue()
      isCut = true
      await route.fetch()
      await desk.context().setOffline(true)
      return route.abort()
    })
    await noteField(desk, 'Cut').fill('Typed before the cut')
    await desk.getByText('Not saved, kept on this device').waitFor()
    expect(await notesOf(visit)).toEqual(['Typed before the cut'])
    await noteField(desk, 'Cut').fill('Typed before the cut, and without a connection')
    await desk.getByText(/^No connection since/).waitFor()
    await accessible(desk)
    await desk.context().setOffline(false)
    await desk.getByText(/^Saved \d\d:\d\d$/).waitFor()
    await desk.unroute('**/consultationnote/')
    expect(await notesOf(visit)).toEqual(['Typed before the cut, and without a connection'])

    await intercept(desk, '**/consultationnote/*/', (route) => route.abort())
    await noteField(desk, 'Cut').fill('Typed before the page was gone')
    await desk.getByText('Not saved, kept on this device').waitFor()
    await desk.goto(address)
    await desk.unroute('**/consultationnote/*/')
    await desk.reload()
    await expect.poll(() => notesOf(visit), patiently).toEqual(['Typed before the page was gone'])
  })
})

describe('the exam room', () => {
  it('has tabs for the panes, with the total always in sight, and no price for whoever may not see one', async () => {
    const visit = await givenVisit()
    await done(
      caller.post(`/consultation/${visit.id}/procedures/`, { item: items['Skin cytology']!.url, quantity: '1' }),
    )
    await open(room, visit)
    expect(await room.getByText('€27.61').count()).toBe(0)
    expect(await room.getByRole('region', { name: 'Charges' }).count()).toBe(0)
    await room.getByRole('button', { name: /^Charges/ }).tap()
    await room.getByRole('region', { name: 'Charges' }).getByText('Skin cytology', { exact: true }).waitFor()
    await accessible(room)
    const priced = await openDesk(tablet)
    await signIn(priced, 'Helena')
    await open(priced, visit)
    const total = priced.getByRole('button', { name: /^Total: / })
    await expect.poll(() => total.innerText(), patiently).toContain('€27.61')
    await accessible(priced)
    await drawn(priced, 'visit-tablet')
    await priced.getByRole('button', { name: /^Charges/ }).tap()
    await priced.getByText('Net').waitFor()
    await drawn(priced, 'visit-tablet-charges')
    await accessible(priced)
    await priced.close()
  })

  it('shows the other panes if one fails, and says so', async () => {
    const visit = await givenVisit()
    await intercept(desk, '**/consultationitem/?*', (route) =>
      route.fulfill({ status: 500, body: '{}', contentType: 'application/json' }),
    )
    await open(desk, visit)
    await desk.getByText('The charges could not be loaded.').waitFor()
    await noteField(desk).waitFor()
    await accessible(desk)
    await desk.unroute('**/consultationitem/?*')
    await desk.getByRole('button', { name: 'Retry' }).click()
    await pane(desk, 'Charges').getByText('Nothing is charged yet.').waitFor()
    await desk.goto(`${address}visits/999999/`)
    await desk.getByText('It does not exist, or you do not have access.').waitFor()
    await accessible(desk)
    expect(consoleErrors).toEqual([])
  })
})

// @module-tag browser
// @module-tag waits
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestResponse } from '../support/api.ts'
import { beginCharge, drawn, goToField, tablet, useClinicApp, whileHeldBack } from '../support/app-journeys.ts'
import { done } from '../support/billing.ts'
import {
  givenClient,
  givenConsultation,
  givenItem,
  givenNote,
  givenPatient,
  givenVatGroup,
  species,
} from '../support/clinic.ts'
import { givenStock } from '../support/stock.ts'
import { violationsOn } from '../support/web-app.ts'

type Body = TestResponse['body']

const { caller, clinic, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
let desk: Page
let vet: Body
let owner: Body
const items: Record<string, Body> = {}

const patiently = { interval: 250 }
const givenVisit = async (name: string, fields: Body = {}): Promise<Body> => {
  const patient = await givenPatient(caller, { client: owner.url, name, species: species('CAT') })
  const visit = await givenConsultation(caller, { patients: [patient], supervising_veterinarian: vet.url, ...fields })
  // The first entry puts it in progress.
  await givenNote(caller, visit, { text: 'Seen.' })
  return visit
}
const rowsOf = async (visit: Body): Promise<Body[]> =>
  (await done(caller.get(`/consultationitem/?consultation__is=${visit.id}`))).results
const statusOf = async (visit: Body): Promise<number> => (await done(caller.get(visit.url))).status
const open = async (page: Page, visit: Body, name: string) => {
  await page.goto(`${address}visits/${visit.id}/`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
}
const charges = (page: Page) => page.getByRole('region', { name: 'Charges', exact: true })
/** A script that types as fast as a scanner, however busy this machine is. */
const scanned = (code: string) => `for (const key of [...'${code}', 'Enter'])
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`
/** The session is gone before the next person opens the app: a page that is still open would notice, and go to sign in by itself. */
const endSession = async (page: Page) => {
  await page.goto('about:blank')
  await page.context().clearCookies()
}
const accessible = async (page: Page) => expect(await violationsOn(page)).toEqual([])

beforeAll(async () => {
  const clinical = ['General: Patients and clients', 'Clinical: Consultations', 'Financial: Invoices'] as const
  vet = await givenStaff('Helena', [...clinical, 'Financial: Discounts'])
  await givenStaff('Maria', clinical)
  owner = await givenClient(caller, { firstname: 'Anna', lastname: 'Koski' })
  const vat_group = (await givenVatGroup(caller, '25.50')).url
  const item = async (name: string, type_code: number, price_with_vat: string, fields: Body = {}) => {
    items[name] = await givenItem(caller, { name, type_code, price_with_vat, vat_group, ...fields })
  }
  await item('Examination', 1, '50.00')
  await item('X-ray, 2 views', 1, '96.00')
  await item('Methylprednisolone 40 mg/ml', 2, '19.68', { batch_number_required: true })
  await item('Ear drops 15 ml', 3, '14.63', { barcode: '6412345678901' })
  await givenStock(caller, clinic, items['Methylprednisolone 40 mg/ml'], '7', { batch_number: 'B08194' })
  desk = await openDesk()
  await signIn(desk, 'Helena')
})

describe('a batch', () => {
  it('that is not held is asked about in the row, and one that is gets its own spelling', async () => {
    const visit = await givenVisit('Bella')
    await open(desk, visit, 'Bella')
    const batch = desk.getByRole('combobox', { name: /^Batch of Methyl/ })
    const add = async () => {
      await beginCharge(desk)
      await desk.keyboard.type('met')
      await desk.keyboard.press('Enter')
      await batch.waitFor()
    }
    await add()
    await charges(desk).getByText('7 left').waitFor()
    await batch.fill('B123')
    await desk.keyboard.press('Enter')
    await charges(desk).getByRole('alert').getByText('Not a batch we hold. Keep it?').waitFor()
    expect(await rowsOf(visit)).toEqual([])
    await drawn(desk, 'charges-batch')
    await accessible(desk)
    await batch.fill('b08194')
    await desk.keyboard.press('Enter')
    await expect.poll(async () => (await rowsOf(visit)).map((row) => row.batch_number), patiently).toEqual(['B08194'])
    await batch.waitFor({ state: 'detached' })
    await add()
    await batch.fill('B124')
    await desk.keyboard.press('Tab')
    await desk.getByRole('button', { name: 'Keep it' }).click()
    await expect
      .poll(async () => (await rowsOf(visit)).map((row) => row.batch_number), patiently)
      .toEqual(['B08194', 'B124'])
  })

  it('of digits that is scanned into its field is a batch, and an item scanned elsewhere is added', async () => {
    const visit = await givenVisit('Scan')
    await open(desk, visit, 'Scan')
    await beginCharge(desk)
    await desk.keyboard.type('met')
    await desk.keyboard.press('Enter')
    const batch = desk.getByRole('combobox', { name: /^Batch of Methyl/ })
    await charges(desk).getByText(/left$/).waitFor()
    await batch.fill('20260731')
    await desk.evaluate(scanned('20260731'))
    await charges(desk).getByRole('alert').getByText('Not a batch we hold. Keep it?').waitFor()
    const room = await openDesk(tablet)
    await signIn(room, 'Maria')
    await open(room, visit, 'Scan')
    // The charges are behind another tab, and the cursor is in the note.
    await room.getByRole('textbox', { name: 'Clinical note about Scan' }).focus()
    await room.evaluate(scanned('6412345678901'))
    await room.getByText('Ear drops 15 ml added').waitFor()
    await expect.poll(async () => (await rowsOf(visit)).map(({ name }) => name), patiently).toEqual(['Ear drops 15 ml'])
    await room.close()
  })
})

describe('an item', () => {
  it('that is being added is shown at once, and leaves the cursor to whoever has gone on writing', async () => {
    const visit = await givenVisit('Sisu')
    await open(desk, visit, 'Sisu')
    const note = desk.getByRole('textbox', { name: 'Clinical note about Sisu' })
    const isAdded = (request: { method: () => string; url: () => string }) =>
      request.method() === 'POST' && request.url().endsWith('/procedures/')
    const add = async () => {
      await beginCharge(desk)
      await desk.keyboard.type('exam')
      await desk.keyboard.press('Enter')
    }
    const row = charges(desk).getByRole('textbox', { name: 'Quantity of Examination' })
    await whileHeldBack(desk, isAdded, add, async () => {
      await charges(desk).getByRole('listitem').filter({ hasText: 'Examination' }).getByText('Adding…').waitFor()
      await note.click()
      await desk.keyboard.press('Control+End')
      await desk.keyboard.type(' Bright')
    })
    await row.waitFor()
    await desk.keyboard.type(' and alert')
    await expect.poll(() => note.inputValue()).toBe('Seen. Bright and alert')
    await expect.poll(() => charges(desk).getByText('Adding…').count()).toBe(0)
    // Whoever waits in the field goes on with the quantity.
    await desk.keyboard.press('Escape')
    await add()
    await row.nth(1).and(desk.locator(':focus')).waitFor()
    expect((await rowsOf(visit)).map(({ quantity }) => Number(quantity))).toEqual([1, 1])
  })
})

describe('a discount', () => {
  it('is a percent on the row, for whoever may give one', async () => {
    const visit = await givenVisit('Milo')
    await done(caller.post(`/consultation/${visit.id}/procedures/`, { item: items['Examination']!.url, quantity: '1' }))
    await open(desk, visit, 'Milo')
    await desk.getByRole('button', { name: /^Discount on Examination/ }).click()
    await desk.getByRole('textbox', { name: 'Discount on Examination in percent' }).fill('10')
    await desk.keyboard.press('Enter')
    await expect.poll(async () => (await rowsOf(visit))[0]?.percentage_change, patiently).toBe('-10.00')
    await charges(desk).getByText('−10 %').waitFor()
    await charges(desk).getByText('€45.00').waitFor()
    await drawn(desk, 'charges-discount')
    await accessible(desk)
    // Undo brings the row back as it was.
    await desk.getByRole('button', { name: 'Remove Examination' }).click()
    await desk.getByText('Examination removed').waitFor()
    await desk.keyboard.press('Control+z')
    await expect
      .poll(async () => (await rowsOf(visit)).map((row) => row.percentage_change), patiently)
      .toEqual(['-10.00'])
    const room = await openDesk()
    await signIn(room, 'Maria')
    await open(room, visit, 'Milo')
    await charges(room).getByText('−10 %').waitFor()
    expect(await room.getByRole('button', { name: /^Discount/ }).count()).toBe(0)
    await room.close()
  })
})

describe('handing over', () => {
  it('asks about charges that may be missing, which can be added, declined, or left', async () => {
    const reason = await done(caller.post('/reason/', { name: 'Lameness' }))
    for (const name of ['Examination', 'X-ray, 2 views'])
      await done(caller.post('/reason_item/', { reason: reason.url, item: items[name]!.url, quantity: '1' }))
    const visit = await givenVisit('Rex', { reason: reason.url, complaint: 'Limps since Friday' })
    await open(desk, visit, 'Rex')
    // Why they came is read before anything is written.
    const note = desk.getByRole('region', { name: 'Note', exact: true })
    await note.getByText('Lameness', { exact: true }).waitFor()
    await note.getByText('Limps since Friday').waitFor()
    await charges(desk).getByText('2 hints', { exact: true }).waitFor()
    await desk.keyboard.press('Control+Enter')
    const dialog = desk.getByRole('dialog', { name: 'Hand over Rex' })
    await dialog.getByText('2 charges may be missing on the invoice.').waitFor()
    expect(await statusOf(visit)).toBe(8)
    await drawn(desk, 'charges-hand-over')
    await accessible(desk)
    await dialog.getByRole('button', { name: 'Add €96.00' }).click()
    await dialog.getByText('1 charge may be missing on the invoice.').waitFor()
    await dialog.getByRole('button', { name: 'Not charged…' }).click()
    await dialog.getByLabel('Why is it not charged?').fill('Recheck')
    await desk.keyboard.press('Enter')
    await dialog.getByText('Nothing is open.').waitFor()
    await dialog.getByRole('button', { name: 'Hand over', exact: true }).click()
    await desk.getByText('Rex is ready').waitFor()
    expect((await rowsOf(visit)).map(({ name }) => name)).toEqual(['X-ray, 2 views'])

    const other = await givenVisit('Kalle', { reason: reason.url })
    await open(desk, other, 'Kalle')
    await desk.getByRole('button', { name: /^Ready/ }).click()
    await desk.getByRole('button', { name: 'Hand over anyway' }).click()
    await desk.getByText('Kalle is ready').waitFor()
    expect(await statusOf(other)).toBe(5)
  })
})

describe('the focus', () => {
  const focused = (locator: Locator) => locator.and(desk.locator(':focus')).waitFor()

  it('goes from one hint to the next, and then to handing over', async () => {
    const reason = await done(caller.post('/reason/', { name: 'Recheck' }))
    for (const name of ['Examination', 'X-ray, 2 views'])
      await done(caller.post('/reason_item/', { reason: reason.url, item: items[name]!.url, quantity: '1' }))
    const visit = await givenVisit('Viiru', { reason: reason.url })
    await open(desk, visit, 'Viiru')
    await charges(desk).getByText('2 hints', { exact: true }).waitFor()
    await desk.keyboard.press('Control+Enter')
    const dialog = desk.getByRole('dialog', { name: 'Hand over Viiru' })
    await dialog.getByRole('button', { name: 'Add €50.00' }).click()
    await focused(dialog.getByRole('button', { name: 'Add €96.00' }))
    // Who leaves a reason again is not led out of the dialog.
    await dialog.getByRole('button', { name: 'Not charged…' }).click()
    await desk.keyboard.press('Escape')
    await focused(dialog.getByRole('button', { name: 'Not charged…' }))
    await dialog.getByRole('button', { name: 'Add €96.00' }).click()
    await focused(dialog.getByRole('button', { name: 'Hand over', exact: true }))
    await desk.keyboard.press('Enter')
    await desk.getByText('Viiru is ready').waitFor()
    expect((await rowsOf(visit)).map(({ name }) => name)).toEqual(['Examination', 'X-ray, 2 views'])
  })

  it('is where work goes on once something is saved or left, and keys are heard there', async () => {
    const visit = await givenVisit('Huru')
    await open(desk, visit, 'Huru')
    const note = desk.getByRole('region', { name: 'Note', exact: true })
    await goToField(desk, 'w')
    await desk.keyboard.type('4.2')
    await desk.keyboard.press('Enter')
    await desk.getByText('Huru weighs 4.20 kg').waitFor()
    await focused(note.getByRole('button', { name: /^Weight/ }))
    await goToField(desk, 'd', '[role=combobox]')
    await desk.keyboard.type('der')
    await desk.keyboard.press('Enter')
    await note.getByRole('button', { name: /^Primary/ }).waitFor()
    await focused(note.getByRole('button', { name: /^Diagnosis|^Add/ }))
    await desk.keyboard.press('n')
    await focused(note.getByRole('textbox', { name: 'Clinical note about Huru' }))
    await desk.keyboard.press('Escape')
    await focused(note.locator('[tabindex="-1"]').filter({ has: desk.getByLabel('Clinical note about Huru') }))
    await beginCharge(desk)
    await desk.keyboard.type('exam')
    await desk.keyboard.press('Enter')
    await focused(charges(desk).getByRole('textbox', { name: 'Quantity of Examination' }))
    await desk.keyboard.press('Escape')
    await focused(charges(desk).getByRole('listitem').filter({ hasText: 'Examination' }))
    await beginCharge(desk)
    await focused(charges(desk).getByRole('combobox', { name: /^Add item/ }))
  })
})

describe('what is said', () => {
  it('covers nothing that is being written', async () => {
    const visit = await givenVisit('Nekku')
    await open(desk, visit, 'Nekku')
    await goToField(desk, 'w')
    await desk.keyboard.type('4.2')
    await desk.keyboard.press('Enter')
    const said = await desk.getByRole('status').locator('div', { hasText: 'Nekku weighs 4.20 kg' }).boundingBox()
    const note = await desk.getByRole('region', { name: 'Note', exact: true }).boundingBox()
    expect(said!.x + said!.width).toBeLessThanOrEqual(note!.x)
    await drawn(desk, 'charges-toast')
  })
})

describe('what is typed', () => {
  it('is marked where it is wrong, and templates are chosen by key', async () => {
    await done(caller.post('/text_template/', { name: 'Healthy', kind: 'note', shortcut: '', text: 'All well.' }))
    const visit = await givenVisit('Vita')
    await open(desk, visit, 'Vita')
    await desk.keyboard.press('v')
    const rate = desk.getByRole('textbox', { name: 'Heart rate (bpm)' })
    await rate.fill('fast')
    await desk.keyboard.press('Enter')
    await desk.getByRole('alert').getByText('Heart rate (bpm): enter a number.').waitFor()
    const invalid = desk.locator('input[aria-invalid="true"]')
    expect(await invalid.getAttribute('name')).toBe('heart_rate')
    await rate.fill('120')
    await desk.getByRole('textbox', { name: 'Pain (0 to 10)' }).fill('11')
    await desk.keyboard.press('Enter')
    await desk
      .getByRole('alert')
      .getByText(/^Pain \(0 to 10\): /)
      .waitFor()
    await expect.poll(() => invalid.getAttribute('name')).toBe('pain_score')
    await accessible(desk)
    await desk.keyboard.press('Escape')
    await desk.keyboard.press(';')
    await desk.getByRole('menuitem', { name: 'Healthy' }).and(desk.locator(':focus')).waitFor()
    await desk.keyboard.press('Enter')
    await expect
      .poll(() => desk.getByRole('textbox', { name: 'Clinical note about Vita' }).inputValue(), patiently)
      .toBe('Seen.\n\nAll well.')
    expect(consoleErrors).toEqual([])
  })

  it('and not sent is of whoever typed it, and not of the next at the same desk', async () => {
    const [open_, closed] = [await givenVisit('Row'), await givenVisit('Late')]
    await done(caller.post(`/consultation/${closed.id}/update_status/`, { status: 10 }))
    const shared = await openDesk()
    await signIn(shared, 'Helena')
    await open(shared, closed, 'Late')
    await shared.getByRole('button', { name: 'Addendum' }).click()
    await shared.getByLabel('Text of the addendum').fill('Written by Helena')
    await open(shared, open_, 'Row')
    await beginCharge(shared)
    await shared.keyboard.type('met')
    await shared.keyboard.press('Enter')
    await shared.getByText('Batch number required for this medicine').waitFor()
    // The next person signs in: same tab, another session.
    await endSession(shared)
    await signIn(shared, 'Maria')
    await open(shared, open_, 'Row')
    await charges(shared).getByText('Nothing is charged yet.').waitFor()
    expect(await shared.getByText('Batch number required for this medicine').count()).toBe(0)
    await open(shared, closed, 'Late')
    await shared.getByRole('button', { name: 'Addendum' }).waitFor()
    expect(await shared.getByText('Written by Helena').count()).toBe(0)
    await endSession(shared)
    await signIn(shared, 'Helena')
    await open(shared, closed, 'Late')
    await expect.poll(() => shared.getByLabel('Text of the addendum').inputValue()).toBe('Written by Helena')
    await shared.close()
  })
})

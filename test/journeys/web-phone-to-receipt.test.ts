// @module-tag browser
// @module-tag waits
// @module-tag timed
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestResponse } from '../support/api.ts'
import { counted, drawn, goToField, momentOf, timeToRead, useClinicApp } from '../support/app-journeys.ts'
import { budgetOf, expectWithin } from '../support/durations.ts'
import { done } from '../support/billing.ts'
import {
  givenAppointment,
  givenClient,
  givenItem,
  givenPatient,
  givenPhoneNumber,
  givenVatGroup,
  species,
} from '../support/clinic.ts'
import { violationsOn } from '../support/web-app.ts'

type Body = TestResponse['body']

const { address, caller, clinic, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
let desk: Page
let other: Page
let vet: Body

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const cardIn = (page: Page, place: string, name: string) =>
  column(page, place).getByRole('listitem').filter({ hasText: name })
/** As long as a busy machine may need, and seldom enough for the limit on requests. */
const patiently = { interval: 250 }

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

type Booking = { readonly name: string; readonly phone: string; readonly from: number }

const givenBooking = async ({ name, phone, from }: Booking) => {
  const client = await givenClient(caller, { firstname: 'Anna', lastname: `Koski-${name}` })
  await givenPhoneNumber(caller, client, { phone_number: phone })
  const patient = await givenPatient(caller, { client: client.url, name, species: species('CAT') })
  await givenAppointment(caller, {
    start: minutesFromNow(from),
    end: minutesFromNow(from + 15),
    department: `${clinic.base}/department/${clinic.department}/`,
    user: vet.url,
    client: client.url,
    patients: [patient.url],
    complaint: 'Coughs at night',
  })
  return { patient, client }
}

/** How somebody works: what they press or click for each step. What happens then is the same. */
type Hand = {
  readonly find: (phone: string, client: string) => Promise<void>
  readonly checkIn: (name: string) => Promise<void>
  readonly toBoard: () => Promise<void>
  readonly start: (name: string) => Promise<void>
  readonly open: (name: string) => Promise<void>
  readonly note: (name: string, text: string) => Promise<void>
  readonly weigh: (kilograms: string) => Promise<void>
  readonly add: (letters: string, item: string) => Promise<void>
  readonly diagnose: (letters: string) => Promise<void>
  readonly ready: () => Promise<void>
  readonly review: () => Promise<void>
  readonly finalizeAndPay: () => Promise<void>
  readonly pay: (amount: string) => Promise<void>
}

const pointer = (page: Page): Hand => {
  const focused = (field: string) => page.locator(`${field}:focus`).waitFor()
  const click = (name: string | RegExp) => page.getByRole('button', { name }).click()
  const choose = (name?: string | RegExp) =>
    page
      .getByRole('option', name === undefined ? {} : { name })
      .first()
      .click()
  return {
    find: async (phone, client) => {
      await click(/^Search/)
      await focused('[role=combobox]')
      await page.keyboard.type(phone)
      await choose(new RegExp(`^${client}`))
    },
    checkIn: (name) => click(`Check in ${name}`),
    toBoard: () => page.getByRole('link', { name: 'Today', exact: true }).click(),
    start: (name) => click(`Start ${name}`),
    open: (name) => cardIn(page, 'In progress', name).getByRole('link', { name }).click(),
    note: async (name, text) => {
      await page.getByRole('textbox', { name: `Clinical note about ${name}` }).click()
      await page.keyboard.type(text)
    },
    weigh: async (kilograms) => {
      await column(page, 'Note')
        .getByRole('button', { name: /^Weight/ })
        .click()
      await focused('input')
      await page.keyboard.type(kilograms)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    },
    add: async (letters, item) => {
      await page.getByRole('combobox', { name: 'Add item, medicine or scan' }).click()
      await page.keyboard.type(letters)
      await choose(item)
    },
    diagnose: async (letters) => {
      await page.getByRole('region', { name: 'Diagnoses' }).getByRole('button', { name: 'Add' }).click()
      await focused('[role=combobox]')
      await page.keyboard.type(letters)
      await choose()
    },
    ready: () => click(/^Ready/),
    review: () => click(/^Finalize…/),
    finalizeAndPay: () => click('Finalize and pay'),
    pay: (amount) => click(`Finalize and take ${amount} by card`),
  }
}

const keyboard = (page: Page): Hand => {
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const fill = async (key: string, field: string, text: string, end = 'Enter') => {
    await goToField(page, key, field)
    await page.keyboard.type(text)
    await press(end)
  }
  return {
    find: async (phone, client) => {
      await goToField(page, 'Control+k', '[role=combobox]')
      await page.keyboard.type(phone)
      await page.getByRole('option', { name: new RegExp(`^${client}`), selected: true }).waitFor()
      await press('Enter')
    },
    checkIn: () => press('i'),
    // The second key must follow within a second.
    toBoard: async () => void (await Promise.all([press('g'), press('t')])),
    start: () => press('2', 'Space'),
    open: () => press('3', 'Enter'),
    note: (_name, text) => fill('n', 'textarea', text, 'Escape'),
    weigh: (kilograms) => fill('w', 'input', kilograms),
    add: (letters) => fill('/', '[role=combobox]', letters),
    diagnose: async (letters) => {
      await press('Escape')
      await fill('d', '[role=combobox]', letters)
    },
    ready: () => press('Control+Enter'),
    review: () => press('f'),
    finalizeAndPay: () => press('Shift+Tab', 'Enter'),
    pay: () => press('Enter'),
  }
}

const items = [
  ['con', 'Consultation, extended'],
  ['cyt', 'Skin cytology'],
  ['chl', 'Chlorhexidine shampoo 250 ml'],
] as const
const printed = () => desk.evaluate('window.printed.splice(0)')

/** A visit from the telephone number to the receipt. Answers how long the board of another desk took to empty. */
const makeVisit = async (hand: Hand, booking: Booking, atStop: (stop: string) => Promise<void>) => {
  const { name, phone } = booking
  const { patient, client } = await givenBooking(booking)
  await cardIn(other, 'Expected', name).waitFor()

  await hand.find(phone, `Anna Koski-${name}`)
  await desk.getByRole('heading', { level: 1, name: `Koski-${name}, Anna` }).waitFor()
  await desk.getByRole('button', { name: `Check in ${name}` }).waitFor()
  await atStop('client')
  await hand.checkIn(name)
  await desk.getByText(`${name} checked in`).waitFor()
  await cardIn(other, 'Arrived', name).waitFor()
  const [visit] = (await done(caller.get(`/consultation/?client__is=${client.id}`))).results as [Body]
  const statusOf = async () => (await done(caller.get(visit.url))).status
  expect(visit.status).toBe(0)

  await hand.toBoard()
  await cardIn(desk, 'Arrived', name).waitFor()
  await hand.start(name)
  await cardIn(desk, 'In progress', name).waitFor()
  await expect.poll(statusOf, patiently).toBe(8)
  await hand.open(name)
  await desk.getByRole('heading', { level: 1, name }).waitFor()

  const note = 'Coughing most nights. Wheeze on both sides.'
  await desk.getByRole('textbox', { name: `Clinical note about ${name}` }).waitFor()
  await hand.note(name, note)
  await desk.getByText(/^Saved \d\d:\d\d$/).waitFor()
  await hand.weigh('4,2')
  await desk.getByText(`${name} weighs 4.20 kg`).waitFor()
  for (const [letters, item] of items) {
    await hand.add(letters, item)
    await expect.poll(() => desk.evaluate('document.activeElement.ariaLabel'), patiently).toBe(`Quantity of ${item}`)
  }
  await hand.diagnose('der')
  await desk
    .getByRole('region', { name: 'Diagnoses' })
    .getByRole('button', { name: /^Primary/ })
    .waitFor()
  await desk.getByText('€98.72').first().waitFor()
  await atStop('visit')

  await hand.ready()
  await desk.getByText(`${name} is ready`).waitFor()
  await expect.poll(statusOf, patiently).toBe(5)
  await hand.review()
  await desk.getByRole('button', { name: 'Finalize €98.72' }).and(desk.locator(':focus')).waitFor()
  await atStop('finalize')
  await hand.finalizeAndPay()
  await desk.getByRole('button', { name: 'Finalize and take €98.72 by card' }).waitFor()
  await expect.poll(() => desk.evaluate('document.activeElement.id'), patiently).toBe('pay-amount')
  await atStop('pay')

  const gone = await momentOf(
    other,
    `![...document.querySelectorAll('[data-card]')].some((card) => card.textContent.includes('${name}'))`,
  )
  const answer = desk.waitForResponse((response) => response.url().endsWith('/composite/'))
  await hand.pay('€98.72')
  await (await answer).finished()
  const { startTime, responseEnd } = (await answer).request().timing()
  await desk.getByText('€98.72 taken by card').first().waitFor()
  await expect.poll(printed, patiently).toEqual(['receipt'])
  await expect.poll(() => desk.evaluate('document.activeElement.textContent'), patiently).toMatch(/Print receipt/)
  const elapsed = (await gone()) - (startTime + responseEnd)
  await atStop('paid')

  const { status, invoice } = await done(caller.get(visit.url))
  expect(status).toBe(9)
  expect((await done(caller.get(`/consultation/${visit.id}/consultationnote/`))).results).toMatchObject([
    { text: note, patient: patient.url },
  ])
  expect((await done(caller.get(patient.url))).weight).toBe('4.200')
  const rows = (await done(caller.get(`/consultationitem/?consultation__is=${visit.id}`))).results
  expect(rows.map((row: Body) => [row.name, row.quantity])).toEqual(items.map(([, item]) => [item, '1.000']))
  expect((await done(caller.get(`/consultation/${visit.id}/consultationdiagnosis/`))).results).toMatchObject([
    { patient: patient.url, category: 0 },
  ])
  expect(await done(caller.get(invoice))).toMatchObject({ total_with_vat: '98.72', due_sum: '0.00' })
  const payments = (await done(caller.get(`/invoicepayment/?invoice__is=${invoice.split('/').at(-2)}`))).results
  expect(payments).toMatchObject([{ payment_type: 0, paid: '98.72' }])
  return elapsed
}

beforeAll(async () => {
  vet = await givenStaff('Helena', [
    'General: Appointments',
    'General: Patients and clients',
    'Clinical: Consultations',
    'Financial: Invoices',
  ])
  await givenStaff(
    'Maria',
    ['General: Appointments'],
    ['General: Patients and clients', 'Clinical: Consultations', 'Financial: Invoices'],
  )
  const vat_group = (await givenVatGroup(caller, '25.50')).url
  for (const [name, type_code, price_with_vat] of [
    ['Consultation, extended', 1, '56.48'],
    ['Skin cytology', 1, '27.61'],
    ['Chlorhexidine shampoo 250 ml', 3, '14.63'],
  ])
    await givenItem(caller, { name, type_code, price_with_vat, vat_group })
  desk = await openDesk()
  await desk.addInitScript(
    'window.printed = []; window.print = () => window.printed.push(document.documentElement.dataset.paper)',
  )
  other = await openDesk()
  await signIn(desk, 'Helena')
  await signIn(other, 'Maria')
  await other.getByText('Live', { exact: true }).waitFor()
})

describe('a visit from the telephone number to the receipt', () => {
  it('is made with a click or two for each step, and leaves the board of another desk within a second', async () => {
    const uses = await counted(desk)
    // Somebody who is late is still expected.
    const bella = { name: 'Bella', phone: '050 700 1234', from: -5 }
    const elapsed = await makeVisit(pointer(desk), bella, async (stop) => {
      expect(await violationsOn(desk)).toEqual([])
      await drawn(desk, `visit-${stop}`)
    })
    // Find 2, check in 1, start and open 3, note 1, weight 2, three items 6, diagnosis 2, ready 1, finalize 2, pay 1.
    expect(await uses()).toEqual({ clicks: 21, keys: 0 })
    const reading = await timeToRead(other)
    process.stdout.write(
      `a paid visit left the board of another desk after ${elapsed.toFixed(0)} ms; reading its lists: ${reading.toFixed(0)} ms\n`,
    )
    expectWithin(elapsed, budgetOf(1_000, reading))
  })

  it('is made with keys alone', async () => {
    await desk.goto(address)
    const uses = await counted(desk)
    await makeVisit(keyboard(desk), { name: 'Rex', phone: '050 800 5678', from: 30 }, async () => {})
    // Find 2, check in 1, start and open 6, note 2, weight 2, items 4, diagnosis 3, ready 1, finalize 3, pay 1. A slash
    // that is typed on a quantity is content.
    expect(await uses()).toEqual({ clicks: 0, keys: 25 })
    expect(consoleErrors).toEqual([])
  })
})

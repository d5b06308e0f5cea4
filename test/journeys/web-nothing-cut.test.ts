// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { foods, medicines, procedures, supplies } from '../../src/demo/data/item-names.ts'
import type { TestResponse } from '../support/api.ts'
import { drawn, useClinicApp } from '../support/app-journeys.ts'
import { done } from '../support/billing.ts'
import {
  givenAppointment,
  givenClient,
  givenConsultation,
  givenItem,
  givenPatient,
  givenVatGroup,
  species,
} from '../support/clinic.ts'

type Body = TestResponse['body']

const { address, caller, clinic, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()

/** The longest names of the demo clinic's catalogue, and all that end with a strength. */
const allMedicines = Object.values(medicines).flat()
const longest = (names: readonly string[], count: number) =>
  names.toSorted((one, other) => other.length - one.length).slice(0, count)
const strong = allMedicines.map(({ name }) => name).filter((name) => /\d+ ?(mg|g|ml|µg)/.test(name))
const names = [
  ...longest(
    allMedicines.map(({ name }) => name),
    2,
  ),
  ...longest(strong, 2),
  ...longest(
    Object.values(procedures)
      .flat()
      .map(([name]) => name),
    1,
  ),
  ...longest(
    supplies.map(([name]) => name),
    1,
  ),
  ...longest(
    foods.map(([name]) => name),
    1,
  ),
]
const typeOf = (name: string) => {
  if (allMedicines.some((one) => one.name === name)) return 2
  if (supplies.some(([one]) => one === name)) return 3
  return foods.some(([one]) => one === name) ? 4 : 1
}
const unit = longest([...allMedicines.map(({ pack }) => pack), ...supplies.map(([, , pack]) => pack)], 1)[0]!
const critical = 'Severe reaction to penicillin; gut stasis twice, feed before anaesthesia.\nNo oral penicillins.'
const price = '1181.98'
/** The part of it that is written alike with and without a comma between the thousands. */
const cents = '181.98'
const total = '€8,273.86'
let visit: Body
let patient: Body

/**
 * Runs in a page: of each text, how often it is seen, and where something hides a part of it. What can be scrolled is not
 * hidden, unless it is to the side.
 */
const measuring = `(texts) => {
  const isUnseen = (element) => element.closest('.unseen, [hidden], option, datalist, title') !== null ||
    !element.checkVisibility({ visibilityProperty: true })
  const isCut = (rect, element) => {
    if (rect.right > innerWidth + 1 || rect.left < -1) return true
    let isScrolled = false
    for (let at = element; at !== null && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at)
      const box = at.getBoundingClientRect()
      if (overflowX !== 'visible' && (rect.right > box.right + 1 || rect.left < box.left - 1)) return true
      if (/auto|scroll/.test(overflowY)) isScrolled = true
      if (!isScrolled && /hidden|clip/.test(overflowY) && (rect.bottom > box.bottom + 1 || rect.top < box.top - 1)) return true
    }
    return false
  }
  return texts.map((text) => {
    const found = { text, seen: 0, cut: [] }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const start = node.data.indexOf(text)
      if (start < 0 || isUnseen(node.parentElement)) continue
      found.seen++
      const range = document.createRange()
      range.setStart(node, start)
      range.setEnd(node, start + text.length)
      const rects = [...range.getClientRects()]
      if (rects.length === 0 || rects.some((rect) => isCut(rect, node.parentElement)))
        found.cut.push(node.parentElement.className + ': ' + node.parentElement.innerText)
    }
    return found
  })
}`
type Found = { readonly text: string; readonly seen: number; readonly cut: readonly string[] }
const measured = (page: Page, texts: readonly string[]) =>
  page.evaluate<Found[]>(`(${measuring})(${JSON.stringify(texts)})`)
/** Each of the texts is on the page, and all of it can be read wherever it is. */
const expectWhole = async (page: Page, texts: readonly string[]) => {
  for (const text of texts) await page.getByText(text).first().waitFor()
  const found = await measured(page, texts)
  expect(found.flatMap(({ text, cut }) => cut.map((where) => `${text} in ${where}`))).toEqual([])
  expect(found.filter(({ seen }) => seen === 0)).toEqual([])
}
/** Fields that are too narrow for what they hold. */
const narrowFields = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('input')].filter((field) => field.value !== '' &&
    field.checkVisibility() && field.scrollWidth > field.clientWidth + 1).map((field) => field.ariaLabel + ': ' + field.value)`)

beforeAll(async () => {
  const vet = await givenStaff('Helena', [
    'General: Appointments',
    'General: Patients and clients',
    'Clinical: Consultations',
    'Financial: Invoices',
    'Financial: Discounts',
  ])
  const vat_group = (await givenVatGroup(caller, '25.50')).url
  const reason = await done(caller.post('/reason/', { name: 'Check-up' }))
  const owner = await givenClient(caller, { firstname: 'Maximiliana', lastname: 'Väisänen-Kettukallio' })
  patient = await givenPatient(caller, {
    client: owner.url,
    name: 'Maximilian',
    species: species('RAB'),
    critical_notes: critical,
  })
  visit = await givenConsultation(caller, {
    patients: [patient],
    supervising_veterinarian: vet.url,
    reason: reason.url,
    complaint: 'Eats nothing since Friday',
  })
  const routes = ['', 'procedures', 'medicines', 'supplies', 'foods']
  for (const name of names) {
    const type_code = typeOf(name)
    const item = await givenItem(caller, { name, type_code, price_with_vat: price, vat_group, unit })
    const row = { item: item.url, quantity: '1', ...(type_code === 2 ? { instructions: 'Give with food.' } : {}) }
    await done(caller.post(`/consultation/${visit.id}/${routes[type_code]}/`, row))
    await done(caller.post('/reason_item/', { reason: reason.url, item: item.url, quantity: '2' }))
  }
  const start = new Date(Date.now() + 20 * 60_000).toISOString()
  await givenAppointment(caller, {
    start,
    end: new Date(Date.now() + 40 * 60_000).toISOString(),
    department: clinic.url('department', clinic.department),
    user: vet.url,
    client: owner.url,
    patients: [(await givenPatient(caller, { client: owner.url, name: 'Maximiliane', critical_notes: critical })).url],
  })
})

describe.each([1440, 1024])('on a screen of %i pixels', (width) => {
  let page: Page
  const warnings = critical.split('\n')

  beforeAll(async () => {
    page = await openDesk({ viewport: { width, height: 900 } })
    await signIn(page, 'Helena')
  })

  it('a visit shows every strength, amount and unit, and the allergy beside what is added', async () => {
    await page.goto(`${address}visits/${visit.id}/${width < 1180 ? '?pane=charges' : ''}`)
    const charges = page.getByRole('region', { name: 'Charges', exact: true })
    await charges.getByText(names[0]!).first().waitFor()
    await expectWhole(page, [...names, ...warnings, unit, price, total])
    for (const warning of warnings) await charges.getByText(warning).waitFor()
    expect(await narrowFields(page)).toEqual([])
    await drawn(page, `whole-visit-${width}`)
    for (const name of names) {
      await page.getByRole('combobox', { name: 'Add item, medicine or scan' }).fill(name.slice(0, 12))
      const option = page.getByRole('option', { name })
      await option.waitFor()
      await expectWhole(page, [name])
      expect(await charges.getByText(warnings[0]!).isVisible()).toBe(true)
    }
    await drawn(page, `whole-finder-${width}`)
  })

  it('the board and the page of the patient show the allergy', async () => {
    await page.goto(address)
    await page.getByText('Maximiliane').first().waitFor()
    await expectWhole(page, warnings)
    await drawn(page, `whole-today-${width}`)
    await page.goto(`${address}patients/${patient.id}/`)
    await expectWhole(page, warnings)
    await drawn(page, `whole-patient-${width}`)
  })

  it('the till shows every strength and amount', async () => {
    await page.goto(`${address}till/`)
    const box = page.getByRole('combobox').first()
    for (const name of longest(strong, 2)) {
      await box.fill(name.slice(0, 12))
      await page.getByRole('option', { name }).waitFor()
      await expectWhole(page, [name])
      await page.getByRole('option', { name }).click()
      await page
        .getByRole('textbox', { name: new RegExp(name) })
        .first()
        .waitFor()
      await expectWhole(page, [name, cents])
    }
    expect(await narrowFields(page)).toEqual([])
    await drawn(page, `whole-till-${width}`)
    expect(consoleErrors).toEqual([])
  })
})

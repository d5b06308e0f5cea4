// @module-tag browser
// @module-tag waits
import { execFileSync } from 'node:child_process'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestResponse } from '../support/api.ts'
import { counted, drawn, intercept, useClinicApp } from '../support/app-journeys.ts'
import { done } from '../support/billing.ts'
import { givenClient, givenConsultation, givenItem, givenPatient, givenRow, species } from '../support/clinic.ts'
import { pagesOf } from '../support/pdf.ts'
import { asPng, pngOf } from '../support/png.ts'
import { givenStock } from '../support/stock.ts'
import { violationsOn } from '../support/web-app.ts'

type Body = TestResponse['body']

const { caller, clinic, address, consoleErrors, givenStaff, signIn, openDesk, timeZone } = await useClinicApp()
let desk: Page
let vet: Body
let owner: Body
let rex: Body
let carprofen: Body
let rabies: Body

/** As long as a busy machine may need, and seldom enough for the limit on requests. */
const patiently = { interval: 250 }

const openVisit = async (visit: Body, name = 'Rex') => {
  await desk.goto(`${address}visits/${visit.id}/`)
  await desk.getByRole('heading', { level: 1, name }).waitFor()
  await desk.evaluate('window.printed = 0')
}
const labelButton = (medicine: string) => desk.getByRole('button', { name: `Print the label of ${medicine}` })
/** The paper as a printer gets it, which is there from when the printer's dialog opens until it closes. */
const printed = async () => {
  await expect.poll(() => desk.evaluate('window.printed'), patiently).toBe(1)
  const pdf = await desk.pdf({ preferCSSPageSize: true })
  await desk.evaluate(`window.printed = 0; dispatchEvent(new Event('afterprint'))`)
  await desk.locator('body > main').waitFor({ state: 'detached' })
  return pdf
}
const millimetres = (points: string) => Math.round((Number(points) / 72) * 25.4)
/** The width and height of every page, in millimetres. */
const sizesOf = (pdf: Buffer) =>
  execFileSync('pdfinfo', ['-f', '1', '-l', '99', '-'], { input: pdf, encoding: 'utf8' })
    .split('\n')
    .flatMap(
      (line) => /^Page +\d+ size: +([\d.]+) x ([\d.]+)/.exec(line)?.slice(1, 3).map(millimetres).join(' x ') ?? [],
    )

const dispense = (visit: Body, fields: Body): Promise<Body> =>
  done(caller.post(`/consultation/${visit.id}/medicines/`, { item: carprofen.url, usage_type: 2, ...fields }))
const givenVisit = (patients: readonly Body[] = [rex]): Promise<Body> =>
  givenConsultation(caller, { patients, supervising_veterinarian: vet.url, started: '2026-03-16T10:00:00Z' })
const vaccinate = (visit: Body, batch_number: string, patient = rex): Promise<Body> =>
  givenRow(caller, visit, { kind: 2, item: rabies.url, patients: [patient.url], batch_number, usage_type: 1 })

/** A medicine that was dispensed today is dated so, by the calendar of the clinic. */
const today = () =>
  new Intl.DateTimeFormat('fi', {
    timeZone,
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
  }).format()

beforeAll(async () => {
  vet = await givenStaff('Helena', ['General: Patients and clients', 'Clinical: Consultations', 'Financial: Invoices'])
  await done(
    caller.patch(`/organisation/${clinic.id}/`, {
      street_address: 'Satamakuja 4',
      zip_code: '00160',
      city: 'Helsinki',
    }),
  )
  await done(caller.patch(`/department/${clinic.department}/`, { phone: '+358 9 555 0120' }))
  await done(caller.put('/settings/logo/', asPng(pngOf({ width: 300, height: 120 }))))
  owner = await givenClient(caller, {
    firstname: 'Anna',
    lastname: 'Koski',
    street_address: 'Rantatie 4 B 12',
    zip_code: '00990',
    city: 'Helsinki',
  })
  rex = await givenPatient(caller, {
    client: owner.url,
    name: 'Rex',
    species: species('DOG'),
    date_of_birth: '2022-03-04',
    microchip: '985113000551204',
    gender: 'Male',
  })
  await done(caller.patch(rex.url, { weight: '24.8' }))
  carprofen = await givenItem(caller, { name: 'Carprofen 50 mg chewable', type_code: 2, unit: 'tablet' })
  await givenStock(caller, clinic, carprofen, '100', { batch_number: 'CR44', expiry_date: '2027-09-30' })
  rabies = await givenItem(caller, {
    name: 'Rabies vaccine',
    type_code: 2,
    is_vaccine: true,
    recall_interval_days: 365,
    batch_number_required: true,
  })
  await givenStock(caller, clinic, rabies, '20', { batch_number: 'RV95', expiry_date: '2026-12-31' })
  desk = await openDesk()
  await desk.addInitScript('window.printed = 0; window.print = () => { window.printed += 1 }')
  await signIn(desk, 'Helena')
})

describe('the label of a dispensed medicine', () => {
  it('asks once for the size of the labels, and is printed from its row with one click from then on', async () => {
    const visit = await givenVisit()
    const instructions = '1 tablet once a day with food, 14 days. Stop and call us if Rex vomits.'
    await dispense(visit, { quantity: '14', batch_number: 'CR44', instructions })
    await openVisit(visit)
    await labelButton('Carprofen 50 mg chewable').click()
    const size = desk.getByRole('dialog', { name: 'Which labels does this printer take?' })
    await size.waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'label-size')
    await size.getByRole('button', { name: 'Print' }).click()
    await printed()
    const uses = await counted(desk)
    await labelButton('Carprofen 50 mg chewable').click()
    const paper = await printed()
    await desk.getByText('1 label of 62 × 29 mm printed.').waitFor()
    expect(await uses()).toEqual({ clicks: 1, keys: 0 })
    expect(sizesOf(paper)).toEqual(['62 x 29'])
    // Where a line breaks is up to the letters.
    const said = pagesOf(paper).join(' ').replaceAll(/\s+/g, ' ').trim()
    expect(said).toMatch(
      /^Rex, Dog, 24,8 kg Anna Koski Carprofen 50 mg chewable 14 tablet 1 tablet once a day with food/,
    )
    expect(said).toContain(instructions)
    expect(said).toContain(`Batch CR44, use by 30.9.2027 ${today()}, Helena Lehto`)
    expect(said).toMatch(/For animal treatment only Northgate Veterinary Clinic \+358 9 555 0120$/)
  })

  it('has the larger size where the desk has chosen it', async () => {
    const visit = await givenVisit()
    await dispense(visit, { quantity: '7', batch_number: 'CR44', instructions: 'Half a tablet a day.' })
    await openVisit(visit)
    await desk.keyboard.press('Control+k')
    await desk.getByRole('combobox', { name: 'Search and commands' }).fill('size of labels')
    await desk.getByRole('option', { name: /Choose the size of labels/ }).click()
    await desk.getByRole('radio', { name: '89 × 36 mm' }).check()
    await desk.getByRole('button', { name: 'Save' }).click()
    await labelButton('Carprofen 50 mg chewable').click()
    const paper = await printed()
    expect(sizesOf(paper)).toEqual(['89 x 36'])
    expect(pagesOf(paper)[0]).toMatch(/Half a tablet a day\./)
    await desk.evaluate(`localStorage.setItem('fetlock.label', '62x29')`)
  })

  it('cuts nothing: smaller letters first, then another label, each of which says which it is', async () => {
    const visit = await givenVisit()
    const steps = Array.from({ length: 40 }, (_, day) => `Day ${day + 1}: ${(day % 3) + 1} tablets after food.`)
    await dispense(visit, { quantity: '80', batch_number: 'CR44', instructions: steps.slice(0, 6).join(' ') })
    await openVisit(visit)
    await labelButton('Carprofen 50 mg chewable').click()
    const smaller = await printed()
    expect(sizesOf(smaller)).toEqual(['62 x 29'])
    expect(pagesOf(smaller).join(' ').replaceAll(/\s+/g, ' ')).toContain(steps.slice(0, 6).join(' '))
    const [row] = (await done(caller.get(`/consultationitem/?consultation__is=${visit.id}`))).results
    await done(caller.patch(`/consultation/${visit.id}/medicines/${row.id}/`, { instructions: steps.join(' ') }))
    await openVisit(visit)
    await labelButton('Carprofen 50 mg chewable').click()
    const paper = await printed()
    const pages = pagesOf(paper)
    expect(pages.length).toBeGreaterThan(2)
    expect(sizesOf(paper)).toEqual(pages.map(() => '62 x 29'))
    const again = /^Rex, .*, 24,8 kg · Carprofen 50 mg chewable · (\d)\/\d$/m
    expect(pages.map((page) => again.exec(page)?.[1])).toEqual(
      pages.map((_, at) => (at === 0 ? undefined : `${at + 1}`)),
    )
    for (const page of pages) expect(page).toMatch(/Batch CR44, use by 30\.9\.2027[^]*For animal treatment only/)
    const said = pages
      .map((page) =>
        page
          .split('\n')
          .filter((line) => !/^(Rex,|Carprofen|80 tablet|Batch|For animal)/.test(line))
          .join(' '),
      )
      .join(' ')
    expect(said.replaceAll(/\s+/g, ' ').trim()).toBe(steps.join(' '))
  })

  it('is printed for the whole visit, without what is given or prescribed, and what was typed is on it', async () => {
    const visit = await givenVisit()
    await dispense(visit, { quantity: '14', batch_number: 'CR44', instructions: 'Before.' })
    const [given, prescribed, delivered] = [
      await givenItem(caller, { name: 'Deworming paste', type_code: 2 }),
      await givenItem(caller, { name: 'Eye ointment', type_code: 2 }),
      await givenItem(caller, { name: 'Ear drops', type_code: 2, package_description: '20 ml', unit: 'bottle' }),
    ]
    await dispense(visit, { item: given.url, usage_type: 1, quantity: '1' })
    await dispense(visit, { item: prescribed.url, usage_type: 3, quantity: '1' })
    await dispense(visit, { item: delivered.url, usage_type: 4, quantity: '1' })
    await openVisit(visit)
    await desk.getByRole('button', { name: 'Before. (Carprofen 50 mg chewable)' }).click()
    const typed = desk.getByRole('textbox', { name: 'How Carprofen 50 mg chewable is given' })
    await typed.fill('After: one a day.')
    const uses = await counted(desk)
    await desk.getByRole('button', { name: 'Print 2 labels' }).click()
    const paper = await printed()
    await desk.getByText('2 labels of 62 × 29 mm printed. Ear drops has no instructions.').waitFor()
    expect(await uses()).toEqual({ clicks: 1, keys: 0 })
    expect(sizesOf(paper)).toEqual(['62 x 29', '62 x 29'])
    const [first, second] = pagesOf(paper)
    expect(first).toMatch(/Carprofen 50 mg chewable[^]*After: one a day\./)
    expect(second).toMatch(/Ear drops\n1 bottle, 20 ml/)
    expect(pagesOf(paper).join('')).not.toMatch(/Deworming|Eye ointment|Search client|Charges/)
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'visit-labels')
  })

  it('is not printed while what was typed is refused', async () => {
    const visit = await givenVisit()
    await dispense(visit, { quantity: '14', batch_number: 'CR44', instructions: 'Before.' })
    await openVisit(visit)
    await intercept(desk, '**/medicines/**', (route) => route.fulfill({ status: 503, body: '' }))
    try {
      await desk.getByRole('button', { name: 'Before. (Carprofen 50 mg chewable)' }).click()
      await desk.getByRole('textbox', { name: 'How Carprofen 50 mg chewable is given' }).fill('After.')
      await desk.getByRole('button', { name: 'Print 1 label' }).click()
      await desk.getByText('What was typed is not saved yet. Print once it is.').waitFor()
      expect(await desk.evaluate('window.printed')).toBe(0)
    } finally {
      await desk.unroute('**/medicines/**')
    }
  })
})

describe('the vaccination certificate', () => {
  it('has what was given in the visit, a sheet of A5 for each animal that was vaccinated', async () => {
    const [bella, tim] = [
      await givenPatient(caller, { client: owner.url, name: 'Bella', species: species('CAT') }),
      await givenPatient(caller, { client: owner.url, name: 'Tim', species: species('CAT') }),
    ]
    const before = await givenVisit([bella])
    await vaccinate(before, 'RV61', bella)
    const visit = await givenVisit([rex, bella, tim])
    await vaccinate(visit, 'RV95')
    await vaccinate(visit, 'RV95', bella)
    await openVisit(visit, 'Rex, Bella, Tim')
    const uses = await counted(desk)
    await desk.getByRole('button', { name: 'Print vaccination certificate' }).click()
    const paper = await printed()
    expect(await uses()).toEqual({ clicks: 1, keys: 0 })
    expect(sizesOf(paper)).toEqual(['148 x 210', '148 x 210'])
    const [first, second] = pagesOf(paper)
    for (const line of [
      /^Northgate Veterinary Clinic$/m,
      /Satamakuja 4, 00160 Helsinki, \+358 9 555 0120/,
      /^Vaccination certificate$/m,
      /^Patient Rex Owner Anna Koski$/m,
      /^Species \S+.* Address Rantatie 4 B 12$/m,
      /^Sex, born Male, 4\.3\.2022 00990 Helsinki$/m,
      /^Chip 985113000551204$/m,
      /^16\.3\.2026 Rabies vaccine RV95 16\.3\.2027$/m,
      /^Helena Lehto use by 31\.12\.2026$/m,
      /^Helena Lehto, veterinarian/m,
      /not a travel document/,
    ])
      expect(first).toMatch(line)
    expect(second).toMatch(/Patient Bella[^]*RV95/)
    expect(second).not.toContain('RV61')
    expect(execFileSync('pdfimages', ['-list', '-'], { input: paper, encoding: 'utf8' })).toMatch(/image +\d+ +\d+/)
  })

  it('has all that the clinic knows of when it is printed from the patient, the newest first', async () => {
    const otso = await givenPatient(caller, { client: owner.url, name: 'Otso', species: species('DOG') })
    const earlier = await givenConsultation(caller, {
      patients: [otso],
      supervising_veterinarian: vet.url,
      started: '2025-03-10T10:00:00Z',
    })
    await vaccinate(earlier, 'RV61', otso)
    await vaccinate(await givenVisit([otso]), 'RV95', otso)
    await desk.goto(`${address}patients/${otso.id}/`)
    await desk.getByRole('heading', { level: 1, name: 'Otso' }).waitFor()
    await desk.evaluate('window.printed = 0')
    const uses = await counted(desk)
    await desk.getByRole('button', { name: 'Print vaccination certificate' }).click()
    const paper = await printed()
    expect(await uses()).toEqual({ clicks: 1, keys: 0 })
    expect(
      pagesOf(paper)[0]!
        .split('\n')
        .filter((line) => line.includes('Rabies')),
    ).toEqual(['16.3.2026 Rabies vaccine RV95 16.3.2027', '10.3.2025 Rabies vaccine RV61 10.3.2026'])
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'patient-certificate')
  })

  it('of an animal without vaccinations says so and prints nothing', async () => {
    const sulo = await givenPatient(caller, { client: owner.url, name: 'Sulo', species: species('DOG') })
    await desk.goto(`${address}patients/${sulo.id}/`)
    await desk.getByRole('button', { name: 'Print vaccination certificate' }).click()
    await desk.getByText('No vaccination of Sulo is recorded here.').waitFor()
    expect(await desk.evaluate('window.printed')).toBe(0)
  })

  it('leaves nothing in the console', () => {
    expect(consoleErrors).toEqual([])
  })
})

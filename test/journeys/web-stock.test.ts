// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  counted,
  drawn,
  goByKeys,
  goToField,
  messagesStay,
  scanScript,
  tablet,
  useClinicApp,
  writesOf,
} from '../support/app-journeys.ts'
import type { TestResponse } from '../support/api.ts'
import { done, givenInvoice } from '../support/billing.ts'
import {
  givenClient,
  givenConsultation,
  givenDepartment,
  givenItem,
  givenPatient,
  givenPhoneNumber,
  givenRow,
} from '../support/clinic.ts'
import { givenStock, movementsOf, stockOf } from '../support/stock.ts'
import { violationsOn } from '../support/web-app.ts'

type Body = TestResponse['body']
const { caller, clinic, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
const department = clinic.url('department', clinic.department)
const rabiesCode = '6430000000017'
const gauzeCode = '6430000000024'
let amoxicillin: Body
let rabies: Body
let gauze: Body
let keeper: Page
let nurse: Page

/** A day so far from now, as the service writes dates; the same also if midnight comes meanwhile. */
const now = Date.now()
const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10)
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const panel = (page: Page, name: string) => page.getByRole('complementary', { name })
const tab = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'What is listed' }).getByRole('button', { name })
const names = (page: Page) => page.locator('table tbody a[data-row]').allInnerTexts()
/** Scans while something else may have the focus. */
const scan = (page: Page, code: string) =>
  page.evaluate(scanScript(code, `if (key !== 'Enter' && !isTaken) document.execCommand('insertText', false, key)`))

beforeAll(async () => {
  amoxicillin = await givenItem(caller, {
    name: 'Amoxicillin 50 mg',
    type_code: 2,
    unit: 'pkg',
    dosage_units: '20',
    alert_level: '5',
    code: 'AMX-50',
  })
  rabies = await givenItem(caller, {
    name: 'Rabies vaccine',
    type_code: 2,
    unit: 'dose',
    alert_level: '3',
    barcode: rabiesCode,
  })
  gauze = await givenItem(caller, { name: 'Gauze swabs', type_code: 3, unit: 'pkg', barcode: gauzeCode })
  await givenStock(caller, clinic, amoxicillin, '65', { batch_number: 'A12', expiry_date: inDays(200) })
  await givenStock(caller, clinic, rabies, '10', { batch_number: 'RV90', expiry_date: inDays(20) })
  await givenStock(caller, clinic, rabies, '8', { batch_number: 'RV95', expiry_date: inDays(400) })
  await givenStock(caller, clinic, gauze, '4')
  await givenStaff('Kaisa', ['Settings: Stock'])
  await givenStaff('Nina', ['Clinical: Consultations', 'Settings: Stock', 'General: Patients and clients'])
  keeper = await openDesk()
  await signIn(keeper, 'Kaisa')
  nurse = await openDesk()
  await signIn(nurse, 'Nina')
})

describe('the stock keeper', () => {
  it('begins with what is low, and sees how much expires and is negative, without a click', async () => {
    await keeper.waitForURL(/\/stock\//)
    const uses = await counted(keeper)
    await row(keeper, 'Amoxicillin 50 mg').waitFor()
    expect(await names(keeper)).toEqual(['Amoxicillin 50 mg'])
    await expect.poll(() => row(keeper, 'Amoxicillin 50 mg').innerText()).toMatch(/3\.25[^]*pkg[^]*5[^]*A12/)
    await tab(keeper, /^Low 1$/).waitFor()
    await tab(keeper, /^Expiring in 60 days 1$/).waitFor()
    await tab(keeper, /^Negative 0$/).waitFor()
    await tab(keeper, /^All 3$/).waitFor()
    expect(await uses()).toEqual({ clicks: 0, keys: 0 })
    expect(await violationsOn(keeper)).toEqual([])
    await drawn(keeper, 'stock')
    await tab(keeper, /^Expiring/).click()
    await expect.poll(() => names(keeper)).toEqual(['Rabies vaccine'])
    expect(new URL(keeper.url()).searchParams.get('show')).toBe('expiring')
    await expect.poll(() => row(keeper, 'Rabies vaccine').innerText()).toMatch(/expires soon/)
  })

  it('finds an item by its name, code, batch and scan, whatever is listed', async () => {
    await keeper.goto(`${address}stock/`)
    const box = keeper.getByLabel('Find an item by name, code, barcode or batch')
    await box.waitFor()
    for (const [typed, found] of [
      ['gauze', 'Gauze swabs'],
      ['AMX-50', 'Amoxicillin 50 mg'],
      ['RV95', 'Rabies vaccine'],
    ] as const) {
      await box.fill(typed)
      await expect.poll(() => names(keeper)).toEqual([found])
    }
    await box.fill('no such thing')
    await keeper.getByText('No item, code, barcode or batch was found for “no such thing”.').waitFor()
    expect(await violationsOn(keeper)).toEqual([])
    await keeper.goto(`${address}stock/`)
    await row(keeper, 'Amoxicillin 50 mg').waitFor()
    await scan(keeper, gauzeCode)
    await panel(keeper, 'Gauze swabs').waitFor()
  })

  it('reads the movements of an item with their causes, by one click', async () => {
    const sold = await givenInvoice(caller, clinic, { items: [{ item: gauze.url, quantity: '1' }] })
    await keeper.goto(`${address}stock/?show=all`)
    await row(keeper, 'Gauze swabs').waitFor()
    const uses = await counted(keeper)
    await keeper.getByRole('link', { name: 'Gauze swabs' }).click()
    const movements = panel(keeper, 'Gauze swabs').getByRole('region', { name: 'Movements' })
    await movements.getByRole('listitem').first().waitFor()
    expect(await uses()).toEqual({ clicks: 1, keys: 0 })
    const shown = (await movements.getByRole('listitem').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
    expect(shown).toHaveLength(2)
    expect(shown[0]).toMatch(/Sale −1$/)
    expect(shown[1]).toMatch(/Count \+4$/)
    expect((await movementsOf(caller, gauze)).map(({ cause, quantity }) => [cause, quantity])).toEqual([
      [4, '4.000'],
      [2, '-1.000'],
    ])
    // Who may not see invoices and clients is led nowhere.
    expect(await movements.getByRole('link').count()).toBe(0)
    expect(sold.id).toBeGreaterThan(0)
    expect(await violationsOn(keeper)).toEqual([])
    await drawn(keeper, 'stock-item')
  })

  it('counts a shelf: scan, number, Enter, next', async () => {
    await keeper.goto(`${address}stock/count/`)
    const box = keeper.getByRole('combobox', { name: 'Scan or find an item to count' })
    await keeper.locator('input[role=combobox]:focus').waitFor()
    const writes = writesOf(keeper)
    const uses = await counted(keeper)
    await box.fill(rabiesCode)
    await keeper.keyboard.press('Enter')
    await keeper.locator('#quantity:focus').waitFor()
    await keeper.getByText('Expected 10 dose').waitFor()
    await keeper.keyboard.type('9')
    await keeper.getByText('Difference −1').waitFor()
    await keeper.keyboard.press('Enter')
    const newest = async () => (await row(keeper, 'Rabies vaccine').first().innerText()).replaceAll(/\s+/g, ' ')
    await expect.poll(newest).toMatch(/RV90.* 10 9 −1$/)
    await keeper.locator('input[role=combobox]:focus').waitFor()
    // One Enter is the scanner's.
    expect(await uses()).toEqual({ clicks: 0, keys: 2 })
    expect(writes).toEqual(['POST /stock_movement/count/'])
    expect(await stockOf(caller, rabies)).toEqual([`RV90 ${inDays(20)}: 9.000`, `RV95 ${inDays(400)}: 8.000`])
    expect(await violationsOn(keeper)).toEqual([])

    // The same package again is one more; the next package saves it.
    await box.fill(rabiesCode)
    await keeper.keyboard.press('Enter')
    await keeper.locator('#quantity:focus').waitFor()
    // Filled in, because what is typed right before a scan would be taken for a part of it.
    await keeper.locator('#quantity').fill('9')
    await scan(keeper, rabiesCode)
    await expect.poll(() => keeper.locator('#quantity').inputValue()).toBe('10')
    await scan(keeper, gauzeCode)
    await keeper.getByRole('heading', { name: 'Gauze swabs' }).waitFor()
    await expect.poll(() => stockOf(caller, rabies)).toContain(`RV90 ${inDays(20)}: 10.000`)
    await keeper.locator('#quantity:focus').waitFor()
    // Keys as fast as these would be a scan.
    await keeper.locator('#quantity').fill('many')
    await keeper.keyboard.press('Enter')
    await keeper.getByRole('alert').getByText('Enter what you counted, 0 or more').waitFor()
    expect(writes).toEqual(['POST /stock_movement/count/', 'POST /stock_movement/count/'])
    expect(await violationsOn(keeper)).toEqual([])
    await drawn(keeper, 'stock-count')
  })

  it('counts a batch that is not known yet, in what a package is divided into', async () => {
    await keeper.goto(`${address}stock/count/?item=${amoxicillin.id}`)
    await keeper.locator('#quantity:focus').waitFor()
    await keeper.getByLabel('Batch', { exact: true }).selectOption({ label: 'Another batch…' })
    await keeper.getByLabel('Batch number').fill('B77')
    await keeper.getByLabel('Counted in').selectOption({ label: 'units' })
    await keeper.getByLabel('Counted', { exact: true }).fill('5')
    await keeper.keyboard.press('Enter')
    await expect.poll(() => stockOf(caller, amoxicillin)).toEqual([`A12 ${inDays(200)}: 65.000`, 'B77: 5.000'])
    await row(keeper, 'Amoxicillin 50 mg').first().waitFor()
  })

  it('writes off by three fields', async () => {
    await keeper.goto(`${address}stock/?show=all`)
    await keeper.getByRole('link', { name: 'Amoxicillin 50 mg' }).waitFor()
    const writes = writesOf(keeper)
    const uses = await counted(keeper)
    await keeper.getByRole('link', { name: 'Amoxicillin 50 mg' }).click()
    await panel(keeper, 'Amoxicillin 50 mg').getByRole('link', { name: 'Write off…' }).click()
    const form = panel(keeper, 'Write off Amoxicillin 50 mg')
    await keeper.locator('#quantity:focus').waitFor()
    expect(await form.locator('select, input').evaluateAll((fields) => fields.map(({ id }) => id))).toEqual([
      'level',
      'quantity',
      '',
      'reason',
    ])
    await form.getByLabel('Quantity').fill('1,5')
    await keeper.keyboard.press('Enter')
    await form.getByRole('alert').getByText('Enter why it is written off.').waitFor()
    expect(await violationsOn(keeper)).toEqual([])
    await drawn(keeper, 'stock-write-off')
    await form.getByLabel('Reason').fill('Broken')
    await keeper.keyboard.press('Enter')
    await keeper.getByText('1.5 pkg of Amoxicillin 50 mg written off').waitFor()
    // The second Enter is for what was forgotten.
    expect(await uses()).toEqual({ clicks: 2, keys: 2 })
    expect(writes).toEqual(['POST /stock_movement/waste/'])
    expect((await movementsOf(caller, amoxicillin, '&cause__is=5')).map((one) => [one.quantity, one.reason])).toEqual([
      ['-30.000', 'Broken'],
    ])
    expect(await stockOf(caller, amoxicillin)).toContain(`A12 ${inDays(200)}: 35.000`)
  })
})

describe('a batch', () => {
  /** Somebody whose animal was treated with a batch; without one, with what expires first. */
  const treated = async (lastname: string, phone: string | undefined, item: Body, batch: string | undefined) => {
    const client = await givenClient(caller, { lastname })
    if (phone !== undefined) await givenPhoneNumber(caller, client, { phone_number: phone })
    const patient = await givenPatient(caller, { client: client.url, name: `${lastname}’s dog` })
    const visit = await givenConsultation(caller, { patients: [{ url: patient.url, client: client.url }], department })
    await givenRow(caller, visit, { item: item.url, quantity: '1', ...(batch && { batch_number: batch }) })
    return { client, patient }
  }

  it('is asked about by two clicks: who got it, and at which number they are called', async () => {
    const { client } = await treated('Saarela', '040 555 0101', rabies, 'RV95')
    await goByKeys(nurse, ['g', 'k'], '/stock/')
    await row(nurse, 'Amoxicillin 50 mg').waitFor()
    await goToField(nurse, '/')
    const uses = await counted(nurse)
    await nurse.keyboard.type('RV95')
    await expect.poll(() => names(nurse)).toEqual(['Rabies vaccine'])
    await nurse.getByRole('link', { name: 'Rabies vaccine' }).click()
    await nurse.getByRole('link', { name: 'Who got it (batch RV95)' }).click()
    await row(nurse, 'Saarela').waitFor()
    await nurse.getByRole('link', { name: '040 555 0101' }).waitFor()
    expect(await uses()).toEqual({ clicks: 2, keys: 0 })
    const { results } = (await caller.get('/stock_movement/?batch_number__is=RV95&cause__in=1,2,3')).body
    expect(results.map((one: Body) => one.client)).toEqual([client.url])
  })

  it('is recalled, from the alert to the last call and the empty shelf', async () => {
    const vaccine = await givenItem(caller, { name: 'Parvo vaccine', type_code: 2, unit: 'dose', alert_level: null })
    await givenStock(caller, clinic, vaccine, '12', { batch_number: 'PV1', expiry_date: inDays(300) })
    const named = await treated('Aalto', '040 555 0201', vaccine, 'PV1')
    await treated('Berg', undefined, vaccine, undefined)
    await treated('Corpela', '040 555 0203', vaccine, 'PV2')
    const back = await givenClient(caller, { lastname: 'Dahl' })
    const sold = { items: [{ item: vaccine.url, quantity: '2', batch_number: 'PV1' }] }
    const invoice = await givenInvoice(caller, clinic, { ...sold, client: back.url })
    await done(caller.post(`${invoice.url}full_refund/`, { return_to_stock: true }))
    await givenInvoice(caller, clinic, sold)

    await nurse.goto(`${address}stock/?q=PV1`)
    await nurse.getByRole('link', { name: 'Parvo vaccine' }).waitFor()
    const uses = await counted(nurse)
    await nurse.getByRole('link', { name: 'Parvo vaccine' }).click()
    await nurse.getByRole('link', { name: 'Who got it (batch PV1)' }).click()
    await nurse.getByText('2 clients to call').waitFor()
    await nurse.getByText('8 dose', { exact: false }).first().waitFor()
    await nurse.getByText('1 sale to nobody by name').waitFor()
    await nurse.getByRole('link', { name: '040 555 0201' }).waitFor()
    // Who got another batch, and who brought everything back, is not called.
    expect(await nurse.getByText(/Corpela|Dahl/).count()).toBe(0)
    await expect.poll(() => row(nurse, 'Aalto').innerText()).toMatch(/040 555 0201[^]*Aalto’s dog/)
    await expect.poll(() => row(nurse, 'Berg').innerText()).toMatch(/no phone number[^]*perhaps another batch/)
    expect(await nurse.getByRole('link', { name: '040 555 0201' }).getAttribute('href')).toMatch(/^tel:\+?\d+$/)
    expect(await violationsOn(nurse)).toEqual([])
    await drawn(nurse, 'stock-recall')
    await nurse.getByRole('checkbox', { name: 'Aalto' }).click()
    await nurse.getByText('1 of 2 reached').waitFor()
    await nurse.reload()
    await nurse.getByText('1 of 2 reached').waitFor()
    await nurse.getByRole('checkbox', { name: 'Berg' }).click()
    await nurse.getByText('2 of 2 reached').waitFor()
    await nurse.emulateMedia({ media: 'print' })
    expect(await nurse.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
    expect(await row(nurse, 'Aalto').isVisible()).toBe(true)
    await nurse.emulateMedia({ media: null })

    // What is left on the shelf goes out of stock.
    await nurse.getByRole('link', { name: 'Back to the item' }).click()
    await panel(nurse, 'Parvo vaccine').getByRole('link', { name: 'Write off…' }).click()
    await nurse.locator('#quantity:focus').waitFor()
    await nurse.getByLabel('Batch', { exact: true }).selectOption({ index: 0 })
    await nurse.getByLabel('Quantity').fill('8')
    await nurse.getByLabel('Reason').fill('Recalled')
    await nurse.getByRole('button', { name: 'Write off 8 dose' }).click()
    await nurse.getByText('8 dose of Parvo vaccine written off').waitFor()
    expect(await uses()).toEqual({ clicks: 7, keys: 0 })
    expect(await stockOf(caller, vaccine)).toEqual(['PV2: -1.000'])
    expect(named.patient.id).toBeGreaterThan(0)
    await panel(nurse, 'Parvo vaccine').getByText('Written off').waitFor()
    // What is below zero is in a list of its own.
    await tab(nurse, /^Negative 1$/).click()
    await row(nurse, 'Parvo vaccine').waitFor()
    expect(await violationsOn(nurse)).toEqual([])
  })
})

describe('a transfer', () => {
  it('moves a batch to another department in one request, and back by Undo', async () => {
    const ward = await givenDepartment(caller, { name: 'Ward' })
    const serum = await givenItem(caller, { name: 'Tetanus serum', type_code: 2, unit: 'vial' })
    const dated = { batch_number: 'TS1', expiry_date: inDays(100) }
    await givenStock(caller, clinic, serum, '6', dated)
    await keeper.goto(`${address}stock/?q=serum&department=${clinic.department}`)
    await keeper.getByRole('link', { name: 'Tetanus serum' }).waitFor()
    const writes = writesOf(keeper)
    const uses = await counted(keeper)
    await keeper.getByRole('link', { name: 'Tetanus serum' }).click()
    await panel(keeper, 'Tetanus serum').getByRole('link', { name: 'Transfer…' }).click()
    await keeper.locator('#quantity:focus').waitFor()
    await keeper.keyboard.type('9')
    await keeper.keyboard.press('Enter')
    await keeper.getByRole('alert').getByText('The department has 6.000 of this batch').waitFor()
    expect(await stockOf(caller, serum)).toEqual([`TS1 ${inDays(100)}: 6.000`])
    expect(await violationsOn(keeper)).toEqual([])
    await drawn(keeper, 'stock-transfer')
    await messagesStay(keeper)
    await panel(keeper, 'Move Tetanus serum').getByLabel('Quantity').fill('4')
    await keeper.keyboard.press('Enter')
    await keeper.getByText('4 vial of Tetanus serum moved to Ward').waitFor()
    expect(await uses()).toEqual({ clicks: 2, keys: 2 })
    expect(writes).toEqual(['POST /stock_movement/transfer/', 'POST /stock_movement/transfer/'])
    const moved = async () =>
      (await movementsOf(caller, serum, '&cause__is=8')).map((one) => [one.quantity, one.department, one.batch_number])
    expect(await moved()).toEqual([
      ['-4.000', department, 'TS1'],
      ['4.000', ward.url, 'TS1'],
    ])
    await panel(keeper, 'Tetanus serum').getByText('To Ward').waitFor()
    await keeper.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => stockOf(caller, serum)).toEqual([`TS1 ${inDays(100)}: 6.000`])
    expect(await moved()).toHaveLength(4)
  })
})

describe('on a tablet', () => {
  it('everything that is pressed is large enough, and nothing hangs over the side', async () => {
    const hand = await openDesk(tablet)
    await signIn(hand, 'Kaisa')
    await hand.goto(`${address}stock/?show=all&item=${rabies.id}`)
    await panel(hand, 'Rabies vaccine').getByText('Movements').waitFor()
    const tooSmall = () =>
      hand.locator('main button:visible, main a.button:visible, main select:visible').evaluateAll((all) =>
        all
          .filter((one) => one.getBoundingClientRect().height < 40)
          .map((one) => one.textContent)
          .filter((said) => !/^(Show all|Show \d+ used up)$/.test(said)),
      )
    const hangsOver = () => hand.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
    expect(await violationsOn(hand)).toEqual([])
    expect({ tooSmall: await tooSmall(), hangsOver: await hangsOver() }).toEqual({ tooSmall: [], hangsOver: false })
    await drawn(hand, 'stock-tablet')
    await hand.goto(`${address}stock/count/?item=${rabies.id}`)
    await hand.locator('#quantity:focus').waitFor()
    expect(await violationsOn(hand)).toEqual([])
    expect({ tooSmall: await tooSmall(), hangsOver: await hangsOver() }).toEqual({ tooSmall: [], hangsOver: false })
    await drawn(hand, 'stock-count-tablet')
  })
})

it('nothing went wrong in any page', () => {
  expect(consoleErrors).toEqual([])
})

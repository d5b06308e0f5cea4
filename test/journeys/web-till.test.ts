// @module-tag browser
// @module-tag waits
import type { Page, Request, Route } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Permission } from '../../src/kernel/caller.ts'
import type { TestResponse } from '../support/api.ts'
import { counted, drawn, intercept, scanScript, tablet, useClinicApp, whileHeldBack } from '../support/app-journeys.ts'
import { done, givenDraft, givenInvoice, givenInvoiceOver, givenSale } from '../support/billing.ts'
import {
  givenClient,
  givenConsultation,
  givenDepartment,
  givenItem,
  givenPatient,
  givenVatGroup,
} from '../support/clinic.ts'
import { linesOf, pagesOf } from '../support/pdf.ts'
import { violationsOn } from '../support/web-app.ts'

const { caller, clinic, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
const sells: Permission[] = ['Financial: Invoices', 'General: Patients and clients']
let desk: Page
let diet: TestResponse['body']
let shampoo: TestResponse['body']
let fee: TestResponse['body']

const scan = async (page: Page, code: string) => {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}
/** Scans into whatever field has the focus. */
const scanElsewhere = (page: Page, code: string) =>
  page.evaluate(scanScript(code, `if (key !== 'Enter') document.execCommand('insertText', false, key)`))
/** Nothing is being added any more, so that cash can be taken. */
const isAdded = async (page: Page) => {
  await expect.poll(() => page.locator('[data-adding]').count()).toBe(0)
}
/** A line that is in the sale, and not only being added. */
const line = (page: Page, name: string) =>
  page.getByRole('row').and(page.locator(':not([data-adding])')).filter({ hasText: name })
const saleIn = (page: Page) => Number(new URL(page.url()).searchParams.get('sale'))
const saleOn = async (page: Page) =>
  (await caller.get(`/countersale/${saleIn(page)}/?expose_invoice&expose_countersale_items`)).body
const paymentsOf = async (invoice: string) =>
  (await caller.get(`/invoicepayment/?invoice__is=${invoice.split('/').at(-2)}`)).body.results.map(
    ({ payment_type, paid }: TestResponse['body']) => [payment_type, paid],
  )
const pay = (page: Page) => page.getByRole('region', { name: 'Pay' })
const inScheme = async (page: Page, name: string) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await drawn(page, name)
}

beforeAll(async () => {
  const vat = (await givenVatGroup(caller, '25.50')).url
  diet = await givenItem(caller, {
    name: 'Renal diet, cat 2 kg',
    barcode: '6412345678901',
    price_with_vat: '24.90',
    vat_group: vat,
  })
  shampoo = await givenItem(caller, {
    name: 'Chlorhexidine shampoo 250 ml',
    barcode: '6412345678918',
    price_with_vat: '14.63',
    vat_group: vat,
  })
  await givenItem(caller, { name: 'Tick remover', code: 'TICK-1', price_with_vat: '4.50', vat_group: vat })
  fee = await givenItem(caller, { name: 'Prescription fee', price_with_vat: '9.50', vat_group: vat })
  await caller.patch(`/settings/department/${clinic.department}/`, { prescription_fee_item: fee.id })
  await givenClient(caller, { firstname: 'Anna', lastname: 'Koski' })
  await givenStaff('Maria', sells)
  await givenStaff('Otto', ['General: Appointments'])
  desk = await openDesk()
  await desk.addInitScript(
    'window.printed = []; window.print = () => window.printed.push(document.documentElement.dataset.paper)',
  )
  await signIn(desk, 'Maria')
})
// What a failing test leaves behind would fail the next ones.
afterEach(() => desk.unrouteAll({ behavior: 'ignoreErrors' }))

describe('the till', () => {
  it('sells two scanned items by card with two clicks', async () => {
    const uses = await counted(desk)
    await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Till' }).click()
    await desk.getByRole('heading', { level: 1, name: 'Till' }).waitFor()
    await scan(desk, diet.barcode)
    await scan(desk, shampoo.barcode)
    await line(desk, 'Chlorhexidine shampoo').waitFor()
    await desk.getByRole('button', { name: 'Card €39.53' }).click()
    await desk.getByText('Paid €39.53').waitFor()
    expect((await uses()).clicks).toBe(2)
    const sale = await saleOn(desk)
    expect(sale.countersale_items_data.map(({ item, quantity }: TestResponse['body']) => [item, quantity])).toEqual([
      [diet.url, '1.000'],
      [shampoo.url, '1.000'],
    ])
    expect(sale.invoice_data).toMatchObject({ total_with_vat: '39.53', due_sum: '0.00', client: null })
    expect(await paymentsOf(sale.invoice)).toEqual([[0, '39.53']])
    await expect.poll(() => desk.evaluate('document.activeElement.textContent.trim()')).toMatch(/^Print receipt/)
    expect(await violationsOn(desk)).toEqual([])
    await inScheme(desk, 'till-paid')
  })

  it('prints the receipt on a roll of 80 mm', async () => {
    await desk.keyboard.press('Enter')
    await expect.poll(() => desk.evaluate('printed')).toEqual(['receipt'])
    const receipt = await desk.pdf({ preferCSSPageSize: true })
    const [, width] = /\/MediaBox \[0 0 ([\d.]+) /.exec(receipt.toString('latin1'))!
    expect(Number(width) * (25.4 / 72)).toBeCloseTo(80, 0)
    expect(pagesOf(receipt)).toHaveLength(1)
    const { invoice_data } = await saleOn(desk)
    const lines = linesOf(receipt)
    expect(lines[0]).toBe('Northgate Veterinary Clinic')
    for (const said of [
      `Receipt ${invoice_data.invoice_number}`,
      'Renal diet, cat 2 kg 24,90',
      'Chlorhexidine shampoo 250 ml 14,63',
      'Total 39,53 €',
      '25,5 % 31,50 8,03 39,53',
      'Left to pay 0,00 €',
    ])
      expect(lines).toContain(said)
  })

  it('begins another sale with the next scan, counts the same item up, and takes cash with change', async () => {
    const before = saleIn(desk)
    await scan(desk, diet.barcode)
    await line(desk, 'Renal diet').waitFor()
    await expect.poll(() => saleIn(desk)).not.toBe(before)
    await scan(desk, diet.barcode)
    await expect.poll(async () => (await saleOn(desk)).countersale_items_data[0].quantity).toBe('2.000')
    await pay(desk).getByText('€49.80', { exact: true }).waitFor()
    await desk.keyboard.press('-')
    await pay(desk).getByText('€24.90', { exact: true }).waitFor()
    await expect.poll(async () => (await saleOn(desk)).countersale_items_data[0].quantity).toBe('1.000')
    await desk.getByRole('button', { name: /^Prescription fee/ }).click()
    await pay(desk).getByText('€34.40', { exact: true }).waitFor()
    await isAdded(desk)
    const uses = await counted(desk)
    await desk.keyboard.press('F2')
    await desk.getByLabel('Cash received').and(desk.locator('input')).waitFor()
    await expect.poll(() => desk.evaluate('document.activeElement.id')).toBe('cash-received')
    await desk.keyboard.type('20')
    await desk.keyboard.press('Enter')
    await desk.getByText('Enter at least €34.40').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await desk.keyboard.press('Control+a')
    await desk.keyboard.type('50')
    await desk.getByText('Change from 50.00').waitFor()
    await inScheme(desk, 'till-cash')
    // Twice, as an impatient finger does.
    await desk.keyboard.press('Enter')
    await desk.keyboard.press('Enter')
    await desk.getByText('Change to give back').waitFor()
    expect(await pay(desk).innerText()).toContain('€15.60')
    expect(await uses()).toEqual({ clicks: 0, keys: 5 })
    const { invoice } = await saleOn(desk)
    expect(await paymentsOf(invoice)).toEqual([[1, '34.40']])
  })

  it('finds an item by its name, and catches a scan in another field', async () => {
    await desk.getByRole('button', { name: 'Next sale' }).click()
    await desk.getByText('Scan the first item.').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await inScheme(desk, 'till-empty')
    await desk.keyboard.type('zzz')
    await desk.getByText('No item has “zzz” in its name.').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await desk.keyboard.press('Escape')
    await desk.keyboard.type('tick')
    await desk.getByRole('option', { name: /Tick remover/ }).waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await inScheme(desk, 'till-found')
    await desk.keyboard.press('Enter')
    await line(desk, 'Tick remover').waitFor()
    await desk.getByLabel('Quantity of Tick remover').fill('2')
    await desk.keyboard.press('Enter')
    await pay(desk).getByText('€9.00', { exact: true }).waitFor()
    await desk.getByRole('button', { name: 'Cash' }).click()
    await expect.poll(() => desk.evaluate('document.activeElement.id')).toBe('cash-received')
    await scanElsewhere(desk, shampoo.barcode)
    await line(desk, 'Chlorhexidine shampoo').waitFor()
    await pay(desk).getByText('€23.63', { exact: true }).waitFor()
    await expect.poll(() => desk.locator('#cash-received').inputValue()).toBe('23.65')
    expect((await saleOn(desk)).total_with_vat).toBe('23.63')
    await desk.getByLabel('Quantity of Tick remover').focus()
    await scanElsewhere(desk, '9999999999999')
    await desk.getByText('No item has the barcode or number 9999999999999.').waitFor()
    expect(await desk.getByLabel('Quantity of Tick remover').inputValue()).toBe('2')
    expect(await violationsOn(desk)).toEqual([])
    await inScheme(desk, 'till-full')
  })

  it('sells to a client, with the lines that were there', async () => {
    await desk.getByRole('button', { name: /No client/ }).click()
    await desk.getByRole('combobox', { name: 'Choose a client' }).fill('kosk')
    await desk.getByRole('option', { name: /Koski/ }).waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await inScheme(desk, 'till-client')
    await desk.keyboard.press('Enter')
    await desk.getByRole('button', { name: /Koski, Anna/ }).waitFor()
    await line(desk, 'Tick remover').waitFor()
    const sale = await saleOn(desk)
    expect(sale).toMatchObject({ total_with_vat: '23.63', finalized: false })
    expect(sale.client).not.toBeNull()
    await desk.getByRole('button', { name: 'Remove Tick remover' }).click()
    await pay(desk).getByText('€14.63', { exact: true }).waitFor()
    await desk.getByRole('button', { name: 'Undo' }).waitFor()
    await desk.keyboard.press('Control+z')
    await pay(desk).getByText('€23.63', { exact: true }).waitFor()
  })

  it('lets another desk go on with a sale, and tells the first', async () => {
    const other = await openDesk(tablet)
    await signIn(other, 'Maria')
    await other.goto(`${address}till/`)
    await other.getByRole('button', { name: /Open sales/ }).click()
    await other.getByRole('menuitem', { name: /2 items, €23.63/ }).click()
    await line(other, 'Tick remover').waitFor()
    expect(saleIn(other)).toBe(saleIn(desk))
    await other.getByRole('button', { name: 'One more Tick remover' }).click()
    await pay(other).getByText('€28.13', { exact: true }).waitFor()
    await pay(desk).getByText('€28.13', { exact: true }).waitFor()
    expect(await violationsOn(other)).toEqual([])
    await inScheme(other, 'till-tablet')
    await other.getByRole('button', { name: 'Bank, split, more' }).click()
    await other.getByLabel('Amount').fill('8,13')
    await other.getByLabel('Voucher').check()
    expect(await violationsOn(other)).toEqual([])
    await inScheme(other, 'till-split')
    await other.getByRole('button', { name: 'Take €8.13 by voucher' }).click()
    await pay(other).getByText('Left to pay').waitFor()
    const rest = other.getByRole('button', { name: 'Card €20.00' })
    // It is shown while the voucher is still being read again, and can be pressed after that.
    await rest.and(other.locator('[aria-busy="false"]')).click()
    await other.getByText('Paid €28.13').waitFor()
    await desk.getByText('Paid €28.13').waitFor()
    const { invoice } = await saleOn(desk)
    expect(await paymentsOf(invoice)).toEqual([
      [5, '8.13'],
      [0, '20.00'],
    ])
    await other.context().close()
  })

  it('takes one payment when the answer is lost, also over a reload', async () => {
    await desk.goto(`${address}till/`)
    await desk.getByText('Scan the first item.').waitFor()
    await scan(desk, diet.barcode)
    await pay(desk).getByText('€24.90', { exact: true }).waitFor()
    let sent = 0
    let arrives = false
    const lose = async (route: Route) => {
      if (route.request().headers()['prefer'] === 'dry-run') return route.continue()
      sent++
      if (arrives) await route.fetch().catch(() => {})
      return route.abort().catch(() => {})
    }
    await intercept(desk, '**/composite/', lose)
    await desk.keyboard.press('F4')
    await desk.getByText('Checking…').waitFor()
    await expect.poll(() => sent).toBeGreaterThan(1)
    expect(await violationsOn(desk)).toEqual([])
    await inScheme(desk, 'till-checking')
    await desk.reload()
    await desk.getByText('Checking…').waitFor()
    arrives = true
    const before = sent
    await expect.poll(() => sent).toBeGreaterThan(before + 1)
    await desk.unroute('**/composite/', lose)
    await desk.getByText('Paid €24.90').waitFor()
    const { invoice } = await saleOn(desk)
    expect(await paymentsOf(invoice)).toEqual([[0, '24.90']])
    const kept = () => desk.evaluate('JSON.stringify({ ...sessionStorage })')
    await expect.poll(kept).not.toContain('finalize')
  })

  it('says what is missing: a sale, or the permission', async () => {
    await desk.goto(`${address}till/?sale=999999`)
    await desk.getByText('It does not exist, or you do not have access.').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    const other = await openDesk()
    await signIn(other, 'Otto')
    await other.goto(`${address}till/`)
    await other.getByText('This page needs the permission Financial: Invoices.').waitFor()
    await other.context().close()
  })
})

const reportsOf = async () =>
  (await caller.get(`/accountingreport/?department__is=${clinic.department}`)).body.results as TestResponse['body'][]
const totalsOfMonth = async () => (await caller.get(`/department/${clinic.department}/totals/`)).body
const shownAmount = (amount: string) =>
  new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 })
    .format(amount as Intl.StringNumericLiteral)
    .replace('-', '−')

describe('a scan that is under way', () => {
  const adds = (request: Request) => request.url().endsWith('/add_item/')
  const startSale = async () => {
    await desk.goto(`${address}till/`)
    await desk.getByText('Scan the first item.').waitFor()
    await scan(desk, diet.barcode)
    await desk.getByRole('button', { name: 'Card €24.90' }).waitFor()
  }

  it('is shown at once, and paid with the others when the payment was asked for meanwhile', async () => {
    await startSale()
    await whileHeldBack(
      desk,
      adds,
      () => scan(desk, shampoo.barcode),
      async () => {
        await desk.getByRole('row', { name: /Chlorhexidine shampoo .* Adding…/ }).waitFor()
        await desk.keyboard.press('F4')
        await pay(desk).getByText('The payment is taken once every item is added.').waitFor()
        expect(await violationsOn(desk)).toEqual([])
      },
    )
    await desk.getByText('Paid €39.53').waitFor()
    const sale = await saleOn(desk)
    expect(sale.countersale_items_data.map(({ item }: TestResponse['body']) => item)).toEqual([diet.url, shampoo.url])
    expect(await paymentsOf(sale.invoice)).toEqual([[0, '39.53']])
  })

  it('is waited for while its code is looked up, and nothing is paid if it cannot be added', async () => {
    await startSale()
    const refuse = (route: Route) =>
      route.fulfill({
        status: 400,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'invalid', detail: 'The item is archived.' }),
      })
    await intercept(desk, '**/add_item/', refuse)
    await whileHeldBack(
      desk,
      (request) => request.url().includes(`barcode__is=${shampoo.barcode}`),
      () => scan(desk, shampoo.barcode),
      async () => {
        await desk.getByRole('row', { name: `${shampoo.barcode} Adding…` }).waitFor()
        await desk.keyboard.press('F4')
        await pay(desk).getByText('The payment is taken once every item is added.').waitFor()
      },
    )
    await desk
      .getByRole('alert')
      .getByText('Chlorhexidine shampoo 250 ml was not added. The item is archived.')
      .waitFor()
    await pay(desk).getByText('The payment is taken once every item is added.').waitFor({ state: 'hidden' })
    await desk.unroute('**/add_item/', refuse)
    expect((await saleOn(desk)).finalized).toBe(false)
    await desk.keyboard.press('F4')
    await desk.getByText('Paid €24.90').waitFor()
  })

  it('keeps cash from being taken for the sum before it, and Escape closes the field for cash', async () => {
    await startSale()
    await desk.keyboard.press('F2')
    const received = pay(desk).getByRole('textbox', { name: 'Cash received' })
    await received.fill('24.90 euros')
    expect(await received.inputValue()).toBe('24.90 ')
    await whileHeldBack(
      desk,
      adds,
      () => scanElsewhere(desk, shampoo.barcode),
      async () => {
        await desk.keyboard.press('Enter')
        await pay(desk).getByText('An item is still being added.').waitFor()
      },
    )
    await pay(desk)
      .getByRole('button', { name: /^Take €39\.55 in cash/ })
      .waitFor()
    expect((await saleOn(desk)).finalized).toBe(false)
    await received.press('Escape')
    await received.waitFor({ state: 'detached' })
    await desk.keyboard.press('F4')
    await desk.getByText('Paid €39.53').waitFor()
  })
})

describe('closing the day', () => {
  let manager: Page

  beforeAll(async () => {
    for (const [payment_type, price_with_vat] of [
      [0, '120.00'],
      [1, '62.50'],
      [2, '30.00'],
    ] as const) {
      const invoice = await givenInvoice(caller, clinic, { items: [{ price_with_vat }] })
      await done(caller.post('/invoicepayment/', { invoice: invoice.url, payment_type, paid: price_with_vat }))
    }
    await givenInvoiceOver(caller, clinic, '84.20', {
      client: (await givenClient(caller, { lastname: 'Rantala' })).url,
    })
    await givenSale(caller, clinic, { items: [{ price_with_vat: '24.90' }] })
    await givenDraft(caller, clinic)
    await givenConsultation(caller, { patients: [await givenPatient(caller, { name: 'Sulo' })] })
    await givenStaff('Riitta', [
      ...sells,
      'Financial: End of day and accounting reports',
      'Clinical: Consultations',
      'General: Appointments',
    ])
    manager = await openDesk()
    await signIn(manager, 'Riitta')
  })

  it('shows a manager what was taken so far, without a click', async () => {
    const { total_taken } = await totalsOfMonth()
    const link = manager.getByRole('link', { name: `€${shownAmount(total_taken)} taken today` })
    await link.waitFor()
    expect(await violationsOn(manager)).toEqual([])
    await inScheme(manager, 'board-takings')
    await link.click()
    await manager.getByRole('heading', { level: 1, name: 'Close the day' }).waitFor()
  })

  it('lists loose ends with a way to each, and what is expected by method', async () => {
    const main = manager.getByRole('main')
    await main.getByText('1 visit not finalized').waitFor()
    await main.getByText('1 draft invoice').waitFor()
    await main.getByText('1 open sale').waitFor()
    const { totals_by_payment_type } = await totalsOfMonth()
    const taken = (type: number) =>
      shownAmount(totals_by_payment_type.find((one: TestResponse['body']) => one.payment_type === type).total)
    for (const [name, type] of [
      ['Card', 0],
      ['Cash', 1],
      ['Bank', 2],
    ] as const)
      await expect.poll(() => line(manager, name).first().innerText()).toContain(taken(type))
    expect(await manager.getByRole('link', { name: 'Open: 1 open sale' }).getAttribute('href')).toContain(
      '/till/?sale=',
    )
    expect(await violationsOn(manager)).toEqual([])
    await inScheme(manager, 'close-day')
  })

  it('says from when on its figures are, and takes a count of 0 for a count', async () => {
    const main = manager.getByRole('main')
    await main
      .getByText(/^The figures are of everything entered since \d.*: it had not been closed before\.$/)
      .waitFor()
    await main.getByText('Each payment on its date, closed or not.', { exact: false }).waitFor()
    await manager.getByLabel('Counted: Cash').fill('0')
    await manager.getByLabel(/^Why is cash €[\d.,]+ short\?$/).waitFor()
    await manager.getByLabel('Counted: Cash').fill('')
  })

  it('prints no table over another on a narrow screen', async () => {
    const before = manager.viewportSize()!
    await manager.setViewportSize({ width: 1024, height: 768 })
    const boxOf = async (name: string) => (await manager.getByRole('table', { name }).boundingBox())!
    const places = async () => {
      const [vat, account] = [await boxOf('Sales by VAT rate'), await boxOf('Sales and VAT by account')]
      return {
        isBelow: account.y >= vat.y + vat.height,
        isInSight: Math.max(vat.x + vat.width, account.x + account.width) <= 1024,
      }
    }
    await expect.poll(places).toEqual({ isBelow: true, isInSight: true })
    expect(await violationsOn(manager)).toEqual([])
    await inScheme(manager, 'close-day-narrow')
    await manager.setViewportSize(before)
  })

  it('demands a sentence where the count differs, then closes with two clicks', async () => {
    const { totals_by_payment_type } = await totalsOfMonth()
    const expected = (type: number) =>
      totals_by_payment_type.find((one: TestResponse['body']) => one.payment_type === type).total as string
    const short = (Number(expected(1)) - 4).toFixed(2)
    await manager.getByLabel('Counted: Cash').fill(short.replace('.', ','))
    await manager.getByLabel('Counted: Card').fill(expected(0))
    await manager.getByLabel('Why is cash €4.00 short?').waitFor()
    const uses = await counted(manager)
    await manager.getByRole('button', { name: /^Close \d/ }).click()
    await manager.getByText('There is a problem').waitFor()
    await expect.poll(() => manager.title()).toMatch(/^Error:/)
    await expect.poll(() => manager.evaluate('document.activeElement.getAttribute("role")')).toBe('alert')
    expect(await reportsOf()).toEqual([])
    expect(await violationsOn(manager)).toEqual([])
    await manager.getByLabel('Why is cash €4.00 short?').fill('Wrong change given at about 14:20.')
    await manager.getByText('Cash is €4.00 short').waitFor()
    await inScheme(manager, 'close-day-counted')
    await manager.getByRole('button', { name: /^Close \d/ }).click()
    await manager.getByText(/^Report 1, closed/).waitFor()
    expect((await uses()).clicks).toBe(2)
    const [report] = await reportsOf()
    expect(report.totals_by_payment_type).toEqual(
      totals_by_payment_type.map(({ payment_type, total }: TestResponse['body']) => ({
        payment_type,
        total,
        counted: payment_type === 1 ? short : payment_type === 0 ? total : null,
        difference: payment_type === 1 ? '-4.00' : payment_type === 0 ? '0.00' : null,
        explanation: payment_type === 1 ? 'Wrong change given at about 14:20.' : null,
      })),
    )
    await manager.waitForURL(new RegExp(`report=${report.id}`))
    const main = await manager.getByRole('main').innerText()
    expect(main).toContain('Wrong change given at about 14:20.')
    for (const { net, vat, total } of report.totals_by_vat_group)
      for (const amount of [net, vat, total]) expect(main).toContain(shownAmount(amount))
    expect(await manager.getByRole('button', { name: /^Close \d/ }).count()).toBe(0)
    expect(await violationsOn(manager)).toEqual([])
    await inScheme(manager, 'close-day-closed')
  })

  it('gives the closed day as CSV, with the amounts of the API', async () => {
    const downloading = manager.waitForEvent('download')
    await manager.getByRole('button', { name: 'CSV' }).click()
    const file = await (await downloading).createReadStream()
    let csv = ''
    for await (const part of file) csv += String(part)
    const [report] = await reportsOf()
    for (const { total } of report.totals_by_payment_type) expect(csv).toContain(total)
    expect(csv).toContain(`Total,${report.total},${report.total_vat},${report.total_with_vat}`)
  })

  it('has a month by account and VAT within two clicks, and every number leads to its rows', async () => {
    await manager.goto(address)
    await manager.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    const uses = await counted(manager)
    await manager.getByRole('link', { name: 'Reports' }).click()
    const vat = manager.getByRole('table', { name: 'Sales by VAT rate' })
    await vat.waitFor()
    await manager.getByRole('table', { name: 'Sales and VAT by account' }).waitFor()
    expect((await uses()).clicks).toBeLessThanOrEqual(2)
    const totals = await totalsOfMonth()
    const shown = await vat.innerText()
    for (const amount of [totals.total, totals.total_vat, totals.total_with_vat])
      expect(shown).toContain(shownAmount(amount))
    const posted: string[] = totals.totals_by_account.map(({ total }: TestResponse['body']) => total)
    const postedCents = posted.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0)
    expect(postedCents).toBe(Math.round(Number(totals.total_with_vat) * 100))
    await manager
      .getByRole('table', { name: 'Sales and VAT by account' })
      .getByRole('row', { name: `Total with VAT ${shownAmount(totals.total_with_vat)}` })
      .waitFor()
    expect(await violationsOn(manager)).toEqual([])
    await inScheme(manager, 'reports')
    await vat.getByRole('row').nth(1).getByRole('link').first().click()
    const rows = manager.getByRole('region', { name: /^Rows with VAT/ })
    await rows.getByRole('row').nth(1).waitFor()
    const { percentage, net } = totals.totals_by_vat_group[0]
    const listed = await rows.locator('td:last-child').allInnerTexts()
    const cents = listed.reduce(
      (sum, amount) => sum + Math.round(Number(amount.replace('−', '-').replace(',', '')) * 100),
      0,
    )
    expect([percentage, cents]).toEqual([percentage, Math.round(Number(net) * 100)])
    expect(await violationsOn(manager)).toEqual([])
    await inScheme(manager, 'reports-rows')
    await manager.getByRole('link', { name: /, Cash: / }).click()
    const paid = manager.getByRole('region', { name: /^Payments, .*cash/ })
    await paid.getByRole('row').nth(1).waitFor()
    const { results } = (await caller.get('/invoicepayment/?payment_type__is=1')).body
    expect((await paid.getByRole('row').count()) - 1).toBe(results.length)
    await manager.getByRole('button', { name: 'Table' }).click()
    await manager.waitForURL(/view=table/)
    await manager.getByRole('rowheader', { name: 'Not due yet' }).waitFor()
    expect(await violationsOn(manager)).toEqual([])
    await inScheme(manager, 'reports-table')
  })

  it('works on a tablet, and says which permission is missing', async () => {
    const room = await openDesk(tablet)
    await signIn(room, 'Riitta')
    await room.goto(`${address}reports/day/`)
    await room.getByText('Nothing has been entered since.').waitFor()
    expect(await room.getByLabel('Counted: Cash').count()).toBe(0)
    await room.getByRole('link', { name: /^Closed today at .* by report \d+\.$/ }).waitFor()
    expect(await violationsOn(room)).toEqual([])
    expect(await room.getByRole('button', { name: /^Close/ }).count()).toBe(0)
    await inScheme(room, 'close-day-nothing-new')
    const other = await givenDepartment(caller)
    await room.goto(`${address}reports/day/?department=${other.id}`)
    const { count: closings } = (await caller.get('/accountingreport/')).body
    await room.getByRole('button', { name: /^Close \d/ }).click()
    await room.getByRole('dialog', { name: 'Close without counting?' }).waitFor()
    await room.keyboard.press('Escape')
    expect((await caller.get('/accountingreport/')).body.count).toBe(closings)
    await room.goto(`${address}reports/`)
    await room.getByRole('table', { name: 'Sales by VAT rate' }).waitFor()
    expect(await violationsOn(room)).toEqual([])
    await inScheme(room, 'reports-tablet')
    await room.goto(`${address}reports/day/?report=999999`)
    await room.getByText('It does not exist, or you do not have access.').waitFor()
    expect(await violationsOn(room)).toEqual([])
    await room.context().close()
    await desk.goto(`${address}reports/`)
    await desk.getByText('Financial: End of day and accounting reports').waitFor()
  })

  it('closes a day again by a button that keeps its name while it is sent', async () => {
    const room = await openDesk(tablet)
    await signIn(room, 'Riitta')
    await givenInvoiceOver(caller, clinic, '12.00')
    await room.goto(`${address}reports/day/?department=${clinic.department}`)
    await room.getByText('would go into another report').waitFor()
    await inScheme(room, 'close-day-tablet')
    const { count: before } = (await caller.get('/accountingreport/')).body
    await room.getByRole('button', { name: 'Close again' }).click()
    await whileHeldBack(
      room,
      (request) => request.url().endsWith('/close_day/') && request.headers()['prefer'] !== 'dry-run',
      () => room.getByRole('dialog').getByRole('button', { name: 'Close again' }).click(),
      async () => expect(await room.locator('dialog [aria-busy="true"]').innerText()).toBe('Close again'),
    )
    await room.getByText(new RegExp(`^Report ${before + 1}, closed`)).waitFor()
    await room.context().close()
  })
})

describe('the pages', () => {
  it('have no error in the console', () => {
    expect(consoleErrors).toEqual([])
  })
})

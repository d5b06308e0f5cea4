import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Permission } from '../../src/kernel/caller.ts'
import type { TestResponse } from '../support/api.ts'
import { counted, drawn, tablet, useClinicApp } from '../support/app-journeys.ts'
import { givenClient, givenItem, givenVatGroup } from '../support/clinic.ts'
import { violationsOn } from '../support/web-app.ts'

const { caller, clinic, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
const slow = 120_000
const sells: Permission[] = ['Financial: Invoices', 'General: Patients and clients']
let desk: Page
let diet: TestResponse['body']
let shampoo: TestResponse['body']
let fee: TestResponse['body']

const scan = async (page: Page, code: string) => {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}
const line = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
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
  await signIn(desk, 'Maria')
}, slow)

describe('the till', () => {
  it(
    'sells two scanned items by card with two clicks',
    async () => {
      const uses = await counted(desk)
      await desk.getByRole('link', { name: 'Till' }).click()
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
      expect(await desk.evaluate('document.activeElement.textContent.trim()')).toBe('Print receipt')
      expect(await violationsOn(desk)).toEqual([])
      await inScheme(desk, 'till-paid')
    },
    slow,
  )

  it(
    'begins another sale with the next scan, counts the same item up, and takes cash with change',
    async () => {
      const before = saleIn(desk)
      await scan(desk, diet.barcode)
      await line(desk, 'Renal diet').waitFor()
      await expect.poll(() => saleIn(desk)).not.toBe(before)
      await scan(desk, diet.barcode)
      await expect.poll(async () => (await saleOn(desk)).countersale_items_data[0].quantity).toBe('2.000')
      await desk.keyboard.press('-')
      await pay(desk).getByText('€24.90', { exact: true }).waitFor()
      expect((await saleOn(desk)).countersale_items_data[0].quantity).toBe('1.000')
      await desk.getByRole('button', { name: /^Prescription fee/ }).click()
      await pay(desk).getByText('€34.40', { exact: true }).waitFor()
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
    },
    slow,
  )

  it(
    'finds an item by its name, and catches a scan in another field',
    async () => {
      await desk.getByRole('button', { name: 'Next sale' }).click()
      await desk.getByText('Scan the first item.').waitFor()
      expect(await violationsOn(desk)).toEqual([])
      await inScheme(desk, 'till-empty')
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
      await scan(desk, shampoo.barcode)
      await line(desk, 'Chlorhexidine shampoo').waitFor()
      await pay(desk).getByText('€23.63', { exact: true }).waitFor()
      expect((await saleOn(desk)).total_with_vat).toBe('23.63')
      await scan(desk, '9999999999999')
      await desk.getByText('No item has the barcode or number 9999999999999.').waitFor()
      expect(await violationsOn(desk)).toEqual([])
      await inScheme(desk, 'till-full')
    },
    slow,
  )

  it(
    'sells to a client, with the lines that were there',
    async () => {
      await desk.getByRole('button', { name: /Walk-in/ }).click()
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
      await desk.keyboard.press('Control+z')
      await pay(desk).getByText('€23.63', { exact: true }).waitFor()
    },
    slow,
  )

  it(
    'lets another desk go on with a sale, and tells the first',
    async () => {
      const other = await openDesk(tablet)
      await signIn(other, 'Maria')
      await other.goto(`${address}till/`)
      await other.getByRole('button', { name: /Open sales/ }).click()
      await other.getByRole('menuitem', { name: /2 items, €23.63/ }).click()
      await line(other, 'Tick remover').waitFor()
      expect(saleIn(other)).toBe(saleIn(desk))
      await other.getByRole('button', { name: 'One more Tick remover' }).click()
      await pay(other).getByText('€28.13', { exact: true }).waitFor()
      await pay(desk).getByText('€28.13', { exact: true }).waitFor({ timeout: 10_000 })
      expect(await violationsOn(other)).toEqual([])
      await inScheme(other, 'till-tablet')
      await other.getByRole('button', { name: 'Bank, split, more' }).click()
      await other.getByLabel('Amount').fill('8,13')
      await other.getByLabel('Voucher').check()
      expect(await violationsOn(other)).toEqual([])
      await inScheme(other, 'till-split')
      await other.getByRole('button', { name: 'Take €8.13, voucher' }).click()
      await pay(other).getByText('Left to pay').waitFor()
      await other.getByRole('button', { name: 'Card €20.00' }).click()
      await other.getByText('Paid €28.13').waitFor()
      await desk.getByText('Paid €28.13').waitFor({ timeout: 10_000 })
      const { invoice } = await saleOn(desk)
      expect(await paymentsOf(invoice)).toEqual([
        [5, '8.13'],
        [0, '20.00'],
      ])
      await other.context().close()
    },
    slow,
  )

  it(
    'takes one payment when the answer is lost, also over a reload',
    async () => {
      await desk.goto(`${address}till/`)
      await desk.getByText('Scan the first item.').waitFor()
      await scan(desk, diet.barcode)
      await pay(desk).getByText('€24.90', { exact: true }).waitFor()
      let sent = 0
      let arrives = false
      await desk.route('**/invoicepayment/', async (route) => {
        sent++
        if (arrives) await route.fetch()
        await route.abort()
      })
      await desk.keyboard.press('F4')
      await desk.getByText('Checking…').waitFor()
      await expect.poll(() => sent).toBeGreaterThan(1)
      expect(await violationsOn(desk)).toEqual([])
      await inScheme(desk, 'till-checking')
      await desk.reload()
      await desk.getByText('Checking…').waitFor()
      arrives = true
      const before = sent
      await expect.poll(() => sent, { timeout: 20_000 }).toBeGreaterThan(before + 1)
      await desk.unroute('**/invoicepayment/')
      await desk.getByText('Paid €24.90').waitFor()
      const { invoice } = await saleOn(desk)
      expect(await paymentsOf(invoice)).toEqual([[0, '24.90']])
      await expect.poll(() => desk.evaluate('sessionStorage.length'), { timeout: 20_000 }).toBe(0)
    },
    slow,
  )

  it(
    'says what is missing: a sale, or the permission',
    async () => {
      await desk.goto(`${address}till/?sale=999999`)
      await desk.getByText('Moved, or not yours to see.').waitFor()
      expect(await violationsOn(desk)).toEqual([])
      const other = await openDesk()
      await signIn(other, 'Otto')
      await other.goto(`${address}till/`)
      await other.getByText('This page needs the permission Financial: Invoices.').waitFor()
      await other.context().close()
    },
    slow,
  )
})

describe('the pages', () => {
  it('have no error in the console', () => {
    expect(consoleErrors).toEqual([])
  })
})

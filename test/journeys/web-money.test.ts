// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Permission } from '../../src/kernel/caller.ts'
import type { TestResponse } from '../support/api.ts'
import { drawn, messagesStay, tablet, useClinicApp } from '../support/app-journeys.ts'
import { done, givenInvoice, givenInvoiceOver, givenPrepayment } from '../support/billing.ts'
import { givenClient, givenItem, givenPayer, givenVatGroup } from '../support/clinic.ts'
import { violationsOn } from '../support/web-app.ts'

const { caller, clinic, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
const sells: Permission[] = ['Financial: Invoices', 'General: Patients and clients']
let desk: Page
let vat: string

const paymentsOf = async (invoice: string) =>
  (await caller.get(`/invoicepayment/?invoice__is=${invoice.split('/').at(-2)}`)).body.results.map(
    ({ payment_type, paid }: TestResponse['body']) => [payment_type, paid],
  )
const saleOn = async (page: Page) => {
  const id = new URL(page.url()).searchParams.get('sale')
  return (await caller.get(`/countersale/${id}/?expose_invoice&expose_countersale_items`)).body
}
const startSale = async (page: Page, ...barcodes: readonly string[]) => {
  await page.goto(`${address}till/`)
  await page.getByText('Scan the first item.').waitFor()
  for (const code of barcodes) {
    await page.getByRole('combobox', { name: 'Scan or find an item' }).fill(code)
    await page.keyboard.press('Enter')
  }
  // Until then cash is not taken.
  await expect.poll(() => page.locator('[data-adding]').count()).toBe(0)
}
/** A line that is in the sale, and not only being added. */
const line = (page: Page, name: string) =>
  page.getByRole('row').and(page.locator(':not([data-adding])')).filter({ hasText: name })
const pay = (page: Page) => page.getByRole('region', { name: 'Pay' })
const sheet = (page: Page) => page.getByRole('complementary')
const focused = (page: Page) => page.evaluate('document.activeElement.id')
const pictured = async (page: Page, name: string) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await drawn(page, `${name}-${colorScheme}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

beforeAll(async () => {
  vat = (await givenVatGroup(caller, '25.50')).url
  await givenItem(caller, { name: 'Dental gel', barcode: '6411111111111', price_with_vat: '14.63', vat_group: vat })
  await givenItem(caller, {
    name: 'Amoxicillin and clavulanic acid 50 mg',
    barcode: '6422222222222',
    type_code: 2,
    price_with_vat: '24.90',
    vat_group: vat,
    batch_number_required: true,
    controlled_substance: true,
  })
  await givenStaff('Maria', sells)
  await givenStaff('Ines', [...sells, 'Financial: Discounts'])
  desk = await openDesk()
  await desk.addInitScript('window.print = () => {}')
  await signIn(desk, 'Maria')
})

describe('cash at the till', () => {
  it('is rounded by the rule of the invoice, with its rounding', async () => {
    await startSale(desk, '6411111111111')
    await pay(desk).getByText('€14.63', { exact: true }).waitFor()
    await desk.keyboard.press('F2')
    await desk.getByRole('button', { name: 'Take €14.65 in cash' }).waitFor()
    await desk.getByText('€14.63 is owed; cash is rounded to the nearest coin.').waitFor()
    await desk.getByRole('textbox', { name: 'Cash received' }).fill('20')
    await pay(desk).getByText('5.35', { exact: true }).waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await pictured(desk, 'till-cash-rounded')
    await desk.keyboard.press('Enter')
    await desk.getByText('Change to give back').waitFor()
    await desk.getByText('€5.35').waitFor()
    const { invoice, invoice_data } = await saleOn(desk)
    expect(invoice_data.due_sum).toBe('0.00')
    expect(await paymentsOf(invoice)).toEqual([
      [3, '-0.02'],
      [1, '14.65'],
    ])
  })
})

describe('a batch-tracked item at the till', () => {
  it('waits in its row for the batch, and nothing is paid meanwhile', async () => {
    await startSale(desk, '6411111111111')
    await pay(desk).getByText('€14.63', { exact: true }).waitFor()
    await desk.getByRole('combobox', { name: 'Scan or find an item' }).fill('6422222222222')
    await desk.keyboard.press('Enter')
    const batch = desk.getByLabel('Batch number of Amoxicillin and clavulanic acid 50 mg')
    await batch.waitFor()
    await pay(desk)
      .getByText(/^Enter the batch number of Amoxicillin/)
      .waitFor()
    expect(await desk.getByRole('button', { name: /^Card/ }).count()).toBe(0)
    expect(await violationsOn(desk)).toEqual([])
    await pictured(desk, 'till-batch')
    await batch.fill('B08194')
    await desk.keyboard.press('Enter')
    await pay(desk).getByText('€39.53', { exact: true }).waitFor()
    await line(desk, 'Amoxicillin').getByText('B08194').waitFor()
    await line(desk, 'Amoxicillin').getByText('Prescription medicine: choose the client it is for.').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await pictured(desk, 'till-prescription')
    const { countersale_items_data: rows } = await saleOn(desk)
    expect(rows.map(({ batch_number }: TestResponse['body']) => batch_number)).toEqual(['', 'B08194'])
  })
})

describe('a discount at the till', () => {
  it('is a percentage on the row, for those who may give one', async () => {
    const other = await openDesk(tablet)
    await signIn(other, 'Ines')
    await startSale(other, '6411111111111')
    const field = other.getByLabel('Discount on Dental gel in percent')
    await field.fill('10')
    await other.keyboard.press('Enter')
    await pay(other).getByText('€13.17', { exact: true }).waitFor()
    expect((await saleOn(other)).countersale_items_data[0].percentage_change).toBe('-10.00')
    await field.fill('150')
    await other.keyboard.press('Enter')
    await other.getByText('Enter a discount from 0 to 100 percent.').waitFor()
    expect(await violationsOn(other)).toEqual([])
    await pictured(other, 'till-discount')
    await field.fill('')
    await other.keyboard.press('Enter')
    await pay(other).getByText('€14.63', { exact: true }).waitFor()
    await startSale(desk, '6411111111111')
    await line(desk, 'Dental gel').waitFor()
    expect(await desk.getByLabel(/^Discount on/).count()).toBe(0)
    await other.context().close()
  })

  it('leaves no Undo of a removed row once the sale is paid', async () => {
    await startSale(desk, '6411111111111', '6411111111111')
    await givenItem(caller, {
      name: 'Nail clipper',
      barcode: '6433333333333',
      price_with_vat: '9.00',
      vat_group: vat,
    })
    await desk.getByRole('combobox', { name: 'Scan or find an item' }).fill('6433333333333')
    await desk.keyboard.press('Enter')
    await line(desk, 'Nail clipper').waitFor()
    await messagesStay(desk)
    await desk.getByRole('button', { name: 'Remove Nail clipper' }).click()
    await desk.getByText('Nail clipper removed').waitFor()
    await desk.getByRole('button', { name: /^Card €29\.26/ }).click()
    await desk.getByText('Paid €29.26').waitFor()
    // The sale may be shown as paid before the page has heard of it.
    await desk.getByText('Nail clipper removed').waitFor({ state: 'detached' })
  })
})

describe('the pay sheet', () => {
  const openPay = async (invoice: { readonly id: number }) => {
    await desk.goto(`${address}invoices/${invoice.id}/?pay=true`)
    await sheet(desk).getByRole('textbox', { name: 'Amount' }).waitFor()
  }

  it('goes to what was received with F2, and takes a part in coins', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '84.23')
    await openPay(invoice)
    await desk.keyboard.press('F2')
    await expect.poll(() => focused(desk)).toBe('pay-received')
    await desk.keyboard.type('150')
    await sheet(desk).getByText('€65.75').waitFor()
    await sheet(desk).getByRole('textbox', { name: 'Amount' }).fill('30.03')
    await sheet(desk)
      .getByRole('button', { name: /^Take €30\.05 in cash/ })
      .waitFor()
    await pictured(desk, 'pay-part-in-coins')
    await sheet(desk)
      .getByRole('button', { name: /^Take €30\.05 in cash/ })
      .click()
    await sheet(desk).getByText('€30.05 taken in cash').waitFor()
    expect(await paymentsOf(invoice.url)).toEqual([
      [3, '-0.02'],
      [1, '30.05'],
    ])
    await expect.poll(() => desk.evaluate('document.activeElement.textContent')).toBe('Take the other €54.20')
    await desk.keyboard.press('Enter')
    await expect.poll(() => focused(desk)).toBe('pay-amount')
    expect(await sheet(desk).getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('54.20')
    expect(await violationsOn(desk)).toEqual([])
  })

  it('refuses cash that is less than what is to be paid in cash, where it was typed', async () => {
    const client = await givenClient(caller)
    await givenPrepayment(caller, clinic, { client: client.url, paid: '20.00' })
    const invoice = await givenInvoiceOver(caller, clinic, '100.67', { client: client.url })
    await openPay(invoice)
    await desk.keyboard.press('F2')
    const received = sheet(desk).getByRole('textbox', { name: 'Received' })
    const isRefused = async (least: string) => {
      await desk.keyboard.press('Enter')
      await sheet(desk).getByRole('alert').getByText(`Enter at least ${least}`).waitFor()
      await expect.poll(() => focused(desk)).toBe('pay-received')
      expect(await paymentsOf(invoice.url)).toEqual([])
    }
    await received.fill('60')
    await sheet(desk).getByText('€40.65 is missing').waitFor()
    await isRefused('€100.65')
    expect(await received.getAttribute('aria-invalid')).toBe('true')
    expect(await violationsOn(desk)).toEqual([])
    await received.fill('110')
    await expect.poll(() => sheet(desk).getByRole('alert').count()).toBe(0)
    // Whoever goes on typing is not interrupted by what was said before.
    await received.fill('6')
    expect(await focused(desk)).toBe('pay-received')
    // With the prepayment, and with a part by card, less is enough, and no less than that.
    await sheet(desk).getByRole('button', { name: 'Use it' }).click()
    await received.fill('80')
    await isRefused('€80.65')
    await sheet(desk).getByRole('textbox', { name: 'Amount' }).fill('50.67')
    await sheet(desk).getByRole('button', { name: 'Split into two payments' }).click()
    await sheet(desk)
      .getByRole('button', { name: /^Take €50\.65 in cash and €30\.00 by card/ })
      .waitFor()
    await received.fill('50')
    await isRefused('€50.65')
    await received.fill('50,65')
    await desk.keyboard.press('Enter')
    await sheet(desk).getByText('€50.65 in cash and €30.00 by card taken').waitFor()
    expect(await paymentsOf(invoice.url)).toEqual([
      [8, '20.00'],
      [3, '0.02'],
      [1, '50.65'],
      [0, '30.00'],
    ])
  })

  it('shows each part of a split in cash by its own amount', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '100.00')
    await openPay(invoice)
    await sheet(desk).getByRole('textbox', { name: 'Amount' }).fill('60')
    await desk.keyboard.press('F2')
    await sheet(desk).getByRole('button', { name: 'Split into two payments' }).click()
    await sheet(desk).getByRole('group', { name: /^Then/ }).getByText('Cash').click()
    await sheet(desk)
      .getByRole('button', { name: /^Take €60\.00 in cash and €40\.00 in cash/ })
      .click()
    await sheet(desk).getByText('€60.00 in cash and €40.00 in cash taken').waitFor()
    expect(await paymentsOf(invoice.url)).toEqual([
      [1, '60.00'],
      [1, '40.00'],
    ])
  })

  it('gives the insurer’s amount up with the method', async () => {
    const client = await givenClient(caller)
    const payer = await givenPayer(caller, { client: client.url })
    const shares = { client: client.url, alternative_payer: payer.url, alternative_payer_share: '80' }
    const invoice = await givenInvoice(caller, clinic, { ...shares, items: [{ price_with_vat: '100.00' }] })
    await openPay(invoice)
    const amount = sheet(desk).getByRole('textbox', { name: 'Amount' })
    await sheet(desk).getByRole('button', { name: 'More methods' }).click()
    await desk.getByRole('menuitem', { name: 'Insurance' }).click()
    await expect.poll(() => amount.inputValue()).toBe('80.00')
    await sheet(desk).getByText('Card').click()
    await expect.poll(() => amount.inputValue()).toBe('20.00')
  })

  it('changes the method of rounded cash by what it has settled', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '84.23')
    const paid = { invoice: invoice.url, payment_type: 1, paid: '84.23', round_cash: true }
    await done(caller.post('/invoicepayment/', paid))
    await desk.goto(`${address}invoices/${invoice.id}/`)
    await desk.getByRole('button', { name: 'Cancel the cash payment of €84.25' }).waitFor()
    // The rounding goes with its cash, and the service refuses to cancel it alone.
    expect(await desk.getByRole('button', { name: /^Cancel the rounding/ }).count()).toBe(0)
    await desk.getByRole('button', { name: 'Cancel the cash payment of €84.25' }).click()
    await sheet(desk).getByText('Card').click()
    await sheet(desk)
      .getByRole('textbox', { name: /Reason/ })
      .fill('It was the card')
    await sheet(desk)
      .getByRole('button', { name: /^Change €84\.23 to card/ })
      .click()
    await expect
      .poll(() => paymentsOf(invoice.url))
      .toEqual([
        [3, '-0.02'],
        [1, '84.25'],
        [3, '0.02'],
        [1, '-84.25'],
        [0, '84.23'],
      ])
  })

  it('of a prepayment takes card and cash by their keys too', async () => {
    const client = await givenClient(caller)
    await desk.goto(`${address}clients/${client.id}/prepayments/?add=true`)
    await sheet(desk).getByRole('textbox', { name: 'Amount' }).fill('50')
    await sheet(desk).getByText('F2').waitFor()
    await desk.keyboard.press('F2')
    await sheet(desk)
      .getByRole('button', { name: /^Take €50\.00 in cash/ })
      .waitFor()
    await desk.keyboard.press('F4')
    await sheet(desk)
      .getByRole('button', { name: /^Take €50\.00 by card/ })
      .waitFor()
    await desk.keyboard.press('F2')
    await desk.keyboard.press('Enter')
    await desk.getByText('€50.00 prepaid').waitFor()
    const [made] = (await done(caller.get(`/unallocatedpayment/?client__is=${client.id}`))).results
    expect(made).toMatchObject({ paid: '50.00', payment_type: 1 })
    expect(await violationsOn(desk)).toEqual([])
  })

  it('had nothing wrong in the console', () => {
    expect(consoleErrors).toEqual([])
  })
})

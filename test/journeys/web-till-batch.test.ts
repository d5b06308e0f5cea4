// @module-tag browser
// @module-tag waits
import type { Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestResponse } from '../support/api.ts'
import { scanScript, useClinicApp, whileHeldBack } from '../support/app-journeys.ts'
import { givenInvoiceOver } from '../support/billing.ts'
import { givenItem, givenVatGroup } from '../support/clinic.ts'

const { caller, clinic, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
const [gel, amoxicillin] = ['6411111111111', '6422222222222'] as const
let desk: Page

const saleIn = (page: Page) => Number(new URL(page.url()).searchParams.get('sale'))
const rowsOf = async (sale: number) =>
  (await caller.get(`/countersale/${sale}/?expose_countersale_items`)).body.countersale_items_data.map(
    ({ name, quantity, batch_number }: TestResponse['body']) => [name, quantity, batch_number],
  )
/** A line that is in the sale, and not only being added. */
const line = (page: Page, name: string) =>
  page.getByRole('row').and(page.locator(':not([data-adding])')).filter({ hasText: name })
const batchField = (page: Page) => page.getByLabel('Batch number of Amoxicillin')
const enter = async (page: Page, code: string) => {
  await page.getByRole('combobox', { name: 'Scan or find an item' }).fill(code)
  await page.keyboard.press('Enter')
}
const startSale = async (page: Page) => {
  await page.goto(`${address}till/`)
  await page.getByText('Scan the first item.').waitFor()
  await enter(page, gel)
  await line(page, 'Dental gel').waitFor()
  await expect.poll(() => saleIn(page)).toBeGreaterThan(0)
  return saleIn(page)
}
/** Scans into whatever field has the focus. */
const scanHere = (page: Page, code: string) =>
  page.evaluate(
    scanScript(
      code,
      `if (key !== 'Enter') document.execCommand('insertText', false, key)
       else if (!isTaken) field.form?.requestSubmit()`,
    ),
  )

beforeAll(async () => {
  const { url: vat_group } = await givenVatGroup(caller, '25.50')
  await givenItem(caller, { name: 'Dental gel', barcode: gel, price_with_vat: '14.63', vat_group })
  await givenItem(caller, {
    name: 'Amoxicillin',
    barcode: amoxicillin,
    type_code: 2,
    price_with_vat: '24.90',
    vat_group,
    batch_number_required: true,
  })
  await givenStaff('Maria', ['Financial: Invoices', 'General: Patients and clients'])
  desk = await openDesk()
  await signIn(desk, 'Maria')
})

describe('a row that waits for its batch', () => {
  it('is sold once, although Enter is pressed twice', async () => {
    const sale = await startSale(desk)
    await enter(desk, amoxicillin)
    await batchField(desk).fill('B08194')
    await whileHeldBack(
      desk,
      (request: Request) => request.url().endsWith('/add_item/'),
      () => desk.keyboard.press('Enter'),
      async () => {
        await desk.keyboard.press('Enter')
        await desk.locator('form[aria-busy="true"]').waitFor()
      },
    )
    await batchField(desk).waitFor({ state: 'detached' })
    // What is asked for after it is done after it.
    await desk.getByRole('button', { name: 'One more Dental gel' }).click()
    await expect.poll(() => rowsOf(sale)).toContainEqual(['Dental gel', '2.000', ''])
    expect(await rowsOf(sale)).toContainEqual(['Amoxicillin', '1.000', 'B08194'])
  })

  it('takes a batch that is scanned into it', async () => {
    const sale = await startSale(desk)
    await enter(desk, amoxicillin)
    await batchField(desk).and(desk.locator(':focus')).waitFor()
    await scanHere(desk, '20260817')
    await expect.poll(() => rowsOf(sale)).toContainEqual(['Amoxicillin', '1.000', '20260817'])
    expect(await desk.getByRole('alert').count()).toBe(0)
  })

  it('stays with its sale when another one is opened', async () => {
    const other = await startSale(desk)
    const sale = await startSale(desk)
    await enter(desk, amoxicillin)
    await batchField(desk).waitFor()
    await desk.getByRole('button', { name: /Open sales/ }).click()
    await desk.getByRole('menuitem', { name: new RegExp(`^Sale ${other}\\b`) }).click()
    await expect.poll(() => saleIn(desk)).toBe(other)
    await batchField(desk).waitFor({ state: 'detached' })
    await desk.getByRole('button', { name: /^Card/ }).waitFor()
    await desk.goBack()
    await expect.poll(() => saleIn(desk)).toBe(sale)
    await batchField(desk).fill('B1')
    await desk.keyboard.press('Enter')
    await expect.poll(() => rowsOf(sale)).toContainEqual(['Amoxicillin', '1.000', 'B1'])
    expect(await rowsOf(other)).toEqual([['Dental gel', '1.000', '']])
  })

  it('goes along when it was scanned first, and the next item opens the sale', async () => {
    await desk.goto(`${address}till/`)
    await desk.getByText('Scan the first item.').waitFor()
    await enter(desk, amoxicillin)
    await batchField(desk).fill('B2')
    await desk.getByRole('combobox', { name: 'Scan or find an item' }).focus()
    await enter(desk, gel)
    await line(desk, 'Dental gel').waitFor()
    expect(await batchField(desk).inputValue()).toBe('B2')
    await batchField(desk).press('Enter')
    await expect.poll(() => rowsOf(saleIn(desk))).toHaveLength(2)
  })
})

describe('the amount of a payment', () => {
  it('takes every digit that is typed into it after F2', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '84.23')
    await desk.goto(`${address}invoices/${invoice.id}/?pay=true`)
    const amount = desk.locator('#pay-amount')
    await amount.waitFor()
    await desk.keyboard.press('F2')
    await expect.poll(() => desk.evaluate('document.activeElement.id')).toBe('pay-received')
    await amount.focus()
    for (const [keys, taken] of [
      ['4', '€4.00'],
      ['0', '€40.00'],
      ['.03', '€40.05'],
    ] as const) {
      await desk.keyboard.type(keys)
      // Until the service has said what it comes to in coins.
      await desk.getByRole('button', { name: `Take ${taken} in cash` }).waitFor()
    }
    expect(await amount.inputValue()).toBe('40.03')
    expect(await desk.locator('#pay-received').inputValue()).toBe('')
    expect(await desk.evaluate('document.activeElement.id')).toBe('pay-amount')
  })
})

describe('the pages', () => {
  it('have no error in the console', () => {
    expect(consoleErrors).toEqual([])
  })
})

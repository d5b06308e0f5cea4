// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { counted, drawn, useClinicApp, writesOf } from '../support/app-journeys.ts'
import { done } from '../support/billing.ts'
import { carryOut, givenCatalog } from '../support/catalogs.ts'
import { givenVatGroup } from '../support/clinic.ts'
import { givenConnection, givenSupplied } from '../support/ordering.ts'
import { violationsNow, violationsOn } from '../support/web-app.ts'

const { api, caller, clinic, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
let vetMed: Awaited<ReturnType<typeof givenConnection>>['wholesaler']
let keeper: Page

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const rowsOf = async (page: Page, name: string) =>
  (await section(page, name).locator('tbody tr').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())
const view = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'Which changes' }).getByRole('button', { name })
const priceOf = async (item: { readonly url: string }) => (await done(caller.get(item.url))).wholesale_price
const open = async (page: Page) => {
  await page.goto(`${address}stock/catalog/`)
  await page.getByRole('heading', { level: 1, name: 'Catalog' }).waitFor()
}

beforeAll(async () => {
  vetMed = (await givenConnection(clinic, caller, { name: 'VetMed' })).wholesaler
  await givenVatGroup(caller, '24.00')
  await givenStaff('Kaisa', ['Settings: Stock'])
  await givenStaff('Riku', [], ['Settings: Stock'])
  keeper = await openDesk()
  await signIn(keeper, 'Kaisa')
})

it('a location that has received no catalog is told so', async () => {
  await open(keeper)
  await keeper.getByText('This location’s connection has received no catalog.').waitFor()
  expect(await keeper.getByRole('button', { name: /^Import/ }).count()).toBe(0)
  expect(await violationsOn(keeper)).toEqual([])
})

it('a catalog is looked at and imported by three clicks, and the one before comes back', async () => {
  const supplied = (name: string, code: string, wholesale_price: string) =>
    givenSupplied(clinic, caller, { primary: [vetMed, code] }, { name, type_code: 2, wholesale_price })
  const [much, little, cheaper, ending] = [
    await supplied('Maropitant', 'VM-1', '40.00'),
    await supplied('Carprofen', 'VM-2', '36.90'),
    await supplied('Meloxicam', 'VM-3', '12.10'),
    await supplied('Enrofloxacin', 'VM-4', '9.00'),
  ]
  const product = (product_number: string, product_name: string, wholesale_price: string, type_code = 2) => ({
    product_number,
    product_name,
    wholesale_price,
    type_code,
  })
  await givenCatalog(clinic, vetMed, [product('VM-1', 'Maropitant', '40.00'), product('VM-4', 'Enrofloxacin', '9.00')])
  await givenCatalog(clinic, vetMed, [
    product('VM-1', 'Maropitant', '45.52'),
    product('VM-2', 'Carprofen', '38.40'),
    product('VM-3', 'Meloxicam', '11.20'),
    product('VM-9', 'Grapiprant', '34.90'),
    product('VM-10', 'Fluid line', '61.25', 3),
  ])
  await keeper.goto(`${address}stock/orders/`)
  await keeper.getByRole('link', { name: 'Catalog' }).waitFor()
  const [uses, writes] = [await counted(keeper), writesOf(keeper)]
  await keeper.getByRole('link', { name: 'Catalog' }).click()
  await keeper.getByRole('button', { name: 'Import 6 changes…' }).waitFor()
  await expect
    .poll(() => rowsOf(keeper, 'Dearer'))
    .toEqual(['Maropitant VM-1 40.00 45.52 +13.8 % –', 'Carprofen VM-2 36.90 38.40 +4.1 % –'])
  expect(await section(keeper, 'Dearer').locator('tr[data-much=true]').count()).toBe(1)
  await expect.poll(() => rowsOf(keeper, 'Cheaper')).toEqual(['Meloxicam VM-3 12.10 11.20 −7.4 % –'])
  await expect.poll(() => rowsOf(keeper, 'Ending')).toEqual(['Enrofloxacin VM-4 9.00 – – –'])
  await expect
    .poll(() => rowsOf(keeper, 'New'))
    .toEqual(['Fluid line VM-10 – 61.25 – 61.25', 'Grapiprant VM-9 – 34.90 – 34.90'])
  for (const colorScheme of ['dark', 'light'] as const) {
    await keeper.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await violationsNow(keeper)).toEqual([])
    await drawn(keeper, `catalog-${colorScheme}`)
  }
  await keeper.getByRole('button', { name: 'Import 6 changes…' }).click()
  await keeper.getByRole('dialog', { name: 'Import 6 changes?' }).getByRole('button', { name: 'Import' }).click()
  await keeper.getByText('The import has begun').waitFor()
  expect(await uses()).toEqual({ clicks: 3, keys: 0 })
  expect(writes).toEqual(['POST /catalog_import/'])
  const run = (await done(caller.get('/catalog_import/?ordering=-id&page_size=1'))).results[0]
  await carryOut(api, clinic, run.id)
  await keeper.getByText(/^Imported .*: 2 new, 2 dearer, 1 cheaper, 1 ending\.$/).waitFor()
  await keeper.getByText('An import would change nothing.').waitFor()
  expect(await Promise.all([much, little, cheaper].map(priceOf))).toEqual(['45.5200', '38.4000', '11.2000'])
  expect(await done(caller.get(ending.url))).toMatchObject({ discontinued: true })

  // The catalog before is compared with the items as they are by now, which stay.
  await keeper.getByRole('button', { name: 'Return to the catalog before…' }).click()
  const asking = keeper.getByRole('dialog', { name: 'Return to the catalog before?' })
  await asking.getByText('Your items stay as they are until the next import.').waitFor()
  expect(await violationsOn(keeper)).toEqual([])
  await asking.getByRole('button', { name: 'Return' }).click()
  await keeper.getByText('The catalog before is back. Your items follow at the next import.').waitFor()
  await expect.poll(() => rowsOf(keeper, 'Cheaper')).toEqual(['Maropitant VM-1 45.52 40.00 −12.1 % –'])
  await section(keeper, 'Offered again').getByText('Enrofloxacin').waitFor()
  expect(await priceOf(much)).toBe('45.5200')
})

it('a part of a catalog is looked for and imported, with a markup for what is new', async () => {
  const { wholesaler } = await givenConnection(clinic, caller, { name: 'Nordkem' })
  await givenCatalog(clinic, wholesaler, [
    { product_number: 'N-1', product_name: 'Gauze swabs', wholesale_price: '2.00', type_code: 3 },
    { product_number: 'N-2', product_name: 'Gauze gel', wholesale_price: '5.00', type_code: 2 },
    { product_number: 'N-3', product_name: 'Bandage', wholesale_price: '1.00', type_code: 3 },
  ])
  await open(keeper)
  await keeper.getByLabel('Wholesaler').selectOption({ label: 'Nordkem' })
  await expect.poll(() => rowsOf(keeper, 'New')).toHaveLength(3)
  await keeper.getByRole('checkbox', { name: 'Supply' }).click()
  await expect.poll(() => rowsOf(keeper, 'New')).toHaveLength(2)
  await keeper.getByRole('searchbox', { name: 'Search the catalog' }).fill('gauze')
  await keeper.getByLabel('Markup %').fill('80')
  await expect.poll(() => rowsOf(keeper, 'New')).toEqual(['Gauze swabs N-1 – 2.00 – 3.60'])
  await view(keeper, /^Dearer/).click()
  await section(keeper, 'New').waitFor({ state: 'detached' })
  await view(keeper, /^New 1$/).click()
  await expect.poll(() => rowsOf(keeper, 'New')).toHaveLength(1)
  await keeper.getByRole('button', { name: 'Import 1 change…' }).click()
  await keeper.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
  await keeper.getByText('The import has begun').waitFor()
  const run = (await done(caller.get('/catalog_import/?ordering=-id&page_size=1'))).results[0]
  expect(run).toMatchObject({
    wholesaler: wholesaler.url,
    item_types: [3],
    search_term: 'gauze',
    markup_percentage: '80.00',
  })
  await carryOut(api, clinic, run.id)
  await keeper.getByText(/^Imported .*: 1 new\.$/).waitFor()
  expect((await done(caller.get('/item/?name__icontains=gauze'))).results).toMatchObject([
    { name: 'Gauze swabs', price: '3.6000', primary_wholesaler_code: 'N-1' },
  ])
})

it('who may only read sees the difference and imports nothing', async () => {
  const reader = await openDesk()
  await signIn(reader, 'Riku')
  await open(reader)
  await view(reader, /^All/).waitFor()
  expect(await reader.getByRole('button', { name: /^(Import|Return)/ }).count()).toBe(0)
})

it('nothing went wrong in any page', () => {
  expect(consoleErrors).toEqual([])
})

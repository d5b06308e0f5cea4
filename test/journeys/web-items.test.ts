// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { counted, drawn, useClinicApp, writesOf } from '../support/app-journeys.ts'
import { givenAccountNumber, givenItem, givenListItem, givenVatGroup } from '../support/clinic.ts'
import { violationsOn } from '../support/web-app.ts'

const { caller, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
let desk: Page
let vat: string
let dental: string

type Priced = { readonly url: string; readonly price: string; readonly price_with_vat: string }
const read = async ({ url }: { readonly url: string }) => (await caller.get(url)).body
const shelf = (items: readonly Priced[]) => Promise.all(items.map(async (item) => (await read(item)).price_with_vat))
const panel = (name: string) => desk.getByRole('complementary', { name })
const inGroup = async (prices: Readonly<Record<string, string>>) => {
  const items: Priced[] = []
  for (const [name, price_with_vat] of Object.entries(prices))
    items.push(await givenItem(caller, { name, price_with_vat, vat_group: vat, item_list: dental, type_code: 1 }))
  return items
}
beforeAll(async () => {
  await givenStaff('Maria', ['Settings: Items'])
  vat = (await givenVatGroup(caller, '25.50', { title: 'General' })).url
  dental = (await givenListItem(caller, { name: 'Dental' })).url
  await givenAccountNumber(caller, { number: '3010', description: 'Medicines' })
  desk = await openDesk()
  await signIn(desk, 'Maria')
})

describe('prices', () => {
  it('of a group are seen as they would be, changed, and taken back', async () => {
    const items = await inGroup({ 'Scaling, grade 1': '120.48', 'Scaling, grade 2': '185.74', 'Tooth, each': '2.70' })
    const [left] = await inGroup({ 'Fixed by contract': '40.20' })
    const other = await givenItem(caller, { name: 'Collar', price_with_vat: '10.00', vat_group: vat })
    const before = await shelf(items)
    await desk.goto(`${address}settings/items/`)
    await desk.getByRole('link', { name: 'Change prices…' }).waitFor()
    const uses = await counted(desk)
    const writes = writesOf(desk)
    await desk.getByRole('link', { name: 'Change prices…' }).click()
    // The list that is left has a field of that name too.
    await desk.getByRole('heading', { level: 1, name: 'Change prices' }).waitFor()
    await desk.getByLabel('Group', { exact: true }).selectOption({ label: 'Dental' })
    await desk.getByLabel('Change by').fill('4')
    await desk.getByRole('button', { name: 'Change 4 prices' }).waitFor()
    const row = (name: string) => desk.getByRole('row').filter({ hasText: name })
    await expect.poll(() => row('Scaling, grade 1').innerText()).toMatch(/120\.48[^]*125\.50[^]*Dearer[^]*\+4\.2 %/)
    // 2.70 becomes 3.00, which is more than a tenth.
    await expect.poll(() => row('Tooth, each').innerText()).toMatch(/3\.00[^]*More than 10 %[^]*\+11\.1 %/)
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'price-change')
    await desk.getByRole('checkbox', { name: 'Change Fixed by contract' }).uncheck()
    await desk.getByRole('button', { name: 'Change 3 prices' }).click()
    await desk.getByRole('heading', { level: 1, name: /^Prices changed on/ }).waitFor()
    await desk.getByText('3 prices changed', { exact: true }).first().waitFor()
    const { clicks, keys } = await uses()
    expect({ clicks, keys }).toEqual({ clicks: 3, keys: 0 })
    expect(writes).toEqual(['POST /item/change_prices/'])
    expect(await shelf([...items, left!, other])).toEqual(['125.50', '193.00', '3.00', '40.20', '10.00'])
    const [run] = (await caller.get('/price_change/?ordering=-id')).body.results
    expect(run).toMatchObject({ matched: 3, changed: 3, percentage_change: '4.00', round_to: '0.5000', undone: null })

    // Somebody sets one of the prices meanwhile.
    await caller.patch(items[1]!.url, { price_with_vat: '200.00' })
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'price-change-record')
    const back = await counted(desk)
    await desk.getByRole('button', { name: 'Take back' }).click()
    await desk.getByText('1 price had been changed since and stayed', { exact: false }).waitFor()
    expect(await back()).toEqual({ clicks: 1, keys: 0 })
    // The prices are read again once that is said.
    await expect.poll(() => row('Scaling, grade 2').innerText()).toContain('Changed since, left')
    expect(await shelf(items)).toEqual([before[0], '200.00', before[2]])
    expect(writes).toEqual(['POST /item/change_prices/', `POST /price_change/${run.id}/undo/`])
    // Net prices come back to the last decimal.
    expect((await read(items[0]!)).price).toBe(items[0]!.price)
    expect(await violationsOn(desk)).toEqual([])
  })

  it('are not changed by a rule that is no number, nor below nothing', async () => {
    await inGroup({ 'Cotton roll': '0.20' })
    await desk.goto(`${address}settings/items/prices/`)
    await desk.getByLabel('Change by').fill('four')
    await desk.getByText('Type a number, such as 4 or −2.5.', { exact: true }).waitFor()
    await desk.getByRole('button', { name: 'EUR', exact: true }).click()
    await desk.getByLabel('Change by').fill('−1')
    await desk.getByText('Cotton roll would cost less than nothing. Send -0.2000 or more.').waitFor()
    await expect.poll(() => desk.getByRole('button', { name: 'Nothing to change' }).isDisabled()).toBe(true)
    expect(await violationsOn(desk)).toEqual([])
  })
})

describe('an item', () => {
  it('is added, found, edited, archived and restored', async () => {
    await desk.goto(`${address}settings/items/`)
    const writes = writesOf(desk)
    const uses = await counted(desk)
    await desk.getByRole('link', { name: 'New item' }).click()
    const form = panel('New item')
    await form.getByLabel('Name', { exact: true }).fill('Carprofen 50 mg chewable')
    await form.getByLabel('Kind').selectOption({ label: 'Medicine' })
    await form.getByLabel('Price with VAT').fill('1,48')
    await form.getByLabel('VAT', { exact: true }).selectOption({ label: '25.5 %, General' })
    await form.getByLabel('Code').fill('MED-142')
    expect(await violationsOn(desk)).toEqual([])
    await form.getByRole('button', { name: 'Add item' }).click()
    const item = panel('Carprofen 50 mg chewable')
    await item.waitFor()
    expect(await uses()).toEqual({ clicks: 2, keys: 0 })
    const found = async () => (await caller.get('/item/?code__is=MED-142')).body.results[0]
    expect(await found()).toMatchObject({ type_code: 2, price_with_vat: '1.48', price: '1.1793', vat_group: vat })

    await item.getByRole('button', { name: /Edit Medicine/ }).click()
    await item.getByLabel('Substances, with commas between them').fill('Carprofen, M01AE91')
    await item.getByRole('button', { name: 'Save' }).click()
    await item.getByText('Carprofen, M01AE91').waitFor()
    await item.getByRole('button', { name: /Edit Price/ }).click()
    await item.getByLabel('Price with VAT').fill('1,60')
    await item.getByLabel('Bought at, net').fill('0,64')
    await item.getByRole('button', { name: 'Save' }).click()
    await item.getByText('€1.60').waitFor()
    // The list beside it shows it, too.
    await desk.getByRole('row', { name: /Carprofen 50 mg chewable.*1\.60/ }).waitFor()
    expect(await found()).toMatchObject({
      substances: ['Carprofen', 'M01AE91'],
      price_with_vat: '1.60',
      wholesale_price: '0.6400',
    })

    await item.getByRole('button', { name: 'Add a price' }).click()
    await item.getByLabel('Name', { exact: true }).fill('Animal shelters')
    await item.getByLabel('For').selectOption({ label: 'Charity' })
    await item.getByLabel('Change in percent').fill('−20')
    await item.getByRole('button', { name: 'Add', exact: true }).click()
    await item.getByText('−20 %').waitFor()
    const pricings = (await caller.get(`/alternativepricing/?item__is=${(await found()).id}`)).body.results
    expect(pricings).toMatchObject([
      { name: 'Animal shelters', customer_type: 3, percentage_change: '-20.00', price: null },
    ])
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'items')

    const { body: reason } = await caller.post('/reason/', { name: 'Lameness', duration: 20 })
    await caller.post('/reason_item/', { reason: reason.url, item: (await found()).url, quantity: '2' })
    await desk.reload()
    await expect
      .poll(() => item.getByRole('region', { name: 'Belongs to' }).getByRole('listitem').innerText())
      .toMatch(/Lameness[^]*reason of visits[^]*2/)

    await item.getByRole('button', { name: 'Archive', exact: true }).click()
    await desk.getByText('Carprofen 50 mg chewable archived').waitFor()
    expect((await found()).archived).toBe(true)
    await item.getByRole('button', { name: 'Restore' }).click()
    await desk.getByText('Carprofen 50 mg chewable restored').waitFor()
    expect((await found()).archived).toBe(false)
    expect(writes.map((write) => write.replace(/\d+/, '<id>'))).toEqual([
      'POST /item/',
      'PATCH /item/<id>/',
      'PATCH /item/<id>/',
      'POST /alternativepricing/',
      'PATCH /item/<id>/',
      'PATCH /item/<id>/',
    ])
  })

  it('is listed by kind, group, VAT, text, code and whether it is in use', async () => {
    const reduced = (await givenVatGroup(caller, '13.50', { title: 'Food' })).url
    await givenItem(caller, { name: 'Renal diet', type_code: 4, vat_group: reduced, price_with_vat: '27.30' })
    await givenItem(caller, { name: 'Renal diet, old', type_code: 4, vat_group: reduced, price: '20', archived: true })
    await givenItem(caller, { name: 'Lumbar X-ray', type_code: 1, vat_group: vat, price: '70', code: 'XR-7' })
    await desk.goto(`${address}settings/items/`)
    const names = () => desk.locator('table tbody a[data-row]').allInnerTexts()
    await desk.getByLabel('Find an item').fill('renal')
    await expect.poll(names).toEqual(['Renal diet'])
    await desk.getByLabel('In use or archived').selectOption({ label: 'Archived' })
    await expect.poll(names).toEqual(['Renal diet, old'])
    await desk.getByLabel('In use or archived').selectOption({ label: 'In use' })
    await desk.getByLabel('Find an item').fill('XR-7')
    await expect.poll(names).toEqual(['Lumbar X-ray'])
    await desk.getByLabel('Find an item').fill('')
    await desk.getByRole('button', { name: /^Food/ }).click()
    await expect.poll(names).toEqual(['Renal diet'])
    await desk.getByRole('button', { name: 'All', exact: true }).click()
    await desk.getByLabel('VAT', { exact: true }).selectOption({ label: '13.5 %, Food' })
    await expect.poll(names).toEqual(['Renal diet'])
    await desk.getByLabel('VAT', { exact: true }).selectOption({ label: 'Any VAT' })
    await desk.getByLabel('Group').selectOption({ label: 'Dental' })
    await expect
      .poll(async () => (await names()).filter((name) => /^(Tooth|Renal)/.test(name)))
      .toEqual(['Tooth, each'])
  })

  it('says what was wrong with a new one, and keeps what was typed', async () => {
    await desk.goto(`${address}settings/items/?new=true`)
    const form = panel('New item')
    await form.getByLabel('Name', { exact: true }).fill('Bandage')
    await form.getByRole('button', { name: 'Add item' }).click()
    await form.getByRole('alert').getByText('Send price (net of VAT) or price_with_vat.').waitFor()
    expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('Bandage')
    expect(await violationsOn(desk)).toEqual([])
  })
})

it('nothing went wrong in any page', () => {
  expect(consoleErrors).toEqual([])
})

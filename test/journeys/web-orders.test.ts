// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { counted, drawn, messagesStay, tablet, useClinicApp, whileHeldBack, writesOf } from '../support/app-journeys.ts'
import type { TestResponse } from '../support/api.ts'
import { done, givenInvoice } from '../support/billing.ts'
import { givenItem, givenWholesaler } from '../support/clinic.ts'
import { givenConnection, givenOrder, givenSentOrder, givenSupplied, placedOf } from '../support/ordering.ts'
import { givenStock, stockOf } from '../support/stock.ts'
import { violationsOn } from '../support/web-app.ts'

type Body = TestResponse['body']
const { caller, clinic, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
let vetMed: Awaited<ReturnType<typeof givenConnection>>
let amoxicillin: Body
let gauze: Body
let shampoo: Body
let keeper: Page

const orderOf = (id: number) => done(caller.get(`/order/${id}/?expose_order_items=true`))
const newestOrder = async (): Promise<Body> => (await done(caller.get('/order/?ordering=-id&page_size=1'))).results[0]
const linesOf = async (id: number): Promise<readonly unknown[]> =>
  (await orderOf(id)).order_items_data.map((line: Body) => [line.item, line.quantity])
/** The detail of an order. */
const detail = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const orders = (page: Page) => page.getByRole('navigation', { name: 'Orders' })
const confirm = (page: Page) => page.getByRole('dialog', { name: 'Send the order to VetMed?' })
const open = async (page: Page, query = '') => {
  await page.goto(`${address}stock/orders/${query}`)
  await orders(page).waitFor()
}

beforeAll(async () => {
  vetMed = await givenConnection(clinic, caller, { name: 'VetMed', customer_number: '40071' })
  const supplied = (name: string, code: string, fields: Readonly<Record<string, unknown>>) =>
    givenSupplied(clinic, caller, { primary: [vetMed.wholesaler, code] }, { name, type_code: 2, ...fields })
  amoxicillin = await supplied('Amoxicillin 50 mg', 'VM-1', {
    unit: 'pkg',
    dosage_units: '20',
    alert_level: '5',
    wholesale_price: '18.40',
  })
  gauze = await supplied('Gauze swabs', 'VM-2', { unit: 'pkg', alert_level: '20', wholesale_price: '2.15' })
  shampoo = await supplied('Shampoo', 'VM-3', { unit: 'btl', wholesale_price: '6.40', barcode: '6430000000031' })
  await givenStock(caller, clinic, amoxicillin, '100')
  await givenStock(caller, clinic, gauze, '4')
  await givenStock(caller, clinic, shampoo, '9')
  // Forty tablets in eight weeks are a quarter of a package in a week.
  await givenInvoice(caller, clinic, { items: [{ item: amoxicillin.url, quantity: '40', usage_size: 2 }] })
  await givenStaff('Kaisa', ['Settings: Stock'])
  await givenStaff('Riku', [], ['Settings: Stock'])
  keeper = await openDesk()
  await signIn(keeper, 'Kaisa')
})

describe('everything that is low', () => {
  it('is ordered by two clicks, and sent by one and a confirmation', async () => {
    await keeper.waitForURL(/\/stock\//)
    await keeper.getByRole('link', { name: 'Orders' }).waitFor()
    const writes = writesOf(keeper)
    const uses = await counted(keeper)
    await keeper.getByRole('link', { name: 'Orders' }).click()
    const proposed = detail(keeper, 'Proposed order, VetMed')
    await proposed.waitFor()
    expect(await keeper.getByLabel('Packages of Amoxicillin 50 mg').inputValue()).toBe('3')
    expect(await keeper.getByLabel('Packages of Gauze swabs').inputValue()).toBe('17')
    expect((await row(keeper, 'Amoxicillin 50 mg').innerText()).replaceAll(/\s+/g, ' ')).toMatch(
      /3 pkg 5 0\.3 12 weeks – pkg 18\.40 55\.20$/,
    )
    await proposed.getByText('Sent with the credentials of the clinic, customer 40071.').waitFor()
    expect(await violationsOn(keeper)).toEqual([])
    await drawn(keeper, 'orders')
    await proposed.getByRole('button', { name: 'Save as draft' }).click()
    await keeper.getByText(/^Order \d+ to VetMed is saved as a draft$/).waitFor()
    expect(await uses()).toEqual({ clicks: 2, keys: 0 })
    expect(writes).toEqual(['POST /order/'])
    const order = await newestOrder()
    expect(order).toMatchObject({ status: 0, wholesaler: vetMed.wholesaler.url, total: '91.75' })
    expect(await linesOf(order.id)).toEqual([
      [amoxicillin.url, '3.000'],
      [gauze.url, '17.000'],
    ])

    const written = detail(keeper, `${order.id} VetMed`)
    await written.getByRole('button', { name: 'Send 2 lines, €91.75…' }).waitFor()
    const sending = await counted(keeper)
    await written.getByRole('button', { name: 'Send 2 lines, €91.75…' }).click()
    await confirm(keeper).getByText('€91.75').waitFor()
    expect((await confirm(keeper).innerText()).replaceAll(/\s+/g, ' ')).toMatch(
      /Wholesaler VetMed Lines 2 Total without VAT €91\.75/,
    )
    expect(await violationsOn(keeper)).toEqual([])
    await drawn(keeper, 'orders-send')
    await confirm(keeper).getByRole('button', { name: 'Send order' }).click()
    await keeper.getByText(`Order ${order.id} is sent to VetMed`).waitFor()
    expect(await sending()).toEqual({ clicks: 2, keys: 0 })
    expect(writes).toEqual(['POST /order/', `POST /order/${order.id}/send/`])
    expect(await orderOf(order.id)).toMatchObject({ status: 1 })
    expect(await placedOf(clinic, order)).toHaveLength(1)
    // What is on its way is not proposed again.
    await written.getByRole('button', { name: 'Mark delivered' }).waitFor()
    await expect.poll(() => orders(keeper).getByText('Proposed').count()).toBe(0)
    expect(await violationsOn(keeper)).toEqual([])
    await drawn(keeper, 'order')
  })

  it('is changed before it is sent, and then written and sent in one request', async () => {
    const drops = await givenSupplied(
      clinic,
      caller,
      { primary: [vetMed.wholesaler, 'VM-4'] },
      { name: 'Ear drops', type_code: 2, unit: 'btl', alert_level: '4', wholesale_price: '9.85' },
    )
    const tape = await givenItem(caller, { name: 'Tape', unit: 'pc', alert_level: '10' })
    await givenStock(caller, clinic, drops, '1')
    await givenStock(caller, clinic, tape, '1')
    await open(keeper)
    const proposed = detail(keeper, 'Proposed order, VetMed')
    await proposed.waitFor()
    await keeper.getByText('Low, but without a wholesaler: Tape.').waitFor()
    // What comes is listed unticked.
    expect((await row(keeper, 'Gauze swabs').innerText()).replaceAll(/\s+/g, ' ')).toMatch(/17 comes 2\.15 –$/)
    const writes = writesOf(keeper)
    await keeper.getByLabel('Packages of Ear drops').fill('2,5')
    await proposed.getByRole('button', { name: 'Send 1 line, €24.63…' }).waitFor()
    const box = keeper.getByRole('combobox', { name: 'Find an item to add, or scan it' })
    await box.fill('6430000000031')
    await box.press('Enter')
    await keeper.getByLabel('Packages of Shampoo').fill('many')
    await proposed.getByRole('button', { name: /^Send 2 lines/ }).click()
    await proposed.getByRole('alert').getByText('Enter how many packages').waitFor()
    expect(await violationsOn(keeper)).toEqual([])
    await keeper.getByLabel('Packages of Shampoo').fill('2')
    await keeper.getByLabel('Note to VetMed').fill('Please put the drops in the first box.')
    await proposed.getByRole('button', { name: 'Send 2 lines, €37.43…' }).click()
    await confirm(keeper).getByRole('button', { name: 'Send order' }).click()
    await keeper.getByText(/^Order \d+ is sent to VetMed$/).waitFor()
    expect(writes).toEqual(['POST /composite/'])
    const order = await newestOrder()
    expect(order).toMatchObject({ status: 1, notes: 'Please put the drops in the first box.', total: '37.43' })
    expect(await linesOf(order.id)).toEqual([
      [drops.url, '2.500'],
      [shampoo.url, '2.000'],
    ])
    expect((await placedOf(clinic, order)).map(({ order: { items } }) => items.length)).toEqual([2])
  })
})

describe('an order', () => {
  it('is changed after it was sent, and the wholesaler is told each time', async () => {
    const order = await givenSentOrder(clinic, caller, vetMed.wholesaler, [
      { item: shampoo, quantity: '2' },
      { item: gauze, quantity: '1' },
    ])
    await open(keeper, `?order=${order.id}`)
    await keeper.getByLabel('Packages of Shampoo').fill('5')
    await keeper.getByLabel('Packages of Shampoo').press('Enter')
    await expect.poll(() => linesOf(order.id)).toContainEqual([shampoo.url, '5.000'])
    await messagesStay(keeper)
    await keeper.getByRole('button', { name: 'Remove Gauze swabs' }).click()
    await keeper.getByText('Gauze swabs is removed from the order').waitFor()
    expect(await linesOf(order.id)).toEqual([[shampoo.url, '5.000']])
    await keeper.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => linesOf(order.id)).toContainEqual([gauze.url, '1.000'])
    await keeper.getByLabel('Note to VetMed').fill('Ring the bell.')
    await keeper.getByLabel('Note to VetMed').blur()
    await keeper.getByText('The note is saved').waitFor()
    const told = await placedOf(clinic, order)
    expect(told).toHaveLength(5)
    expect(told.at(-1)!.order.notes).toBe('Ring the bell.')
  })

  it('shows the wholesaler’s invoice number without a click, and takes it from the clinic', async () => {
    const [named, other] = [
      await givenSentOrder(clinic, caller, vetMed.wholesaler, [{ item: shampoo }]),
      await givenSentOrder(clinic, caller, vetMed.wholesaler, [{ item: shampoo }]),
    ]
    const path = `${named.url}set_wholesaler_reference_number/`
    await done(vetMed.caller.post(path, { wholesaler_reference_number: 'INV-88412' }))
    await open(keeper, `?order=${other.id}`)
    const uses = await counted(keeper)
    await orders(keeper).getByText('1 line, ref INV-88412').waitFor()
    expect(await uses()).toEqual({ clicks: 0, keys: 0 })
    await keeper.getByLabel('Wholesaler’s invoice number').fill(' INV-88420 ')
    await keeper.keyboard.press('Enter')
    await keeper.getByText('Invoice number INV-88420 is saved').waitFor()
    expect(await orderOf(other.id)).toMatchObject({ wholesaler_reference_number: 'INV-88420' })
    await orders(keeper).getByText('1 line, ref INV-88420').waitFor()
  })

  it('is marked as delivered once, and a second time says when it was', async () => {
    const serum = await givenItem(caller, { name: 'Serum' })
    const order = await givenSentOrder(clinic, caller, vetMed.wholesaler, [{ item: serum, quantity: '4' }])
    await open(keeper, `?order=${order.id}`)
    const button = detail(keeper, `${order.id} VetMed`).getByRole('button', { name: 'Mark delivered' })
    await button.waitFor()
    const [uses, writes] = [await counted(keeper), writesOf(keeper)]
    await whileHeldBack(
      keeper,
      (request) => request.url().includes('/mark_delivered/'),
      () => button.click(),
      // The wholesaler marks it while the clinic's own request is on its way.
      () => done(vetMed.caller.post(`${order.url}mark_delivered/`)),
    )
    await keeper.getByText(/^Already delivered \d\d:\d\d$/).waitFor()
    expect(await uses()).toEqual({ clicks: 1, keys: 0 })
    expect(writes).toEqual([`POST /order/${order.id}/mark_delivered/`])
    expect(await stockOf(caller, serum)).toEqual([': 4.000'])
    expect(await keeper.getByRole('alert').count()).toBe(0)
    await button.waitFor({ state: 'detached' })
    expect(await violationsOn(keeper)).toEqual([])

    const next = await givenSentOrder(clinic, caller, vetMed.wholesaler, [{ item: serum, quantity: '1' }])
    await open(keeper, `?order=${next.id}`)
    await detail(keeper, `${next.id} VetMed`).getByRole('button', { name: 'Mark delivered' }).click()
    await keeper.getByText(`Order ${next.id} is delivered`).waitFor()
    expect(await stockOf(caller, serum)).toEqual([': 5.000'])
    expect(await orderOf(next.id)).toMatchObject({ status: 2 })
  })

  it('begins empty, from a wholesaler that is not connected, and is withdrawn', async () => {
    await givenWholesaler(caller, { name: 'Nordkem' })
    await open(keeper)
    await keeper.getByRole('button', { name: 'Empty order' }).click()
    const dialog = keeper.getByRole('dialog', { name: 'Empty order' })
    await dialog.getByLabel('Order from').selectOption({ label: 'Nordkem' })
    expect(await violationsOn(keeper)).toEqual([])
    await dialog.getByRole('button', { name: 'Begin order' }).click()
    await keeper.getByText(/^Order \d+ to Nordkem is begun$/).waitFor()
    const order = await newestOrder()
    const written = detail(keeper, `${order.id} Nordkem`)
    await written.getByText('Nordkem is not connected').waitFor()
    await written.getByText('The order has no lines yet.').waitFor()
    const box = written.getByRole('combobox', { name: 'Find an item to add, or scan it' })
    await box.fill('shampoo')
    await keeper.getByRole('option', { name: 'Shampoo' }).waitFor()
    await box.press('Enter')
    await keeper.getByLabel('Packages of Shampoo').waitFor()
    expect(await linesOf(order.id)).toEqual([[shampoo.url, '1.000']])
    await written.getByRole('button', { name: 'Withdraw' }).click()
    await keeper.getByText(`Order ${order.id} is withdrawn`).waitFor()
    expect((await caller.get(order.url)).status).toBe(404)
  })
})

it('who may only read sees orders and changes none', async () => {
  const order = await givenOrder(clinic, caller, vetMed.wholesaler, [{ item: shampoo, quantity: '2' }])
  const reader = await openDesk()
  await signIn(reader, 'Riku')
  await open(reader, `?order=${order.id}`)
  await row(reader, 'Shampoo').waitFor()
  expect(await reader.locator('main').getByRole('button').count()).toBe(0)
  expect(await reader.locator('main').getByRole('textbox').count()).toBe(0)
})

it('on a tablet everything that is pressed is large enough, and nothing hangs over the side', async () => {
  const bandage = await givenSupplied(
    clinic,
    caller,
    { primary: [vetMed.wholesaler, 'VM-9'] },
    { name: 'Bandage', alert_level: '4', wholesale_price: '1.20' },
  )
  await givenStock(caller, clinic, bandage, '1')
  const hand = await openDesk(tablet)
  await signIn(hand, 'Kaisa')
  await open(hand)
  await hand.getByLabel('Packages of Bandage').waitFor()
  const tooSmall = await hand
    .locator('main :is(button, a.button, select):visible')
    .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 40).map((one) => one.textContent))
  const hangsOver = await hand.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
  expect({ tooSmall, hangsOver, violations: await violationsOn(hand) }).toEqual({
    tooSmall: [],
    hangsOver: false,
    violations: [],
  })
  await drawn(hand, 'orders-tablet')
})

it('nothing went wrong in any page', () => {
  expect(consoleErrors).toEqual([])
})

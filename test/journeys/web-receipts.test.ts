// @module-tag browser
// @module-tag waits
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { counted, drawn, intercept, tablet, useClinicApp, writesOf } from '../support/app-journeys.ts'
import type { TestResponse } from '../support/api.ts'
import { done } from '../support/billing.ts'
import { givenItem } from '../support/clinic.ts'
import { givenConnection, givenSentOrder, givenSupplied, lineOf, submit } from '../support/ordering.ts'
import { givenStock, stockOf } from '../support/stock.ts'
import { violationsNow, violationsOn } from '../support/web-app.ts'

type Body = TestResponse['body']
const { caller, clinic, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
let vetMed: Awaited<ReturnType<typeof givenConnection>>
let keeper: Page

const began = Date.now()
/** A day so far from when the tests began, as the service writes dates. */
const inDays = (days: number) => new Date(began + days * 86_400_000).toISOString().slice(0, 10)
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const approveButton = (page: Page, count: number) => page.getByRole('button', { name: `Approve ${count} into stock` })
const supplied = (name: string, code: string, fields: Readonly<Record<string, unknown>> = {}) =>
  givenSupplied(
    clinic,
    caller,
    { primary: [vetMed.wholesaler, code] },
    { name, type_code: 2, unit: 'pkg', wholesale_price: '10.00', ...fields },
  )
const open = async (page: Page, query = '') => {
  await page.goto(`${address}stock/receipts/${query}`)
  await page.getByRole('heading', { level: 1, name: 'Receive' }).waitFor()
}
let sent = 0
/** Lines of the wholesaler, as it submits them: a delivery note of its own. */
const submitted = async (...lines: readonly Readonly<Record<string, unknown>>[]) => {
  const withIds = lines.map((line) => ({ id: `L-${++sent}`, quantity: '1', ...line }))
  await submit(vetMed.caller, vetMed.wholesaler, withIds)
  return Promise.all(withIds.map(({ id }) => lineOf(caller, vetMed.wholesaler, id)))
}
const statusesOf = async (lines: readonly Body[]) =>
  Promise.all(lines.map(async ({ url }) => (await done(caller.get(url))).status))

beforeAll(async () => {
  vetMed = await givenConnection(clinic, caller, { name: 'VetMed' })
  await givenStaff('Kaisa', ['Settings: Stock'])
  await givenStaff('Riku', [], ['Settings: Stock'])
  keeper = await openDesk()
  await signIn(keeper, 'Kaisa')
})

it('a delivery: from the low list over the order to the shelf', async () => {
  const amoxicillin = await supplied('Amoxicillin 50 mg', 'VM-1', { dosage_units: '20', alert_level: '5' })
  const gauze = await givenItem(caller, { name: 'Gauze swabs', type_code: 3, unit: 'pkg' })
  await givenStock(caller, clinic, amoxicillin, '40', { batch_number: 'A12', expiry_date: inDays(100) })
  await keeper.goto(`${address}stock/`)
  await row(keeper, 'Amoxicillin 50 mg').waitFor()
  const [uses, writes] = [await counted(keeper), writesOf(keeper)]
  await keeper.getByRole('link', { name: 'Orders' }).click()
  await keeper.getByRole('button', { name: 'Send 1 line, €40.00…' }).click()
  await keeper.getByRole('button', { name: 'Send order' }).click()
  await keeper.getByText(/^Order \d+ is sent to VetMed$/).waitFor()
  expect(await uses()).toEqual({ clicks: 3, keys: 0 })
  expect(writes).toEqual(['POST /composite/'])
  const order: Body = (await done(caller.get('/order/?ordering=-id&page_size=1'))).results[0]
  expect(order).toMatchObject({ status: 1, total: '40.00' })

  const lines = await submitted(
    { product_number: 'VM-1', quantity: '4', order_id: order.id, batch_number: 'A15', expiry_date: inDays(400) },
    { product_number: 'ART-991', product_name: 'Gauze comp. ster.', quantity: '20', order_id: order.id },
    { product_number: 'SAMPLE-1', product_name: 'Dental chew', quantity: '1', order_id: order.id },
  )
  // The order says by itself that something came.
  const written = keeper.getByRole('region', { name: `${order.id} VetMed` })
  await written.getByRole('link', { name: 'Review 3 lines…' }).waitFor()
  const receiving = await counted(keeper)
  await written.getByRole('link', { name: 'Review 3 lines…' }).click()
  await row(keeper, 'Amoxicillin 50 mg').waitFor()
  await keeper.getByRole('region', { name: '2 unmatched' }).waitFor()
  for (const colorScheme of ['dark', 'light'] as const) {
    await keeper.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await violationsNow(keeper)).toEqual([])
    await drawn(keeper, `receipts-${colorScheme}`)
  }
  await keeper.keyboard.press('m')
  const find = keeper.getByRole('combobox', { name: 'Find the item for ART-991' })
  await keeper.locator('input[role=combobox]:focus').waitFor()
  await find.fill('gauze')
  await keeper.getByRole('option', { name: 'Gauze swabs' }).waitFor()
  await keeper.keyboard.press('Enter')
  await keeper.getByText('1 line matched: Gauze swabs').waitFor()
  await row(keeper, 'Gauze swabs').getByText('Not ordered').waitFor()
  expect(await done(caller.get(gauze.url))).toMatchObject({
    primary_wholesaler: vetMed.wholesaler.url,
    primary_wholesaler_code: 'ART-991',
  })
  await keeper.getByRole('button', { name: 'Dismiss SAMPLE-1…' }).click()
  await keeper.getByRole('dialog').getByRole('button', { name: 'Dismiss', exact: true }).click()
  await keeper.getByText('1 line dismissed').waitFor()
  await keeper.getByRole('region', { name: /unmatched/ }).waitFor({ state: 'detached' })
  await approveButton(keeper, 2).click()
  await keeper.getByText('2 lines are in stock').waitFor()
  await keeper.getByText('Nothing waits for its review.').waitFor()
  // The way there, dismissing with its question, and approving; the key of the match and its Enter.
  expect(await receiving()).toEqual({ clicks: 4, keys: 2 })
  expect(writes).toEqual([
    'POST /composite/',
    'POST /receiptline/match/',
    'POST /receiptline/dismiss/',
    'POST /receiptline/approve/',
  ])
  expect(await statusesOf(lines)).toEqual([1, 1, 2])
  expect(await stockOf(caller, amoxicillin)).toEqual([`A12 ${inDays(100)}: 40.000`, `A15 ${inDays(400)}: 80.000`])
  expect(await stockOf(caller, gauze)).toEqual([': 20.000'])

  // What was approved is not added again by the delivery.
  await keeper.getByRole('link', { name: 'Back to the orders' }).click()
  await written.getByRole('button', { name: 'Mark delivered' }).click()
  await keeper.getByText(`Order ${order.id} is delivered`).waitFor()
  expect(await stockOf(caller, amoxicillin)).toEqual([`A12 ${inDays(100)}: 40.000`, `A15 ${inDays(400)}: 80.000`])
  expect(await done(caller.get(order.url))).toMatchObject({ status: 3 })
})

describe('the review', () => {
  it('takes a delivery whose lines are all matched by two clicks', async () => {
    const items = [await supplied('Meloxicam', 'VM-11'), await supplied('Isoflurane', 'VM-12')]
    const order = await givenSentOrder(
      clinic,
      caller,
      vetMed.wholesaler,
      items.map((item) => ({ item, quantity: '2' })),
    )
    const lines = await submitted(
      { product_number: 'VM-11', quantity: '2', order_id: order.id, batch_number: 'MX20' },
      { product_number: 'VM-12', quantity: '2', order_id: order.id, batch_number: 'IS88' },
    )
    await keeper.goto(`${address}stock/orders/?order=${order.id}`)
    await keeper.getByRole('link', { name: 'Review 2 lines…' }).waitFor()
    const [uses, writes] = [await counted(keeper), writesOf(keeper)]
    await keeper.getByRole('link', { name: 'Review 2 lines…' }).click()
    await approveButton(keeper, 2).click()
    await keeper.getByText('2 lines are in stock').waitFor()
    expect(await uses()).toEqual({ clicks: 2, keys: 0 })
    expect(writes).toEqual(['POST /receiptline/approve/'])
    expect(await statusesOf(lines)).toEqual([1, 1])
    expect(await stockOf(caller, items[0])).toEqual(['MX20: 2.000'])
  })

  it('flags what is more than ordered and what has expired, which is left out, and is worked by keys', async () => {
    const [carprofen, maropitant] = [await supplied('Carprofen', 'VM-21'), await supplied('Maropitant', 'VM-22')]
    const order = await givenSentOrder(clinic, caller, vetMed.wholesaler, [
      { item: carprofen, quantity: '12' },
      { item: maropitant, quantity: '4' },
    ])
    const [over, expired] = await submitted(
      { product_number: 'VM-21', quantity: '15', order_id: order.id, batch_number: 'CR51' },
      {
        product_number: 'VM-22',
        quantity: '4',
        order_id: order.id,
        batch_number: 'MP06',
        expiry_date: inDays(-20),
      },
    )
    await open(keeper, `?order=${order.id}`)
    await row(keeper, 'Carprofen').getByText('3 more than ordered').waitFor()
    await row(keeper, 'Maropitant')
      .getByText(/Expired /)
      .waitFor()
    await keeper.getByText('1 selected, 1 left out').waitFor()
    expect(await violationsOn(keeper)).toEqual([])
    await drawn(keeper, 'receipts-flagged')
    const uses = await counted(keeper)
    // To the second row, which is left out; and the first is left out, too.
    await keeper.keyboard.press('j')
    await keeper.locator('a[data-row]:focus').filter({ hasText: 'Carprofen' }).waitFor()
    await keeper.keyboard.press('x')
    await keeper.getByText('0 selected, 2 left out').waitFor()
    await keeper.keyboard.press('j')
    await keeper.locator('a[data-row]:focus').filter({ hasText: 'Maropitant' }).waitFor()
    await keeper.keyboard.press('x')
    await keeper.getByText('1 selected, 1 left out').waitFor()
    await keeper.keyboard.press('a')
    await keeper.getByText('1 line is in stock').waitFor()
    expect(await uses()).toEqual({ clicks: 0, keys: 5 })
    expect(await statusesOf([over, expired])).toEqual([0, 1])
    expect(await stockOf(caller, maropitant)).toEqual([`MP06 ${inDays(-20)}: 4.000`])
  })

  it('approves all or nothing, and says at the line why it was refused', async () => {
    const [kept, gone] = [await supplied('Xylazine', 'VM-31'), await supplied('Wound spray', 'VM-32')]
    const order = await givenSentOrder(clinic, caller, vetMed.wholesaler, [{ item: kept }, { item: gone }])
    const lines = await submitted(
      { product_number: 'VM-31', order_id: order.id },
      { product_number: 'VM-32', order_id: order.id },
    )
    await open(keeper, `?order=${order.id}`)
    await approveButton(keeper, 2).waitFor()
    // Somebody else dismisses one of them while this page does not hear of it.
    await intercept(keeper, '**/receiptline/?*', () => new Promise<void>(() => {}))
    await done(caller.post('/receiptline/dismiss/', { receipt_lines: [lines[1]!.id] }))
    await approveButton(keeper, 2).click()
    await keeper.getByText('Nothing was approved, because 1 line cannot go into stock.').waitFor()
    await row(keeper, 'Wound spray').getByText('This line is dismissed, which is final.').waitFor()
    expect(await statusesOf(lines)).toEqual([0, 2])
    expect(await violationsOn(keeper)).toEqual([])
    await approveButton(keeper, 1).click()
    await keeper.getByText('1 line is in stock').waitFor()
    expect(await statusesOf(lines)).toEqual([1, 2])
    await keeper.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('matches all lines with one code at once, and says why a code cannot be remembered', async () => {
    const [taken, plain] = [
      await supplied('Urine dipsticks', 'VM-41'),
      await givenItem(caller, { name: 'Vitamin B12' }),
    ]
    const lines = await submitted(
      { product_number: 'VB-1', batch_number: 'ONE', product_name: 'Vit. B12' },
      { product_number: 'VB-1', batch_number: 'TWO', product_name: 'Vit. B12' },
    )
    await done(caller.patch(taken.url, { primary_wholesaler_code: 'VB-1' }))
    await open(keeper)
    await keeper.getByText('and 1 line more with this code').waitFor()
    const find = keeper.getByRole('combobox', { name: 'Find the item for VB-1' })
    const choose = async () => {
      await find.fill('vitamin')
      await keeper.getByRole('option', { name: 'Vitamin B12' }).waitFor()
      await find.press('Enter')
    }
    await choose()
    await keeper.getByRole('alert').getByText('Urine dipsticks has the product number VB-1').waitFor()
    expect(await violationsOn(keeper)).toEqual([])
    await keeper.getByRole('checkbox', { name: 'Remember code VB-1' }).uncheck()
    await choose()
    await keeper.getByText('2 lines matched: Vitamin B12').waitFor()
    expect(await Promise.all(lines.map(async ({ url }) => (await done(caller.get(url))).item))).toEqual([
      plain.url,
      plain.url,
    ])
    expect(await done(caller.get(plain.url))).toMatchObject({ primary_wholesaler: null })
  })

  it('keeps what was decided in lists of their own', async () => {
    const [dismissed] = await submitted({ product_number: 'OLD-1', product_name: 'Old sample' })
    await done(caller.post('/receiptline/dismiss/', { receipt_lines: [dismissed!.id] }))
    await submit(vetMed.caller, vetMed.wholesaler, [{ id: 'R-1', quantity: '-4', product_number: 'BAD-1' }])
    await open(keeper)
    const views = keeper.getByRole('group', { name: 'Which lines' })
    await views.getByRole('button', { name: 'Dismissed' }).click()
    await row(keeper, 'Old sample').waitFor()
    await views.getByRole('button', { name: 'Rejected' }).click()
    await row(keeper, 'BAD-1').getByText('Its quantity could not be read, or was below 0.').waitFor()
    expect(await violationsOn(keeper)).toEqual([])
  })
})

it('who may only read sees lines and decides nothing', async () => {
  await supplied('Syringe', 'VM-51')
  await submitted({ product_number: 'VM-51' }, { product_number: 'NEW-51' })
  const reader = await openDesk()
  await signIn(reader, 'Riku')
  await open(reader)
  await row(reader, 'Syringe').waitFor()
  await reader.getByText('NEW-51').waitFor()
  expect(await reader.getByRole('button', { name: /into stock|Dismiss.*…/ }).count()).toBe(0)
  expect(await reader.locator('main input').count()).toBe(0)
})

it('on a tablet everything that is pressed is large enough, and nothing hangs over the side', async () => {
  await supplied('Bandage', 'VM-61')
  await submitted({ product_number: 'VM-61' }, { product_number: 'NEW-61', product_name: 'Dental chew M' })
  const hand = await openDesk(tablet)
  await signIn(hand, 'Kaisa')
  await open(hand)
  await row(hand, 'Bandage').waitFor()
  const tooSmall = await hand
    .locator('main :is(button, a.button, select):visible')
    .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 40).map((one) => one.textContent))
  const hangsOver = await hand.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
  expect({ tooSmall, hangsOver, violations: await violationsOn(hand) }).toEqual({
    tooSmall: [],
    hangsOver: false,
    violations: [],
  })
  await drawn(hand, 'receipts-tablet')
})

it('nothing went wrong in any page', () => {
  expect(consoleErrors).toEqual([])
})

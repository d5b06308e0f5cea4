// @module-tag browser
// @module-tag waits
import type { Page, Request, Route } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestResponse } from '../support/api.ts'
import { counted, drawn, intercept, useClinicApp, writesOf } from '../support/app-journeys.ts'
import { done, givenInvoiceOver, givenPrepayment, givenSale } from '../support/billing.ts'
import { givenClient, givenConsultation, givenItem, givenPatient, givenVatGroup } from '../support/clinic.ts'
import { violationsOn } from '../support/web-app.ts'

type Shown = TestResponse['body']

const { caller, clinic, address, consoleErrors, givenStaff, signIn, openDesk } = await useClinicApp()
const [gel, tube] = ['6411111111111', '6422222222222'] as const
let desk: Page
let vat: string

/** Dry runs change nothing. */
const isWrite = (request: Request) => request.method() !== 'GET' && request.headers()['prefer'] !== 'dry-run'
/** What becomes of the requests of the desk, for one test: they are let through unless it says otherwise. */
let answerer: ((route: Route) => Promise<unknown>) | undefined
const refuse = (path: RegExp) => {
  answerer = (route) => (path.test(route.request().url()) ? route.abort() : route.fallback())
}

const moments = ['before it arrives', 'after it was carried out'] as const
/** Cuts the connection at the first write, on its way there or back, and lets later attempts through. Returns the keys of all. */
const cutFirst = (moment: (typeof moments)[number]) => {
  const keys: string[] = []
  answerer = async (route) => {
    if (!isWrite(route.request())) return route.fallback()
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (keys.length > 1) return route.fallback()
    if (moment === 'after it was carried out') await route.fetch()
    return route.abort('connectionreset')
  }
  return keys
}
/** Every attempt had the key of the first, and there was more than one. */
const expectOneKey = async (keys: readonly string[]) => {
  // What was carried out may be shown before the page has heard of it.
  await expect.poll(() => keys.length).toBeGreaterThan(1)
  expect([keys[0], new Set(keys).size]).toEqual([expect.stringMatching(/.{16}/), 1])
}

const results = async (path: string): Promise<readonly Shown[]> => (await caller.get(path)).body.results
const paymentsOf = async (invoice: string) =>
  (await results(`/invoicepayment/?invoice__is=${invoice.split('/').at(-2)}`))
    .toSorted((one, other) => one.id - other.id)
    .map(({ payment_type, paid }) => [payment_type, paid])
const countSales = async (): Promise<number> => (await caller.get('/countersale/?page_size=1')).body.count
const saleAt = async (id: number) =>
  (await caller.get(`/countersale/${id}/?expose_countersale_items&expose_invoice`)).body
const linesOf = async (id: number) =>
  (await saleAt(id)).countersale_items_data.map(({ name, quantity }: Shown) => [name, quantity])
const saleIn = (page: Page) => Number(new URL(page.url()).searchParams.get('sale'))
const pay = (page: Page) => page.getByRole('region', { name: 'Pay' })
const sheet = (page: Page) => page.getByRole('complementary')
/** A line that is in the sale, and not only being added. */
const line = (page: Page, name: string) =>
  page.getByRole('row').and(page.locator(':not([data-adding])')).filter({ hasText: name })
const startSale = async () => {
  await desk.goto(`${address}till/`)
  await desk.getByText('Scan the first item.').waitFor()
}
const scan = async (code: string) => {
  await desk.getByRole('combobox', { name: 'Scan or find an item' }).fill(code)
  await desk.keyboard.press('Enter')
}
const openSale = async (id: number) => {
  await desk.goto(`${address}till/?sale=${id}`)
  await desk.getByRole('button', { name: /^Card/ }).waitFor()
}
const chooseClient = async (typed: string) => {
  await desk.getByRole('button', { name: /No client/ }).click()
  await desk.getByRole('combobox', { name: 'Choose a client' }).fill(typed)
  await desk.getByRole('option', { name: new RegExp(typed) }).waitFor()
  await desk.keyboard.press('Enter')
}

beforeAll(async () => {
  vat = (await givenVatGroup(caller, '25.50')).url
  await givenItem(caller, { name: 'Dental gel', barcode: gel, price_with_vat: '14.63', vat_group: vat })
  await givenItem(caller, { name: 'Ear tube', barcode: tube, price_with_vat: '5.00', vat_group: vat })
  await givenClient(caller, { firstname: 'Anna', lastname: 'Koskela' })
  await givenStaff('Maria', [
    'Financial: Invoices',
    'Financial: Discounts',
    'General: Patients and clients',
    'Clinical: Consultations',
  ])
  desk = await openDesk()
  await desk.addInitScript('window.print = () => {}')
  await signIn(desk, 'Maria')
  await intercept(desk, '**/api/0.1/**', (route) => (answerer === undefined ? route.fallback() : answerer(route)))
})
beforeEach(() => {
  answerer = undefined
})

describe('a payment with a prepayment, a rounding and two methods', () => {
  const parts = [
    [8, '20.00'],
    [0, '30.00'],
    [3, '-0.02'],
    [1, '8.55'],
  ]
  const fillIn = async () => {
    const client = await givenClient(caller)
    const prepayment = await givenPrepayment(caller, clinic, { client: client.url, paid: '20.00' })
    const invoice = await givenInvoiceOver(caller, clinic, '58.53', { client: client.url })
    await desk.goto(`${address}invoices/${invoice.id}/?pay=true`)
    await sheet(desk).getByRole('button', { name: 'Use it' }).click()
    await desk.keyboard.press('F4')
    await sheet(desk).getByRole('textbox', { name: 'Amount' }).fill('30')
    await sheet(desk).getByRole('button', { name: 'Split into two payments' }).click()
    return { invoice, prepayment, take: desk.getByRole('button', { name: /^Take €30\.00 by card and €8\.55 in cash/ }) }
  }
  const said = () => sheet(desk).getByText('€30.00 by card and €8.55 in cash taken')

  it('is one request', async () => {
    const { invoice, take } = await fillIn()
    await take.waitFor()
    const writes = writesOf(desk)
    await take.click()
    await said().waitFor()
    expect(await paymentsOf(invoice.url)).toEqual(parts)
    expect(writes).toEqual(['POST /composite/'])
  })

  it.each(moments)('happens once when the connection is cut %s', async (moment) => {
    const { invoice, take } = await fillIn()
    const keys = cutFirst(moment)
    await take.click()
    await said().waitFor()
    expect(await paymentsOf(invoice.url)).toEqual(parts)
    await expectOneKey(keys)
  })

  it('does not happen at all when a part of it is refused', async () => {
    const { invoice, prepayment, take } = await fillIn()
    await take.waitFor()
    // Another desk gives some of the prepayment back meanwhile.
    refuse(/\/unallocatedpayment\/\?/)
    const { client, department } = prepayment
    const refund = { client, department, payment_type: 1, paid: '-5.00', refunds: prepayment.url }
    expect((await caller.post('/unallocatedpayment/', refund)).status).toBe(201)
    await take.click()
    await sheet(desk)
      .getByRole('alert')
      .getByText(/15\.00/)
      .waitFor()
    expect(await paymentsOf(invoice.url)).toEqual([])
    expect((await caller.get(prepayment.url)).body.unused_amount).toBe('15.00')
  })
})

describe('a wrong method', () => {
  it('is corrected by one request: the payment is cancelled and made again, or neither', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '20.00')
    await caller.post('/invoicepayment/', { invoice: invoice.url, payment_type: 0, paid: '20.00' })
    await desk.goto(`${address}invoices/${invoice.id}/`)
    await desk.getByRole('button', { name: 'Cancel the card payment of €20.00' }).click()
    await sheet(desk).getByText('Cash').click()
    await sheet(desk)
      .getByRole('textbox', { name: /Reason/ })
      .fill('It was cash')
    const writes = writesOf(desk)
    await sheet(desk)
      .getByRole('button', { name: /^Change €20\.00 to cash/ })
      .click()
    await desk.getByText('€20.00 changed to cash').waitFor()
    expect(await paymentsOf(invoice.url)).toEqual([
      [0, '20.00'],
      [0, '-20.00'],
      [1, '20.00'],
    ])
    expect(writes).toEqual(['POST /composite/'])
  })
})

describe('a scan', () => {
  it('opens the sale with its line in one request, and the next one is a request of its own', async () => {
    await startSale()
    const writes = writesOf(desk)
    await scan(gel)
    await line(desk, 'Dental gel').waitFor()
    await scan(tube)
    await line(desk, 'Ear tube').waitFor()
    const sale = saleIn(desk)
    expect(await linesOf(sale)).toEqual([
      ['Dental gel', '1.000'],
      ['Ear tube', '1.000'],
    ])
    await scan(gel)
    await expect.poll(() => linesOf(sale)).toContainEqual(['Dental gel', '2.000'])
    expect(writes).toEqual([
      'POST /composite/',
      `POST /countersale/${sale}/add_item/`,
      expect.stringMatching(/^PATCH \/countersaleitem\/\d+\/$/),
    ])
  })

  it.each(moments)('opens one sale with one line when the connection is cut %s', async (moment) => {
    await startSale()
    const before = await countSales()
    const keys = cutFirst(moment)
    await scan(gel)
    await line(desk, 'Dental gel').waitFor()
    expect(await linesOf(saleIn(desk))).toEqual([['Dental gel', '1.000']])
    expect(await countSales()).toBe(before + 1)
    await expectOneKey(keys)
  })

  it.each(moments)('adds one line, or one more of it, when the connection is cut %s', async (moment) => {
    const { id } = await givenSale(caller, clinic, { items: [{ price_with_vat: '3.00' }] })
    await openSale(id)
    const keys = cutFirst(moment)
    await scan(tube)
    await line(desk, 'Ear tube').waitFor()
    expect(await linesOf(id)).toContainEqual(['Ear tube', '1.000'])
    await expectOneKey(keys)
    const more = cutFirst(moment)
    await scan(tube)
    await expect.poll(() => desk.getByLabel('Quantity of Ear tube').inputValue()).toBe('2')
    await expect.poll(() => more.length).toBeGreaterThan(1)
    await expect.poll(() => desk.locator('[data-adding]').count()).toBe(0)
    expect(await linesOf(id)).toHaveLength(2)
    expect(await linesOf(id)).toContainEqual(['Ear tube', '2.000'])
    await expectOneKey(more)
  })

  it('without an answer is taken up by the page that is loaded next', async () => {
    await startSale()
    const before = await countSales()
    let isLost = true
    const keys: string[] = []
    answerer = async (route) => {
      if (!isWrite(route.request())) return route.fallback()
      keys.push(route.request().headers()['idempotency-key'] ?? '')
      if (!isLost) return route.fallback()
      await route.fetch()
      return route.abort()
    }
    await scan(gel)
    await expect.poll(() => keys.length).toBeGreaterThan(0)
    await desk.reload()
    await desk.getByText('Still waiting for the server. Nothing is added twice.').waitFor()
    isLost = false
    await line(desk, 'Dental gel').waitFor()
    expect(await linesOf(saleIn(desk))).toEqual([['Dental gel', '1.000']])
    expect(await countSales()).toBe(before + 1)
    await expectOneKey(keys)
    answerer = undefined
    await scan(tube)
    await line(desk, 'Ear tube').waitFor()
    expect(await linesOf(saleIn(desk))).toHaveLength(2)
  })
})

describe('a sale that is finalized and paid', () => {
  it('is one request, by card', async () => {
    const { id } = await givenSale(caller, clinic, { items: [{ price_with_vat: '24.90' }] })
    await openSale(id)
    const writes = writesOf(desk)
    await desk.keyboard.press('F4')
    await desk.getByText('Paid €24.90').waitFor()
    const { invoice } = await saleAt(id)
    expect(await paymentsOf(invoice)).toEqual([[0, '24.90']])
    expect(writes).toEqual(['POST /composite/'])
  })

  it.each(moments)('is paid once when the connection is cut %s', async (moment) => {
    const { id } = await givenSale(caller, clinic, { items: [{ price_with_vat: '24.90' }] })
    await openSale(id)
    const keys = cutFirst(moment)
    await desk.keyboard.press('F4')
    await desk.getByText('Paid €24.90').waitFor()
    const { invoice } = await saleAt(id)
    expect(await paymentsOf(invoice)).toEqual([[0, '24.90']])
    await expectOneKey(keys)
  })

  it('rounds a part in cash as an invoice does, and says so before', async () => {
    const { id } = await givenSale(caller, clinic, { items: [{ price_with_vat: '24.90' }] })
    await openSale(id)
    await desk.getByRole('button', { name: 'Bank, split, more' }).click()
    await desk.getByLabel('Amount').fill('10.03')
    await pay(desk).getByLabel('Cash', { exact: true }).check()
    const writes = writesOf(desk)
    await desk.getByRole('button', { name: 'Take €10.05 in cash' }).click()
    await pay(desk).getByText('Left to pay').waitFor()
    const { invoice, invoice_data } = await saleAt(id)
    expect(await paymentsOf(invoice)).toEqual([
      [3, '-0.02'],
      [1, '10.05'],
    ])
    expect(invoice_data.due_sum).toBe('14.87')
    expect(writes).toEqual(['POST /composite/'])
    // The rest, of an invoice that there is now.
    await desk.getByLabel('Amount').fill('5.01')
    await pay(desk).getByLabel('Cash', { exact: true }).check()
    const rest = desk.getByRole('button', { name: 'Take €5.00 in cash' })
    // It is shown while the first part is still being read again, and can be pressed after that.
    await rest.and(desk.locator('[aria-busy="false"]')).click()
    await expect.poll(async () => (await saleAt(id)).invoice_data.due_sum).toBe('9.86')
    expect(writes.slice(1)).toEqual(['POST /invoicepayment/'])
  })

  it('stays open, unpaid, if another desk has changed it', async () => {
    const { id, countersale_items } = await givenSale(caller, clinic, { items: [{ price_with_vat: '24.90' }] })
    await openSale(id)
    // The page hears nothing of it.
    refuse(new RegExp(`/countersale/${id}/\\?`))
    expect((await caller.patch(countersale_items[0], { quantity: '2' })).status).toBe(200)
    await desk.keyboard.press('F4')
    await pay(desk).getByRole('alert').waitFor()
    expect(await saleAt(id)).toMatchObject({ finalized: false, invoice: null, total_with_vat: '49.80' })
  })
})

describe('a visit that is finalized and paid', () => {
  const given = async (price_with_vat: string) => {
    const client = await givenClient(caller)
    const patient = await givenPatient(caller, { client: client.url, name: 'Bella' })
    const visit = await givenConsultation(caller, { patients: [patient] })
    const { url: item } = await givenItem(caller, { type_code: 1, price_with_vat, vat_group: vat })
    const row = await done(caller.post(`${visit.url}procedures/`, { item, quantity: '1' }))
    return { client, visit, row }
  }
  const dialog = () => desk.getByRole('dialog')
  const openFinalizing = async (visit: Shown, amount: string) => {
    await desk.goto(`${address}visits/${visit.id}/`)
    await desk.getByRole('button', { name: 'Finalize…' }).click()
    await dialog()
      .getByRole('button', { name: `Finalize €${amount}` })
      .waitFor()
  }
  const openPaying = async (visit: Shown, amount: string) => {
    await openFinalizing(visit, amount)
    await dialog().getByRole('button', { name: 'Finalize and pay' }).click()
    return dialog().getByRole('button', { name: `Finalize and take €${amount} by card` })
  }
  const read = async (visit: Shown) => done(caller.get(visit.url))

  it('is one request, with a click for each step', async () => {
    const { visit } = await given('24.90')
    await desk.goto(`${address}visits/${visit.id}/`)
    await desk.getByRole('button', { name: 'Finalize…' }).waitFor()
    const [uses, writes] = [await counted(desk), writesOf(desk)]
    await (await openPaying(visit, '24.90')).click()
    await dialog().getByText('The visit of Bella is finalized: €24.90 taken by card').waitFor()
    await expect.poll(() => desk.evaluate('document.activeElement.textContent')).toMatch(/Print receipt/)
    // Finalize, pay, and how much by which method.
    expect(await uses()).toEqual({ clicks: 3, keys: 0 })
    const { status, invoice } = await read(visit)
    expect([status, await paymentsOf(invoice)]).toEqual([9, [[0, '24.90']]])
    expect(writes).toEqual(['POST /composite/'])
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'visit-paid')
    await dialog().getByRole('button', { name: 'To the board' }).click()
    await desk.getByRole('region', { name: 'To pay', exact: true }).waitFor()
  })

  it.each(moments)('happens once when the connection is cut %s', async (moment) => {
    const { visit } = await given('24.90')
    const take = await openPaying(visit, '24.90')
    const keys = cutFirst(moment)
    await take.click()
    await dialog().getByText('€24.90 taken by card').waitFor()
    const { status, invoice } = await read(visit)
    expect([status, await paymentsOf(invoice)]).toEqual([9, [[0, '24.90']]])
    await expectOneKey(keys)
  })

  it('without an answer is taken up by the page that is loaded next', async () => {
    const { visit } = await given('24.90')
    const take = await openPaying(visit, '24.90')
    let isLost = true
    const keys: string[] = []
    answerer = async (route) => {
      if (!isWrite(route.request())) return route.fallback()
      const key = route.request().headers()['idempotency-key'] ?? ''
      if (isLost) await route.fetch()
      keys.push(key)
      return isLost ? route.abort() : route.fallback()
    }
    await take.click()
    await expect.poll(() => keys.length).toBeGreaterThan(0)
    await desk.reload()
    await dialog().getByText('The payment is taken only once; you can leave this page.').waitFor()
    isLost = false
    await dialog().getByText('The visit of Bella is finalized: €24.90 taken by card').waitFor()
    expect(await paymentsOf((await read(visit)).invoice)).toEqual([[0, '24.90']])
    await expectOneKey(keys)
  })

  it('is one request with a prepayment, a rounding and two methods', async () => {
    const { client, visit } = await given('58.53')
    await givenPrepayment(caller, clinic, { client: client.url, paid: '20.00' })
    await openPaying(visit, '58.53')
    await dialog().getByRole('button', { name: 'Use it' }).click()
    await desk.keyboard.press('F4')
    await dialog().getByRole('textbox', { name: 'Amount' }).fill('30')
    await dialog().getByRole('button', { name: 'Split into two payments' }).click()
    const take = dialog().getByRole('button', { name: /^Finalize and take €30\.00 by card and €8\.55 in cash/ })
    await take.waitFor()
    const writes = writesOf(desk)
    await dialog().getByLabel('Received').fill('10')
    await take.click()
    await dialog().getByText('Give €1.45 back').waitFor()
    expect(await paymentsOf((await read(visit)).invoice)).toEqual([
      [8, '20.00'],
      [0, '30.00'],
      [3, '-0.02'],
      [1, '8.55'],
    ])
    expect(writes).toEqual(['POST /composite/'])
  })

  it('stays open, unpaid, if another desk has changed it', async () => {
    const { visit, row } = await given('24.90')
    const take = await openPaying(visit, '24.90')
    // The page hears nothing of it until it is refused.
    refuse(new RegExp(`/consultation/${visit.id}/\\?`))
    await done(caller.patch(`${visit.url}procedures/${row.id}/`, { quantity: '2' }))
    await take.click()
    await dialog().getByRole('alert').waitFor()
    expect(await read(visit)).toMatchObject({ status: 8, invoice: null })
    answerer = undefined
    await desk.reload()
    await dialog().getByRole('button', { name: 'Finalize and take €49.80 by card' }).click()
    await dialog().getByText('€49.80 taken by card').waitFor()
  })

  it('is one request when it is paid later', async () => {
    const { visit } = await given('24.90')
    await openFinalizing(visit, '24.90')
    const writes = writesOf(desk)
    await dialog().getByRole('button', { name: 'Finalize €24.90' }).click()
    await desk.waitForURL(/\/invoices\/\d+\//)
    const { status, invoice } = await read(visit)
    expect([status, await paymentsOf(invoice)]).toEqual([10, []])
    expect(writes).toEqual([`POST /consultation/${visit.id}/update_status/`])
  })
})

describe('a sale that is moved to a client', () => {
  const given = async (rows: number) => {
    const { url: item } = await givenItem(caller, { name: 'Syringe', price_with_vat: '1.00', vat_group: vat })
    return givenSale(caller, clinic, { items: Array.from({ length: rows }, () => ({ item })) })
  }
  const rowsOf = async (id: number) => (await saleAt(id)).countersale_items

  it('is one request', async () => {
    const { id } = await given(3)
    await openSale(id)
    const writes = writesOf(desk)
    await chooseClient('Koskela')
    await desk.getByRole('button', { name: /Koskela, Anna/ }).waitFor()
    await expect.poll(() => saleIn(desk)).not.toBe(id)
    const moved = await saleAt(saleIn(desk))
    expect([moved.countersale_items.length, moved.client !== null, moved.total_with_vat]).toEqual([3, true, '3.00'])
    expect(await rowsOf(id)).toEqual([])
    expect(writes).toEqual(['POST /composite/'])
  })

  it.each(moments)('is moved once when the connection is cut %s', async (moment) => {
    const { id } = await given(2)
    await openSale(id)
    const before = await countSales()
    const keys = cutFirst(moment)
    await chooseClient('Koskela')
    await expect.poll(() => saleIn(desk)).not.toBe(id)
    expect([(await rowsOf(id)).length, (await rowsOf(saleIn(desk))).length]).toEqual([0, 2])
    expect(await countSales()).toBe(before + 1)
    await expectOneKey(keys)
  })

  it('keeps a price that was entered, and finds the others anew', async () => {
    const { id } = await givenSale(caller, clinic, { items: [{ price: '7.0000' }, { price_with_vat: '1.00' }] })
    await openSale(id)
    await chooseClient('Koskela')
    await expect.poll(() => saleIn(desk)).not.toBe(id)
    const { countersale_items_data: rows } = await saleAt(saleIn(desk))
    expect(rows.map(({ price, own_price }: Shown) => [price === '7.0000', own_price])).toEqual([
      [true, true],
      [false, false],
    ])
  })

  it('of as many lines as fit into a request is moved, and one of more says so and stays whole', async () => {
    const [fits, tooMany] = [await given(24), await given(25)]
    await openSale(fits.id)
    await chooseClient('Koskela')
    await expect.poll(() => saleIn(desk)).not.toBe(fits.id)
    expect([(await rowsOf(fits.id)).length, (await rowsOf(saleIn(desk))).length]).toEqual([0, 24])
    await openSale(tooMany.id)
    const writes = writesOf(desk)
    await chooseClient('Koskela')
    await desk.getByText('The sale has 25 lines, and at most 24 can be moved. Nothing was moved.').waitFor()
    expect(await violationsOn(desk)).toEqual([])
    await drawn(desk, 'till-too-many-lines')
    expect((await rowsOf(tooMany.id)).length).toBe(25)
    expect([saleIn(desk), writes]).toEqual([tooMany.id, []])
  })

  it('opens none for a client who is chosen after the last sale was paid', async () => {
    const { id } = await given(1)
    await openSale(id)
    await desk.keyboard.press('F4')
    await desk.getByText('Paid €1.00').waitFor()
    const before = await countSales()
    await chooseClient('Koskela')
    await desk.getByText('Scan the first item.').waitFor()
    expect(await countSales()).toBe(before)
    await scan(gel)
    await line(desk, 'Dental gel').waitFor()
    expect((await saleAt(saleIn(desk))).client).not.toBeNull()
  })
})

describe('the pages', () => {
  it('have no error in the console', () => {
    expect(consoleErrors).toEqual([])
  })
})

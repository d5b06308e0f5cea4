// @module-tag browser
// @module-tag waits
import type { Page, Route } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestResponse } from '../support/api.ts'
import { counted, drawn, goByKeys, goToField, intercept, tablet, useClinicApp } from '../support/app-journeys.ts'
import { done, givenDraft, givenInvoice, givenInvoiceOver, givenPrepayment, pay, rowOf } from '../support/billing.ts'
import { givenClient, givenItem, givenPatient, givenPhoneNumber, givenVatGroup, species } from '../support/clinic.ts'
import { linesOf, pagesOf } from '../support/pdf.ts'
import { violationsOn } from '../support/web-app.ts'

type Shown = TestResponse['body']

const { address, caller, clinic, consoleErrors, givenStaff, openDesk, signIn } = await useClinicApp()
let tab: Page
let anna: Shown

let clinicZone: string
const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: clinicZone, dateStyle: 'short' }).format(new Date())
const yesterday = () => new Date(Date.parse(today()) - 86_400_000).toISOString().slice(0, 10)

const settings = (changes: Record<string, unknown>) =>
  done(caller.patch(`/settings/department/${clinic.department}/`, changes))

const invoiceOf = (total: string) => givenInvoiceOver(caller, clinic, total, { client: anna.url })
const paymentsOf = async ({ id }: Shown): Promise<readonly (readonly [number, string])[]> =>
  (await done(caller.get(`/invoicepayment/?invoice__is=${id}`))).results
    .toSorted((one: Shown, other: Shown) => one.id - other.id)
    .map(({ payment_type, paid }: Shown) => [payment_type, paid] as const)
const dueOf = async ({ url }: Shown) => (await done(caller.get(url))).due_sum

const numberOf = ({ invoice_number }: Shown) => `HEL-${invoice_number}`
const open = async (page: Page, { id }: Shown, search = '') => {
  await page.goto(`${address}invoices/${id}/${search}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
/** The sheet of a payment by card, whatever was paid most often before. */
const openPay = async (page: Page, invoice: Shown) => {
  await open(page, invoice, '?pay=true')
  await sheetOf(page).getByRole('textbox', { name: 'Amount' }).waitFor()
  await page.keyboard.press('F4')
}
const sheetOf = (page: Page) => page.getByRole('complementary')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** What was sent to the printer, which the test has instead of one. */
const printed = (page: Page) => page.evaluate('window.printed.splice(0)')

/** The keys with which payments were sent. Their answers are lost on their way until they are delivered. */
const losingAnswers = async (page: Page, pattern: string) => {
  const keys: string[] = []
  let isLost = true
  await intercept(page, pattern, async (route: Route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (!isLost) return route.continue()
    await route.fetch()
    return route.abort()
  })
  return { keys, deliver: () => void (isLost = false) }
}

beforeAll(async () => {
  clinicZone = (await done(caller.get(`/settings/department/${clinic.department}/`))).time_zone
  await settings({ invoice_prefix: 'HEL' })
  await givenStaff('Maria', [
    'Financial: Invoices',
    'General: Patients and clients',
    'General: Appointments',
    'Clinical: Consultations',
  ])
  await givenStaff('Otto', ['General: Appointments'], ['Financial: Invoices', 'General: Patients and clients'])
  anna = await givenClient(caller, { firstname: 'Anna', lastname: 'Koski', city: 'Helsinki' })
  tab = await openDesk()
  await tab.addInitScript(
    'window.printed = []; window.print = () => window.printed.push(document.documentElement.dataset.paper)',
  )
  await signIn(tab, 'Maria')
})
beforeEach(async () => {
  await tab.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  // A test that failed may have cut the cable.
  await tab.context().setOffline(false)
  await tab.unrouteAll({ behavior: 'ignoreErrors' })
})

describe('the list of invoices', () => {
  it('begins with what is unpaid, and keeps in its address what was chosen', async () => {
    const [owing, paid] = [await invoiceOf('84.20'), await invoiceOf('10.00')]
    await done(pay(caller, paid, '10.00'))
    await tab.goto(address)
    await tab.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    await goByKeys(tab, ['g', 'v'], '/invoices/')
    await tab.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor()
    await tab.getByRole('link', { name: numberOf(owing) }).waitFor()
    expect(await tab.getByRole('link', { name: numberOf(paid) }).count()).toBe(0)
    expect(await violationsOn(tab)).toEqual([])
    await tab.emulateMedia({ colorScheme: 'light' })
    await drawn(tab, 'invoices')
    await button(tab, 'All').click()
    await tab.waitForURL(/view=all/)
    await tab.getByRole('link', { name: numberOf(paid) }).waitFor()
    const byNumber = tab.locator('th').getByRole('button', { name: 'Invoice' })
    await byNumber.click()
    await tab.waitForURL(/order=-invoice_number/)
    const listed = async () => {
      const numbers = await tab.locator('[data-row]').allInnerTexts()
      return numbers.filter((number) => [numberOf(owing), numberOf(paid)].includes(number))
    }
    await expect.poll(listed).toEqual([numberOf(paid), numberOf(owing)])
    await byNumber.click()
    await expect.poll(listed).toEqual([numberOf(owing), numberOf(paid)])
    await tab.locator('th[aria-sort="ascending"]', { hasText: 'Invoice' }).waitFor()
    await goToField(tab, '/')
    await tab.keyboard.type(String(paid.invoice_number))
    await tab.waitForURL(new RegExp(`q=.*${paid.invoice_number}`))
    await expect.poll(() => tab.getByRole('row').count()).toBe(2)
    await tab.reload()
    await tab.getByRole('link', { name: numberOf(paid) }).waitFor()
    await tab.getByRole('searchbox').fill('koski')
    await tab.getByRole('link', { name: numberOf(owing) }).waitFor()
    await button(tab, 'Drafts').click()
    await tab.getByText('No invoice was found.').waitFor()
    expect(await violationsOn(tab)).toEqual([])
  })
})

describe('a client who owes', () => {
  it('is led to paying: at once for one invoice, by the list for several', async () => {
    const eino = await givenClient(caller, { firstname: 'Eino', lastname: 'Maksa' })
    const first = await givenInvoiceOver(caller, clinic, '12.00', { client: eino.url })
    await tab.goto(`${address}clients/${eino.id}/`)
    await tab.getByRole('link', { name: `for invoice ${numberOf(first)}` }).click()
    await sheetOf(tab).waitFor()
    expect(tab.url()).toMatch(new RegExp(`/invoices/${first.id}/\\?.*pay=true`))
    await givenInvoiceOver(caller, clinic, '8.00', { client: eino.url })
    await tab.goto(`${address}clients/${eino.id}/`)
    await expect.poll(() => tab.getByRole('link', { name: /^Pay HEL/ }).count()).toBe(2)
    await tab.getByRole('link', { name: 'Pay', exact: true }).click()
    await tab.waitForURL(/tab=invoices/)
    expect(await violationsOn(tab)).toEqual([])
    await drawn(tab, 'client-owes')
    await tab.getByRole('link', { name: `for invoice ${numberOf(first)}` }).click()
    await tab.waitForURL(new RegExp(`/invoices/${first.id}/\\?.*pay=true`))
  })
})

describe('the search', () => {
  it('finds by name, phone, pet, chip and invoice number with two keys, and says what is owed', async () => {
    const eeva = await givenClient(caller, { firstname: 'Eeva', lastname: 'Lindqvist' })
    await givenPhoneNumber(caller, eeva, { phone_number: '050 911 2233' })
    const pet = { client: eeva.url, name: 'Pilkku', species: species('DOG'), microchip: '985112003456789' }
    await givenPatient(caller, pet)
    const invoice = await givenInvoiceOver(caller, clinic, '61.75', { client: eeva.url })
    // Each leads to another page than the one before.
    for (const [typed, title] of [
      ['lindqvist eeva', 'Lindqvist, Eeva'],
      ['pilkku', 'Pilkku'],
      ['0509112233', 'Lindqvist, Eeva'],
      ['985112003456789', 'Pilkku'],
      [numberOf(invoice), numberOf(invoice)],
    ] as const) {
      const uses = await counted(tab)
      await tab.keyboard.press('Control+k')
      // At once, as whoever knows what comes does.
      await tab.keyboard.type(typed)
      await tab.keyboard.press('Enter')
      await tab.getByRole('heading', { level: 1, name: title }).waitFor()
      expect(await uses()).toEqual({ clicks: 0, keys: 2 })
    }
    await goToField(tab, 'Control+k')
    await tab.keyboard.type('lindqvist')
    await tab
      .getByRole('option', { name: /Lindqvist.*€61\.75/ })
      .first()
      .waitFor()
    await tab.keyboard.press('Escape')
  })
})

describe('an invoice', () => {
  it('says why each amount is what it is', async () => {
    const high = await givenVatGroup(caller, '25.50')
    const bella = await givenPatient(caller, { client: anna.url, name: 'Bella', species: species('CAT') })
    const items = await Promise.all(
      [
        ['Consultation, extended', '45.00'],
        ['Skin cytology', '22.00'],
        ['Chlorhexidine shampoo 250 ml', '11.66'],
      ].map(([name, price]) => givenItem(caller, { name, price, vat_group: high.url })),
    )
    const rows = await Promise.all(
      items.map(({ id, name, price }, at) =>
        rowOf(clinic, id, {
          name,
          list_price: price,
          package_price: price,
          price,
          vat_percentage: '25.50',
          patient: bella.id,
          sent_quantity: at === 2 ? '2' : '1',
        }),
      ),
    )
    const draft = await givenDraft(caller, clinic, { client: anna.id, rows })
    const invoice = await done(caller.post(`/invoice/${draft.id}/finalize/`))
    await done(pay(caller, invoice, '34.20'))
    await open(tab, invoice)
    await expect.poll(() => tab.title()).toBe(`Invoice ${numberOf(invoice)} – Fetlock`)
    await expect.poll(() => tab.getByRole('main').innerText()).toMatch(/Part paid/)
    expect(await violationsOn(tab)).toEqual([])
    await tab.emulateMedia({ colorScheme: 'light' })
    await drawn(tab, 'invoice')
    await button(tab, 'Why this amount?').click()
    await sheetOf(tab).getByText('Owing now').waitFor()
    await sheetOf(tab).getByText('Chlorhexidine').click()
    await sheetOf(tab).getByText('This quantity was sold.').waitFor()
    await tab.locator('[data-pointed="true"]', { hasText: 'Chlorhexidine' }).waitFor()
    const explained = () => sheetOf(tab).innerText()
    await expect.poll(explained).toContain('45.00 + 22.00 + 23.32')
    // The sums of VAT come with what is printed, after the invoice.
    await expect.poll(explained).toMatch(/VAT 25\.5 %/)
    await expect.poll(explained).toMatch(/−34\.20/)
    expect(await violationsOn(tab)).toEqual([])
    await tab.emulateMedia({ colorScheme: 'light' })
    await drawn(tab, 'invoice-why')
    await tab.keyboard.press('Escape')
    await expect.poll(() => tab.locator('[data-pointed="true"]').count()).toBe(0)
    await tab.keyboard.press('y')
    await sheetOf(tab).getByText('Owing now').waitFor()
    await tab.reload()
    await sheetOf(tab).getByText('Owing now').waitFor()
    await tab.keyboard.press('Escape')
    await button(tab, /Why Skin cytology costs this/).click()
    await sheetOf(tab).getByText('VAT at this percentage is added').waitFor()
  })

  it('is paid and its receipt printed with two clicks', async () => {
    const invoice = await invoiceOf('84.20')
    await open(tab, invoice)
    const uses = await counted(tab)
    await button(tab, /^Pay €84\.20/).click()
    await button(tab, /^Take €84\.20 by card/).click()
    await sheetOf(tab).getByText('€84.20 taken by card').waitFor()
    await expect.poll(() => printed(tab)).toEqual(['receipt'])
    expect(await uses()).toEqual({ clicks: 2, keys: 0 })
    expect(await paymentsOf(invoice)).toEqual([[0, '84.20']])
    expect(await dueOf(invoice)).toBe('0.00')
    await expect.poll(() => tab.evaluate('document.activeElement.textContent')).toMatch(/Print receipt/)
    const receipt = await tab.pdf({ preferCSSPageSize: true })
    expect(pagesOf(receipt)).toHaveLength(1)
    const lines = linesOf(receipt)
    expect(lines.join('\n')).toMatch(/Northgate Veterinary Clinic/)
    expect(lines).toContain(`Receipt ${numberOf(invoice)}`)
    expect(lines).toContain('Total 84,20 €')
    expect(lines.join('\n')).toMatch(/24 % 67,90 16,30 84,20/)
    expect(lines.join('\n')).toMatch(/Card, .* −84,20/)
    expect(lines).toContain('Left to pay 0,00 €')
    await button(tab, 'Print invoice').click()
    await expect.poll(() => printed(tab)).toEqual(['invoice'])
    const paper = await tab.pdf({ preferCSSPageSize: true })
    const whole = linesOf(paper).join('\n')
    for (const said of ['Invoice', numberOf(invoice), 'Anna Koski', 'Price with VAT', 'VAT rate', '84,20 €'])
      expect(whole).toContain(said)
    expect(whole).not.toMatch(/Search client|Refund|Today/)
  })

  it('repeats the head of its rows on every sheet, and says in words that it is a credit note', async () => {
    const vat = await givenVatGroup(caller)
    const item = await givenItem(caller, { vat_group: vat.url, price_with_vat: '5.00' })
    const items = Array.from({ length: 45 }, () => ({ item: item.url }))
    await done(caller.patch(`/settings/department/${clinic.department}/`, { iban: 'FI2112345600000785' }))
    const invoice = await givenInvoice(caller, clinic, { client: anna.url, items })
    await open(tab, invoice)
    await tab.getByText('Owing', { exact: true }).waitFor()
    // The rows of a long invoice come in more than one page of a list.
    const sheets = async () => pagesOf(await tab.pdf({ preferCSSPageSize: true }))
    const headed = async () => (await sheets()).slice(0, 2).map((sheet) => sheet.includes('Price with VAT'))
    await expect.poll(headed).toEqual([true, true])
    // The code itself is drawn, and the browser takes it for a picture.
    const last = (await sheets()).at(-1)!
    expect(last).toContain('Pay with the app of your bank, or with these')
    expect(last).toContain('IBAN FI21 1234 5600 0007 85')
    expect(await tab.locator('body > main svg path').count()).toBe(1)
    const note = await done(caller.post(`/invoice/${invoice.id}/full_refund/`, {}))
    await open(tab, note)
    await tab.getByText('Settled').waitFor()
    const creditNote = async () => linesOf(await tab.pdf({ preferCSSPageSize: true })).join('\n')
    await expect.poll(creditNote).toContain(`Credits invoice ${numberOf(invoice)}`)
    expect(await creditNote()).toContain('CREDIT NOTE')
  })

  it('takes cash by keys alone, gives change, and rounds to the smallest coin', async () => {
    const invoice = await invoiceOf('84.23')
    await open(tab, invoice)
    const uses = await counted(tab)
    await tab.keyboard.press('p')
    await sheetOf(tab).getByRole('textbox', { name: 'Amount' }).waitFor()
    await tab.keyboard.press('F2')
    await button(tab, /^Take €84\.25 in cash/).waitFor()
    await sheetOf(tab).getByRole('textbox', { name: 'Received' }).fill('100')
    await sheetOf(tab).getByText('€15.75').waitFor()
    expect(await violationsOn(tab)).toEqual([])
    await tab.emulateMedia({ colorScheme: 'light' })
    await drawn(tab, 'invoice-pay-cash')
    await tab.keyboard.press('Enter')
    await sheetOf(tab).getByText('€84.25 taken in cash').waitFor()
    await sheetOf(tab).getByText('Give €15.75 back').waitFor()
    expect(await uses()).toEqual({ clicks: 0, keys: 3 })
    expect(await paymentsOf(invoice)).toEqual([
      [3, '-0.02'],
      [1, '84.25'],
    ])
    expect(await violationsOn(tab)).toEqual([])
  })

  it('is split between two methods, and offers the prepayment first', async () => {
    const client = await givenClient(caller, { firstname: 'Eero', lastname: 'Virta' })
    await givenPrepayment(caller, clinic, { client: client.url, paid: '20.00' })
    const invoice = await givenInvoiceOver(caller, clinic, '84.20', { client: client.url })
    await openPay(tab, invoice)
    await sheetOf(tab).getByText('Prepaid €20.00 available').waitFor()
    await sheetOf(tab).getByText('Leaves €64.20 to take').waitFor()
    expect(await violationsOn(tab)).toEqual([])
    await tab.emulateMedia({ colorScheme: 'light' })
    await drawn(tab, 'invoice-pay')
    await button(tab, 'Use it').click()
    await button(tab, /^Take €64\.20 by card/).waitFor()
    await sheetOf(tab).getByRole('textbox', { name: 'Amount' }).fill('40,20')
    await button(tab, 'Split into two payments').click()
    await button(tab, /^Take €40\.20 by card and €24\.00 in cash/).click()
    await sheetOf(tab).getByText('€40.20 by card and €24.00 in cash taken').waitFor()
    expect(await paymentsOf(invoice)).toEqual([
      [8, '20.00'],
      [0, '40.20'],
      [1, '24.00'],
    ])
    expect(await dueOf(invoice)).toBe('0.00')
    expect((await done(caller.get(`/client/${client.id}/balance/`))).prepaid).toBe('0.00')
  })

  it('refuses an amount that is none, or too much, where it was typed', async () => {
    const invoice = await invoiceOf('30.00')
    await openPay(tab, invoice)
    const amount = sheetOf(tab).getByRole('textbox', { name: 'Amount' })
    await amount.fill('thirty')
    await tab.keyboard.press('Enter')
    await sheetOf(tab).getByRole('alert').getByText('Enter an amount such as 84.20.').waitFor()
    await expect.poll(() => tab.title()).toMatch(/^Error: /)
    await expect.poll(() => tab.evaluate('document.activeElement.getAttribute("role")')).toBe('alert')
    expect(await violationsOn(tab)).toEqual([])
    await amount.fill('30.01')
    await tab.keyboard.press('Enter')
    await sheetOf(tab)
      .getByRole('link', { name: /Only 30\.00 is owed/ })
      .waitFor()
    // Another desk is faster.
    await amount.fill('30.00')
    await done(pay(caller, invoice, '10.00'))
    const payments = await paymentsOf(invoice)
    await tab.keyboard.press('Enter')
    await sheetOf(tab)
      .getByRole('alert')
      .getByText(/20\.00 is owed|Only 20\.00/)
      .waitFor()
    expect(await paymentsOf(invoice)).toEqual(payments)
  })

  it('that is a draft is edited, kept from being overwritten, and finalized', async () => {
    const draft = await givenDraft(caller, clinic, { client: anna.id })
    await open(tab, draft)
    await tab.keyboard.press('e')
    const remarks = sheetOf(tab).getByLabel(/Remarks/)
    await remarks.fill('Thank you for waiting')
    await done(caller.patch(draft.url, { remarks: 'Pay at the desk', invoice_due_date: '2099-01-01' }))
    await button(tab, 'Save draft').click()
    await sheetOf(tab).getByText('Theirs: Pay at the desk').waitFor()
    expect(await violationsOn(tab)).toEqual([])
    await button(tab, 'Save draft').click()
    await tab.getByText('Draft saved').waitFor()
    expect(await done(caller.get(draft.url))).toMatchObject({
      remarks: 'Thank you for waiting',
      invoice_due_date: '2099-01-01',
    })
    const { keys, deliver } = await losingAnswers(tab, '**/finalize/')
    let isReachable = false
    await intercept(tab, '**/finalize/', (route) => (isReachable ? route.fallback() : route.abort('connectionreset')))
    await button(tab, /^Finalize/).click()
    await button(tab, /^Checking/).waitFor()
    isReachable = true
    await expect.poll(() => keys.length).toBeGreaterThan(1)
    deliver()
    await tab.getByText(/HEL-\d+ finalized/).waitFor()
    expect([keys[0], new Set(keys).size]).toEqual([expect.stringMatching(/.{16}/), 1])
    expect((await done(caller.get(draft.url))).status).toBe(3)
  })

  it('that is a draft is voided after a question', async () => {
    const draft = await givenDraft(caller, clinic, { client: anna.id })
    await open(tab, draft)
    await button(tab, 'More').click()
    await tab.getByRole('menuitem', { name: 'Void draft' }).click()
    const dialog = tab.getByRole('dialog', { name: 'Void this draft?' })
    await dialog.waitFor()
    expect(await violationsOn(tab)).toEqual([])
    await tab.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
    expect((await done(caller.get(draft.url))).status).toBe(0)
    await button(tab, 'More').click()
    await tab.getByRole('menuitem', { name: 'Void draft' }).click()
    await dialog.getByRole('button', { name: 'Void draft' }).click()
    await tab.getByText('Draft voided.').waitFor()
    expect((await done(caller.get(draft.url))).status).toBe(99)
  })
})

describe('a payment whose answer is lost', () => {
  it('is asked for with the same key until there is an answer, after Enter twice and a reload', async () => {
    const invoice = await invoiceOf('84.20')
    const { keys, deliver } = await losingAnswers(tab, '**/invoicepayment/')
    await openPay(tab, invoice)
    await button(tab, /^Take €84\.20 by card/).waitFor()
    await tab.keyboard.press('Enter')
    await tab.keyboard.press('Enter')
    await button(tab, /^Checking €84\.20/).waitFor()
    expect(await violationsOn(tab)).toEqual([])
    await tab.emulateMedia({ colorScheme: 'light' })
    await drawn(tab, 'invoice-checking')
    await tab.reload()
    await button(tab, /^Checking €84\.20/).waitFor()
    await tab.keyboard.press('Enter')
    deliver()
    await sheetOf(tab).getByText('€84.20 taken by card').waitFor()
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[\w-]{32,}$/)
    expect(await paymentsOf(invoice)).toEqual([[0, '84.20']])
    expect(await dueOf(invoice)).toBe('0.00')
    await expect.poll(() => tab.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('invoicepayment')
  })

  it('is followed although the sheet was closed', async () => {
    const invoice = await invoiceOf('12.00')
    const { keys, deliver } = await losingAnswers(tab, '**/invoicepayment/')
    await openPay(tab, invoice)
    await button(tab, /^Take €12\.00/).click()
    await button(tab, /^Checking €12\.00/).waitFor()
    await tab.keyboard.press('Escape')
    deliver()
    await tab.getByText(`${numberOf(invoice)}: €12.00 taken by card`).waitFor()
    expect(new Set(keys).size).toBe(1)
    expect(await paymentsOf(invoice)).toEqual([[0, '12.00']])
  })

  it('is one payment when the cable was cut meanwhile, and is refused plainly while it is', async () => {
    const invoice = await invoiceOf('50.00')
    await openPay(tab, invoice)
    await button(tab, /^Take €50\.00/).waitFor()
    await tab.context().setOffline(true)
    await tab.keyboard.press('Enter')
    await sheetOf(tab)
      .getByRole('alert')
      .getByText(/There is no connection, and nothing was sent/)
      .waitFor()
    await tab.context().setOffline(false)
    // The server gets it, and then the cable is cut.
    let isCut = false
    await intercept(tab, '**/invoicepayment/', async (route) => {
      if (isCut) return route.continue()
      isCut = true
      await route.fetch()
      await tab.context().setOffline(true)
      return route.abort()
    })
    await button(tab, /^Take €50\.00/).click()
    await button(tab, /^Checking €50\.00/).waitFor()
    await tab.getByText(/^No connection since/).waitFor()
    await tab.context().setOffline(false)
    await sheetOf(tab).getByText('€50.00 taken by card').waitFor()
    expect(await paymentsOf(invoice)).toEqual([[0, '50.00']])
    await tab.getByText('Live', { exact: true }).waitFor()
  })
})

describe('money that goes back', () => {
  it('has its wrong method fixed with three clicks and a reason', async () => {
    const invoice = await invoiceOf('118.40')
    await done(pay(caller, invoice, '34.20'))
    await open(tab, invoice)
    await button(tab, /^Cancel the card payment/).waitFor()
    const uses = await counted(tab)
    await button(tab, 'Cancel the card payment of €34.20').click()
    await sheetOf(tab).getByRole('radio', { name: 'Cash' }).click()
    await sheetOf(tab).getByLabel('Reason').fill('Paid in cash')
    await button(tab, /^Change €34\.20 to cash/).click()
    await tab.getByText('€34.20 changed to cash').waitFor()
    expect(await uses()).toEqual({ clicks: 3, keys: 0 })
    expect(await paymentsOf(invoice)).toEqual([
      [0, '34.20'],
      [0, '-34.20'],
      [1, '34.20'],
    ])
    const { results } = await done(caller.get(`/invoicepayment/?invoice__is=${invoice.id}&cancels__is_null=false`))
    expect(results[0].info).toBe('Paid in cash')
    await tab.getByText('cancels the payment above: Paid in cash').waitFor()
  })

  it('is cancelled only with a reason', async () => {
    const invoice = await invoiceOf('20.00')
    await done(pay(caller, invoice, '20.00'))
    await open(tab, invoice)
    await button(tab, 'Cancel the card payment of €20.00').click()
    await button(tab, /^Cancel payment of €20\.00/).click()
    await sheetOf(tab)
      .getByRole('alert')
      .getByText(/Say why it is cancelled/)
      .waitFor()
    expect(await violationsOn(tab)).toEqual([])
    await tab.emulateMedia({ colorScheme: 'light' })
    await drawn(tab, 'invoice-cancel')
    expect(await dueOf(invoice)).toBe('0.00')
    await sheetOf(tab).getByLabel('Reason').fill('Changed their mind')
    await tab.keyboard.press('Enter')
    await tab.getByText('Payment of €20.00 cancelled').waitFor()
    expect(await dueOf(invoice)).toBe('20.00')
  })

  it('is credited row by row, paid out, and the rest kept as a prepayment', async () => {
    const client = await givenClient(caller, { firstname: 'Liisa', lastname: 'Salo' })
    const invoice = await givenInvoice(caller, clinic, {
      client: client.url,
      items: [{ price_with_vat: '56.48' }, { price_with_vat: '61.92' }],
    })
    await done(pay(caller, invoice, '118.40'))
    await open(tab, invoice)
    await tab.keyboard.press('r')
    await sheetOf(tab).getByRole('listitem').filter({ hasText: '56.48' }).getByRole('checkbox').check()
    await sheetOf(tab).getByText('−€56.48').waitFor()
    expect(await violationsOn(tab)).toEqual([])
    await tab.emulateMedia({ colorScheme: 'light' })
    await drawn(tab, 'invoice-refund')
    expect((await done(caller.get(invoice.url))).related_credit_notes).toEqual([])
    await button(tab, /^Refund €56\.48/).click()
    await sheetOf(tab)
      .getByText(/Credit note HEL-\d+ for −€56\.48 created/)
      .waitFor()
    await tab.keyboard.press('F4')
    await drawn(tab, 'invoice-refund-next')
    await button(tab, /^Pay out €56\.48 by card/).click()
    await sheetOf(tab).getByText('€56.48 paid out by card').waitFor()
    const [first] = (await done(caller.get(invoice.url))).related_credit_notes
    expect(await done(caller.get(first))).toMatchObject({ total_with_vat: '-56.48', due_sum: '0.00' })
    await sheetOf(tab).getByRole('button', { name: 'Close' }).first().click()
    await tab.getByText(/credited in HEL-/).waitFor()
    await tab.keyboard.press('r')
    await sheetOf(tab).getByRole('checkbox', { name: 'All remaining' }).check()
    await button(tab, /^Refund €61\.92/).click()
    await button(tab, /^Keep €61\.92 as a prepayment/).click()
    await tab.getByText('€61.92 kept as a prepayment').waitFor()
    expect((await done(caller.get(`/client/${client.id}/balance/`))).prepaid).toBe('61.92')
    expect((await done(caller.get(invoice.url))).related_credit_notes).toHaveLength(2)
  })

  it('is refused in words in a locked period, and taken today', async () => {
    const draft = await givenDraft(caller, clinic, { client: anna.id })
    await done(caller.patch(draft.url, { invoice_date: yesterday(), invoice_due_date: today() }))
    const invoice = await done(caller.post(`/invoice/${draft.id}/finalize/`))
    await settings({ financial_period_lock_date: today() })
    try {
      await open(tab, invoice, '?refund=true')
      await sheetOf(tab).getByRole('checkbox', { name: 'All remaining' }).check()
      await button(tab, /^Refund €12\.40/).waitFor()
      await sheetOf(tab).getByLabel('Date of the credit note').selectOption('original')
      await sheetOf(tab).getByText(`The books are locked before ${today()}`).first().waitFor()
      await button(tab, /^Refund/)
        .last()
        .click()
      await sheetOf(tab)
        .getByRole('alert')
        .getByText(/Use a later date/)
        .waitFor()
      expect(await violationsOn(tab)).toEqual([])
      expect((await done(caller.get(invoice.url))).related_credit_notes).toEqual([])
      await sheetOf(tab).getByLabel('Date of the credit note').selectOption('today')
      await button(tab, /^Refund €12\.40/).click()
      await sheetOf(tab).getByText('Nothing is left to give back.').waitFor()
      expect(await dueOf(invoice)).toBe('0.00')
    } finally {
      await settings({ financial_period_lock_date: null })
    }
  })
})

describe('prepayments of a client', () => {
  it('are added, used in part, and refunded up to what is unused', async () => {
    const client = await givenClient(caller, { firstname: 'Onni', lastname: 'Laine' })
    const invoice = await givenInvoiceOver(caller, clinic, '30.00', { client: client.url })
    await tab.goto(`${address}clients/${client.id}/prepayments/`)
    await tab.getByText('No prepayments.').waitFor()
    await button(tab, /^Add prepayment/).click()
    await sheetOf(tab).getByRole('textbox', { name: 'Amount' }).fill('50')
    await sheetOf(tab).getByLabel('What it is for').fill('Deposit for surgery')
    await button(tab, /^Take €50\.00 by card/).click()
    await tab.getByText('€50.00 prepaid').waitFor()
    const [made] = (await done(caller.get(`/unallocatedpayment/?client__is=${client.id}`))).results
    expect(made).toMatchObject({ paid: '50.00', payment_type: 0, description: 'Deposit for surgery' })

    await button(tab, 'Use the prepayment of €50.00').click()
    await button(tab, /^Use €30\.00/).click()
    await tab.getByText(`€30.00 used on ${numberOf(invoice)}`).waitFor()
    expect(await dueOf(invoice)).toBe('0.00')
    await tab.getByRole('img', { name: '30.00 of 50.00 used' }).waitFor()
    expect(await violationsOn(tab)).toEqual([])
    await tab.emulateMedia({ colorScheme: 'light' })
    await drawn(tab, 'prepayments')

    await button(tab, 'Refund the prepayment of €50.00').click()
    const amount = sheetOf(tab).getByRole('textbox', { name: 'Amount' })
    await amount.fill('25')
    await tab.keyboard.press('Enter')
    await sheetOf(tab).getByRole('alert').getByText('Only 20.00 is unused. Enter at most that.').waitFor()
    expect(await violationsOn(tab)).toEqual([])
    // Another desk uses some of it meanwhile, so that the service refuses what was right before.
    const other = await givenInvoiceOver(caller, clinic, '5.00', { client: client.url })
    await intercept(tab, '**/unallocatedpayment/?*', (route) => route.abort())
    await done(caller.post(`${made.url}apply/`, { invoice: other.url, amount: '5.00' }))
    await amount.fill('20')
    await tab.keyboard.press('Enter')
    await sheetOf(tab)
      .getByRole('alert')
      .getByText(/15\.00/)
      .waitFor()
    await tab.unroute('**/unallocatedpayment/?*')
    await amount.fill('15')
    await tab.keyboard.press('Enter')
    await tab.getByText('€15.00 refunded').waitFor()
    const all = (await done(caller.get(`/unallocatedpayment/?client__is=${client.id}`))).results
    expect(all.map(({ paid }: Shown) => paid).toSorted()).toEqual(['-15.00', '50.00'])
    expect((await done(caller.get(`/client/${client.id}/balance/`))).prepaid).toBe('0.00')
  })
})

describe('on other screens and for other people', () => {
  it('a tablet shows the invoice beside the sheet, a phone the sheet alone', async () => {
    const invoice = await invoiceOf('84.20')
    const page = await openDesk(tablet)
    await signIn(page, 'Maria')
    await openPay(page, invoice)
    await button(page, /^Take €84\.20/).waitFor()
    expect(await violationsOn(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await drawn(page, 'invoice-tablet')
    await page.setViewportSize({ width: 390, height: 844 })
    await button(page, /^Take €84\.20/).waitFor()
    await expect.poll(() => page.getByRole('table').isVisible()).toBe(false)
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    await expect.poll(() => page.evaluate(overflow)).toBe(0)
    await page.context().close()
  })

  it('somebody who may only look sees no button that moves money', async () => {
    const invoice = await invoiceOf('84.20')
    await done(pay(caller, invoice, '10.00'))
    const page = await openDesk()
    await signIn(page, 'Otto')
    await open(page, invoice, '?pay=true')
    await page.getByText('Part paid').waitFor()
    expect(await page.getByRole('button', { name: /Pay|Refund|Cancel|Take/ }).count()).toBe(0)
    await page.goto(`${address}invoices/999999/`)
    await page.getByText('It does not exist, or you do not have access.').waitFor()
    expect(await violationsOn(page)).toEqual([])
    await page.context().close()
  })

  it('nothing went wrong in the console', () => {
    expect(consoleErrors).toEqual([])
  })
})

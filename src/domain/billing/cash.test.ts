import { describe, expect, it } from 'vitest'
import { type ApiClient, useClinic } from '../../../test/support/api.ts'
import { asItIs, done, givenInvoice, givenInvoiceOver, givenSale, pay } from '../../../test/support/billing.ts'
import { asProblem, codesOf, givenClient, givenDepartment, givenPayer } from '../../../test/support/clinic.ts'

const { api, clinic, caller } = await useClinic()

type Shown = Readonly<Record<string, unknown>>
const inCash = { payment_type: 1, round_cash: true }
const settle = (invoice: { readonly url: string }, paid: string, fields: Shown = {}, by: ApiClient = caller) =>
  pay(by, invoice, paid, { ...inCash, ...fields })
const cancel = (payment: { readonly url: string }, by: ApiClient = caller) =>
  by.post(`${payment.url}cancel_payment/`, { info: 'Wrong invoice', cancel_date: '2026-03-05T10:00:00Z' })
/** Type and amount of every payment of an invoice. */
const paymentsOf = async (invoice: { readonly id: number }, by: ApiClient = caller) =>
  (await done(by.get(`/invoicepayment/?invoice__is=${invoice.id}`))).results.map(({ payment_type, paid }: Shown) => [
    payment_type,
    paid,
  ])

const country = async (code: string, currency: string) => {
  const there = await api.givenOrganisation({ country: code, currency })
  return { there, by: await there.caller() }
}

describe('what is owed in cash', () => {
  it.each([
    ['FI', 'EUR', '84.23', '84.25'],
    ['FI', 'EUR', '84.22', '84.20'],
    ['FI', 'EUR', '0.02', '0.00'],
    ['NL', 'EUR', '9.99', '10.00'],
    ['DE', 'EUR', '84.23', '84.23'],
    ['FR', 'EUR', '84.22', '84.22'],
    ['CH', 'CHF', '84.23', '84.25'],
    ['SE', 'SEK', '10.49', '10.00'],
    ['SE', 'SEK', '10.50', '11.00'],
    ['NO', 'NOK', '10.51', '11.00'],
    ['DK', 'DKK', '10.25', '10.50'],
    ['DK', 'DKK', '10.24', '10.00'],
    ['GB', 'GBP', '10.01', '10.01'],
  ])('in %s, in %s: of %s it is %s', async (code, currency, total, owed) => {
    const { there, by } = await country(code, currency)
    const sale = await givenSale(by, there, { items: [{ price_with_vat: total }] })
    expect([sale.total_with_vat, sale.cash_due_sum]).toEqual([total, owed])
    const tried = await done(by.post(`/countersale/${sale.id}/finalize/`, {}, { headers: { prefer: 'dry-run' } }))
    expect(tried.invoice_data.cash_due_sum).toBe(owed)
    const sold = await done(by.post(`/countersale/${sale.id}/finalize/`))
    expect(sold.cash_due_sum).toBeNull()
    const invoice = await asItIs(by, { url: sold.invoice })
    expect([invoice.due_sum, invoice.cash_due_sum]).toEqual([total, owed])
    const { payment_type, paid } = await done(settle(invoice, total, {}, by))
    expect([payment_type, payment_type === 3 ? '0.00' : paid]).toEqual([owed === '0.00' ? 3 : 1, owed])
    expect(await asItIs(by, invoice)).toMatchObject({ due_sum: '0.00', cash_due_sum: '0.00' })
  })

  it('is a half away from zero on a credit note, too', async () => {
    const { there, by } = await country('SE', 'SEK')
    const invoice = await givenInvoiceOver(by, there, '10.50')
    await done(pay(by, invoice, '10.50'))
    const note = await done(by.post(`/invoice/${invoice.id}/full_refund/`, {}))
    expect([note.due_sum, note.cash_due_sum]).toEqual(['-10.50', '-11.00'])
    const { paid, rounding } = await done(settle(note, '-10.50', {}, by))
    expect([paid, (await asItIs(by, { url: rounding })).paid]).toEqual(['-11.00', '0.50'])
    expect(await asItIs(by, note)).toMatchObject({ due_sum: '0.00', cash_due_sum: '0.00' })
  })
})

describe('cash that is rounded by the service', () => {
  it('is recorded with its rounding, and links to it', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '84.23')
    const { status, body } = await settle(invoice, '84.23')
    expect([status, body]).toMatchObject([201, { payment_type: 1, paid: '84.25', invoice: invoice.url }])
    expect(body).not.toHaveProperty('round_cash')
    expect(await asItIs(caller, { url: body.rounding })).toMatchObject({
      payment_type: 3,
      paid: '-0.02',
      rounding: null,
      date_added: body.date_added,
    })
    const after = await asItIs(caller, invoice)
    expect(after).toMatchObject({ due_sum: '0.00', invoice_payment: [body.rounding, body.url] })
    expect(after.date_paid).not.toBeNull()
  })

  it('is shown by a dry run, which keeps nothing', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '84.23')
    const sent = { invoice: invoice.url, paid: '84.23', ...inCash }
    const tried = await caller.post('/invoicepayment/', sent, { headers: { prefer: 'dry-run' } })
    expect(tried.body).toMatchObject({ payment_type: 1, paid: '84.25' })
    expect(tried.body.rounding).toContain('/invoicepayment/')
    expect(await paymentsOf(invoice)).toEqual([])
  })

  it('needs no rounding where coins make the amount', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '84.25')
    expect(await done(settle(invoice, '84.25'))).toMatchObject({ paid: '84.25', rounding: null })
    expect(await paymentsOf(invoice)).toEqual([[1, '84.25']])
  })

  it('is the rounding alone where no coin is left to pay', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '0.02')
    expect(await done(settle(invoice, '0.02'))).toMatchObject({ payment_type: 3, paid: '0.02', rounding: null })
    expect(await paymentsOf(invoice)).toEqual([[3, '0.02']])
    expect((await asItIs(caller, invoice)).date_paid).not.toBeNull()
  })

  it('settles a part exactly, and the rest may be paid otherwise', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '84.23')
    expect(await done(settle(invoice, '30.03'))).toMatchObject({ paid: '30.05' })
    expect(await asItIs(caller, invoice)).toMatchObject({ due_sum: '54.20' })
    await done(pay(caller, invoice, '54.20'))
    expect((await asItIs(caller, invoice)).due_sum).toBe('0.00')
  })

  it('is rounded together with the cash before it', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '20.04')
    expect((await done(settle(invoice, '10.02'))).paid).toBe('10.00')
    expect(await asItIs(caller, invoice)).toMatchObject({ due_sum: '10.02', cash_due_sum: '10.05' })
    expect((await done(settle(invoice, '10.02'))).paid).toBe('10.05')
    expect(await paymentsOf(invoice)).toEqual([
      [3, '0.02'],
      [1, '10.00'],
      [3, '-0.03'],
      [1, '10.05'],
    ])
  })

  it.each([
    ['0.50', '10.50', '10.00', '10.00'],
    ['-0.50', '10.50', '11.00', '11.00'],
    ['0.50', '0.50', '0.00', '0.00'],
  ])('leaves a half that earlier roundings make: after %s of %s, of %s it is %s', async (rounded, total, due, owed) => {
    const { there, by } = await country('SE', 'SEK')
    const invoice = await givenInvoiceOver(by, there, total)
    await done(pay(by, invoice, rounded, { payment_type: 3 }))
    expect(await asItIs(by, invoice)).toMatchObject({ due_sum: due, cash_due_sum: owed })
  })

  it('counts a rounding that was sent by hand', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '84.23')
    await done(pay(caller, invoice, '-0.02', { payment_type: 3 }))
    expect(await asItIs(caller, invoice)).toMatchObject({ due_sum: '84.25', cash_due_sum: '84.25' })
    expect(await done(settle(invoice, '84.25'))).toMatchObject({ paid: '84.25', rounding: null })
  })

  it('is dated as it is sent, and so is its rounding', async () => {
    const { id, url } = await givenDepartment(caller)
    await done(caller.patch(`/settings/department/${id}/`, { financial_period_lock_date: '2026-03-01' }))
    const sale = await done(caller.post('/countersale/', { department: url }))
    const [row] = (await givenSale(caller, clinic, { items: [{ price_with_vat: '84.23' }] })).countersale_items
    const { item } = await asItIs(caller, { url: row })
    await done(caller.post(`/countersale/${sale.id}/add_item/`, { item, quantity: '1' }))
    const { invoice } = await done(caller.post(`/countersale/${sale.id}/finalize/`))
    const bill = await asItIs(caller, { url: invoice })
    const locked = await settle(bill, '84.23', { date_added: '2026-02-28T10:00:00Z' })
    expect([locked.status, Object.keys(locked.body)]).toEqual([400, ['date_added']])
    expect(await paymentsOf(bill)).toEqual([])
    const { date_added, rounding } = await done(settle(bill, '84.23', { date_added: '2026-03-02T10:00:00Z' }))
    expect([date_added, (await asItIs(caller, { url: rounding })).date_added]).toEqual(
      Array.from({ length: 2 }, () => '2026-03-02T10:00:00.000000Z'),
    )
  })

  it.each([
    ['84.24', {}, { paid: 'more_than_owed' }],
    ['84.25', {}, { paid: 'more_than_owed' }],
    ['-1.00', {}, { paid: 'wrong_sign' }],
    ['0.00', {}, { paid: 'zero' }],
    ['84.23', { payment_type: 0 }, { round_cash: 'not_cash' }],
    ['0.02', { payment_type: 3 }, { round_cash: 'not_cash' }],
  ])('is refused: %s with %j', async (paid, fields, codes) => {
    const invoice = await givenInvoiceOver(caller, clinic, '84.23')
    const sent = { invoice: invoice.url, paid, ...inCash, ...fields }
    expect(codesOf(await caller.post('/invoicepayment/', sent, asProblem))).toEqual(codes)
    expect(await paymentsOf(invoice)).toEqual([])
  })

  it('is not taken by somebody who may only read invoices', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '84.23')
    const reader = await clinic.caller({ read: ['Financial: Invoices'] })
    expect((await settle(invoice, '84.23', {}, reader)).status).toBe(403)
    expect(await paymentsOf(invoice)).toEqual([])
  })

  it('changes nothing for those who do not ask for it', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '84.23')
    expect(await done(settle(invoice, '84.23', { round_cash: false }))).toMatchObject({ paid: '84.23', rounding: null })
    expect(await paymentsOf(invoice)).toEqual([[1, '84.23']])
  })

  it('pays out of a credit note of two no more than the client’s part', async () => {
    const client = await givenClient(caller)
    const payer = await givenPayer(caller, { client: client.url })
    const shares = { client: client.url, alternative_payer: payer.url, alternative_payer_share: '50' }
    const invoice = await givenInvoice(caller, clinic, { ...shares, items: [{ price_with_vat: '20.04' }] })
    await done(pay(caller, invoice, '10.02', { payment_type: 15 }))
    expect((await done(settle(invoice, '10.02'))).paid).toBe('10.00')
    const note = await done(caller.post(`/invoice/${invoice.id}/full_refund/`, {}))
    expect(note).toMatchObject({ due_sum: '-20.04', client_due_sum: '-10.02' })
    const tooMuch = { invoice: note.url, paid: '-10.03', ...inCash }
    expect(codesOf(await caller.post('/invoicepayment/', tooMuch, asProblem))).toEqual({ paid: 'more_than_owed' })
    expect((await done(settle(note, '-10.02'))).paid).toBe('-10.00')
    expect(await asItIs(caller, note)).toMatchObject({ client_due_sum: '0.00' })
  })
})

describe('what is left of a credit note after cash was paid out', () => {
  it('becomes a prepayment, although the cash was rounded', async () => {
    const client = await givenClient(caller)
    const invoice = await givenInvoiceOver(caller, clinic, '84.23', { client: client.url })
    await done(pay(caller, invoice, '84.23'))
    const note = await done(caller.post(`/invoice/${invoice.id}/full_refund/`, {}))
    expect((await done(settle(note, '-30.03'))).paid).toBe('-30.05')
    await done(caller.post(`/invoice/${note.id}/to_prepayment/`))
    expect(await asItIs(caller, note)).toMatchObject({ due_sum: '0.00' })
    expect(await done(caller.get(`/client/${client.id}/balance/`))).toMatchObject({ prepaid: '54.20' })
  })
})

describe('cancelling cash that was rounded by the service', () => {
  it('cancels its rounding with it', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '84.23')
    const payment = await done(settle(invoice, '84.23'))
    const cancellation = await done(cancel(payment))
    expect(cancellation).toMatchObject({ payment_type: 1, paid: '-84.25', cancels: payment.url })
    expect(await asItIs(caller, { url: cancellation.rounding })).toMatchObject({
      payment_type: 3,
      paid: '0.02',
      cancels: payment.rounding,
      info: 'Wrong invoice',
    })
    expect(await asItIs(caller, invoice)).toMatchObject({ due_sum: '84.23', cash_due_sum: '84.25', date_paid: null })
    expect((await done(settle(invoice, '84.23'))).paid).toBe('84.25')
  })

  it.each(['84.23', '84.22'])('is the only way to cancel the rounding of %s', async (total) => {
    const invoice = await givenInvoiceOver(caller, clinic, total)
    const payment = await done(settle(invoice, total))
    const refused = await caller.post(
      `${payment.rounding}cancel_payment/`,
      { info: 'Alone', cancel_date: '2026-03-05T10:00:00Z' },
      asProblem,
    )
    expect(codesOf(refused)).toEqual({ non_field_errors: 'still_needed' })
    expect((await asItIs(caller, invoice)).due_sum).toBe('0.00')
  })

  it('leaves a rounding that keeps another within half a coin, and the next cash makes up for it', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '20.04')
    const [first, second] = [await done(settle(invoice, '10.02')), await done(settle(invoice, '10.02'))]
    expect(await done(cancel(first))).toMatchObject({ paid: '-10.00', rounding: null })
    expect(await asItIs(caller, invoice)).toMatchObject({ due_sum: '10.00', cash_due_sum: '10.00' })
    expect((await done(settle(invoice, '10.00'))).paid).toBe('10.00')
    await done(cancel(second))
    expect(await asItIs(caller, invoice)).toMatchObject({ due_sum: '10.04', cash_due_sum: '10.05' })
  })

  it.each([
    [0, 1],
    [1, 0],
  ] as const)('leaves no rounding once all of it is cancelled, in whichever order: %i first', async (one, other) => {
    const { there, by } = await country('SE', 'SEK')
    const invoice = await givenInvoiceOver(by, there, '20.80')
    const payments = [await done(settle(invoice, '10.40', {}, by)), await done(settle(invoice, '10.40', {}, by))]
    expect(payments.map(({ paid }) => paid)).toEqual(['10.00', '11.00'])
    await done(cancel(payments[one], by))
    await done(cancel(payments[other], by))
    expect(await asItIs(by, invoice)).toMatchObject({ due_sum: '20.80', cash_due_sum: '21.00' })
    expect((await done(settle(invoice, '20.80', {}, by))).paid).toBe('21.00')
  })

  it('leaves a rounding that another payment fits only with', async () => {
    const { there, by } = await country('SE', 'SEK')
    const invoice = await givenInvoiceOver(by, there, '21.30')
    const [first, second] = [await done(settle(invoice, '10.60', {}, by)), await done(settle(invoice, '10.60', {}, by))]
    expect([first.paid, second.paid]).toEqual(['11.00', '10.00'])
    expect(await done(cancel(first, by))).toMatchObject({ rounding: null })
    await done(pay(by, invoice, '-0.20', { payment_type: 3 }))
    const small = await done(pay(by, invoice, '0.10'))
    await done(pay(by, invoice, '11.20'))
    await done(cancel(small, by))
    expect((await asItIs(by, invoice)).due_sum).toBe('0.10')
  })

  it('works after the invoice was credited, which has cancelled the rounding', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '100.02')
    const payment = await done(settle(invoice, '50.02'))
    const note = await done(caller.post(`/invoice/${invoice.id}/full_refund/`, {}))
    expect(note.due_sum).toBe('-50.00')
    expect(await done(cancel(payment))).toMatchObject({ paid: '-50.00', rounding: null })
  })
})

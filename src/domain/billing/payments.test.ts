import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import {
  asItIs,
  done,
  givenDraft,
  givenInvoiceOver,
  givenPrepayment,
  givenVisitInvoice,
  pay,
  rowOf,
} from '../../../test/support/billing.ts'
import {
  asProblem,
  codesOf,
  givenClient,
  givenDepartment,
  givenItem,
  givenPayer,
} from '../../../test/support/clinic.ts'

const { api, clinic, caller } = await useClinic()

/** A new department with these settings, and a caller who works there. */
const givenBooks = async (settings: Readonly<Record<string, unknown>> = {}) => {
  const { id } = await givenDepartment(caller)
  const change = (changes: Readonly<Record<string, unknown>>) =>
    done(caller.patch(`/settings/department/${id}/`, changes))
  await change(settings)
  return { department: id as number, url: clinic.url, change }
}

describe('a payment', () => {
  it('[S186] [S406] [S407] is recorded, and is on the list of its invoice', async () => {
    const [invoice, other] = [
      await givenInvoiceOver(caller, clinic, '50.00'),
      await givenInvoiceOver(caller, clinic, '50.00'),
    ]
    await done(pay(caller, other, '1.00'))
    const { status, body } = await pay(caller, invoice, '20.50', {
      payment_type: 2,
      date_added: '2026-03-01T22:30:00Z',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      invoice: invoice.url,
      payment_type: 2,
      paid: '20.50',
      date_added: '2026-03-01T22:30:00.000000Z',
      cancels: null,
      unallocatedpayment: null,
    })
    const list = await done(caller.get(`/invoicepayment/?invoice__is=${invoice.id}`))
    expect(list.results).toEqual([body])
    expect(await asItIs(caller, invoice)).toMatchObject({
      due_sum: '29.50',
      date_paid: null,
      invoice_payment: [body.url],
    })
  })

  it.each([
    [0, 'Card'],
    [1, 'Cash'],
    [2, 'Bank payment'],
    [3, 'Rounding'],
    [4, 'Cheque'],
    [5, 'Voucher'],
    [6, 'Consolidated invoice'],
    [7, 'Mobile payment'],
    [8, 'Prepayment'],
    [9, 'Gift card'],
    [10, 'Financing company'],
    [11, 'Other'],
    [12, 'Credit invoice'],
    [15, 'Insurance claim'],
  ])('[S186] of type %i is called %s, and is recorded unless it is a prepayment', async (payment_type, label) => {
    const { choices } = (await caller.send('OPTIONS', '/invoicepayment/')).body.fields.payment_type
    expect([choices[payment_type], Object.keys(choices).length]).toEqual([label, 14])
    const invoice = await givenInvoiceOver(caller, clinic, '0.02')
    expect((await pay(caller, invoice, '0.02', { payment_type })).status).toBe(payment_type === 8 ? 400 : 201)
    const { results } = await done(caller.get(`/invoicepayment/?invoice__is=${invoice.id}`))
    expect(results.map((payment: { payment_type: number }) => payment.payment_type)).toEqual(
      payment_type === 8 ? [] : [payment_type],
    )
  })

  it('[S175] [S289] that pays all sets date_paid, which is the day where the department is', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '50.00')
    await done(pay(caller, invoice, '49.99', { date_added: '2026-03-01T10:00:00Z' }))
    expect((await asItIs(caller, invoice)).date_paid).toBeNull()
    await done(pay(caller, invoice, '0.01', { date_added: '2026-03-01T22:30:00Z' }))
    expect(await asItIs(caller, invoice)).toMatchObject({ due_sum: '0.00', date_paid: '2026-03-02' })
  })

  it('is found by the department of its invoice, and shows it', async () => {
    const there = await givenDepartment(caller)
    const invoice = await givenInvoiceOver(caller, { department: there.id }, '12.40')
    const { id } = await done(pay(caller, invoice, '12.40'))
    const { results } = await done(caller.get(`/invoicepayment/?department__is=${there.id}&expose_invoice`))
    expect(results).toMatchObject([{ id, invoice_data: { url: invoice.url, department: there.url } }])
    const { results: others } = await done(caller.get(`/invoicepayment/?department__is=${clinic.department}`))
    expect(others.map((payment: { id: number }) => payment.id)).not.toContain(id)
  })

  it('touches the invoice, and leaves its rows alone', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '50.00')
    const row = await asItIs(caller, { url: invoice.invoice_row[0] })
    await done(pay(caller, invoice, '20.00'))
    const after = await asItIs(caller, invoice)
    expect(after.modified > invoice.modified).toBe(true)
    const changed = Object.keys(after).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(invoice[name]))
    expect(changed.toSorted()).toEqual(['cash_due_sum', 'client_due_sum', 'due_sum', 'invoice_payment', 'modified'])
    expect(await asItIs(caller, { url: row.url })).toEqual(row)
  })

  it.each<[string, string, Readonly<Record<string, unknown>>, Readonly<Record<string, string>>]>([
    ['[S186] [S406] of type 8', '5.00', { payment_type: 8 }, { payment_type: 'invalid_choice' }],
    ['of a type that does not exist', '5.00', { payment_type: 13 }, { payment_type: 'invalid_choice' }],
    ['of zero', '0.00', {}, { paid: 'zero' }],
    ['of minus zero', '-0', {}, { paid: 'zero' }],
    ['of a negative amount', '-5.00', {}, { paid: 'wrong_sign' }],
    ['of more than is owed', '50.01', {}, { paid: 'more_than_owed' }],
    ['of a fraction of a cent', '5.001', {}, { paid: 'max_decimal_places' }],
    ['of an amount in words', 'five', {}, { paid: 'invalid' }],
    ['of too many digits', '1234567890123.00', {}, { paid: 'max_whole_digits' }],
    ['dated with a word', '5.00', { date_added: 'today' }, { date_added: 'invalid' }],
    ['dated in 1899', '5.00', { date_added: '1899-12-31T23:59:59Z' }, { date_added: 'implausible_date' }],
    ['dated in 2201', '5.00', { date_added: '2201-01-01T00:00:00Z' }, { date_added: 'implausible_date' }],
    ['dated in 10000 in Helsinki', '5.00', { date_added: '9999-12-31T23:59:59Z' }, { date_added: 'implausible_date' }],
    ['dated years ahead', '5.00', { date_added: '2199-01-01T00:00:00Z' }, { date_added: 'future_date' }],
    [
      'of an invoice that does not exist',
      '5.00',
      { invoice: 'http://localhost/1/api/0.1/invoice/99/' },
      { invoice: 'does_not_exist' },
    ],
  ])('%s is refused', async (_what, paid, fields, codes) => {
    const invoice = await givenInvoiceOver(caller, clinic, '50.00')
    const body = { invoice: invoice.url, payment_type: 0, paid, ...fields }
    expect(codesOf(await caller.post('/invoicepayment/', body, asProblem))).toEqual(codes)
    expect(await asItIs(caller, invoice)).toEqual(invoice)
  })

  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'is dated tomorrow at the latest, by the day it is in %s',
    async (time_zone) => {
      const books = await givenBooks({ time_zone })
      const invoice = await givenInvoiceOver(caller, books, '50.00')
      const day = (shift: number) =>
        new Intl.DateTimeFormat('sv', { timeZone: time_zone }).format(Date.now() + shift * 86_400_000)
      // Noon there, in UTC: Kiritimati is 14 hours ahead and Pago Pago 11 behind, the whole year.
      const noon = (shift: number) =>
        `${day(shift)}T12:00:00${time_zone === 'Pacific/Kiritimati' ? '+14:00' : '-11:00'}`
      expect((await pay(caller, invoice, '5.00', { date_added: noon(1) })).status).toBe(201)
      const { status, body } = await pay(caller, invoice, '5.00', { date_added: noon(2) })
      expect([status, body]).toEqual([
        400,
        {
          date_added: [
            `This is dated ${day(2)}, and today is ${day(0)}. Use the day on which the money is paid: tomorrow at the latest.`,
          ],
        },
      ])
    },
  )

  it.each([1, 2, 4])('[S289] [S406] of an invoice in status %i is refused', async (status) => {
    const invoice = await givenInvoiceOver(caller, clinic, '50.00')
    await done(caller.post(`/invoice/${invoice.id}/update_status/`, { status }))
    const refused = await pay(caller, invoice, '5.00')
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        invoice: [
          expect.stringMatching(
            `\\(${status}\\)\\. POST /invoice/${invoice.id}/update_status/ with status 3 first\\.$`,
          ),
        ],
      },
    ])
    await done(caller.post(`/invoice/${invoice.id}/update_status/`, { status: 3 }))
    expect((await pay(caller, invoice, '5.00')).status).toBe(201)
  })

  it.each([
    ['[S282] a draft', 'draft'],
    ['[S287] a voided draft', 'voided'],
  ])('[S406] of %s is refused', async (_what, state) => {
    const draft = await givenDraft(caller, clinic)
    if (state === 'voided') await done(caller.post(`/invoice/${draft.id}/void/`))
    const refused = await pay(caller, draft, '5.00')
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['invoice']])
  })

  it('[S207] [S415] dated before the lock is refused, in the department’s own days', async () => {
    const books = await givenBooks({ time_zone: 'Europe/Helsinki' })
    const invoice = await givenInvoiceOver(caller, books, '50.00')
    await books.change({ financial_period_lock_date: '2026-03-02' })
    const refused = await pay(caller, invoice, '5.00', { date_added: '2026-03-01T21:59:59Z' })
    expect([refused.status, refused.body]).toEqual([
      400,
      { date_added: ['The books are locked before 2026-03-02, and this is dated 2026-03-01. Use a later date.'] },
    ])
    expect((await pay(caller, invoice, '5.00', { date_added: '2026-03-01T22:00:00Z' })).status).toBe(201)
  })

  it.each(['1900-01-01T00:00:00Z', '2026-03-01T22:00:00Z'])(
    'may be dated at any earlier time: %s',
    async (date_added) => {
      const invoice = await givenInvoiceOver(caller, clinic, '50.00')
      expect((await pay(caller, invoice, '50.00', { date_added })).status).toBe(201)
      expect((await asItIs(caller, invoice)).date_paid).toMatch(/^\d{4}-\d\d-\d\d$/)
    },
  )

  it('needs the permission for invoices', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '50.00')
    const reader = await clinic.caller({ read: ['Financial: Invoices'], write: ['General: Patients and clients'] })
    expect((await pay(reader, invoice, '5.00')).status).toBe(403)
  })

  it('cannot be read or copied by another organisation', async () => {
    const stranger = await (await api.givenOrganisation()).caller()
    const invoice = await givenInvoiceOver(caller, clinic, '50.00')
    const payment = await done(pay(caller, invoice, '5.00'))
    expect((await stranger.post('/invoicepayment/', { ...payment, paid: '1' })).status).toBe(400)
    expect((await stranger.get(`/invoicepayment/${payment.id}/`)).status).toBe(404)
  })
})

describe('a payment of an invoice on which nothing is owed', () => {
  it('is refused with a message', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '50.00')
    await done(pay(caller, invoice, '50.00'))
    expect((await pay(caller, invoice, '1.00')).body).toEqual({
      paid: ['Nothing is owed on this invoice any more. Check that it is the right one.'],
    })
  })
})

describe('cash', () => {
  it('that exceeds what is owed by a rounding is refused with the rounding to send first', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '84.23')
    const refused = await pay(caller, invoice, '84.25', { payment_type: 1 })
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        paid: [
          '84.23 is owed on this invoice. First send a rounding of -0.02 (payment_type 3), then the 84.25 in cash.',
        ],
      },
    ])
    await done(pay(caller, invoice, '-0.02', { payment_type: 3 }))
    expect((await asItIs(caller, invoice)).due_sum).toBe('84.25')
    await done(pay(caller, invoice, '84.25', { payment_type: 1 }))
    expect((await asItIs(caller, invoice)).due_sum).toBe('0.00')
  })

  it.each([
    ['EUR', '0.02', true],
    ['EUR', '-0.02', true],
    ['EUR', '0.03', false],
    ['EUR', '-0.03', false],
    ['CHF', '0.02', true],
    ['CHF', '0.03', false],
    ['DKK', '-0.25', true],
    ['DKK', '0.26', false],
    ['SEK', '0.50', true],
    ['SEK', '-0.50', true],
    ['SEK', '0.51', false],
    ['NOK', '-0.50', true],
    ['NOK', '-0.51', false],
    ['GBP', '0.01', false],
    ['USD', '-0.01', false],
  ])('in %s is rounded by %s: %s', async (currency, paid, isFine) => {
    const other = await api.givenOrganisation({ currency })
    const there = await other.caller()
    const invoice = await givenInvoiceOver(there, other, '50.37')
    const { status, body } = await pay(there, invoice, paid, { payment_type: 3 })
    expect([status, isFine || Object.keys(body)]).toEqual(isFine ? [201, true] : [400, ['paid']])
  })

  it('is rounded by at most half a coin in all roundings of an invoice', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '50.00')
    const round = (paid: string) => pay(caller, invoice, paid, { payment_type: 3 })
    expect((await round('0.02')).status).toBe(201)
    expect((await round('0.01')).status).toBe(400)
    expect((await round('-0.04')).status).toBe(201)
    expect((await round('-0.01')).status).toBe(400)
    expect((await asItIs(caller, invoice)).due_sum).toBe('50.02')
  })

  it('is never rounded below what is owed', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '0.01')
    expect((await pay(caller, invoice, '0.02', { payment_type: 3 })).status).toBe(400)
    expect((await pay(caller, invoice, '0.01', { payment_type: 3 })).status).toBe(201)
  })
})

describe('cancelling a payment', () => {
  const cancel = (payment: { readonly id: number }, fields: Readonly<Record<string, unknown>> = {}) =>
    caller.post(`/invoicepayment/${payment.id}/cancel_payment/`, {
      info: 'Wrong invoice',
      cancel_date: '2026-03-05T10:00:00Z',
      ...fields,
    })

  it('[S289] [S408] [S549] records its negative, and all is owed again', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '50.00')
    const payment = await done(pay(caller, invoice, '50.00', { payment_type: 7 }))
    expect((await asItIs(caller, invoice)).date_paid).not.toBeNull()
    const { status, body, headers } = await cancel(payment)
    expect(headers.get('location')).toBe(body.url)
    expect([status, body]).toMatchObject([
      201,
      { paid: '-50.00', payment_type: 7, invoice: invoice.url, cancels: payment.url, info: 'Wrong invoice' },
    ])
    expect(await asItIs(caller, invoice)).toMatchObject({ due_sum: '50.00', date_paid: null })
    expect(await asItIs(caller, payment)).toEqual(payment)
    const { results } = await done(caller.get(`/invoicepayment/?cancels__is=${payment.id}`))
    expect(results).toEqual([body])
  })

  it.each([
    ['[S408] no reason', { info: undefined }, 'info', 'required'],
    ['[S408] an empty reason', { info: ' ' }, 'info', 'blank'],
    ['[S408] no date', { cancel_date: undefined }, 'cancel_date', 'required'],
    ['[S408] a word for a date', { cancel_date: 'soon' }, 'cancel_date', 'invalid'],
  ])('with %s is refused', async (_what, fields, field, code) => {
    const payment = await done(pay(caller, await givenInvoiceOver(caller, clinic, '50.00'), '5.00'))
    const body = { info: 'Wrong invoice', cancel_date: '2026-03-05T10:00:00Z', ...fields }
    const path = `/invoicepayment/${payment.id}/cancel_payment/`
    expect(codesOf(await caller.post(path, body, asProblem))).toEqual({ [field]: code })
  })

  it('is possible once, and cannot be cancelled itself', async () => {
    const payment = await done(pay(caller, await givenInvoiceOver(caller, clinic, '50.00'), '5.00'))
    const cancellation = await done(cancel(payment))
    expect((await cancel(payment)).body).toEqual({
      non_field_errors: ['This payment is already cancelled. There is nothing left to do.'],
    })
    expect((await cancel(cancellation)).body).toEqual({
      non_field_errors: ['This payment is itself a cancellation. Record the payment again instead.'],
    })
  })

  it.each([1, 2, 4])('is possible in status %i', async (status) => {
    const invoice = await givenInvoiceOver(caller, clinic, '50.00')
    const payment = await done(pay(caller, invoice, '5.00'))
    await done(caller.post(`/invoice/${invoice.id}/update_status/`, { status }))
    expect((await cancel(payment)).status).toBe(201)
  })

  it('[S210] [S408] is dated by the caller only where the department says so', async () => {
    const books = await givenBooks({ payment_cancel_set_date: false })
    const invoice = await givenInvoiceOver(caller, books, '50.00')
    const today = () => new Date().toISOString().slice(0, 10)
    const began = today()
    const one = await done(pay(caller, invoice, '5.00'))
    const first = await done(cancel(one))
    const unset = await done(pay(caller, invoice, '5.00'))
    const second = await done(cancel(unset, { cancel_date: '0001-01-01T00:00:00Z' }))
    // Midnight may come meanwhile.
    for (const { date_added } of [first, second]) expect([began, today()]).toContain(date_added.slice(0, 10))
    await books.change({ payment_cancel_set_date: true })
    const other = await done(pay(caller, invoice, '5.00'))
    for (const cancel_date of ['1899-12-31T23:59:59Z', '2199-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])
      expect(Object.keys((await cancel(other, { cancel_date })).body)).toEqual(['cancel_date'])
    expect((await done(cancel(other))).date_added).toBe('2026-03-05T10:00:00.000000Z')
  })

  it('[S415] dated before the lock is refused', async () => {
    const books = await givenBooks({ payment_cancel_set_date: true, financial_period_lock_date: '2026-03-06' })
    const payment = await done(pay(caller, await givenInvoiceOver(caller, books, '50.00'), '5.00'))
    const { status, body } = await cancel(payment)
    expect([status, Object.keys(body)]).toEqual([400, ['cancel_date']])
  })

  it('of today, while today is locked, is refused whatever its cancel_date', async () => {
    const books = await givenBooks({ payment_cancel_set_date: false })
    const payment = await done(pay(caller, await givenInvoiceOver(caller, books, '50.00'), '5.00'))
    await books.change({ financial_period_lock_date: '2199-01-01' })
    const { status, body } = await cancel(payment, { cancel_date: '2199-06-01T10:00:00Z' })
    expect([status, body.non_field_errors]).toEqual([
      400,
      [expect.stringMatching(/2199-01-01.*Move the lock date first/)],
    ])
  })

  it('of a rounding is refused until the payment that needs it is cancelled', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '84.23')
    const rounding = await done(pay(caller, invoice, '-0.02', { payment_type: 3 }))
    const payment = await done(pay(caller, invoice, '84.25', { payment_type: 1 }))
    expect((await cancel(rounding)).status).toBe(400)
    expect((await cancel(payment)).status).toBe(201)
    expect((await cancel(rounding)).status).toBe(201)
    expect((await asItIs(caller, invoice)).due_sum).toBe('84.23')
  })

  describe('of a rounding that balances another', () => {
    const round = (invoice: { readonly url: string }, paid: string) =>
      done(pay(caller, invoice, paid, { payment_type: 3 }))
    const refusal = (rest: string, advice: string) => [
      400,
      {
        non_field_errors: [
          `Without this one, the roundings of the invoice would add up to ${rest}, which is more than half of 0.05. ${advice}`,
        ],
      },
    ]

    it.each([
      ['0.02', '-0.04', '0.04', '50.02', '-0.06'],
      ['-0.02', '0.04', '-0.04', '49.98', '0.06'],
    ])('waits for that one: %s, then %s', async (first, there, back, due, rest) => {
      const invoice = await givenInvoiceOver(caller, clinic, '50.00')
      await round(invoice, first)
      const [one, other] = [await round(invoice, there), await round(invoice, back)]
      const last = await round(invoice, there)
      expect((await asItIs(caller, invoice)).due_sum).toBe(due)
      const { status, body } = await cancel(other)
      expect([status, body]).toEqual(refusal(rest, `Cancel the rounding of ${there} first.`))
      for (const payment of [one, other, last]) expect((await cancel(payment)).status).toBe(201)
      expect((await asItIs(caller, invoice)).due_sum).toBe(due === '50.02' ? '49.98' : '50.02')
    })

    it('is refused where each of them needs the other', async () => {
      const invoice = await givenInvoiceOver(caller, clinic, '50.00')
      const [first, down, up] = [
        await round(invoice, '0.02'),
        await round(invoice, '-0.04'),
        await round(invoice, '0.04'),
      ]
      await done(cancel(first))
      const { status, body } = await cancel(up)
      expect([status, body]).toEqual(refusal('-0.04', 'First record a rounding of 0.02.'))
      const more = await round(invoice, '0.02')
      for (const payment of [up, down, more]) expect((await cancel(payment)).status).toBe(201)
      expect((await asItIs(caller, invoice)).due_sum).toBe('50.00')
    })

    it('is refused in whole crowns, too', async () => {
      const other = await api.givenOrganisation({ currency: 'SEK' })
      const there = await other.caller()
      const invoice = await givenInvoiceOver(there, other, '50.00')
      const [up, down] = [
        await done(pay(there, invoice, '0.50', { payment_type: 3 })),
        await done(pay(there, invoice, '-1.00', { payment_type: 3 })),
      ]
      const body = { info: 'Typed twice', cancel_date: '2026-03-05T10:00:00Z' }
      expect((await there.post(`${up.url}cancel_payment/`, body)).body).toEqual({
        non_field_errors: [
          'Without this one, the roundings of the invoice would add up to -1.00, which is more than half of 1.00. Cancel the rounding of -1.00 first.',
        ],
      })
      for (const { url } of [down, up]) await done(there.post(`${url}cancel_payment/`, body))
      expect((await asItIs(there, invoice)).due_sum).toBe('50.00')
    })
  })

  it('of an applied prepayment restores it', async () => {
    const client = await givenClient(caller)
    const invoice = await givenInvoiceOver(caller, clinic, '50.00', { client: client.url })
    const money = await givenPrepayment(caller, clinic, { client: client.url, paid: '30.00' })
    await done(caller.post(`/unallocatedpayment/${money.id}/apply/`, { invoice: invoice.url, amount: '30.00' }))
    expect(await asItIs(caller, money)).toMatchObject({ unused_amount: '0.00', fully_used: true })
    const [payment] = (await asItIs(caller, invoice)).invoice_payment
    const { body } = await cancel(await asItIs(caller, { url: payment }))
    expect(body).toMatchObject({ payment_type: 8, paid: '-30.00', unallocatedpayment: money.url })
    expect(await asItIs(caller, money)).toMatchObject({ unused_amount: '30.00', fully_used: false })
    expect((await asItIs(caller, invoice)).due_sum).toBe('50.00')
    const { results } = await done(caller.get(`/invoicepayment/?unallocatedpayment__is=${money.id}`))
    expect(results.map(({ paid }: { paid: string }) => paid)).toEqual(['30.00', '-30.00'])
  })
})

describe('a visit', () => {
  const statusOf = (consultation: number) =>
    clinic.within(async (tx) => {
      const { status } = await tx
        .selectFrom('consultation')
        .select('status')
        .where('id', '=', consultation)
        .executeTakeFirstOrThrow()
      return status
    })

  it('[S266] becomes Invoice Paid when its invoice is paid, and Finalized again when it owes', async () => {
    const { consultation, invoice } = await givenVisitInvoice(caller, clinic)
    expect(await statusOf(consultation)).toBe(10)
    await done(pay(caller, invoice, '2.40'))
    expect(await statusOf(consultation)).toBe(10)
    const last = await done(pay(caller, invoice, '10.00'))
    expect(await statusOf(consultation)).toBe(9)
    await done(
      caller.post(`/invoicepayment/${last.id}/cancel_payment/`, {
        info: 'Bounced',
        cancel_date: '2026-03-05T10:00:00Z',
      }),
    )
    expect(await statusOf(consultation)).toBe(10)
  })

  it('becomes Invoice Paid when all of its invoice is credited', async () => {
    const { consultation, invoice } = await givenVisitInvoice(caller, clinic)
    await done(caller.post(`/invoice/${invoice.id}/full_refund/`))
    expect(await statusOf(consultation)).toBe(9)
  })

  it('that costs nothing stays Finalized when its draft is finalized, and when it is credited', async () => {
    const free = await rowOf(clinic, (await givenItem(caller)).id, { percentage_change: '-100.00' })
    const { consultation, invoice } = await givenVisitInvoice(caller, clinic, { rows: [free] })
    expect(invoice).toMatchObject({ total_with_vat: '0.00', date_paid: invoice.invoice_date })
    expect(await statusOf(consultation)).toBe(10)
    await done(caller.post(`/invoice/${invoice.id}/full_refund/`))
    expect(await statusOf(consultation)).toBe(10)
  })
})

describe('another payer', () => {
  it('leaves the client their own part until the claim is paid', async () => {
    const client = await givenClient(caller)
    const payer = await givenPayer(caller, { client: client.url })
    const invoice = await givenInvoiceOver(caller, clinic, '100.00', {
      client: client.url,
      alternative_payer: payer.url,
      alternative_payer_share: '80',
    })
    const owed = async () => {
      const { due_sum, client_due_sum } = await asItIs(caller, invoice)
      return [due_sum, client_due_sum]
    }
    expect(await owed()).toEqual(['100.00', '20.00'])
    await done(pay(caller, invoice, '15.00'))
    expect(await owed()).toEqual(['85.00', '5.00'])
    await done(pay(caller, invoice, '60.00', { payment_type: 15 }))
    expect(await owed()).toEqual(['25.00', '5.00'])
    await done(pay(caller, invoice, '25.00'))
    expect(await owed()).toEqual(['0.00', '0.00'])
  })
})

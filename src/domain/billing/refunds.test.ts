import { describe, expect, it } from 'vitest'
import { useClinic, type RequestOptions } from '../../../test/support/api.ts'
import { asItIs, done, givenDraft, givenInvoice, givenInvoiceOver, pay } from '../../../test/support/billing.ts'
import {
  asProblem,
  codesOf,
  givenAccountNumber,
  givenClient,
  givenDepartment,
  givenItem,
  givenPayer,
  givenVatGroup,
} from '../../../test/support/clinic.ts'

const { clinic, caller } = await useClinic()

type Body = Readonly<Record<string, unknown>>
const refund = (invoice: { readonly id: number }, body: Body = {}) =>
  caller.post(`/invoice/${invoice.id}/full_refund/`, body)
const refundRows = (invoice: { readonly id: number }, rows: readonly string[], body: Body = {}) =>
  caller.post(`/invoice/${invoice.id}/partial_refund/`, {
    invoice_rows: rows.map((invoice_row) => ({ invoice_row })),
    ...body,
  })
const idOf = (url: string) => url.split('/').at(-2)
const three = [{ price_with_vat: '10.00' }, { price_with_vat: '20.00' }, { price_with_vat: '30.00' }]

describe('a full refund', () => {
  it('[S549] is answered with 201 and the address of the credit note', async () => {
    const { status, body: note, headers } = await refund(await givenInvoiceOver(caller, clinic, '10.00'))
    expect([status, headers.get('location')]).toEqual([201, note.url])
  })

  it('[S169] has credit_note true, and an invoice false', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '10.00')
    const note = await done(refund(invoice))
    expect([invoice.credit_note, note.credit_note]).toEqual([false, true])
    expect((await asItIs(caller, invoice)).credit_note).toBe(false)
    expect((await asItIs(caller, note)).credit_note).toBe(true)
  })

  it('[S289] is a new invoice with the next number, which the original names', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '10.00')
    const note = await done(refund(invoice))
    expect(note).toMatchObject({
      status: 3,
      credit_note: true,
      credit_note_original_invoice: invoice.url,
      invoice_number: invoice.invoice_number + 1,
    })
    expect((await asItIs(caller, invoice)).related_credit_notes).toEqual([note.url])
  })

  it('[S403] is a credit note of all there is on the invoice', async () => {
    const account_number = (await givenAccountNumber(caller)).url
    const vat = await givenVatGroup(caller, '14.00', { account_number })
    const item = await givenItem(caller, { vat_group: vat.url, account_number, reporting_dimension_1: 'shop' })
    const client = await givenClient(caller, { firstname: 'Aino', lastname: 'Aalto', city: 'Turku' })
    const invoice = await givenInvoice(caller, clinic, {
      client: client.url,
      items: [{ item: item.url, quantity: '3' }],
    })
    await done(caller.patch(client.url, { lastname: 'Berg', city: 'Oulu' }))
    const note = await done(refund(invoice))
    expect(note).toMatchObject({
      total: '-30.00',
      total_vat: '-4.20',
      total_with_vat: '-34.20',
      payer_name: 'Aino Aalto',
      payer_city: 'Turku',
      client: client.url,
    })
    const [was, is] = [
      await asItIs(caller, { url: invoice.invoice_row[0] }),
      await asItIs(caller, { url: note.invoice_row[0] }),
    ]
    expect(is).toEqual({
      ...was,
      id: is.id,
      url: is.url,
      invoice: note.url,
      credited_invoicerow: was.url,
      quantity: '-3.000',
      sum: '-30.00',
      sum_vat: '-4.20',
      sum_total: '-34.20',
      created: is.created,
      modified: is.modified,
    })
  })

  it('is first set off against the amount due of the original, and only the rest is owed to the client', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '100.00')
    await done(pay(caller, invoice, '60.00'))
    const note = await done(refund(invoice))
    const original = await asItIs(caller, invoice)
    expect([original.due_sum, note.due_sum, note.date_paid]).toEqual(['0.00', '-60.00', null])
    expect(original.date_paid).not.toBeNull()
    const payments = [
      await asItIs(caller, { url: original.invoice_payment[1] }),
      await asItIs(caller, { url: note.invoice_payment[0] }),
    ]
    expect(payments.map(({ payment_type, paid, set_off }) => [payment_type, paid, set_off])).toEqual([
      [12, '40.00', true],
      [12, '-40.00', true],
    ])
  })

  it('of an unpaid invoice settles both', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '100.00')
    const note = await done(refund(invoice))
    expect(note).toMatchObject({ due_sum: '0.00', date_paid: note.invoice_date })
    expect(await asItIs(caller, invoice)).toMatchObject({ due_sum: '0.00', date_paid: note.invoice_date })
  })

  it('touches the original, even where nothing was set off', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '10.00')
    await done(pay(caller, invoice, '10.00'))
    const paid = await asItIs(caller, invoice)
    await done(refund(invoice))
    expect((await asItIs(caller, invoice)).modified > paid.modified).toBe(true)
  })

  it('[S403] credits what was not credited before', async () => {
    const invoice = await givenInvoice(caller, clinic, { items: three })
    await done(refundRows(invoice, [invoice.invoice_row[1]]))
    const note = await done(refund(invoice))
    expect([note.total_with_vat, note.invoice_row.length]).toEqual(['-40.00', 2])
    expect((await refund(invoice)).body).toEqual({
      non_field_errors: ['This invoice is already credited in full. There is nothing left to do.'],
    })
  })

  // One of the two is on another day than UTC at any hour.
  describe.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('in %s', (time_zone) => {
    const today = () => new Intl.DateTimeFormat('sv', { timeZone: time_zone }).format(new Date())
    const givenOld = async () => {
      const { id: department } = await givenDepartment(caller)
      await done(caller.patch(`/settings/department/${department}/`, { time_zone }))
      const draft = await givenDraft(caller, clinic, { department })
      await done(caller.patch(draft.url, { invoice_date: '2026-02-03' }))
      return done(caller.post(`/invoice/${draft.id}/finalize/`))
    }

    it.each([
      [{ use_original_invoice_date: true }, () => '2026-02-03'],
      [{ use_original_invoice_date: false }, today],
      [{}, today],
    ])('[S403] is dated by %j', async (body, day) => {
      const before = day()
      const { invoice_date } = await done(refund(await givenOld(), body))
      expect([before, day()]).toContain(invoice_date)
    })

    it.each([
      [{ use_original_invoice_date: true }, () => '2026-02-03'],
      [{ use_original_invoice_date: false }, today],
      [{}, today],
    ])('[S404] of some rows is dated by %j', async (body, day) => {
      const [invoice, before] = [await givenOld(), day()]
      const { invoice_date } = await done(refundRows(invoice, invoice.invoice_row, body))
      expect([before, day()]).toContain(invoice_date)
    })
  })

  it('[S207] [S415] dated before the lock is refused', async () => {
    const { id } = await givenDepartment(caller)
    const draft = await givenDraft(caller, clinic, { department: id })
    await done(caller.patch(draft.url, { invoice_date: '2026-02-03' }))
    const invoice = await done(caller.post(`/invoice/${draft.id}/finalize/`))
    await done(caller.patch(`/settings/department/${id}/`, { financial_period_lock_date: '2026-03-01' }))
    const refused = await refund(invoice, { use_original_invoice_date: true })
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['use_original_invoice_date']])
    expect((await refund(invoice)).status).toBe(201)
  })

  it.each([1, 2, 4])('is possible in status %i', async (status) => {
    const invoice = await givenInvoiceOver(caller, clinic, '10.00')
    await done(caller.post(`/invoice/${invoice.id}/update_status/`, { status }))
    expect((await refund(invoice)).status).toBe(201)
  })
})

describe('a partial refund', () => {
  it('[S404] [S549] is a credit note of the rows named', async () => {
    const invoice = await givenInvoice(caller, clinic, { items: three })
    const [first, , third] = invoice.invoice_row
    const { status, body: note, headers } = await refundRows(invoice, [third, first])
    expect([status, headers.get('location')]).toEqual([201, note.url])
    expect(note).toMatchObject({ credit_note: true, total_with_vat: '-40.00' })
    const credited = []
    for (const url of note.invoice_row) credited.push((await asItIs(caller, { url })).credited_invoicerow)
    expect(credited).toEqual([first, third])
    const found = await done(caller.get(`/invoicerow/?credited_invoicerow__is=${encodeURIComponent(third)}`))
    expect(found.results.map(({ url }: { url: string }) => url)).toEqual([note.invoice_row[1]])
    expect((await asItIs(caller, invoice)).due_sum).toBe('20.00')
  })

  it.each<[string, (own: string, other: string) => unknown, string]>([
    ['no rows', () => [], 'required'],
    ['rows that are not a list', (own) => own, 'not_a_list'],
    ['rows that are not objects', (own) => [own], 'not_an_object'],
    ['a row without its link', () => [{}], 'does_not_exist'],
    ['a row of another invoice', (_own, other) => [{ invoice_row: other }], 'does_not_exist'],
    ['a row that does not exist', (own) => [{ invoice_row: own.replace(/\d+\/$/, '999999/') }], 'does_not_exist'],
    [
      'an own row and one of another invoice',
      (own, other) => [own, other].map((invoice_row) => ({ invoice_row })),
      'does_not_exist',
    ],
    ['an unknown name', (own) => [{ invoice_row: own, quantity: '1' }], 'unknown'],
  ])('of %s is refused', async (_what, rows, code) => {
    const [invoice, other] = [
      await givenInvoiceOver(caller, clinic, '10.00'),
      await givenInvoiceOver(caller, clinic, '10.00'),
    ]
    const invoice_rows = rows(invoice.invoice_row[0], other.invoice_row[0])
    const refused = await caller.post(`/invoice/${invoice.id}/partial_refund/`, { invoice_rows }, asProblem)
    expect(codesOf(refused)).toEqual({ invoice_rows: code })
    expect(await asItIs(caller, invoice)).toEqual(invoice)
  })

  it.each<[string, (rows: string) => RequestOptions]>([
    [
      'urlencoded',
      (rows) => ({ body: new URLSearchParams({ invoice_rows: rows, use_original_invoice_date: 'true' }) }),
    ],
    [
      'multipart',
      (rows) => {
        const body = new FormData()
        body.append('invoice_rows', rows)
        body.append('use_original_invoice_date', 'true')
        return { body }
      },
    ],
  ])('[S29] [S404] may be sent %s, with the rows as JSON', async (_format, asked) => {
    const draft = await givenDraft(caller, clinic)
    await done(caller.patch(draft.url, { invoice_date: '2026-02-03' }))
    const invoice = await done(caller.post(`/invoice/${draft.id}/finalize/`))
    const rows = JSON.stringify([{ invoice_row: invoice.invoice_row[0] }])
    const { status, body } = await caller.send('POST', `/invoice/${invoice.id}/partial_refund/`, asked(rows))
    expect([status, body]).toMatchObject([201, { invoice_date: '2026-02-03', total_with_vat: '-12.40' }])
  })

  it('of a row that is credited already is refused', async () => {
    const invoice = await givenInvoice(caller, clinic, { items: three })
    await done(refundRows(invoice, [invoice.invoice_row[0]]))
    const { status, body } = await refundRows(invoice, [invoice.invoice_row[1], invoice.invoice_row[0]])
    expect([status, body]).toEqual([
      400,
      { invoice_rows: [`Row ${idOf(invoice.invoice_row[0])} is already credited. Leave it out.`] },
    ])
  })
})

describe('a rounding', () => {
  const cash = { payment_type: 1 }
  const round = { payment_type: 3 }
  const standing = async (url: string) => {
    const { due_sum, date_paid, invoice_payment } = await asItIs(caller, { url })
    return { due_sum, isPaid: date_paid !== null, payments: invoice_payment.length }
  }

  it.each<[what: string, paid: readonly [string, Body][], back: string, backInPieces?: string]>([
    ['up', [['-0.02', round]], '0.00'],
    ['down', [['0.02', round]], '0.00'],
    [
      'up and down',
      [
        ['0.02', round],
        ['-0.04', round],
        ['0.04', round],
      ],
      '0.00',
    ],
    [
      'up, with a part paid',
      [
        ['-0.02', round],
        ['0.01', cash],
      ],
      '-0.01',
    ],
    [
      'down, with a part paid',
      [
        ['0.02', round],
        ['50.00', cash],
      ],
      '-50.00',
      // The first credit note leaves nothing owed, so the rounding is of an invoice that was settled with it.
      '-50.02',
    ],
    [
      'up that made a payment fit',
      [
        ['-0.02', round],
        ['84.25', cash],
      ],
      '-84.23',
    ],
    [
      'up that made a part of a payment fit',
      [
        ['-0.02', round],
        ['84.24', cash],
      ],
      '-84.22',
    ],
    [
      'down of what was paid',
      [
        ['0.02', round],
        ['84.21', cash],
      ],
      '-84.23',
    ],
  ])('%s leaves nothing due when all is credited', async (_what, paid, due, dueInPieces = due) => {
    const invoice = await givenInvoice(caller, clinic, {
      items: [{ price_with_vat: '80.00' }, { price_with_vat: '4.23' }],
    })
    for (const [amount, type] of paid) await done(pay(caller, invoice, amount, type))
    const dry = { headers: { prefer: 'dry-run' } }
    const inOne = await done(caller.post(`/invoice/${invoice.id}/full_refund/`, {}, dry))
    expect(inOne.due_sum).toBe(due)
    const [first, second] = invoice.invoice_row
    await done(refundRows(invoice, [first]))
    await done(refundRows(invoice, [second]))
    const { related_credit_notes } = await asItIs(caller, invoice)
    const { results } = await done(caller.get(`/invoice/?id__in=${related_credit_notes.map(idOf).join()}`))
    const cents = results.reduce((sum: number, note: { due_sum: string }) => sum + Math.round(+note.due_sum * 100), 0)
    expect([(await standing(invoice.url)).due_sum, cents]).toEqual(['0.00', Math.round(+dueInPieces * 100)])
  })

  it('that is the only payment is cancelled by its opposite, also in the journal', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '0.02')
    const only = await done(pay(caller, invoice, '0.02', round))
    const note = await done(refund(invoice))
    expect(await standing(note.url)).toMatchObject({ due_sum: '0.00', isPaid: true })
    expect(await standing(invoice.url)).toEqual({ due_sum: '0.00', isPaid: true, payments: 3 })
    const { results } = await done(caller.get(`/invoicepayment/?cancels__is=${only.id}`))
    expect(results).toMatchObject([{ paid: '-0.02', payment_type: 3, info: 'The invoice is credited in full.' }])
    const rounded = await clinic.within((tx) =>
      tx
        .selectFrom('journal_line')
        .select('amount')
        .where('invoice', '=', invoice.id)
        .where('side', '=', 'rounding')
        .orderBy('id')
        .execute(),
    )
    expect(rounded.map(({ amount }) => amount)).toEqual(['0.02', '-0.02'])
  })

  it('that was the last payment no longer settles the invoice', async () => {
    const invoice = await givenInvoice(caller, clinic, {
      items: [{ price_with_vat: '50.00' }, { price_with_vat: '0.02' }],
    })
    await done(refundRows(invoice, [invoice.invoice_row[0]]))
    await done(pay(caller, invoice, '0.02', { ...round, date_added: '2026-03-02T10:00:00Z' }))
    expect((await asItIs(caller, invoice)).date_paid).toBe('2026-03-02')
    const note = await done(refund(invoice))
    expect((await asItIs(caller, invoice)).date_paid).toBe(note.invoice_date)
  })

  it('is cancelled when the remaining rows add up to zero', async () => {
    const invoice = await givenInvoice(caller, clinic, {
      items: [{ price_with_vat: '84.22' }, { price_with_vat: '10.00', percentage_change: '-100' }],
    })
    await done(pay(caller, invoice, '0.02', round))
    const note = await done(refundRows(invoice, [invoice.invoice_row[0]]))
    expect([(await standing(note.url)).due_sum, (await standing(invoice.url)).due_sum]).toEqual(['0.00', '0.00'])
    await done(refund(invoice))
    expect((await standing(invoice.url)).due_sum).toBe('0.00')
  })

  it('stays while rows are left', async () => {
    const invoice = await givenInvoice(caller, clinic, { items: three })
    await done(pay(caller, invoice, '-0.02', round))
    await done(refundRows(invoice, [invoice.invoice_row[0]]))
    expect(await standing(invoice.url)).toEqual({ due_sum: '50.02', isPaid: false, payments: 2 })
  })
})

/** What was done to an invoice of two rows of 50, of which an insurer pays 80 %. A credit is of a row, or of the rest. */
type Step = `${'insurer' | 'client'} ${number}` | 'credit one' | 'credit all' | 'claim cancelled' | 'client cancelled'

describe('an invoice with two payers', () => {
  const givenShared = async () => {
    const client = await givenClient(caller)
    const payer = await givenPayer(caller, { client: client.url })
    return givenInvoice(caller, clinic, {
      client: client.url,
      alternative_payer: payer.url,
      alternative_payer_share: '80',
      items: [{ price_with_vat: '50.00' }, { price_with_vat: '50.00' }],
    })
  }
  const cancelLast = async (invoice: { readonly id: number }, payment_type: number) => {
    const { results } = await done(
      caller.get(`/invoicepayment/?invoice__is=${invoice.id}&payment_type__is=${payment_type}`),
    )
    const body = { info: 'Bounced', cancel_date: '2026-03-05T10:00:00Z' }
    await done(caller.post(`${results.at(-1).url}cancel_payment/`, body))
  }
  const take = async (invoice: Body & { readonly id: number; readonly url: string }, step: Step) => {
    const [who, what] = step.split(' ') as [string, string]
    if (step === 'credit all') return done(refund(invoice))
    if (step === 'credit one') return done(refundRows(invoice, [(invoice.invoice_row as string[])[0]!]))
    if (what === 'cancelled') return cancelLast(invoice, who === 'claim' ? 15 : 0)
    return done(pay(caller, invoice, `${what}.00`, { payment_type: who === 'insurer' ? 15 : 0 }))
  }
  const owedOn = async (of: { readonly url: string }) => {
    const { due_sum, client_due_sum } = await asItIs(caller, of)
    return `${due_sum}, client ${client_due_sum}`
  }

  it.each<[steps: readonly Step[], original: string, notes: readonly string[]]>([
    [['credit one'], '50.00, client 10.00', ['0.00, client 0.00']],
    [['credit one', 'insurer 40'], '10.00, client 10.00', ['0.00, client 0.00']],
    [['credit one', 'client 10'], '40.00, client 0.00', ['0.00, client 0.00']],
    [['credit one', 'insurer 40', 'client 10'], '0.00, client 0.00', ['0.00, client 0.00']],
    [['credit all'], '0.00, client 0.00', ['0.00, client 0.00']],
    [['credit one', 'credit all'], '0.00, client 0.00', ['0.00, client 0.00', '0.00, client 0.00']],
    [['client 20', 'credit one'], '40.00, client 0.00', ['-10.00, client -10.00']],
    [['client 20', 'credit all'], '0.00, client 0.00', ['-20.00, client -20.00']],
    [['client 60', 'credit one'], '0.00, client 0.00', ['-10.00, client -10.00']],
    [['insurer 30', 'credit one'], '20.00, client 10.00', ['0.00, client 0.00']],
    [['insurer 80', 'credit one'], '10.00, client 10.00', ['-40.00, client 0.00']],
    [['insurer 80', 'credit all'], '0.00, client 0.00', ['-80.00, client 0.00']],
    [['insurer 80', 'client 20', 'credit one'], '0.00, client 0.00', ['-50.00, client -10.00']],
    [['insurer 80', 'client 20', 'credit all'], '0.00, client 0.00', ['-100.00, client -20.00']],
    [['insurer 40', 'client 60', 'credit one'], '0.00, client 0.00', ['-50.00, client -50.00']],
    [
      ['insurer 80', 'client 20', 'credit one', 'credit all'],
      '0.00, client 0.00',
      ['-50.00, client -10.00', '-50.00, client -10.00'],
    ],
    [
      ['credit one', 'insurer 40', 'client 10', 'credit all'],
      '0.00, client 0.00',
      ['0.00, client 0.00', '-50.00, client -10.00'],
    ],
    // What is owed again is owed by whoever had paid it, and the other is not asked for it by the next credit.
    [
      ['insurer 80', 'client 20', 'credit one', 'claim cancelled', 'credit all'],
      '40.00, client 0.00',
      ['-50.00, client -10.00', '-10.00, client -10.00'],
    ],
    [
      ['insurer 80', 'client 20', 'credit one', 'client cancelled', 'credit all'],
      '10.00, client 10.00',
      ['-50.00, client -10.00', '-40.00, client 0.00'],
    ],
    [['insurer 80', 'client 20', 'credit one', 'claim cancelled'], '80.00, client 0.00', ['-50.00, client -10.00']],
    [['insurer 80', 'client 20', 'credit one', 'client cancelled'], '20.00, client 20.00', ['-50.00, client -10.00']],
    [['insurer 80', 'credit one', 'claim cancelled'], '90.00, client 10.00', ['-40.00, client 0.00']],
    [['client 20', 'credit all', 'client cancelled'], '20.00, client 20.00', ['-20.00, client -20.00']],
  ])('after %j is %s', async (steps, original, notes) => {
    const invoice = await givenShared()
    for (const step of steps) await take(invoice, step)
    const { related_credit_notes } = await asItIs(caller, invoice)
    const found = []
    for (const url of related_credit_notes) found.push(await owedOn({ url }))
    expect([await owedOn(invoice), found]).toEqual([original, notes])
  })

  it('is paid out to each payer up to their share', async () => {
    const invoice = await givenShared()
    for (const step of ['insurer 80', 'client 20'] as const) await take(invoice, step)
    const note = await done(refund(invoice))
    const payOut = (paid: string, payment_type: number) => pay(caller, note, paid, { payment_type })
    expect((await payOut('-20.01', 1)).body).toEqual({
      paid: [
        '-20.00 of this credit note is owed to the client. Pay the rest out to the other payer, by payment type 15.',
      ],
    })
    expect((await payOut('-80.01', 15)).body).toEqual({
      paid: [
        '-80.00 of this credit note is owed to the other payer. Pay the rest out to the client, by another payment type.',
      ],
    })
    await done(payOut('-30.00', 15))
    await done(payOut('-20.00', 1))
    expect((await payOut('-0.01', 1)).status).toBe(400)
    await done(payOut('-50.00', 15))
    expect(await owedOn(note)).toBe('0.00, client 0.00')
  })

  it('does not increase what the client is owed by a rounding that is cancelled', async () => {
    const invoice = await givenShared()
    for (const step of ['insurer 80', 'client 20'] as const) await take(invoice, step)
    const note = await done(refund(invoice))
    const rounding = await done(pay(caller, note, '0.02', { payment_type: 3 }))
    await done(pay(caller, note, '-20.02', { payment_type: 1 }))
    const body = { info: 'No', cancel_date: '2026-03-05T10:00:00Z' }
    expect((await caller.post(`${rounding.url}cancel_payment/`, body)).status).toBe(400)
    expect((await pay(caller, note, '-0.02', { payment_type: 3 })).status).toBe(400)
    expect(await owedOn(note)).toBe('-80.00, client 0.00')
  })

  it('does not become a prepayment of the client', async () => {
    const invoice = await givenShared()
    for (const step of ['insurer 80', 'client 20'] as const) await take(invoice, step)
    const note = await done(refund(invoice))
    expect(await done(caller.post(`/invoice/${note.id}/to_prepayment/`))).toMatchObject({ due_sum: '-80.00' })
    const { results } = await done(caller.get(`/unallocatedpayment/?client__is=${idOf(invoice.client)}`))
    expect(results).toMatchObject([{ paid: '20.00', unused_amount: '20.00' }])
    expect((await caller.post(`/invoice/${note.id}/to_prepayment/`)).status).toBe(400)
    await done(pay(caller, note, '-80.00', { payment_type: 15 }))
    expect(await owedOn(note)).toBe('0.00, client 0.00')
  })

  it('is refunded to each of them, and is settled when both have it', async () => {
    const invoice = await givenShared()
    await take(invoice, 'insurer 80')
    await take(invoice, 'client 20')
    const note = await done(refund(invoice))
    await done(pay(caller, note, '-30.00', { payment_type: 15 }))
    expect(await owedOn(note)).toBe('-70.00, client -20.00')
    await done(pay(caller, note, '-20.00'))
    expect(await owedOn(note)).toBe('-50.00, client 0.00')
    await done(pay(caller, note, '-50.00', { payment_type: 15 }))
    expect(await asItIs(caller, note)).toMatchObject({ due_sum: '0.00', date_paid: note.invoice_date })
  })

  it('is refunded to the client where a claim was paid without another payer', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '100.00')
    await done(pay(caller, invoice, '100.00', { payment_type: 15 }))
    expect(await owedOn(await done(refund(invoice)))).toBe('-100.00, client -100.00')
  })
})

describe('neither refund', () => {
  it.each(['full_refund', 'partial_refund'])('is possible of a draft or of a credit note: %s', async (action) => {
    const draft = await givenDraft(caller, clinic)
    const note = await done(refund(await givenInvoiceOver(caller, clinic, '10.00')))
    for (const { id, invoice_row } of [draft, note]) {
      const { status, body } = await caller.post(`/invoice/${id}/${action}/`, {
        invoice_rows: [{ invoice_row: invoice_row[0] }],
      })
      expect([status, Object.keys(body)]).toEqual([400, ['non_field_errors']])
    }
  })
})

describe('a credit note', () => {
  it('is paid out by a negative payment, up to what is owed', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '84.23')
    await done(pay(caller, invoice, '84.23'))
    const note = await done(refund(invoice))
    expect((await pay(caller, note, '10.00')).body).toEqual({
      paid: ['A credit note is paid out: send a negative amount.'],
    })
    expect((await pay(caller, note, '-84.24', { payment_type: 0 })).status).toBe(400)
    await done(pay(caller, note, '0.02', { payment_type: 3 }))
    await done(pay(caller, note, '-84.25', { payment_type: 1 }))
    expect(await asItIs(caller, note)).toMatchObject({ due_sum: '0.00', date_paid: note.invoice_date })
  })

  it('set off against its invoice cannot be cancelled', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '10.00')
    const note = await done(refund(invoice))
    for (const { invoice_payment } of [note, await asItIs(caller, invoice)]) {
      const { status, body } = await caller.post(`${invoice_payment[0]}cancel_payment/`, {
        info: 'No',
        cancel_date: '2026-03-05T10:00:00Z',
      })
      expect([status, body]).toEqual([
        400,
        { non_field_errors: ['This payment is a credit note set off against its invoice, and cannot be cancelled.'] },
      ])
    }
  })

  it('becomes a prepayment', async () => {
    const client = await givenClient(caller)
    const invoice = await givenInvoiceOver(caller, clinic, '50.00', { client: client.url })
    await done(pay(caller, invoice, '50.00'))
    const note = await done(refund(invoice))
    const kept = await done(caller.post(`/invoice/${note.id}/to_prepayment/`))
    expect(kept).toMatchObject({ id: note.id, due_sum: '0.00', date_paid: note.invoice_date })
    const { results } = await done(caller.get(`/unallocatedpayment/?client__is=${client.id}`))
    expect(results).toMatchObject([{ paid: '50.00', unused_amount: '50.00', payment_type: 12, client: client.url }])
    expect((await caller.post(`/invoice/${note.id}/to_prepayment/`)).status).toBe(400)
    expect((await caller.post(`/invoice/${invoice.id}/to_prepayment/`)).status).toBe(400)
  })

  it('becomes a prepayment only without a rounding, which is for cash', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '84.23', { client: (await givenClient(caller)).url })
    await done(pay(caller, invoice, '84.23'))
    const note = await done(refund(invoice))
    const rounded = await done(pay(caller, note, '0.02', { payment_type: 3 }))
    const keep = () => caller.post(`/invoice/${note.id}/to_prepayment/`)
    expect((await keep()).body).toEqual({
      non_field_errors: ['This credit note is rounded for a payout in cash. Cancel the rounding first.'],
    })
    await done(caller.post(`${rounded.url}cancel_payment/`, { info: 'No cash', cancel_date: '2026-03-05T10:00:00Z' }))
    await done(keep())
    const { results } = await done(caller.get(`/unallocatedpayment/?client__is=${idOf(invoice.client)}`))
    expect(results).toMatchObject([{ paid: '84.23' }])
  })

  it('of a walk-in customer does not become a prepayment', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '50.00')
    await done(pay(caller, invoice, '50.00'))
    const note = await done(refund(invoice))
    expect((await caller.post(`/invoice/${note.id}/to_prepayment/`)).body).toEqual({
      non_field_errors: ['This sale has no client. Pay the money out instead.'],
    })
  })
})

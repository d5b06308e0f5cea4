import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import {
  asItIs,
  done,
  givenDraft,
  givenInvoice,
  givenInvoiceOver,
  givenPrepayment,
  pay,
  rowOf,
} from '../../../test/support/billing.ts'
import {
  givenAccountNumber,
  givenClient,
  givenDepartment,
  givenItem,
  givenVatGroup,
} from '../../../test/support/clinic.ts'
import { addUpLines } from './close-day.ts'

const { clinic, caller } = await useClinic()

type Body = Readonly<Record<string, unknown>>
const close = (department: number, body: Body = {}, headers = {}) =>
  caller.post(
    '/accountingreport/close_day/',
    { department: clinic.url('department', department), ...body },
    { headers },
  )
const freshDepartment = async () => (await givenDepartment(caller)).id as number

type Line = {
  readonly side: string
  readonly account_number: string
  readonly payment_type: number | null
  readonly amount: string
}
const linesIn = (department: number) =>
  clinic.within(async (tx) => {
    const lines = await tx
      .selectFrom('journal_line')
      .select(['side', 'account_number', 'payment_type', 'amount'])
      .where('department', '=', department)
      .orderBy('id')
      .execute()
    return lines.map(({ side, account_number, payment_type, amount }: Line) =>
      [side, account_number, payment_type ?? '', amount].filter((part) => part !== '').join(' '),
    )
  })

/** A day in a department: sales at two rates, payments, a refund, a prepayment and its use. */
const spendDay = async () => {
  const department = await freshDepartment()
  const there = { department, url: clinic.url }
  const [goods, vat] = [
    await givenAccountNumber(caller, { number: '3010', description: 'Goods' }),
    await givenAccountNumber(caller, { number: '2931', description: 'VAT payable' }),
  ]
  const group = await givenVatGroup(caller, '14.00', { title: 'Food', account_number: vat.url })
  const item = await givenItem(caller, { vat_group: group.url, account_number: goods.url, price: '100.00' })
  const client = await givenClient(caller)
  const first = await givenInvoice(caller, there, { client: client.url, items: [{ item: item.url }] })
  await done(pay(caller, first, '64.00', { payment_type: 1 }))
  const money = await givenPrepayment(caller, there, { client: client.url, paid: '30.00', payment_type: 0 })
  await done(caller.post(`/unallocatedpayment/${money.id}/apply/`, { invoice: first.url, amount: '20.00' }))
  return { department, there, item, client, first, money }
}

describe('the journal', () => {
  it('has balanced lines for everything that is booked', async () => {
    const { department, first, there, client, money } = await spendDay()
    await done(pay(caller, first, '0.02', { payment_type: 3 }))
    const [, applied] = (await asItIs(caller, first)).invoice_payment
    await done(caller.post(`${applied}cancel_payment/`, { info: 'No', cancel_date: '2026-03-05T10:00:00Z' }))
    const note = await done(caller.post(`/invoice/${first.id}/full_refund/`))
    await done(pay(caller, note, '-4.00', { payment_type: 1 }))
    await done(caller.post(`/invoice/${note.id}/to_prepayment/`))
    await givenPrepayment(caller, there, { client: client.url, paid: '-30.00', refunds: money.url })
    expect(await linesIn(department)).toEqual([
      'receivable 114.00',
      'revenue 3010 -100.00',
      'vat 2931 -14.00',
      'money 1 64.00',
      'receivable -64.00',
      'money 0 30.00',
      'prepayment -30.00',
      'prepayment 8 20.00',
      'receivable -20.00',
      'rounding 3 0.02',
      'receivable -0.02',
      'prepayment 8 -20.00',
      'receivable 20.00',
      // The invoice still owes when all of it is credited, so its rounding goes first.
      'rounding 3 -0.02',
      'receivable 0.02',
      'receivable -114.00',
      'revenue 3010 100.00',
      'vat 2931 14.00',
      'money 12 50.00',
      'receivable -50.00',
      'money 12 -50.00',
      'receivable 50.00',
      'money 1 -4.00',
      'receivable 4.00',
      'money 12 60.00',
      'prepayment -60.00',
      'money 12 -60.00',
      'receivable 60.00',
      'money 1 -30.00',
      'prepayment 30.00',
    ])
    const { rows } = await clinic.within((tx) =>
      sql`select entry from journal_line group by entry having sum(amount) <> 0 or count(distinct department) > 1`.execute(
        tx,
      ),
    )
    expect(rows).toEqual([])
  })

  it('rejects an entry that is off balance', async () => {
    const { department } = await spendDay()
    const lonely = clinic.within((tx) =>
      tx
        .insertInto('journal_line')
        .values({
          entry: crypto.randomUUID(),
          department,
          dated: '2026-03-01',
          side: 'money',
          payment_type: 1,
          amount: '1',
        })
        .execute(),
    )
    await expect(lonely).rejects.toThrow('off balance')
  })

  it('is never changed', async () => {
    await spendDay()
    for (const change of [
      () => clinic.within((tx) => tx.updateTable('journal_line').set({ amount: '0' }).execute()),
      () => clinic.within((tx) => tx.deleteFrom('journal_line').execute()),
    ])
      await expect(change()).rejects.toThrow('permission denied')
  })

  it('equals the sum of due_sum of every invoice', async () => {
    await spendDay()
    const { rows } = await clinic.within((tx) =>
      sql`select i.status not in (0, 99) and (i.due_sum <> (
          select coalesce(sum(amount), 0) from journal_line l where l.side = 'receivable' and l.invoice = i.id)
        or i.due_sum <> (select coalesce(sum(sum_total), 0) from invoicerow r where r.invoice = i.id)
          - (select coalesce(sum(paid), 0) from invoicepayment p where p.invoice = i.id)) as wrong, count(*)::int
        from invoice i group by 1`.execute(tx),
    )
    expect(rows).toEqual([{ wrong: false, count: expect.toSatisfy((count) => count > 0) }])
  })
})

describe('closing a day', () => {
  it('makes a report of all that was posted', async () => {
    const { department, first } = await spendDay()
    const { status, body, headers } = await close(department)
    expect(status).toBe(201)
    expect(headers.get('etag')).not.toBeNull()
    expect(body).toMatchObject({
      department: clinic.url('department', department),
      report_number: 1,
      totals_by_account: [
        { number: '2931', description: 'VAT payable', total: '14.00' },
        { number: '3010', description: 'Goods', total: '100.00' },
      ],
      totals_by_vat_group: [{ title: 'Food', percentage: '14.00', net: '100.00', vat: '14.00', total: '114.00' }],
      totals_by_payment_type: [
        { payment_type: 0, total: '30.00', counted: null, difference: null, explanation: null },
        { payment_type: 1, total: '64.00', counted: null, difference: null, explanation: null },
        { payment_type: 8, total: '20.00', counted: null, difference: null, explanation: null },
      ],
      total: '100.00',
      total_vat: '14.00',
      total_with_vat: '114.00',
      total_taken: '94.00',
      opening_receivables: '0.00',
      closing_receivables: '30.00',
    })
    await done(pay(caller, first, '30.00', { payment_type: 2, date_added: '2020-01-01T10:00:00Z' }))
    const second = await done(close(department))
    expect(second).toMatchObject({
      report_number: 2,
      period_start: body.period_end,
      totals_by_account: [],
      totals_by_payment_type: [{ payment_type: 2, total: '30.00' }],
      total_with_vat: '0.00',
      total_taken: '30.00',
      opening_receivables: '30.00',
      closing_receivables: '0.00',
    })
    expect(await done(close(department))).toMatchObject({ report_number: 3, totals_by_payment_type: [] })
  })

  it('has the same totals whenever they are recomputed', async () => {
    const { department, item } = await spendDay()
    const report = await done(close(department))
    await done(caller.patch(item.account_number, { description: 'Another name' }))
    await givenInvoiceOver(caller, { department }, '10.00')
    const { receivables, ...totals } = await clinic.within((tx) => addUpLines(tx, { report: report.id }))
    expect(report).toMatchObject(totals)
    expect(receivables).toBe(report.closing_receivables)
  })

  it('compares what was counted, and has every difference explained', async () => {
    const { department } = await spendDay()
    const counted = [
      { payment_type: 1, amount: '62.50' },
      { payment_type: 0, amount: '30.00' },
      { payment_type: 5, amount: '0.00' },
    ]
    const refused = await close(department, { counted })
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        counted: [
          'Cash (1): 62.50 was counted and the books say 64.00, a difference of -1.50. Explain it in explanation.',
        ],
      },
    ])
    const explained = counted.map((each) => (each.payment_type === 1 ? { ...each, explanation: 'Stamps' } : each))
    const { totals_by_payment_type } = await done(close(department, { counted: explained }))
    expect(totals_by_payment_type).toEqual([
      { payment_type: 0, total: '30.00', counted: '30.00', difference: '0.00', explanation: null },
      { payment_type: 1, total: '64.00', counted: '62.50', difference: '-1.50', explanation: 'Stamps' },
      { payment_type: 5, total: '0.00', counted: '0.00', difference: '0.00', explanation: null },
      { payment_type: 8, total: '20.00', counted: null, difference: null, explanation: null },
    ])
  })

  it.each<[string, Body, string]>([
    ['no department', { department: undefined }, 'department'],
    [
      'a payment type twice',
      {
        counted: [
          { payment_type: 1, amount: '1' },
          { payment_type: 1, amount: '2' },
        ],
      },
      'counted',
    ],
    ['a payment type that there is not', { counted: [{ payment_type: 14, amount: '1' }] }, 'counted'],
    ['an amount in words', { counted: [{ payment_type: 1, amount: 'much' }] }, 'counted'],
    ['nothing that was counted', { counted: [{ payment_type: 1 }] }, 'counted'],
    ['what was counted of nothing', { counted: [{ amount: '5.00' }] }, 'counted'],
  ])('with %s is refused', async (_what, body, field) => {
    const { status, body: refusal } = await close(clinic.department, body)
    expect([status, Object.keys(refusal)]).toEqual([400, [field]])
  })

  it.each(['urlencoded', 'multipart'])('[S29] may be sent %s, with what was counted as JSON', async (format) => {
    const { department } = await spendDay()
    const fields = {
      department: clinic.url('department', department),
      counted: '[{"payment_type":1,"amount":"62.50","explanation":"Stamps"},{"payment_type":0,"amount":"30.00"}]',
    }
    const body = format === 'urlencoded' ? new URLSearchParams() : new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    const { status, body: report } = await caller.send('POST', '/accountingreport/close_day/', { body })
    expect([status, report.totals_by_payment_type?.slice(0, 2)]).toEqual([
      201,
      [
        { payment_type: 0, total: '30.00', counted: '30.00', difference: '0.00', explanation: null },
        { payment_type: 1, total: '64.00', counted: '62.50', difference: '-1.50', explanation: 'Stamps' },
      ],
    ])
  })

  it('can be sent as a dry run', async () => {
    const { department } = await spendDay()
    const tried = await close(department, {}, { prefer: 'dry-run' })
    const real = await close(department)
    expect(tried.body.totals_by_payment_type).toEqual(real.body.totals_by_payment_type)
    expect(real.body.report_number).toBe(1)
  })

  it('needs a permission of its own', async () => {
    const cashier = await clinic.caller({ write: ['Financial: Invoices'] })
    const department = clinic.url('department', clinic.department)
    expect((await cashier.post('/accountingreport/close_day/', { department })).status).toBe(403)
  })

  it('has room for the sum of the largest invoices', async () => {
    const department = await freshDepartment()
    const row = await rowOf(clinic, (await givenItem(caller)).id, { price: '99000000', sent_quantity: '8000' })
    const invoices = []
    for (let at = 0; at < 2; at++) {
      const { url } = await givenDraft(caller, clinic, { department, rows: [row] })
      invoices.push(await done(caller.post(`${url}finalize/`)))
    }
    expect(invoices.map(({ due_sum }) => due_sum)).toEqual(Array(2).fill('982080000000.00'))
    expect((await done(close(department))).closing_receivables).toBe('1964160000000.00')
    for (const invoice of invoices) await done(pay(caller, invoice, invoice.due_sum))
    const counted = [{ payment_type: 0, amount: '1964160000000.00' }]
    expect(await done(close(department, { counted }))).toMatchObject({
      opening_receivables: '1964160000000.00',
      closing_receivables: '0.00',
      totals_by_payment_type: [{ payment_type: 0, total: '1964160000000.00', difference: '0.00' }],
    })
  })

  it('puts each line into one report, however many close and book at once', async () => {
    const department = await freshDepartment()
    const invoice = await givenInvoiceOver(caller, { department }, '100.00')
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => (at % 4 === 0 ? close(department) : pay(caller, invoice, '1.00'))),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(201))
    await done(close(department))
    const { results } = await done(caller.get(`/accountingreport/?department__is=${department}`))
    expect(results.map(({ report_number }: { report_number: number }) => report_number)).toEqual(
      Array.from({ length: 11 }, (_, at) => at + 1),
    )
    expect(results.at(-1).closing_receivables).toBe('70.00')
    for (const [at, { opening_receivables }] of results.entries())
      expect(opening_receivables).toBe(at === 0 ? '0.00' : results[at - 1].closing_receivables)
  })
})

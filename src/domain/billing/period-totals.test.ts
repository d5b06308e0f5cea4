import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import {
  asItIs,
  done,
  givenDraft,
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

const { api, clinic, caller } = await useClinic()
let departments: readonly [number, number]
beforeAll(async () => {
  departments = [clinic.department, (await givenDepartment(caller)).id]
  for (const department of departments) await spendWinter(department)
})

const dayIn = (month: number, day: number) => `2026-0${month}-${String(day).padStart(2, '0')}`
const momentIn = (month: number, day: number, hour = 10) => `${dayIn(month, day)}T${hour}:30:00Z`

/** Three months in a department: invoices, payments late at night, one that is taken back, credit notes, money ahead. */
const spendWinter = async (department: number) => {
  const client = await givenClient(caller)
  const vat = await givenAccountNumber(caller, { number: '2931', description: 'VAT payable' })
  const account_number = (await givenAccountNumber(caller, { number: '3010', description: 'Goods' })).url
  const items = [
    await givenItem(caller, { account_number }),
    await givenItem(caller, { vat_group: (await givenVatGroup(caller, '14.00', { account_number: vat.url })).url }),
  ]
  const sell = async (month: number, day: number) => {
    const rows = [
      await rowOf(clinic, items[0]!.id, { price: '33.3333', sent_quantity: '3' }),
      await rowOf(clinic, items[1]!.id, { price: '8.0645', vat_percentage: '14.00' }),
    ]
    const draft = await givenDraft(caller, clinic, { department, client: client.id, rows })
    await done(caller.patch(draft.url, { invoice_date: dayIn(month, day) }))
    return done(caller.post(`/invoice/${draft.id}/finalize/`))
  }
  const invoices = [await sell(1, 5), await sell(1, 31), await sell(2, 1), await sell(2, 14), await sell(3, 1)]
  const [first, second, third, fourth] = invoices
  await done(pay(caller, first, '100.00', { payment_type: 1, date_added: momentIn(1, 5) }))
  await done(pay(caller, first, '20.00', { payment_type: 0, date_added: momentIn(1, 31, 22) }))
  await done(pay(caller, second, '0.01', { payment_type: 3, date_added: momentIn(2, 2) }))
  const wrong = await done(pay(caller, second, '50.00', { payment_type: 2, date_added: momentIn(2, 3) }))
  await done(caller.patch(`/settings/department/${department}/`, { payment_cancel_set_date: true }))
  await done(caller.post(`${wrong.url}cancel_payment/`, { info: 'Wrong', cancel_date: momentIn(2, 4) }))
  await done(pay(caller, third, '30.00', { payment_type: 1, date_added: momentIn(2, 28) }))
  const refund = { invoice_rows: [{ invoice_row: third.invoice_row[0] }], use_original_invoice_date: true }
  await done(caller.post(`/invoice/${third.id}/partial_refund/`, refund))
  await done(caller.post(`/invoice/${fourth.id}/full_refund/`, {}))
  const money = await givenPrepayment(caller, { department, url: clinic.url }, { client: client.url, paid: '70.00' })
  await done(caller.post(`/unallocatedpayment/${money.id}/apply/`, { invoice: second.url, amount: '15.00' }))
  const back = { client: client.url, paid: '-5.00', refunds: money.url }
  await givenPrepayment(caller, { department, url: clinic.url }, back)
}

/** The same from invoices, rows, payments and prepayments, without the journal. */
const recomputed = (from: string, to: string, department: number | null) =>
  clinic.within(async (tx) => {
    const inPeriod = sql`between ${from}::date and ${to}::date`
    const there = sql`(${department}::bigint is null or department = ${department})`
    const money = sql`(
      select i.department, (p.date_added at time zone s.time_zone)::date as day, p.payment_type, p.paid, p.paid as settled
      from invoicepayment p join invoice i on i.id = p.invoice join department_settings s on s.id = i.department
      union all select department, added, payment_type, paid, 0 from unallocatedpayment)`
    const sold = sql`(select i.department, i.invoice_date as day, r.* from invoicerow r join invoice i on i.id = r.invoice
      where i.status not in (0, 99))`
    const { rows: taken } = await sql`select day::text as dated, payment_type, sum(paid)::text as total from ${money} m
      where day ${inPeriod} and ${there} group by 1, 2 order by 1, 2`.execute(tx)
    const { rows: types } = await sql`select payment_type, sum(paid)::text as total from ${money} m
      where day ${inPeriod} and ${there} group by 1 order by 1`.execute(tx)
    const { rows: accounts } = await sql`select number, sum(amount)::text as total from (
        select account_number as number, sum as amount from ${sold} s where day ${inPeriod} and ${there}
        union all select vat_account_number, sum_vat from ${sold} s where day ${inPeriod} and ${there}) a
      group by 1 order by 1`.execute(tx)
    const { rows: vat } =
      await sql`select vat_title as title, vat_percentage::text as percentage, sum(sum)::text as net,
        sum(sum_vat)::text as vat, sum(sum_total)::text as total
      from ${sold} s where day ${inPeriod} and ${there} group by s.vat_title, s.vat_percentage order by s.vat_percentage, 1`.execute(
        tx,
      )
    const owedOn = async (condition: ReturnType<typeof sql>) => {
      const { rows } = await sql<{ owed: string }>`select (
        (select coalesce(sum(sum_total), 0.00) from ${sold} s where day ${condition} and ${there})
        - (select coalesce(sum(settled), 0.00) from ${money} m where day ${condition} and ${there}))::text as owed`.execute(
        tx,
      )
      return rows[0]!.owed
    }
    const { rows: sums } = await sql<Record<string, string>>`select
        (select coalesce(sum(sum), 0.00) from ${sold} s where day ${inPeriod} and ${there})::text as total,
        (select coalesce(sum(sum_vat), 0.00) from ${sold} s where day ${inPeriod} and ${there})::text as total_vat,
        (select coalesce(sum(sum_total), 0.00) from ${sold} s where day ${inPeriod} and ${there})::text as total_with_vat,
        (select coalesce(sum(paid), 0.00) from ${money} m
          where day ${inPeriod} and ${there} and payment_type not in (3, 8))::text as total_taken`.execute(tx)
    return {
      from,
      to,
      ...sums[0],
      takings_by_day: taken,
      totals_by_payment_type: types,
      totals_by_account: accounts,
      totals_by_vat_group: vat,
      opening_receivables: await owedOn(sql`< ${from}::date`),
      closing_receivables: await owedOn(sql`<= ${to}::date`),
    }
  })

const withoutDescriptions = ({ totals_by_account, ...others }: Awaited<ReturnType<typeof done>>) => ({
  ...others,
  totals_by_account: totals_by_account.map(({ number, total }: { number: string; total: string }) => ({
    number,
    total,
  })),
})

const yearEnd = '2026-12-31'
const periods = [
  ['January', '2026-01-01', '2026-01-31'],
  ['February', '2026-02-01', '2026-02-28'],
  ['a day', '2026-02-01', '2026-02-01'],
  ['a day on which nothing was booked', '2026-02-20', '2026-02-20'],
  ['the year', '2026-01-01', yearEnd],
] as const

describe('the totals of a period', () => {
  it.each(periods)('of %s are the sums of what was sold and paid', async (_what, from, to) => {
    const query = `totals/?from=${from}&to=${to}`
    const all = await done(caller.get(`/accountingreport/${query}`))
    expect(withoutDescriptions(all)).toEqual(await recomputed(from, to, null))
    for (const department of departments) {
      const own = await done(caller.get(`/department/${department}/${query}`))
      expect(withoutDescriptions(own)).toEqual(await recomputed(from, to, department))
    }
  })

  it('use the days of the department’s time zone', async () => {
    const { takings_by_day } = await done(
      caller.get(`/department/${clinic.department}/totals/?from=2026-02-01&to=2026-02-01`),
    )
    expect(takings_by_day).toEqual([{ dated: '2026-02-01', payment_type: 0, total: '20.00' }])
  })

  it('end with the amount due of all invoices', async () => {
    const { closing_receivables } = await done(caller.get(`/accountingreport/totals/?from=2026-01-01&to=${yearEnd}`))
    const { rows } = await clinic.within((tx) =>
      sql<{ due: string }>`select sum(due_sum) as due from invoice where status not in (0, 99)`.execute(tx),
    )
    expect(closing_receivables).toBe(rows[0]!.due)
    expect((await done(caller.get('/accountingreport/receivables/'))).total).toBe(closing_receivables)
  })

  it('begin where those of the period before ended, and name accounts', async () => {
    const [january, february] = [
      await done(caller.get('/accountingreport/totals/?from=2026-01-01&to=2026-01-31')),
      await done(caller.get('/accountingreport/totals/?from=2026-02-01&to=2026-02-28')),
    ]
    expect(january.opening_receivables).toBe('0.00')
    expect(february.opening_receivables).toBe(january.closing_receivables)
    expect(january.totals_by_account).toContainEqual({
      number: '3010',
      description: 'Goods',
      total: expect.any(String),
    })
  })

  it('are the same after the days are closed', async () => {
    const { id, url } = await givenDepartment(caller)
    const invoice = await givenInvoiceOver(caller, { department: id }, '10.00')
    await done(pay(caller, invoice, '4.00'))
    const before = await done(caller.get(`/department/${id}/totals/`))
    const report = await done(caller.post('/accountingreport/close_day/', { department: url }))
    expect(await done(caller.get(`/department/${id}/totals/`))).toEqual(before)
    expect(before).toMatchObject({
      totals_by_account: report.totals_by_account,
      totals_by_vat_group: report.totals_by_vat_group,
      totals_by_payment_type: [{ payment_type: 0, total: '4.00' }],
      opening_receivables: '0.00',
      closing_receivables: '6.00',
    })
  })

  it('show under type 12 what was entered by hand: set-offs and credit notes kept as prepayments come to nothing', async () => {
    const { id } = await givenDepartment(caller)
    const here = { department: id, url: clinic.url }
    const client = (await givenClient(caller)).url
    const [owed, paid, byHand] = [
      await givenInvoiceOver(caller, here, '10.00', { client }),
      await givenInvoiceOver(caller, here, '20.00', { client }),
      await givenInvoiceOver(caller, here, '40.00', { client }),
    ]
    await done(pay(caller, paid, '20.00'))
    await done(caller.post(`/invoice/${owed.id}/full_refund/`, {}))
    const note = await done(caller.post(`/invoice/${paid.id}/full_refund/`, {}))
    await done(caller.post(`/invoice/${note.id}/to_prepayment/`))
    const under12 = async () =>
      (await done(caller.get(`/department/${id}/totals/`))).totals_by_payment_type.filter(
        ({ payment_type }: { payment_type: number }) => payment_type === 12,
      )
    expect(await under12()).toEqual([{ payment_type: 12, total: '0.00' }])
    const payment = await done(pay(caller, byHand, '40.00', { payment_type: 12 }))
    expect(payment.set_off).toBe(false)
    expect((await asItIs(caller, byHand)).due_sum).toBe('0.00')
    expect(await under12()).toEqual([{ payment_type: 12, total: '40.00' }])
  })

  it('are those of this month up to today without a period', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '10.00')
    const { invoice_date: today } = await asItIs(caller, invoice)
    const { from, to } = await done(caller.get('/accountingreport/totals/'))
    expect([from, to]).toEqual([`${today.slice(0, 8)}01`, today])
  })

  it.each([
    ['only a beginning', 'from=2026-01-01', 'to'],
    ['only an end', 'to=2026-01-01', 'from'],
    ['an end before its beginning', 'from=2026-01-02&to=2026-01-01', 'to'],
    ['more than a year', 'from=2025-01-01&to=2026-01-02', 'to'],
    ['no day', 'from=2026-02-30&to=2026-03-01', 'from'],
    ['an unknown name', 'month=2', 'month'],
  ])('are refused for %s', async (_what, query, field) => {
    for (const path of ['/accountingreport/totals/', `/department/${clinic.department}/totals/`]) {
      const { status, body } = await caller.get(`${path}?${query}`)
      expect([status, Object.keys(body)]).toEqual([400, [field]])
    }
  })

  it('may be of a leap year', async () => {
    expect((await caller.get('/accountingreport/totals/?from=2024-01-01&to=2024-12-31')).status).toBe(200)
  })

  it('are not those of another organisation', async () => {
    const stranger = await (await api.givenOrganisation()).caller()
    for (const department of [clinic.department, 999_999])
      expect((await stranger.get(`/department/${department}/totals/`)).status).toBe(404)
    const theirs = await done(stranger.get('/accountingreport/totals/?from=2026-01-01&to=2026-12-31'))
    expect(theirs).toMatchObject({ takings_by_day: [], closing_receivables: '0.00' })
  })

  it('need the permission for accounting reports', async () => {
    const cashier = await clinic.caller({ write: ['Financial: Invoices'] })
    for (const path of ['accountingreport', `department/${clinic.department}`])
      expect((await cashier.get(`/${path}/totals/`)).status).toBe(403)
  })
})

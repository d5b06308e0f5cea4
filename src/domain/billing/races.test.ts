import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { useClinic, type TestResponse } from '../../../test/support/api.ts'
import {
  asItIs,
  done,
  givenDraft,
  givenInvoiceOver,
  givenPrepayment,
  givenSale,
  givenVisitInvoice,
  pay,
} from '../../../test/support/billing.ts'
import { givenClient, givenDepartment, statusesOf } from '../../../test/support/clinic.ts'
import { useSuperuser } from '../../../test/support/database.ts'
import { useRateWindows } from '../../../test/support/rates.ts'
import { waitForLock } from '../../../test/support/writes.ts'

const { api, clinic, caller } = await useClinic()
const rates = await useRateWindows(api)
const administrator = await useSuperuser(api)
beforeEach(() => rates.empty())

const atOnce = (count: number, ask: (at: number) => Promise<TestResponse>) =>
  Promise.all(Array.from({ length: count }, (_, at) => ask(at)))
const countOf = (answers: readonly TestResponse[], status: number) =>
  answers.filter((answer) => answer.status === status).length

const requireNoGaps = async () => {
  const { rows } = await clinic.within((tx) =>
    sql<{ gap: boolean }>`select max(invoice_number) - min(invoice_number) + 1 <> count(*) as gap from invoice
      where invoice_number is not null group by invoice_prefix`.execute(tx),
  )
  expect(rows).toEqual([{ gap: false }])
}

describe('fifty at once', () => {
  it('never pay more than is owed', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '100.00')
    const answers = await atOnce(50, () => pay(caller, invoice, '3.00'))
    expect(statusesOf(answers)).toEqual([...Array(33).fill(201), ...Array(17).fill(400)])
    expect(await asItIs(caller, invoice)).toMatchObject({ due_sum: '1.00', date_paid: null })
  })

  it('finalize a draft once', async () => {
    const draft = await givenDraft(caller, clinic)
    const answers = await atOnce(50, () => caller.post(`/invoice/${draft.id}/finalize/`))
    expect(statusesOf(answers)).toEqual([200, ...Array(49).fill(400)])
    await requireNoGaps()
  })

  it('finalize a sale once, and it has one invoice', async () => {
    const sale = await givenSale(caller, clinic)
    const answers = await atOnce(50, () => caller.post(`/countersale/${sale.id}/finalize/`))
    expect(statusesOf(answers)).toEqual([200, ...Array(49).fill(400)])
    const { rows } = await clinic.within((tx) =>
      sql`select from invoice where countersale_record = ${sale.id}`.execute(tx),
    )
    expect(rows).toHaveLength(1)
  })

  it('remove a row of a sale once', async () => {
    const sale = await givenSale(caller, clinic)
    const row = sale.countersale_items[0]
    const answers = await atOnce(50, (at) => (at % 2 === 0 ? caller.delete(row) : caller.patch(row, { quantity: '2' })))
    expect(countOf(answers, 204)).toBe(1)
    expect(answers.filter(({ status }) => ![200, 204, 404].includes(status)).map(({ text }) => text)).toEqual([])
    expect((await asItIs(caller, sale)).countersale_items).toEqual([])
  })

  it('get numbers without a gap, though half of them are rolled back', async () => {
    const drafts: { readonly id: number }[] = []
    for (let at = 0; at < 50; at++) drafts.push(await givenDraft(caller, clinic))
    const answers = await atOnce(50, (at) =>
      caller.post(`/invoice/${drafts[at]!.id}/finalize/`, undefined, {
        headers: at % 2 === 0 ? {} : { prefer: 'dry-run' },
      }),
    )
    expect(statusesOf(answers)).toEqual(Array(50).fill(200))
    await requireNoGaps()
    const numbers = answers.filter((_, at) => at % 2 === 0).map(({ body }) => body.invoice_number)
    expect(new Set(numbers).size).toBe(25)
  })

  it('start one series, with one first number', async () => {
    const other = await api.givenOrganisation()
    const there = await other.caller()
    const drafts: { readonly id: number }[] = []
    for (let at = 0; at < 20; at++) drafts.push(await givenDraft(there, other))
    const answers = await atOnce(20, (at) => there.post(`/invoice/${drafts[at]!.id}/finalize/`))
    const numbers = answers.map(({ body }) => body.invoice_number as number).toSorted((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  })

  it('credit each row once', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '100.00')
    await done(pay(caller, invoice, '40.00'))
    const invoice_rows = [{ invoice_row: invoice.invoice_row[0] }]
    const answers = await atOnce(50, (at) =>
      at % 2 === 0
        ? caller.post(`/invoice/${invoice.id}/full_refund/`)
        : caller.post(`/invoice/${invoice.id}/partial_refund/`, { invoice_rows }),
    )
    expect(statusesOf(answers)).toEqual([201, ...Array(49).fill(400)])
    const [note] = (await asItIs(caller, invoice)).related_credit_notes
    expect((await asItIs(caller, { url: note })).due_sum).toBe('-40.00')
    await requireNoGaps()
  })

  it('cancel a payment once', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '100.00')
    const payment = await done(pay(caller, invoice, '40.00'))
    const body = { info: 'Twice', cancel_date: '2026-03-05T10:00:00Z' }
    const answers = await atOnce(50, () => caller.post(`/invoicepayment/${payment.id}/cancel_payment/`, body))
    expect(statusesOf(answers)).toEqual([201, ...Array(49).fill(400)])
    expect((await asItIs(caller, invoice)).due_sum).toBe('100.00')
  })

  it('never use more of a prepayment than is unused, to apply or to refund it', async () => {
    const client = await givenClient(caller)
    const money = await givenPrepayment(caller, clinic, { client: client.url, paid: '100.00' })
    const invoices = [
      await givenInvoiceOver(caller, clinic, '500.00', { client: client.url }),
      await givenInvoiceOver(caller, clinic, '500.00', { client: client.url }),
    ]
    const refund = {
      department: money.department,
      client: client.url,
      payment_type: 1,
      paid: '-3.00',
      refunds: money.url,
    }
    const answers = await atOnce(50, (at) =>
      at % 3 === 0
        ? caller.post('/unallocatedpayment/', refund)
        : caller.post(`/unallocatedpayment/${money.id}/apply/`, { invoice: invoices[at % 2].url, amount: '3.00' }),
    )
    expect(countOf(answers, 200) + countOf(answers, 201)).toBe(33)
    expect(countOf(answers, 400)).toBe(17)
    expect((await asItIs(caller, money)).unused_amount).toBe('1.00')
  })
})

describe('everything at once', () => {
  it('ends without a deadlock', async () => {
    const { invoice, consultation } = await givenVisitInvoice(caller, clinic)
    const client = { url: invoice.client as string }
    const money = await givenPrepayment(caller, clinic, { client: client.url })
    const payment = await done(pay(caller, invoice, '0.10'))
    const department = clinic.url('department', clinic.department)
    const settings = `/settings/department/${clinic.department}/`
    const asked: readonly ((at: number) => Promise<TestResponse>)[] = [
      () => pay(caller, invoice, '0.10'),
      () => caller.post(`/unallocatedpayment/${money.id}/apply/`, { invoice: invoice.url, amount: '0.10' }),
      () =>
        caller.post(`/invoicepayment/${payment.id}/cancel_payment/`, {
          info: 'A',
          cancel_date: '2026-03-05T10:00:00Z',
        }),
      () => caller.post('/accountingreport/close_day/', { department }),
      (at) => caller.patch(settings, { payment_terms_days: at }),
      () =>
        givenPrepayment(caller, clinic, { client: client.url, paid: '-0.10', refunds: money.url }).then(
          () => ({ status: 201 }) as TestResponse,
        ),
      (at) => caller.patch(client.url, { city: `City ${at}` }),
      (at) => caller.patch(money.url, { external_info: { external_id: `${at}` } }),
      () => caller.post(`/invoice/${invoice.id}/full_refund/`, {}, { headers: { prefer: 'dry-run' } }),
    ]
    const answers = await atOnce(90, (at) => asked[at % asked.length]!(at))
    expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([])
    const { rows } = await clinic.within((tx) =>
      sql<{ status: number; due: string }>`select c.status, i.due_sum as due from consultation c
        join invoice i on i.consultation = c.id and not i.credit_note where c.id = ${consultation}`.execute(tx),
    )
    expect(rows).toEqual([{ status: 10, due: expect.stringMatching(/^\d+\.\d\d$/) }])
    expect(api.logged()).not.toContain('answered 503')
  })

  it('ends without a deadlock where an invoice is sent with its version', async () => {
    const { invoice } = await givenVisitInvoice(caller, clinic)
    const ifMatch = { headers: { 'if-match': '*' } }
    const answers = await atOnce(40, (at) =>
      at % 2 === 0
        ? pay(caller, invoice, '0.01')
        : caller.post(`/invoice/${invoice.id}/update_status/`, { status: at % 4 === 1 ? 1 : 3 }, ifMatch),
    )
    expect(answers.filter(({ status }) => ![200, 201, 400].includes(status)).map(({ text }) => text)).toEqual([])
  })

  it('retries a request that PostgreSQL cancelled because of a deadlock', async () => {
    const { invoice } = await givenVisitInvoice(caller, clinic)
    const prepayment = await givenPrepayment(caller, clinic, { client: invoice.client })
    await administrator.query("begin; set local deadlock_timeout = '1h'")
    onTestFinished(async () => void (await administrator.query('rollback')))
    await administrator.query('select from invoice where id = $1 for update', [invoice.id])
    // It holds the prepayment for If-Match and waits for the invoice, which we hold while we wait for the prepayment.
    const asked = caller.post(
      `${prepayment.url}apply/`,
      { invoice: invoice.url, amount: '0.01' },
      { headers: { 'if-match': '*' } },
    )
    await waitForLock(administrator, 'transactionid')
    await administrator.query('select from unallocatedpayment where id = $1 for update', [prepayment.id])
    await administrator.query('commit')
    expect((await asked).status).toBe(200)
    expect(await asItIs(caller, prepayment)).toMatchObject({ unused_amount: '99.99' })
  })
})

describe('a lock date that advances during a booking before it', () => {
  const early = { date_added: '2026-01-15T10:00:00Z' }
  const lock = { financial_period_lock_date: '2026-02-01' }
  const givenBooks = async () => {
    const { id: department, url } = await givenDepartment(caller)
    const invoice = await givenInvoiceOver(caller, { department }, '100.00')
    return { url, settings: `/settings/department/${department}/`, department, invoice }
  }

  /** Holds what every change takes last, so that who is first stands just before the commit. */
  const beforeTheCommit = async (
    first: () => Promise<TestResponse>,
    second: () => Promise<TestResponse>,
  ): Promise<readonly [TestResponse, TestResponse]> => {
    await administrator.query('begin')
    onTestFinished(async () => void (await administrator.query('rollback')))
    await administrator.query('select from ledger where organisation = $1 for update', [clinic.id])
    const one = first()
    await waitForLock(administrator, 'transactionid')
    const other = second()
    await waitForLock(administrator, 'transactionid', 2)
    await administrator.query('commit')
    return Promise.all([one, other])
  }

  it('waits for a payment that has passed the check', async () => {
    const { settings, invoice } = await givenBooks()
    const [paid, locked] = await beforeTheCommit(
      () => pay(caller, invoice, '1.00', early),
      () => caller.patch(settings, lock),
    )
    expect([paid.status, locked.status]).toEqual([201, 200])
    expect(paid.body.modified < locked.body.modified).toBe(true)
  })

  it('makes a payment wait, and refuses it', async () => {
    const { settings, invoice } = await givenBooks()
    const [locked, paid] = await beforeTheCommit(
      () => caller.patch(settings, lock),
      () => pay(caller, invoice, '1.00', early),
    )
    expect([locked.status, paid.status]).toEqual([200, 400])
    expect(paid.text).toContain('The books are locked before 2026-02-01')
    expect((await asItIs(caller, invoice)).due_sum).toBe('100.00')
  })

  it('has no booking committed before it, whichever is first', async () => {
    const { settings, invoice, department } = await givenBooks()
    const answers = await atOnce(40, (at) =>
      at === 20 ? caller.patch(settings, lock) : pay(caller, invoice, '1.00', early),
    )
    expect(countOf(answers, 200)).toBe(1)
    const paid = countOf(answers, 201)
    expect(paid + countOf(answers, 400)).toBe(39)
    // Changes are numbered in the order of their commits.
    const { rows } = await clinic.within((tx) =>
      sql<{ before: number; behind: number }>`
        select count(*) filter (where p.sequence < s.sequence) as before, count(*) filter (where p.sequence > s.sequence) as behind
        from auditevent s join auditevent p on p.resource = 'invoicepayment'
          and p.record in (select id from invoicepayment where invoice = ${invoice.id})
        where s.resource = 'department_settings' and s.record = ${department} and s.action = 'change'`.execute(tx),
    )
    expect(rows).toEqual([{ before: paid, behind: 0 }])
  })
})

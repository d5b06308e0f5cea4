import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { actorOf, useClinic, type TestResponse } from '../../../test/support/api.ts'
import { done, pay } from '../../../test/support/billing.ts'
import {
  detailOf,
  givenConsultation,
  givenItem,
  givenLabRow,
  givenPatient,
  givenPayer,
  givenRow,
  statusesOf,
  twentyAtOnce,
} from '../../../test/support/clinic.ts'
import { linesOf } from '../../../test/support/pdf.ts'
import { withdrawConsultation } from './consultations.ts'
import { finalizeConsultation } from './finalize-consultation.ts'

type Body = TestResponse['body']
const { clinic, caller } = await useClinic()

const changeStatus = (visit: { readonly url: string }, status: number) =>
  caller.post(`${visit.url}update_status/`, { status })
const finalize = (visit: { readonly url: string }) => changeStatus(visit, 10)
/** How a visit in progress comes to each status from which it is finalized. */
const waysTo: Readonly<Record<number, readonly number[]>> = { 8: [], 5: [5], 6: [6], 7: [6, 7] }
const settings = (changes: object) => done(caller.patch(`/settings/department/${clinic.department}/`, changes))
const invoiceOf = async (visit: { readonly url: string }): Promise<Body> =>
  done(caller.get((await done(caller.get(visit.url))).invoice))
const rowsOf = async ({ id }: { readonly id: number }): Promise<Body[]> =>
  (await done(caller.get(`/invoicerow/?invoice__is=${id}`))).results

/** A visit with a medicine and a procedure, of 10.00 and 20.00 net. */
const givenVisit = async (fields: Parameters<typeof givenConsultation>[1] = {}) => {
  const visit = await givenConsultation(caller, fields)
  const medicine = await givenItem(caller, { type_code: 2, price: '10.00' })
  const procedure = await givenItem(caller, { type_code: 1, price: '20.00' })
  await givenRow(caller, visit, { kind: 2, item: medicine.url, quantity: '2' })
  await givenRow(caller, visit, { kind: 1, item: procedure.url })
  return visit
}

describe('finalizing a visit', () => {
  it.each([
    ['[S273]', 8],
    ['[S274]', 5],
    ['', 6],
    ['', 7],
  ])('%s from %i makes one invoice, which can be paid', async (_lines, from) => {
    const visit = await givenVisit()
    for (const status of waysTo[from]!) await done(changeStatus(visit, status))
    expect(await done(caller.get(visit.url))).toMatchObject({ status: from, invoice: null })
    const { status, body } = await finalize(visit)
    expect([status, body.status]).toEqual([200, 10])
    const { results } = await done(caller.get(`/invoice/?consultation__is=${visit.id}`))
    expect(results).toMatchObject([{ url: body.invoice, status: 3, total: '40.00' }])
    expect((await pay(caller, { url: body.invoice }, '1.00')).status).toBe(201)
  })

  it('[S129] [S267] [S289] invoices what was used and done, row by row', async () => {
    const visit = await givenVisit()
    await finalize(visit)
    const invoice = await invoiceOf(visit)
    expect(invoice).toMatchObject({
      status: 3,
      consultation: visit.url,
      client: visit.client,
      patients: visit.patients,
      countersale: false,
      credit_note: false,
      total: '40.00',
      due_sum: invoice.total_with_vat,
    })
    expect(invoice.invoice_number).toEqual(expect.any(Number))
    const rows = await rowsOf(invoice)
    expect(rows.map(({ quantity, price, sum, patient }) => [quantity, price, sum, patient])).toEqual([
      ['2.000', '10.0000', '20.00', visit.patients[0]],
      ['1.000', '20.0000', '20.00', visit.patients[0]],
    ])
    const { consultation_items } = await done(caller.get(visit.url))
    expect(rows.map(({ consultation_item }) => consultation_item)).toEqual(consultation_items)
    const [item] = consultation_items
    expect((await done(caller.get(item))).invoicerow).toBe(rows[0]!.url)
    expect((await done(caller.get(`/invoicerow/?consultation_item__is=${encodeURIComponent(item)}`))).results).toEqual([
      rows[0],
    ])
  })

  it('[S64] prints the id of a patient without a name, so that its rows do not seem to be of the one before', async () => {
    const named = await givenPatient(caller, { name: 'Rex' })
    const unnamed = await givenPatient(caller, { client: named.client, name: '' })
    const visit = await givenConsultation(caller, { patients: [named, unnamed] })
    for (const { url } of [named, unnamed]) await givenRow(caller, visit, { patients: [url] })
    await givenRow(caller, visit)
    await finalize(visit)
    const { bytes } = await caller.get(`${(await invoiceOf(visit)).url}pdf/`)
    const headings = linesOf(bytes).filter((line) => /^(Rex|Patient)/.test(line))
    expect(headings).toEqual(['Rex', `Patient ${unnamed.id}`, `Rex, Patient ${unnamed.id}`])
  })

  it('comes to what the visit and its items say beforehand', async () => {
    const visit = await givenConsultation(caller)
    expect(visit).toMatchObject({ total: '0.00', total_vat: '0.00', total_with_vat: '0.00' })
    const item = await givenItem(caller, { type_code: 1, price: '3.3333' })
    for (const quantity of ['0.5', '1.5']) await givenRow(caller, visit, { kind: 1, item: item.url, quantity })
    const { total, total_vat, total_with_vat } = await done(caller.get(visit.url))
    expect([total, total_vat, total_with_vat]).toEqual(['6.67', '1.60', '8.27'])
    const items = await done(caller.get(`/consultationitem/?consultation__is=${visit.id}`))
    await finalize(visit)
    const invoice = await invoiceOf(visit)
    expect(invoice).toMatchObject({ total, total_vat, total_with_vat })
    expect(items.results.map((row: Body) => row.sum_total)).toEqual((await rowsOf(invoice)).map((row) => row.sum_total))
  })

  it('charges prescribed items like all others', async () => {
    const visit = await givenConsultation(caller)
    for (const usage_type of [1, 2, 3, 4]) await givenRow(caller, visit, { usage_type })
    await finalize(visit)
    const rows = await rowsOf(await invoiceOf(visit))
    expect(rows.map(({ sum }) => sum)).toEqual(Array(4).fill('10.00'))
  })

  it.each([5, 6])('charges laboratory work of type %i', async (type_code) => {
    const visit = await givenConsultation(caller)
    const row = await givenLabRow(clinic, visit, await givenItem(caller, { type_code, price: '30.00' }))
    await finalize(visit)
    expect(await rowsOf(await invoiceOf(visit))).toMatchObject([
      { consultation_item: clinic.url('consultationitem', row), sum: '30.00' },
    ])
  })

  it('touches its items when they get invoice rows, and when a voided draft takes them away', async () => {
    await settings({ finalize_invoice_with_consultation: false })
    const visit = await givenVisit()
    const { consultation_items: items } = await done(caller.get(visit.url))
    const changedAfter = async (moment: string) => {
      const after = `modified__gt=${encodeURIComponent(moment)}`
      const list = await done(caller.get(`/consultationitem/?consultation__is=${visit.id}&${after}`))
      const visits = await done(caller.get(`/consultation/?id__is=${visit.id}&${after}`))
      return {
        items: list.results.map(({ url, invoicerow }: Body) => [url, invoicerow]),
        invoices: visits.results.map(({ invoice }: Body) => invoice),
      }
    }
    const newest = async () => (await done(caller.get(visit.url))).modified
    const entered = await newest()
    expect(await changedAfter(entered)).toEqual({ items: [], invoices: [] })
    await finalize(visit)
    await settings({ finalize_invoice_with_consultation: true })
    const invoice = await invoiceOf(visit)
    expect(await changedAfter(entered)).toEqual({
      items: items.map((url: string, at: number) => [url, invoice.invoice_row[at]]),
      invoices: [invoice.url],
    })
    const invoiced = await newest()
    expect(await changedAfter(invoiced)).toEqual({ items: [], invoices: [] })
    await done(caller.post(`/invoice/${invoice.id}/void/`))
    expect(await changedAfter(invoiced)).toEqual({ items: items.map((url: string) => [url, null]), invoices: [null] })
  })

  it('is refused while today is locked, and leaves the visit as it was', async () => {
    const visit = await givenVisit()
    const before = await done(caller.get(visit.url))
    await settings({ financial_period_lock_date: '2999-01-01' })
    const refused = await finalize(visit)
    await settings({ financial_period_lock_date: null })
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['non_field_errors']])
    expect(await done(caller.get(visit.url))).toEqual(before)
  })

  it('leaves a draft where finalize_invoice_with_consultation is false', async () => {
    await settings({ finalize_invoice_with_consultation: false })
    const visit = await givenVisit()
    expect((await finalize(visit)).body.status).toBe(10)
    await settings({ finalize_invoice_with_consultation: true })
    expect(await invoiceOf(visit)).toMatchObject({ status: 0, invoice_number: null, total: '40.00' })
  })

  /** A visit whose draft was voided, as it was finalized and as it is then. */
  const givenVoided = async (fields: Parameters<typeof givenConsultation>[1] = {}) => {
    await settings({ finalize_invoice_with_consultation: false })
    const visit = await givenVisit(fields)
    const ended = (await finalize(visit)).body
    await settings({ finalize_invoice_with_consultation: true })
    await done(caller.post(`${ended.invoice}void/`))
    return { ended, visit: await done(caller.get(visit.url)) }
  }

  it('works again after its draft was voided and corrected', async () => {
    const { ended, visit } = await givenVoided()
    expect(ended.finished).not.toBeNull()
    expect(visit).toMatchObject({ status: 7, finished: null, invoice: null })
    expect(visit.status_changed > ended.status_changed).toBe(true)
    const [first, second] = visit.consultation_items
    await done(caller.patch(detailOf(await done(caller.get(first))), { quantity: '3' }))
    expect((await caller.delete(detailOf(await done(caller.get(second))))).status).toBe(204)
    await givenRow(caller, visit, { kind: 1, item: (await givenItem(caller, { type_code: 1, price: '5.00' })).url })
    const again = (await finalize(visit)).body
    expect(again).toMatchObject({ status: 10, finished: expect.any(String) })
    const after = `modified__gt=${encodeURIComponent(visit.modified)}`
    const { results: invoices } = await done(caller.get(`/invoice/?consultation__is=${visit.id}&status__is_not=99`))
    expect(invoices).toMatchObject([{ url: again.invoice, status: 3, total: '35.00' }])
    expect(invoices[0].invoice_number).toEqual(expect.any(Number))
    const { results: items } = await done(caller.get(`/consultationitem/?consultation__is=${visit.id}&${after}`))
    expect(items.map(({ invoicerow }: Body) => invoicerow)).toEqual(invoices[0].invoice_row)
    const { results: visits } = await done(caller.get(`/consultation/?id__is=${visit.id}&${after}`))
    expect(visits).toMatchObject([{ status: 10, invoice: again.invoice }])
    await done(pay(caller, invoices[0], invoices[0].due_sum))
    expect((await done(caller.get(visit.url))).status).toBe(9)
  })

  it('touches the rows of a voided draft, which link to no items', async () => {
    const { ended, visit } = await givenVoided()
    const voided = await done(caller.get(ended.invoice))
    expect(voided).toMatchObject({ status: 99, consultation: visit.url, total: '40.00' })
    const after = encodeURIComponent(visit.modified)
    const { results } = await done(caller.get(`/invoicerow/?invoice__is=${voided.id}&modified__gte=${after}`))
    expect(results.map(({ consultation_item }: Body) => consultation_item)).toEqual([null, null])
  })

  it('keeps a finished that was sent when its draft is voided', async () => {
    const times = { started: '2026-02-01T10:00:00Z', finished: '2026-02-01T11:00:00Z' }
    const { visit } = await givenVoided(times)
    expect(visit).toMatchObject({ status: 7, finished: '2026-02-01T11:00:00.000000Z' })
  })

  it('cannot be undone by staff, and a visit with a voided draft cannot be withdrawn', async () => {
    const finalized = await givenVisit()
    await finalize(finalized)
    expect((await changeStatus(finalized, 7)).status).toBe(400)
    const { visit } = await givenVoided()
    for (const item of visit.consultation_items)
      expect((await caller.delete(detailOf(await done(caller.get(item))))).status).toBe(204)
    const { status, body } = await caller.delete(visit.url)
    expect([status, body.non_field_errors]).toEqual([400, [expect.stringContaining('Finalize it')]])
  })

  it('has no patient on a row that was for several', async () => {
    const { client, ...one } = await givenPatient(caller)
    const visit = await givenVisit({ patients: [{ client, ...one }, await givenPatient(caller, { client })] })
    await finalize(visit)
    expect((await rowsOf(await invoiceOf(visit))).map(({ patient }) => patient)).toEqual([null, null])
  })

  it('bills the alternative payer’s share', async () => {
    const patient = await givenPatient(caller)
    const payer = await givenPayer(caller, { client: patient.client })
    const visit = await givenVisit({
      patients: [patient],
      alternative_payer: payer.url,
      alternative_payer_share: '75.00',
    })
    await finalize(visit)
    const invoice = await invoiceOf(visit)
    expect(invoice).toMatchObject({ alternative_payer: payer.url, alternative_payer_share: '75.00' })
    expect(Number(invoice.client_due_sum)).toBeCloseTo(Number(invoice.due_sum) / 4, 2)
  })

  it('[S273] [S393] answers 10 for a visit that costs nothing, whose invoice of 0.00 is settled', async () => {
    const visit = await givenConsultation(caller)
    const { modified } = await done(changeStatus(visit, 8))
    const { status, body } = await finalize(visit)
    expect([status, body]).toMatchObject([200, { status: 10, finished: expect.any(String) }])
    expect(await done(caller.get(visit.url))).toEqual(body)
    const invoice = await invoiceOf(visit)
    expect(invoice).toMatchObject({ status: 3, due_sum: '0.00', date_paid: invoice.invoice_date })
    const after = `/consultation/?id__is=${visit.id}&modified__gt=${encodeURIComponent(modified)}`
    expect((await done(caller.get(after))).results).toEqual([body])
    const { rows } = await clinic.within((tx) =>
      sql`select changes -> 'status' as status from auditevent where resource = 'consultation' and record = ${visit.id}
        and changes ? 'status' order by id desc limit 1`.execute(tx),
    )
    expect(rows).toEqual([{ status: { from: 8, to: 10 } }])
    expect((await finalize(visit)).status).toBe(400)
  })

  it('[S274] [S393] answers 10 for a visit that costs nothing and is ready for discharge', async () => {
    const visit = await givenConsultation(caller)
    for (const status of [8, 5]) await done(changeStatus(visit, status))
    expect(await done(finalize(visit))).toMatchObject({ status: 10, invoice: expect.any(String) })
  })

  it('leaves a visit that costs nothing at 10 when its draft is finalized', async () => {
    await settings({ finalize_invoice_with_consultation: false })
    const visit = await givenConsultation(caller)
    await done(changeStatus(visit, 8))
    const { body } = await finalize(visit)
    await settings({ finalize_invoice_with_consultation: true })
    expect(body.status).toBe(10)
    await done(caller.post(`${body.invoice}finalize/`))
    expect(await done(caller.get(visit.url))).toMatchObject({ status: 10, finished: body.finished })
  })

  it('makes one invoice when twenty ask at once', async () => {
    const visit = await givenVisit()
    await caller.post(`${visit.url}update_status/`, { status: 5 })
    const answers = await twentyAtOnce(() => finalize(visit))
    expect(statusesOf(answers)).toEqual([200, ...Array(19).fill(400)])
    const { id } = visit
    const { count } = await clinic.within((tx) =>
      tx
        .selectFrom('invoice')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('consultation', '=', id)
        .executeTakeFirstOrThrow(),
    )
    expect(count).toBe(1)
  })

  it('does not deadlock with changes of its items', async () => {
    const visit = await givenVisit()
    const { consultation_items: items } = await done(caller.get(visit.url))
    const details = [detailOf(await done(caller.get(items[0]))), detailOf(await done(caller.get(items[1])))]
    const answers = await twentyAtOnce((at) =>
      at === 10
        ? finalize(visit)
        : caller.patch(
            details[at % 2]!,
            { quantity: `${at + 1}` },
            at % 3 === 0 ? { headers: { 'if-match': '*' } } : {},
          ),
    )
    expect(answers[10]!.status).toBe(200)
    expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([])
    const rows = await rowsOf(await invoiceOf(visit))
    for (const [at, url] of items.entries())
      expect(await done(caller.get(url))).toMatchObject({ invoicerow: rows[at]!.url, quantity: rows[at]!.quantity })
  })

  it('answers 404 for a visit that was withdrawn', async () => {
    const { id } = await givenConsultation(caller)
    await clinic.within((tx) => withdrawConsultation(tx, actorOf(clinic.id), id))
    const finalizing = clinic.within((tx) => finalizeConsultation(tx, actorOf(clinic.id), id))
    await expect(finalizing).rejects.toMatchObject({ status: 404 })
  })

  it('[S266] is followed by 9 when the invoice is paid, and by 10 again when the payment is cancelled', async () => {
    const visit = await givenVisit()
    await finalize(visit)
    const { url, due_sum } = await invoiceOf(visit)
    const payment = await done(caller.post('/invoicepayment/', { invoice: url, payment_type: 0, paid: due_sum }))
    expect((await done(caller.get(visit.url))).status).toBe(9)
    const taken = { info: 'Typed twice', cancel_date: new Date().toISOString() }
    await done(caller.post(`${payment.url}cancel_payment/`, taken))
    expect((await done(caller.get(visit.url))).status).toBe(10)
  })

  it('shows invoices, rows and payments in full/', async () => {
    const visit = await givenVisit()
    await finalize(visit)
    const { url, due_sum } = await invoiceOf(visit)
    await done(caller.post('/invoicepayment/', { invoice: url, payment_type: 0, paid: due_sum }))
    const full = await done(caller.get(`${visit.url}full/`))
    expect(full.invoices_data).toMatchObject([{ url, due_sum: '0.00' }])
    expect(full.invoice_rows_data).toHaveLength(2)
    expect(full.invoice_payments_data).toMatchObject([{ invoice: url, paid: due_sum }])
  })
})

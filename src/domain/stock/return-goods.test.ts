import { afterAll, describe, expect, it } from 'vitest'
import { useClinic, type TestResponse } from '../../../test/support/api.ts'
import { done, givenInvoice } from '../../../test/support/billing.ts'
import { givenClient, givenConsultation, givenItem, givenRow } from '../../../test/support/clinic.ts'
import { givenStock, movementsOf, requireSums, stockOf } from '../../../test/support/stock.ts'

type Body = TestResponse['body']
const { clinic, caller } = await useClinic()
afterAll(() => requireSums(clinic))

const department = clinic.url('department', clinic.department)
const refund = (invoice: Body, body: object = {}) => done(caller.post(`${invoice.url}full_refund/`, body))
const refundRows = (invoice: Body, invoice_rows: readonly object[]) =>
  done(caller.post(`${invoice.url}partial_refund/`, { invoice_rows }))
const early = { batch_number: 'EARLY', expiry_date: '2027-01-31' }
const late = { batch_number: 'LATE', expiry_date: '2028-01-31' }

/** An item of which three expire soon and five later, and an invoice that sold four of them. */
const givenSold = async () => {
  const item = await givenItem(caller)
  await givenStock(caller, clinic, item, '3', early)
  await givenStock(caller, clinic, item, '5', late)
  const client = await givenClient(caller)
  const invoice = await givenInvoice(caller, clinic, { client: client.url, items: [{ item: item.url, quantity: '4' }] })
  return { item, client, invoice }
}

describe('a full refund', () => {
  it('moves no stock unless it is asked to', async () => {
    const { item, invoice } = await givenSold()
    const note = await refund(invoice)
    expect(await stockOf(caller, item)).toEqual(['LATE 2028-01-31: 4.000'])
    expect((await done(caller.get(note.invoice_row[0]))).return_to_stock).toBe(false)
  })

  it('puts the goods back into the batches they came from, and names the row of the credit note', async () => {
    const { item, client, invoice } = await givenSold()
    const note = await refund(invoice, { return_to_stock: true })
    expect(await stockOf(caller, item)).toEqual(['EARLY 2027-01-31: 3.000', 'LATE 2028-01-31: 5.000'])
    const returned = await movementsOf(caller, item, '&cause__is=3')
    expect(returned.map(({ batch_number, quantity }) => [batch_number, quantity])).toEqual([
      ['EARLY', '3.000'],
      ['LATE', '1.000'],
    ])
    expect(returned[0]).toMatchObject({ cause: 3, client: client.url, invoicerow: note.invoice_row[0] })
    expect(returned[0].countersale_item).not.toBeNull()
    expect((await done(caller.get(note.invoice_row[0]))).return_to_stock).toBe(true)
    expect((await done(caller.get(invoice.invoice_row[0]))).return_to_stock).toBe(false)
  })

  it('gives back what a visit took, and nothing for work and what was prescribed', async () => {
    const [item, prescribed] = [await givenItem(caller, { type_code: 2 }), await givenItem(caller, { type_code: 2 })]
    const visit = await givenConsultation(caller, { department })
    await givenRow(caller, visit, { item: item.url, quantity: '2', batch_number: 'V1' })
    await givenRow(caller, visit, { item: prescribed.url, usage_type: 3 })
    await givenRow(caller, visit, { kind: 1 })
    await done(caller.post(`${visit.url}update_status/`, { status: 10 }))
    const invoice = await done(caller.get((await done(caller.get(visit.url))).invoice))
    await refund(invoice, { return_to_stock: true })
    expect(await stockOf(caller, item)).toEqual([])
    const [returned] = await movementsOf(caller, item, '&cause__is=3')
    expect(returned).toMatchObject({ quantity: '2.000', consultation: visit.url, patients: visit.patients })
    expect(await movementsOf(caller, prescribed)).toEqual([])
  })

  it('changes nothing in a dry run', async () => {
    const { item, invoice } = await givenSold()
    const { status } = await caller.post(
      `${invoice.url}full_refund/`,
      { return_to_stock: true },
      { headers: { prefer: 'dry-run' } },
    )
    expect(status).toBe(201)
    expect(await stockOf(caller, item)).toEqual(['LATE 2028-01-31: 4.000'])
  })
})

describe('a partial refund', () => {
  it('puts back the goods of the rows that say so', async () => {
    const [kept, returned] = [await givenItem(caller), await givenItem(caller)]
    const invoice = await givenInvoice(caller, clinic, {
      items: [
        { item: kept.url, quantity: '2' },
        { item: returned.url, quantity: '3' },
      ],
    })
    const [first, second] = invoice.invoice_row
    const note = await refundRows(invoice, [{ invoice_row: first }, { invoice_row: second, return_to_stock: true }])
    expect(await stockOf(caller, kept)).toEqual([': -2.000'])
    expect(await stockOf(caller, returned)).toEqual([])
    const flags: boolean[] = []
    for (const row of note.invoice_row) flags.push((await done(caller.get(row))).return_to_stock)
    expect(flags).toEqual([false, true])
  })

  it('returns the rest with the refund of the rest', async () => {
    const [first, second] = [await givenItem(caller), await givenItem(caller)]
    const invoice = await givenInvoice(caller, clinic, { items: [{ item: first.url }, { item: second.url }] })
    await refundRows(invoice, [{ invoice_row: invoice.invoice_row[0], return_to_stock: true }])
    expect([await stockOf(caller, first), await stockOf(caller, second)]).toEqual([[], [': -1.000']])
    await refund(invoice, { return_to_stock: true })
    expect([await stockOf(caller, first), await stockOf(caller, second)]).toEqual([[], []])
  })
})

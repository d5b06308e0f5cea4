import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { useClinic, type TestResponse } from '../../../test/support/api.ts'
import { done, givenInvoice, givenSale } from '../../../test/support/billing.ts'
import { detailOf, givenConsultation, givenItem, givenRow, statusesOf } from '../../../test/support/clinic.ts'
import { useSuperuser } from '../../../test/support/database.ts'
import { useRateWindows } from '../../../test/support/rates.ts'
import { givenStock, requireSums, stockOf } from '../../../test/support/stock.ts'
import { waitForLock } from '../../../test/support/writes.ts'

type Body = TestResponse['body']
const { api, clinic, caller } = await useClinic()
const rates = await useRateWindows(api)
const administrator = await useSuperuser(api)
beforeEach(() => rates.empty())
afterAll(() => requireSums(clinic))

const department = clinic.url('department', clinic.department)
const visit = () => givenConsultation(caller, { department })
const atOnce = (count: number, ask: (at: number) => Promise<TestResponse>) =>
  Promise.all(Array.from({ length: count }, (_, at) => ask(at)))
const deadlocks = async () => {
  const { rows } = await administrator.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]!.deadlocks)
}

describe('fifty at once', () => {
  it('take each from one batch once', async () => {
    const item = await givenItem(caller, { type_code: 2 })
    await givenStock(caller, clinic, item, '30', { batch_number: 'B', expiry_date: '2027-01-31' })
    const visits: Body[] = []
    for (let at = 0; at < 10; at++) visits.push(await visit())
    const sale = await givenSale(caller, clinic, { items: [] })
    const answers = await atOnce(50, (at) => {
      const row = { item: item.url, quantity: '1', ...(at % 3 === 0 && { batch_number: 'B' }) }
      return at % 5 === 0
        ? caller.post(`${sale.url}add_item/`, row)
        : caller.post(`/consultation/${visits[at % 10].id}/medicines/`, row)
    })
    expect(answers.filter(({ status }) => status >= 300).map(({ text }) => text)).toEqual([])
    const stock = await stockOf(caller, item)
    const total = stock.reduce((sum, level) => sum + Number(level.split(': ')[1]), 0)
    expect(total).toBe(-20)
    await requireSums(clinic)
  })

  it('open one level of a batch that is new', async () => {
    const item = await givenItem(caller, { type_code: 2 })
    const visits: Body[] = []
    for (let at = 0; at < 10; at++) visits.push(await visit())
    const answers = await atOnce(50, (at) =>
      caller.post(`/consultation/${visits[at % 10].id}/medicines/`, {
        item: item.url,
        quantity: '1',
        batch_number: 'NEW',
      }),
    )
    expect(statusesOf(answers)).toEqual(Array(50).fill(201))
    expect(await stockOf(caller, item)).toEqual(['NEW: -50.000'])
  })

  it('change and remove a row, and leave nothing of it', async () => {
    const item = await givenItem(caller, { type_code: 2 })
    await givenStock(caller, clinic, item, '100', { batch_number: 'B' })
    const row = await givenRow(caller, await visit(), { item: item.url, quantity: '5' })
    const answers = await atOnce(50, (at) =>
      at === 25 ? caller.delete(detailOf(row)) : caller.patch(detailOf(row), { quantity: String(1 + (at % 7)) }),
    )
    expect(answers.filter(({ status }) => ![200, 204, 404].includes(status)).map(({ text }) => text)).toEqual([])
    expect(await stockOf(caller, item)).toEqual(['B: 100.000'])
  })

  it('credit a sale once, and its goods come back once', async () => {
    const item = await givenItem(caller)
    const invoice = await givenInvoice(caller, clinic, { items: [{ item: item.url, quantity: '7' }] })
    const answers = await atOnce(50, () => caller.post(`${invoice.url}full_refund/`, { return_to_stock: true }))
    expect(statusesOf(answers)).toEqual([201, ...Array(49).fill(400)])
    expect(await stockOf(caller, item)).toEqual([])
  })

  it('count while visits take: what is left is what the last count leaves', async () => {
    const item = await givenItem(caller, { type_code: 2 })
    await givenStock(caller, clinic, item, '10', { batch_number: 'B' })
    const here = await visit()
    const answers = await atOnce(40, (at) =>
      at % 4 === 0
        ? caller.post('/stock_movement/count/', { department, item: item.url, batch_number: 'B', counted: '100' })
        : caller.post(`/consultation/${here.id}/medicines/`, { item: item.url, quantity: '1', batch_number: 'B' }),
    )
    expect(answers.filter(({ status }) => status !== 201).map(({ text }) => text)).toEqual([])
    // The rows that were committed after the last count, in the order of the audit trail.
    const { rows } = await clinic.within((tx) =>
      sql<{ left: string }>`
        with event as (select a.sequence, m.cause from auditevent a join stock_movement m on m.id = a.record
          where a.resource = 'stock_movement' and a.action = 'create' and m.item = ${item.id})
        select (100 - count(*))::numeric(9, 3) as left from event
        where cause = 1 and sequence > (select max(sequence) from event where cause = 4)`.execute(tx),
    )
    expect(await stockOf(caller, item)).toEqual([`B: ${rows[0]!.left}`])
  })
})

describe('everything at once', () => {
  it('ends without a deadlock, though items are used, sold and returned in opposite orders', async () => {
    const before = await deadlocks()
    const [first, second] = [await givenItem(caller, { type_code: 2 }), await givenItem(caller, { type_code: 2 })]
    const elsewhere = clinic.url('department', clinic.department)
    const visits: Body[] = []
    const invoices: Body[] = []
    for (let at = 0; at < 6; at++) {
      const items = at % 2 === 0 ? [first, second] : [second, first]
      const here = await visit()
      for (const item of items) await givenRow(caller, here, { item: item.url })
      visits.push(here)
      invoices.push(await givenInvoice(caller, clinic, { items: items.map(({ url }) => ({ item: url })) }))
    }
    const other = (await done(caller.post('/department/', { name: 'Elsewhere' }))).url
    const answers = await atOnce(60, (at) => {
      const [here, invoice] = [visits[at % 6], invoices[at % 6]]
      const item = at % 2 === 0 ? first : second
      if (at % 5 === 0) return caller.patch(here.url, { department: at % 2 === 0 ? other : elsewhere })
      if (at % 5 === 1) return caller.post(`${invoice.url}full_refund/`, { return_to_stock: true })
      if (at % 5 === 2) return caller.patch(item.url, { price: `${10 + at}` })
      if (at % 5 === 3) return caller.post('/stock_movement/count/', { department, item: item.url, counted: `${at}` })
      return caller.post(`/consultation/${here.id}/medicines/`, { item: item.url, quantity: '1' })
    })
    expect(answers.filter(({ status }) => ![200, 201, 400].includes(status)).map(({ text }) => text)).toEqual([])
    await administrator.query('select pg_stat_clear_snapshot()')
    expect(await deadlocks()).toBe(before)
    await requireSums(clinic)
  })

  it('lets a row wait for a change of dosage units, and counts by the new ones', async () => {
    const item = await givenItem(caller, { type_code: 2, dosage_units: '10' })
    const here = await visit()
    const { promise: committing, resolve: commit } = Promise.withResolvers<void>()
    const { promise: changed, resolve: haveChanged } = Promise.withResolvers<void>()
    onTestFinished(() => commit())
    const changing = clinic.within(async (tx) => {
      await tx.updateTable('item').set({ dosage_units: '20' }).where('id', '=', item.id).execute()
      haveChanged()
      await committing
    })
    await changed
    const asked = caller.post(`/consultation/${here.id}/medicines/`, { item: item.url, quantity: '1' })
    await waitForLock(administrator, 'transactionid')
    commit()
    await changing
    expect((await asked).status).toBe(201)
    expect(await stockOf(caller, item)).toEqual([': -20.000'])
  })
})

import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { useClinic, type TestResponse } from '../../../test/support/api.ts'
import { done, givenSale } from '../../../test/support/billing.ts'
import {
  detailOf,
  givenClient,
  givenConsultation,
  givenDepartment,
  givenItem,
  givenLabRow,
  givenPatient,
  givenRow,
} from '../../../test/support/clinic.ts'
import { givenStock, movementsOf, requireSums, stockOf } from '../../../test/support/stock.ts'

type Body = TestResponse['body']
const { clinic, caller } = await useClinic()
afterAll(() => requireSums(clinic))

const visit = (fields: object = {}) =>
  givenConsultation(caller, { department: clinic.url('department', clinic.department), ...fields })
const medicine = (fields: object = {}) => givenItem(caller, { type_code: 2, ...fields })
const early = { batch_number: 'EARLY', expiry_date: '2027-01-31' }
const late = { batch_number: 'LATE', expiry_date: '2028-01-31' }
/** A medicine with three of a batch that expires soon and five of one that expires later. */
const withTwoBatches = async () => {
  const item = await medicine()
  await givenStock(caller, clinic, item, '5', late)
  await givenStock(caller, clinic, item, '3', early)
  return item
}
const change = (row: Body, fields: object) => done(caller.patch(detailOf(row), fields))
const remove = async (row: Body) => expect((await caller.delete(detailOf(row))).status).toBe(204)

describe('a row of a visit', () => {
  it('takes what it names from the stock of its department, and says for whom', async () => {
    const item = await medicine()
    await givenStock(caller, clinic, item, '10', early)
    const here = await visit()
    const row = await givenRow(caller, here, { item: item.url, quantity: '2.5', batch_number: 'EARLY' })
    expect(await stockOf(caller, item)).toEqual(['EARLY 2027-01-31: 7.500'])
    const [movement] = await movementsOf(caller, item, '&cause__is=1')
    expect(movement).toMatchObject({
      item: item.url,
      department: here.department,
      ...early,
      quantity: '-2.500',
      cause: 1,
      batch_assumed: false,
      counted: null,
      reason: '',
      consultation: here.url,
      consultation_item: row.url,
      countersale: null,
      countersale_item: null,
      invoicerow: null,
      client: here.client,
      patients: here.patients,
    })
  })

  it.each([2, 3, 4] as const)('moves stock of type %i', async (kind) => {
    const item = await givenItem(caller, { type_code: kind })
    await givenRow(caller, await visit(), { kind, item: item.url, quantity: '3' })
    expect(await stockOf(caller, item)).toEqual([': -3.000'])
  })

  it('moves no stock of procedures and laboratory analyses', async () => {
    const here = await visit()
    const procedure = await givenItem(caller, { type_code: 1 })
    await givenRow(caller, here, { kind: 1, item: procedure.url })
    const analysis = await givenItem(caller, { type_code: 5 })
    await givenLabRow(clinic, here, analysis)
    expect([...(await movementsOf(caller, procedure)), ...(await movementsOf(caller, analysis))]).toEqual([])
  })

  it.each([1, 2, 4])('[S149] is taken from stock when its usage_type is %i', async (usage_type) => {
    const item = await medicine()
    await givenRow(caller, await visit(), { item: item.url, usage_type, quantity: '2' })
    expect(await stockOf(caller, item)).toEqual([': -2.000'])
  })

  it('[S149] moves nothing while it is only prescribed, and follows when that changes', async () => {
    const item = await medicine()
    const row = await givenRow(caller, await visit(), { item: item.url, usage_type: 3, quantity: '2' })
    expect(await movementsOf(caller, item)).toEqual([])
    await change(row, { usage_type: 2 })
    expect(await stockOf(caller, item)).toEqual([': -2.000'])
    await change(row, { usage_type: 3 })
    expect(await stockOf(caller, item)).toEqual([])
  })

  it('[S150] moves dosage units: those of a package, or one for each that is counted', async () => {
    const item = await medicine({ dosage_units: '20' })
    await givenStock(caller, clinic, item, '100')
    const here = await visit()
    const row = await givenRow(caller, here, { item: item.url, quantity: '1.5' })
    expect(await stockOf(caller, item)).toEqual([': 70.000'])
    await givenRow(caller, here, { item: item.url, quantity: '7', usage_size: 2 })
    expect(await stockOf(caller, item)).toEqual([': 63.000'])
    await change(row, { usage_size: 2 })
    expect(await stockOf(caller, item)).toEqual([': 91.500'])
  })

  it('rounds to three decimals, half away from zero', async () => {
    const item = await medicine({ dosage_units: '0.333' })
    const here = await visit()
    await givenRow(caller, here, { item: item.url, quantity: '0.5' })
    expect(await stockOf(caller, item)).toEqual([': -0.167'])
    await givenRow(caller, here, { item: item.url, quantity: '0.001' })
    expect(await stockOf(caller, item)).toEqual([': -0.167'])
  })

  it('[S389] moves what a herd gets', async () => {
    const item = await medicine()
    const patient = await givenPatient(caller, { herd_size: 12 })
    const here = await visit({ patients: [patient] })
    const row = await givenRow(caller, here, { item: item.url, quantity: '0.25' })
    expect(await stockOf(caller, item)).toEqual([': -3.000'])
    await change(row, { no_multiplier: true })
    expect(await stockOf(caller, item)).toEqual([': -0.250'])
  })

  it('ignores spaces around a batch number', async () => {
    const item = await withTwoBatches()
    await givenRow(caller, await visit(), { item: item.url, batch_number: ' LATE ' })
    expect(await stockOf(caller, item)).toEqual(['EARLY 2027-01-31: 3.000', 'LATE 2028-01-31: 4.000'])
  })
})

describe('a row without a batch number', () => {
  it('takes the batch that expires first, and says that it is assumed', async () => {
    const item = await withTwoBatches()
    await givenRow(caller, await visit(), { item: item.url, quantity: '4' })
    expect(await stockOf(caller, item)).toEqual(['LATE 2028-01-31: 4.000'])
    const taken = await movementsOf(caller, item, '&cause__is=1')
    expect(taken.map((one) => [one.batch_number, one.quantity, one.batch_assumed])).toEqual([
      ['EARLY', '-3.000', true],
      ['LATE', '-1.000', true],
    ])
  })

  it('takes stock whose batch or date is not known last', async () => {
    const item = await withTwoBatches()
    await givenStock(caller, clinic, item, '2')
    await givenStock(caller, clinic, item, '2', { batch_number: 'UNDATED' })
    await givenRow(caller, await visit(), { item: item.url, quantity: '11' })
    expect(await stockOf(caller, item)).toEqual([': 1.000'])
    const last = (await movementsOf(caller, item, '&cause__is=1')).at(-1)
    expect([last.batch_number, last.batch_assumed]).toEqual(['', false])
  })

  it('leaves a shortfall without a batch, which is flagged', async () => {
    const item = await withTwoBatches()
    await givenRow(caller, await visit(), { item: item.url, quantity: '10' })
    expect(await stockOf(caller, item)).toEqual([': -2.000'])
    expect(await stockOf(caller, item, '&negative__is=true')).toEqual([': -2.000'])
    expect(await stockOf(caller, item, '&negative__is=false')).toEqual([])
  })

  it('does not make a batch that is negative already more so', async () => {
    const item = await medicine()
    await givenStock(caller, clinic, item, '1', early)
    await givenRow(caller, await visit(), { item: item.url, quantity: '3', batch_number: 'EARLY' })
    await givenStock(caller, clinic, item, '1', late)
    await givenRow(caller, await visit(), { item: item.url, quantity: '2' })
    expect(await stockOf(caller, item)).toEqual([': -1.000', 'EARLY 2027-01-31: -2.000'])
  })
})

describe('a row with a batch number', () => {
  it('makes that batch negative, and no other', async () => {
    const item = await withTwoBatches()
    await givenRow(caller, await visit(), { item: item.url, quantity: '7', batch_number: 'EARLY' })
    expect(await stockOf(caller, item)).toEqual(['EARLY 2027-01-31: -4.000', 'LATE 2028-01-31: 5.000'])
  })

  it('opens a batch that is not known yet, without an expiry date', async () => {
    const item = await withTwoBatches()
    await givenRow(caller, await visit(), { item: item.url, quantity: '2', batch_number: 'NEW' })
    expect(await stockOf(caller, item)).toEqual(['EARLY 2027-01-31: 3.000', 'LATE 2028-01-31: 5.000', 'NEW: -2.000'])
  })
})

describe('a row that is changed', () => {
  it('takes more, and gives back what expires last first', async () => {
    const item = await withTwoBatches()
    const row = await givenRow(caller, await visit(), { item: item.url, quantity: '1' })
    await change(row, { quantity: '10' })
    expect(await stockOf(caller, item)).toEqual([': -2.000'])
    await change(row, { quantity: '9' })
    expect(await stockOf(caller, item)).toEqual([': -1.000'])
    await change(row, { quantity: '4' })
    expect(await stockOf(caller, item)).toEqual(['LATE 2028-01-31: 4.000'])
    await change(row, { quantity: '2' })
    expect(await stockOf(caller, item)).toEqual(['EARLY 2027-01-31: 1.000', 'LATE 2028-01-31: 5.000'])
  })

  it('adds no movement where it asks the same', async () => {
    const item = await withTwoBatches()
    const row = await givenRow(caller, await visit(), { item: item.url, quantity: '4' })
    const before = (await movementsOf(caller, item)).length
    await change(row, { instructions: 'Twice a day', quantity: '4' })
    expect(await movementsOf(caller, item)).toHaveLength(before)
  })

  it('takes from the batch that is named afterwards', async () => {
    const item = await withTwoBatches()
    const row = await givenRow(caller, await visit(), { item: item.url, quantity: '2' })
    await change(row, { batch_number: 'LATE' })
    expect(await stockOf(caller, item)).toEqual(['EARLY 2027-01-31: 3.000', 'LATE 2028-01-31: 3.000'])
    await change(row, { batch_number: '' })
    expect(await stockOf(caller, item)).toEqual(['EARLY 2027-01-31: 1.000', 'LATE 2028-01-31: 5.000'])
  })

  it('is no longer assumed once the batch that was assumed is named', async () => {
    const item = await withTwoBatches()
    const row = await givenRow(caller, await visit(), { item: item.url, quantity: '2' })
    await change(row, { batch_number: 'EARLY' })
    expect(await stockOf(caller, item)).toEqual(['EARLY 2027-01-31: 1.000', 'LATE 2028-01-31: 5.000'])
    const last = (await movementsOf(caller, item)).at(-1)
    expect([last.quantity, last.batch_assumed]).toEqual(['-2.000', false])
  })

  it('keeps the batches it took although one that expires sooner has come meanwhile', async () => {
    const item = await medicine()
    await givenStock(caller, clinic, item, '5', late)
    const row = await givenRow(caller, await visit(), { item: item.url, quantity: '2' })
    await givenStock(caller, clinic, item, '3', early)
    await change(row, { quantity: '3' })
    expect(await stockOf(caller, item)).toEqual(['EARLY 2027-01-31: 2.000', 'LATE 2028-01-31: 3.000'])
  })

  it('is refused without moving anything', async () => {
    const item = await medicine({ batch_number_required: true })
    const row = await givenRow(caller, await visit(), { item: item.url, batch_number: 'A' })
    expect((await caller.patch(detailOf(row), { batch_number: '', quantity: '5' })).status).toBe(400)
    expect(await stockOf(caller, item)).toEqual(['A: -1.000'])
  })

  it('starts at nothing where it is older than the ledger', async () => {
    const item = await medicine()
    const here = await visit()
    const [first, second] = [
      await givenRow(caller, here, { item: item.url, quantity: '2' }),
      await givenRow(caller, here, { item: item.url, quantity: '5' }),
    ]
    // As if neither had ever moved stock: they are unlinked, and what they took is counted away.
    await clinic.within((tx) =>
      sql`update stock_movement set consultation_item = null where item = ${item.id}`.execute(tx),
    )
    await givenStock(caller, clinic, item, '0')
    await change(first, { quantity: '3' })
    expect(await stockOf(caller, item)).toEqual([': -3.000'])
    await remove(second)
    expect(await stockOf(caller, item)).toEqual([': -3.000'])
  })
})

describe('a row that is removed', () => {
  it('gives everything back where it came from; its movements stay, and name its visit', async () => {
    const item = await withTwoBatches()
    const here = await visit()
    const row = await givenRow(caller, here, { item: item.url, quantity: '9' })
    const before = await movementsOf(caller, item, '&cause__is=1')
    await remove(row)
    expect(await stockOf(caller, item)).toEqual(['EARLY 2027-01-31: 3.000', 'LATE 2028-01-31: 5.000'])
    const after = await movementsOf(caller, item, '&cause__is=1')
    expect(after.map(({ quantity }) => quantity)).toEqual(['-3.000', '-5.000', '-1.000', '3.000', '5.000', '1.000'])
    for (const movement of after)
      expect(movement).toMatchObject({ consultation: here.url, consultation_item: null, patients: [] })
    expect(after[0].modified > before[0].modified).toBe(true)
  })

  it('lets its visit be withdrawn, which its movements then no longer name', async () => {
    const item = await withTwoBatches()
    const here = await visit()
    await remove(await givenRow(caller, here, { item: item.url }))
    expect((await caller.delete(here.url)).status).toBe(204)
    const [movement] = await movementsOf(caller, item, '&cause__is=1')
    expect(movement).toMatchObject({ consultation: null, client: here.client })
  })
})

describe('a visit', () => {
  it('takes its rows along to another department', async () => {
    const item = await withTwoBatches()
    const elsewhere = await givenDepartment(caller)
    await givenStock(caller, { ...clinic, department: elsewhere.id }, item, '3', { batch_number: 'THERE' })
    const here = await visit()
    await givenRow(caller, here, { item: item.url, quantity: '2' })
    await givenRow(caller, here, { item: item.url, quantity: '1', batch_number: 'LATE' })
    await done(caller.patch(here.url, { department: elsewhere.url }))
    expect(await stockOf(caller, item, `&department__is=${clinic.department}`)).toEqual([
      'EARLY 2027-01-31: 3.000',
      'LATE 2028-01-31: 5.000',
    ])
    expect(await stockOf(caller, item, `&department__is=${elsewhere.id}`)).toEqual(['LATE: -1.000', 'THERE: 1.000'])
  })

  it('moves nothing when it is finalized, and nothing when its draft is voided', async () => {
    const settings = `/settings/department/${(await givenDepartment(caller)).id}/`
    await done(caller.patch(settings, { finalize_invoice_with_consultation: false }))
    const item = await medicine()
    const here = await visit({ department: clinic.url('department', Number(settings.split('/').at(-2))) })
    const row = await givenRow(caller, here, { item: item.url, quantity: '2' })
    await done(caller.post(`${here.url}update_status/`, { status: 10 }))
    const { invoice } = await done(caller.get(here.url))
    await done(caller.post(`${invoice}void/`))
    expect(await stockOf(caller, item)).toEqual([': -2.000'])
    expect(await movementsOf(caller, item)).toHaveLength(1)
    await remove(row)
    expect(await stockOf(caller, item)).toEqual([])
  })

  it('touches the movements of a row whose patients change', async () => {
    const { url: client } = await givenClient(caller)
    const patients = [await givenPatient(caller, { client }), await givenPatient(caller, { client })]
    const item = await medicine()
    const row = await givenRow(caller, await visit({ patients }), { item: item.url })
    const [before] = await movementsOf(caller, item)
    expect(before.patients).toEqual(patients.map(({ url }: Body) => url))
    await change(row, { patients: [patients[1].url] })
    const [after] = await movementsOf(caller, item)
    expect(after.patients).toEqual([patients[1].url])
    expect(after.modified > before.modified).toBe(true)
  })
})

describe('a sale over the counter', () => {
  const rowOf = async (sale: Body) => done(caller.get(sale.countersale_items[0]))

  it('takes what is sold from the stock of its department, and says to whom', async () => {
    const item = await withTwoBatches()
    const patient = await givenPatient(caller)
    const sale = await givenSale(caller, clinic, {
      client: patient.client,
      items: [{ item: item.url, quantity: '4', batch_number: 'LATE', patient: patient.url }],
    })
    expect(await stockOf(caller, item)).toEqual(['EARLY 2027-01-31: 3.000', 'LATE 2028-01-31: 1.000'])
    const [movement] = await movementsOf(caller, item, '&cause__is=2')
    expect(movement).toMatchObject({
      quantity: '-4.000',
      cause: 2,
      batch_assumed: false,
      consultation: null,
      consultation_item: null,
      countersale: sale.url,
      countersale_item: sale.countersale_items[0],
      client: patient.client,
      patients: [patient.url],
    })
  })

  it('follows its rows until they are removed, and moves nothing when it is finalized', async () => {
    const item = await medicine({ dosage_units: '10' })
    await givenStock(caller, clinic, item, '100', early)
    const sale = await givenSale(caller, clinic, { items: [{ item: item.url, quantity: '2' }, {}] })
    const row = await rowOf(sale)
    expect(await stockOf(caller, item)).toEqual(['EARLY 2027-01-31: 80.000'])
    await done(caller.patch(row.url, { quantity: '3' }))
    expect(await stockOf(caller, item)).toEqual(['EARLY 2027-01-31: 70.000'])
    await done(caller.patch(row.url, { batch_number: 'OTHER' }))
    expect(await stockOf(caller, item)).toEqual(['EARLY 2027-01-31: 100.000', 'OTHER: -30.000'])
    expect((await caller.delete(row.url)).status).toBe(204)
    expect(await stockOf(caller, item)).toEqual(['EARLY 2027-01-31: 100.000'])
    const before = (await movementsOf(caller, item)).length
    await done(caller.post(`${sale.url}finalize/`))
    expect(await movementsOf(caller, item)).toHaveLength(before)
  })

  it('sells dosage units one by one', async () => {
    const item = await medicine({ dosage_units: '10' })
    await givenSale(caller, clinic, { items: [{ item: item.url, quantity: '3', usage_size: 2 }] })
    expect(await stockOf(caller, item)).toEqual([': -3.000'])
  })

  it('moves no stock of procedures', async () => {
    const item = await givenItem(caller, { type_code: 1 })
    await givenSale(caller, clinic, { items: [{ item: item.url }] })
    expect(await movementsOf(caller, item)).toEqual([])
  })

  it('touches the movements of a row that is for another patient', async () => {
    const patient = await givenPatient(caller)
    const item = await medicine()
    const sale = await givenSale(caller, clinic, { client: patient.client, items: [{ item: item.url }] })
    const [before] = await movementsOf(caller, item)
    await done(caller.patch(sale.countersale_items[0], { patient: patient.url }))
    const [after] = await movementsOf(caller, item)
    expect([before.patients, after.patients]).toEqual([[], [patient.url]])
    expect(after.modified > before.modified).toBe(true)
  })
})

import { afterAll, describe, expect, it } from 'vitest'
import { useClinic, type TestResponse } from '../../../test/support/api.ts'
import { done } from '../../../test/support/billing.ts'
import {
  asProblem,
  codesOf,
  givenConsultation,
  givenDepartment,
  givenItem,
  givenRow,
  idsIn,
} from '../../../test/support/clinic.ts'
import { givenStock, movementsOf, requireSums, stockOf } from '../../../test/support/stock.ts'

type Body = TestResponse['body']
const { clinic, caller } = await useClinic()
afterAll(() => requireSums(clinic))

const department = clinic.url('department', clinic.department)
const visit = () => givenConsultation(caller, { department })
const dated = { batch_number: 'B1', expiry_date: '2027-01-31' }
const waste = (item: Body, fields: object) =>
  caller.post(
    '/stock_movement/waste/',
    { department, item: item.url, quantity: '1', reason: 'Expired', ...fields },
    asProblem,
  )
const count = (item: Body, fields: object) =>
  caller.post('/stock_movement/count/', { department, item: item.url, counted: '1', ...fields }, asProblem)

describe('a count', () => {
  it('makes a batch that was not known what was counted, and answers 201 with the movement', async () => {
    const item = await givenItem(caller)
    const { status, body, headers } = await count(item, { ...dated, counted: '12.5', reason: 'Delivery' })
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(body.url)
    expect(body).toMatchObject({
      item: item.url,
      department,
      ...dated,
      quantity: '12.500',
      counted: '12.500',
      cause: 4,
      reason: 'Delivery',
      batch_assumed: false,
      client: null,
      patients: [],
    })
    expect(await done(caller.get(body.stock_level))).toMatchObject({
      item: item.url,
      department,
      ...dated,
      on_hand: '12.500',
      negative: false,
    })
  })

  it('moves the difference from what was expected, up or down', async () => {
    const item = await givenItem(caller)
    await givenStock(caller, clinic, item, '10', dated)
    await givenRow(caller, await visit(), { kind: 3, item: item.url, quantity: '4', batch_number: 'B1' })
    expect((await givenStock(caller, clinic, item, '5', dated)).quantity).toBe('-1.000')
    expect((await givenStock(caller, clinic, item, '8', dated)).quantity).toBe('3.000')
    expect(await stockOf(caller, item)).toEqual(['B1 2027-01-31: 8.000'])
  })

  it('is kept where it finds what was expected', async () => {
    const item = await givenItem(caller)
    await givenStock(caller, clinic, item, '10', dated)
    expect(await givenStock(caller, clinic, item, '10', dated)).toMatchObject({ quantity: '0.000', counted: '10.000' })
    expect(await givenStock(caller, clinic, item, '0', dated)).toMatchObject({ quantity: '-10.000', counted: '0.000' })
  })

  it('[decision-45] counts what has no expiry date beside what has one, if null is sent', async () => {
    const item = await givenItem(caller)
    await givenStock(caller, clinic, item, '10', dated)
    const counted = await givenStock(caller, clinic, item, '3', { batch_number: 'B1', expiry_date: null })
    expect(counted).toMatchObject({ quantity: '3.000', expiry_date: null })
    expect((await stockOf(caller, item)).toSorted()).toEqual(['B1 2027-01-31: 10.000', 'B1: 3.000'])
  })

  it('needs no expiry date where the batch has one only', async () => {
    const item = await givenItem(caller)
    await givenStock(caller, clinic, item, '10', dated)
    expect((await givenStock(caller, clinic, item, '9', { batch_number: ' B1 ' })).expiry_date).toBe('2027-01-31')
    await givenStock(caller, clinic, item, '2', { batch_number: 'B1', expiry_date: '2028-01-31' })
    expect(codesOf(await count(item, { batch_number: 'B1' }))).toEqual({ expiry_date: 'ambiguous' })
    expect(await stockOf(caller, item)).toEqual(['B1 2027-01-31: 9.000', 'B1 2028-01-31: 2.000'])
  })

  it('includes what was used of the batch before its expiry date was known', async () => {
    const item = await givenItem(caller)
    await givenRow(caller, await visit(), { kind: 3, item: item.url, quantity: '2', batch_number: 'B1' })
    expect(await stockOf(caller, item)).toEqual(['B1: -2.000'])
    const movement = await givenStock(caller, clinic, item, '8', dated)
    expect(movement).toMatchObject({ quantity: '8.000', counted: '8.000', expiry_date: '2027-01-31' })
    expect(await stockOf(caller, item)).toEqual(['B1 2027-01-31: 8.000'])
    await givenRow(caller, await visit(), { kind: 3, item: item.url, quantity: '3', batch_number: 'B1' })
    expect(await stockOf(caller, item)).toEqual(['B1 2027-01-31: 5.000'])
  })

  it('leaves other batches, departments and stock without a batch alone', async () => {
    const item = await givenItem(caller)
    const elsewhere = await givenDepartment(caller)
    await givenStock(caller, clinic, item, '1')
    await givenStock(caller, clinic, item, '2', { batch_number: 'B2' })
    await givenStock(caller, { ...clinic, department: elsewhere.id }, item, '3', dated)
    await givenStock(caller, clinic, item, '4', dated)
    expect(await stockOf(caller, item)).toEqual([
      ': 1.000',
      'B1 2027-01-31: 3.000',
      'B1 2027-01-31: 4.000',
      'B2: 2.000',
    ])
  })

  it.each([
    ['what is not kept in stock', { type_code: 1 }, {}, { item: 'not_stocked' }],
    ['less than nothing', {}, { counted: '-1' }, { counted: 'min_value' }],
    ['more decimals than there are', {}, { counted: '0.0001' }, { counted: 'max_decimal_places' }],
    ['a day that does not exist', {}, { expiry_date: '2027-02-30' }, { expiry_date: 'invalid' }],
  ])('refuses %s', async (_what, fields, sent, codes) => {
    expect(codesOf(await count(await givenItem(caller, fields), sent))).toEqual(codes)
  })

  it('takes an archived item, which has to be counted out', async () => {
    const item = await givenItem(caller)
    await givenStock(caller, clinic, item, '4')
    await caller.delete(item.url)
    await givenStock(caller, clinic, item, '0')
    expect(await stockOf(caller, item)).toEqual([])
  })

  it('needs the permission to write stock', async () => {
    const item = await givenItem(caller)
    const reader = await clinic.caller({ read: ['Settings: Stock'], write: ['Clinical: Consultations'] })
    for (const act of ['count', 'waste'])
      expect((await reader.post(`/stock_movement/${act}/`, { department, item: item.url })).status).toBe(403)
  })
})

describe('waste', () => {
  it('takes a quantity from a batch, for a reason', async () => {
    const item = await givenItem(caller)
    await givenStock(caller, clinic, item, '5', dated)
    const { status, body } = await waste(item, { batch_number: 'B1', quantity: '1.25' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...dated, quantity: '-1.250', cause: 5, reason: 'Expired', counted: null })
    expect(await stockOf(caller, item)).toEqual(['B1 2027-01-31: 3.750'])
  })

  it('may leave less than nothing', async () => {
    const item = await givenItem(caller)
    await givenStock(caller, clinic, item, '1', dated)
    await done(waste(item, { ...dated, quantity: '2' }))
    expect(await stockOf(caller, item, '&negative__is=true')).toEqual(['B1 2027-01-31: -1.000'])
  })

  it('refuses a batch that was never there', async () => {
    const item = await givenItem(caller)
    await givenStock(caller, clinic, item, '1', dated)
    for (const batch of [{ batch_number: 'B2' }, {}, { batch_number: 'B1', expiry_date: '2027-02-01' }])
      expect(codesOf(await waste(item, batch))).toEqual({ batch_number: 'unknown_batch' })
    expect(await movementsOf(caller, item)).toHaveLength(1)
  })

  it.each([
    ['no reason', { reason: undefined }, { reason: 'required' }],
    ['a blank reason', { reason: ' ' }, { reason: 'blank' }],
    ['nothing', { quantity: '0' }, { quantity: 'min_value' }],
    ['less than nothing', { quantity: '-1' }, { quantity: 'min_value' }],
  ])('refuses %s', async (_what, fields, codes) => {
    const item = await givenItem(caller)
    await givenStock(caller, clinic, item, '1')
    expect(codesOf(await waste(item, fields))).toEqual(codes)
  })
})

describe('the lists', () => {
  it('find levels by item, department, batch and expiry date', async () => {
    const item = await givenItem(caller)
    const soon = await givenStock(caller, clinic, item, '1', { batch_number: 'FIND', expiry_date: '2027-01-31' })
    const later = await givenStock(caller, clinic, item, '2', { batch_number: 'FIND', expiry_date: '2027-06-30' })
    const none = await givenStock(caller, clinic, item, '3', { batch_number: 'NONE' })
    const idOf = ({ stock_level }: Body) => Number(stock_level.split('/').at(-2))
    const found = async (query: string) => idsIn(await caller.get(`/stock_level/?item__is=${item.id}&${query}`))
    expect(await found('batch_number__is=FIND')).toEqual([idOf(soon), idOf(later)])
    expect(await found('expiry_date__lte=2027-01-31')).toEqual([idOf(soon)])
    expect(await found('expiry_date__is_null=true')).toEqual([idOf(none)])
    expect(await found(`department__is=${(await givenDepartment(caller)).id}`)).toEqual([])
    expect(await found('on_hand__gt=1&ordering=-expiry_date&expiry_date__gte=2027-01-01')).toEqual([idOf(later)])
  })

  it('find what has to be ordered: no more than the alert level in packages, all batches together', async () => {
    const item = await givenItem(caller, { dosage_units: '10', alert_level: '2' })
    await givenStock(caller, clinic, item, '15', { batch_number: 'B1' })
    await givenStock(caller, clinic, item, '6', { batch_number: 'B2' })
    const below = (wanted: boolean) =>
      caller
        .get(`/stock_level/?item__is=${item.id}&below_alert_level__is=${wanted}`)
        .then((answer) => idsIn(answer).length)
    expect([await below(true), await below(false)]).toEqual([0, 2])
    await done(waste(item, { batch_number: 'B2' }))
    expect([await below(true), await below(false)]).toEqual([2, 0])
    await done(caller.patch(item.url, { alert_level: null }))
    expect([await below(true), await below(false)]).toEqual([0, 2])
  })

  it('recall a batch: who got of it, in visits and sales', async () => {
    const item = await givenItem(caller, { type_code: 2 })
    await givenStock(caller, clinic, item, '10', { batch_number: 'RECALL-1' })
    const here = await visit()
    await givenRow(caller, here, { item: item.url, batch_number: 'RECALL-1' })
    const sale = await done(caller.post('/countersale/', { department, client: here.client }))
    await done(caller.post(`${sale.url}add_item/`, { item: item.url, quantity: '2', batch_number: 'RECALL-1' }))
    const query = '?batch_number__is=RECALL-1&cause__in=1,2&expose_client&expose_patients'
    const { results } = await done(caller.get(`/stock_movement/${query}`))
    expect(results.map((one: Body) => [one.quantity, one.consultation, one.countersale])).toEqual([
      ['-1.000', here.url, null],
      ['-2.000', null, sale.url],
    ])
    expect(results[0].client_data.url).toBe(here.client)
    expect(results[0].patients_data.map(({ url }: Body) => url)).toEqual(here.patients)
  })

  it('are read with Settings: Stock, levels also with Clinical: Consultations', async () => {
    const level = (await givenStock(caller, clinic, await givenItem(caller), '1')).stock_level
    const vet = await clinic.caller({ read: ['Clinical: Consultations'] })
    const stock = await clinic.caller({ read: ['Settings: Stock'] })
    const other = await clinic.caller({ read: ['Settings: Items'] })
    const statuses = (path: string) => Promise.all([vet, stock, other].map(async (as) => (await as.get(path)).status))
    expect(await statuses('/stock_level/')).toEqual([200, 200, 403])
    expect(await statuses(level)).toEqual([200, 200, 403])
    expect(await statuses('/stock_movement/')).toEqual([403, 200, 403])
  })
})

describe('what stock is counted in', () => {
  it('is fixed once stock has moved', async () => {
    const item = await givenItem(caller, { dosage_units: '10' })
    await done(caller.patch(item.url, { dosage_units: '20' }))
    await givenStock(caller, clinic, item, '40')
    const change = (fields: object) => caller.patch(item.url, fields, asProblem)
    expect(codesOf(await change({ dosage_units: '10' }))).toEqual({ dosage_units: 'has_movements' })
    expect(codesOf(await change({ type_code: 1 }))).toEqual({ type_code: 'has_movements' })
    expect((await change({ dosage_units: '20.000', type_code: 4, price: '11' })).status).toBe(200)
  })
})

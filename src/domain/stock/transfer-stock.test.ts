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
  statusesOf,
} from '../../../test/support/clinic.ts'
import { useRateWindows } from '../../../test/support/rates.ts'
import { givenStock, movementsOf, requireSums, stockOf } from '../../../test/support/stock.ts'

type Body = TestResponse['body']
const { api, clinic, caller } = await useClinic()
const rates = await useRateWindows(api)
afterAll(() => requireSums(clinic))

const department = clinic.url('department', clinic.department)
const dated = { batch_number: 'B1', expiry_date: '2027-01-31' }
const transfer = (item: Body, to: Body, fields: object = {}) =>
  caller.post(
    '/stock_movement/transfer/',
    { department, to_department: to.url, item: item.url, quantity: '1', ...dated, ...fields },
    asProblem,
  )
const inDepartment = (item: Body, { id }: { readonly id: number }) => stockOf(caller, item, `&department__is=${id}`)
const here = { id: clinic.department }

describe('a transfer', () => {
  it('takes a batch out of one department and puts it into another, and answers 201 with the movement out', async () => {
    const [item, ward] = [await givenItem(caller), await givenDepartment(caller)]
    await givenStock(caller, clinic, item, '10', dated)
    const { status, body, headers } = await transfer(item, ward, { quantity: '2.5', reason: 'Ward round' })
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(body.url)
    expect(body).toMatchObject({
      ...dated,
      department,
      other_department: ward.url,
      quantity: '-2.500',
      cause: 8,
      reason: 'Ward round',
    })
    expect(await inDepartment(item, here)).toEqual(['B1 2027-01-31: 7.500'])
    expect(await inDepartment(item, ward)).toEqual(['B1 2027-01-31: 2.500'])
    const [, out, into] = await movementsOf(caller, item)
    expect(out.url).toBe(body.url)
    expect(into).toMatchObject({
      ...dated,
      department: ward.url,
      other_department: department,
      quantity: '2.500',
      cause: 8,
      reason: 'Ward round',
      user: body.user,
    })
  })

  it('adds to what the other department has of the batch, and leaves other dates of it alone', async () => {
    const [item, ward] = [await givenItem(caller), await givenDepartment(caller)]
    await givenStock(caller, clinic, item, '10', dated)
    await givenStock(caller, { ...clinic, department: ward.id }, item, '1', dated)
    await givenStock(caller, { ...clinic, department: ward.id }, item, '5', {
      batch_number: 'B1',
      expiry_date: '2028-01-31',
    })
    await done(transfer(item, ward, { quantity: '4' }))
    expect((await inDepartment(item, ward)).toSorted()).toEqual(['B1 2027-01-31: 5.000', 'B1 2028-01-31: 5.000'])
  })

  it('needs no expiry date where the batch has one only, and moves stock without a batch', async () => {
    const [item, ward] = [await givenItem(caller), await givenDepartment(caller)]
    await givenStock(caller, clinic, item, '3', dated)
    await givenStock(caller, clinic, item, '2')
    await done(transfer(item, ward, { expiry_date: undefined }))
    await done(transfer(item, ward, { batch_number: '', expiry_date: null, quantity: '2' }))
    expect((await inDepartment(item, ward)).toSorted()).toEqual([': 2.000', 'B1 2027-01-31: 1.000'])
    await givenStock(caller, clinic, item, '9', { batch_number: 'B1', expiry_date: '2028-01-31' })
    expect(codesOf(await transfer(item, ward, { expiry_date: undefined }))).toEqual({ expiry_date: 'ambiguous' })
  })

  it('is taken back by one in the opposite direction', async () => {
    const [item, ward] = [await givenItem(caller), await givenDepartment(caller)]
    await givenStock(caller, clinic, item, '3', dated)
    await done(transfer(item, ward, { quantity: '3' }))
    await done(transfer(item, ward, { department: ward.url, to_department: department, quantity: '3' }))
    expect(await inDepartment(item, here)).toEqual(['B1 2027-01-31: 3.000'])
    expect(await inDepartment(item, ward)).toEqual([])
  })

  it('gives the other department the batch to use and to recall', async () => {
    const [item, ward] = [await givenItem(caller, { type_code: 2 }), await givenDepartment(caller)]
    await givenStock(caller, clinic, item, '3', dated)
    await done(transfer(item, ward, { quantity: '3' }))
    const visit = await givenConsultation(caller, { department: ward.url })
    await givenRow(caller, visit, { item: item.url, quantity: '1' })
    const [used] = await movementsOf(caller, item, '&batch_number__is=B1&cause__in=1,2,3')
    expect(used).toMatchObject({ ...dated, department: ward.url, quantity: '-1.000', other_department: null })
  })

  it.each([
    ['a batch that the department never had', { batch_number: 'B2' }, { batch_number: 'unknown_batch' }],
    ['another expiry date', { expiry_date: '2027-02-28' }, { batch_number: 'unknown_batch' }],
    ['more than is on hand', { quantity: '3.001' }, { quantity: 'not_enough_stock' }],
    ['the department where it is', { to_department: department }, { to_department: 'same_department' }],
    ['nothing', { quantity: '0' }, { quantity: 'min_value' }],
    ['less than nothing', { quantity: '-1' }, { quantity: 'min_value' }],
    ['no department to go to', { to_department: undefined }, { to_department: 'required' }],
  ])('refuses %s, and moves nothing', async (_what, fields, codes) => {
    const [item, ward] = [await givenItem(caller), await givenDepartment(caller)]
    await givenStock(caller, clinic, item, '3', dated)
    expect(codesOf(await transfer(item, ward, fields))).toEqual(codes)
    expect(await movementsOf(caller, item)).toHaveLength(1)
    expect(await inDepartment(item, ward)).toEqual([])
  })

  it('refuses what is not kept in stock', async () => {
    const [item, ward] = [await givenItem(caller, { type_code: 1 }), await givenDepartment(caller)]
    expect(codesOf(await transfer(item, ward))).toEqual({ item: 'not_stocked' })
  })

  it('can be tried by a dry run', async () => {
    const [item, ward] = [await givenItem(caller), await givenDepartment(caller)]
    await givenStock(caller, clinic, item, '3', dated)
    const { status, body } = await caller.post(
      '/stock_movement/transfer/',
      { department, to_department: ward.url, item: item.url, quantity: '2', ...dated },
      { headers: { prefer: 'dry-run' } },
    )
    expect(status).toBe(201)
    expect(body.quantity).toBe('-2.000')
    expect(await inDepartment(item, here)).toEqual(['B1 2027-01-31: 3.000'])
  })

  it('needs the permission to write stock', async () => {
    const [item, ward] = [await givenItem(caller), await givenDepartment(caller)]
    await givenStock(caller, clinic, item, '3', dated)
    const reader = await clinic.caller({ read: ['Settings: Stock'], write: ['Clinical: Consultations'] })
    const sent = { department, to_department: ward.url, item: item.url, quantity: '1', ...dated }
    expect((await reader.post('/stock_movement/transfer/', sent)).status).toBe(403)
  })
})

describe('many transfers at once', () => {
  it('move what is there and no more', async () => {
    await rates.empty()
    const [item, ward] = [await givenItem(caller), await givenDepartment(caller)]
    await givenStock(caller, clinic, item, '8', dated)
    const answers = await Promise.all(Array.from({ length: 24 }, () => transfer(item, ward)))
    expect(statusesOf(answers)).toEqual([...Array(8).fill(201), ...Array(16).fill(400)])
    expect(await inDepartment(item, here)).toEqual([])
    expect(await inDepartment(item, ward)).toEqual(['B1 2027-01-31: 8.000'])
  })

  it('in opposite directions lose nothing', async () => {
    await rates.empty()
    const [item, ward] = [await givenItem(caller), await givenDepartment(caller)]
    await givenStock(caller, clinic, item, '50', dated)
    await givenStock(caller, { ...clinic, department: ward.id }, item, '50', dated)
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, at) =>
        at % 2 === 0
          ? transfer(item, ward)
          : transfer(item, ward, { department: ward.url, to_department: department, quantity: '2' }),
      ),
    )
    expect(statusesOf(answers)).toEqual(Array(24).fill(201))
    expect(await inDepartment(item, here)).toEqual(['B1 2027-01-31: 62.000'])
    expect(await inDepartment(item, ward)).toEqual(['B1 2027-01-31: 38.000'])
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { useClinic, type TestResponse } from '../../../test/support/api.ts'
import { done, givenInvoice } from '../../../test/support/billing.ts'
import { givenDepartment, givenItem, givenWholesaler } from '../../../test/support/clinic.ts'
import { useSuperuser } from '../../../test/support/database.ts'
import { givenOrder, givenSentOrder, givenSupplied } from '../../../test/support/ordering.ts'
import { givenStock, movementsOf } from '../../../test/support/stock.ts'

type Body = TestResponse['body']
const { api, clinic, caller: staff } = await useClinic()
const administrator = await useSuperuser(api)
const department = clinic.url('department', clinic.department)
let wholesaler: { readonly id: number; readonly url: string }

const proposedOf = async (item: Body, at: string = department): Promise<Body> =>
  done(staff.get(`${at}proposed_orders/`)).then(({ results }) => results.find((line: Body) => line.item === item.url))

/** An item whose packages of ten the department begins to reorder at five. */
const givenLow = (units: string, fields: Readonly<Record<string, unknown>> = {}) =>
  givenSupplied(
    clinic,
    staff,
    { primary: [wholesaler, 'W-1'] },
    { dosage_units: '10', alert_level: '5', wholesale_price: '2.5000', ...fields },
  ).then(async (item: Body) => {
    await givenStock(staff, clinic, item, units)
    return item
  })

/** Dates what was sold of an item so many days back, past the audit trail, which keeps what the API writes. */
const soldDaysAgo = async (item: Body, days: number) => {
  await administrator.query('set session_replication_role = replica')
  await administrator.query(
    `update stock_movement set created = clock_timestamp() - make_interval(days => $3) where organisation = $1 and item = $2 and cause = 2`,
    [clinic.id, item.id, days],
  )
}

beforeAll(async () => {
  wholesaler = await givenWholesaler(staff, { name: 'VetMed' })
})

describe('what a department should order', () => {
  it('is what is at or below its alert level, until there is more than that', async () => {
    const [low, at, enough] = [await givenLow('15'), await givenLow('50'), await givenLow('51')]
    expect(await proposedOf(low)).toEqual({
      wholesaler: wholesaler.url,
      item: low.url,
      on_hand: '1.500',
      alert_level: '5.000',
      weekly_use: '0.000',
      on_order: '0.000',
      quantity: '4.000',
      wholesale_price: '2.5000',
    })
    // Nobody uses it, but the clinic wants more than its alert level.
    expect(await proposedOf(at)).toMatchObject({ on_hand: '5.000', quantity: '1.000' })
    expect(await proposedOf(enough)).toBeUndefined()
  })

  it('covers the use of the weeks ahead, as it was in the eight weeks before, less what came back', async () => {
    const item = await givenLow('200')
    const sold = await givenInvoice(staff, clinic, { items: [{ item: item.url, quantity: '18' }] })
    expect(await proposedOf(item)).toMatchObject({ on_hand: '2.000', weekly_use: '2.250', quantity: '12.000' })
    await soldDaysAgo(item, 55)
    expect(await proposedOf(item)).toMatchObject({ weekly_use: '2.250' })
    await soldDaysAgo(item, 57)
    expect(await proposedOf(item)).toMatchObject({ weekly_use: '0.000', quantity: '4.000' })
    await soldDaysAgo(item, 1)
    await done(staff.post(`${sold.url}full_refund/`, { return_to_stock: true }))
    expect((await movementsOf(staff, item)).map(({ cause }) => cause)).toEqual([4, 2, 3])
    expect(await proposedOf(item)).toBeUndefined()
  })

  it('is never more than a line of an order takes', async () => {
    const item = await givenLow('0.010', { alert_level: '999999999.999' })
    expect(await proposedOf(item)).toMatchObject({ quantity: '999999999.000' })
    await done(staff.patch(item.url, { alert_level: '0' }))
  })

  it('counts what is on order, in a draft or sent, until it is delivered', async () => {
    const item = await givenLow('10')
    const order = await givenOrder(clinic, staff, wholesaler, [{ item, quantity: '2' }])
    expect(await proposedOf(item)).toMatchObject({ on_order: '2.000', quantity: '3.000' })
    const sent = await givenSentOrder(clinic, staff, wholesaler, [{ item, quantity: '3' }])
    expect(await proposedOf(item)).toMatchObject({ on_order: '5.000', quantity: '0.000' })
    await done(staff.delete(order.url))
    await done((await clinic.userCaller({ write: ['Settings: Stock'] })).post(`${sent.url}mark_delivered/`))
    expect(await proposedOf(item)).toMatchObject({ on_hand: '4.000', on_order: '0.000', quantity: '2.000' })
  })

  it('leaves out what is archived or discontinued, and what the department never had', async () => {
    const [gone, ending] = [await givenLow('10'), await givenLow('10')]
    await done(staff.patch(gone.url, { archived: true }))
    await done(staff.patch(ending.url, { discontinued: true }))
    const other = await givenDepartment(staff)
    const low = await givenLow('10')
    expect([await proposedOf(gone), await proposedOf(ending), await proposedOf(low, other.url)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect((await staff.get('/department/999999/proposed_orders/')).status).toBe(404)
  })

  it('names no wholesaler where there is none to order from', async () => {
    const without = await givenItem(staff, { alert_level: '5' })
    await givenStock(staff, clinic, without, '1')
    const closed = await givenWholesaler(staff)
    const archived = await givenSupplied(clinic, staff, { primary: [closed, 'C-1'] }, { alert_level: '5' })
    await givenStock(staff, clinic, archived, '1')
    await staff.delete(closed.url)
    expect([(await proposedOf(without))?.wholesaler, (await proposedOf(archived))?.wholesaler]).toEqual([null, null])
  })
})

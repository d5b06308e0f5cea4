import { beforeAll, describe, expect, it } from 'vitest'
import { useClinic, type ApiClient } from '../../../test/support/api.ts'
import { permissions } from '../identity/permissions.ts'
import { asProblem, codesOf, givenItem, givenRegistration, givenWholesaler } from '../../../test/support/clinic.ts'
import { givenConnection, givenOrder, givenSentOrder, placedOf } from '../../../test/support/ordering.ts'
import { movementsOf, requireSums, stockOf } from '../../../test/support/stock.ts'

const { api, clinic, caller: staff } = await useClinic()

let connection: Awaited<ReturnType<typeof givenConnection>>
let wholesaler: Awaited<ReturnType<typeof givenConnection>>['wholesaler']
let integration: ApiClient
let rival: ApiClient
/** A person: an application that does not own the order may neither number nor deliver it. */
let clerk: ApiClient
beforeAll(async () => {
  connection = await givenConnection(clinic, staff)
  wholesaler = connection.wholesaler
  integration = connection.caller
  rival = (await givenConnection(clinic, staff)).caller
  clerk = await clinic.userCaller({ write: ['Settings: Stock'] })
})

const notOrdered = "Order must be in 'Ordered' status to mark products delivered."
const sentOrder = async (fields: Readonly<Record<string, unknown>> = {}) => {
  const item = await givenItem(staff, fields)
  return { item, order: await givenSentOrder(clinic, staff, wholesaler, [{ item, quantity: '2' }]) }
}
const orderInProcess = async () => givenOrder(clinic, staff, wholesaler, [{ item: await givenItem(staff) }])
const setNumber = (order: { url: string }, wholesaler_reference_number: unknown, asking = integration) =>
  asking.post(`${order.url}set_wholesaler_reference_number/`, { wholesaler_reference_number })
const deliver = (order: { url: string }, asking = integration) => asking.post(`${order.url}mark_delivered/`)

describe('the reference number of an order', () => {
  it('[S253] [S461] [S562] is set by its wholesaler, and the last write wins', async () => {
    const { order } = await sentOrder()
    for (const number of ['INV-1', 'INV-2', 'INV-2', 'x'.repeat(63)]) {
      const { status, body } = await setNumber(order, number)
      expect([status, body]).toEqual([200, { status: 'ok', wholesaler_reference_number: number }])
      expect((await staff.get(order.url)).body).toMatchObject({ wholesaler_reference_number: number, status: 1 })
    }
    expect(await placedOf(clinic, order)).toHaveLength(1)
  })

  it('is trimmed, and can still be set once the order is delivered', async () => {
    const { order } = await sentOrder()
    await deliver(order)
    expect((await setNumber(order, ' INV-3 ')).body.wholesaler_reference_number).toBe('INV-3')
  })

  it.each<[string, unknown, string]>([
    ['missing', undefined, 'required'],
    ['empty', '', 'blank'],
    ['blank', '  ', 'blank'],
    ['null', null, 'null'],
    ['of 64 characters', 'x'.repeat(64), 'max_length'],
  ])('[S461] [S552] [S591] is refused if it is %s', async (_what, number, code) => {
    const { order } = await sentOrder()
    const path = `${order.url}set_wholesaler_reference_number/`
    const answer = await integration.post(path, { wholesaler_reference_number: number }, asProblem)
    expect(codesOf(answer)).toEqual({ wholesaler_reference_number: code })
  })

  it('[S310] [S552] is refused while the order is in process', async () => {
    const order = await orderInProcess()
    const path = `${order.url}set_wholesaler_reference_number/`
    const answer = await integration.post(path, { wholesaler_reference_number: 'INV-1' }, asProblem)
    expect(codesOf(answer)).toEqual({ non_field_errors: 'order_not_sent' })
    expect((await staff.get(order.url)).body).toMatchObject({ status: 0, wholesaler_reference_number: '' })
  })
})

describe('marking an order as delivered', () => {
  it('[S315] [S462] puts what was ordered into the department’s stock', async () => {
    const { item, order } = await sentOrder({ dosage_units: '20' })
    const before = new Date().toISOString()
    const { status, body } = await deliver(order)
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'ok',
      order_status: 2,
      all_delivered: true,
      delivery_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    })
    expect(new Date(body.delivery_date).toISOString() >= before).toBe(true)
    const { body: now } = await staff.get(`${order.url}?expose_order_items`)
    expect(now).toMatchObject({ status: 2, delivery_date: body.delivery_date })
    expect(now.order_items_data).toMatchObject([{ quantity: '2.000', delivered_quantity: '2.000' }])
    expect(await stockOf(staff, item)).toEqual([': 40.000'])
    expect(await movementsOf(staff, item)).toMatchObject([
      { cause: 6, quantity: '40.000', batch_number: '', expiry_date: null, order_item: now.order_items[0] },
    ])
    await requireSums(clinic)
  })

  it('[S315] [S462] is the same by the clinic’s own button', async () => {
    const { item, order } = await sentOrder()
    expect((await deliver(order, clerk)).body).toMatchObject({ order_status: 2, all_delivered: true })
    expect(await stockOf(staff, item)).toEqual([': 2.000'])
    const manual = await givenWholesaler(staff)
    const byTelephone = await givenSentOrder(clinic, staff, manual, [{ item }])
    expect((await deliver(byTelephone, clerk)).status).toBe(200)
    expect(await stockOf(staff, item)).toEqual([': 3.000'])
  })

  it('[S552] [S561] is refused with its message when repeated, and moves nothing', async () => {
    const { item, order } = await sentOrder()
    expect((await deliver(order)).status).toBe(200)
    for (const asking of [integration, clerk]) {
      const { status, body } = await deliver(order, asking)
      expect([status, body]).toEqual([400, { non_field_errors: [notOrdered] }])
    }
    expect(await stockOf(staff, item)).toEqual([': 2.000'])
  })

  it('[S552] is refused while the order is in process', async () => {
    const order = await orderInProcess()
    const { status, body } = await deliver(order)
    expect([status, body]).toEqual([400, { non_field_errors: [notOrdered] }])
  })

  it('[S561] is done once for fifty callers at once', async () => {
    const { item, order } = await sentOrder()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => deliver(order, at % 2 === 0 ? integration : clerk)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.non_field_errors?.[0] === notOrdered)).toHaveLength(49)
    expect(await stockOf(staff, item)).toEqual([': 2.000'])
    expect(await movementsOf(staff, item)).toHaveLength(1)
  })

  it('leaves an order that is changed meanwhile told once more, or delivered', async () => {
    for (let round = 0; round < 5; round++) {
      const { item, order } = await sentOrder()
      const line = (await staff.get(`/orderitem/?order__is=${order.id}`)).body.results[0]
      const [changed, done] = await Promise.all([staff.patch(line.url, { quantity: '5' }), deliver(order)])
      expect(done.status).toBe(200)
      expect(await stockOf(staff, item)).toEqual([changed.status === 200 ? ': 5.000' : ': 2.000'])
      expect(await placedOf(clinic, order)).toHaveLength(changed.status === 200 ? 2 : 1)
    }
  })
})

describe('who may report on an order', () => {
  const notYours = { detail: 'Token does not match this wholesaler.' }
  const both = ['restapi', 'wholesaler'] as const

  it('[S500] [S501] [S554] is its own wholesaler and no other wholesaler, whatever is sent', async () => {
    const { order } = await sentOrder()
    for (const answer of [
      await setNumber(order, 'INV-1', rival),
      await setNumber(order, undefined, rival),
      await deliver(order, rival),
    ])
      expect([answer.status, answer.body]).toEqual([403, notYours])
    expect((await staff.get(order.url)).body).toMatchObject({ status: 1, wholesaler_reference_number: '' })
    const manual = await givenSentOrder(clinic, staff, await givenWholesaler(staff), [{ item: await givenItem(staff) }])
    expect((await deliver(manual, integration)).status).toBe(403)
  })

  it('[S500] opens nothing else of orders to the wholesaler', async () => {
    const { order } = await sentOrder()
    const [line] = (await staff.get(`/orderitem/?order__is=${order.id}`)).body.results
    for (const answer of [
      await integration.get('/order/'),
      await integration.get(order.url),
      await integration.patch(order.url, { notes: 'x' }),
      await integration.delete(order.url),
      await integration.post(`${order.url}send/`),
      await integration.get('/orderitem/'),
      await integration.patch(line.url, { quantity: '1' }),
      await integration.get('/receiptline/'),
    ])
      expect(answer.status).toBe(403)
  })

  it('[S501] [S554] is no other application, whatever its scope, permissions and kind of credential', async () => {
    const { order } = await sentOrder()
    const manual = await givenSentOrder(clinic, staff, await givenWholesaler(staff), [{ item: await givenItem(staff) }])
    const others = [
      await clinic.caller(),
      await clinic.legacyCaller(),
      await clinic.caller({ write: permissions, scopes: both }),
    ]
    for (const asking of others)
      for (const answer of [
        await setNumber(order, 'INV-1', asking),
        await setNumber(order, undefined, asking),
        await deliver(order, asking),
        await deliver(manual, asking),
      ])
        expect([answer.status, answer.body]).toEqual([403, notYours])
    expect((await staff.get(order.url)).body).toMatchObject({ status: 1, wholesaler_reference_number: '' })
    // What staff do with an order besides is open to integrations of the clinic.
    expect((await staff.patch(order.url, { notes: 'Ring twice' })).status).toBe(200)
  })

  it('is the owning application also by a token of the whole API, with the permission', async () => {
    const owner = await clinic.givenApplication({ write: ['Settings: Stock'], scopes: both })
    const [own, general] = [await clinic.tokenOf(owner, 'wholesaler'), await clinic.tokenOf(owner, 'restapi')]
    const registration = await givenRegistration(clinic.as(`Bearer ${own}`))
    const connected = await givenWholesaler(staff, { type: 1, available_wholesaler: registration.url })
    const order = await givenSentOrder(clinic, staff, connected, [{ item: await givenItem(staff) }])
    expect((await setNumber(order, 'INV-1', clinic.as(`Bearer ${general}`))).status).toBe(200)
    expect((await deliver(order, clinic.as(`Bearer ${general}`))).status).toBe(200)
  })

  it('is staff with the permission, and nobody without', async () => {
    const { order } = await sentOrder()
    const nobody = await clinic.userCaller({ read: ['Settings: Stock'], write: ['Settings: Items'] })
    expect([(await setNumber(order, 'A', nobody)).status, (await deliver(order, nobody)).status]).toEqual([403, 403])
    expect((await setNumber(order, 'A', clerk)).status).toBe(200)
    expect((await deliver(order, clerk)).status).toBe(200)
  })

  it('answers 404 for an order that does not exist, or is of another organisation', async () => {
    const other = await api.givenOrganisation()
    const others = await other.caller()
    const { wholesaler: theirs } = await givenConnection(other, others)
    const order = await givenSentOrder(other, others, theirs, [{ item: await givenItem(others) }])
    for (const id of [order.id, 999_999_999]) {
      const { status, body } = await integration.post(`/order/${id}/mark_delivered/`)
      expect([status, body]).toEqual([404, { detail: 'No Order matches the given query.' }])
    }
  })
})

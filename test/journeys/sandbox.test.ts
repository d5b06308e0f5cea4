// @module-tag waits
import { describe, expect, it } from 'vitest'
import { takeDeliveries } from '../../src/worker/deliveries.ts'
import { noTurns } from '../../src/worker/lanes.ts'
import { useApi, type TestOrganisation, type TestResponse } from '../support/api.ts'
import { givenInvoice } from '../support/billing.ts'
import { asProblem, codesOf, givenClient, givenItem, givenUser } from '../support/clinic.ts'
import { attemptDelivery, useReceiver, useWorkerParts } from '../support/deliveries.ts'

type Body = TestResponse['body']
const receiver = await useReceiver()
const api = await useApi({ allowedPrivate: [receiver.host] })
const parts = useWorkerParts(api, [receiver.host])

const givenSandbox = async () => {
  const sandbox = await api.givenOrganisation()
  await sandbox.within((tx) => tx.updateTable('organisation').set({ sandbox: true }).execute())
  return { sandbox, caller: await sandbox.caller() }
}
const routes = ['place_order', 'pay_invoice', 'fail_deliveries'].map((name) => `/sandbox/${name}/`)

/** Takes and posts everything that is due. */
const postAll = async () => {
  const taken = await takeDeliveries(parts.db, 100, noTurns(100))
  return Promise.all(taken.map((one) => attemptDelivery(parts, one, performance.now())))
}
const makeDue = (organisation: TestOrganisation) =>
  organisation.within((tx) =>
    tx
      .updateTable('delivery')
      .set({ due: new Date(0) })
      .execute(),
  )

describe('outside of sandboxes', () => {
  it.each(routes)('POST %s is not found, whatever is sent', async (path) => {
    const clinic = await api.givenOrganisation()
    const caller = await clinic.caller()
    for (const body of [{}, { count: 1 }, { count: 'many' }, 'not JSON']) {
      const { status, body: answer } = await caller.post(path, body, {
        headers: { 'content-type': 'application/json' },
      })
      expect([status, answer]).toEqual([404, { detail: 'This address exists in sandboxes only.' }])
    }
    expect(await clinic.within((tx) => tx.selectFrom('sandbox_state').selectAll().execute())).toEqual([])
  })
})

describe('playing a client who pays', () => {
  it('pays the invoice that has waited longest, in full and by bank', async () => {
    const { sandbox, caller } = await givenSandbox()
    const [first, second] = [await givenInvoice(caller, sandbox), await givenInvoice(caller, sandbox)]
    const { status, body } = await caller.post('/sandbox/pay_invoice/', {})
    expect([status, body]).toMatchObject([201, { invoice: first.url, paid: first.due_sum, payment_type: 2 }])
    expect((await caller.get(first.url)).body.due_sum).toBe('0.00')
    expect((await caller.get(second.url)).body.due_sum).toBe(second.due_sum)
  })

  it('pays what is asked for, by the same rules as any payment', async () => {
    const { sandbox, caller } = await givenSandbox()
    const invoice = await givenInvoice(caller, sandbox)
    const pay = (body: object) => caller.post('/sandbox/pay_invoice/', { invoice: invoice.url, ...body }, asProblem)
    expect((await pay({ paid: '1.00', payment_type: 0 })).body).toMatchObject({ paid: '1.00', payment_type: 0 })
    expect(codesOf(await pay({ paid: '99999.00' }))).toEqual({ paid: 'more_than_owed' })
    expect(codesOf(await pay({ payment_type: 8 }))).toEqual({ payment_type: 'invalid_choice' })
    expect((await pay({})).status).toBe(201)
    expect(codesOf(await caller.post('/sandbox/pay_invoice/', {}, asProblem))).toEqual({ invoice: 'does_not_exist' })
  })

  it('needs the permission for invoices', async () => {
    const { sandbox } = await givenSandbox()
    const reader = await sandbox.caller({ read: ['Financial: Invoices'] })
    expect((await reader.post('/sandbox/pay_invoice/', {})).status).toBe(403)
  })
})

describe('playing a clinic that orders', () => {
  const given = async () => {
    const { sandbox, caller } = await givenSandbox()
    const salt = 'a salt that is long enough'
    const application = await sandbox.givenApplication({ scopes: ['wholesaler'] })
    const integration = sandbox.as(`Bearer ${await sandbox.tokenOf(application, 'wholesaler')}`)
    const registration = await integration.post('/available_wholesaler/', {
      name: 'Supplies',
      webhook_callback_url: receiver.at(`/orders/${sandbox.id}`),
      verification_salt: salt,
    })
    const connected = await caller.post('/wholesaler/', {
      name: 'Supplies',
      type: 1,
      available_wholesaler: registration.body.url,
    })
    expect([registration.status, connected.status]).toEqual([201, 201])
    await postAll()
    return { sandbox, caller, wholesaler: connected.body }
  }
  const placedTo = ({ id }: TestOrganisation) =>
    receiver
      .to(`/orders/${id}`)
      .map(({ body }): Body => JSON.parse(body))
      .filter(({ event }) => event === 'order.placed')

  it('sends an order of some items, and the wholesaler is told', async () => {
    const { sandbox, caller, wholesaler } = await given()
    const keeper = await givenUser(caller)
    const other = await givenItem(caller)
    const supplied = await givenItem(caller, { primary_wholesaler: wholesaler.url, primary_wholesaler_code: 'S-1' })
    const { status, body } = await caller.post('/sandbox/place_order/', { notes: 'Soon' })
    expect([status, body]).toMatchObject([
      201,
      { status: 1, wholesaler: wholesaler.url, purchaser: keeper.url, notes: 'Soon' },
    ])
    const lines = (await caller.get(`/orderitem/?order__is=${body.id}`)).body.results
    expect(lines.map(({ item, quantity }: Body) => [item, quantity])).toEqual([
      [supplied.url, '2.000'],
      [other.url, '2.000'],
    ])
    await postAll()
    expect(placedTo(sandbox).map(({ order }) => order.id)).toEqual([body.id])
  })

  it('orders what is asked for', async () => {
    const { caller } = await given()
    await givenUser(caller)
    const [, item] = [await givenItem(caller), await givenItem(caller)]
    const { body } = await caller.post('/sandbox/place_order/', { item: item.url, quantity: '7' })
    const lines = (await caller.get(`/orderitem/?order__is=${body.id}`)).body.results
    expect(lines.map((line: Body) => [line.item, line.quantity])).toEqual([[item.url, '7.000']])
    await postAll()
  })

  it('says what is missing', async () => {
    const { caller } = await givenSandbox()
    await givenUser(caller)
    expect(codesOf(await caller.post('/sandbox/place_order/', {}, asProblem))).toEqual({ wholesaler: 'does_not_exist' })
  })
})

describe('playing a receiver that is down', () => {
  const given = async () => {
    const { sandbox, caller } = await givenSandbox()
    const path = `/hook/${sandbox.id}`
    const hook = await caller.post('/hook/webhook/', { name: 'All', trigger: 1, url: receiver.at(path) })
    const test = async () => (await caller.post(`/hook/webhook/${hook.body.id}/test/`)).body.delivery as string
    const fail = (count: unknown) => caller.post('/sandbox/fail_deliveries/', { count }, asProblem)
    return { sandbox, caller, path, test, fail }
  }

  it('lets so many of the next attempts fail, and no more', async () => {
    const { sandbox, caller, path, test, fail } = await given()
    expect((await fail(2)).body).toEqual({ count: 2 })
    const deliveries = [await test(), await test(), await test()]
    expect((await postAll()).toSorted()).toEqual(['failed', 'failed', 'taken'])
    expect(receiver.to(path)).toHaveLength(1)
    const shown = await Promise.all(deliveries.map(async (url) => (await caller.get(url)).body))
    const failed = shown.filter(({ status }) => status === 0)
    expect(failed.map(({ failure, attempts }) => [failure, attempts])).toEqual([
      ['The sandbox was asked to let this delivery fail.', 1],
      ['The sandbox was asked to let this delivery fail.', 1],
    ])
    await makeDue(sandbox)
    expect(await postAll()).toEqual(['taken', 'taken'])
    expect(receiver.to(path)).toHaveLength(3)
  })

  it('ends with 0, and the last call counts', async () => {
    const { path, test, fail } = await given()
    await fail(5)
    await fail(0)
    await test()
    expect(await postAll()).toEqual(['taken'])
    expect(receiver.to(path)).toHaveLength(1)
  })

  it.each([-1, 1001, 'many', null])('refuses a count of %j', async (count) => {
    const { fail } = await given()
    expect((await fail(count)).status).toBe(400)
  })

  it('concerns no other organisation', async () => {
    const [one, other] = [await given(), await given()]
    await one.fail(1)
    await other.test()
    expect(await postAll()).toEqual(['taken'])
    await one.test()
    expect(await postAll()).toEqual(['failed'])
    await givenClient(one.caller)
  })
})

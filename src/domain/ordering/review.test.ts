import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { useClinic, type ApiClient, type TestResponse } from '../../../test/support/api.ts'
import {
  asProblem,
  codesOf,
  givenDepartment,
  givenItem,
  givenWholesaler,
  idsIn,
  statusesOf,
} from '../../../test/support/clinic.ts'
import { useSuperuser } from '../../../test/support/database.ts'
import {
  givenConnection,
  givenSentOrder,
  givenSupplied,
  lineOf,
  receiptOf,
  submit,
} from '../../../test/support/ordering.ts'
import { movementsOf, requireSums, stockOf } from '../../../test/support/stock.ts'
import { waitForLock } from '../../../test/support/writes.ts'

type Body = TestResponse['body']
const { api, clinic, caller: staff } = await useClinic()
const administrator = await useSuperuser(api)

let caller: ApiClient
let wholesaler: Awaited<ReturnType<typeof givenConnection>>['wholesaler']
beforeAll(async () => {
  ;({ caller, wholesaler } = await givenConnection(clinic, staff))
})

let made = 0
/** A product of ten tablets a package, and an order of so many packages that was sent. */
const orderOf = async (quantity: string) => {
  const code = `P-${++made}`
  const item = await givenSupplied(clinic, staff, { primary: [wholesaler, code] }, { dosage_units: '10' })
  const order = await givenSentOrder(clinic, staff, wholesaler, [{ item, quantity }])
  /** Submits a line of it, and answers the line. */
  const receive = async (packages: string, batch_number = '', fields: object = {}): Promise<Body> => {
    const id = `L-${++made}`
    const sent = { quantity: packages, product_number: code, order_id: order.id, batch_number, ...fields }
    const { receipt_lines } = await submit(caller, wholesaler, [receiptOf(id, sent)])
    expect(receipt_lines[0]).toMatchObject({ status: 'accepted' })
    return lineOf(staff, wholesaler, id)
  }
  const statusNow = async () => (await staff.get(order.url)).body.status
  const deliveredNow = async () =>
    (await staff.get(`/orderitem/?order__is=${order.id}`)).body.results[0].delivered_quantity
  const deliver = () => caller.post(`${order.url}mark_delivered/`)
  return { item, order, receive, statusNow, deliveredNow, deliver }
}

const act = (name: string, lines: readonly Body[], fields: object = {}, as = staff) =>
  as.post(`/receiptline/${name}/`, { receipt_lines: lines.map(({ id }) => id), ...fields }, asProblem)
const approve = async (...lines: readonly Body[]) => {
  const answer = await act('approve', lines)
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 })
  return answer.body
}
/** The codes of each line of a refusal. */
const codesByLine = ({ status, body }: TestResponse) => {
  expect(status).toBe(400)
  return body.errors.map((errors: Record<string, readonly { code: string }[]>) =>
    Object.fromEntries(Object.entries(errors).map(([field, [problem]]) => [field, problem!.code])),
  )
}

describe('approving receipt lines', () => {
  it('brings packages times dosage units into the batch of the line', async () => {
    const { item, receive, deliveredNow, statusNow } = await orderOf('5')
    const lines = [await receive('2', 'A', { expiry_date: '2027-01-31' }), await receive('1.5', 'A')]
    const [first] = await approve(...lines)
    expect(first).toMatchObject({ status: 1, reviewed_by: expect.any(String), reviewed: expect.any(String) })
    expect(await stockOf(staff, item)).toEqual(['A 2027-01-31: 20.000', 'A: 15.000'])
    expect(await movementsOf(staff, item)).toMatchObject([
      { cause: 7, quantity: '20.000', receipt_line: lines[0].url, order_item: null },
      { cause: 7, quantity: '15.000', receipt_line: lines[1].url, order_item: null },
    ])
    expect([await deliveredNow(), await statusNow()]).toEqual(['3.500', 1])
    await requireSums(clinic)
  })

  it('leaves only what is outstanding to the delivery', async () => {
    const { item, receive, deliver, deliveredNow, statusNow } = await orderOf('5')
    await approve(await receive('2', 'A'), await receive('1', 'B'))
    expect((await deliver()).body).toMatchObject({ order_status: 2, all_delivered: true })
    expect(await stockOf(staff, item)).toEqual([': 20.000', 'A: 20.000', 'B: 10.000'])
    expect([await deliveredNow(), await statusNow()]).toEqual(['5.000', 3])
  })

  it('leaves nothing to the delivery if more came than was ordered', async () => {
    const { item, receive, deliver, deliveredNow } = await orderOf('2')
    await approve(await receive('3', 'A'))
    await deliver()
    expect(await stockOf(staff, item)).toEqual(['A: 30.000'])
    expect(await deliveredNow()).toBe('3.000')
  })

  it('gives what was delivered its batches, and adds only what goes beyond', async () => {
    const { item, receive, deliver, deliveredNow, statusNow } = await orderOf('5')
    await deliver()
    expect(await stockOf(staff, item)).toEqual([': 50.000'])
    const [one, two, three] = [await receive('2', 'A'), await receive('2', 'B'), await receive('2', 'C')]
    await approve(one)
    expect(await stockOf(staff, item)).toEqual([': 30.000', 'A: 20.000'])
    expect([await deliveredNow(), await statusNow()]).toEqual(['5.000', 2])
    await approve(two, three)
    expect(await stockOf(staff, item)).toEqual(['A: 20.000', 'B: 20.000', 'C: 20.000'])
    expect([await deliveredNow(), await statusNow()]).toEqual(['6.000', 3])
    await requireSums(clinic)
  })

  it('moves only the difference for a line without a batch', async () => {
    const { item, receive, deliver } = await orderOf('2')
    await deliver()
    await approve(await receive('3'))
    expect(await stockOf(staff, item)).toEqual([': 30.000'])
    const { receive: within, item: other, deliver: now } = await orderOf('2')
    await now()
    await approve(await within('1'), await within('1', '', { expiry_date: '2027-01-31' }))
    expect(await stockOf(staff, other)).toEqual(['2027-01-31: 10.000', ': 10.000'].toSorted())
    await requireSums(clinic)
  })

  it('counts each package once, before and after the delivery', async () => {
    const { item, receive, deliver } = await orderOf('5')
    await approve(await receive('2', 'A'))
    const later = [await receive('2', 'B'), await receive('2', 'C')]
    await deliver()
    await approve(...later)
    expect(await stockOf(staff, item)).toEqual(['A: 20.000', 'B: 20.000', 'C: 20.000'])
  })

  it('adds what no order asked for, and nothing for zero packages', async () => {
    const { item, receive } = await orderOf('1')
    await approve(await receive('2', 'A', { order_id: null }), await receive('0', 'B'))
    expect(await stockOf(staff, item)).toEqual(['A: 20.000'])
    const plain = await givenItem(staff)
    const { order, deliver, ...other } = await orderOf('1')
    const line = await other.receive('4', 'X')
    await act('match', [line], { item: plain.url })
    await deliver()
    await approve(line)
    expect(await stockOf(staff, plain)).toEqual(['X: 4.000'])
    expect(await stockOf(staff, other.item)).toEqual([': 10.000'])
    expect((await staff.get(order.url)).body.status).toBe(3)
  })

  it('is done once for twenty callers at once', async () => {
    const { item, receive } = await orderOf('1')
    const lines = [await receive('1', 'A'), await receive('1', 'B')]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => act('approve', at % 2 ? lines : lines.toReversed())),
    )
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 19 }, () => 400)])
    expect(await stockOf(staff, item)).toEqual(['A: 10.000', 'B: 10.000'])
  })

  it('agrees with a delivery at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { item, receive, deliver } = await orderOf('3')
      const line = await receive('2', 'A')
      const [approved, delivered] = await Promise.all([act('approve', [line]), deliver()])
      expect([approved.status, delivered.status]).toEqual([200, 200])
      expect(await stockOf(staff, item)).toEqual([': 10.000', 'A: 20.000'])
    }
  })
})

describe('the status of an order', () => {
  it('is 3 once it is delivered and every line is reviewed, and 2 again when another line comes', async () => {
    const { receive, deliver, statusNow } = await orderOf('3')
    const [one, two] = [await receive('1'), await receive('1')]
    await deliver()
    await approve(one)
    expect(await statusNow()).toBe(2)
    await act('dismiss', [two])
    expect(await statusNow()).toBe(3)
    const late = await receive('1')
    expect(await statusNow()).toBe(2)
    await approve(late)
    expect(await statusNow()).toBe(3)
  })

  it('[decision-52] is 3 also if every line was dismissed, before the delivery or after', async () => {
    const [before, after] = [await orderOf('2'), await orderOf('2')]
    await act('dismiss', [await before.receive('1'), await before.receive('1')])
    await before.deliver()
    expect(await before.statusNow()).toBe(3)
    const lines = [await after.receive('1'), await after.receive('1')]
    await after.deliver()
    expect(await after.statusNow()).toBe(2)
    await act('dismiss', lines)
    expect(await after.statusNow()).toBe(3)
  })

  it('stays 1 until it is delivered, and is 3 then if all lines were reviewed before', async () => {
    const { receive, deliver, statusNow } = await orderOf('2')
    const [one, two] = [await receive('1'), await receive('1')]
    await approve(one)
    await act('dismiss', [two])
    expect(await statusNow()).toBe(1)
    expect((await deliver()).body.order_status).toBe(2)
    expect(await statusNow()).toBe(3)
  })

  it('is 2 after the delivery while a line is not reviewed, or there is none', async () => {
    const [open, plain] = [await orderOf('2'), await orderOf('1')]
    await approve(await open.receive('1'))
    await open.receive('1')
    for (const { deliver, statusNow } of [open, plain]) {
      expect((await deliver()).body.order_status).toBe(2)
      expect(await statusNow()).toBe(2)
    }
  })

  it('follows lines that staff move to another order', async () => {
    const [from, to] = [await orderOf('1'), await orderOf('1')]
    const [kept, moved] = [await from.receive('1'), await from.receive('1')]
    const own = await to.receive('1')
    await from.deliver()
    await to.deliver()
    await approve(kept, own)
    expect([await from.statusNow(), await to.statusNow()]).toEqual([2, 3])
    expect((await act('match', [moved], { order: to.order.url })).status).toBe(200)
    expect([await from.statusNow(), await to.statusNow()]).toEqual([3, 2])
  })
})

describe('a line that is moved to an order before a review has locked it', () => {
  it('is let go, so that its order is locked first', async () => {
    const { order, receive, item } = await orderOf('1')
    const line = await receive('1', 'A', { order_id: null })
    const { approving } = await clinic.within(async (keeper) => {
      await sql`select from "order" where id = ${order.id} for no key update`.execute(keeper)
      const begun = await clinic.within(async (mover) => {
        await mover.updateTable('receiptline').set({ order: order.id }).where('id', '=', line.id).execute()
        const promise = act('approve', [line])
        await waitForLock(administrator, 'transactionid')
        return { approving: promise }
      })
      // Now it waits for the order, and must not hold the line.
      await waitForLock(administrator, 'transactionid')
      await sql`select from receiptline where id = ${line.id} for no key update nowait`.execute(keeper)
      return begun
    })
    expect((await approving).body).toMatchObject([{ status: 1, order: order.url }])
    expect(await stockOf(staff, item)).toEqual(['A: 10.000'])
  })
})

describe('matching receipt lines', () => {
  it('gives them the item that staff chose', async () => {
    const { receive } = await orderOf('1')
    const lines = [
      await receive('1', 'A', { product_number: 'Unknown', order_id: null }),
      await receive('2', 'A', { product_number: 'Unknown', order_id: null }),
    ]
    expect(lines[0]).toMatchObject({ item: null, matched_by: '' })
    const item = await givenItem(staff)
    const { status, body } = await act('match', lines, { item: item.url })
    expect([status, body.map((line: Body) => [line.id, line.item])]).toEqual([
      200,
      lines.map(({ id }) => [id, item.url]),
    ])
    await approve(...lines)
    expect(await stockOf(staff, item)).toEqual(['A: 3.000'])
  })

  it('gives them an order with its department, or none', async () => {
    const department = await givenDepartment(staff)
    const { item, receive } = await orderOf('1')
    const line = await receive('1', 'A', { order_id: null })
    const order = await givenSentOrder(clinic, staff, wholesaler, [{ item }], { department: department.url })
    const matched = await act('match', [line], { order: order.url })
    expect(matched.body).toMatchObject([{ order: order.url, department: department.url, item: item.url }])
    expect((await staff.get(order.url)).body).toMatchObject({ receipt_lines: [line.url] })
    const unlinked = await act('match', [line], { order: null })
    expect(unlinked.body).toMatchObject([{ order: null, department: department.url }])
  })

  it('refuses what cannot be', async () => {
    const { receive, order } = await orderOf('1')
    const line = await receive('1')
    const other = await givenConnection(clinic, staff)
    const theirs = await givenSentOrder(clinic, staff, other.wholesaler, [{ item: await givenItem(staff) }])
    const draft = (
      await staff.post('/order/', {
        department: clinic.url('department', clinic.department),
        wholesaler: wholesaler.url,
      })
    ).body
    expect(codesByLine(await act('match', [line], { order: theirs.url }))).toEqual([{ order: 'other_wholesaler' }])
    const refused = async (fields: object) => {
      const { status, body } = await act('match', [line], fields)
      return [status, Object.entries<Body>(body.errors).map(([field, [{ code }]]) => `${field} ${code}`)]
    }
    expect(await refused({})).toEqual([400, ['non_field_errors required']])
    expect(await refused({ order: draft.url })).toEqual([400, ['order order_not_sent']])
    expect(await refused({ item: (await givenItem(staff, { type_code: 1 })).url })).toEqual([400, ['item not_stocked']])
    expect((await staff.get(line.url)).body).toMatchObject({ order: order.url })
  })
})

describe('many lines at once', () => {
  it('are done all or none, with what is wrong for each', async () => {
    const { item, receive } = await orderOf('9')
    const [good, unmatched, dismissed] = [
      await receive('1', 'A'),
      await receive('1', 'A', { product_number: 'Unknown' }),
      await receive('1', 'A'),
    ]
    await act('dismiss', [dismissed])
    const lines = [good, unmatched, dismissed, { id: 999_999_999 }, good]
    expect(codesByLine(await act('approve', lines))).toEqual([
      {},
      { item: 'not_matched' },
      { status: 'reviewed' },
      { id: 'does_not_exist' },
      { id: 'repeated' },
    ])
    expect(await stockOf(staff, item)).toEqual([])
    expect((await staff.get(good.url)).body.status).toBe(0)
    for (const name of ['dismiss', 'approve'])
      expect(codesByLine(await act(name, [good, dismissed]))).toEqual([{}, { status: 'reviewed' }])
  })

  it('do not take a line that was rejected, and need one', async () => {
    const { receipt_lines } = await submit(caller, wholesaler, [receiptOf('Rejected', { quantity: '-1' })])
    expect(receipt_lines[0].status).toBe('rejected')
    const line = await lineOf(staff, wholesaler, 'Rejected')
    for (const name of ['dismiss', 'approve'])
      expect(codesByLine(await act(name, [line]))).toEqual([{ status: 'reviewed' }])
    expect((await act('dismiss', [])).body.errors).toMatchObject({ receipt_lines: [{ code: 'empty' }] })
    expect(
      (
        await act(
          'dismiss',
          Array.from({ length: 501 }, () => line),
        )
      ).status,
    ).toBe(400)
  })

  it('need the permission', async () => {
    const { receive } = await orderOf('1')
    const line = await receive('1')
    const reader = await clinic.caller({ read: ['Settings: Stock'] })
    for (const name of ['match', 'approve', 'dismiss'])
      expect([(await act(name, [line], {}, reader)).status, (await act(name, [line], {}, caller)).status]).toEqual([
        403, 403,
      ])
    expect((await reader.get(line.url)).status).toBe(200)
  })
})

describe('the list of receipt lines', () => {
  it('is filtered by status, wholesaler, order, item and department', async () => {
    const { item, order, receive } = await orderOf('1')
    const [one, two] = [await receive('1'), await receive('1', '', { order_id: null, product_number: 'Unknown' })]
    await act('dismiss', [two])
    const both = `id__in=${one.id},${two.id}`
    const ids = async (query: string) => idsIn(await staff.get(`/receiptline/?${both}&${query}`))
    expect(await ids('status__is=0')).toEqual([one.id])
    expect(await ids('status__in=1,2')).toEqual([two.id])
    expect(await ids(`order__is=${order.id}`)).toEqual([one.id])
    expect(await ids('order__is_null=true')).toEqual([two.id])
    expect(await ids(`item__is=${item.id}`)).toEqual([one.id])
    expect(await ids(`wholesaler__is=${wholesaler.id}`)).toEqual([one.id, two.id])
    expect(await ids(`wholesaler__is=${(await givenWholesaler(staff)).id}`)).toEqual([])
    expect(await ids(`department__is=${clinic.department}`)).toEqual([one.id, two.id])
  })
})

describe('remembering the product number of a matched line', () => {
  const unknown = async (product_number: string): Promise<Body> => {
    const id = `R-${++made}`
    await submit(caller, wholesaler, [receiptOf(id, { product_number, barcode: '6430000000099' })])
    return lineOf(staff, wholesaler, id)
  }
  const match = (item: Body, ...lines: readonly Body[]) => act('match', lines, { item: item.url, remember_code: true })
  const suppliersOf = async (item: Body) => {
    const { body } = await staff.get(item.url)
    return [
      [body.primary_wholesaler, body.primary_wholesaler_code],
      [body.secondary_wholesaler, body.secondary_wholesaler_code],
    ]
  }

  it('makes it the item’s, so that the next line is matched by itself', async () => {
    const item = await givenItem(staff)
    const lines = [await unknown('ART-991'), await unknown('ART-991')]
    expect(lines.map((line) => line.item)).toEqual([null, null])
    expect((await match(item, ...lines)).status).toBe(200)
    expect(await suppliersOf(item)).toEqual([
      [wholesaler.url, 'ART-991'],
      [null, ''],
    ])
    expect(await unknown('ART-991')).toMatchObject({ item: item.url, matched_by: 'product_code' })
    // A newer number takes the place of the earlier one.
    expect((await match(item, await unknown('ART-992'))).status).toBe(200)
    expect((await suppliersOf(item))[0]).toEqual([wholesaler.url, 'ART-992'])
  })

  it('keeps the clinic’s usual wholesaler', async () => {
    const usual = await givenWholesaler(staff)
    const item = await givenSupplied(clinic, staff, { primary: [usual, 'U-1'] })
    expect((await match(item, await unknown('ART-7'))).status).toBe(200)
    expect(await suppliersOf(item)).toEqual([
      [usual.url, 'U-1'],
      [wholesaler.url, 'ART-7'],
    ])
  })

  it('is refused where it would be ambiguous or has no room, and then nothing is matched', async () => {
    const [one, other] = [await givenWholesaler(staff), await givenWholesaler(staff)]
    const [taken, full, plain] = [
      await givenSupplied(clinic, staff, { primary: [wholesaler, 'ART-8'] }),
      await givenSupplied(clinic, staff, { primary: [one, '1'], secondary: [other, '2'] }),
      await givenItem(staff),
    ]
    const line = await unknown('ART-9')
    const codes = async (answer: Promise<TestResponse>) => codesOf(await answer)
    // Its number became another item's after it was submitted.
    const late = await unknown('ART-10')
    await staff.patch(taken.url, { primary_wholesaler_code: 'ART-10' })
    expect([
      await codes(match(plain, late)),
      await codes(match(full, line)),
      await codes(match(plain, line, late)),
      await codes(match(plain, await unknown(''))),
      await codes(act('match', [line], { order: null, remember_code: true })),
    ]).toEqual([
      { remember_code: 'number_of_another_item' },
      { remember_code: 'two_other_wholesalers' },
      { remember_code: 'no_common_number' },
      { remember_code: 'no_common_number' },
      { item: 'required' },
    ])
    expect((await staff.get(line.url)).body.item).toBeNull()
    expect((await staff.get(late.url)).body.item).toBeNull()
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { useClinic, type ApiClient } from '../../../test/support/api.ts'
import { createLegacyKey } from '../identity/legacy-keys.ts'
import { permissions } from '../identity/permissions.ts'
import {
  asProblem,
  codesOf,
  givenDepartment,
  givenItem,
  givenRegistration,
  givenWholesaler,
} from '../../../test/support/clinic.ts'
import {
  givenConnection,
  givenLocation,
  givenOrder,
  givenSentOrder,
  givenSupplied,
  lineOf,
  receiptOf,
  submit,
} from '../../../test/support/ordering.ts'

type Fields = Readonly<Record<string, unknown>>
const { api, clinic, caller: staff } = await useClinic()
const mainDepartment = clinic.url('department', clinic.department)

let caller: ApiClient
let wholesaler: Awaited<ReturnType<typeof givenConnection>>['wholesaler']
let registration: Awaited<ReturnType<typeof givenConnection>>['registration']
let manual: typeof wholesaler
beforeAll(async () => {
  ;({ caller, wholesaler, registration } = await givenConnection(clinic, staff))
  manual = await givenWholesaler(staff)
})

let ids = 0
const newId = () => `L-${++ids}`
/** What one line alone is answered. */
const outcomeOf = async (line: unknown, to: { readonly id: number } = wholesaler, as = caller) =>
  (await submit(as, to, [line])).receipt_lines[0]
const accepted = { status: 'accepted', order_id: null, matched_item: false, matched_by: null }
const rejectedFor = (reason: string) => ({
  status: 'rejected',
  reason,
  order_id: null,
  matched_item: false,
  matched_by: null,
})
const stockMovements = async () => (await staff.get('/stock_movement/?page_size=1')).body.count
/** A wholesaler of the same integration, so that what other tests submit is not in the way. */
const another = () => givenWholesaler(staff, { type: 1, available_wholesaler: registration.url })

describe('the body of a submission', () => {
  it.each<[string, unknown, string]>([
    ['no lines', {}, 'required'],
    ['null', { receipt_lines: null }, 'null'],
    ['an empty list', { receipt_lines: [] }, 'empty'],
    ['an object', { receipt_lines: { id: '1' } }, 'not_a_list'],
    ['a text', { receipt_lines: 'none' }, 'not_a_list'],
    ['501 lines', { receipt_lines: Array.from({ length: 501 }, (_, at) => receiptOf(`${at}`)) }, 'max_items'],
  ])('[S460] [S552] [S588] is refused with 400 if it has %s', async (_what, body, code) => {
    const answer = await caller.post(`/wholesaler/${wholesaler.id}/receipts/`, body, asProblem)
    expect(codesOf(answer)).toEqual({ receipt_lines: code })
  })

  it.each([
    ['a list', '[]'],
    ['cut off', '{"receipt_lines": ['],
  ])('[S552] is refused with 400 if it is %s', async (_what, body) => {
    const headers = { 'content-type': 'application/json' }
    expect((await caller.post(`/wholesaler/${wholesaler.id}/receipts/`, body, { headers })).status).toBe(400)
  })

  it('[S460] [S588] takes 500 lines, and answers each in the order sent', async () => {
    const to = await another()
    const lines = Array.from({ length: 500 }, (_, at) => receiptOf(`line ${at}`, at % 2 ? { quantity: '-1' } : {}))
    const { receipt_lines, ...counts } = await submit(caller, to, lines)
    expect(counts).toEqual({ lines_total: 500, lines_accepted: 250, lines_rejected: 250, lines_duplicate: 0 })
    expect(receipt_lines.map(({ id }: { id: string }) => id)).toEqual(lines.map(({ id }) => id))
    expect(receipt_lines.slice(0, 2)).toEqual([
      { id: 'line 0', ...accepted },
      { id: 'line 1', ...rejectedFor('invalid_quantity') },
    ])
  })
})

describe('who may submit', () => {
  const notFound = { detail: 'No Wholesaler matches the given query.' }
  const notYours = { detail: 'Token does not match this wholesaler.' }
  const attempt = async (
    to: { readonly id: number },
    as: ApiClient,
    body: object = { receipt_lines: [receiptOf(newId())] },
  ) => {
    const answer = await as.post(`/wholesaler/${to.id}/receipts/`, body)
    return [answer.status, answer.body]
  }

  it('[S500] [S501] [S554] is the application of the wholesaler, whatever is sent', async () => {
    const { caller: rival } = await givenConnection(clinic, staff)
    expect(await attempt(wholesaler, rival)).toEqual([403, notYours])
    expect(await attempt(wholesaler, rival, {})).toEqual([403, notYours])
    expect(await attempt(wholesaler, caller)).toEqual([200, expect.anything()])
  })

  it('[S500] needs the scope: without it neither permissions nor owning the wholesaler is enough', async () => {
    const owner = await clinic.givenApplication({ write: permissions, scopes: ['restapi', 'wholesaler'] })
    const as = async (scope: string) => clinic.as(`Bearer ${await clinic.tokenOf(owner, scope)}`)
    const own = await givenRegistration(await as('wholesaler'))
    const connected = await givenWholesaler(staff, { type: 1, available_wholesaler: own.url })
    expect((await attempt(connected, await as('restapi')))[0]).toBe(403)
    const key = await clinic.within((tx) => createLegacyKey(tx, owner.id))
    expect((await attempt(connected, clinic.as(`Token ${key.key}`)))[0]).toBe(401)
    expect((await attempt(connected, await clinic.userCaller()))[0]).toBe(403)
    expect((await attempt(connected, await as('restapi wholesaler')))[0]).toBe(200)
  })

  it('[S554] [S555] finds no wholesaler that is missing, archived or manual, whoever asks', async () => {
    const gone = await another()
    await staff.delete(gone.url)
    const { caller: rival } = await givenConnection(clinic, staff)
    for (const as of [caller, rival])
      for (const to of [gone, manual, { id: 999_999_999 }]) {
        expect(await attempt(to, as)).toEqual([404, notFound])
        expect(await attempt(to, as, {})).toEqual([404, notFound])
      }
    const other = await api.givenOrganisation()
    const theirs = await givenConnection(other, await other.caller())
    expect(await attempt(theirs.wholesaler, caller)).toEqual([404, notFound])
  })
})

describe('a line that is submitted', () => {
  it('[S480] [S481] [S482] [S483] [S484] [S485] [S486] [S487] [S488] [S489] [S251] [S491] is stored as it is, and moves nothing into stock', async () => {
    const item = await givenSupplied(clinic, staff, { primary: [wholesaler, 'P-100'] })
    const order = await givenSentOrder(clinic, staff, wholesaler, [{ item }])
    const before = await stockMovements()
    const sent = {
      id: newId(),
      quantity: '12.500',
      product_number: 'P-100',
      barcode: '6412345678901',
      product_name: 'Gauze',
      order_id: order.id,
      invoice_number: 'INV-1',
      invoice_date: '2026-03-31',
      batch_number: 'B-1',
      expiry_date: '2027-12-31',
    }
    expect(await submit(caller, wholesaler, [sent])).toEqual({
      lines_total: 1,
      lines_accepted: 1,
      lines_rejected: 0,
      lines_duplicate: 0,
      receipt_lines: [
        { id: sent.id, status: 'accepted', order_id: order.id, matched_item: true, matched_by: 'product_code' },
      ],
    })
    const { id, order_id: _order, ...values } = sent
    expect(await lineOf(staff, wholesaler, id)).toMatchObject({
      ...values,
      external_id: id,
      wholesaler: wholesaler.url,
      order: order.url,
      item: item.url,
      department: mainDepartment,
      status: 0,
      reason: '',
      matched_by: 'product_code',
    })
    expect(await stockMovements()).toBe(before)
    expect((await staff.get(order.url)).body.receipt_lines).toHaveLength(1)
  })

  it('[S491] [S548] [S564] does not hold up others: each is judged by itself', async () => {
    const lines = [receiptOf(newId()), 'no object', { quantity: '1', product_number: 'x' }, receiptOf(newId())]
    const answer = await submit(caller, wholesaler, lines)
    expect(answer).toMatchObject({ lines_total: 4, lines_accepted: 2, lines_rejected: 2, lines_duplicate: 0 })
    expect(answer.receipt_lines.map(({ id, status, reason }: Record<string, unknown>) => [id, status, reason])).toEqual(
      [
        [(lines[0] as { id: string }).id, 'accepted', undefined],
        [null, 'rejected', 'invalid_line'],
        [null, 'rejected', 'missing_id'],
        [(lines[3] as { id: string }).id, 'accepted', undefined],
      ],
    )
  })

  it.each<[string, Fields, string]>([
    ['neither number nor barcode', { product_number: undefined }, 'missing_product_identifier'],
    ['a blank number and no barcode', { product_number: ' ', barcode: null }, 'missing_product_identifier'],
    ['no quantity', { quantity: undefined }, 'invalid_quantity'],
    ['a null quantity', { quantity: null }, 'invalid_quantity'],
    ['an empty quantity', { quantity: '' }, 'invalid_quantity'],
    ['a negative quantity', { quantity: '-1' }, 'invalid_quantity'],
    ['a quantity that is no number', { quantity: 'three' }, 'invalid_quantity'],
    ['an exponent', { quantity: '1e3' }, 'invalid_quantity'],
    ['ten whole digits', { quantity: '1000000000' }, 'invalid_quantity'],
    ['four decimals', { quantity: '0.0001' }, 'invalid_quantity'],
    ['a product number of 64 characters', { product_number: 'x'.repeat(64) }, 'invalid_line'],
    ['a barcode of 31 characters', { barcode: 'x'.repeat(31) }, 'invalid_line'],
    ['a product name of 256 characters', { product_name: 'x'.repeat(256) }, 'invalid_line'],
    ['an invoice number of 64 characters', { invoice_number: 'x'.repeat(64) }, 'invalid_line'],
    ['a batch number of 64 characters', { batch_number: 'x'.repeat(64) }, 'invalid_line'],
    ['a product number that is no text', { product_number: 12 }, 'invalid_line'],
    ['a NUL', { product_name: 'a\0b' }, 'invalid_line'],
  ])(
    '[S481] [S482] [S483] [S484] [S486] [S488] [S564] [S589] [S590] is rejected with %s',
    async (_what, fields, reason) => {
      const id = newId()
      expect(await outcomeOf(receiptOf(id, fields))).toEqual({ id, ...rejectedFor(reason) })
      expect(await lineOf(staff, wholesaler, id)).toMatchObject({
        status: 3,
        reason,
        order: null,
        item: null,
        department: null,
      })
    },
  )

  it.each<[string, unknown, string, string | null]>([
    ['no id', undefined, 'missing_id', null],
    ['a null id', null, 'missing_id', null],
    ['a blank id', ' ', 'missing_id', null],
    ['an id of 256 characters', 'x'.repeat(256), 'invalid_line', 'x'.repeat(256)],
    ['an id that is no text', 12, 'invalid_line', null],
  ])('[S480] [S564] [S589] is rejected and not stored with %s', async (_what, id, reason, shown) => {
    const before = (await staff.get('/receiptline/?page_size=1')).body.count
    expect(await outcomeOf(receiptOf(id))).toEqual({ id: shown, ...rejectedFor(reason) })
    expect((await staff.get('/receiptline/?page_size=1')).body.count).toBe(before)
  })

  it.each([
    ['a list', []],
    ['null', null],
    ['a number', 7],
    ['a text', 'line'],
  ])('[S564] is rejected if it is %s', async (_what, line) => {
    expect(await outcomeOf(line)).toEqual({ id: null, ...rejectedFor('invalid_line') })
  })

  it.each<[string, Fields]>([
    ['zero packages', { quantity: '0' }],
    ['nine whole digits and three decimals', { quantity: '999999999.999' }],
    ['a number for a quantity', { quantity: 2.5 }],
    ['a barcode alone', { product_number: undefined, barcode: 'x'.repeat(30) }],
    [
      'the longest texts',
      {
        product_number: 'ä'.repeat(63),
        barcode: '🐎'.repeat(30),
        product_name: 'x'.repeat(255),
        invoice_number: 'x'.repeat(63),
        batch_number: 'x'.repeat(63),
      },
    ],
  ])('[S480] [S481] [S482] [S483] [S484] [S486] [S488] [S589] [S590] is accepted with %s', async (_what, fields) => {
    const id = newId().padEnd(255, 'x')
    expect(await outcomeOf(receiptOf(id, fields))).toEqual({ id, ...accepted })
  })

  it.each([
    ['a time', '2026-03-31T00:00:00'],
    ['an offset', '2026-03-31+02:00'],
    ['a day that does not exist', '2026-02-30'],
    ['another order', '31.3.2026'],
    ['a number', 20_260_331],
    ['nothing', ''],
  ])('[S487] [S489] is accepted without its dates if they have %s', async (_what, day) => {
    const id = newId()
    expect((await outcomeOf(receiptOf(id, { invoice_date: day, expiry_date: day }))).status).toBe('accepted')
    expect(await lineOf(staff, wholesaler, id)).toMatchObject({ invoice_date: null, expiry_date: null })
  })
})

describe('an id that was submitted before', () => {
  it('[S325] [S480] [S491] is a duplicate in any case, and changes nothing', async () => {
    const item = await givenSupplied(clinic, staff, { primary: [wholesaler, 'P-200'] })
    const order = await givenSentOrder(clinic, staff, wholesaler, [{ item }])
    const id = `Straße Ä ${newId()}`
    const first = await outcomeOf(receiptOf(id, { product_number: 'P-200', order_id: order.id }))
    expect(first).toMatchObject({ status: 'accepted', order_id: order.id, matched_by: 'product_code' })
    const stored = await lineOf(staff, wholesaler, id)
    for (const again of [id, id.toLowerCase(), `straße ä ${id.split(' ')[2]}`]) {
      const answer = await submit(caller, wholesaler, [receiptOf(again, { quantity: '99', product_number: 'Other' })])
      expect(answer).toMatchObject({ lines_accepted: 0, lines_rejected: 0, lines_duplicate: 1 })
      expect(answer.receipt_lines).toEqual([{ ...first, id: again, status: 'duplicate' }])
    }
    expect(await lineOf(staff, wholesaler, id)).toEqual(stored)
  })

  it('[S325] [S491] answers the outcome of a rejected line again, although it is corrected', async () => {
    const id = newId()
    await outcomeOf(receiptOf(id, { quantity: '-1' }))
    expect(await outcomeOf(receiptOf(id.toLowerCase()))).toEqual({
      id: id.toLowerCase(),
      ...rejectedFor('invalid_quantity'),
      status: 'duplicate',
    })
    expect((await outcomeOf(receiptOf(newId()))).status).toBe('accepted')
  })

  it('[S325] [S491] answers the outcome it had, although staff have chosen another item since', async () => {
    const id = newId()
    await outcomeOf(receiptOf(id))
    const line = await lineOf(staff, wholesaler, id)
    const item = await givenItem(staff)
    expect((await staff.post('/receiptline/match/', { receipt_lines: [line.id], item: item.url })).status).toBe(200)
    expect(await outcomeOf(receiptOf(id))).toEqual({ id, ...accepted, status: 'duplicate' })
  })

  it('[S325] is a duplicate of the first in the same call', async () => {
    const id = newId()
    const answer = await submit(caller, wholesaler, [
      receiptOf(id, { quantity: '-1' }),
      receiptOf(newId()),
      receiptOf(id.toLowerCase()),
    ])
    expect(answer).toMatchObject({ lines_total: 3, lines_accepted: 1, lines_rejected: 1, lines_duplicate: 1 })
    expect(answer.receipt_lines[2]).toMatchObject({ status: 'duplicate', reason: 'invalid_quantity' })
  })

  it('[S480] is another one at another wholesaler', async () => {
    const [id, to] = [newId(), await another()]
    await outcomeOf(receiptOf(id))
    expect((await outcomeOf(receiptOf(id), to)).status).toBe('accepted')
  })

  it('[S325] is accepted once if two calls come at once', async () => {
    const to = await another()
    for (let round = 0; round < 3; round++) {
      const lines = Array.from({ length: 50 }, (_, at) => receiptOf(`${round}-${at}`))
      const answers = await Promise.all([submit(caller, to, lines), submit(caller, to, lines.toReversed())])
      const counts = answers.map(({ lines_accepted, lines_duplicate }) => [lines_accepted, lines_duplicate])
      expect(counts.toSorted(([one], [other]) => one - other)).toEqual([
        [0, 50],
        [50, 0],
      ])
    }
  })
})

describe('finding the product of a line', () => {
  const found = (matched_by: string) => ({ ...accepted, matched_item: true, matched_by })
  let to: typeof wholesaler
  beforeAll(async () => {
    to = await another()
  })
  const outcome = (fields: Fields) => outcomeOf(receiptOf(newId(), fields), to)

  it('[S493] is by the code of either of its wholesalers, first', async () => {
    const coded = await givenSupplied(clinic, staff, { primary: [manual, 'Else'], secondary: [to, 'S-1'] })
    await givenSupplied(clinic, staff, { primary: [to, 'S-2'] }, { barcode: '111' })
    const id = newId()
    expect(await outcomeOf(receiptOf(id, { product_number: ' S-1 ', barcode: '111' }), to)).toMatchObject(
      found('product_code'),
    )
    expect((await lineOf(staff, to, id)).item).toBe(coded.url)
    expect(await outcome({ product_number: 'Else' })).toMatchObject(accepted)
  })

  it('[S493] is by the barcode if the code is unknown or ambiguous', async () => {
    const scanned = await givenSupplied(clinic, staff, { primary: [to, 'B-1'] }, { barcode: '222' })
    for (let twice = 0; twice < 2; twice++) await givenSupplied(clinic, staff, { primary: [to, 'Twice'] })
    for (const product_number of ['Unknown', 'Twice', undefined]) {
      const id = newId()
      expect(await outcomeOf(receiptOf(id, { product_number, barcode: '222' }), to)).toMatchObject(found('barcode'))
      expect((await lineOf(staff, to, id)).item).toBe(scanned.url)
    }
  })

  it('[S493] finds none that is unknown, ambiguous, archived or supplied by somebody else, and stores the line', async () => {
    for (let twice = 0; twice < 2; twice++)
      await givenSupplied(clinic, staff, { primary: [to, 'Ambiguous'] }, { barcode: '333' })
    await givenSupplied(clinic, staff, { primary: [manual, 'Others'] }, { barcode: '444' })
    const archived = await givenSupplied(clinic, staff, { primary: [to, 'Gone'] }, { barcode: '555' })
    await staff.delete(archived.url)
    for (const fields of [
      { product_number: 'Unknown', barcode: 'Unknown' },
      { product_number: 'Ambiguous', barcode: '333' },
      { product_number: 'Others', barcode: '444' },
      { product_number: 'Gone', barcode: '555' },
    ])
      expect(await outcome(fields)).toMatchObject(accepted)
  })

  it('[S493] is the same for the id of a location, whose products are the clinic-wide wholesaler’s', async () => {
    await givenSupplied(clinic, staff, { primary: [to, 'Located'] })
    const location = await givenLocation(staff, to, (await givenDepartment(staff)).url)
    expect(await outcomeOf(receiptOf(newId(), { product_number: 'Located' }), location)).toMatchObject(
      found('product_code'),
    )
  })
})

describe('finding the order of a line', () => {
  const sentOrder = async (to = wholesaler, fields: Fields = {}) => {
    const item = await givenItem(staff)
    return givenSentOrder(clinic, staff, to, [{ item }], fields)
  }
  const orderOf = async (fields: Fields, to = wholesaler) => (await outcomeOf(receiptOf(newId(), fields), to)).order_id
  const withNumber = async (order: { url: string; id: number }, wholesaler_reference_number: string) => {
    await caller.post(`${order.url}set_wholesaler_reference_number/`, { wholesaler_reference_number })
    return order.id
  }

  it('[S485] [S486] [S493] is by order_id, otherwise by the invoice number', async () => {
    const [one, other] = [await sentOrder(), await sentOrder()]
    await withNumber(other, 'INV-900')
    expect(await orderOf({ order_id: one.id, invoice_number: 'INV-900' })).toBe(one.id)
    expect(await orderOf({ order_id: `${one.id}` })).toBe(one.id)
    // A number is the same however it is written.
    for (const literal of [`${one.id}.0`, `${one.id}.000`, `${one.id / 10}e1`, `${one.id}E0`, `${one.id}0e-1`]) {
      const text = `{"receipt_lines":[{"id":"${newId()}","quantity":"1","product_number":"A","order_id":${literal}}]}`
      const { body } = await caller.post(`/wholesaler/${wholesaler.id}/receipts/`, text, {
        headers: { 'content-type': 'application/json' },
      })
      expect([literal, body.receipt_lines[0].order_id]).toEqual([literal, one.id])
    }
    for (const order_id of [undefined, null, ''])
      expect(await orderOf({ order_id, invoice_number: ' INV-900 ' })).toBe(other.id)
    expect(await orderOf({ invoice_number: 'INV-901' })).toBe(null)
  })

  it('[S493] does not fall back to the invoice number if the order_id fits nothing', async () => {
    await withNumber(await sentOrder(), 'INV-910')
    for (const order_id of [999_999_999, 'none', -1, 1.5, [1]])
      expect(await orderOf({ order_id, invoice_number: 'INV-910' })).toBe(null)
  })

  it('[S493] is none if the number fits several', async () => {
    const [one, other] = [await sentOrder(), await sentOrder()]
    await withNumber(one, 'INV-920')
    expect(await orderOf({ invoice_number: 'INV-920' })).toBe(one.id)
    await withNumber(other, 'INV-920')
    expect(await orderOf({ invoice_number: 'INV-920' })).toBe(null)
    expect(await orderOf({ order_id: other.id, invoice_number: 'INV-920' })).toBe(other.id)
  })

  it('[S493] looks only at orders that were sent to the caller', async () => {
    const draft = await givenOrder(clinic, staff, wholesaler, [{ item: await givenItem(staff) }])
    const { caller: rival, wholesaler: theirs } = await givenConnection(clinic, staff)
    const foreign = await sentOrder(theirs)
    await rival.post(`${foreign.url}set_wholesaler_reference_number/`, { wholesaler_reference_number: 'INV-930' })
    const byTelephone = await sentOrder(manual)
    for (const { id } of [draft, foreign, byTelephone]) expect(await orderOf({ order_id: id })).toBe(null)
    expect(await orderOf({ invoice_number: 'INV-930' })).toBe(null)
    const other = await api.givenOrganisation()
    const others = await other.caller()
    const elsewhere = await givenConnection(other, others)
    const far = await givenSentOrder(other, others, elsewhere.wholesaler, [{ item: await givenItem(others) }])
    expect(await orderOf({ order_id: far.id })).toBe(null)
  })

  it('[S493] looks at all orders of its application, also of one that the clinic has archived and connected anew', async () => {
    const old = await givenWholesaler(staff, { type: 1, available_wholesaler: registration.url })
    const [before, numbered] = [await sentOrder(old), await sentOrder(old)]
    await withNumber(numbered, 'INV-940')
    expect((await staff.delete(old.url)).status).toBe(204)
    const anew = await givenWholesaler(staff, { type: 1, available_wholesaler: registration.url })
    expect(await orderOf({ order_id: before.id }, anew)).toBe(before.id)
    expect(await orderOf({ invoice_number: 'INV-940' }, anew)).toBe(numbered.id)
  })

  it('[S493] finds an order of a location from the clinic-wide id, and is filed under its department', async () => {
    const department = await givenDepartment(staff)
    await givenLocation(staff, wholesaler, department.url)
    const order = await sentOrder(wholesaler, { department: department.url })
    const id = newId()
    expect((await outcomeOf(receiptOf(id, { order_id: order.id }))).order_id).toBe(order.id)
    expect((await lineOf(staff, wholesaler, id)).department).toBe(department.url)
  })
})

describe('the department of a line', () => {
  const departmentOf = async (to: { readonly id: number }, fields: Fields = {}) => {
    const id = newId()
    const { status, reason } = await outcomeOf(receiptOf(id, fields), to)
    return status === 'accepted' ? (await lineOf(staff, to, id)).department : reason
  }

  it('[S493] is that of the credentials it is posted to, unless the order has another', async () => {
    const [own, other] = [await givenDepartment(staff), await givenDepartment(staff)]
    const location = await givenLocation(staff, wholesaler, own.url)
    expect(await departmentOf(location)).toBe(own.url)
    const order = await givenSentOrder(clinic, staff, wholesaler, [{ item: await givenItem(staff) }], {
      department: other.url,
    })
    expect(await departmentOf(location, { order_id: order.id })).toBe(other.url)
  })

  it('[S493] is the default one for the clinic-wide id', async () => {
    expect(await departmentOf(wholesaler)).toBe(mainDepartment)
    const other = await givenDepartment(staff)
    await staff.patch(`/organisation/${clinic.id}/`, { default_department: other.url })
    expect(await departmentOf(wholesaler)).toBe(other.url)
    await staff.patch(`/organisation/${clinic.id}/`, { default_department: mainDepartment })
  })

  it('[S493] [S564] is unresolved for a wholesaler that serves several departments, unless an order settles it', async () => {
    const shared = await another()
    await clinic.within((tx) =>
      tx.updateTable('wholesaler').set({ shared: true }).where('id', '=', shared.id).execute(),
    )
    expect(await departmentOf(shared)).toBe('department_unresolved')
    const order = await givenSentOrder(clinic, staff, shared, [{ item: await givenItem(staff) }])
    expect(await departmentOf(shared, { order_id: order.id })).toBe(mainDepartment)
  })

  it('is unresolved if there is no default department, or it is closed', async () => {
    const other = await api.givenOrganisation()
    const others = await other.caller()
    const theirs = await givenConnection(other, others)
    await others.patch(other.url('department', other.department), { archived: true })
    const closed = await outcomeOf(receiptOf(newId()), theirs.wholesaler, theirs.caller)
    await other.within((tx) => tx.updateTable('organisation').set({ default_department: null }).execute())
    const none = await outcomeOf(receiptOf(newId()), theirs.wholesaler, theirs.caller)
    expect([closed.reason, none.reason]).toEqual(['department_unresolved', 'department_unresolved'])
  })
})

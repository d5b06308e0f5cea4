import { beforeAll, describe, expect, it } from 'vitest'
import { useClinic, type ApiClient, type TestResponse } from '../../../test/support/api.ts'
import { asProblem, codesOf, givenDepartment, givenItem, givenWholesaler, idsIn } from '../../../test/support/clinic.ts'
import {
  givenConnection,
  givenLocation,
  givenOrder,
  givenSentOrder,
  givenSupplied,
  placedOf,
} from '../../../test/support/ordering.ts'

type Body = TestResponse['body']
const { clinic, caller: staff } = await useClinic()
const department = clinic.url('department', clinic.department)

let connection: Awaited<ReturnType<typeof givenConnection>>
let wholesaler: Awaited<ReturnType<typeof givenConnection>>['wholesaler']
let manual: typeof wholesaler
beforeAll(async () => {
  connection = await givenConnection(clinic, staff, { customer_number: 'C-1' })
  wholesaler = connection.wholesaler
  manual = await givenWholesaler(staff, { name: 'By telephone' })
})

const linesOf = async (order: { readonly id: number }) =>
  (await staff.get(`/orderitem/?order__is=${order.id}`)).body.results

describe('writing an order', () => {
  it('starts without lines, in process', async () => {
    const sent = { department, wholesaler: wholesaler.url, notes: 'Before noon' }
    const { status, body } = await staff.post('/order/', sent)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...sent,
      status: 0,
      wholesaler_reference_number: '',
      purchaser: null,
      ordered: null,
      last_placed: null,
      delivery_date: null,
      order_items: [],
      receipt_lines: [],
    })
    expect(idsIn(await staff.get(`/order/?id__in=${body.id}&status__is=0&wholesaler__is=${wholesaler.id}`))).toEqual([
      body.id,
    ])
  })

  it('begins with the lines that are sent with it, at the prices of now, and says what they cost', async () => {
    const [dear, cheap] = [
      await givenSupplied(clinic, staff, { primary: [wholesaler, 'W-7'] }, { wholesale_price: '18.4050' }),
      await givenItem(staff, { wholesale_price: null }),
    ]
    const elsewhere = await givenSupplied(
      clinic,
      staff,
      { primary: [manual, 'M-7'], secondary: [wholesaler, 'W-8'] },
      { wholesale_price: '5.0000' },
    )
    const items = [
      { item: dear.url, quantity: '3', notes: 'Cold' },
      { item: cheap.url, quantity: '1' },
      { item: elsewhere.url, quantity: '2' },
    ]
    const { status, body: order } = await staff.post('/order/', { department, wholesaler: wholesaler.url, items })
    expect(status).toBe(201)
    expect(order.total).toBe('55.22')
    expect(
      (await linesOf(order)).map((line: Body) => [
        line.item,
        line.quantity,
        line.notes,
        line.product_number,
        line.wholesale_price,
      ]),
    ).toEqual([
      [dear.url, '3.000', 'Cold', 'W-7', '18.4050'],
      [cheap.url, '1.000', '', '', null],
      [elsewhere.url, '2.000', '', 'W-8', null],
    ])
    await staff.patch(dear.url, { wholesale_price: '99' })
    expect((await staff.get(order.url)).body.total).toBe('55.22')
    // From the other wholesaler the same costs something else.
    expect((await staff.patch(order.url, { wholesaler: manual.url })).body.total).toBe('10.00')
  })

  it('refuses lines that cannot be ordered at their place, and then writes nothing', async () => {
    const [item, archived, procedure] = [
      await givenItem(staff),
      await givenItem(staff, { archived: true }),
      await givenItem(staff, { type_code: 1 }),
    ]
    const orders = async () => (await staff.get('/order/')).body.count
    const before = await orders()
    const refused = async (...items: readonly Body[]) =>
      codesOf(
        await staff.post(
          '/order/',
          { department, wholesaler: wholesaler.url, items: items.map(({ url }) => ({ item: url, quantity: '1' })) },
          asProblem,
        ),
      )
    expect([await refused(item, archived), await refused(procedure), await refused(item, item)]).toEqual([
      { 'items.1.item': 'archived' },
      { 'items.0.item': 'not_stocked' },
      { 'items.1.item': 'repeated' },
    ])
    expect(await orders()).toBe(before)
  })

  it('refuses an archived department and an archived wholesaler', async () => {
    const closed = await givenDepartment(staff, { archived: true })
    const gone = await givenWholesaler(staff)
    await staff.delete(gone.url)
    const answers = [
      await staff.post('/order/', { department: closed.url, wholesaler: wholesaler.url }, asProblem),
      await staff.post('/order/', { department, wholesaler: gone.url }, asProblem),
    ]
    expect(answers.map(codesOf)).toEqual([{ department: 'archived' }, { wholesaler: 'archived' }])
  })

  it('is under the department’s own credentials where it has some, and under nobody else’s', async () => {
    const [own, other] = [await givenDepartment(staff), await givenDepartment(staff)]
    const location = await givenLocation(staff, wholesaler, own.url)
    const ofClinicWide = await givenOrder(clinic, staff, wholesaler, [], { department: own.url })
    const ofLocation = await givenOrder(clinic, staff, location, [], { department: own.url })
    expect([ofClinicWide.wholesaler, ofLocation.wholesaler]).toEqual([location.url, location.url])
    const elsewhere = { department: other.url, wholesaler: location.url }
    expect(codesOf(await staff.post('/order/', elsewhere, asProblem))).toEqual({ wholesaler: 'other_department' })
    const { body } = await staff.patch(ofLocation.url, { department: other.url })
    expect([body.department, body.wholesaler]).toEqual([other.url, wholesaler.url])
  })

  it('copies what the line is from the item, with the number of the order’s wholesaler', async () => {
    const both = { primary: [manual, 'M-1'], secondary: [wholesaler, 'W-1'] } as const
    const fields = { name: 'Amoxicillin 250 mg', unit: 'package', barcode: '6412345678901' }
    const [item, unknown] = [await givenSupplied(clinic, staff, both, fields), await givenItem(staff)]
    const order = await givenOrder(clinic, staff, wholesaler, [
      { item, quantity: '2.5', notes: 'Cold' },
      { item: unknown },
    ])
    const [line, plain] = await linesOf(order)
    expect(line).toMatchObject({
      order: order.url,
      item: item.url,
      product_number: 'W-1',
      product_name: 'Amoxicillin 250 mg',
      unit: 'package',
      barcode: '6412345678901',
      quantity: '2.500',
      notes: 'Cold',
      delivered_quantity: '0.000',
    })
    expect(plain.product_number).toBe('')
    await staff.patch(item.url, { name: 'Amoxicillin' })
    await staff.patch(order.url, { wholesaler: manual.url })
    expect((await linesOf(order))[0]).toMatchObject({ product_number: 'M-1', product_name: 'Amoxicillin 250 mg' })
  })

  it('has one line for each item, and takes only what is kept in stock', async () => {
    const item = await givenItem(staff)
    const order = await givenOrder(clinic, staff, wholesaler, [{ item }])
    const add = (fields: object) => staff.post('/orderitem/', { order: order.url, quantity: '1', ...fields }, asProblem)
    expect(codesOf(await add({ item: item.url }))).toEqual({ item: 'unique' })
    expect(codesOf(await add({ item: (await givenItem(staff, { type_code: 1 })).url }))).toEqual({
      item: 'not_stocked',
    })
    const archived = await givenItem(staff)
    await staff.delete(archived.url)
    expect(codesOf(await add({ item: archived.url }))).toEqual({ item: 'archived' })
    expect(codesOf(await add({ item: (await givenItem(staff)).url, quantity: '0' }))).toEqual({ quantity: 'min_value' })
  })

  it('is withdrawn with its lines until it is sent', async () => {
    const item = await givenItem(staff)
    const order = await givenOrder(clinic, staff, wholesaler, [{ item }])
    const [line] = await linesOf(order)
    expect((await staff.delete(order.url)).status).toBe(204)
    for (const url of [order.url, line.url]) expect((await staff.get(url)).status).toBe(404)
    const gone = await staff.get('/deleted/?ordering=-id&page_size=10')
    expect(
      gone.body.results.map(({ resource, record }: { resource: string; record: number }) => [resource, record]),
    ).toEqual(
      expect.arrayContaining([
        ['order', order.id],
        ['orderitem', line.id],
      ]),
    )
    const sent = await givenSentOrder(clinic, staff, wholesaler, [{ item }])
    expect(codesOf(await staff.delete(sent.url, asProblem))).toEqual({ non_field_errors: 'order_sent' })
  })
})

describe('sending an order', () => {
  it('[S311] makes it Ordered and tells the integration', async () => {
    const order = await givenSentOrder(clinic, staff, wholesaler, [{ item: await givenItem(staff) }])
    expect(order).toMatchObject({ status: 1, purchaser: expect.stringContaining('/user/') })
    expect(order.ordered).toBe(order.last_placed)
    expect(await placedOf(clinic, order)).toMatchObject([{ event: 'order.placed', order: { id: order.id } }])
    expect(codesOf(await staff.post(`${order.url}send/`, {}, asProblem))).toEqual({ non_field_errors: 'order_sent' })
    expect(await placedOf(clinic, order)).toHaveLength(1)
  })

  it('makes an order of a manual wholesaler Ordered and tells nobody', async () => {
    const order = await givenSentOrder(clinic, staff, manual, [{ item: await givenItem(staff) }])
    expect(order.status).toBe(1)
    expect(await placedOf(clinic, order)).toEqual([])
  })

  it('needs a line, and a wholesaler that is not archived', async () => {
    const empty = await givenOrder(clinic, staff, wholesaler)
    expect(codesOf(await staff.post(`${empty.url}send/`, {}, asProblem))).toEqual({ non_field_errors: 'empty' })
    const gone = await givenWholesaler(staff)
    const order = await givenOrder(clinic, staff, gone, [{ item: await givenItem(staff) }])
    await staff.delete(gone.url)
    expect(codesOf(await staff.post(`${order.url}send/`, {}, asProblem))).toEqual({ wholesaler: 'archived' })
  })

  it('is under the credentials that the department has by then', async () => {
    const own = await givenDepartment(staff)
    const order = await givenOrder(clinic, staff, wholesaler, [{ item: await givenItem(staff) }], {
      department: own.url,
    })
    const location = await givenLocation(staff, wholesaler, own.url, { customer_number: 'C-2' })
    const { body } = await staff.post(`${order.url}send/`)
    expect(body.wholesaler).toBe(location.url)
    expect(await placedOf(clinic, order)).toMatchObject([
      { wholesaler: { id: location.id, customer_number: 'C-2' }, after_created_of: `wholesaler ${location.id}` },
    ])
  })

  it('needs the permission, and is not open to the wholesaler', async () => {
    const order = await givenOrder(clinic, staff, wholesaler, [{ item: await givenItem(staff) }])
    const reader = await clinic.caller({ read: ['Settings: Stock'], write: ['Settings: Items'] })
    for (const asking of [reader, connection.caller]) expect((await asking.post(`${order.url}send/`)).status).toBe(403)
    expect((await staff.post(`${order.url}send/`)).status).toBe(200)
  })
})

/** Sends an order of an own user and department, and answers what the integration was told. */
const told = async (ofDepartment: Readonly<Record<string, string>>, ofUser: { phone?: string; email?: string }) => {
  const place = await givenDepartment(staff, ofDepartment)
  const person = await clinic.userCaller()
  const order = await givenOrder(clinic, person, wholesaler, [{ item: await givenItem(staff) }], {
    department: place.url,
  })
  const { body } = await person.post(`${order.url}send/`)
  const id = Number(body.purchaser.split('/').at(-2))
  await clinic.within((tx) =>
    tx
      .updateTable('user')
      .set({ first_name: 'Aino', last_name: 'Koski', ...ofUser })
      .where('id', '=', id)
      .execute(),
  )
  await person.patch(order.url, { notes: 'Told again, with what is known by now' })
  return (await placedOf(clinic, order)).at(-1)
}

describe('what an integration is told of an order', () => {
  it('[S538] is the complete order, and nothing else', async () => {
    const place = await givenDepartment(staff, {
      name: 'North',
      street_address: 'Street 1',
      zip_code: '00100',
      city: 'Helsinki',
      country: 'FI',
      phone: '+358 9 1',
      email: 'north@clinic.example',
    })
    const supplied = { primary: [wholesaler, 'W-7'] } as const
    const item = await givenSupplied(clinic, staff, supplied, { name: 'Gauze', unit: 'pc', barcode: '123' })
    const plain = await givenItem(staff, { name: 'Needle' })
    const lines = [
      { item, quantity: '2.5', notes: 'Sterile' },
      { item: plain, quantity: '1' },
    ]
    const order = await givenSentOrder(clinic, staff, wholesaler, lines, { department: place.url, notes: 'Side door' })
    const [{ after_created_of, ...body }] = await placedOf(clinic, order)
    expect(body).toEqual({
      event: 'order.placed',
      event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      available_wholesaler: { id: connection.registration.id, name: connection.registration.name },
      wholesaler: { id: wholesaler.id, customer_number: 'C-1' },
      order: {
        id: order.id,
        notes: 'Side door',
        customer: {
          name: 'Test clinic',
          department: 'North',
          postal_address: 'Street 1',
          postal_code: '00100',
          city: 'Helsinki',
          country_code: 'FI',
        },
        purchaser: { name: expect.stringContaining('Integration'), phone: '+358 9 1', email: 'north@clinic.example' },
        items: [
          {
            product_number: 'W-7',
            product_name: 'Gauze',
            quantity: '2.500',
            unit: 'pc',
            barcode: '123',
            notes: 'Sterile',
          },
          { product_number: null, product_name: 'Needle', quantity: '1.000', unit: '', barcode: '', notes: '' },
        ],
      },
    })
    expect(after_created_of).toBe(`wholesaler ${wholesaler.id}`)
  })

  it('[S538] has the department’s phone and e-mail, and the user’s own where it has none', async () => {
    const own = (n: number) => ({ phone: `+358 40 ${n}`, email: `aino.${n}@clinic.example` })
    const contact = { phone: '+358 9 1', email: 'north@clinic.example' }
    expect((await told(contact, own(1))).order.purchaser).toEqual({ name: 'Aino Koski', ...contact })
    const { phone, email } = contact
    expect((await told({ phone }, own(2))).order.purchaser).toEqual({ name: 'Aino Koski', ...own(2), phone })
    expect((await told({ email }, own(3))).order.purchaser).toEqual({ name: 'Aino Koski', ...own(3), email })
    expect((await told({}, own(4))).order.purchaser).toEqual({ name: 'Aino Koski', ...own(4) })
  })

  it('[S538] has null where the contract says so and there is nothing, and empty text elsewhere', async () => {
    const bare = await givenWholesaler(staff, { type: 1, available_wholesaler: connection.registration.url })
    const order = await givenSentOrder(clinic, staff, bare, [{ item: await givenItem(staff) }])
    const [{ wholesaler: from, order: complete }] = await placedOf(clinic, order)
    expect(from).toEqual({ id: bare.id, customer_number: null })
    expect(complete).toMatchObject({
      notes: null,
      customer: { postal_address: '', postal_code: '', city: '' },
      purchaser: { phone: '', email: '' },
    })
  })
})

describe('an order that was sent', () => {
  const changesOf: readonly (readonly [string, (order: { url: string; id: number }) => Promise<unknown>])[] = [
    ['its notes', (order) => staff.patch(order.url, { notes: 'Changed' })],
    [
      'another line',
      async (order) =>
        staff.post('/orderitem/', { order: order.url, item: (await givenItem(staff)).url, quantity: '3' }),
    ],
    ['a quantity', async (order) => staff.patch((await linesOf(order))[0].url, { quantity: '7' })],
    ['the notes of a line', async (order) => staff.patch((await linesOf(order))[0].url, { notes: 'Cold' })],
    ['a line less', async (order) => staff.delete((await linesOf(order))[0].url)],
  ]

  it.each(changesOf)('[S535] is told again as a whole under another event_id: %s', async (_what, change) => {
    const lines = [{ item: await givenItem(staff) }, { item: await givenItem(staff) }]
    const order = await givenSentOrder(clinic, staff, wholesaler, lines)
    await change(order)
    const placed = await placedOf(clinic, order)
    expect(placed).toHaveLength(2)
    const [first, second] = placed
    expect(second.event_id).not.toBe(first.event_id)
    const { body: now } = await staff.get(order.url)
    expect(second.order).toMatchObject({
      id: order.id,
      notes: now.notes || null,
      items: (await linesOf(order)).map(({ product_name, quantity, notes }: Record<string, string>) => ({
        product_name,
        quantity,
        notes,
      })),
    })
    expect(second.order).not.toEqual(first.order)
    expect(now.modified > order.modified && now.last_placed > order.last_placed).toBe(true)
    expect([now.status, now.ordered]).toEqual([1, order.ordered])
  })

  it('is not told again where nothing changed, or before it is sent', async () => {
    const item = await givenItem(staff)
    const order = await givenSentOrder(clinic, staff, wholesaler, [{ item }], { notes: 'As it is' })
    const [line] = await linesOf(order)
    await staff.patch(order.url, { notes: 'As it is', department, wholesaler: wholesaler.url })
    await staff.patch(line.url, { quantity: '1.0', notes: '' })
    expect(await placedOf(clinic, order)).toHaveLength(1)
    const draft = await givenOrder(clinic, staff, wholesaler, [{ item }])
    await staff.patch(draft.url, { notes: 'Later' })
    expect(await placedOf(clinic, draft)).toEqual([])
  })

  it('keeps its department, its wholesaler and its last line', async () => {
    const order = await givenSentOrder(clinic, staff, wholesaler, [{ item: await givenItem(staff) }])
    const [line] = await linesOf(order)
    const other = await givenDepartment(staff)
    const answers = [
      await staff.patch(order.url, { department: other.url }, asProblem),
      await staff.patch(order.url, { wholesaler: manual.url }, asProblem),
      await staff.delete(line.url, asProblem),
    ]
    expect(answers.map(codesOf)).toEqual([
      { department: 'order_sent' },
      { wholesaler: 'order_sent' },
      { non_field_errors: 'empty' },
    ])
    expect(await placedOf(clinic, order)).toHaveLength(1)
  })

  it('[S534] is told under the clinic-wide id once the location has given up its credentials', async () => {
    const own = await givenDepartment(staff)
    const location = await givenLocation(staff, wholesaler, own.url)
    const order = await givenSentOrder(clinic, staff, wholesaler, [{ item: await givenItem(staff) }], {
      department: own.url,
    })
    await staff.delete(location.url)
    const { body } = await staff.patch(order.url, { notes: 'Changed' })
    expect(body.wholesaler).toBe(wholesaler.url)
    expect((await placedOf(clinic, order)).map(({ wholesaler: from }) => from.id)).toEqual([location.id, wholesaler.id])
  })

  it('is told under the clinic-wide id although the location moved to another department before it was archived', async () => {
    const [own, other] = [await givenDepartment(staff), await givenDepartment(staff)]
    const location = await givenLocation(staff, wholesaler, own.url)
    const order = await givenSentOrder(clinic, staff, wholesaler, [{ item: await givenItem(staff) }], {
      department: own.url,
    })
    await staff.patch(location.url, { department: other.url })
    await staff.delete(location.url)
    const { status, body } = await staff.patch(order.url, { notes: 'Changed' })
    expect([status, body.wholesaler]).toEqual([200, wholesaler.url])
    expect(await placedOf(clinic, order)).toHaveLength(2)
  })

  it('does not change once it is delivered', async () => {
    const order = await givenSentOrder(clinic, staff, wholesaler, [{ item: await givenItem(staff) }])
    const [line] = await linesOf(order)
    await connection.caller.post(`${order.url}mark_delivered/`)
    const another = { order: order.url, item: (await givenItem(staff)).url, quantity: '1' }
    const refused: readonly Promise<Awaited<ReturnType<ApiClient['get']>>>[] = [
      staff.patch(order.url, { notes: 'Changed' }, asProblem),
      staff.patch(line.url, { quantity: '2' }, asProblem),
      staff.delete(line.url, asProblem),
      staff.post('/orderitem/', another, asProblem),
    ]
    for (const answer of await Promise.all(refused))
      expect(codesOf(answer)).toEqual({ non_field_errors: 'order_delivered' })
    expect(await placedOf(clinic, order)).toHaveLength(1)
  })
})

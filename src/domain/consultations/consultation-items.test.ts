import { describe, expect, it } from 'vitest'
import { everything, useClinic, type TestResponse } from '../../../test/support/api.ts'
import {
  asProblem,
  codesOf,
  detailOf,
  givenClient,
  givenConsultation,
  givenDepartment,
  givenItem,
  givenLabRow,
  givenPatient,
  givenPricing,
  givenRow,
  givenUser,
  givenVatGroup,
  idsIn,
} from '../../../test/support/clinic.ts'

type Body = TestResponse['body']
const { api, clinic, caller } = await useClinic()
const vat: Body = await givenVatGroup(caller, '24.00')

const read = async ({ url }: { url: string }): Promise<Body> => (await caller.get(url)).body
const kinds = [
  ['procedures', 1],
  ['medicines', 2],
  ['supplies', 3],
  ['foods', 4],
] as const
const itemOf = (type_code: number, fields: object = {}) =>
  givenItem(caller, { type_code, vat_group: vat.url, ...fields })
const add = (visit: Body, route: string, fields: object, as = caller) =>
  as.post(`/consultation/${visit.id}/${route}/`, { quantity: '1', ...fields }, asProblem)
const end = async (visit: Body) => {
  await caller.post(`${visit.url}update_status/`, { status: 10 })
}

/** A visit of a client's animals, of these herd sizes. */
const herds = async (sizes: readonly (number | null)[], fields: object = {}) => {
  const { url } = await givenClient(caller)
  const patients: Body[] = []
  for (const herd_size of sizes) patients.push(await givenPatient(caller, { client: url, herd_size }))
  return { patients, visit: await givenConsultation(caller, { patients, ...fields }) }
}

describe('adding an item', () => {
  it.each(kinds)('[S389] of %s answers 201 with the row, and lists it under its visit', async (route, type_code) => {
    const item = await itemOf(type_code, { code: 'C1', name: 'Thing', unit: 'piece', price: '10' })
    const visit = await givenConsultation(caller)
    const { status, body } = await add(visit, route, { item: item.url, quantity: '2.5', patients: visit.patients })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      consultation: visit.url,
      patients: visit.patients,
      item: item.url,
      type_code,
      code: 'C1',
      name: 'Thing',
      unit: 'piece',
      quantity: '2.500',
      price: '10.0000',
      price_with_vat: '12.40',
      vat_percentage: '24.00',
      percentage_change: '0.00',
      multiplier: 1,
      sum_total: '31.00',
      invoicerow: null,
      supervising_veterinarian: visit.supervising_veterinarian,
    })
    expect(await read(body)).toMatchObject(body)
    expect((await caller.get(`/consultation/${visit.id}/${route}/`)).body.results).toEqual([body])
  })

  it.each(kinds)('[S132] of %s is linked from its visit', async (_route, kind) => {
    const visit = await givenConsultation(caller)
    const row = await givenRow(caller, visit, { kind })
    expect((await read(visit)).consultation_items).toEqual([row.url])
  })

  it.each([
    ['[S144]', 'consultation', (visit: Body) => visit.url],
    ['[S145]', 'patients', (visit: Body) => [visit.patients[1]]],
    ['[S146]', 'item', (_visit: Body, item: Body) => item.url],
    ['[S147]', 'quantity', () => '2.125'],
    ['[S148]', 'vat_percentage', () => '24.00'],
  ])('%s shows %s, as it was sent', async (_line, field, valueOf) => {
    const item = await itemOf(2)
    const { visit } = await herds([null, null])
    const sent = { item: item.url, quantity: '2.125', patients: [visit.patients[1]], vat_percentage: '24' }
    const { body } = await add(visit, 'medicines', sent)
    expect(body[field]).toEqual(valueOf(visit, item))
    expect((await read(body))[field]).toEqual(valueOf(visit, item))
  })

  it.each(kinds)('[S389] lists under %s only what is of that type', async (route, type_code) => {
    const visit = await givenConsultation(caller)
    const rows: Body[] = []
    for (const [, kind] of kinds) rows.push(await givenRow(caller, visit, { kind }))
    const own = rows.filter((row) => row.type_code === type_code).map(({ id }) => id)
    expect(idsIn(await caller.get(`/consultation/${visit.id}/${route}/`))).toEqual(own)
  })

  it.each(kinds)('[S395] is in the flat list, where type_code finds those of %s', async (_route, type_code) => {
    const here = await api.givenOrganisation()
    const as = await here.caller()
    const rows: Body[] = []
    for (const visit of [await givenConsultation(as), await givenConsultation(as)])
      for (const [, kind] of kinds) rows.push(await givenRow(as, visit, { kind }))
    expect(idsIn(await as.get('/consultationitem/'))).toEqual(rows.map(({ id }) => id))
    const own = rows.filter((row) => row.type_code === type_code).map(({ id }) => id)
    expect(own).toHaveLength(2)
    expect(idsIn(await as.get(`/consultationitem/?type_code=${type_code}`))).toEqual(own)
    expect(idsIn(await as.get(`/consultationitem/?type_code__is=${type_code}`))).toEqual(own)
  })

  it('[S155] is read-only in the flat list', async () => {
    const row = await givenRow(caller, await givenConsultation(caller))
    for (const [method, address] of [
      ['POST', '/consultationitem/'],
      ['PATCH', row.url],
      ['PUT', row.url],
      ['DELETE', row.url],
    ]) {
      const { status, headers } = await caller.send(method, address, { body: { quantity: '2' } })
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, OPTIONS'])
    }
    expect(await read(row)).toMatchObject(row)
    const { body } = await caller.send('OPTIONS', row.url)
    for (const field of Object.values<Body>(body.fields)) expect(field).toMatchObject({ read_only: true })
  })

  it.each([
    [5, 6],
    [6, 5],
  ] as const)('[S155] is found as laboratory work of type %i, and never of type %i', async (type_code, other) => {
    const item = await itemOf(type_code, { code: 'L1', name: 'Blood count', price: '30' })
    const visit = await givenConsultation(caller)
    const rows = [await givenLabRow(clinic, visit, item), await givenLabRow(clinic, visit, await itemOf(other))]
    await givenRow(caller, visit)
    const found = (query: string) => caller.get(`/consultationitem/?consultation__is=${visit.id}&${query}`)
    expect(idsIn(await found(`type_code=${type_code}`))).toEqual([rows[0]])
    expect(idsIn(await found(`type_code__is=${type_code}`))).toEqual([rows[0]])
    expect(idsIn(await found('type_code__in=5,6'))).toEqual(rows)
    const url = clinic.url('consultationitem', rows[0]!)
    expect(await read({ url })).toMatchObject({
      consultation: visit.url,
      patients: visit.patients,
      item: item.url,
      type_code,
      code: 'L1',
      name: 'Blood count',
      price: '30.0000',
      usage_type: null,
      usage_size: null,
      instructions: '',
    })
    for (const [route] of kinds)
      expect(idsIn(await caller.get(`/consultation/${visit.id}/${route}/`))).not.toContain(rows[0])
  })

  it.each([
    [
      '/consultationitem/',
      'type_code',
      '[S155]',
      {
        1: 'Procedure',
        2: 'Medicine',
        3: 'Supply',
        4: 'Food',
        5: 'Laboratory analysis',
        6: 'Laboratory analysis panel',
      },
    ],
    [
      '/consultationitem/',
      'usage_type',
      '[S149]',
      { 1: 'Administered', 2: 'Dispensed', 3: 'Prescribed', 4: 'Home delivery' },
    ],
    ['/consultationitem/', 'usage_size', '[S150]', { 1: 'Package', 2: 'Dosage units' }],
  ])('at %s has a %s %s of these', async (path, field, _lines, choices) => {
    expect((await caller.send('OPTIONS', path)).body.fields[field].choices).toEqual(choices)
    expect(codesOf(await caller.get('/consultationitem/?type_code=7', asProblem))).toEqual({
      type_code: 'invalid_choice',
    })
  })

  it('is filtered by patient', async () => {
    const { visit, patients } = await herds([null, null])
    const all = await givenRow(caller, visit)
    const one = await givenRow(caller, visit, { patients: [patients[1].url] })
    const foundBy = async (patient: unknown) =>
      idsIn(await caller.get(`/consultationitem/?patients__is=${encodeURIComponent(String(patient))}`))
    expect(await foundBy(patients[0].id)).toEqual([all.id])
    expect(await foundBy(patients[1].url)).toEqual([all.id, one.id])
    expect(codesOf(await caller.get('/consultationitem/?patients__is=Rex', asProblem))).toEqual({
      patients__is: 'does_not_exist',
    })
  })

  it('keeps name and price when the item changes later', async () => {
    const item = await itemOf(2, { name: 'Long name', print_name: 'Printed', price: '10' })
    const row = await givenRow(caller, await givenConsultation(caller), { item: item.url })
    expect(row).toMatchObject({ name: 'Printed', price: '10.0000' })
    await caller.patch(item.url, { print_name: 'Other', price: '99' })
    await caller.patch(vat.url, { title: 'Renamed' })
    expect(await read(row)).toEqual(row)
  })

  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'is priced on the local day of its department in %s',
    async (time_zone) => {
      const department = await givenDepartment(caller)
      await caller.patch(`/settings/department/${department.id}/`, { time_zone })
      const today = new Date().toLocaleDateString('sv-SE', { timeZone: time_zone })
      const item = await itemOf(2, { price: '10' })
      await givenPricing(caller, item, { price: '7', valid_from: today, valid_until: today })
      const visit = await givenConsultation(caller, { department: department.url })
      expect((await givenRow(caller, visit, { item: item.url })).price).toBe('7.0000')
      // At every hour these two departments have different dates.
      const other = time_zone === 'Pacific/Kiritimati' ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
      await caller.patch(`/settings/department/${department.id}/`, { time_zone: other })
      expect((await givenRow(caller, visit, { item: item.url })).price).toBe('10.0000')
    },
  )

  it('is priced for the department and the customer type', async () => {
    const item = await itemOf(2, { price: '10' })
    await givenPricing(caller, item, { customer_type: 3, price: '7' })
    const charity = await givenClient(caller, { customer_type: 3 })
    const patient = await givenPatient(caller, { client: charity.url })
    const cheap = await givenRow(caller, await givenConsultation(caller, { patients: [patient] }), { item: item.url })
    const usual = await givenRow(caller, await givenConsultation(caller), { item: item.url })
    expect([cheap.price, usual.price]).toEqual(['7.0000', '10.0000'])
  })

  it.each([
    ['medicines', 2, 1],
    ['medicines', 2, 2],
    ['medicines', 2, 3],
    ['medicines', 2, 4],
    ['supplies', 3, 1],
    ['supplies', 3, 2],
    ['supplies', 3, 3],
    ['supplies', 3, 4],
  ])('[S149] of %s (%i) is used in way %i', async (route, type, usage_type) => {
    const { body } = await add(await givenConsultation(caller), route, { item: (await itemOf(type)).url, usage_type })
    expect(body.usage_type).toBe(usage_type)
  })

  it('[S149] [S150] is administered by the package by default', async () => {
    const { body } = await add(await givenConsultation(caller), 'medicines', { item: (await itemOf(2)).url })
    expect([body.usage_type, body.usage_size]).toEqual([1, 1])
  })

  it.each([
    ['medicines', 2],
    ['supplies', 3],
  ])('[S150] of %s (%i) costs by the package or by the dosage unit', async (route, type) => {
    const item = await itemOf(type, { price: '10', dosage_units: '30' })
    const visit = await givenConsultation(caller)
    const addAs = async (usage_size: number) => (await add(visit, route, { item: item.url, usage_size })).body
    expect(await addAs(1)).toMatchObject({ price: '10.0000', usage_size: 1 })
    expect(await addAs(2)).toMatchObject({ price: '0.3333', usage_size: 2 })
  })

  it.each([
    ['procedures', 1],
    ['foods', 4],
  ])('[S149] [S150] [S151] of %s (%i) has no usage and no instructions', async (route, type) => {
    const sent = { item: (await itemOf(type)).url, usage_type: 2, usage_size: 2, instructions: 'Twice a day' }
    const { status, body } = await add(await givenConsultation(caller), route, sent)
    expect([status, body]).toMatchObject([201, { usage_type: null, usage_size: null, instructions: '' }])
  })

  it('[S151] of a medicine has instructions: its own, or the item’s', async () => {
    const item = await itemOf(2, { instructions: 'With food.' })
    const visit = await givenConsultation(caller)
    expect((await add(visit, 'medicines', { item: item.url })).body.instructions).toBe('With food.')
    const own = await add(visit, 'medicines', { item: item.url, instructions: 'Twice a day' })
    expect(own.body.instructions).toBe('Twice a day')
  })

  it('[S145] is for all patients of the visit unless some are sent', async () => {
    const { visit, patients } = await herds([null, null])
    const { url: item } = await itemOf(1)
    expect((await add(visit, 'procedures', { item })).body.patients).toEqual(visit.patients)
    const one = await add(visit, 'procedures', { item, patients: [patients[1].url] })
    expect([one.body.patients, one.body.quantity]).toEqual([[patients[1].url], '1.000'])
  })

  it.each<[string, string, () => Promise<object>, object]>([
    ['no item', 'medicines', async () => ({}), { item: 'required' }],
    [
      'an item that is not there',
      'medicines',
      async () => ({ item: `${vat.url.replace('vatgroup', 'item')}9/` }),
      { item: 'does_not_exist' },
    ],
    ['a supply among medicines', 'medicines', async () => ({ item: (await itemOf(3)).url }), { item: 'wrong_type' }],
    [
      '[S389] a medicine among procedures',
      'procedures',
      async () => ({ item: (await itemOf(2)).url }),
      { item: 'wrong_type' },
    ],
    [
      'laboratory work among procedures',
      'procedures',
      async () => ({ item: (await itemOf(5)).url }),
      { item: 'wrong_type' },
    ],
    [
      'an archived item',
      'foods',
      async () => ({ item: (await itemOf(4, { archived: true })).url }),
      { item: 'archived' },
    ],
    [
      'no quantity',
      'foods',
      async () => ({ item: (await itemOf(4)).url, quantity: undefined }),
      { quantity: 'required' },
    ],
    [
      'a quantity of nothing',
      'foods',
      async () => ({ item: (await itemOf(4)).url, quantity: '0' }),
      { quantity: 'min_value' },
    ],
    [
      'a negative quantity',
      'foods',
      async () => ({ item: (await itemOf(4)).url, quantity: '-1' }),
      { quantity: 'min_value' },
    ],
    [
      'four decimals',
      'foods',
      async () => ({ item: (await itemOf(4)).url, quantity: '1.0001' }),
      { quantity: 'max_decimal_places' },
    ],
    [
      'a sum beyond reason',
      'foods',
      async () => ({ item: (await itemOf(4, { price: '99999999' })).url, quantity: '999999999' }),
      { quantity: 'max_value' },
    ],
    [
      'a unit that costs more than anything',
      'medicines',
      async () => ({
        item: (await itemOf(2, { price: '99999999', dosage_units: '0.001' })).url,
        usage_size: 2,
        quantity: '0.001',
      }),
      { quantity: 'max_value' },
    ],
    ['nobody', 'foods', async () => ({ item: (await itemOf(4)).url, patients: [] }), { patients: 'empty' }],
    [
      'a patient of another visit',
      'foods',
      async () => ({ item: (await itemOf(4)).url, patients: [(await givenPatient(caller)).url] }),
      { patients: 'wrong_consultation' },
    ],
    [
      'a VAT rate nobody has',
      'foods',
      async () => ({ item: (await itemOf(4)).url, vat_percentage: '3.5' }),
      { vat_percentage: 'unknown_rate' },
    ],
    [
      'a way of use there is not',
      'medicines',
      async () => ({ item: (await itemOf(2)).url, usage_type: 5 }),
      { usage_type: 'invalid_choice' },
    ],
    [
      'a size there is not',
      'supplies',
      async () => ({ item: (await itemOf(3)).url, usage_size: 3 }),
      { usage_size: 'invalid_choice' },
    ],
    ['a negative price', 'foods', async () => ({ item: (await itemOf(4)).url, price: '-1' }), { price: 'min_value' }],
    [
      'more than everything off',
      'foods',
      async () => ({ item: (await itemOf(4)).url, percentage_change: '-100.01' }),
      { percentage_change: 'min_value' },
    ],
    [
      'no batch where one is wanted',
      'medicines',
      async () => ({ item: (await itemOf(2, { batch_number_required: true })).url }),
      { batch_number: 'required' },
    ],
  ])('is refused with %s', async (_what, route, fields, codes) => {
    const visit = await givenConsultation(caller)
    expect(codesOf(await add(visit, route, await fields()))).toEqual(codes)
    expect(await read(visit)).toEqual(visit)
  })

  it('requires the batch number of a batch-tracked item, unless it is prescribed', async () => {
    const { url: item } = await itemOf(2, { batch_number_required: true })
    const visit = await givenConsultation(caller)
    expect((await add(visit, 'medicines', { item, batch_number: 'B-17' })).body.batch_number).toBe('B-17')
    expect((await add(visit, 'medicines', { item, usage_type: 3 })).status).toBe(201)
  })

  it('[S148] takes the rate of any VAT group of the clinic, and no other', async () => {
    const { url: item } = await itemOf(2)
    await givenVatGroup(caller, '14.00')
    const visit = await givenConsultation(caller)
    const row = (await add(visit, 'medicines', { item, vat_percentage: '14' })).body
    expect([row.vat_percentage, row.price_with_vat]).toEqual(['14.00', '11.40'])
    const no = await add(visit, 'medicines', { item, vat_percentage: '13' })
    expect(codesOf(no)).toEqual({ vat_percentage: 'unknown_rate' })
    expect(no.body.errors.vat_percentage[0].message).toContain('14.00')
  })
})

describe('a price that is sent', () => {
  it.each([{ price: '1' }, { percentage_change: '-10' }])('needs Financial: Discounts: %j', async (terms) => {
    const without = await (async () => {
      const rest = everything.write!.filter((name) => name !== 'Financial: Discounts')
      return (await api.givenOrganisation()).caller({ write: rest })
    })()
    const visit = await givenConsultation(without)
    const { url: item } = await givenItem(without, { type_code: 2 })
    expect((await add(visit, 'medicines', { item, ...terms }, without)).status).toBe(403)
    const { status, body: row } = await add(visit, 'medicines', { item }, without)
    expect(status).toBe(201)
    expect((await without.patch(detailOf(row), terms)).status).toBe(403)
    expect((await without.patch(detailOf(row), { quantity: '2' })).status).toBe(200)
  })

  it('applies to a price that is sent instead of that of the item', async () => {
    const { url: item } = await itemOf(2, { price: '10' })
    const visit = await givenConsultation(caller)
    const row = (await add(visit, 'medicines', { item, price: '8.1234', percentage_change: '-12.5' })).body
    expect(row).toMatchObject({ price: '8.1234', percentage_change: '-12.50', price_with_vat: '10.07' })
    const changed = (await caller.patch(detailOf(row), { percentage_change: '0' })).body
    expect([changed.price, changed.percentage_change]).toEqual(['8.1234', '0.00'])
  })
})

describe('the herd-size multiplier', () => {
  it.each<[string, number, readonly (number | null)[], string]>([
    ['two single animals in the clinic', 1, [null, null], '1.500'],
    ['two single animals on a farm', 3, [null, null], '3.000'],
    ['a herd of forty on a farm', 3, [40], '60.000'],
    ['a herd of forty and one animal on a farm', 3, [40, null], '61.500'],
    ['a herd of forty in the clinic', 1, [40], '60.000'],
  ])('[S389] multiplies the quantity: %s', async (_what, type, sizes, quantity) => {
    const { visit } = await herds(sizes, { type })
    const { url: item } = await itemOf(2)
    const times = { item, quantity: '1.5' }
    expect((await add(visit, 'medicines', times)).body.quantity).toBe(quantity)
    const plain = [
      await add(visit, 'medicines', { ...times, no_multiplier: true }),
      await caller.post(`/consultation/${visit.id}/medicines/?no_multiplier=true`, times),
    ]
    expect(plain.map(({ body }) => body.quantity)).toEqual(['1.500', '1.500'])
  })

  it('[S389] takes the flag in the query without a value, and from forms', async () => {
    const { visit } = await herds([40], { type: 3 })
    const { url: item } = await itemOf(2)
    const at = `/consultation/${visit.id}/medicines/`
    const answers = [
      await caller.post(`${at}?no_multiplier`, { item, quantity: '2' }),
      await caller.post(`${at}?no_multiplier=true`, new URLSearchParams({ item, quantity: '2' })),
      await caller.post(at, new URLSearchParams({ item, quantity: '2', no_multiplier: 'true' })),
    ]
    expect(answers.map(({ body }) => `${body.quantity} ${body.no_multiplier}`)).toEqual(Array(3).fill('2.000 true'))
    const multiplied = await caller.post(`${at}?no_multiplier=false`, { item, quantity: '2' })
    expect(multiplied.body.quantity).toBe('80.000')
    const refused = await caller.post(`${at}?no_multiplier=often`, { item, quantity: '2' }, asProblem)
    expect(codesOf(refused)).toEqual({ no_multiplier: 'invalid' })
  })

  it('is refused where the quantity would have too many digits', async () => {
    const { visit } = await herds([10_000_000], { type: 3 })
    const { url: item } = await itemOf(2, { price: '0' })
    expect(codesOf(await add(visit, 'medicines', { item, quantity: '999999999' }))).toEqual({ quantity: 'max_value' })
  })

  it('multiplies by the patients of the row, and again when they change', async () => {
    const { visit, patients } = await herds([40, 10], { type: 3 })
    const { url: item } = await itemOf(2)
    const row = (await add(visit, 'medicines', { item, quantity: '2', patients: [patients[0].url] })).body
    expect(row.quantity).toBe('80.000')
    const patched = async (changes: object) => (await caller.patch(detailOf(row), changes)).body.quantity
    expect(await patched({ patients: [patients[1].url] })).toBe('20.000')
    expect(await patched({ quantity: '3' })).toBe('30.000')
    expect(await patched({ no_multiplier: true })).toBe('3.000')
    expect(await patched({ quantity: '4' })).toBe('4.000')
    expect(await patched({ no_multiplier: false, patients: visit.patients })).toBe('200.000')
  })
})

describe('the address of a row under its visit', () => {
  it.each(kinds)('reads, corrects and removes one of %s', async (route, kind) => {
    const row = await givenRow(caller, await givenConsultation(caller), { kind })
    const { id } = await read({ url: row.consultation })
    const address = `/consultation/${id}/${route}/${row.id}/`
    const { status, headers, body } = await caller.get(address)
    expect([status, body]).toEqual([200, row])
    expect(headers.get('etag')).toBe((await caller.get(row.url)).headers.get('etag'))
    const ifMatch = (etag: string) => ({ headers: { 'if-match': etag } })
    expect((await caller.patch(address, { quantity: '2' }, ifMatch('"1"'))).status).toBe(412)
    const changed = await caller.patch(address, { quantity: '2' }, ifMatch(headers.get('etag')!))
    expect([changed.status, changed.body.quantity, changed.body.url]).toEqual([200, '2.000', row.url])
    expect((await caller.delete(address)).status).toBe(204)
    expect((await caller.get(address)).status).toBe(404)
    expect((await caller.get(row.url)).status).toBe(404)
  })

  it.each(kinds)(
    'answers 404 to a row of another visit or type, and to what is no id, among %s',
    async (route, kind) => {
      const [visit, other] = [await givenConsultation(caller), await givenConsultation(caller)]
      const own = await givenRow(caller, visit, { kind })
      const elsewhere = await givenRow(caller, other, { kind })
      const ofAnotherType = await givenRow(caller, visit, { kind: kind === 1 ? 2 : 1 })
      const laboratory = await givenLabRow(clinic, visit, await itemOf(5))
      const wrong = [
        ...[elsewhere.id, ofAnotherType.id, laboratory, 0, 'x', 999_999_999].map((id) => `${visit.id}/${route}/${id}`),
        ...[other.id, 'x', 999_999_999].map((id) => `${id}/${route}/${own.id}`),
      ]
      for (const path of wrong)
        for (const method of ['GET', 'PATCH', 'DELETE']) {
          const body = method === 'PATCH' ? { body: { quantity: '2' } } : {}
          const { status } = await caller.send(method, `/consultation/${path}/`, body)
          expect([method, path, status]).toEqual([method, path, 404])
        }
      for (const row of [own, elsewhere, ofAnotherType]) expect((await caller.get(row.url)).body).toMatchObject(row)
    },
  )

  it('[S144] takes the parent that is in the address, and refuses another', async () => {
    const [visit, other] = [await givenConsultation(caller), await givenConsultation(caller)]
    const item = await itemOf(2)
    const accept = { headers: { accept: 'application/problem+json' } }
    const send = (consultation: unknown) =>
      caller.post(`/consultation/${visit.id}/medicines/`, { item: item.url, quantity: '1', consultation }, accept)
    const row = await send(visit.url)
    expect([row.status, row.body.consultation]).toEqual([201, visit.url])
    expect((await caller.patch(detailOf(row.body), { consultation: visit.url })).status).toBe(200)
    const refusals = [
      await send(other.url),
      await caller.patch(detailOf(row.body), { consultation: other.url }, accept),
    ]
    for (const { status, body } of refusals)
      expect([status, body.errors?.consultation[0].code]).toEqual([400, 'parent_mismatch'])
    expect(idsIn(await caller.get(`/consultationitem/?consultation__in=${visit.id},${other.id}`))).toEqual([
      row.body.id,
    ])
  })
})

describe('changing a row', () => {
  it.each([
    ['procedures', 1, { usage_type: null, usage_size: null, instructions: '' }],
    ['foods', 4, { usage_type: null, usage_size: null, instructions: '' }],
    ['supplies', 3, { usage_type: 2, usage_size: 2, instructions: '' }],
    ['medicines', 2, { usage_type: 2, usage_size: 2, instructions: 'x' }],
  ])('of %s leaves alone what its type does not have', async (_route, kind, expected) => {
    const row = await givenRow(caller, await givenConsultation(caller), { kind: kind as 1 })
    const changes = { usage_type: 2, usage_size: 2, instructions: 'x' }
    expect((await caller.patch(detailOf(row), changes)).body).toMatchObject(expected)
  })

  it('changes what is sent and touches the visit', async () => {
    const item = await itemOf(2, { price: '10', dosage_units: '20' })
    const visit = await givenConsultation(caller)
    const row = await givenRow(caller, visit, { item: item.url })
    await caller.patch(item.url, { price: '99' })
    const before = await read(visit)
    const veterinarian = await givenUser(caller)
    const changes = {
      quantity: '3.000',
      usage_type: 2,
      usage_size: 2,
      instructions: 'Half a tablet',
      batch_number: 'B-18',
      supervising_veterinarian: veterinarian.url,
    }
    const { status, body } = await caller.patch(detailOf(row), changes)
    expect([status, body]).toMatchObject([200, { ...changes, price: '0.5000' }])
    expect((await read(visit)).modified > before.modified).toBe(true)
    expect((await caller.patch(detailOf(row), { usage_size: 1 })).body.price).toBe('10.0000')
    expect((await caller.patch(detailOf(row), { item: (await itemOf(2)).url })).body.item).toBe(item.url)
  })

  it('keeps a price that was sent while usage_size stays the same', async () => {
    const row = await givenRow(caller, await givenConsultation(caller), { price: '4' })
    expect((await caller.patch(detailOf(row), { usage_size: 1, quantity: '2' })).body.price).toBe('4.0000')
  })

  it.each<[string, number, object, object]>([
    ['nobody', 2, { patients: [] }, { patients: 'empty' }],
    ['a quantity of nothing', 2, { quantity: '0' }, { quantity: 'min_value' }],
    ['a rate nobody has', 2, { vat_percentage: '3.5' }, { vat_percentage: 'unknown_rate' }],
    ['more than everything off', 2, { percentage_change: '-101' }, { percentage_change: 'min_value' }],
  ])('is refused with %s', async (_what, kind, changes, codes) => {
    const row = await givenRow(caller, await givenConsultation(caller), { kind: kind as 1 })
    expect(codesOf(await caller.patch(detailOf(row), changes, asProblem))).toEqual(codes)
    expect(await read(row)).toMatchObject(row)
  })

  it('is refused when it would clear a required batch number', async () => {
    const { url: item } = await itemOf(2, { batch_number_required: true })
    const row = await givenRow(caller, await givenConsultation(caller), { item, batch_number: 'B-1' })
    expect(codesOf(await caller.patch(detailOf(row), { batch_number: '' }, asProblem))).toEqual({
      batch_number: 'required',
    })
    expect((await caller.patch(detailOf(row), { batch_number: '', usage_type: 3 })).status).toBe(200)
  })

  it('changes nothing when a row is sent back as it was read', async () => {
    for (const [, kind] of kinds) {
      const row = await givenRow(caller, await givenConsultation(caller), { kind })
      const { status, body } = await caller.patch(detailOf(row), row)
      expect([status, { ...body, modified: '' }]).toEqual([200, { ...row, modified: '' }])
    }
  })

  it('accepts the quantity of a row that is sent back as it was read, however many animals it is for', async () => {
    const { visit, patients } = await herds([40, null], { type: 3 })
    const row = await givenRow(caller, visit, { quantity: '1.5' })
    expect(row.quantity).toBe('61.500')
    await caller.patch(patients[0].url, { herd_size: 50 })
    const patched = async (changes: object) => (await caller.patch(detailOf(row), changes)).body.quantity
    expect(await patched({ ...row, instructions: 'In the feed' })).toBe('61.500')
    expect(await patched({ quantity: '2' })).toBe('102.000')
    expect(await patched({ quantity: '102' })).toBe('5202.000')
    expect(await patched({ quantity: '2', patients: visit.patients })).toBe('102.000')
    const forOne = { patients: [patients[1].url] }
    const unclear = await caller.patch(detailOf(row), { ...row, quantity: '102.000', ...forOne }, asProblem)
    expect(codesOf(unclear)).toEqual({ quantity: 'ambiguous' })
    expect(await patched(forOne)).toBe('2.000')
    expect(await patched({ quantity: '2', no_multiplier: true, patients: visit.patients })).toBe('2.000')
    expect(await patched({ quantity: '2', no_multiplier: false })).toBe('102.000')
  })

  it('accepts a row that is sent back without the permission for discounts, and keeps its VAT group', async () => {
    const here = await api.givenOrganisation()
    const owner = await here.caller()
    const clerk = await here.caller({ write: everything.write!.filter((name) => name !== 'Financial: Discounts') })
    const group = await givenVatGroup(owner, '24.00')
    const item = await givenItem(owner, { type_code: 2, vat_group: group.url })
    const row = await givenRow(owner, await givenConsultation(owner), { item: item.url, percentage_change: '-10' })
    await owner.patch(group.url, { percentage: '25.50' })
    await givenVatGroup(owner, '24.00')
    const { status, body } = await clerk.patch(detailOf(row), { ...row, instructions: 'Twice a day' })
    expect([status, body]).toMatchObject([
      200,
      { price: row.price, percentage_change: '-10.00', vat_percentage: '24.00' },
    ])
    const [kept] = await here.within((tx) => tx.selectFrom('consultationitem').select('vat_group').execute())
    expect(kept!.vat_group).toBe(group.id)
    expect((await clerk.patch(detailOf(row), { ...row, percentage_change: '-10.01' })).status).toBe(403)
  })
})

describe('removing a row', () => {
  it('leaves a tombstone and touches the visit', async () => {
    const visit = await givenConsultation(caller)
    const row = await givenRow(caller, visit)
    const before = await read(visit)
    expect((await caller.delete(detailOf(row))).status).toBe(204)
    expect((await caller.get(row.url)).status).toBe(404)
    const after = await read(visit)
    expect([after.consultation_items, after.modified > before.modified]).toEqual([[], true])
    const { body } = await caller.get(`/deleted/?resource__is=consultationitem&modified__gte=${before.modified}`)
    expect(body.results.map(({ record }: Body) => record)).toEqual([row.id])
  })

  it('by two at once succeeds once', async () => {
    const row = await givenRow(caller, await givenConsultation(caller))
    const answers = await Promise.all([caller.delete(detailOf(row)), caller.delete(detailOf(row))])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404])
  })
})

describe('once the visit is finalized', () => {
  it('no row is added, changed or removed', async () => {
    const visit = await givenConsultation(caller)
    const row = await givenRow(caller, visit)
    await end(visit)
    const { url: item } = await itemOf(2)
    const answers = [
      await add(visit, 'medicines', { item }),
      await caller.patch(detailOf(row), { quantity: '2' }, asProblem),
      await caller.delete(detailOf(row), asProblem),
    ]
    for (const answer of answers) expect(codesOf(answer)).toEqual({ non_field_errors: 'finalized' })
    expect(await read(row)).toMatchObject({ quantity: '1.000' })
  })
})

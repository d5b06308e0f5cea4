import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import {
  asProblem,
  codesOf,
  givenAccountNumber,
  givenDepartment,
  givenItem,
  givenListItem,
  givenVatGroup,
  givenWholesaler,
  idsIn,
  statusesOf,
} from '../../../test/support/clinic.ts'
import { itemTypes } from './statuses.ts'

const { clinic, caller } = await useClinic()
const vat: { url: string } = await givenVatGroup(caller)
const archivedVat: { url: string; title: string } = await givenVatGroup(caller, '10')
await caller.delete(archivedVat.url)

const read = async ({ url }: { url: string }) => (await caller.get(url)).body
const antibiotic = async () => (await caller.get('/antibiotic/?page_size=1')).body.results[0].url
const minimal = () => ({ type_code: 3, name: 'Collar', vat_group: vat.url, price: '10' })

describe('an item', () => {
  it('[S367] is listed with its url, for anybody with a valid token', async () => {
    const { id, url } = await givenItem(caller)
    const anybody = await clinic.caller({})
    const { status, body } = await anybody.get(`/item/?id__is=${id}`)
    expect([status, body.count, body.results[0].url]).toEqual([200, 1, url])
    expect((await anybody.get(url)).body).toEqual(body.results[0])
    expect((await anybody.post('/item/', minimal())).status).toBe(403)
    expect((await anybody.patch(url, { name: 'Mine' })).status).toBe(403)
    expect((await anybody.delete(url)).status).toBe(403)
  })

  it('keeps everything that was sent', async () => {
    const [account, list] = [await givenAccountNumber(caller), await givenListItem(caller)]
    const [usual, other] = [await givenWholesaler(caller), await givenWholesaler(caller)]
    const sent = {
      type_code: 2,
      code: 'AMX250',
      barcode: '6430012345678',
      name: 'Amoxicillin 250 mg tablets',
      print_name: 'Amoxicillin',
      price: '12.3456',
      wholesale_price: '7.0000',
      vat_group: vat.url,
      account_number: account.url,
      item_list: list.url,
      unit: 'package',
      package_description: '20 tablets',
      dosage_units: '20.000',
      instructions: 'One tablet twice a day with food.',
      controlled_substance: false,
      antibiotic: await antibiotic(),
      batch_number_required: true,
      primary_wholesaler: usual.url,
      primary_wholesaler_code: '123-456',
      secondary_wholesaler: other.url,
      secondary_wholesaler_code: 'X9',
      reporting_dimension_1: 'Pharmacy',
      reporting_dimension_2: 'Small animals',
      alert_level: '5.000',
      discontinued: true,
    }
    const { status, body } = await caller.post('/item/', sent)
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ ...sent, price_with_vat: '15.31', archived: false }),
    ])
    expect(await read(body)).toEqual(body)
  })

  it('needs a type, a name, a VAT group and a price, and has empty values for the rest', async () => {
    const { body } = await caller.post('/item/', minimal())
    expect(body).toMatchObject({
      code: '',
      barcode: '',
      print_name: '',
      price: '10.0000',
      price_with_vat: '12.40',
      wholesale_price: null,
      account_number: null,
      item_list: null,
      dosage_units: '1.000',
      controlled_substance: false,
      antibiotic: null,
      batch_number_required: false,
      primary_wholesaler_code: '',
      alert_level: null,
      discontinued: false,
    })
    expect(codesOf(await caller.post('/item/', {}, asProblem))).toEqual({
      type_code: 'required',
      name: 'required',
      vat_group: 'required',
    })
  })

  it.each(Object.entries(itemTypes))('is of type %s, %s', async (type_code) => {
    expect(await givenItem(caller, { type_code: Number(type_code) })).toMatchObject({ type_code: Number(type_code) })
  })

  it.each<[string, () => object | Promise<object>, string, string, string]>([
    ['type 0', () => ({ type_code: 0 }), 'type_code', 'invalid_choice', 'Choose one of'],
    ['type 7', () => ({ type_code: 7 }), 'type_code', 'invalid_choice', 'Choose one of'],
    ['a blank name', () => ({ name: ' ' }), 'name', 'blank', 'blank'],
    ['no price', () => ({ price: undefined }), 'price', 'required', 'or price_with_vat'],
    ['a negative price', () => ({ price: '-0.01' }), 'price', 'min_value', 'greater than or equal to 0'],
    [
      'a negative price with VAT',
      () => ({ price_with_vat: '-1' }),
      'price_with_vat',
      'min_value',
      'greater than or equal to 0',
    ],
    ['a price of five decimals', () => ({ price: '1.00001' }), 'price', 'max_decimal_places', '4 decimal places'],
    [
      'a price with VAT of three decimals',
      () => ({ price_with_vat: '1.001' }),
      'price_with_vat',
      'max_decimal_places',
      '2 decimal places',
    ],
    ['a price that is no number', () => ({ price: 'NaN' }), 'price', 'invalid', 'valid number'],
    [
      'two prices that disagree',
      () => ({ price: '10', price_with_vat: '12.41' }),
      'price_with_vat',
      'disagrees',
      'is 12.40 with VAT',
    ],
    ['a package of no dosage units', () => ({ dosage_units: '0' }), 'dosage_units', 'min_value', 'greater than 0'],
    ['a barcode of 31 characters', () => ({ barcode: '1'.repeat(31) }), 'barcode', 'max_length', '30 characters'],
    ['a VAT group that is archived', () => ({ vat_group: archivedVat.url }), 'vat_group', 'archived', 'restore it'],
    [
      'an antibiotic in a supply',
      async () => ({ antibiotic: await antibiotic() }),
      'antibiotic',
      'not_a_medicine',
      'Only a medicine',
    ],
    [
      'a list of diagnoses',
      async () => ({ item_list: (await givenListItem(caller, { list: 'diagnoses' })).url }),
      'item_list',
      'wrong_list',
      'list items',
    ],
  ])('is refused with %s', async (_what, fields, field, code, sentence) => {
    const refused = await caller.post('/item/', { ...minimal(), ...(await fields()) }, asProblem)
    expect(codesOf(refused)).toEqual({ [field]: code })
    expect(refused.body.errors[field][0].message).toContain(sentence)
  })

  it('accepts two prices that agree, as they stand in a record that was read', async () => {
    const item = await givenItem(caller, { price: '8.06' })
    const { status, body } = await caller.patch(item.url, item)
    expect([status, body.price, body.price_with_vat]).toEqual([200, '8.0600', '9.99'])
  })

  it.each<[string, object, object]>([
    ['a new price', { price: '20' }, { price: '20.0000', price_with_vat: '24.80' }],
    ['a new shelf price', { price_with_vat: '9.90' }, { price: '7.9839', price_with_vat: '9.90' }],
    ['a name alone', { name: 'Lead' }, { price: '10.0000', price_with_vat: '12.40' }],
    ['nothing', {}, { price: '10.0000', price_with_vat: '12.40' }],
  ])('is changed by %s', async (_what, changes, expected) => {
    const item = await givenItem(caller, { vat_group: vat.url })
    expect((await caller.patch(item.url, changes)).body).toMatchObject(expected)
  })

  it('keeps its net price in another VAT group, and uses the new rate for a price with VAT', async () => {
    const item = await givenItem(caller, { vat_group: vat.url })
    const reduced = await givenVatGroup(caller, '10')
    expect((await caller.patch(item.url, { vat_group: reduced.url })).body).toMatchObject({
      price: '10.0000',
      price_with_vat: '11.00',
    })
    const both = { vat_group: vat.url, price_with_vat: '11.00' }
    expect((await caller.patch(item.url, both)).body).toMatchObject({ price: '8.8710', price_with_vat: '11.00' })
  })

  it('stays in a VAT group that was archived since, but cannot be added to one', async () => {
    const group = await givenVatGroup(caller)
    const [inside, outside] = [await givenItem(caller, { vat_group: group.url }), await givenItem(caller)]
    await caller.delete(group.url)
    expect((await caller.patch(inside.url, { ...inside, name: 'Renamed' })).status).toBe(200)
    expect(codesOf(await caller.patch(outside.url, { vat_group: group.url }, asProblem))).toEqual({
      vat_group: 'archived',
    })
    await caller.patch(group.url, { archived: false })
    expect((await caller.patch(outside.url, { vat_group: group.url })).status).toBe(200)
  })

  it('loses its antibiotic before it stops being a medicine', async () => {
    const item = await givenItem(caller, { type_code: 2, antibiotic: await antibiotic() })
    const refused = await caller.patch(item.url, { type_code: 3 }, asProblem)
    expect(codesOf(refused)).toEqual({ antibiotic: 'not_a_medicine' })
    expect((await caller.patch(item.url, { type_code: 3, antibiotic: null })).status).toBe(200)
  })

  it('is found by name, code, barcode, type, VAT group and whether it is archived', async () => {
    const fields = { name: 'Rare Shampoo', code: 'RS-1', barcode: '640000000001', type_code: 3, vat_group: vat.url }
    const item = await givenItem(caller, fields)
    for (const query of [
      'name__icontains=rare+sham',
      'code__is=RS-1',
      'barcode__is=640000000001',
      `type_code__is=3&id__is=${item.id}`,
      `vat_group__is=${encodeURIComponent(vat.url)}&id__is=${item.id}`,
      `archived__is=false&id__is=${item.id}`,
      `modified__gte=${item.modified}&id__is=${item.id}`,
    ])
      expect([query, idsIn(await caller.get(`/item/?${query}`))]).toEqual([query, [item.id]])
    for (const query of ['code__is=rs-1', 'barcode__is=64000000000', 'type_code__is=4', 'archived__is=true'])
      expect(idsIn(await caller.get(`/item/?${query}&id__is=${item.id}`))).toEqual([])
  })

  it.each(['primary_wholesaler', 'secondary_wholesaler'])(
    'names a clinic-wide wholesaler that is in use as %s',
    async (field) => {
      const usual = await givenWholesaler(caller)
      const department = await givenDepartment(caller)
      const location = await givenWholesaler(caller, { parent: usual.url, department: department.url })
      const item = await givenItem(caller, { [field]: usual.url })
      const listed = await caller.get(`/item/?primary_wholesaler__is=${usual.id}`)
      expect(idsIn(listed)).toEqual(field === 'primary_wholesaler' ? [item.id] : [])
      await caller.delete(usual.url)
      const codes = [
        await caller.patch(item.url, { [field]: location.url }, asProblem),
        await caller.post('/item/', { ...minimal(), [field]: location.url }, asProblem),
        await caller.post('/item/', { ...minimal(), [field]: usual.url }, asProblem),
      ].map(codesOf)
      expect(codes).toEqual([{ [field]: 'not_clinic_wide' }, { [field]: 'not_clinic_wide' }, { [field]: 'archived' }])
      // What it has already stays, and can be sent again or taken away.
      expect((await caller.patch(item.url, { [field]: usual.url, name: 'Renamed' })).body[field]).toBe(usual.url)
      expect((await caller.patch(item.url, { [field]: null })).body[field]).toBe(null)
      expect(codesOf(await caller.patch(item.url, { [field]: usual.url }, asProblem))).toEqual({ [field]: 'archived' })
    },
  )
})

describe('a VAT group', () => {
  it('keeps its title, percentage and account', async () => {
    const account = await givenAccountNumber(caller)
    const sent = { title: 'General rate', percentage: '25.50', account_number: account.url }
    const { status, body } = await caller.post('/vatgroup/', sent)
    expect([status, body]).toEqual([201, expect.objectContaining({ ...sent, archived: false })])
    expect((await (await clinic.caller({})).get(body.url)).body).toEqual(body)
  })

  it.each([
    ['no percentage', undefined, 'required'],
    ['a negative one', '-1', 'min_value'],
    ['one hundred', '100', 'max_whole_digits'],
    ['three decimals', '25.505', 'max_decimal_places'],
  ])('is refused with %s', async (_what, percentage, code) => {
    const refused = await caller.post('/vatgroup/', { title: 'Rate', percentage }, asProblem)
    expect(codesOf(refused)).toEqual({ percentage: code })
  })

  it('touches its items when its rate changes, because their price with VAT changes', async () => {
    const group = await givenVatGroup(caller, '24')
    const item = await givenItem(caller, { vat_group: group.url })
    await caller.patch(group.url, { title: 'Renamed', percentage: '24.0' })
    expect((await read(item)).modified).toBe(item.modified)
    const changed = await caller.patch(group.url, { percentage: '25.5' })
    expect(await read(item)).toEqual({ ...item, price_with_vat: '12.55', modified: changed.body.modified })
  })

  it('touches every item, also those whose price is changed concurrently', async () => {
    const group = await givenVatGroup(caller, '24')
    const items = await Promise.all(Array.from({ length: 10 }, () => givenItem(caller, { vat_group: group.url })))
    const answers = await Promise.all(
      items.flatMap((item, at) => [
        caller.patch(item.url, { price_with_vat: '5.00' }),
        caller.patch(group.url, { percentage: `${10 + at}` }),
      ]),
    )
    expect(new Set(statusesOf(answers))).toEqual(new Set([200]))
    const { modified } = (await caller.get(group.url)).body
    for (const item of items) expect((await read(item)).modified >= modified).toBe(true)
  })
})

describe('a list item', () => {
  it('is an entry of one list, with a name that is unique in any case', async () => {
    const made = await givenListItem(caller, { list: 'diagnoses', name: 'Kennel tail', code: 'OWN-1' })
    expect(made).toMatchObject({ list: 'diagnoses', name: 'Kennel tail', code: 'OWN-1', archived: false })
    const again = await caller.post('/listitem/', { list: 'diagnoses', name: 'KENNEL TAIL' }, asProblem)
    expect(codesOf(again)).toEqual({ name: 'unique' })
    expect((await caller.post('/listitem/', { list: 'breeds', name: 'Kennel tail' })).status).toBe(201)
    expect(idsIn(await (await clinic.caller({})).get('/listitem/?list__is=diagnoses&code__is=OWN-1'))).toEqual([
      made.id,
    ])
  })

  it('is refused in a list that does not exist, and does not change lists', async () => {
    const refused = await caller.post('/listitem/', { list: 'colours', name: 'Red' }, asProblem)
    expect(codesOf(refused)).toEqual({ list: 'invalid_choice' })
    const made = await givenListItem(caller)
    expect((await caller.patch(made.url, { list: 'breeds', code: 'X' })).body).toMatchObject({
      list: 'items',
      code: 'X',
    })
  })
})

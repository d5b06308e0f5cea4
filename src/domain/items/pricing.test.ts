import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import {
  asProblem,
  codesOf,
  givenDepartment,
  givenItem,
  givenPricing,
  givenVatGroup,
} from '../../../test/support/clinic.ts'
import { priceOf, type Sale } from './pricing.ts'

const { clinic, caller } = await useClinic()
const here: { id: number; url: string } = await givenDepartment(caller)
const there: { id: number; url: string } = await givenDepartment(caller)
const vat: { url: string } = await givenVatGroup(caller, '24')

type Where = 'here' | 'there'
type Pricing = {
  readonly department?: Where
  readonly customer_type?: number
  readonly valid_from?: string
  readonly valid_until?: string
  readonly price?: string
  readonly percentage_change?: string
  readonly archived?: boolean
}
const urlOf = (where: Where) => (where === 'here' ? here : there).url
const day = '2026-06-15'

/** What an item of ten costs a company here, on a day in June, under these pricings. */
const priced = async (pricings: readonly Pricing[], sale: Partial<Sale> = {}) => {
  const item = await givenItem(caller, { price: '10', vat_group: vat.url })
  for (const { department, ...pricing } of pricings)
    await givenPricing(caller, item, { ...pricing, ...(department && { department: urlOf(department) }) })
  return clinic.within((tx) => priceOf(tx, item.id, { department: here.id, customer_type: 1, on: day, ...sale }))
}

describe('the price of an item', () => {
  it('is its own without an alternative pricing', async () => {
    expect(await priced([])).toEqual({
      price: '10.0000',
      price_with_vat: '12.40',
      list_price: '10.0000',
      vat_percentage: '24.00',
      alternativepricing: null,
    })
  })

  it.each<[string, Pricing, string]>([
    ['for everybody everywhere', { price: '9' }, '9.0000'],
    ['for this department', { department: 'here', price: '9' }, '9.0000'],
    ['for another department', { department: 'there', price: '9' }, '10.0000'],
    ['for this type of customer', { customer_type: 1, price: '9' }, '9.0000'],
    ['for another type of customer', { customer_type: 0, price: '9' }, '10.0000'],
    ['for this type of customer elsewhere', { department: 'there', customer_type: 1, price: '9' }, '10.0000'],
    ['from this day on', { valid_from: day, price: '9' }, '9.0000'],
    ['from tomorrow on', { valid_from: '2026-06-16', price: '9' }, '10.0000'],
    ['until this day', { valid_until: day, price: '9' }, '9.0000'],
    ['until yesterday', { valid_until: '2026-06-14', price: '9' }, '10.0000'],
    ['that is archived', { price: '9', archived: true }, '10.0000'],
    ['of nothing', { price: '0' }, '0.0000'],
    ['as a tenth less', { percentage_change: '-10' }, '9.0000'],
    ['as a third more', { percentage_change: '33.33' }, '13.3330'],
    ['as nothing left', { percentage_change: '-100' }, '0.0000'],
  ])('is that of a pricing %s', async (_what, pricing, price) => {
    expect(await priced([pricing])).toMatchObject({ price })
  })

  it.each<[string, readonly Pricing[], string]>([
    [
      'a department beats a customer type',
      [
        { department: 'here', price: '1' },
        { customer_type: 1, price: '2' },
      ],
      '1',
    ],
    [
      'a department beats a customer type that holds since later',
      [
        { department: 'here', price: '1', valid_from: '2026-01-01' },
        { customer_type: 1, price: '2', valid_from: '2026-06-01' },
      ],
      '1',
    ],
    [
      'a department with a customer type beats a department',
      [
        { department: 'here', price: '1', valid_from: '2026-06-01' },
        { department: 'here', customer_type: 1, price: '2' },
      ],
      '2',
    ],
    [
      'a customer type beats a price for everybody that holds since later',
      [
        { customer_type: 1, price: '1', valid_from: '2026-01-01' },
        { price: '2', valid_from: '2026-06-01' },
      ],
      '1',
    ],
    [
      'of two alike the one that holds since later',
      [
        { price: '1', valid_from: '2026-06-01' },
        { price: '2', valid_from: '2026-01-01' },
      ],
      '1',
    ],
    ['a day beats no day', [{ price: '1', valid_from: '2020-01-01' }, { price: '2' }], '1'],
    ['of two the same the one entered last', [{ price: '1' }, { price: '2' }], '2'],
    [
      'what no longer holds beats nothing',
      [
        { department: 'here', price: '1', valid_until: '2026-06-14' },
        { customer_type: 1, price: '2' },
      ],
      '2',
    ],
    [
      'the more specific even where it is dearer',
      [{ department: 'here', percentage_change: '50' }, { price: '2' }],
      '15',
    ],
  ])('of several: %s', async (_what, pricings, price) => {
    expect(await priced(pricings)).toMatchObject({ price: `${price}.0000` })
    const reversed = _what.includes('entered last') ? pricings : pricings.toReversed()
    expect(await priced(reversed)).toMatchObject({ price: `${price}.0000` })
  })

  it('is the general one for a customer without a type', async () => {
    const pricings = [{ customer_type: 1, price: '1' }, { price: '2' }]
    expect(await priced(pricings, { customer_type: null })).toMatchObject({ price: '2.0000' })
  })

  it('is shown with VAT and with the pricing it comes from', async () => {
    const item = await givenItem(caller, { price: '10', vat_group: vat.url })
    const pricing = await givenPricing(caller, item, { percentage_change: '-12.5' })
    const sale = { department: here.id, customer_type: null, on: day }
    expect(await clinic.within((tx) => priceOf(tx, item.id, sale))).toEqual({
      price: '8.7500',
      price_with_vat: '10.85',
      list_price: '10.0000',
      vat_percentage: '24.00',
      alternativepricing: pricing.id,
    })
  })

  it('is never that of another item', async () => {
    await givenPricing(caller, await givenItem(caller), { price: '1' })
    expect(await priced([])).toMatchObject({ price: '10.0000' })
  })
})

describe('an alternative pricing', () => {
  it('keeps the price that was agreed', async () => {
    const item = await givenItem(caller)
    const sent = {
      item: item.url,
      name: 'Breeders',
      department: here.url,
      customer_type: 3,
      price: null,
      percentage_change: '-15.00',
      valid_from: '2026-01-01',
      valid_until: '2026-12-31',
    }
    expect(await givenPricing(caller, item, sent)).toMatchObject({ ...sent, archived: false })
  })

  it.each<[string, object, object]>([
    ['no price', { price: undefined }, { price: 'required' }],
    ['a price and a change', { percentage_change: '5' }, { percentage_change: 'two_prices' }],
    ['a negative price', { price: '-1' }, { price: 'min_value' }],
    ['more than everything off', { price: null, percentage_change: '-100.01' }, { percentage_change: 'min_value' }],
    [
      'an end before its beginning',
      { valid_from: '2026-02-02', valid_until: '2026-02-01' },
      { valid_until: 'before_start' },
    ],
    ['a customer type that does not exist', { customer_type: 5 }, { customer_type: 'invalid_choice' }],
    ['no name', { name: undefined }, { name: 'required' }],
    ['no item', { item: undefined }, { item: 'required' }],
  ])('is refused with %s', async (_what, fields, codes) => {
    const item = await givenItem(caller)
    const body = { item: item.url, name: 'Breeders', price: '5', ...fields }
    expect(codesOf(await caller.post('/alternativepricing/', body, asProblem))).toEqual(codes)
    const pricing = await givenPricing(caller, item, { price: '5' })
    expect(codesOf(await caller.put(pricing.url, body, asProblem))).toEqual(codes)
  })

  it('is refused when a change makes it contradict itself', async () => {
    const pricing = await givenPricing(caller, await givenItem(caller), { price: '5', valid_from: '2026-02-02' })
    const answers = [
      await caller.patch(pricing.url, { percentage_change: '-5' }, asProblem),
      await caller.patch(pricing.url, { price: null }, asProblem),
      await caller.patch(pricing.url, { valid_until: '2026-02-01' }, asProblem),
    ]
    expect(answers.map(codesOf)).toEqual([
      { percentage_change: 'two_prices' },
      { price: 'required' },
      { valid_until: 'before_start' },
    ])
    const changed = await caller.patch(pricing.url, { price: null, percentage_change: '-5' })
    expect([changed.status, changed.body.price, changed.body.percentage_change]).toEqual([200, null, '-5.00'])
  })
})

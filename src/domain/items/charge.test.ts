import { describe, expect, it } from 'vitest'
import { actorOf, useClinic } from '../../../test/support/api.ts'
import { givenItem, givenPricing, givenVatGroup } from '../../../test/support/clinic.ts'
import { changeCharge, chargeFor, type PriceTerms } from './charge.ts'

const { clinic, caller } = await useClinic()
const vat: { id: number; url: string } = await givenVatGroup(caller, '24.00')
const low: { id: number; url: string } = await givenVatGroup(caller, '10.00')

const given = (fields: object = {}) =>
  givenItem(caller, { type_code: 2, price: '10', vat_group: vat.url, dosage_units: '30', ...fields })
const charged = (item: { id: number }, wish: PriceTerms = {}, actor = actorOf(clinic.id)) =>
  clinic.within((tx) =>
    chargeFor(tx, actor, item.id, { department: clinic.department, customer_type: 0, on: '2026-06-15' }, wish),
  )

describe('the charge of an item', () => {
  it('is copied from the item, with the steps to its price', async () => {
    const item = await given({ code: 'C-1', name: 'Name', print_name: 'Printed', unit: 'tablet' })
    expect(await charged(item)).toEqual({
      type_code: 2,
      code: 'C-1',
      name: 'Printed',
      unit: 'tablet',
      list_price: '10.0000',
      alternativepricing: null,
      package_price: '10.0000',
      dosage_units: '1.000',
      price: '10.0000',
      vat_group: vat.id,
      vat_percentage: '24.00',
      percentage_change: '0.00',
    })
  })

  it('starts from the price of one point in time, though the item is changed meanwhile', async () => {
    const item = await given()
    const changing = (async () => {
      for (let price = 11; price < 60; price++) await caller.patch(item.url, { price: String(price) })
    })()
    for (let times = 0; times < 100; times++) {
      const { list_price, package_price } = await charged(item)
      expect(list_price).toBe(package_price)
    }
    await changing
  })

  it('uses an alternative pricing, and the dosage unit', async () => {
    const item = await given()
    const pricing = await givenPricing(caller, item, { price: '9' })
    expect(await charged(item, { usage_size: 2 })).toMatchObject({
      list_price: '10.0000',
      alternativepricing: pricing.id,
      package_price: '9.0000',
      dosage_units: '30.000',
      price: '0.3000',
    })
  })

  it.each<[string, string, string]>([
    ['10', '3', '3.3333'],
    ['20', '3', '6.6667'],
    ['0.0001', '2', '0.0001'],
    ['1', '80', '0.0125'],
  ])('of %s in %s units is %s each, rounded half away from zero', async (price, dosage_units, each) => {
    expect(await charged(await given({ price, dosage_units }), { usage_size: 2 })).toMatchObject({ price: each })
  })

  it('can be a price that is sent, less a discount', async () => {
    const wish = { price: '7.5', percentage_change: '-20' }
    expect(await charged(await given(), wish)).toMatchObject({ ...wish, package_price: '10.0000' })
  })

  it.each<PriceTerms>([{ price: '7' }, { percentage_change: '0' }, { price: '0' }])(
    'can be so with Financial: Discounts only: %j',
    async (wish) => {
      const item = await given()
      const nurse = actorOf(clinic.id, { permissions: new Map([['Clinical: Consultations', 'write']]) })
      await expect(charged(item, wish, nurse)).rejects.toMatchObject({ status: 403 })
      const reader = actorOf(clinic.id, { permissions: new Map([['Financial: Discounts', 'read']]) })
      await expect(charged(item, wish, reader)).rejects.toMatchObject({ status: 403 })
      expect(await charged(item, {}, nurse)).toMatchObject({ price: '10.0000' })
    },
  )

  it('has the VAT group of the rate that is sent, the item’s own first', async () => {
    const twin = await givenVatGroup(caller, '24.00')
    const item = await given({ vat_group: twin.url })
    expect(await charged(item, { vat_percentage: '24' })).toMatchObject({ vat_group: twin.id })
    expect(await charged(item, { vat_percentage: '10.0' })).toMatchObject({
      vat_group: low.id,
      vat_percentage: '10.00',
    })
    await expect(charged(item, { vat_percentage: '11' })).rejects.toMatchObject({
      status: 400,
      fields: { vat_percentage: [{ code: 'unknown_rate' }] },
    })
  })

  it('is never in an archived group but the item’s own', async () => {
    const old = await givenVatGroup(caller, '12.00')
    const item = await given({ vat_group: old.url })
    await caller.delete(old.url)
    expect(await charged(item)).toMatchObject({ vat_group: old.id })
    await expect(charged(await given(), { vat_percentage: '12' })).rejects.toMatchObject({
      status: 400,
      fields: { vat_percentage: [{ code: 'unknown_rate' }] },
    })
  })

  it('is refused for an archived item', async () => {
    const item = await given({ archived: true })
    await expect(charged(item)).rejects.toMatchObject({ status: 400, fields: { item: [{ code: 'archived' }] } })
  })
})

describe('changing a charge', () => {
  const changed = (item: { id: number }, wish: PriceTerms, actor = actorOf(clinic.id)) =>
    clinic.within((tx) => changeCharge(tx, actor, item.id, { package_price: '6.0000' }, wish))

  it('is the price of the day of sale', async () => {
    const item = await given({ price: '99' })
    expect(await changed(item, { usage_size: 2 })).toEqual({ dosage_units: '30.000', price: '0.2000' })
    expect(await changed(item, { usage_size: 1 })).toEqual({ dosage_units: '1.000', price: '6.0000' })
  })

  it('changes only what is sent', async () => {
    const item = await given()
    expect(await changed(item, {})).toEqual({})
    expect(await changed(item, { vat_percentage: '10' })).toEqual({ vat_group: low.id, vat_percentage: '10.00' })
    expect(await changed(item, { price: '5', usage_size: 2 })).toEqual({ dosage_units: '30.000', price: '5' })
  })

  it('needs Financial: Discounts for a price that is sent', async () => {
    const nurse = actorOf(clinic.id, { permissions: new Map() })
    await expect(changed(await given(), { price: '5' }, nurse)).rejects.toMatchObject({ status: 403 })
  })
})

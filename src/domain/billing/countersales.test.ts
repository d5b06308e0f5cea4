import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { asItIs, done, givenDraft, givenSale, pay } from '../../../test/support/billing.ts'
import {
  asProblem,
  codesOf,
  givenClient,
  givenDepartment,
  givenItem,
  givenPatient,
  givenPayer,
  givenPricing,
  givenVatGroup,
} from '../../../test/support/clinic.ts'

const { clinic, caller } = await useClinic()

type Body = Readonly<Record<string, unknown>>
const add = (sale: { readonly id: number }, body: Body, apiClient = caller) =>
  apiClient.post(`/countersale/${sale.id}/add_item/`, { quantity: '1', ...body })
const finalize = (sale: { readonly id: number }) => caller.post(`/countersale/${sale.id}/finalize/`)
const rowsOf = async (sale: { readonly id: number }) =>
  (await done(caller.get(`/countersaleitem/?countersale__is=${sale.id}`))).results

describe('a batch-tracked item', () => {
  const isRequired = { batch_number: 'required' }
  const tracked = (fields: Body = {}) => givenItem(caller, { type_code: 2, batch_number_required: true, ...fields })

  it.each([{}, { batch_number: '' }, { batch_number: '  ' }])('is not sold without its batch: %j', async (sent) => {
    const sale = await givenSale(caller, clinic, { items: [] })
    const body = { item: (await tracked()).url, quantity: '1', ...sent }
    const refused = await caller.post(`/countersale/${sale.id}/add_item/`, body, asProblem)
    expect(codesOf(refused)).toEqual(isRequired)
    expect(await rowsOf(sale)).toEqual([])
  })

  it('is sold with it, and the batch can be corrected but not removed', async () => {
    const { url: item } = await tracked()
    const sale = await givenSale(caller, clinic, { items: [{ item, batch_number: 'B1' }] })
    const [row] = await rowsOf(sale)
    expect(codesOf(await caller.patch(row.url, { batch_number: ' ' }, asProblem))).toEqual(isRequired)
    expect(await done(caller.patch(row.url, { batch_number: 'B2' }))).toMatchObject({ batch_number: 'B2' })
    expect(await done(caller.patch(row.url, { quantity: '2' }))).toMatchObject({ batch_number: 'B2' })
    expect((await done(finalize(sale))).finalized).toBe(true)
  })

  it('asks for the batch when a row from before it was tracked is changed', async () => {
    const { url: item } = await tracked({ batch_number_required: false })
    const sale = await givenSale(caller, clinic, { items: [{ item }] })
    await done(caller.patch(item, { batch_number_required: true }))
    const [row] = await rowsOf(sale)
    expect(codesOf(await caller.patch(row.url, { quantity: '2' }, asProblem))).toEqual(isRequired)
    await done(caller.patch(row.url, { quantity: '2', batch_number: 'B1' }))
  })
})

describe('a sale over the counter', () => {
  it('can be a prescription fee: a sale, its item, its invoice, its payment', async () => {
    const fee = await givenItem(caller, { type_code: 1, price_with_vat: '5.00' })
    const { id, url: department } = await givenDepartment(caller)
    await done(caller.patch(`/settings/department/${id}/`, { prescription_fee_item: fee.id }))
    const { prescription_fee_item } = await done(caller.get(`/settings/department/${id}/`))
    const sale = await done(caller.post('/countersale/', { department }))
    expect(sale).toMatchObject({ client: null, finalized: false, countersale_items: [], invoice: null })
    const filled = await done(add(sale, { item: clinic.url('item', prescription_fee_item) }))
    expect(filled).toMatchObject({ total: '4.03', total_with_vat: '5.00' })
    const sold = await done(finalize(sale))
    expect(sold.finalized).toBe(true)
    const invoice = await asItIs(caller, { url: sold.invoice })
    expect(invoice).toMatchObject({
      countersale: true,
      countersale_record: sale.url,
      status: 3,
      total_with_vat: '5.00',
      client: null,
    })
    expect((await pay(caller, invoice, '5.00')).status).toBe(201)
  })

  it.each(['0.05', '1.00', '9.99', '10.00', '12.35', '84.23', '129.90'])(
    'of one package at the shelf price of %s costs just that',
    async (price_with_vat) => {
      const sale = await givenSale(caller, clinic, { items: [{ price_with_vat }] })
      expect(sale.total_with_vat).toBe(price_with_vat)
    },
  )

  it('has the price of this client in this department', async () => {
    const client = await givenClient(caller, { customer_type: 3 })
    const item = await givenItem(caller, { price: '20.00' })
    await givenPricing(caller, item, { customer_type: 3, price: '15.00' })
    const [walkedIn, charity] = [
      await givenSale(caller, clinic, { items: [{ item: item.url }] }),
      await givenSale(caller, clinic, { client: client.url, items: [{ item: item.url }] }),
    ]
    expect([walkedIn.total, charity.total]).toEqual(['20.00', '15.00'])
  })

  it('keeps the price of a row when the item’s changes', async () => {
    const item = await givenItem(caller, { price: '20.00' })
    const sale = await givenSale(caller, clinic, { items: [{ item: item.url }] })
    await done(caller.patch(item.url, { price: '30.00' }))
    expect((await asItIs(caller, await done(finalize(sale)))).total).toBe('20.00')
  })

  it('has rows that are changed and removed until it is finalized', async () => {
    const sale = await givenSale(caller, clinic, { items: [{}, { quantity: '2' }] })
    const [first, second] = await rowsOf(sale)
    const changed = await done(caller.patch(first.url, { quantity: '3', percentage_change: '-50', batch_number: 'B1' }))
    expect(changed).toMatchObject({ quantity: '3.000', percentage_change: '-50.00', batch_number: 'B1' })
    expect((await caller.delete(second.url)).status).toBe(204)
    const after = await asItIs(caller, sale)
    expect(after).toMatchObject({ total: '15.00', countersale_items: [first.url] })
    expect(after.modified > sale.modified).toBe(true)
    const { results } = await done(caller.get(`/deleted/?resource__is=countersaleitem`))
    expect(results.map(({ record }: { record: number }) => record)).toContain(second.id)
    await done(finalize(sale))
    for (const { status, body } of [
      await caller.patch(first.url, { quantity: '1' }),
      await caller.delete(first.url),
      await add(sale, { item: first.item }),
      await caller.patch(sale.url, { remarks: 'Late' }),
      await finalize(sale),
    ])
      expect([status, Object.keys(body)]).toEqual([400, ['non_field_errors']])
  })

  it('without a row is not finalized', async () => {
    const sale = await givenSale(caller, clinic, { items: [] })
    expect((await finalize(sale)).body).toEqual({
      non_field_errors: ['This sale has no items. Add an item first.'],
    })
  })

  it.each<[string, Body, number, string]>([
    ['no quantity', { quantity: undefined }, 400, 'quantity'],
    ['a quantity of nothing', { quantity: '0' }, 400, 'quantity'],
    ['a negative quantity', { quantity: '-1' }, 400, 'quantity'],
    ['more than a whole price off', { percentage_change: '-100.01' }, 400, 'percentage_change'],
    ['a negative price', { price: '-1' }, 400, 'price'],
    ['a rate of VAT that nothing has', { vat_percentage: '99' }, 400, 'vat_percentage'],
    ['a size that there is not', { usage_size: 3 }, 400, 'usage_size'],
  ])('takes no item with %s', async (_what, body, status, field) => {
    const sale = await givenSale(caller, clinic, { items: [] })
    const refused = await add(sale, { item: (await givenItem(caller)).url, ...body })
    expect([refused.status, Object.keys(refused.body)]).toEqual([status, [field]])
    expect(await rowsOf(sale)).toEqual([])
  })

  it('takes neither an archived item nor another client’s animal', async () => {
    const sale = await givenSale(caller, clinic, { items: [] })
    const item = await givenItem(caller)
    const patient = await givenPatient(caller)
    expect(Object.keys((await add(sale, { item: item.url, patient: patient.url })).body)).toEqual(['patient'])
    await done(caller.patch(item.url, { archived: true }))
    expect(Object.keys((await add(sale, { item: item.url })).body)).toEqual(['item'])
  })

  it('chooses the VAT group by the rate that is sent', async () => {
    await givenVatGroup(caller, '7.77')
    const sale = await givenSale(caller, clinic, { items: [{ vat_percentage: '7.77' }] })
    expect(sale.total_with_vat).toBe('10.78')
  })

  it('says of a row whether its price was entered, when it was added or since', async () => {
    const item = await givenItem(caller, { type_code: 2, price: '10.00', dosage_units: '3' })
    const sold = [{ item: item.url }, { item: item.url, usage_size: 2 }, { item: item.url, price: '7.00' }]
    const sale = await givenSale(caller, clinic, { items: sold })
    const ownPrices = async () => (await rowsOf(sale)).map(({ own_price }: Body) => own_price)
    expect(await ownPrices()).toEqual([false, false, true])
    const [row] = await rowsOf(sale)
    await done(caller.patch(row.url, { price: '9.00' }))
    expect(await ownPrices()).toEqual([true, false, true])
  })

  it('says of a row whether its VAT was sent, and not of one whose group got another rate since', async () => {
    const usual = await givenVatGroup(caller, '21.11')
    await givenVatGroup(caller, '5.55')
    const { url: item } = await givenItem(caller, { vat_group: usual.url })
    const sale = await givenSale(caller, clinic, { items: [{ item }, { item, vat_percentage: '5.55' }] })
    const ownVat = async () => (await rowsOf(sale)).map(({ own_vat }: Body) => own_vat)
    expect(await ownVat()).toEqual([false, true])
    await done(caller.patch(usual.url, { percentage: '22.11' }))
    expect(await ownVat()).toEqual([false, true])
  })

  it('says so of none because its item has another VAT group now, or a rate that no group has any more', async () => {
    const [usual, sent] = [await givenVatGroup(caller, '21.31'), await givenVatGroup(caller, '5.35')]
    const { url: item } = await givenItem(caller, { vat_group: usual.url })
    const sale = await givenSale(caller, clinic, { items: [{ item }, { item, vat_percentage: '5.35' }] })
    const ownVat = async () => (await rowsOf(sale)).map(({ own_vat }: Body) => own_vat)
    await done(caller.patch(item, { vat_group: sent.url }))
    expect(await ownVat()).toEqual([false, true])
    await done(caller.patch(sent.url, { percentage: '6.35' }))
    expect(await ownVat()).toEqual([false, false])
  })

  it('gives a discount only where the caller may', async () => {
    const cashier = await clinic.caller({ write: ['Financial: Invoices'] })
    const item = await givenItem(caller)
    const sale = await givenSale(caller, clinic, { items: [{ item: item.url }] })
    const [row] = await rowsOf(sale)
    expect((await add(sale, { item: item.url }, cashier)).status).toBe(200)
    for (const change of [{ price: '1.00' }, { percentage_change: '-5' }]) {
      expect((await add(sale, { item: item.url, ...change }, cashier)).status).toBe(403)
      expect((await cashier.patch(row.url, change)).status).toBe(403)
    }
  })

  it.each<[string, Body, Body, Body]>([
    ['a pricing makes a price beyond room', { price: '60000000' }, { percentage_change: '100' }, {}],
    ['a dosage unit costs more than anything', { price: '100000', dosage_units: '0.001' }, {}, { usage_size: 2 }],
    ['it comes to more than an invoice holds', { price: '99999999' }, {}, { quantity: '999999999' }],
  ])('refuses a row where %s', async (_what, fields, pricing, sent) => {
    const sale = await givenSale(caller, clinic, { items: [] })
    const item = await givenItem(caller, { type_code: 2, ...fields })
    if (Object.keys(pricing).length > 0) await givenPricing(caller, item, pricing)
    const { status, body } = await add(sale, { item: item.url, ...sent })
    expect([status, Object.keys(body)]).toEqual([400, ['quantity']])
    expect(await rowsOf(sale)).toEqual([])
  })

  it('refuses a change that makes a row exceed the largest amount of an invoice', async () => {
    const sale = await givenSale(caller, clinic, { items: [{ list_price: '99999999' }] })
    const [row] = await rowsOf(sale)
    for (const change of [{ quantity: '999999' }, { quantity: '9999', percentage_change: '900' }])
      expect((await caller.patch(row.url, change)).status).toBe(400)
    expect(await asItIs(caller, row)).toEqual(row)
    expect((await caller.patch(row.url, { quantity: '8000' })).status).toBe(200)
  })

  it('can have an alternative payer only if the client has it', async () => {
    const department = clinic.url('department', clinic.department)
    const client = await givenClient(caller)
    const [own, other] = [await givenPayer(caller, { client: client.url }), await givenPayer(caller)]
    const start = (body: Body) => caller.post('/countersale/', { department, client: client.url, ...body })
    expect((await start({ alternative_payer: own.url, alternative_payer_share: '50' })).status).toBe(201)
    expect((await start({ alternative_payer: other.url, alternative_payer_share: '50' })).status).toBe(400)
    expect((await start({ client: null, alternative_payer: own.url, alternative_payer_share: '50' })).status).toBe(400)
  })
})

describe('another payer of a sale, a draft or a visit', () => {
  const ways = {
    sale: async (client: string, fields: Body = {}) => {
      const department = clinic.url('department', clinic.department)
      return caller.post('/countersale/', { department, client, ...fields })
    },
    visit: async (client: string, fields: Body = {}) =>
      caller.post('/consultation/', {
        client,
        patients: [(await givenPatient(caller, { client })).url],
        type: 1,
        ...fields,
      }),
    draft: async (client: string, fields: Body = {}) => {
      const { url } = await givenDraft(caller, clinic, { client: Number(client.split('/').at(-2)) })
      return caller.patch(url, fields)
    },
  }

  it.each(['sale', 'visit', 'draft'] as const)('is the same rule for a %s', async (way) => {
    const { url: client } = await givenClient(caller)
    const { url: alternative_payer } = await givenPayer(caller, { client })
    const all = await done(ways[way](client, { alternative_payer }))
    expect(all).toMatchObject({ alternative_payer, alternative_payer_share: '100.00' })
    const nobodys = await ways[way](client, { alternative_payer_share: '50' })
    expect([nobodys.status, Object.keys(nobodys.body)]).toEqual([400, ['alternative_payer_share']])
    await done(caller.patch(alternative_payer, { archived: true }))
    const archived = await ways[way](client, { alternative_payer })
    expect([archived.status, archived.body]).toEqual([
      400,
      { alternative_payer: ['This payer is archived. Restore the payer first.'] },
    ])
    expect(await done(caller.patch(all.url, { alternative_payer, alternative_payer_share: '50' }))).toMatchObject({
      alternative_payer,
      alternative_payer_share: '50.00',
    })
    const none = { alternative_payer: null, alternative_payer_share: null }
    expect(await done(caller.patch(all.url, { alternative_payer: null }))).toMatchObject(none)
    expect((await caller.patch(all.url, { alternative_payer })).status).toBe(400)
  })
})

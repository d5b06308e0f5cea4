import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { asItIs, done, givenDraft, givenInvoice, givenVisitInvoice, rowOf } from '../../../test/support/billing.ts'
import {
  givenAccountNumber,
  givenClient,
  givenItem,
  givenPatient,
  givenPricing,
  givenVatGroup,
} from '../../../test/support/clinic.ts'

const { api, clinic, caller } = await useClinic()

type Step = { readonly operation: string; readonly operand: string; readonly result: string }

/** Exact decimals: a whole number, and how many of its digits stand behind the point. */
type Exact = { readonly units: bigint; readonly places: number }
const exact = (text: string): Exact => {
  const [whole = '', fraction = ''] = text.split('.')
  return { units: BigInt(whole + fraction), places: fraction.length }
}
const times = (a: Exact, b: Exact): Exact => ({ units: a.units * b.units, places: a.places + b.places })
/** Half away from zero. */
const divided = (a: bigint, by: bigint) => {
  const sign = a < 0n !== by < 0n ? -1n : 1n
  const [top, bottom] = [a < 0n ? -a : a, by < 0n ? -by : by]
  return sign * ((2n * top + bottom) / (2n * bottom))
}
const rounded = ({ units, places }: Exact, to: number): Exact =>
  places <= to
    ? { units: units * 10n ** BigInt(to - places), places: to }
    : { units: divided(units, 10n ** BigInt(places - to)), places: to }
const same = (a: Exact, b: Exact) => a.units * 10n ** BigInt(b.places) === b.units * 10n ** BigInt(a.places)

const carryOut: Readonly<Record<string, (so_far: Exact, operand: string) => Exact>> = {
  start: (_before, operand) => exact(operand),
  replace: (_before, operand) => exact(operand),
  multiply: (before, operand) => times(before, exact(operand)),
  divide: (before, operand) => {
    const by = exact(operand)
    return { units: divided(before.units * 10n ** BigInt(by.places + 4 - before.places), by.units), places: 4 }
  },
  add_percent: (before, operand) => {
    const { units, places } = exact(operand)
    return times(before, { units: 100n * 10n ** BigInt(places) + units, places: places + 2 })
  },
  round: (before, operand) => rounded(before, Number(operand)),
}

/** Follows an explanation with arithmetic of its own, and says where it arrives. */
const follow = (steps: readonly Step[]) => {
  let amount: Exact = { units: 0n, places: 0 }
  for (const { operation, operand, result } of steps) {
    amount = carryOut[operation]!(amount, operand)
    expect([operation, operand, result, same(amount, exact(result))]).toEqual([operation, operand, result, true])
  }
  return amount
}

describe('a row of an invoice', () => {
  it.each([
    // price, quantity, change, VAT: sum, VAT, total
    ['10', '1', '0', '24', '10.00', '2.40', '12.40'],
    ['8.0645', '1', '0', '24', '8.06', '1.94', '10.00'],
    ['0.0125', '1', '0', '0', '0.01', '0.00', '0.01'],
    ['0.0050', '1', '0', '0', '0.01', '0.00', '0.01'],
    ['0.0049', '1', '0', '0', '0.00', '0.00', '0.00'],
    ['0.0125', '28', '0', '25.5', '0.35', '0.09', '0.44'],
    ['10', '1.5', '-10', '14', '13.50', '1.89', '15.39'],
    ['10', '0.333', '0', '24', '3.33', '0.80', '4.13'],
    ['99.99', '3', '-33.33', '25.5', '199.99', '51.00', '250.99'],
    ['10', '1', '-100', '24', '0.00', '0.00', '0.00'],
    ['10', '1', '15', '24', '11.50', '2.76', '14.26'],
    ['1.2350', '1', '0', '0', '1.24', '0.00', '1.24'],
    ['1.0050', '1', '0', '0', '1.01', '0.00', '1.01'],
    ['99999999.9999', '999.999', '0', '0', '99999899999.90', '0.00', '99999899999.90'],
  ])(
    'of %s × %s, changed by %s percent, at %s percent VAT comes to %s + %s = %s',
    async (price, sent_quantity, percentage_change, vat_percentage, sum, sum_vat, sum_total) => {
      const vat_group = (await givenVatGroup(caller, vat_percentage)).url
      const item = await givenItem(caller, { vat_group })
      const row = await rowOf(clinic, item.id, {
        price,
        list_price: price,
        package_price: price,
        sent_quantity,
        percentage_change,
        vat_percentage,
      })
      const draft = await givenDraft(caller, clinic, { rows: [row] })
      const [url] = draft.invoice_row
      expect(await asItIs(caller, { url })).toMatchObject({ sum, sum_vat, sum_total })
      expect(draft).toMatchObject({ total: sum, total_vat: sum_vat, total_with_vat: sum_total })
      const { steps } = await done(caller.get(`${url}explanation/`))
      expect(same(follow(steps), exact(sum_total))).toBe(true)
    },
  )

  it('is added up with the others to the cent', async () => {
    const item = await givenItem(caller)
    const row = await rowOf(clinic, item.id, { price: '8.0645' })
    const draft = await givenDraft(caller, clinic, { rows: Array.from({ length: 7 }, () => row) })
    expect(draft).toMatchObject({ total: '56.42', total_vat: '13.58', total_with_vat: '70.00' })
  })

  it('is refused where the total of the invoice would have too many digits', async () => {
    const sale = await done(caller.post('/countersale/', { department: clinic.url('department', clinic.department) }))
    const item = await givenItem(caller, { price: '99999999.9999' })
    for (const quantity of ['5000', '5000'])
      await done(caller.post(`/countersale/${sale.id}/add_item/`, { item: item.url, quantity }))
    const { status, body } = await caller.post(`/countersale/${sale.id}/finalize/`)
    expect([status, body]).toEqual([
      400,
      { non_field_errors: ['The total has more than 12 digits. Check the quantities.'] },
    ])
  })

  it('[S184] [S405] has the accounts and dimensions of the time of sale', async () => {
    const account = await givenAccountNumber(caller, { number: '3010' })
    const vatAccount = await givenAccountNumber(caller, { number: '2931' })
    const group = await givenVatGroup(caller, '14.00', { title: 'Food', account_number: vatAccount.url })
    const item = await givenItem(caller, {
      vat_group: group.url,
      account_number: account.url,
      reporting_dimension_1: 'shop',
      internal_account_number: '9100',
      internal_reporting_dimension_2: 'inner',
    })
    await givenInvoice(caller, clinic)
    const invoice = await givenInvoice(caller, clinic, { items: [{ item: item.url }] })
    await done(caller.patch(item.url, { reporting_dimension_1: 'other', internal_account_number: '1', name: 'Other' }))
    await done(caller.patch(account.url, { number: '3999' }))
    await done(caller.patch(group.url, { title: 'Other', percentage: '10.00' }))
    const list = `/invoicerow/?invoice__is=${invoice.id}`
    const { results, count } = await done(caller.get(list))
    const [row] = results
    expect(count).toBe(1)
    expect(row).toMatchObject({
      invoice: invoice.url,
      item: item.url,
      name: item.name,
      account_number: '3010',
      vat_percentage: '14.00',
      reporting_dimension_1: 'shop',
      reporting_dimension_2: null,
      invoice_row_extra: {
        internal_account_number: '9100',
        internal_reporting_dimension_1: null,
        internal_reporting_dimension_2: 'inner',
      },
    })
    expect('invoicerow_vat_group' in row).toBe(false)
    const [exposed] = (await done(caller.get(`${list}&expose_invoicerow_vat_group`))).results
    expect(exposed).toEqual({
      ...row,
      invoicerow_vat_group: { title: 'Food', percentage: '14.00', account_number: '2931' },
    })
  })

  it('[S184] has the dimension of its visit, and that of the item where the visit has none', async () => {
    const item = await givenItem(caller, { reporting_dimension_1: 'shop', reporting_dimension_2: 'north' })
    const { invoice } = await givenVisitInvoice(caller, clinic, { rows: [await rowOf(clinic, item.id)] })
    const row = await done(caller.get(invoice.invoice_row[0]))
    expect([row.reporting_dimension_1, row.reporting_dimension_2]).toEqual(['visit', 'north'])
  })

  it('[S184] has a third dimension where the organisation has switched it on, as it was when it was sold', async () => {
    const other = await api.givenOrganisation()
    const there = await other.caller()
    const item = await givenItem(there, { reporting_dimension_3: 'Route 7' })
    const enable = (reporting_dimension_3_enabled: boolean) =>
      done(there.patch(`/organisation/${other.id}/`, { reporting_dimension_3_enabled }))
    const sold = async () => (await givenInvoice(there, other, { items: [{ item: item.url }] })).invoice_row[0]
    const dimensionOf = async (url: string) => (await done(there.get(url))).reporting_dimension_3
    expect((await done(there.get(`/organisation/${other.id}/`))).reporting_dimension_3_enabled).toBe(false)
    const inactive = await sold()
    await enable(true)
    const active = await sold()
    expect([await dimensionOf(inactive), await dimensionOf(active)]).toEqual([null, 'Route 7'])
    await done(there.patch(item.url, { reporting_dimension_3: '' }))
    expect([await dimensionOf(active), await dimensionOf(await sold())]).toEqual(['Route 7', null])
    const note = await done(
      there.post(`/invoice/${(await done(there.get(active))).invoice.split('/').at(-2)}/full_refund/`),
    )
    expect(await dimensionOf(note.invoice_row[0])).toBe('Route 7')
    await done(there.patch(item.url, { reporting_dimension_3: 'Route 8' }))
    await enable(false)
    expect([await dimensionOf(active), await dimensionOf(await sold())]).toEqual(['Route 7', null])
  })

  it('[S28] shows its VAT group only to those who ask by the flag', async () => {
    const invoice = await givenInvoice(caller, clinic)
    const [url] = invoice.invoice_row
    expect('invoicerow_vat_group' in (await done(caller.get(url)))).toBe(false)
    expect('invoicerow_vat_group' in (await done(caller.get(`${url}?expose_invoicerow_vat_group`)))).toBe(true)
    const list = `/invoicerow/?invoice__is=${invoice.id}`
    expect('invoicerow_vat_group' in (await done(caller.get(list))).results[0]).toBe(false)
    const exposed = (await done(caller.get(`${list}&expose_invoicerow_vat_group`))).results[0]
    expect(Object.keys(exposed.invoicerow_vat_group)).toEqual(['title', 'percentage', 'account_number'])
    expect((await caller.get('/invoicerow/?expose_invoicerow_vat_group=no')).status).toBe(400)
  })
})

describe('the explanation of a row', () => {
  it('has every step from the list price to the total', async () => {
    const client = await givenClient(caller, { customer_type: 1 })
    const patient = await givenPatient(caller, { client: client.url })
    const item = await givenItem(caller, { type_code: 2, price: '40.00', dosage_units: '30' })
    await givenPricing(caller, item, { customer_type: 1, price: '35.50' })
    const invoice = await givenInvoice(caller, clinic, {
      client: client.url,
      items: [
        { item: item.url, quantity: '7', usage_size: 2, percentage_change: '-12.5', patient: patient.url },
        { item: item.url, quantity: '2', price: '1.2345' },
        { item: item.url, quantity: '1' },
      ],
    })
    const told = []
    for (const url of invoice.invoice_row) {
      const { steps, ...sums } = await done(caller.get(`${url}explanation/`))
      const row = await asItIs(caller, { url })
      expect(sums).toEqual({ sum: row.sum, sum_vat: row.sum_vat, sum_total: row.sum_total })
      expect(same(follow(steps), exact(row.sum_total))).toBe(true)
      told.push(steps.map(({ step }: { step: string }) => step))
    }
    expect(told).toEqual([
      ['list_price', 'alternative_pricing', 'dosage_unit', 'quantity', 'percentage_change', 'vat', 'sum_total'],
      ['list_price', 'alternative_pricing', 'own_price', 'quantity', 'vat', 'sum_total'],
      ['list_price', 'alternative_pricing', 'quantity', 'vat', 'sum_total'],
    ])
  })

  it('has the number of animals', async () => {
    const item = await givenItem(caller)
    const draft = await givenDraft(caller, clinic, {
      rows: [await rowOf(clinic, item.id, { sent_quantity: '2.5', multiplier: 40 })],
    })
    const { steps } = await done(caller.get(`${draft.invoice_row[0]}explanation/`))
    expect(steps.map(({ step, operand }: { step: string; operand: string }) => [step, operand])).toContainEqual([
      'animals',
      '40',
    ])
    expect(same(follow(steps), exact('1240.00'))).toBe(true)
  })

  it('of a credited row adds up to its negative sum, and is not visible to other organisations', async () => {
    const invoice = await givenInvoice(caller, clinic, { items: [{ list_price: '8.0645', quantity: '3' }] })
    const note = await done(caller.post(`/invoice/${invoice.id}/full_refund/`))
    const [url] = note.invoice_row
    const { steps } = await done(caller.get(`${url}explanation/`))
    expect(same(follow(steps), exact((await asItIs(caller, { url })).sum_total))).toBe(true)
    const stranger = await (await api.givenOrganisation()).caller()
    expect((await stranger.get(`/invoicerow/${url.split('/').at(-2)}/explanation/`)).status).toBe(404)
  })
})

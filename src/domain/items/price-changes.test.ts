import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import {
  asProblem,
  codesOf,
  givenItem,
  givenListItem,
  givenPricing,
  givenVatGroup,
} from '../../../test/support/clinic.ts'
import { maxItemsOfRun } from './price-rules.ts'

const { clinic, caller } = await useClinic()
const vat = (await givenVatGroup(caller, '25.50')).url
const asPreview = { headers: { prefer: 'dry-run' } }

type Changed = {
  readonly name: string
  readonly old_price_with_vat: string
  readonly new_price_with_vat: string
  readonly outcome: string
}

/** A category of the clinic's, so that a test changes the prices of its own items alone. */
const givenGroup = async (prices: readonly (string | object)[]) => {
  const list = (await givenListItem(caller)).url
  const items = []
  for (const price of prices)
    items.push(
      await givenItem(caller, {
        vat_group: vat,
        item_list: list,
        ...(typeof price === 'string' ? { price_with_vat: price } : price),
      }),
    )
  return { list, items }
}
const run = async (rule: object, options: object = {}) => {
  const { status, body, text } = await caller.post('/item/change_prices/', rule, options)
  if (status !== 201) throw new Error(`${status}: ${text}`)
  return body
}
const undo = async ({ id }: { readonly id: number }, options: object = {}) =>
  caller.post(`/price_change/${id}/undo/`, {}, options)
const pricesOf = async (items: readonly { readonly url: string }[]) => {
  const prices = []
  for (const { url } of items) prices.push((await caller.get(url)).body.price_with_vat)
  return prices
}
const newPrices = ({ changes }: { readonly changes: readonly Changed[] }) =>
  changes.map(({ old_price_with_vat, new_price_with_vat }) => [old_price_with_vat, new_price_with_vat])

describe('a price change', () => {
  it('changes the prices of the items it takes, and keeps what each cost', async () => {
    const { list, items } = await givenGroup(['120.48', '35.00', '5.50'])
    const [other] = (await givenGroup(['120.48'])).items
    const made = await run({ item_list: list, percentage_change: '4', round_to: '0.50' })
    expect(made).toMatchObject({ matched: 3, changed: 2, undone: null, basis: 'price_with_vat', rounding: 'nearest' })
    expect(newPrices(made)).toEqual([
      ['120.48', '125.50'],
      ['35.00', '36.50'],
    ])
    expect(await pricesOf([...items, other])).toEqual(['125.50', '36.50', '5.50', '120.48'])
    const kept = (await caller.get(`/price_change_item/?price_change__is=${made.id}`)).body.results
    expect(kept).toMatchObject([
      { item: items[0].url, old_price: items[0].price, outcome: 'changed', kept_price: null },
      { item: items[1].url, old_price: items[1].price, outcome: 'changed' },
    ])
    expect(kept.map((one: { occurred: string }) => one.occurred)).toEqual([made.modified, made.modified])
  })

  it('is kept as it was: the role of the API cannot rewrite it', async () => {
    const { list } = await givenGroup(['10.00'])
    await run({ item_list: list, percentage_change: '10' })
    for (const column of ['old_price', 'new_price', 'vat_percentage', 'item', 'occurred']) {
      const rewriting = clinic.within((tx) =>
        sql`update price_change_item set ${sql.ref(column)} = ${sql.ref(column)}`.execute(tx),
      )
      await expect(rewriting).rejects.toThrow('permission denied')
    }
  })

  it('is seen beforehand by a dry run, which changes nothing', async () => {
    const { list, items } = await givenGroup(['10.00'])
    const seen = await run({ item_list: list, percentage_change: '10' }, asPreview)
    expect(newPrices(seen)).toEqual([['10.00', '11.00']])
    expect(await pricesOf(items)).toEqual(['10.00'])
    expect((await caller.get(`/price_change/${seen.id}/`)).status).toBe(404)
  })

  it('is one event, whatever it changes', async () => {
    const { list } = await givenGroup(['10.00', '20.00', '30.00'])
    const eventsNow = () =>
      clinic.within((tx) =>
        tx.selectFrom('auditevent').select(['resource', 'action', 'record']).orderBy('id').execute(),
      )
    const before = (await eventsNow()).length
    const made = await run({ item_list: list, percentage_change: '10' })
    await undo(made)
    expect((await eventsNow()).slice(before)).toEqual([
      { resource: 'price_change', action: 'create', record: made.id },
      { resource: 'price_change', action: 'change', record: made.id },
    ])
  })

  it.each<[string, object, string, string]>([
    ['to cents where nothing else is said', { percentage_change: '3.33' }, '9.99', '10.32'],
    ['to the nearest multiple', { percentage_change: '0', round_to: '0.50' }, '10.20', '10.00'],
    ['to the larger of two that are equally near', { percentage_change: '0', round_to: '0.50' }, '10.25', '10.50'],
    ['up', { percentage_change: '0', round_to: '0.50', rounding: 'up' }, '10.01', '10.50'],
    ['down', { percentage_change: '0', round_to: '0.50', rounding: 'down' }, '10.49', '10.00'],
    ['by a step that does not divide a tenth', { percentage_change: '0', round_to: '0.03' }, '1.00', '0.99'],
    ['never to nothing', { percentage_change: '-50', round_to: '0.50', rounding: 'down' }, '0.80', '0.50'],
    ['after an amount', { amount_change: '1.5', round_to: '1' }, '10.00', '12.00'],
    ['after an amount that makes it cheaper', { amount_change: '-0.30', round_to: '0.10' }, '10.00', '9.70'],
  ])('rounds prices with VAT %s', async (_how, rule, before, after) => {
    const { list, items } = await givenGroup([before])
    await run({ ...rule, item_list: list })
    expect(await pricesOf(items)).toEqual([after])
  })

  it('changes net prices to four decimals if asked to', async () => {
    const { list, items } = await givenGroup([{ price: '0.3333' }, { price: '10.0000' }])
    await run({ item_list: list, percentage_change: '1', basis: 'price' })
    const [first, second] = await Promise.all(items.map(async ({ url }) => (await caller.get(url)).body.price))
    expect([first, second]).toEqual(['0.3366', '10.1000'])
  })

  it('leaves the net price of what costs the same with VAT', async () => {
    // 0.8001 net and 0.7968, which the shelf price alone would make of it, are both 1.00 with VAT.
    const { list, items } = await givenGroup([{ price: '0.8001' }])
    const made = await run({ item_list: list, percentage_change: '0', round_to: '0.50' })
    expect([made.changed, (await caller.get(items[0].url)).body.price]).toEqual([0, '0.8001'])
  })

  it('takes only what its filters match, what is in use and what costs something', async () => {
    const reduced = (await givenVatGroup(caller, '13.50')).url
    const { list, items } = await givenGroup([
      { name: 'Renal diet', type_code: 4, price: '10' },
      { name: 'Renal diet, old', type_code: 4, price: '10', archived: true },
      { name: 'Renal sample', type_code: 4, price: '0' },
      { name: 'RENAL panel', type_code: 1, price: '10' },
      { name: 'Renal diet, reduced', type_code: 4, price: '10', vat_group: reduced },
      { name: '100 % meat', type_code: 4, price: '10' },
    ])
    const taken = async (rule: object) =>
      (await run({ item_list: list, percentage_change: '10', ...rule }, asPreview)).changes.map(
        ({ name }: Changed) => name,
      )
    expect(await taken({ item_types: [4] })).toEqual(['100 % meat', 'Renal diet', 'Renal diet, reduced'])
    expect(await taken({ search_term: ' renal ' })).toEqual(['Renal diet', 'Renal diet, reduced', 'RENAL panel'])
    expect(await taken({ search_term: '%' })).toEqual(['100 % meat'])
    expect(await taken({ vat_group: reduced })).toEqual(['Renal diet, reduced'])
    expect(await taken({ item_types: [1, 4], except_items: [items[0].url, items[4].url, items[5].url] })).toEqual([
      'RENAL panel',
    ])
  })

  it('leaves alternative pricings, which follow by themselves if they are a percentage', async () => {
    const { list, items } = await givenGroup(['10.00'])
    const pricing = await givenPricing(caller, items[0], { price: '5.0000' })
    await run({ item_list: list, percentage_change: '10' })
    expect((await caller.get(pricing.url)).body.price).toBe('5.0000')
  })

  it.each<[string, object, object]>([
    ['no rule', {}, { percentage_change: 'required' }],
    ['two rules', { percentage_change: '1', amount_change: '1' }, { amount_change: 'two_changes' }],
    ['more than everything off', { percentage_change: '-100.01' }, { percentage_change: 'min_value' }],
    ['a price below nothing', { amount_change: '-10.01' }, { amount_change: 'min_value' }],
    ['a step of nothing', { percentage_change: '1', round_to: '0' }, { round_to: 'min_value' }],
    ['a step below a cent', { percentage_change: '1', round_to: '0.005' }, { round_to: 'max_decimal_places' }],
    ['another basis', { percentage_change: '1', basis: 'wholesale_price' }, { basis: 'invalid_choice' }],
    ['another rounding', { percentage_change: '1', rounding: 'away' }, { rounding: 'invalid_choice' }],
  ])('refuses %s', async (_what, rule, codes) => {
    const { list, items } = await givenGroup(['10.00'])
    expect(codesOf(await caller.post('/item/change_prices/', { item_list: list, ...rule }, asProblem))).toEqual(codes)
    expect(await pricesOf(items)).toEqual(['10.00'])
  })

  it('says which amount the cheapest item can bear', async () => {
    const { list } = await givenGroup(['10.00', { name: 'Cotton bud', price_with_vat: '0.20' }])
    const refused = await caller.post('/item/change_prices/', { item_list: list, amount_change: '-1' }, asProblem)
    expect(refused.text).toContain('Cotton bud would cost less than nothing. Send -0.2000 or more.')
  })

  it('refuses a price above the highest there is', async () => {
    const { list } = await givenGroup([{ price: '90000000' }])
    expect(
      codesOf(await caller.post('/item/change_prices/', { item_list: list, percentage_change: '20' }, asProblem)),
    ).toEqual({ percentage_change: 'max_value' })
  })

  it('is carried out once under one Idempotency-Key, and so is undoing it', async () => {
    const { list, items } = await givenGroup(['10.00'])
    const once = { headers: { 'idempotency-key': `prices-${list}` } }
    const rule = { item_list: list, percentage_change: '10' }
    expect(await run(rule, once)).toEqual(await run(rule, once))
    expect(await pricesOf(items)).toEqual(['11.00'])
    const [{ id }] = (await caller.get('/price_change/?ordering=-id')).body.results
    const back = { headers: { 'idempotency-key': `undo-${list}` } }
    const [first, again] = [await undo({ id }, back), await undo({ id }, back)]
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    expect(await pricesOf(items)).toEqual(['10.00'])
  })

  it('is undone as a whole, net prices to the last decimal', async () => {
    const { list, items } = await givenGroup([{ price: '0.8001' }, '12.34'])
    const made = await run({ item_list: list, percentage_change: '7', round_to: '0.10' })
    const { status, body } = await undo(made)
    expect([status, body]).toMatchObject([200, { changed: 2, restored: 2, kept: 0 }])
    expect(body.undone).not.toBeNull()
    expect(body.changes.map(({ outcome }: Changed) => outcome)).toEqual(['restored', 'restored'])
    for (const item of items) expect((await caller.get(item.url)).body.price).toBe(item.price)
  })

  it('leaves prices that have been changed since, and lists them', async () => {
    const { list, items } = await givenGroup(['10.00', '20.00', '30.00'])
    const made = await run({ item_list: list, percentage_change: '10' })
    await caller.patch(items[1].url, { price_with_vat: '25.00' })
    // Something else of an item may change.
    await caller.patch(items[2].url, { name: 'Renamed', archived: true })
    const { body } = await undo(made)
    expect(body).toMatchObject({ restored: 2, kept: 1 })
    expect(body.changes.filter(({ outcome }: Changed) => outcome === 'kept')).toMatchObject([
      { item: items[1].url, old_price_with_vat: '20.00', kept_price: '19.9203' },
    ])
    expect(await pricesOf(items)).toEqual(['10.00', '25.00', '30.00'])
  })

  it('is undone once', async () => {
    const { list, items } = await givenGroup(['10.00'])
    const made = await run({ item_list: list, percentage_change: '10' })
    await undo(made)
    await caller.patch(items[0].url, { price_with_vat: '11.00' })
    expect(codesOf(await undo(made, asProblem))).toEqual({ non_field_errors: 'already_undone' })
    expect(await pricesOf(items)).toEqual(['11.00'])
  })

  it('is undone after another run, which it leaves', async () => {
    const { list, items } = await givenGroup(['10.00'])
    const first = await run({ item_list: list, percentage_change: '10' })
    const second = await run({ item_list: list, percentage_change: '10' })
    expect((await undo(first)).body).toMatchObject({ restored: 0, kept: 1 })
    expect((await undo(second)).body).toMatchObject({ restored: 1, kept: 0 })
    expect(await pricesOf(items)).toEqual(['11.00'])
  })

  it('never loses a price that somebody changes at the same time', async () => {
    const { list, items } = await givenGroup(Array.from({ length: 6 }, () => '10.00'))
    const made = await run({ item_list: list, percentage_change: '10' })
    const [undone] = await Promise.all([
      undo(made),
      ...items.map(({ url }) => caller.patch(url, { price_with_vat: '50.00' })),
    ])
    // Either order is right: what was changed before is kept, and what is changed after replaces what was put back.
    expect(undone.body.restored + undone.body.kept).toBe(6)
    expect(await pricesOf(items)).toEqual(items.map(() => '50.00'))
  })

  it('adds up when two runs meet', async () => {
    const { list, items } = await givenGroup(Array.from({ length: 4 }, () => '10.00'))
    const rule = { item_list: list, amount_change: '1' }
    const both = await Promise.all([run(rule), run(rule)])
    expect(await pricesOf(items)).toEqual(items.map(() => '12.00'))
    expect(both.toSorted((one, other) => one.id - other.id).map(newPrices)).toEqual([
      items.map(() => ['10.00', '11.00']),
      items.map(() => ['11.00', '12.00']),
    ])
  })

  it(`takes at most ${maxItemsOfRun} items`, async () => {
    const { list, items } = await givenGroup(['10.00'])
    await clinic.within((tx) =>
      sql`insert into item (type_code, name, price, vat_group, item_list)
        select type_code, name, price, vat_group, item_list from item, generate_series(2, ${maxItemsOfRun}::int)
        where id = ${items[0].id}`.execute(tx),
    )
    const rule = { item_list: list, percentage_change: '10' }
    const made = await run(rule)
    expect([made.changed, made.changes.length]).toEqual([maxItemsOfRun, maxItemsOfRun])
    expect((await undo(made)).body.restored).toBe(maxItemsOfRun)
    await givenItem(caller, { vat_group: vat, item_list: list })
    expect(codesOf(await caller.post('/item/change_prices/', rule, asProblem))).toEqual({
      non_field_errors: 'too_many_items',
    })
  })

  it('needs the permission for items, and belongs to the clinic', async () => {
    const made = await run({ percentage_change: '10', search_term: 'nothing is called so' })
    const reader = await clinic.caller({ read: ['Settings: Items'] })
    expect((await reader.get(`/price_change/${made.id}/`)).status).toBe(200)
    expect((await reader.post('/item/change_prices/', { percentage_change: '10' })).status).toBe(403)
    expect((await reader.post(`/price_change/${made.id}/undo/`, {})).status).toBe(403)
    const other = await clinic.caller({ read: ['Settings: Stock'] })
    expect((await other.get(`/price_change/${made.id}/`)).status).toBe(403)
  })

  it('is no entry of a composite', async () => {
    const entries = [
      { name: 'prices', method: 'POST', path: '/item/change_prices/', body: { percentage_change: '10' } },
    ]
    expect(codesOf(await caller.post('/composite/', { entries }, asProblem))).toEqual({
      'entries.0.path': 'not_in_composite',
    })
  })
})

describe('the record of a price change in the database', () => {
  const inRun = (id: number, change: string) =>
    clinic.within(async (tx) => {
      await sql`select set_config('app.price_run', ${String(id)}, true)`.execute(tx)
      await sql.raw(change).execute(tx)
      await sql`set constraints all immediate`.execute(tx)
    })

  it('takes no price outside of the transaction that makes or undoes it, and nothing but prices', async () => {
    const { list, items } = await givenGroup(['10.00'])
    const made = await run({ item_list: list, percentage_change: '10' })
    const [{ id }] = items
    await expect(inRun(made.id, `update item set price = 3 where id = ${id}`)).rejects.toThrow(
      `No price change ${made.id} is being carried out.`,
    )
    await expect(inRun(made.id + 1_000, `update item set price = 3 where id = ${id}`)).rejects.toThrow(
      'is being carried out',
    )
    await expect(
      inRun(
        made.id,
        `update price_change set matched = 2 where id = ${made.id}; update item set name = 'x' where id = ${id}`,
      ),
    ).rejects.toThrow('changes prices and nothing else')
  })
})

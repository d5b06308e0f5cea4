import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useApi, type ApiClient, type TestOrganisation, type TestResponse } from '../../../test/support/api.ts'
import {
  changesOf,
  givenCatalog,
  givenIntegrationWholesaler,
  givenSuppliedItem,
  importCatalog,
  type Product,
} from '../../../test/support/catalogs.ts'
import { asProblem, givenVatGroup } from '../../../test/support/clinic.ts'
import { kindsOfChange } from './catalog-plan.ts'

const api = await useApi()
let clinic: TestOrganisation
let caller: ApiClient
let fallback: TestResponse['body']
let wholesaler: TestResponse['body']
beforeAll(async () => {
  clinic = await api.givenOrganisation()
  fallback = await givenVatGroup(await clinic.caller(), '24.00')
})
beforeEach(async () => {
  caller = await clinic.caller()
  wholesaler = await givenIntegrationWholesaler(caller)
})

const preview = async (upload: number, query = '') => {
  const { status, body, text } = await caller.get(`/catalog_upload/${upload}/preview/${query}`)
  if (status !== 200) throw new Error(text)
  return body
}
const changesIn = async (upload: number, query = ''): Promise<TestResponse['body'][]> => {
  const { body } = await caller.get(`/catalog_upload/${upload}/preview/changes/?${query}`)
  return body.results
}
const none = Object.fromEntries(kindsOfChange.map((kind) => [kind, 0]))
const givenSupplied = (number: string, fields: Parameters<typeof givenSuppliedItem>[2] = {}) =>
  givenSuppliedItem(caller, clinic, {
    vat_group: fallback.url,
    type_code: 2,
    primary_wholesaler: wholesaler.id,
    primary_wholesaler_code: number,
    ...fields,
  })

describe('the preview of a catalog', () => {
  it('counts and lists what an import would change, with old and new prices', async () => {
    const rising = await givenSupplied('A', { wholesale_price: '8.0000' })
    const falling = await givenSupplied('B', { wholesale_price: '3.0000' })
    const first = await givenSupplied('C', { wholesale_price: null })
    const same = await givenSupplied('D', { wholesale_price: '4.0000' })
    const gone = await givenSupplied('E', { name: 'Gone', wholesale_price: '5.0000' })
    const upload = await givenCatalog(clinic, wholesaler, [
      { product_number: 'A', product_name: 'Rising', wholesale_price: '9.0000' },
      { product_number: 'B', product_name: 'Falling', wholesale_price: '2.0000' },
      { product_number: 'C', product_name: 'First', wholesale_price: '1.0000' },
      { product_number: 'D', product_name: 'Same', wholesale_price: '4.0000' },
      { product_number: 'F', product_name: 'New', type_code: 3, wholesale_price: '10.0000' },
      { product_number: 'G', product_name: 'Foreign', currency: 'USD' },
    ])
    const counts = { price_up: 1, price_down: 1, changed: 1, unchanged: 1, discontinued: 1, new: 1, skipped: 1 }
    expect(await preview(upload)).toEqual({ ...none, ...counts })
    const change = (kind: string, product_number: string, name: string, fields: object = {}) => ({
      kind,
      product_number,
      name,
      type_code: 2,
      item: null,
      old_wholesale_price: null,
      new_wholesale_price: null,
      percentage_change: null,
      price: null,
      reason: null,
      ...fields,
    })
    const prices = (
      old_wholesale_price: string | null,
      new_wholesale_price: string,
      percentage_change: string | null,
    ) => ({
      old_wholesale_price,
      new_wholesale_price,
      percentage_change,
    })
    expect(await changesIn(upload, 'markup_percentage=50')).toEqual([
      change('price_up', 'A', 'Rising', { item: rising.url, ...prices('8.0000', '9.0000', '12.50') }),
      change('price_down', 'B', 'Falling', { item: falling.url, ...prices('3.0000', '2.0000', '-33.33') }),
      change('changed', 'C', 'First', { item: first.url, ...prices(null, '1.0000', null) }),
      change('unchanged', 'D', 'Same', { item: same.url, ...prices('4.0000', '4.0000', '0.00') }),
      change('discontinued', 'E', 'Gone', { item: gone.url, old_wholesale_price: '5.0000' }),
      change('new', 'F', 'New', { type_code: 3, price: '15.0000', ...prices(null, '10.0000', null) }),
      change('skipped', 'G', 'Foreign', { reason: 'currency' }),
    ])
    // Nothing has changed by it.
    for (const item of [rising, falling, first, same, gone]) expect((await caller.get(item.url)).body).toEqual(item)
  })

  it('is narrowed by kind, item types and search term, and read page by page or from a number on', async () => {
    const upload = await givenCatalog(clinic, wholesaler, [
      { product_number: '1', product_name: 'Red collar', type_code: 3 },
      { product_number: '2', product_name: 'Blue collar', type_code: 3 },
      { product_number: '3', product_name: 'Red pills', type_code: 2 },
      { product_number: '4', product_name: 'Red food', type_code: 4, currency: 'USD' },
    ])
    const numbers = async (query: string) =>
      (await changesIn(upload, query)).map(({ product_number }) => product_number)
    expect(await numbers('kind__is=skipped')).toEqual(['4'])
    expect(await numbers('kind__in=skipped,new&search_term=RED')).toEqual(['1', '3', '4'])
    expect(await numbers('kind__is=new&kind__in=skipped,new&search_term=red')).toEqual(['1', '3'])
    expect(await numbers('kind__is=new&kind__in=skipped')).toEqual([])
    expect(await numbers('item_types=2,4')).toEqual(['3', '4'])
    expect(await numbers('product_number__gt=2')).toEqual(['3', '4'])
    expect(await preview(upload, '?item_types=3&search_term=%20red%20')).toEqual({ ...none, new: 1 })
    const { body } = await caller.get(`/catalog_upload/${upload}/preview/changes/?page_size=3&kind__in=new,skipped`)
    expect([body.count, body.num_pages, body.results.length, body.previous]).toEqual([4, 2, 3, null])
    const { body: second } = await caller.get(body.next)
    expect([second.results.map((one: TestResponse['body']) => one.product_number), second.next]).toEqual([['4'], null])
  })

  it('is read to the end although several items have one number, or none', async () => {
    for (const number of ['', 'B', 'A', '', 'B', '', 'A', 'B']) await givenSupplied(number)
    const products = ['A', 'B', 'C', 'D'].map((product_number) => ({ product_number }))
    const upload = await givenCatalog(clinic, wholesaler, products)
    const all = await changesIn(upload)
    expect(all.map((one) => one.product_number)).toEqual(['', '', '', 'A', 'A', 'B', 'B', 'B', 'C', 'D'])
    const idOf = (url: string) => url.split('/').at(-2)
    const read: typeof all = []
    for (let query = ''; read.length < all.length; ) {
      const [next] = await changesIn(upload, `page_size=1${query}`)
      if (next === undefined) break
      read.push(next)
      query = `&product_number__gt=${next.product_number}${next.item === null ? '' : `&item__gt=${idOf(next.item)}`}`
    }
    expect(read).toEqual(all)
    const numbers = async (query: string) => (await changesIn(upload, query)).map((one) => one.product_number)
    expect(await numbers('product_number__gt=B')).toEqual(['C', 'D'])
    expect(await changesIn(upload, `item__gt=${idOf(all[1].item)}`)).toEqual(all.slice(2))
    expect(await numbers(`product_number__gt=A&item__gt=${idOf(all[4].item)}&kind__is=new`)).toEqual(['C', 'D'])
  })

  it('leaves an item of which the wholesaler is the secondary one as it is', async () => {
    const other = await givenIntegrationWholesaler(caller)
    const item = await givenSupplied('A', {
      primary_wholesaler: other.id,
      secondary_wholesaler: wholesaler.id,
      secondary_wholesaler_code: 'B',
      wholesale_price: '4.0000',
    })
    const upload = await givenCatalog(clinic, wholesaler, [{ product_number: 'B', wholesale_price: '9.0000' }])
    expect(await preview(upload)).toEqual({ ...none, unchanged: 1 })
    const prices = { old_wholesale_price: '4.0000', new_wholesale_price: '4.0000', percentage_change: '0.00' }
    expect(await changesIn(upload)).toMatchObject([{ kind: 'unchanged', item: item.url, ...prices }])
  })

  it('refuses other words, and pages that are too deep, and says what to do', async () => {
    const upload = await givenCatalog(clinic, wholesaler, [{ product_number: '1' }])
    const address = `/catalog_upload/${upload}/preview/changes/`
    for (const query of ['kind__is=odd', 'kind__in=new,odd', 'item_types=7', 'markup_percentage=-1', 'page=0', 'odd=1'])
      expect([query, (await caller.get(`${address}?${query}`)).status]).toEqual([query, 400])
    const deep = await caller.get(`${address}?page=202`, asProblem)
    expect(deep.text).toContain('product_number__gt')
  })

  it('exists for the live catalog and the one before, and for no other upload', async () => {
    const uploads = []
    for (const number of ['1', '2', '3'])
      uploads.push(await givenCatalog(clinic, wholesaler, [{ product_number: number }]))
    const statuses = []
    for (const upload of [...uploads, 999_999])
      for (const part of ['', 'changes/'])
        statuses.push((await caller.get(`/catalog_upload/${upload}/preview/${part}`)).status)
    expect(statuses).toEqual([404, 404, 200, 200, 200, 200, 404, 404])
  })
})

describe('a return to the previous catalog', () => {
  const returnTo = () => caller.post(`${wholesaler.url}return_to_previous_catalog/`)
  const live = async () => {
    const { catalog, previous_catalog } = (await caller.get(wholesaler.url)).body
    return [catalog, previous_catalog]
  }

  it('swaps the two, and lasts until the next accepted upload', async () => {
    const first = clinic.url('catalog_upload', await givenCatalog(clinic, wholesaler, [{ product_number: '1' }]))
    const second = clinic.url('catalog_upload', await givenCatalog(clinic, wholesaler, [{ product_number: '2' }]))
    expect(await live()).toEqual([second, first])
    const { status, body } = await returnTo()
    expect([status, body.catalog, body.previous_catalog]).toEqual([200, first, second])
    const offered = await caller.get(`/catalog_product/?wholesaler__is=${wholesaler.id}`)
    expect(offered.body.results.map((one: TestResponse['body']) => one.product_number)).toEqual(['1'])
    await returnTo()
    expect(await live()).toEqual([second, first])
    await returnTo()
    const third = clinic.url('catalog_upload', await givenCatalog(clinic, wholesaler, [{ product_number: '3' }]))
    expect(await live()).toEqual([third, first])
  })

  it('is refused where there is none', async () => {
    expect((await returnTo()).status).toBe(400)
    await givenCatalog(clinic, wholesaler, [{ product_number: '1' }])
    expect((await returnTo()).status).toBe(400)
    expect((await live())[1]).toBe(null)
  })

  it('is what the next import goes by', async () => {
    const item = await givenSupplied('1', { wholesale_price: '10.0000' })
    await givenCatalog(clinic, wholesaler, [{ product_number: '1' }])
    await givenCatalog(clinic, wholesaler, [{ product_number: '2' }])
    await returnTo()
    const run = await importCatalog(api, clinic, caller, { wholesaler: wholesaler.url, vat_group: fallback.url })
    expect(run).toMatchObject({ state: 'done', new: 0, unchanged: 1, discontinued: 0 })
    expect((await caller.get(item.url)).body).toEqual(item)
  })
})

const price = fc.constantFrom('1.0000', '1.0000', '2.5000', '3.3333', '99999999.0000')
const number = fc.constantFrom('A', 'B', 'C', 'D')
const name = fc.constantFrom('Red tablets', 'red collar', 'Blue tablets')
const type = fc.constantFrom(2, 3)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const product: fc.Arbitrary<Product> = fc
  .record({
    product_number: number,
    product_name: name,
    type_code: type,
    wholesale_price: fc.option(price),
    product_price: fc.option(price),
    currency: fc.constantFrom('', '', '', 'EUR', 'SEK'),
    barcode: fc.constantFrom('', '', '1', '2'),
    package_contents: fc.constantFrom('', '', 'box', 'bag'),
  })
  .filter(({ wholesale_price, product_price }) => wholesale_price !== null || product_price !== null)
const existing = fc.record({
  supplied: fc.constantFrom('primary', 'secondary', 'both'),
  number: fc.oneof(number, fc.constant('')),
  second: number,
  name,
  type_code: type,
  wholesale_price: fc.option(price),
  barcode: fc.constantFrom('', '1'),
  package_description: fc.constantFrom('', 'box'),
  discontinued: fc.constantFrom('no', 'no', 'by the clinic', 'by an import'),
})
const chosenTerms = fc.record({
  item_types: maybe(fc.constantFrom([2], [3], [2, 3])),
  search_term: maybe(fc.constantFrom('red', 'TABLETS', 'E')),
  markup_percentage: maybe(fc.constantFrom('0', '12.5')),
})
const catalog = fc.uniqueArray(product, { selector: (one) => one.product_number, minLength: 1, maxLength: 4 })

describe('a preview and the import that follows it', () => {
  it('agree, whatever the catalog, the items and the terms are', async () => {
    const kindsSeen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        catalog,
        fc.array(existing, { minLength: 2, maxLength: 6 }),
        chosenTerms,
        async (products, items, terms) => {
          // Each caller has rate windows of its own.
          caller = await clinic.caller()
          wholesaler = await givenIntegrationWholesaler(caller)
          for (const { supplied, number: code, second, discontinued, ...fields } of items)
            await givenSuppliedItem(caller, clinic, {
              ...fields,
              vat_group: fallback.url,
              discontinued: discontinued !== 'no',
              discontinued_by_import: discontinued === 'by an import',
              primary_wholesaler: supplied === 'secondary' ? null : wholesaler.id,
              primary_wholesaler_code: code,
              secondary_wholesaler: supplied === 'primary' ? null : wholesaler.id,
              secondary_wholesaler_code: second,
            })
          const upload = await givenCatalog(clinic, wholesaler, products)
          const query = Object.entries(terms)
            .flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${encodeURIComponent(String(value))}`]))
            .join('&')
          const expected = await changesIn(upload, query)
          const counted = await preview(upload, `?${query}`)
          const run = await importCatalog(api, clinic, caller, {
            wholesaler: wholesaler.url,
            vat_group: fallback.url,
            ...terms,
          })
          expect(run).toMatchObject({ state: 'done', ...counted })
          const done = await changesOf(caller, run)
          const made = new Map<string, TestResponse['body']>()
          for (const { kind, item } of done) if (kind !== 'skipped') made.set(item, (await caller.get(item)).body)
          const briefly = (
            kind: string,
            product_number: string,
            item: string | null,
            reason: string,
            prices: unknown[],
          ) => JSON.stringify([kind, product_number, kind === 'new' ? null : item, reason, ...prices])
          const asPlanned = expected
            .filter(({ kind }) => kind !== 'unchanged')
            .map(({ kind, product_number, item, reason, old_wholesale_price, new_wholesale_price, price: sold }) =>
              briefly(kind, product_number, item, reason, [
                old_wholesale_price === new_wholesale_price ? null : new_wholesale_price,
                sold,
              ]),
            )
          const asDone = done.map(({ kind, product_number, item, reason, changes }) =>
            briefly(kind, product_number, item, reason, [
              changes.wholesale_price ? made.get(item).wholesale_price : null,
              kind === 'new' ? made.get(item).price : null,
            ]),
          )
          expect(asDone.toSorted()).toEqual(asPlanned.toSorted())
          for (const { kind } of expected) kindsSeen.add(kind)
        },
      ),
      { numRuns: 60 },
    )
    expect([...kindsSeen].toSorted()).toEqual([...kindsOfChange].toSorted())
  })
})

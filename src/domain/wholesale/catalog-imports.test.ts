import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { useApi, type ApiClient, type TestOrganisation, type TestResponse } from '../../../test/support/api.ts'
import {
  carryOut,
  changesOf,
  givenCatalog,
  givenIntegrationWholesaler,
  importCatalog,
  type Product,
} from '../../../test/support/catalogs.ts'
import {
  givenDepartment,
  givenItem,
  givenVatGroup,
  givenWholesaler,
  type Fields,
} from '../../../test/support/clinic.ts'
import { advanceCatalog, findCatalogImports } from '../../worker/catalog-imports.ts'
import { changesAtOnce } from './import-catalog.ts'

const api = await useApi()
let clinic: TestOrganisation
let caller: ApiClient
let wholesaler: TestResponse['body']
let fallback: TestResponse['body']
beforeEach(async () => {
  clinic = await api.givenOrganisation()
  caller = await clinic.caller()
  wholesaler = await givenIntegrationWholesaler(caller)
  fallback = await givenVatGroup(caller, '24.00')
})

/** Imports a catalog of these products. */
const importOf = async (products: readonly Product[], terms: Fields = {}) => {
  await givenCatalog(clinic, wholesaler, products)
  return runWith(terms)
}
const runWith = (terms: Fields = {}) =>
  importCatalog(api, clinic, caller, { wholesaler: wholesaler.url, vat_group: fallback.url, ...terms })

const read = async (record: { readonly url: string }) => (await caller.get(record.url)).body
const idOf = (url: unknown) => (typeof url === 'string' ? Number(url.split('/').at(-2)) : null)
const given = async ({ primary_wholesaler, secondary_wholesaler, ...fields }: Fields) => {
  const item = await givenItem(caller, fields)
  const links = { primary_wholesaler: idOf(primary_wholesaler), secondary_wholesaler: idOf(secondary_wholesaler) }
  await clinic.within((tx) => tx.updateTable('item').set(links).where('id', '=', item.id).execute())
  return read(item)
}
/** An item of the wholesaler under a number of its. */
const givenSupplied = async (number: string, fields: Fields & { readonly vat_group?: string } = {}) =>
  given({
    type_code: 2,
    vat_group: fallback.url as string,
    primary_wholesaler: wholesaler.url,
    primary_wholesaler_code: number,
    ...fields,
  })
const suppliersOf = ({ id }: { readonly id: number }) =>
  clinic.within((tx) =>
    tx
      .selectFrom('item')
      .select(['primary_wholesaler', 'secondary_wholesaler'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )
const itemsOf = async (query = '') => (await caller.get(`/item/?page_size=1000${query}`)).body.results

const counts = (run: TestResponse['body']) =>
  Object.fromEntries(
    ['new', 'price_up', 'price_down', 'changed', 'unchanged', 'continued', 'discontinued', 'skipped']
      .map((kind) => [kind, run[kind]])
      .filter(([, count]) => count !== 0),
  )

describe('a new item', () => {
  it('is what the catalog says of the product', async () => {
    const reduced = await givenVatGroup(caller, '10.00')
    const run = await importOf([
      {
        type_code: 3,
        product_number: 'S-1',
        product_name: 'Bandage 5 cm',
        wholesale_price: '4.1000',
        product_price: '7.2500',
        vat: '10.00',
        unit: 'pc',
        barcode: '6400000000017',
        dosable_units: '12.500',
        package_contents: 'Roll of 4 m',
        controlled_substance: true,
      },
    ])
    expect(run).toMatchObject({ state: 'done', failure: '', new: 1 })
    const [item] = await itemsOf()
    expect(item).toMatchObject({
      type_code: 3,
      name: 'Bandage 5 cm',
      price: '7.2500',
      wholesale_price: '4.1000',
      vat_group: reduced.url,
      unit: 'pc',
      barcode: '6400000000017',
      package_description: 'Roll of 4 m',
      dosage_units: '12.500',
      controlled_substance: true,
      discontinued: false,
      archived: false,
      primary_wholesaler_code: 'S-1',
      secondary_wholesaler_code: '',
      catalog_import: run.url,
    })
    expect(await suppliersOf(item)).toEqual({ primary_wholesaler: wholesaler.id, secondary_wholesaler: null })
  })

  it('[S249] costs the wholesale price and the markup where no price is recommended, rounded to four decimals', async () => {
    await importOf(
      [
        { product_number: 'A', wholesale_price: '0.0333' },
        { product_number: 'B', wholesale_price: '10.0000', product_price: '11.0000' },
        { product_number: 'C', wholesale_price: null, product_price: '9.9000' },
      ],
      { markup_percentage: '33.33' },
    )
    const items = await itemsOf()
    expect(items.map(({ price, wholesale_price }: Fields) => [price, wholesale_price])).toEqual([
      ['0.0444', '0.0333'],
      ['11.0000', '10.0000'],
      ['9.9000', '9.9000'],
    ])
  })

  it('gets the VAT group of its rate, and the one of the run if no active group has it', async () => {
    const archived = await givenVatGroup(caller, '14.00')
    await caller.delete(archived.url)
    await importOf([
      { product_number: 'A', vat: '24.00' },
      { product_number: 'B', vat: '14.00' },
      { product_number: 'C', vat: null },
    ])
    expect((await itemsOf()).map(({ vat_group }: Fields) => vat_group)).toEqual(Array(3).fill(fallback.url))
  })

  it('is linked to the clinic-wide wholesaler although the catalog is that of a location', async () => {
    const department = await givenDepartment(caller)
    const location = await givenWholesaler(caller, { parent: wholesaler.url, department: department.url })
    await givenCatalog(clinic, location, [{ product_number: 'A' }])
    await runWith({ wholesaler: location.url })
    const [item] = await itemsOf()
    expect(item.primary_wholesaler_code).toBe('A')
    expect(await suppliersOf(item)).toMatchObject({ primary_wholesaler: wholesaler.id })
  })
})

describe('an existing item', () => {
  it('changes only in wholesale price, barcode and package', async () => {
    const item = await givenSupplied('A', {
      name: 'The clinic’s name',
      price: '50.0000',
      wholesale_price: '5.0000',
      barcode: '1',
      package_description: 'old',
      unit: 'box',
    })
    const run = await importOf([
      {
        product_number: 'A',
        product_name: 'Its name',
        type_code: 3,
        wholesale_price: '6.0000',
        product_price: '60.0000',
        barcode: '2',
        package_contents: 'new',
        unit: 'pc',
        vat: '10.00',
        dosable_units: '7',
        controlled_substance: true,
      },
    ])
    expect(counts(run)).toEqual({ price_up: 1 })
    const { modified, ...after } = await read(item)
    const { modified: before, ...was } = item
    expect(after).toEqual({
      ...was,
      wholesale_price: '6.0000',
      barcode: '2',
      package_description: 'new',
      catalog_import: run.url,
    })
    expect(modified > before).toBe(true)
  })

  it('[S249] keeps what the catalog leaves empty, and takes the recommended price where it has no other', async () => {
    const item = await givenSupplied('A', { wholesale_price: '5.0000', barcode: '1', package_description: 'box' })
    const run = await importOf([{ product_number: 'A', wholesale_price: null, product_price: '4.5000' }])
    expect(counts(run)).toEqual({ price_down: 1 })
    expect(await read(item)).toMatchObject({ wholesale_price: '4.5000', barcode: '1', package_description: 'box' })
  })

  it('is not touched if it is already as the catalog says', async () => {
    const item = await givenSupplied('A', { wholesale_price: '10.0000' })
    const run = await importOf([{ product_number: 'A' }])
    expect(counts(run)).toEqual({ unchanged: 1 })
    expect(await read(item)).toEqual(item)
    expect(await changesOf(caller, run)).toEqual([])
  })

  it('is matched by the number at its secondary wholesaler, which changes nothing, and by no other number', async () => {
    const other = await givenIntegrationWholesaler(caller)
    const second = await givenSupplied('X', {
      primary_wholesaler: other.url,
      primary_wholesaler_code: 'A',
      secondary_wholesaler: wholesaler.url,
      secondary_wholesaler_code: 'B',
      wholesale_price: '1.0000',
    })
    const both = await givenSupplied('C', {
      secondary_wholesaler: wholesaler.url,
      secondary_wholesaler_code: 'B',
      wholesale_price: '1.0000',
    })
    const run = await importOf([
      { product_number: 'A' },
      { product_number: 'B', wholesale_price: '2.0000', barcode: '1', package_contents: 'box' },
      { product_number: 'C', wholesale_price: '3.0000' },
    ])
    expect(counts(run)).toEqual({ new: 1, price_up: 1, unchanged: 1 })
    expect(await read(second)).toEqual(second)
    expect(await read(both)).toMatchObject({ wholesale_price: '3.0000' })
    expect((await itemsOf()).length).toBe(3)
  })
})

describe('what the catalog no longer has [S474]', () => {
  const discontinued = async () => (await itemsOf('&discontinued__is=true')).map(({ name }: Fields) => name).toSorted()

  it('is discontinued at the next import, also under an empty number', async () => {
    await givenSupplied('A', { name: 'Offered' })
    await givenSupplied('B', { name: 'Gone' })
    await givenSupplied('', { name: 'Without a number' })
    const run = await importOf([{ product_number: 'A' }])
    expect(await discontinued()).toEqual(['Gone', 'Without a number'])
    expect(run.discontinued).toBe(2)
  })

  it('[S474] is not discontinued while another location of the wholesaler has it in its catalog', async () => {
    const department = await givenDepartment(caller)
    const location = await givenWholesaler(caller, { parent: wholesaler.url, department: department.url })
    await givenSupplied('A', { name: 'Of both' })
    await givenSupplied('B', { name: 'Of the location' })
    await givenSupplied('C', { name: 'Of neither' })
    await givenCatalog(clinic, location, [{ product_number: 'A' }, { product_number: 'B' }])
    const first = await importOf([{ product_number: 'A' }])
    expect([first.discontinued, await discontinued()]).toEqual([1, ['Of neither']])
    // The next import of either changes nothing back.
    for (const of of [location.url, wholesaler.url]) {
      const run = await runWith({ wholesaler: of })
      expect([run.discontinued, run.continued, await discontinued()]).toEqual([0, 0, ['Of neither']])
    }
    // A location that has left offers nothing.
    expect((await caller.delete(location.url)).status).toBe(204)
    expect([(await runWith()).discontinued, await discontinued()]).toEqual([1, ['Of neither', 'Of the location']])
  })

  it('waits for an import by staff: an upload alone discontinues nothing', async () => {
    await givenSupplied('B', { name: 'Gone' })
    await givenCatalog(clinic, wholesaler, [{ product_number: 'A' }])
    expect(await discontinued()).toEqual([])
  })

  it('is discontinued only if it is the wholesaler’s own, and it is the primary one', async () => {
    const other = await givenIntegrationWholesaler(caller)
    await givenSupplied('B', { name: 'Of another', primary_wholesaler: other.url })
    await givenSupplied('B', {
      name: 'Second choice',
      primary_wholesaler: other.url,
      secondary_wholesaler: wholesaler.url,
      secondary_wholesaler_code: 'C',
    })
    await givenItem(caller, { name: 'Of nobody', primary_wholesaler_code: 'B' })
    await importOf([{ product_number: 'A' }])
    expect(await discontinued()).toEqual([])
  })

  it('is discontinued only within the item types and the search term of the import', async () => {
    await givenSupplied('B', { name: 'Amoxicillin tablets', type_code: 2 })
    await givenSupplied('C', { name: 'Amoxicillin spoon', type_code: 3 })
    await givenSupplied('D', { name: 'Bandage', type_code: 3 })
    await givenCatalog(clinic, wholesaler, [{ product_number: 'A', product_name: 'Needle', type_code: 3 }])
    await runWith({ item_types: [2, 4] })
    expect(await discontinued()).toEqual(['Amoxicillin tablets'])
    await runWith({ item_types: [3], search_term: ' AMOXI ' })
    expect(await discontinued()).toEqual(['Amoxicillin spoon', 'Amoxicillin tablets'])
    expect(await itemsOf('&name__icontains=needle')).toEqual([])
    await runWith()
    expect(await discontinued()).toEqual(['Amoxicillin spoon', 'Amoxicillin tablets', 'Bandage'])
  })

  it('stays as it is if it was discontinued already', async () => {
    const item = await givenSupplied('B', { discontinued: true })
    const run = await importOf([{ product_number: 'A' }])
    expect(counts(run)).toEqual({ new: 1 })
    expect(await read(item)).toEqual(item)
  })

  it('is not discontinued because its product is outside the types and term of the import', async () => {
    const item = await givenSupplied('A', { name: 'Needle', type_code: 2 })
    await importOf([{ product_number: 'A', product_name: 'Other name', type_code: 3 }], {
      item_types: [2],
      search_term: 'needle',
    })
    expect(await read(item)).toEqual(item)
  })

  it('is no longer offered for import', async () => {
    await givenCatalog(clinic, wholesaler, [{ product_number: 'A' }])
    await givenCatalog(clinic, wholesaler, [{ product_number: 'B' }])
    const { body } = await caller.get(`/catalog_product/?wholesaler__is=${wholesaler.id}`)
    expect(body.results.map(({ product_number }: Fields) => product_number)).toEqual(['B'])
    await runWith()
    expect((await itemsOf()).map((item: Fields) => item.primary_wholesaler_code)).toEqual(['B'])
  })

  it('is another matter for a location without an upload, which has no catalog', async () => {
    const department = await givenDepartment(caller)
    const location = await givenWholesaler(caller, { parent: wholesaler.url, department: department.url })
    await givenCatalog(clinic, wholesaler, [{ product_number: 'A' }])
    expect((await caller.get(`/catalog_product/?wholesaler__is=${location.id}`)).body.count).toBe(0)
    const terms = { wholesaler: location.url, vat_group: fallback.url }
    const { status, body } = await caller.post('/catalog_import/', terms)
    expect([status, Object.keys(body)]).toEqual([400, ['wholesaler']])
  })
})

describe('an item that is offered again', () => {
  it('is no longer discontinued if an import had discontinued it', async () => {
    const item = await givenSupplied('A', { wholesale_price: '10.0000' })
    await importOf([{ product_number: 'B' }])
    expect(await read(item)).toMatchObject({ discontinued: true })
    const run = await importOf([{ product_number: 'A', wholesale_price: '12.0000' }, { product_number: 'B' }])
    expect(counts(run)).toEqual({ continued: 1, unchanged: 1 })
    expect(await read(item)).toMatchObject({ discontinued: false, wholesale_price: '12.0000' })
  })

  it('stays discontinued if the clinic had done it, even after an import had', async () => {
    const item = await givenSupplied('A', { wholesale_price: '10.0000', discontinued: true })
    expect(counts(await importOf([{ product_number: 'A' }]))).toEqual({ unchanged: 1 })
    const another = await givenSupplied('C', { wholesale_price: '10.0000' })
    await importOf([{ product_number: 'A' }])
    await caller.patch(another.url, { discontinued: false })
    await caller.patch(another.url, { discontinued: true })
    expect(counts(await importOf([{ product_number: 'A' }, { product_number: 'C' }]))).toEqual({ unchanged: 2 })
    for (const one of [item, another]) expect(await read(one)).toMatchObject({ discontinued: true })
  })

  it('stays discontinued if only its secondary wholesaler offers it', async () => {
    const other = await givenIntegrationWholesaler(caller)
    const item = await givenSupplied('A', {
      wholesale_price: '10.0000',
      secondary_wholesaler: other.url,
      secondary_wholesaler_code: 'A',
    })
    await importOf([{ product_number: 'B' }])
    await givenCatalog(clinic, other, [{ product_number: 'A' }])
    expect(counts(await runWith({ wholesaler: other.url }))).toEqual({ unchanged: 1 })
    expect(await read(item)).toMatchObject({ discontinued: true })
  })
})

describe('a product that cannot be imported', () => {
  it('is skipped with the reason, and its item neither changed nor discontinued', async () => {
    const item = await givenSupplied('A', { wholesale_price: '1.0000' })
    const run = await importOf(
      [
        { product_number: 'A', product_name: 'Imported', currency: 'SEK' },
        { product_number: 'B', wholesale_price: '99999999.0000' },
        { product_number: 'C', currency: 'EUR' },
      ],
      { markup_percentage: '10' },
    )
    expect(counts(run)).toEqual({ new: 1, skipped: 2 })
    expect((await changesOf(caller, run)).filter(({ kind }) => kind === 'skipped')).toMatchObject([
      { item: item.url, product_number: 'A', name: 'Imported', reason: 'currency', changes: {} },
      { item: null, product_number: 'B', reason: 'price' },
    ])
    expect(await read(item)).toEqual(item)
  })
})

describe('what an import leaves behind', () => {
  const eventsSince = async (sequence: number) =>
    clinic.within((tx) =>
      tx
        .selectFrom('auditevent')
        .select(['resource', 'record', 'action', 'user'])
        .where('sequence', '>', sequence)
        .orderBy('sequence')
        .execute(),
    )
  const newestEvent = () =>
    clinic.within(async (tx) => {
      const row = await tx.selectFrom('ledger').select('changes').executeTakeFirstOrThrow()
      return row.changes
    })

  it('is the events of the run and none of items, and a list of what it did to each', async () => {
    const changed = await givenSupplied('A', { wholesale_price: '10.0000' })
    const gone = await givenSupplied('Z', { name: 'Gone' })
    await givenCatalog(clinic, wholesaler, [
      { product_number: 'A', wholesale_price: '8.0000', barcode: '77' },
      { product_number: 'B', product_name: 'New' },
    ])
    const before = await newestEvent()
    const run = await runWith()
    const { body } = await caller.get(`/events/?after=${before}`)
    expect(body.results.map((event: TestResponse['body']) => `${event.resource} ${event.action}`)).toEqual([
      'catalog_import create',
      'catalog_import change',
      'catalog_import change',
    ])
    expect(new Set((await eventsSince(before)).map(({ user }) => user)).size).toBe(1)
    const [made] = await itemsOf('&name__icontains=New')
    expect(await changesOf(caller, run)).toMatchObject([
      { kind: 'price_down', item: changed.url, product_number: 'A', name: changed.name, occurred: expect.any(String) },
      { kind: 'new', item: made.url, product_number: 'B', name: 'New' },
      { kind: 'discontinued', item: gone.url, product_number: 'Z', name: 'Gone' },
    ])
    const [first, , third] = await changesOf(caller, run)
    expect(first.changes).toEqual({
      wholesale_price: { from: 10, to: 8 },
      barcode: { from: '', to: '77' },
    })
    expect(third.changes).toEqual({
      discontinued: { from: false, to: true },
      discontinued_by_import: { from: false, to: true },
    })
    expect((await read(gone)).modified).toBe(third.occurred)
    const history = (await caller.get(`/catalog_import_change/?item__is=${gone.id}`)).body.results
    expect(history.map(({ catalog_import }: Fields) => catalog_import)).toEqual([run.url])
    expect(await read(gone)).toMatchObject({ catalog_import: run.url })
  })

  it('is seen by delta sync, item by item and in commit order', async () => {
    await givenCatalog(
      clinic,
      wholesaler,
      Array.from({ length: changesAtOnce + 50 }, (_, at) => ({ product_number: `N${at}` })),
    )
    const gone = await givenSupplied('gone')
    const { headers } = await caller.get('/item/?modified__gte=2026-01-01T00:00:00Z')
    const since = headers.get('x-server-time')!
    const untouched = await givenItem(caller)
    const run = await runWith()
    const seen = new Map<string, string>()
    for (let next: string | null = `/item/?modified__gte=${since}&page_size=1000`; next !== null; ) {
      const { body } = await caller.get(next)
      for (const item of body.results) seen.set(item.url, item.modified)
      next = body.next
    }
    const changes: TestResponse['body'][] = []
    for (
      let next: string | null = `/catalog_import_change/?catalog_import__is=${run.id}&page_size=1000`;
      next !== null;
    ) {
      const { body } = await caller.get(next)
      changes.push(...body.results)
      next = body.next
    }
    expect(changes.length).toBe(changesAtOnce + 51)
    expect(changes.at(-1)).toMatchObject({ item: gone.url })
    for (const { item, occurred } of changes) expect(seen.get(item)).toBe(occurred)
    expect(seen.has(untouched.url)).toBe(true)
    // Each step has a later stamp than the one before, and what is done by hand is audited as ever.
    const stamps = [...new Set(changes.map(({ occurred }) => occurred))]
    expect(stamps).toEqual(stamps.toSorted((one, other) => (one < other ? -1 : 1)))
    expect(stamps.length).toBe(3)
  })

  it('cannot be anything else: outside a running import every change of an item is an event', async () => {
    const run = await importOf([{ product_number: 'A' }])
    const [item] = await itemsOf()
    const changeAs = (setting: string) =>
      clinic.within(async (tx) => {
        await sql`select set_config('app.catalog_import', ${setting}, true)`.execute(tx)
        await tx.updateTable('item').set({ name: 'By hand' }).where('id', '=', item.id).execute()
      })
    // An import that has ended, and one that does not exist.
    for (const id of [run.id, 999_999]) await expect(changeAs(String(id))).rejects.toThrow(/No catalog import/)
    const before = await newestEvent()
    await changeAs('')
    expect(await eventsSince(before)).toMatchObject([{ resource: 'item', record: item.id, action: 'change' }])
    // A running import records whatever its transaction changes of an item, and audits everything else.
    const { body: second } = await caller.post('/catalog_import/', {
      wholesaler: wholesaler.url,
      vat_group: fallback.url,
    })
    await advanceCatalog(api.rows.db, { organisation: clinic.id, id: second.id })
    await changeAs(String(second.id))
    await clinic.within(async (tx) => {
      await sql`select set_config('app.catalog_import', ${String(second.id)}, true)`.execute(tx)
      await tx.updateTable('item').set({ name: 'By an import' }).where('id', '=', item.id).execute()
      await tx.updateTable('vatgroup').set({ title: 'Audited' }).where('id', '=', fallback.id).execute()
    })
    expect((await eventsSince(before)).map(({ resource }) => resource)).toEqual([
      'item',
      'catalog_import',
      'catalog_import',
      'vatgroup',
    ])
    expect((await changesOf(caller, second)).at(-1)).toMatchObject({
      kind: 'changed',
      changes: { name: { from: 'By hand', to: 'By an import' } },
    })
  })
})

describe('a run', () => {
  const start = async (terms: Fields = {}) =>
    (await caller.post('/catalog_import/', { wholesaler: wholesaler.url, vat_group: fallback.url, ...terms })).body
  const step = (run: { readonly id: number }) => advanceCatalog(api.rows.db, { organisation: clinic.id, id: run.id })

  it('waits for the worker, and for earlier ones', async () => {
    await givenCatalog(clinic, wholesaler, [{ product_number: 'A' }])
    const [first, second] = [await start(), await start()]
    expect(first).toMatchObject({ state: 'waiting', started: null, new: 0 })
    expect((await findCatalogImports(api.rows.db)).filter(({ organisation }) => organisation === clinic.id)).toEqual([])
    expect(await step(second)).toBe(0)
    await step(first)
    expect(await read(first)).toMatchObject({ state: 'running', new: 1 })
    expect(await step(second)).toBe(0)
    await carryOut(api, clinic, first.id)
    await carryOut(api, clinic, second.id)
    expect([await read(first), await read(second)]).toMatchObject([
      { state: 'done', new: 1 },
      { state: 'done', new: 0, unchanged: 1 },
    ])
  })

  it('fails if another catalog replaces the one it imports, and discontinues nothing by it', async () => {
    const kept = await givenSupplied('K')
    await givenCatalog(clinic, wholesaler, [{ product_number: 'A' }])
    const run = await start()
    await step(run)
    await givenCatalog(clinic, wholesaler, [{ product_number: 'B' }])
    await carryOut(api, clinic, run.id)
    expect(await read(run)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('Another catalog'),
      new: 1,
    })
    expect(await read(kept)).toEqual(kept)
  })

  it('fails if the wholesaler or the VAT group is archived meanwhile', async () => {
    await givenCatalog(clinic, wholesaler, [{ product_number: 'A' }])
    const group = await givenVatGroup(caller)
    const first = await start({ vat_group: group.url })
    await caller.delete(group.url)
    await carryOut(api, clinic, first.id)
    expect(await read(first)).toMatchObject({ state: 'failed', failure: expect.stringContaining(group.title) })
    const second = await start()
    await caller.delete(wholesaler.url)
    await carryOut(api, clinic, second.id)
    expect(await read(second)).toMatchObject({ state: 'failed', failure: expect.stringContaining('archived') })
    expect(await itemsOf()).toEqual([])
  })

  it('can be cancelled until it has ended', async () => {
    await givenCatalog(clinic, wholesaler, [{ product_number: 'A' }])
    const run = await start()
    const { body } = await caller.post(`${run.url}cancel/`)
    expect(body).toMatchObject({ state: 'failed', failure: 'Cancelled by the clinic.' })
    expect(await step(run)).toBe(0)
    expect((await caller.post(`${run.url}cancel/`)).status).toBe(400)
  })

  it('is refused without a catalog, for an archived wholesaler and with an archived VAT group', async () => {
    const refused = async (terms: Fields = {}) => {
      const body = { wholesaler: wholesaler.url, vat_group: fallback.url, ...terms }
      const answer = await caller.post('/catalog_import/', body)
      return [answer.status, ...Object.keys(answer.body)]
    }
    expect(await refused()).toEqual([400, 'wholesaler'])
    await givenCatalog(clinic, wholesaler, [{ product_number: 'A' }])
    const group = await givenVatGroup(caller)
    await caller.delete(group.url)
    expect(await refused({ vat_group: group.url })).toEqual([400, 'vat_group'])
    await caller.delete(wholesaler.url)
    expect(await refused()).toEqual([400, 'wholesaler'])
  })
})

import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { useClinic, type ApiClient, type TestResponse } from '../../test/support/api.ts'
import {
  catalogHeader,
  catalogOf,
  keepArrivedFiles,
  processCatalogs,
  uploadCatalog,
} from '../../test/support/catalog-files.ts'
import { givenRegistration, givenWholesaler } from '../../test/support/clinic.ts'
import { useSuperuser } from '../../test/support/database.ts'
import { useWorkerParts } from '../../test/support/deliveries.ts'
import { keysIn, sendFile } from '../../test/support/store.ts'
import { inOrganisation } from '../db/tx.ts'
import { readCatalogHeader, type Header } from '../domain/wholesale/catalog-rows.ts'
import { finishCatalog } from '../domain/wholesale/finish-catalog.ts'
import { judgeRows, saveRows } from '../domain/wholesale/process-catalog.ts'
import { keepCatalogFile, takeAwaitedFiles } from './catalog-files.ts'
import { takeArrivedCatalogs } from './catalogs.ts'
import { deleteOldCatalogs, deleteOldReports } from './old-catalogs.ts'

const { api, clinic, caller: staff } = await useClinic()
const administrator = await useSuperuser(api)
const parts = useWorkerParts(api)

type Event = TestResponse['body']
let integration: ApiClient
let wholesaler: { readonly id: number; readonly url: string }
let registration: { readonly id: number; readonly url: string; readonly name: string }
beforeEach(async () => {
  integration = await clinic.caller({ scopes: ['wholesaler'] })
  registration = await givenRegistration(integration)
  wholesaler = await givenWholesaler(staff, { type: 1, available_wholesaler: registration.url })
})

const shown = async (id: number) => (await staff.get(`/catalog_upload/${id}/`)).body
const catalogs = async () => {
  const { rows } = await administrator.query('select catalog, previous_catalog from wholesaler where id = $1', [
    wholesaler.id,
  ])
  return rows.map(({ catalog, previous_catalog }) => [Number(catalog), Number(previous_catalog)])[0]
}
const productsOf = async (id: number) =>
  (await administrator.query('select * from catalog_product where upload = $1 order by line', [id])).rows
const eventsOf = async (): Promise<Event[]> => {
  const { rows } = await administrator.query(
    `select body from delivery where available_wholesaler = $1 and event = 'catalog.processed' order by id`,
    [registration.id],
  )
  return rows.map(({ body }) => JSON.parse(body))
}

/** Uploads a file and processes it; answers the upload as staff see it. */
const processed = async (file: string | Uint8Array<ArrayBuffer>) => {
  const form = await uploadCatalog(integration, wholesaler, file)
  await processCatalogs(parts)
  return shown(form.upload_id)
}
const neverFails = (_organisation: number, problem: unknown) => {
  throw problem
}
const csv = (...lines: string[]) => [catalogHeader, ...lines].join('\n')

describe('a catalog', () => {
  it('[S321] [S536] [S540] of usable rows is accepted, becomes live, and its integration is told once', async () => {
    const form = await uploadCatalog(integration, wholesaler, catalogOf(3))
    expect((await shown(form.upload_id)).status).toBe('pending')
    await processCatalogs(parts)
    await processCatalogs(parts)
    const outcome = {
      status: 'accepted',
      rows_total: 3,
      rows_accepted: 3,
      rows_rejected: 0,
      errors: [],
      errors_truncated: false,
      error_summary: null,
    }
    expect(await shown(form.upload_id)).toMatchObject({ ...outcome, processed: expect.any(String) })
    expect(await catalogs()).toEqual([form.upload_id, 0])
    expect(await eventsOf()).toEqual([
      {
        event: 'catalog.processed',
        event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        available_wholesaler: { id: registration.id, name: registration.name },
        wholesaler: { id: wholesaler.id },
        upload: {
          id: form.upload_id,
          catalog_id: form.catalog_id,
          filename: 'products.csv',
          ...outcome,
          error_report_url: null,
        },
      },
    ])
  })

  it('[S321] [S540] of some usable rows is partially accepted, and every rejected row is told', async () => {
    const upload = await processed(
      csv('Medicine,A1,Amoxicillin,1', 'Medicine,,No number,1', 'Medicine,A2,Good,2', 'Toy,A3,Unknown,1'),
    )
    const outcome = {
      status: 'partially_accepted',
      rows_total: 4,
      rows_accepted: 2,
      rows_rejected: 2,
      errors: [
        { row: 3, code: 'missing_required_field', field: 'product_number', detail: 'product_number is empty.' },
        {
          row: 5,
          code: 'invalid_value',
          field: 'product_type',
          detail: expect.stringContaining('"Toy" is no product'),
        },
      ],
    }
    expect(upload).toMatchObject(outcome)
    expect((await eventsOf()).map((event) => event.upload)).toMatchObject([outcome])
    expect((await productsOf(upload.id)).map(({ product_number }) => product_number)).toEqual(['A1', 'A2'])
    expect(await catalogs()).toEqual([upload.id, 0])
  })

  it('[S321] [S536] without a usable row is rejected, changes nothing, and is told too', async () => {
    const live = await processed(catalogOf(2))
    const rejected = await processed(csv('Medicine,,One,1', 'Medicine,,Two,1'))
    expect(rejected).toMatchObject({ status: 'rejected', rows_total: 2, rows_accepted: 0, rows_rejected: 2 })
    expect(await catalogs()).toEqual([live.id, 0])
    expect((await eventsOf()).map(({ upload }) => [upload.id, upload.status])).toEqual([
      [live.id, 'accepted'],
      [rejected.id, 'rejected'],
    ])
  })

  it('[S321] [S468] that is processed is pending no more: a new file gets a new catalog_id', async () => {
    const form = await uploadCatalog(integration, wholesaler, catalogOf(1))
    await processCatalogs(parts)
    // As the worker does soon after.
    await parts.store.remove(form.storage_key)
    const { body } = await integration.post(`${wholesaler.url}catalog_upload_url/`, { filename: 'products.csv' })
    expect([body.catalog_id, body.storage_key]).not.toContain(form.catalog_id)
    expect(body.upload_id).toBeGreaterThan(form.upload_id)
    expect((await shown(form.upload_id)).status).toBe('accepted')
  })

  it('[S321] replaces the previous one in full', async () => {
    const first = await processed(catalogOf(3, 'A'))
    const second = await processed(catalogOf(2, 'B'))
    const third = await processed(csv('Medicine,C1,Good,1', 'Medicine,,Bad,1'))
    expect(await catalogs()).toEqual([third.id, second.id])
    await deleteOldCatalogs(parts.db, parts.app, neverFails)
    expect(await productsOf(first.id)).toEqual([])
    expect(await productsOf(second.id)).toHaveLength(2)
    expect(await productsOf(third.id)).toHaveLength(1)
  })

  it('[S249] has every column, whatever their order, and ignores further ones', async () => {
    const upload = await processed(
      [
        ' strength ,colour,controlled_substance,product_name,product_number,product_type,product_price,wholesale_price,vat,unit,barcode,currency,dosable_units,package_contents,active_ingredient,administration_route',
        ' 250 mg ,red,true, Amoxicillin , A1 , medicine ,12.5,10.1234,24,box,6412345678901,EUR,20,20 tablets,amoxicillin,PO',
      ].join('\r\n'),
    )
    expect(upload.status).toBe('accepted')
    expect(await productsOf(upload.id)).toMatchObject([
      {
        line: 2,
        type_code: 2,
        product_number: 'A1',
        product_name: 'Amoxicillin',
        wholesale_price: '10.1234',
        product_price: '12.5000',
        vat: '24.00',
        unit: 'box',
        barcode: '6412345678901',
        currency: 'EUR',
        dosable_units: '20.000',
        package_contents: '20 tablets',
        active_ingredient: 'amoxicillin',
        administration_route: 'PO',
        strength: '250 mg',
        controlled_substance: true,
      },
    ])
  })

  it('[S249] keeps an apostrophe, which is part of a wholesaler’s value', async () => {
    const upload = await processed(csv("Supply,'=A1,'-Needle,1", "Supply,'+A2,'@Gauze,1"))
    expect((await productsOf(upload.id)).map((row) => [row.product_number, row.product_name])).toEqual([
      ["'=A1", "'-Needle"],
      ["'+A2", "'@Gauze"],
    ])
  })

  it('[S249] tolerates a byte-order mark, and an empty optional cell is unset', async () => {
    const upload = await processed(
      `\uFEFF${catalogHeader},vat,unit,dosable_units,controlled_substance\nSupply,A1,Syringe 5 ml ä,1, ,,,\n`,
    )
    expect(upload.status).toBe('accepted')
    expect(await productsOf(upload.id)).toMatchObject([
      {
        type_code: 3,
        product_name: 'Syringe 5 ml ä',
        vat: null,
        unit: '',
        dosable_units: null,
        controlled_substance: false,
      },
    ])
  })

  it.each([
    ['wholesale_price', '10.0000', null],
    ['product_price', null, '10.0000'],
  ])('[S249] needs only one price column: %s', async (column, wholesale_price, product_price) => {
    const upload = await processed(`product_type,product_number,product_name,${column}\nFood,A1,Kibble,10`)
    expect(await productsOf(upload.id)).toMatchObject([{ wholesale_price, product_price, type_code: 4 }])
  })

  it('[S540] counts lines from the header, and blank lines are no rows', async () => {
    const upload = await processed(
      csv('', 'Medicine,A1,"Two\r\nlines",1', '', '   ', 'Medicine,,Missing,1', ' , , , ', 'Medicine,A2,Good,1', ''),
    )
    expect([upload.rows_total, upload.errors.map(({ row }: { row: number }) => row)]).toEqual([3, [7]])
  })
})

describe('a row is rejected', () => {
  it.each([
    ['without a number', 'Medicine, ,Name,1', 'missing_required_field', 'product_number'],
    ['without a name', 'Medicine,A,,1', 'missing_required_field', 'product_name'],
    ['without a type', ',A,Name,1', 'missing_required_field', 'product_type'],
    ['without a price', 'Medicine,A,Name,', 'missing_required_field', 'wholesale_price'],
    ['of an unknown type', 'Toy,A,Name,1', 'invalid_value', 'product_type'],
    ['with a comma in its price', 'Medicine,A,Name,"1,50"', 'invalid_value', 'wholesale_price'],
    ['with a negative price', 'Medicine,A,Name,-1', 'invalid_value', 'wholesale_price'],
    ['with an exponent', 'Medicine,A,Name,1e3', 'invalid_value', 'wholesale_price'],
    ['with five decimals', 'Medicine,A,Name,1.00001', 'invalid_value', 'wholesale_price'],
    ['with a long number', `Medicine,${'9'.repeat(64)},Name,1`, 'invalid_value', 'product_number'],
    ['with a long name', `Medicine,A,${'x'.repeat(256)},1`, 'invalid_value', 'product_name'],
    ['with too few cells', 'Medicine,A,Name', 'invalid_value', null],
    ['with too many cells', 'Medicine,A,Name,1,2', 'invalid_value', null],
  ])('[S249] [S542] %s', async (_how, row, code, field) => {
    const { status, errors } = await processed(csv('Medicine,Good,Good,1', row))
    expect([status, errors]).toEqual(['partially_accepted', [{ row: 3, code, field, detail: expect.any(String) }]])
  })

  it.each([
    ['vat', '100', false],
    ['vat', '24%', false],
    ['vat', '25.5', true],
    ['dosable_units', '0', false],
    ['dosable_units', '0.5', true],
    ['currency', 'euro', false],
    ['currency', 'SEK', true],
    ['controlled_substance', 'maybe', false],
    ['controlled_substance', 'No', true],
    ['product_price', 'free', false],
    ['barcode', '9'.repeat(31), false],
    ['barcode', '9'.repeat(30), true],
  ])('[S542] or not for its %s: %s', async (column, value, isGood) => {
    const { rows_accepted, errors } = await processed(`${catalogHeader},${column}\nMedicine,A,Name,1,${value}`)
    const codes = errors.map(({ row, code, field }: { row: number; code: string; field: string }) => [row, code, field])
    expect([rows_accepted, codes]).toEqual(isGood ? [1, []] : [0, [[2, 'invalid_value', column]]])
  })

  it('with one error of the first column, which names all problems', async () => {
    const { errors } = await processed(csv('Medicine,Good,Good,1', 'Toy,,Name,free'))
    expect(errors).toEqual([
      {
        row: 3,
        code: 'invalid_value',
        field: 'product_type',
        detail: expect.stringMatching(/^"Toy" is no .* product_number is empty\. "free" is no number/),
      },
    ])
  })

  it('for a product number that an earlier row has, also in another batch', async () => {
    const lines = Array.from({ length: 9_000 }, (_, at) => `Medicine,N${at % 8_999},Name,1`)
    const { status, rows_accepted, errors } = await processed(csv('Medicine,N5,First,1', ...lines))
    expect([status, rows_accepted]).toEqual(['partially_accepted', 8_999])
    expect(errors).toMatchObject([
      { row: 8, code: 'invalid_value', field: 'product_number' },
      { row: 9_002, code: 'invalid_value', field: 'product_number' },
    ])
  })
})

describe('a file is rejected', () => {
  const utf16 = Buffer.from(`\uFEFF${catalogOf(2)}`, 'utf16le')
  it.each<[string, string | Buffer, string, string | null, string]>([
    ['in another encoding', Buffer.from(csv('Medicine,A,Läkemedel,1'), 'latin1'), 'file_unreadable', null, 'not UTF-8'],
    ['in UTF-16', utf16, 'file_unreadable', null, 'not UTF-8'],
    ['with NUL bytes', `${catalogOf(2)}\0`, 'file_unreadable', null, 'not UTF-8'],
    ['that is compressed', gzipSync(catalogOf(2)), 'file_unreadable', null, 'not UTF-8'],
    ['with two byte-order marks', `\uFEFF\uFEFF${catalogOf(2)}`, 'file_unreadable', null, 'two byte-order marks'],
    ['with an unclosed quote', csv('Medicine,A,"Name,1'), 'file_unreadable', null, 'never closed'],
    ['with a very long line', csv('x'.repeat(200_000)), 'file_unreadable', null, 'longer than 100000 characters'],
    ['of blank lines', '\n\n \n', 'missing_header', null, 'no header row'],
    ['without a header', 'Medicine,A1,Name,1', 'missing_header', null, 'no header row'],
    ['with semicolons', csv('Medicine,A1,Name,1').replaceAll(',', ';'), 'missing_header', null, 'no header row'],
    [
      'without a price column',
      'product_type,product_number,product_name\nMedicine,A,B',
      'missing_column',
      'wholesale_price',
      'One of the two',
    ],
    ['with a column twice', `${catalogHeader},vat,vat\nMedicine,A,B,1,1,1`, 'file_unreadable', null, 'vat twice'],
    ['without rows', catalogHeader, 'no_data_rows', null, 'no products'],
    ['with blank rows only', csv('', ' , , , '), 'no_data_rows', null, 'no products'],
  ])('[S249] [S321] [S542] %s', async (_how, file, code, field, words) => {
    const live = await processed(catalogOf(1))
    const upload = await processed(typeof file === 'string' ? file : new Uint8Array(file))
    const outcome = {
      status: 'rejected',
      rows_total: 0,
      rows_accepted: 0,
      rows_rejected: 0,
      errors: [{ row: null, code, field, detail: expect.stringContaining(words) }],
      errors_truncated: false,
      error_summary: null,
    }
    expect(upload).toMatchObject(outcome)
    expect((await eventsOf()).at(-1).upload).toMatchObject(outcome)
    expect(await catalogs()).toEqual([live.id, 0])
  })

  it.each(['product_type', 'product_number', 'product_name'])('[S249] [S542] without the column %s', async (column) => {
    const names = catalogHeader.split(',').filter((name) => name !== column)
    const { status, errors } = await processed(`${names.join(',')}\n1,2,3`)
    expect([status, errors]).toEqual([
      'rejected',
      [{ row: null, code: 'missing_column', field: column, detail: expect.stringContaining(column) }],
    ])
  })

  it('although it breaks only after thousands of good rows, which are deleted', async () => {
    const upload = await processed(`${catalogOf(9_000)}\nMedicine,"unclosed`)
    expect(upload).toMatchObject({ status: 'rejected', rows_total: 0 })
    expect((await productsOf(upload.id)).length).toBeGreaterThan(0)
    await deleteOldCatalogs(parts.db, parts.app, neverFails)
    expect(await productsOf(upload.id)).toEqual([])
  })
})

describe('the errors of a catalog', () => {
  const bad = (count: number) =>
    Array.from({ length: count }, (_, at) => (at % 4 === 0 ? `Toy,A${at},Name,1` : `Medicine,,Name ${at},1`))

  it('[S540] [S592] are told in full up to 100', async () => {
    const upload = await processed(csv('Medicine,Good,Good,1', ...bad(100)))
    expect([upload.errors.length, upload.errors_truncated, upload.error_summary]).toEqual([100, false, null])
    const [event] = await eventsOf()
    expect([event.upload.errors, event.upload.error_report_url]).toEqual([upload.errors, null])
    expect((await staff.get(`/catalog_upload/${upload.id}/error_report/`)).status).toBe(404)
  })

  it('[S540] [S592] are counted by code from 101 on, and all in a report', async () => {
    const upload = await processed(csv('Medicine,Good,Good,1', ...bad(101)))
    const outcome = {
      status: 'partially_accepted',
      rows_rejected: 101,
      errors: null,
      errors_truncated: true,
      error_summary: [
        { code: 'invalid_value', count: 26 },
        { code: 'missing_required_field', count: 75 },
      ],
    }
    expect(upload).toMatchObject(outcome)
    expect((await eventsOf())[0].upload).toMatchObject(outcome)
    const { body } = await staff.get(`/catalog_upload/${upload.id}/error_report/`)
    const report = await fetch(body.url)
    expect(report.headers.get('content-disposition')).toContain('catalog-errors.csv')
    const lines = (await report.text()).trimEnd().split('\r\n')
    expect(lines.slice(0, 3)).toEqual([
      'row,code,field,detail',
      expect.stringMatching(/^3,invalid_value,product_type,"""Toy"" is no product type\..*"$/),
      '4,missing_required_field,product_number,product_number is empty.',
    ])
    expect(lines).toHaveLength(102)
  })

  it('are in a report for 30 days', async () => {
    const upload = await processed(csv(...bad(101)))
    const path = `/catalog_upload/${upload.id}/error_report/`
    await deleteOldReports(parts.db, parts.app, neverFails)
    expect((await staff.get(path)).status).toBe(200)
    await clinic.within((tx) =>
      tx
        .updateTable('catalog_upload')
        .set({ processed: new Date(Date.now() - 31 * 86_400_000) })
        .where('id', '=', upload.id)
        .execute(),
    )
    await deleteOldReports(parts.db, parts.app, neverFails)
    const { status, body } = await staff.get(path)
    expect([status, body.detail]).toEqual([404, expect.stringContaining('was deleted 30 days after')])
  })
})

describe('of several uploads', () => {
  it('[S321] the one that was begun later wins, also if it is processed first', async () => {
    const first = await uploadCatalog(integration, wholesaler, catalogOf(1, 'A'))
    const second = await uploadCatalog(integration, wholesaler, catalogOf(1, 'B'))
    await keepArrivedFiles(parts)
    await administrator.query(`update catalog_work set due = now() + interval '1 day' where upload = $1`, [
      first.upload_id,
    ])
    await processCatalogs(parts)
    expect(await catalogs()).toEqual([second.upload_id, 0])
    await administrator.query(`update catalog_work set due = now() where upload = $1`, [first.upload_id])
    await processCatalogs(parts)
    expect((await shown(first.upload_id)).status).toBe('accepted')
    expect(await catalogs()).toEqual([second.upload_id, 0])
    expect(await eventsOf()).toHaveLength(2)
    await deleteOldCatalogs(parts.db, parts.app, neverFails)
    expect(await productsOf(first.upload_id)).toEqual([])
    expect(await productsOf(second.upload_id)).toHaveLength(1)
  })

  it('[S321] the later one wins also if only some of its rows can be used', async () => {
    const first = await uploadCatalog(integration, wholesaler, catalogOf(1, 'A'))
    const second = await uploadCatalog(integration, wholesaler, csv('Medicine,B1,Good,1', 'Medicine,,No number,1'))
    await keepArrivedFiles(parts)
    await administrator.query(`update catalog_work set due = now() + interval '1 day' where upload = $1`, [
      first.upload_id,
    ])
    await processCatalogs(parts)
    expect((await shown(second.upload_id)).status).toBe('partially_accepted')
    await administrator.query(`update catalog_work set due = now() where upload = $1`, [first.upload_id])
    await processCatalogs(parts)
    expect((await shown(first.upload_id)).status).toBe('accepted')
    expect(await catalogs()).toEqual([second.upload_id, 0])
  })

  it('replaces a catalog that the clinic has returned to', async () => {
    const [one, two] = [await processed(catalogOf(1, 'A')), await processed(catalogOf(1, 'B'))]
    await clinic.within((tx) =>
      tx
        .updateTable('wholesaler')
        .set({ catalog: one.id, previous_catalog: two.id })
        .where('id', '=', wholesaler.id)
        .execute(),
    )
    await deleteOldCatalogs(parts.db, parts.app, neverFails)
    const three = await processed(catalogOf(1, 'C'))
    expect(await catalogs()).toEqual([three.id, one.id])
    expect(await productsOf(one.id)).toHaveLength(1)
  })

  it('each wholesaler has a catalog of its own', async () => {
    const other = await givenWholesaler(staff, { type: 1, available_wholesaler: registration.url })
    const upload = await processed(catalogOf(1))
    const { rows } = await administrator.query('select catalog from wholesaler where id = $1', [other.id])
    expect([rows[0].catalog, (await catalogs())![0]]).toEqual([null, upload.id])
  })
})

describe('the file of an upload', () => {
  it('is the first that arrives: a later one under the same form is ignored and deleted', async () => {
    const form = await uploadCatalog(integration, wholesaler, catalogOf(1, 'FIRST'))
    await keepArrivedFiles(parts)
    expect((await sendFile(form, catalogOf(2, 'SECOND'))).status).toBe(204)
    await processCatalogs(parts)
    expect((await productsOf(form.upload_id)).map(({ product_number }) => product_number)).toEqual(['FIRST1'])
    const { rows } = await administrator.query('select key from stray_file where organisation = $1', [clinic.id])
    const strays = rows.map(({ key }) => `${clinic.id}/${key}`)
    expect(strays).toContain(form.storage_key)
    const { rows: kept } = await administrator.query(
      'select report_key from catalog_upload where report_key is not null',
    )
    const known = [...strays, ...kept.map(({ report_key }) => report_key)]
    expect((await keysIn(api.options.store)).filter((key) => !known.includes(key))).toEqual([])
  })

  it('is looked for every few seconds at first, less often later, and not after a day', async () => {
    const { body } = await integration.post(`${wholesaler.url}catalog_upload_url/`, { filename: 'a.csv' })
    const waitsAfter = async (age: string) => {
      await administrator.query(
        `update catalog_work set due = now(), issued = now() - $2::interval where upload = $1`,
        [body.upload_id, age],
      )
      await keepArrivedFiles(parts)
      const { rows } = await administrator.query(
        `select case when isfinite(due) then round(extract(epoch from due - now())) end::int as wait, lease
         from catalog_work where upload = $1`,
        [body.upload_id],
      )
      return [rows[0].wait, rows[0].lease]
    }
    expect(await waitsAfter('1 minute')).toEqual([3, null])
    expect(await waitsAfter('20 minutes')).toEqual([30, null])
    expect(await waitsAfter('5 hours')).toEqual([300, null])
    expect(await waitsAfter('25 hours')).toEqual([null, null])
    // Asking again starts over.
    await integration.post(`${wholesaler.url}catalog_upload_url/`, { filename: 'a.csv' })
    expect(await waitsAfter('0 seconds')).toEqual([3, null])
  })

  it('is looked for soon after another form was given out while a worker was looking', async () => {
    const ask = async () =>
      (await integration.post(`${wholesaler.url}catalog_upload_url/`, { filename: 'a.csv' })).body.upload_id
    const upload = await ask()
    await administrator.query(`update catalog_work set issued = now() - interval '25 hours' where upload = $1`, [
      upload,
    ])
    const looking = (await takeAwaitedFiles(parts.db)).find((awaited) => awaited.upload === upload)!
    expect(await ask()).toBe(upload)
    expect(await keepCatalogFile(parts, looking)).toBe(false)
    const { rows } = await administrator.query(
      `select due < now() + interval '10 seconds' as soon from catalog_work where upload = $1`,
      [upload],
    )
    expect(rows[0].soon).toBe(true)
  })

  it('that has gone from the store is told as unreadable', async () => {
    const form = await uploadCatalog(integration, wholesaler, catalogOf(1))
    await keepArrivedFiles(parts)
    const { rows } = await administrator.query('select file_key from catalog_work where upload = $1', [form.upload_id])
    await parts.store.remove(`${clinic.id}/${rows[0].file_key}`)
    await processCatalogs(parts)
    expect((await shown(form.upload_id)).errors).toMatchObject([{ code: 'file_unreadable', row: null }])
  })
})

describe('a worker that has lost its lease', () => {
  it('[S536] neither saves rows nor gives an outcome', async () => {
    const form = await uploadCatalog(integration, wholesaler, catalogOf(2))
    await keepArrivedFiles(parts)
    const slow = (await takeArrivedCatalogs(parts.db))[0]!
    await administrator.query('update catalog_work set due = now() where upload = $1', [form.upload_id])
    await processCatalogs(parts)
    const work = judgeRows([], { places: new Map(), cells: 0 })
    const inClinic = <T>(run: Parameters<typeof inOrganisation<T>>[2]) => inOrganisation(parts.app, clinic.id, run)
    await expect(inClinic((tx) => saveRows(tx, slow, work, 15))).rejects.toThrow('Another worker')
    await expect(inClinic((tx) => finishCatalog(tx, slow, { fileErrors: [] }))).rejects.toThrow('Another worker')
    expect(await eventsOf()).toHaveLength(1)
  })

  it('leaves the rows it saved to the next, which goes on after them', async () => {
    const form = await uploadCatalog(integration, wholesaler, catalogOf(3))
    await keepArrivedFiles(parts)
    const first = (await takeArrivedCatalogs(parts.db))[0]!
    const header = readCatalogHeader({ line: 1, cells: catalogHeader.split(',') }) as Header
    const rows = judgeRows([{ line: 2, cells: ['Medicine', 'P1', 'Saved by the first worker', '1'] }], header)
    await inOrganisation(parts.app, clinic.id, (tx) => saveRows(tx, first, rows, 15))
    await administrator.query('update catalog_work set due = now() where upload = $1', [form.upload_id])
    await processCatalogs(parts)
    expect((await productsOf(form.upload_id)).map(({ product_name }) => product_name)).toEqual([
      'Saved by the first worker',
      'Product 2',
      'Product 3',
    ])
    expect(await shown(form.upload_id)).toMatchObject({ status: 'accepted', rows_accepted: 3 })
  })
})

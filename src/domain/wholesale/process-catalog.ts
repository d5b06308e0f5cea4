import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { isProduct, readProduct, repeatedNumber, type CatalogError, type Header, type Product } from './catalog-rows.ts'
import type { Row } from '../../csv/read-csv.ts'

/** A catalog that a worker reads while it holds the lease. */
export type LeasedCatalog = { readonly organisation: number; readonly upload: number; readonly lease: string }

/** Another worker has the catalog: this one must not write anything of it any more. */
export class LeaseLost extends Error {}

/** Locks the catalog until the commit, if the lease is still ours; answers how far it is. */
export const holdCatalog = async (tx: Tx, { upload, lease }: LeasedCatalog) => {
  const held = await tx
    .selectFrom('catalog_work')
    .select(['line', 'rows_accepted', 'rows_rejected', 'file_key'])
    .where('upload', '=', upload)
    .where('lease', '=', lease)
    .where('done', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (held === undefined) throw new LeaseLost(`Another worker reads the catalog of upload ${upload}.`)
  return held
}

type Value = string | number | boolean | null

/** An element in the literal of a PostgreSQL array. */
const elementOf = (value: Value) => {
  if (value === null) return 'null'
  if (typeof value !== 'string') return String(value)
  return `"${/["\\]/.test(value) ? value.replaceAll(/["\\]/g, String.raw`\$&`) : value}"`
}
const elementsOf = (values: readonly Value[]) => values.map(elementOf).join(',')

const types = {
  line: 'int',
  type_code: 'int',
  product_number: 'text',
  product_name: 'text',
  wholesale_price: 'numeric',
  product_price: 'numeric',
  vat: 'numeric',
  unit: 'text',
  barcode: 'text',
  currency: 'text',
  dosable_units: 'numeric',
  package_contents: 'text',
  active_ingredient: 'text',
  administration_route: 'text',
  strength: 'text',
  controlled_substance: 'boolean',
} as const satisfies Readonly<Record<keyof Product, string>>
const columns = Object.keys(types) as (keyof Product)[]
const names = sql.join(columns.map((name) => sql.ref(name)))

/**
 * Rows that were read. Products are kept as the elements of arrays by column, in the order of `columns`: a thousand short-lived
 * objects with sixteen texts each would let the memory of the worker grow by a hundred megabytes.
 */
export type JudgedRows = {
  readonly count: number
  readonly line: number
  readonly products: readonly { readonly line: number; readonly product_number: string }[]
  readonly elements: readonly string[]
  readonly errors: readonly CatalogError[]
}

/** Reads rows: what of them are products, and what is wrong with the others. */
export const judgeRows = (rows: readonly Row[], header: Header): JudgedRows => {
  const read = rows.map((row) => readProduct(row, header))
  const products = read.filter(isProduct)
  return {
    count: rows.length,
    line: rows.at(-1)?.line ?? 0,
    products: products.map(({ line, product_number }) => ({ line, product_number })),
    elements: columns.map((name) => elementsOf(products.map((product) => product[name]))),
    errors: read.filter((one): one is CatalogError => !isProduct(one)),
  }
}

export const joinRows = (parts: readonly JudgedRows[]): JudgedRows => ({
  count: parts.reduce((sum, { count }) => sum + count, 0),
  line: parts.at(-1)?.line ?? 0,
  products: parts.flatMap(({ products }) => products),
  elements: columns.map((_, at) =>
    parts
      .filter(({ products }) => products.length > 0)
      .map(({ elements }) => elements[at])
      .join(','),
  ),
  errors: parts.flatMap(({ errors }) => errors),
})

/** Inserts products but those whose number the catalog already has; answers the lines of those it inserted. */
const insertProducts = async (tx: Tx, upload: number, elements: readonly string[]): Promise<ReadonlySet<number>> => {
  const arrays = columns.map((name, at) => sql`${`{${elements[at]}}`}::${sql.raw(types[name])}[]`)
  const { rows } = await sql<{ line: number }>`
    insert into catalog_product (upload, ${names})
    select ${upload}, ${names} from unnest(${sql.join(arrays)}) product (${names})
    on conflict (organisation, upload, product_number) do nothing returning line`.execute(tx)
  return new Set(rows.map(({ line }) => line))
}

const insertErrors = async (tx: Tx, upload: number, errors: readonly CatalogError[]) => {
  const arrayOf = (name: keyof CatalogError) => `{${elementsOf(errors.map((error) => error[name]))}}`
  await sql`insert into catalog_error (upload, line, code, field, detail)
    select ${upload}, error.* from unnest(${arrayOf('row')}::int[], ${arrayOf('code')}::text[],
      ${arrayOf('field')}::text[], ${arrayOf('detail')}::text[]) error`.execute(tx)
}

/**
 * Saves the next rows of a catalog together with how far it is, so a worker that takes over goes on after them. Undoes itself
 * if the lease is lost.
 */
export const saveRows = async (
  tx: Tx,
  catalog: LeasedCatalog,
  { products, elements, errors, line }: JudgedRows,
  leaseSeconds: number,
) => {
  await holdCatalog(tx, catalog)
  const { upload } = catalog
  const inserted = products.length > 0 ? await insertProducts(tx, upload, elements) : new Set()
  const repeated = products.filter((product) => !inserted.has(product.line)).map(repeatedNumber)
  const rejected = [...errors, ...repeated]
  if (rejected.length > 0) await insertErrors(tx, upload, rejected)
  await sql`update catalog_work set line = ${line}, rows_accepted = rows_accepted + ${inserted.size},
      rows_rejected = rows_rejected + ${rejected.length}, failures = 0,
      due = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where organisation = organisation() and upload = ${upload}`.execute(tx)
}

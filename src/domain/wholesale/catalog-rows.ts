import type { Row } from '../../csv/read-csv.ts'
import { itemTypes } from '../items/statuses.ts'
import { catalogColumns, priceColumns, requiredColumns, type CatalogColumn } from './catalog-columns.ts'

export type CatalogErrorCode =
  | 'file_unreadable'
  | 'missing_header'
  | 'missing_column'
  | 'no_data_rows'
  | 'missing_required_field'
  | 'invalid_value'

/** What is wrong with a row, or with the whole file if there is no row. */
export type CatalogError = {
  readonly row: number | null
  readonly code: CatalogErrorCode
  readonly field: string | null
  readonly detail: string
}

/** A product as it is stored; decimals are text. */
export type Product = {
  readonly line: number
  readonly type_code: number
  readonly product_number: string
  readonly product_name: string
  readonly wholesale_price: string | null
  readonly product_price: string | null
  readonly vat: string | null
  readonly unit: string
  readonly barcode: string
  readonly currency: string
  readonly dosable_units: string | null
  readonly package_contents: string
  readonly active_ingredient: string
  readonly administration_route: string
  readonly strength: string
  readonly controlled_substance: boolean
}

/** Where each column is in a row; how many cells a row has. */
export type Header = { readonly places: ReadonlyMap<CatalogColumn, number>; readonly cells: number }

const ofFile = (code: CatalogErrorCode, field: string | null, detail: string): CatalogError => ({
  row: null,
  code,
  field,
  detail,
})

export const missingHeader = () =>
  ofFile(
    'missing_header',
    null,
    'The file has no header row. The first row must name the columns, for example product_type,product_number,product_name,wholesale_price.',
  )
export const noDataRows = () => ofFile('no_data_rows', null, 'The file has a header row and no products below it.')
export const unreadableFile = (detail: string) => ofFile('file_unreadable', null, detail)

const isKnown = (name: string): name is CatalogColumn => catalogColumns.some((column) => column === name)

/** The header of a catalog, or everything that is wrong with it. */
export const readCatalogHeader = ({ cells }: Row): Header | readonly CatalogError[] => {
  const names = cells.map((cell) => cell.trim())
  const known = names.filter(isKnown)
  if (known.length === 0) return [missingHeader()]
  const repeated = known.find((name, at) => known.indexOf(name) < at)
  if (repeated !== undefined)
    return [unreadableFile(`The header names the column ${repeated} twice. Remove one of the two.`)]
  const places = new Map(known.map((name) => [name, names.indexOf(name)]))
  const missing = [
    ...requiredColumns
      .filter((name) => !places.has(name))
      .map((name) => ofFile('missing_column', name, `The header has no column ${name}, which is required.`)),
    ...(priceColumns.some((name) => places.has(name))
      ? []
      : [
          ofFile(
            'missing_column',
            priceColumns[0],
            `The header has neither ${priceColumns.join(' nor ')}. One of the two is required.`,
          ),
        ]),
  ]
  return missing.length > 0 ? missing : { places, cells: names.length }
}

type Problem = Pick<CatalogError, 'code' | 'field' | 'detail'>
type Cells = (name: CatalogColumn) => string
type Report = (field: CatalogColumn, detail: string, code?: CatalogErrorCode) => void

const typeCodes: ReadonlyMap<string, number> = new Map(
  Object.entries(itemTypes).map(([code, name]) => [name.toLowerCase(), Number(code)]),
)
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
const flags: ReadonlyMap<string, boolean> = new Map([
  ['', false],
  ['0', false],
  ['no', false],
  ['false', false],
  ['1', true],
  ['yes', true],
  ['true', true],
])

const longest = {
  product_number: 63,
  product_name: 255,
  unit: 31,
  barcode: 30,
  package_contents: 255,
  active_ingredient: 255,
  administration_route: 63,
  strength: 63,
} as const
type TextColumn = keyof typeof longest
const textColumns = Object.keys(longest) as TextColumn[]

const price = { pattern: /^\d{1,8}(\.\d{1,4})?$/, rule: 'at most 8 digits before and 4 after the point' }
const decimals = {
  wholesale_price: price,
  product_price: price,
  vat: { pattern: /^\d{1,2}(\.\d{1,2})?$/, rule: 'a percentage below 100 with at most 2 digits after the point' },
  dosable_units: {
    pattern: /^(?=.*[1-9])\d{1,6}(\.\d{1,3})?$/,
    rule: 'more than 0, with at most 6 digits before and 3 after the point',
  },
} as const
type DecimalColumn = keyof typeof decimals
const decimalColumns = Object.keys(decimals) as DecimalColumn[]

const shown = (value: string) => (value.length > 40 ? `${value.slice(0, 40)}…` : value)

const checkRequired = (cells: Cells, report: Report) => {
  for (const name of requiredColumns)
    if (cells(name) === '') report(name, `${name} is empty.`, 'missing_required_field')
  if (priceColumns.every((name) => cells(name) === ''))
    report(priceColumns[0], `Both ${priceColumns.join(' and ')} are empty.`, 'missing_required_field')
}

const checkValues = (cells: Cells, report: Report) => {
  const type = cells('product_type')
  if (type !== '' && !typeCodes.has(type.toLowerCase()))
    report('product_type', `"${shown(type)}" is no product type. Use one of ${Object.values(itemTypes).join(', ')}.`)
  for (const name of textColumns) {
    const value = cells(name)
    if (value.length > longest[name] && [...value].length > longest[name])
      report(name, `${name} has more than ${longest[name]} characters.`)
  }
  for (const name of decimalColumns) {
    const value = cells(name)
    if (value !== '' && !decimals[name].pattern.test(value))
      report(name, `"${shown(value)}" is no number that ${name} can have: ${decimals[name].rule}.`)
  }
  const currency = cells('currency')
  if (currency !== '' && !currencies.has(currency))
    report('currency', `"${shown(currency)}" is no currency code of ISO 4217, such as EUR.`)
  const flag = cells('controlled_substance')
  if (!flags.has(flag.toLowerCase()))
    report('controlled_substance', `"${shown(flag)}" is neither true nor false. Leave it empty for false.`)
}

const productOf = (line: number, cells: Cells): Product => {
  const decimal = (name: DecimalColumn) => cells(name) || null
  return {
    line,
    type_code: typeCodes.get(cells('product_type').toLowerCase())!,
    product_number: cells('product_number'),
    product_name: cells('product_name'),
    wholesale_price: decimal('wholesale_price'),
    product_price: decimal('product_price'),
    vat: decimal('vat'),
    unit: cells('unit'),
    barcode: cells('barcode'),
    currency: cells('currency'),
    dosable_units: decimal('dosable_units'),
    package_contents: cells('package_contents'),
    active_ingredient: cells('active_ingredient'),
    administration_route: cells('administration_route'),
    strength: cells('strength'),
    controlled_substance: flags.get(cells('controlled_substance').toLowerCase())!,
  }
}

/** One error for a row: of the first problem in the order of the columns, with a detail that says them all. */
const errorOf = (row: number, problems: readonly Problem[]): CatalogError => {
  const ordered = problems.toSorted((one, other) => placeOf(one) - placeOf(other))
  return { ...ordered[0]!, row, detail: ordered.map(({ detail }) => detail).join(' ') }
}
const placeOf = ({ field }: Problem) => catalogColumns.findIndex((name) => name === field)

/** The product on a row, or why there is none. */
export const readProduct = ({ line, cells: row }: Row, header: Header): Product | CatalogError => {
  if (row.length !== header.cells)
    return {
      row: line,
      code: 'invalid_value',
      field: null,
      detail: `This row has ${row.length} cells and the header ${header.cells}. Put a cell that contains a comma in quotes.`,
    }
  const cells: Cells = (name) => {
    const place = header.places.get(name)
    return place === undefined ? '' : row[place]!.trim()
  }
  const problems: Problem[] = []
  const report: Report = (field, detail, code = 'invalid_value') => problems.push({ code, field, detail })
  checkRequired(cells, report)
  checkValues(cells, report)
  return problems.length > 0 ? errorOf(line, problems) : productOf(line, cells)
}

export const isProduct = (read: Product | CatalogError): read is Product => 'product_number' in read

export const repeatedNumber = ({ line, product_number }: Pick<Product, 'line' | 'product_number'>): CatalogError => ({
  row: line,
  code: 'invalid_value',
  field: 'product_number',
  detail: `The product number "${product_number}" is on an earlier row too.`,
})

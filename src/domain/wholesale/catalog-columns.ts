/** The columns of a catalog file, as the specification and `expected_columns` name them. */
export const catalogColumns = [
  'product_type',
  'product_number',
  'product_name',
  'wholesale_price',
  'product_price',
  'vat',
  'unit',
  'barcode',
  'currency',
  'dosable_units',
  'package_contents',
  'active_ingredient',
  'administration_route',
  'strength',
  'controlled_substance',
] as const
export type CatalogColumn = (typeof catalogColumns)[number]

export const requiredColumns = ['product_type', 'product_number', 'product_name'] as const
/** At least one of these is required, in the header and on every row. */
export const priceColumns = ['wholesale_price', 'product_price'] as const

export const catalogTypes = ['text/csv', 'application/csv'] as const
export type CatalogType = (typeof catalogTypes)[number]
export const largestCatalog = 104_857_600

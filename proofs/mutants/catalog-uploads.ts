import { inFile, type Mutant } from './mutant.ts'

/** How catalogs are uploaded, read and told of. */
export const ofCatalogUploads: readonly Mutant[] = [
  ...inFile('src/domain/wholesale/catalog-uploads.ts', [
    {
      line: 467,
      kind: 'condition',
      breaks: 'a name may end in anything',
      find: 'if (!/\\.csv$/i.test(name)) throw',
      replace: 'if (!/\\.\\w+$/i.test(name)) throw',
    },
    {
      line: 467,
      kind: 'condition',
      breaks: 'the ending of a name must be in lower case',
      find: '/\\.csv$/i.test(name)',
      replace: '/\\.csv$/.test(name)',
    },
    {
      line: 467,
      kind: 'condition',
      breaks: 'a name may have a backslash',
      find: '/[/\\\\]|\\.\\./.test(name)',
      replace: '/[/]|\\.\\./.test(name)',
    },
    {
      line: 468,
      kind: 'effect',
      breaks: 'asking again begins another upload',
      find: 'const waiting = isThere ? undefined : found',
      replace: 'const waiting = isThere || Math.random() >= 0 ? undefined : found',
    },
    {
      line: 468,
      kind: 'condition',
      breaks: 'asking again continues an upload that has its file',
      find: 'const waiting = isThere ? undefined : found',
      replace: 'const waiting = found',
    },
    {
      line: 468,
      kind: 'condition',
      breaks: 'asking again continues an upload that is processed',
      find: 'where work.file_key is null and not work.done`',
      replace: 'where work.file_key is null`',
    },
    {
      line: 471,
      kind: 'bound',
      breaks: 'an empty file is taken',
      find: 'least: 1, most: largestCatalog',
      replace: 'least: 0, most: largestCatalog',
    },
  ]),
  ...inFile('src/domain/wholesale/catalog-columns.ts', [
    {
      line: 587,
      kind: 'bound',
      breaks: 'a file may have a byte more',
      find: 'largestCatalog = 104_857_600',
      replace: 'largestCatalog = 104_857_601',
    },
  ]),
  ...inFile('src/gateways/object-store.ts', [
    {
      line: 586,
      kind: 'bound',
      breaks: 'a form is valid for ten minutes',
      find: 'const signedSeconds = 300',
      replace: 'const signedSeconds = 600',
    },
  ]),
  ...inFile('src/domain/wholesale/catalog-rows.ts', [
    {
      line: 249,
      kind: 'condition',
      breaks: 'a file needs no price column',
      find: '...(priceColumns.some((name) => places.has(name))\n',
      replace: '...(places.size > 0\n',
    },
    {
      line: 249,
      kind: 'effect',
      breaks: 'values are not trimmed',
      find: "return place === undefined ? '' : row[place]!.trim()",
      replace: "return place === undefined ? '' : row[place]!",
    },
    {
      line: 542,
      kind: 'effect',
      breaks: 'an empty required value has another code',
      find: "report(name, `${name} is empty.`, 'missing_required_field')",
      replace: "report(name, `${name} is empty.`, 'invalid_value')",
    },
    {
      line: 542,
      kind: 'condition',
      breaks: 'a row needs no price',
      find: "if (priceColumns.every((name) => cells(name) === ''))",
      replace: "if (cells('product_type') === 'none')",
    },
  ]),
  ...inFile('src/domain/wholesale/finish-catalog.ts', [
    {
      line: 592,
      kind: 'bound',
      breaks: '101 errors are told in full',
      find: 'export const maxErrors = 100',
      replace: 'export const maxErrors = 101',
    },
    {
      line: 321,
      kind: 'condition',
      breaks: 'a catalog with a bad row is accepted',
      find: "return rows_rejected === 0 ? 'accepted' : 'partially_accepted'",
      replace: "return rows_rejected >= 0 ? 'accepted' : 'partially_accepted'",
    },
    {
      line: 321,
      kind: 'condition',
      breaks: 'an older upload replaces a newer one of which some rows were rejected',
      find: "newer.status in ('accepted', 'partially_accepted')",
      replace: "newer.status in ('accepted')",
    },
    {
      line: 321,
      kind: 'condition',
      breaks: 'a rejected catalog becomes live',
      find: "if (outcome.status !== 'rejected') await replaceCatalog",
      replace: 'if (outcome.status.length > 0) await replaceCatalog',
    },
    {
      line: 540,
      kind: 'effect',
      breaks: 'the event names no catalog',
      find: 'await tell(tx, wholesaler, { id, catalog_id, filename, ...outcome })',
      replace: "await tell(tx, wholesaler, { id, catalog_id: '', filename, ...outcome })",
    },
    {
      line: 536,
      kind: 'condition',
      breaks: 'a rejected catalog is not told',
      find: 'await tell(tx, wholesaler, { id, catalog_id, filename, ...outcome })',
      replace:
        "if (outcome.status !== 'rejected') await tell(tx, wholesaler, { id, catalog_id, filename, ...outcome })",
    },
  ]),
]

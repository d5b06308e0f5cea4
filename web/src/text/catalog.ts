import { CatalogImportState, CatalogPreviewKind, CatalogSkipReason, ItemType } from '@fetlock/sdk'
import { plural } from './plural.ts'

const changes = (count: number) => plural(count, { one: 'change', other: 'changes' })
const rows = (count: number) => plural(count, { one: 'row', other: 'rows' })

/** What the page of the catalogs says. */
export const catalogText = {
  title: 'Catalog',
  what: 'The catalog',
  back: 'Back to the orders',
  needs: 'Catalogs need the permission Settings: Stock.',
  wholesaler: 'Wholesaler',
  atDepartment: (wholesaler: string, department: string) => `${wholesaler}, ${department}`,
  noWholesaler: 'No wholesaler is connected that sends catalogs.',
  received: (when: string) => `received ${when}`,
  none: 'This location’s connection has received no catalog.',
  noneHint: 'It is here once the wholesaler has uploaded one.',
  find: 'Search the catalog',
  types: 'Which products',
  type: {
    [ItemType.Medicine]: 'Medicine',
    [ItemType.Supply]: 'Supply',
    [ItemType.Food]: 'Food',
  } as Readonly<Record<number, string>>,
  markup: 'Markup %',
  badMarkup: 'Enter a markup of 0 or more, with at most two decimals.',
  vat: 'VAT of new items',
  views: 'Which changes',
  all: 'All',
  kinds: {
    [CatalogPreviewKind.New]: 'New',
    [CatalogPreviewKind.PriceUp]: 'Dearer',
    [CatalogPreviewKind.PriceDown]: 'Cheaper',
    [CatalogPreviewKind.Discontinued]: 'Ending',
    [CatalogPreviewKind.Continued]: 'Offered again',
    [CatalogPreviewKind.Changed]: 'Other changes',
    [CatalogPreviewKind.Skipped]: 'Left out',
    [CatalogPreviewKind.Unchanged]: 'Unchanged',
  } satisfies Readonly<Record<CatalogPreviewKind, string>>,
  hints: {
    [CatalogPreviewKind.New]: 'not among your items yet',
    [CatalogPreviewKind.PriceUp]: 'more than 10 % is marked; your own prices stay',
    [CatalogPreviewKind.PriceDown]: 'your own prices stay',
    [CatalogPreviewKind.Discontinued]: 'no longer delivered; the item stays until you archive it',
    [CatalogPreviewKind.Continued]: 'an import had discontinued them',
    [CatalogPreviewKind.Changed]: 'a first wholesale price, another barcode or package',
    [CatalogPreviewKind.Skipped]: 'not imported',
    [CatalogPreviewKind.Unchanged]: '',
  } satisfies Readonly<Record<CatalogPreviewKind, string>>,
  reasons: {
    [CatalogSkipReason.Currency]: 'priced in another currency',
    [CatalogSkipReason.Price]: 'the price has too many digits',
  } satisfies Readonly<Record<CatalogSkipReason, string>>,
  columns: {
    item: 'Item',
    code: 'Code',
    was: 'Was',
    now: 'Now',
    change: 'Change',
    price: 'Your net price',
  },
  nothing: 'An import would change nothing.',
  import: (count: number) => `Import ${changes(count)}…`,
  asking: {
    title: (count: number) => `Import ${changes(count)}?`,
    explained: (wholesaler: string) =>
      `The items of ${wholesaler} become as the catalog says. Prices that clients pay stay as they are.`,
    action: 'Import',
    keep: 'Not yet',
  },
  started: 'The import has begun',
  states: {
    [CatalogImportState.Waiting]: 'The import waits for its turn.',
    [CatalogImportState.Running]: 'The import is under way.',
    [CatalogImportState.Done]: '',
    [CatalogImportState.Failed]: '',
  } satisfies Readonly<Record<CatalogImportState, string>>,
  imported: (when: string, made: readonly string[]) =>
    `Imported ${when}: ${made.length === 0 ? 'nothing was different' : made.join(', ')}.`,
  failed: (when: string, failure: string) => `The import of ${when} has failed: ${failure}`,
  made: {
    new: (count: number) => `${count} new`,
    price_up: (count: number) => `${count} dearer`,
    price_down: (count: number) => `${count} cheaper`,
    discontinued: (count: number) => `${count} ending`,
  },
  rejected: (file: string, when: string) =>
    `The file ${file} of ${when} could not be used. The catalog before it stays.`,
  partly: (file: string, count: number) => `${rows(count)} of ${file} could not be used.`,
  showRows: 'Show what was wrong',
  row: (row: number) => `Row ${row}`,
  wholeFile: 'The whole file',
  before: 'Return to the catalog before…',
  returning: {
    title: 'Return to the catalog before?',
    explained: (wholesaler: string) =>
      `The catalog of ${wholesaler} before this one becomes the one that is imported, until the next is received. Your items stay as they are until the next import.`,
    action: 'Return',
    keep: 'Keep this one',
    done: 'The catalog before is back. Your items follow at the next import.',
  },
}

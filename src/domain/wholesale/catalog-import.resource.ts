import { created, modified } from '../../kernel/record-fields.ts'
import { allReadOnly, type Field, type readOnly } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { action, defineResource } from '../../kernel/resource.ts'
import { anything, choice, decimal, integer, listOf, oneOf, text, timestamp } from '../../kernel/values.ts'
import { itemTypes } from '../items/statuses.ts'
import { cancelCatalogImport, startCatalogImport } from './catalog-imports.ts'
import { aboutReasons, kindsOfChange, meaningOfKind, reasonsToSkip, type KindOfChange } from './catalog-plan.ts'

const permission = 'Settings: Stock'

const countOf = (kind: KindOfChange): Field<number, typeof readOnly & { about: string }> => ({
  ...integer({ readOnly: true, min: 0, about: `So far: ${meaningOfKind[kind]}` }),
  select: (_column, { row, organisation }) => `(select p."${kind}" from catalog_import_progress p
    where p.organisation = ${organisation} and p.catalog_import = ${row}.id)`,
})

export const catalogImport = defineResource({
  name: 'catalog_import',
  title: 'Catalog import',
  about:
    'A run that takes the products of a wholesaler’s live catalog over into the clinic’s items. Create it to start it; the worker carries it out, one after another; poll `state`. `catalog_import_change` lists what it did, item by item.',
  permission,
  fields: {
    wholesaler: ref('wholesaler', {
      createOnly: true,
      about:
        'Whose catalog is imported: the clinic’s, or that of a location with its own. New items are linked to the clinic-wide wholesaler.',
    }),
    item_types: listOf(choice(itemTypes), 6, {
      optional: true,
      createOnly: true,
      about: 'Only products of these kinds are imported, and only items of these kinds discontinued. Empty for all.',
    }),
    search_term: text(127, {
      optional: true,
      createOnly: true,
      about:
        'Only products whose name contains this, in any case, are imported, and only items whose name does are discontinued. Empty for all.',
    }),
    markup_percentage: decimal(5, 2, {
      optional: true,
      createOnly: true,
      min: 0,
      about:
        'What is added to the wholesale price for the price of a new item whose product has no `product_price`; 0 unless sent. Prices of existing items are never changed.',
    }),
    vat_group: ref('vatgroup', {
      createOnly: true,
      about:
        'The VAT group of new items whose `vat` in the catalog is empty or is the percentage of none of the clinic’s VAT groups.',
    }),
    upload: ref('catalog_upload', { readOnly: true, about: 'The catalog that was live when the import was created.' }),
    state: oneOf(['waiting', 'running', 'done', 'failed'], {
      readOnly: true,
      about: 'How far it is. `waiting` for its turn or for the worker; `done` and `failed` have ended.',
    }),
    failure: text(255, {
      readOnly: true,
      about:
        'Why it failed, for staff to read; empty unless it did. What it had changed by then stays, and a new import continues from there.',
    }),
    new: countOf('new'),
    price_up: countOf('price_up'),
    price_down: countOf('price_down'),
    changed: countOf('changed'),
    unchanged: countOf('unchanged'),
    continued: countOf('continued'),
    discontinued: countOf('discontinued'),
    skipped: countOf('skipped'),
    started: timestamp({ readOnly: true, nullable: true, about: 'When the worker began. Null while it waits.' }),
    finished: timestamp({ readOnly: true, nullable: true, about: 'When it was done or failed. Null before.' }),
    created,
    modified,
  },
  filters: { wholesaler: ['is'], state: ['is', 'in'], modified: ['gte'] },
  ordering: ['modified'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: {
    rate: 300,
    sentAlone: 'imports',
    run: startCatalogImport,
    about:
      'Items are matched by the wholesaler’s product number. An existing one changes only in `wholesale_price`, `barcode` and `package_description`. Look at `GET /catalog_upload/<id>/preview/` first. Refused if the wholesaler has no catalog.',
  },
  detailActions: {
    cancel: action({
      sentAlone: 'imports',
      summary: 'End a catalog import that waits or is under way',
      about: 'It ends as `failed`. What it has changed by then stays. Refused once it has ended.',
      body: {},
      rate: 300,
      run: cancelCatalogImport,
    }),
  },
})

const changeKinds = kindsOfChange.filter((kind) => kind !== 'unchanged')

export const catalogImportChange = defineResource({
  name: 'catalog_import_change',
  title: 'Catalog import change',
  about:
    'What a catalog import did with one item, or why it left out a product. These changes are not audited one by one: with the audit events of an item, this is its history.',
  permission,
  fields: allReadOnly({
    catalog_import: ref('catalog_import', { about: 'The run that made the change.' }),
    item: ref('item', {
      nullable: true,
      about: 'The item that was created or changed. Null if a new product was skipped.',
    }),
    kind: oneOf(changeKinds, {
      about: changeKinds.map((kind) => `\`${kind}\`: ${meaningOfKind[kind]}`).join(' '),
    }),
    product_number: text(63, { about: 'The wholesaler’s number for it. Empty if a discontinued item had none.' }),
    name: text(255, { about: 'The name of the item, or of the skipped product.' }),
    changes: anything({
      about: 'By field an object with the old value as `from` and the new one as `to`, as in an audit event.',
    }),
    reason: {
      ...oneOf(reasonsToSkip, { nullable: true, about: `${aboutReasons} Null unless it was skipped.` }),
      select: (column: string) => `nullif(${column}, '')`,
    },
    occurred: timestamp({ about: 'When it was committed: the `modified` that the item got by it.' }),
  }),
  filters: { catalog_import: ['is'], item: ['is'], kind: ['is', 'in'] },
  list: { rate: 100, about: '`catalog_import__is` lists what a run did; `item__is` what all runs did with an item.' },
  retrieve: { rate: 300 },
})

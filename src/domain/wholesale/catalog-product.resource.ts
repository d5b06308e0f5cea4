import { allReadOnly } from '../../kernel/fields.ts'
import { parseLinkFilter, ref } from '../../kernel/links.ts'
import { defineResource, type ExtraFilter } from '../../kernel/resource.ts'
import { boolean, choice, decimal, integer, text } from '../../kernel/values.ts'
import { itemTypes } from '../items/statuses.ts'
import { containsTerm } from './catalog-plan.ts'

/** Products of catalogs that are live or can be returned to. Those of a file that is being processed are not offered yet. */
const ofCatalogs = () =>
  `r.upload = any(array(select c.upload from wholesaler w, unnest(array[w.catalog, w.previous_catalog]) c (upload)
    where w.organisation = t.o and c.upload is not null))`

const inLiveCatalogOf: ExtraFilter = {
  value: {
    ...ref('wholesaler', {
      about:
        'Only products of the live catalog of this wholesaler, which is named by its id or its URL. A location without an upload of its own has none.',
    }),
    parse: (raw, links) => parseLinkFilter('wholesaler', String(raw), links),
  },
  condition: (value, add) =>
    `r.upload = (select w.catalog from wholesaler w where w.organisation = t.o and w.id = ${add(value, 'bigint')})`,
}

const nameContains: ExtraFilter = {
  value: text(255, { about: 'Only products whose name contains this, in any case: as the search term of an import.' }),
  condition: (value, add) => containsTerm('r.product_name', String(value), add),
}

export const catalogProduct = defineResource({
  name: 'catalog_product',
  title: 'Catalog product',
  about:
    'A product that a wholesaler offers, as its catalog describes it. It becomes an item of the clinic by a catalog import. A new upload replaces all products of a catalog, so their ids change.',
  permission: 'Settings: Stock',
  fields: allReadOnly({
    upload: ref('catalog_upload', {
      about:
        'The catalog it is in. The live one of a wholesaler is in its `catalog`, the one before in `previous_catalog`.',
    }),
    line: integer({ about: 'The line of the file, as an editor counts it: the header is on line 1.' }),
    type_code: choice(itemTypes, { about: 'What kind of item it becomes.' }),
    product_number: text(63, { about: 'The wholesaler’s number for it. Items are matched by it.' }),
    product_name: text(255, { about: 'What the wholesaler calls it, and what a new item is called.' }),
    wholesale_price: decimal(8, 4, {
      nullable: true,
      about: 'What the clinic pays for one package, net of VAT. Null if the catalog has only `product_price`.',
    }),
    product_price: decimal(8, 4, {
      nullable: true,
      about: 'The price that the wholesaler recommends to sell one package at, net of VAT. Null for none.',
    }),
    vat: decimal(2, 2, { nullable: true, about: 'The rate of VAT in percent. Null if the catalog does not say.' }),
    unit: text(31, { about: 'What it is counted in, such as “pc”. Empty if the catalog does not say.' }),
    barcode: text(30, { about: 'The number that a scanner reads from the package. Empty for none.' }),
    currency: text(3, {
      about:
        'What the prices are in, as an ISO 4217 code. Empty means the currency of the organisation; a product in another one is not imported.',
    }),
    dosable_units: decimal(6, 3, {
      nullable: true,
      about: 'How many tablets, millilitres or doses a package has. Null if the catalog does not say.',
    }),
    package_contents: text(255, { about: 'What one package contains, in words. Empty if the catalog does not say.' }),
    active_ingredient: text(255, { about: 'The substance that a medicine works by. Empty for none. Not imported.' }),
    administration_route: text(63, {
      about: 'The code of how a medicine is given, as the wholesaler writes it. Empty for none. Not imported.',
    }),
    strength: text(63, {
      about: 'How much of the substance there is, such as “50 mg/ml”. Empty for none. Not imported.',
    }),
    controlled_substance: boolean({ about: 'Whether the law on narcotics applies to it, as the wholesaler says.' }),
  }),
  filters: {
    upload: ['is'],
    type_code: ['is', 'in'],
    product_number: ['is', 'in'],
    barcode: ['is', 'in'],
  },
  extraFilters: { wholesaler__is: inLiveCatalogOf, product_name__icontains: nameContains },
  visible: ofCatalogs,
  list: {
    rate: 100,
    about:
      'All live catalogs and those before them, unless `wholesaler__is` or `upload__is` names one. Searching by name reads the whole catalog: about a second for one of a million products.',
  },
  retrieve: { rate: 300 },
})

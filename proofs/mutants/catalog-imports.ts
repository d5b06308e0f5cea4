import { inFile, type Mutant } from './mutant.ts'

/** What an import of a catalog makes of items, and what is offered for import. */
export const ofCatalogImports: readonly Mutant[] = [
  ...inFile('src/domain/wholesale/catalog-plan.ts', [
    {
      line: 474,
      kind: 'condition',
      breaks: 'items of every wholesaler are discontinued',
      find: "from item i where i.organisation = ${organisation} and i.primary_wholesaler = ${add(terms.supplier, 'bigint')}",
      replace:
        "from item i where i.organisation = ${organisation} and i.primary_wholesaler <> -${add(terms.supplier, 'bigint')}",
    },
    {
      line: 474,
      kind: 'condition',
      breaks: 'items that are discontinued already are discontinued again',
      find: 'and not i.discontinued ${inScope',
      replace: 'and true ${inScope',
    },
    {
      line: 474,
      kind: 'condition',
      breaks: 'items outside the types and the term of the import are discontinued',
      find: "and not i.discontinued ${inScope('i', 'name', terms, scope).join(' ')}",
      replace: 'and not i.discontinued',
    },
    {
      line: 474,
      kind: 'condition',
      breaks: 'the item types of an import mean nothing',
      find: 'item_types.length > 0 ?',
      replace: 'item_types.length > 9 ?',
    },
    {
      line: 474,
      kind: 'condition',
      breaks: 'the search term of an import means nothing',
      find: "search_term === '' ? []",
      replace: "search_term !== 'none' ? []",
    },
    {
      line: 474,
      kind: 'condition',
      breaks: 'an item with an empty number is not discontinued',
      find: 'and not i.discontinued ${inScope',
      replace: "and not i.discontinued and i.primary_wholesaler_code <> '' ${inScope",
    },
    {
      line: 474,
      kind: 'condition',
      breaks: 'what is in the catalog is discontinued, and what is not stays',
      find: 'p.product_number = i.primary_wholesaler_code\n      limit 1) is null',
      replace: 'p.product_number = i.primary_wholesaler_code\n      limit 1)',
    },
    {
      line: 474,
      kind: 'condition',
      breaks: 'what only another location has is discontinued',
      find: 'p.upload = any(array(${catalogsOfFamily(terms, scope)}))',
      replace: "p.upload = ${add(terms.upload, 'bigint')}",
    },
    {
      line: 474,
      kind: 'condition',
      breaks: 'what a location had before it was given up is not discontinued',
      find: 'and not w.archived and w.id <> u.wholesaler',
      replace: 'and w.id <> u.wholesaler',
    },
    {
      line: 249,
      kind: 'effect',
      breaks: 'without a wholesale price the recommended price is not taken for it',
      find: 'coalesce(p.wholesale_price, p.product_price) as new_wholesale_price',
      replace: 'p.wholesale_price as new_wholesale_price',
    },
    {
      line: 249,
      kind: 'effect',
      breaks: 'the recommended price is taken for the wholesale price',
      find: 'coalesce(p.wholesale_price, p.product_price) as new_wholesale_price',
      replace: 'coalesce(p.product_price, p.wholesale_price) as new_wholesale_price',
    },
    {
      line: 249,
      kind: 'effect',
      breaks: 'an empty cell empties the barcode of the item',
      find: "coalesce(nullif(p.barcode, ''), i.barcode) as new_barcode",
      replace: 'p.barcode as new_barcode',
    },
  ]),
  ...inFile('src/domain/wholesale/import-catalog.ts', [
    {
      line: 474,
      kind: 'effect',
      breaks: 'nothing is discontinued',
      find: '{ discontinued: true, discontinued_by_import: true }',
      replace: '{ discontinued: false, discontinued_by_import: false }',
    },
  ]),
  ...inFile('src/domain/wholesale/catalog-product.resource.ts', [
    {
      line: 474,
      kind: 'condition',
      breaks: 'products that are absent from the newest upload are still offered',
      find: 'select w.catalog from wholesaler w where w.organisation = t.o',
      replace: 'select coalesce(w.previous_catalog, w.catalog) from wholesaler w where w.organisation = t.o',
    },
    {
      line: 474,
      kind: 'condition',
      breaks: 'a location without an upload sees the catalog of the clinic',
      find: 'select w.catalog from wholesaler w where w.organisation = t.o and w.id =',
      replace:
        'select coalesce(w.catalog, (select max(id) from catalog_upload)) from wholesaler w where w.organisation = t.o and w.id =',
    },
  ]),
]

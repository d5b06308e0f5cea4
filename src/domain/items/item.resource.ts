import { archived, created, modified } from '../../kernel/record-fields.ts'
import type { Field, Id, readOnlyOrNull, SqlScope } from '../../kernel/fields.ts'
import { ref, urlOf } from '../../kernel/links.ts'
import { anyToken, defineResource } from '../../kernel/resource.ts'
import { boolean, choice, decimal, integer, listOf, oneOf, text } from '../../kernel/values.ts'
import { addItem, changeItem } from './items.ts'
import { modalities } from './modalities.ts'
import { priceWithVat } from './price-with-vat.ts'
import { itemTypes } from './statuses.ts'

const lastCatalogImportId = ({ row, organisation }: SqlScope) =>
  `(select c.catalog_import from catalog_import_change c
    where c.organisation = ${organisation} and c.item = ${row}.id and c.kind <> 'skipped' order by c.id desc limit 1)`
/** The catalog import that made or changed the item last, as its changes tell. */
const lastCatalogImport: Field<Id<'catalog_import'>, typeof readOnlyOrNull & { about: string }> = {
  ...ref('catalog_import', {
    readOnly: true,
    nullable: true,
    about:
      'The last catalog import that created or changed the item; `GET /catalog_import_change/?item__is=<id>` lists what each did. Null for none.',
  }),
  link: {
    table: 'catalog_import',
    by: 'url',
    from: 'between',
    joins: (target, _column, at) => `${target}.id = ${lastCatalogImportId(at)}`,
  },
  select: (_column, at) => urlOf('catalog_import', lastCatalogImportId(at), at),
}

export const item = defineResource({
  name: 'item',
  title: 'Item',
  about:
    'Something a clinic does or sells: a procedure, medicine, supply, food or laboratory analysis. Prices are of one package; what was sold keeps the price it had.',
  permission: 'Settings: Items',
  fields: {
    type_code: choice(itemTypes, {
      about:
        'What kind of thing it is. It decides the route by which a visit takes it: `procedures/`, `medicines/`, `supplies/` or `foods/`; laboratory types have none yet. A sale over the counter takes every type.',
    }),
    code: text(63, {
      optional: true,
      about:
        'The clinic’s own product number; empty where there is none. Not checked for duplicates. An item with the code `OPENING-BALANCE` is what opening balances are invoiced as.',
    }),
    barcode: text(30, {
      optional: true,
      about:
        'The number that a scanner reads from the package, usually an EAN of 13 digits. `barcode__is` finds the item.',
    }),
    name: text(255, { about: 'What staff choose it by, and what invoices say unless there is a `print_name`.' }),
    print_name: text(255, {
      optional: true,
      about: 'What invoices say instead of `name`, for clients to understand. Empty to print `name`.',
    }),
    price: decimal(8, 4, {
      optional: true,
      min: 0,
      about:
        'The net price of one package, in the organisation’s currency, with four decimals. A new item needs this or `price_with_vat`. An alternative pricing may replace it.',
    }),
    price_with_vat: priceWithVat,
    wholesale_price: decimal(8, 4, {
      optional: true,
      nullable: true,
      min: 0,
      about: 'What the clinic pays for one package, net of VAT. Null if unknown. No price is calculated from it.',
    }),
    vat_group: ref('vatgroup', {
      about:
        'The rate of VAT it is sold at. Another group keeps `price` and so changes `price_with_vat`. An archived group is refused.',
    }),
    account_number: ref('accountnumber', {
      optional: true,
      nullable: true,
      about:
        'The ledger account that its sales are posted to, copied to every invoice row. Null leaves `account_number` of the rows empty.',
    }),
    item_list: ref('listitem', {
      optional: true,
      nullable: true,
      about: 'The category that the clinic sorts it into: a list item whose `list` is `items`. Null for none.',
    }),
    unit: text(31, {
      optional: true,
      about: 'What quantities are counted in, such as “pc” or “package”. Printed after the quantity on invoices.',
    }),
    package_description: text(255, {
      optional: true,
      about: 'What one package contains, in words for staff, such as “20 tablets” or “50 ml”.',
    }),
    dosage_units: decimal(6, 3, {
      optional: true,
      positive: true,
      about:
        'How many tablets, millilitres or doses a package is divided into; 1 unless sent. Sold with `usage_size` 2 (Dosage units), one costs the price of a package divided by this, rounded to four decimals. Stock is counted in them, so it is fixed once stock of the item has moved.',
    }),
    instructions: text(10_000, {
      optional: true,
      about: 'How the owner gives the medicine. Copied to a medicine of a visit that is sent without `instructions`.',
    }),
    controlled_substance: boolean({
      optional: true,
      about: 'Whether the law on narcotics applies to it, for staff to see. No rule depends on it yet.',
    }),
    antibiotic: ref('antibiotic', {
      optional: true,
      nullable: true,
      about: 'The antibiotic it contains, for statistics of use. Only for `type_code` 2 (Medicine); null for none.',
    }),
    substances: listOf(text(127), 20, {
      optional: true,
      about:
        'What it contains, as names or whole ATC codes, one each; the list that is sent replaces the old one. With the name, class and ATC code of `antibiotic` they are compared with the `contraindication` records of patients.',
    }),
    is_vaccine: boolean({
      optional: true,
      about: 'Whether it is a vaccine. Only for `type_code` 2 (Medicine).',
    }),
    recall_interval_days: integer({
      optional: true,
      nullable: true,
      min: 1,
      max: 3_650,
      about:
        'After how many days an animal is to be vaccinated again. Given in a visit, the vaccine then makes a recall. Only with `is_vaccine`; null: no recalls. Recalls that exist keep their day.',
    }),
    batch_number_required: boolean({
      optional: true,
      about:
        'Whether visits and sales over the counter refuse it without a `batch_number`; a visit that only prescribes it does not ask for one.',
    }),
    modality: oneOf(modalities, {
      optional: true,
      nullable: true,
      about:
        'The imaging examination that it charges for, by its DICOM code: visits with an order for one and no such item get a charge hint. Null for other items.',
    }),
    primary_wholesaler: ref('wholesaler', {
      optional: true,
      nullable: true,
      about:
        'Whom the clinic usually orders it from: a clinic-wide wholesaler that is not archived. Its catalogs change and discontinue the item. Null if it is not ordered.',
    }),
    primary_wholesaler_code: text(63, {
      optional: true,
      about: 'The product number under which the clinic’s usual wholesaler sells it. Empty where it is not ordered.',
    }),
    secondary_wholesaler: ref('wholesaler', {
      optional: true,
      nullable: true,
      about:
        'Another clinic-wide wholesaler to order it from. What that one delivers is recognised too; its catalogs change nothing of the item. Null for none.',
    }),
    secondary_wholesaler_code: text(63, {
      optional: true,
      about: 'The product number at another wholesaler, to order from when the usual one has none.',
    }),
    reporting_dimension_1: text(63, {
      optional: true,
      about: 'A cost centre or the like in bookkeeping. Copied to invoice rows, unless the visit has its own.',
    }),
    reporting_dimension_2: text(63, {
      optional: true,
      about: 'A second cost centre or the like. Copied to invoice rows, unless the visit has its own.',
    }),
    reporting_dimension_3: text(63, {
      optional: true,
      about:
        'A third cost centre or the like. Copied to invoice rows only if the organisation has `reporting_dimension_3_enabled`.',
    }),
    internal_account_number: text(31, {
      optional: true,
      about: 'An account for the clinic’s internal accounting. Copied to `invoice_row_extra` of invoice rows.',
    }),
    internal_reporting_dimension_1: text(63, {
      optional: true,
      about: 'A cost centre for internal accounting. Copied to `invoice_row_extra` of invoice rows.',
    }),
    internal_reporting_dimension_2: text(63, {
      optional: true,
      about: 'A second cost centre for internal accounting. Copied to `invoice_row_extra` of invoice rows.',
    }),
    alert_level: decimal(9, 3, {
      optional: true,
      nullable: true,
      min: 0,
      about:
        'The stock of a department, in packages, at which the clinic wants to order more: `/stock_level/?below_alert_level__is=true` lists it then. Null for none.',
    }),
    discontinued: boolean({
      optional: true,
      about:
        'Whether the wholesaler has stopped offering it. What is left may still be sold: archive it to prevent that. A catalog import sets it, and takes back only what an import has set.',
    }),
    catalog_import: lastCatalogImport,
    archived,
    created,
    modified,
  },
  filters: {
    name: ['icontains'],
    code: ['is'],
    barcode: ['is'],
    type_code: ['is', 'in'],
    vat_group: ['is'],
    item_list: ['is'],
    modality: ['is'],
    is_vaccine: ['is'],
    primary_wholesaler: ['is'],
    discontinued: ['is'],
    archived: ['is', 'is_not'],
    modified: ['gte'],
  },
  ordering: ['name', 'modified'],
  exposes: ['vat_group'],
  list: { rate: 100, permission: anyToken },
  retrieve: { rate: 300, permission: anyToken },
  create: {
    rate: 300,
    run: addItem,
    about: 'Needs `price` or `price_with_vat`. If both are sent, they must agree at the rate of the VAT group.',
  },
  patch: {
    rate: 300,
    run: changeItem,
    about: 'New prices apply to rows that are entered from then on; visits, sales and invoices keep theirs.',
  },
  remove: { rate: 300, about: 'It can no longer be added to visits and sales; rows that have it stay.' },
})

import { archived, created, modified } from '../../kernel/common-fields.ts'
import { optional, optionalOrNull } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { anyToken, defineResource } from '../../kernel/resource.ts'
import { boolean, choice, decimal, text } from '../../kernel/values.ts'
import { addItem, changeItem } from './items.ts'
import { priceWithVat } from './price-with-vat.ts'
import { itemTypes } from './statuses.ts'

const notNegative = { optional: true, nullable: true, min: 0 } as const

export const item = defineResource({
  name: 'item',
  title: 'Item',
  about:
    'Something a clinic does or sells: a procedure, medicine, supply, food or laboratory analysis. Prices are of one package.',
  permission: 'Settings: Items',
  fields: {
    type_code: choice(itemTypes),
    code: text(63, optional),
    barcode: text(30, optional),
    name: text(255),
    print_name: text(255, optional),
    price: decimal(8, 4, { optional: true, min: 0 }),
    price_with_vat: priceWithVat,
    wholesale_price: decimal(8, 4, notNegative),
    vat_group: ref('vatgroup'),
    account_number: ref('accountnumber', optionalOrNull),
    item_list: ref('listitem', optionalOrNull),
    unit: text(31, optional),
    package_description: text(255, optional),
    dosage_units: decimal(6, 3, { optional: true, positive: true }),
    instructions: text(10_000, optional),
    controlled_substance: boolean(optional),
    antibiotic: ref('antibiotic', optionalOrNull),
    batch_number_required: boolean(optional),
    primary_wholesaler_code: text(63, optional),
    secondary_wholesaler_code: text(63, optional),
    reporting_dimension_1: text(63, optional),
    reporting_dimension_2: text(63, optional),
    reporting_dimension_3: text(63, optional),
    internal_account_number: text(31, optional),
    internal_reporting_dimension_1: text(63, optional),
    internal_reporting_dimension_2: text(63, optional),
    alert_level: decimal(9, 3, notNegative),
    discontinued: boolean(optional),
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
    discontinued: ['is'],
    archived: ['is', 'is_not'],
    modified: ['gte'],
  },
  ordering: ['name', 'modified'],
  exposes: ['vat_group'],
  list: { rate: 100, permission: anyToken },
  retrieve: { rate: 300, permission: anyToken },
  create: { rate: 300, run: addItem },
  patch: { rate: 300, run: changeItem },
  remove: { rate: 300 },
})

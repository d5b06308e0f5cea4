import { created, modified } from '../../kernel/common-fields.ts'
import { optional, readOnly, readOnlyOrNull } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { choice, decimal, text } from '../../kernel/values.ts'
import { usageSizes } from '../catalogue/charge.ts'
import { itemTypes } from '../catalogue/statuses.ts'
import { changeSaleItem, removeSaleItem } from './countersales.ts'
import { computed, twoDecimals, priceWithVat } from './computed-fields.ts'

export const countersaleItem = defineResource({
  name: 'countersaleitem',
  title: 'Countersale item',
  about:
    'A row of a sale over the counter. It is added by add_item, and can be changed or removed until the sale is finalized.',
  permission: 'Financial: Invoices',
  fields: {
    countersale: ref('countersale', readOnly),
    item: ref('item', readOnly),
    type_code: choice(itemTypes, readOnly),
    code: text(63, readOnly),
    name: text(255, readOnly),
    unit: text(31, readOnly),
    quantity: decimal(9, 3, { optional: true, positive: true }),
    price: decimal(8, 4, { optional: true, min: 0 }),
    price_with_vat: priceWithVat,
    percentage_change: decimal(3, 2, optional),
    vat_percentage: decimal(2, 2, readOnly),
    sum_total: computed(
      twoDecimals,
      ({ row }) => `row_total(${row}.quantity, ${row}.price, ${row}.percentage_change, ${row}.vat_percentage)::text`,
    ),
    usage_size: choice(usageSizes, readOnlyOrNull),
    patient: ref('patient', { optional: true, nullable: true }),
    batch_number: text(63, optional),
    created,
    modified,
  },
  filters: { countersale: ['is', 'in'], item: ['is'], patient: ['is'], modified: ['gte'] },
  list: { rate: 100 },
  retrieve: { rate: 300 },
  patch: { rate: 300, run: changeSaleItem },
  remove: { rate: 300, run: removeSaleItem },
})

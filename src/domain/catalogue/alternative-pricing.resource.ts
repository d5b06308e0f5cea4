import { archived, created, modified } from '../../kernel/common-fields.ts'
import { optionalOrNull } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { choice, date, decimal, text } from '../../kernel/values.ts'
import { addPricing, changePricing } from './alternative-pricings.ts'
import { customerTypes } from './customer-types.ts'

export const alternativePricing = defineResource({
  name: 'alternativepricing',
  title: 'Alternative pricing',
  about: 'A different price of an item, or a percentage change of it, for a department, a customer type or a period.',
  permission: 'Settings: Items',
  fields: {
    item: ref('item'),
    name: text(127),
    department: ref('department', optionalOrNull),
    customer_type: choice(customerTypes, optionalOrNull),
    price: decimal(8, 4, { optional: true, nullable: true, min: 0 }),
    percentage_change: decimal(3, 2, optionalOrNull),
    valid_from: date(optionalOrNull),
    valid_until: date(optionalOrNull),
    archived,
    created,
    modified,
  },
  filters: {
    item: ['is', 'in'],
    name: ['icontains'],
    department: ['is', 'is_null'],
    customer_type: ['is', 'is_null'],
    valid_from: ['gte', 'lte', 'is_null'],
    valid_until: ['gte', 'lte', 'is_null'],
    archived: ['is', 'is_not'],
    modified: ['gte'],
  },
  ordering: ['name'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: { rate: 300, run: addPricing },
  put: { rate: 300 },
  patch: { rate: 300, run: changePricing },
  remove: { rate: 300 },
})

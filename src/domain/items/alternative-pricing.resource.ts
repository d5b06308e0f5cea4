import { archived, created, modified } from '../../kernel/record-fields.ts'
import { ref } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { choice, date, decimal, text } from '../../kernel/values.ts'
import { addPricing, changePricing } from './alternative-pricings.ts'
import { customerTypes } from './customer-types.ts'

export const alternativePricing = defineResource({
  name: 'alternativepricing',
  title: 'Alternative pricing',
  about:
    'A different price of an item, or a percentage change of it, for a department, a customer type or a period. Of several that apply, the one for the department wins, then the one for the customer type, then the latest `valid_from`, then the newest.',
  permission: 'Settings: Items',
  fields: {
    item: ref('item', { about: 'What is sold at this price instead of its own.' }),
    name: text(127, {
      about: 'What staff call the price, such as “Breeders” or “Summer campaign”. It is not printed.',
    }),
    department: ref('department', {
      optional: true,
      nullable: true,
      about: 'Where the price applies: in visits and sales of this department. Null for all departments.',
    }),
    customer_type: choice(customerTypes, {
      optional: true,
      nullable: true,
      about:
        'Whom the price is for: clients with this `customer_type`. Null for everybody, walk-in customers included, who get no others.',
    }),
    price: decimal(8, 4, {
      optional: true,
      nullable: true,
      min: 0,
      about:
        'The net price of one package, in the organisation’s currency. Null where `percentage_change` is set: exactly one of the two is.',
    }),
    percentage_change: decimal(3, 2, {
      optional: true,
      nullable: true,
      about:
        'How much the item’s own price is changed, in percent: `-10` takes a tenth off, -100 makes it free. Null where `price` is set.',
    }),
    valid_from: date({
      optional: true,
      nullable: true,
      about:
        'The first day on which it applies, by the local date of the department that sells. Null for no beginning.',
    }),
    valid_until: date({
      optional: true,
      nullable: true,
      about: 'The last day on which it applies; not before `valid_from`. Null for no end.',
    }),
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
  create: {
    rate: 300,
    run: addPricing,
    about: 'Needs either `price` or `percentage_change`. Rows that were entered before keep the price they have.',
  },
  put: { rate: 300, about: 'Needs either `price` or `percentage_change`, and empties the other.' },
  patch: {
    rate: 300,
    run: changePricing,
    about: 'To change from `price` to `percentage_change` or back, send the other as null in the same request.',
  },
  remove: { rate: 300, about: 'From then on it no longer applies to new rows.' },
})

import { created, modified } from '../../kernel/record-fields.ts'
import { ref } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { choice, decimal, text } from '../../kernel/values.ts'
import { usageSizes } from '../items/charge.ts'
import { itemTypes } from '../items/statuses.ts'
import { changeSaleItem, removeSaleItem } from './countersales.ts'
import { computed, twoDecimals, priceWithVat } from './computed-fields.ts'

export const countersaleItem = defineResource({
  name: 'countersaleitem',
  title: 'Countersale item',
  about:
    'A row of a sale over the counter. `add_item` of the sale adds it; it can be changed or removed until the sale is finalized.',
  permission: 'Financial: Invoices',
  fields: {
    countersale: ref('countersale', { readOnly: true, about: 'The sale that the row belongs to.' }),
    item: ref('item', {
      readOnly: true,
      about: 'What is sold. To sell something else, remove the row and add another.',
    }),
    type_code: choice(itemTypes, { readOnly: true, about: 'What kind of thing is sold, copied from the item.' }),
    code: text(63, {
      readOnly: true,
      about: 'The clinic’s product number, copied from the item when the row was added.',
    }),
    name: text(255, {
      readOnly: true,
      about:
        'What the invoice will say: `print_name` of the item, or else its `name`, as it was when the row was added.',
    }),
    unit: text(31, { readOnly: true, about: 'What the quantity is counted in, such as “pc”, copied from the item.' }),
    quantity: decimal(9, 3, {
      optional: true,
      positive: true,
      about: 'How much is sold, in packages, or in dosage units where `usage_size` is 2.',
    }),
    price: decimal(8, 4, {
      optional: true,
      min: 0,
      about:
        'The net price of one unit of `quantity`, found when the row was added. Changing it needs the permission `Financial: Discounts` (write).',
    }),
    price_with_vat: priceWithVat,
    own_price: computed(
      { type: 'boolean' },
      ({ row }) => `${row}.price <> round(${row}.package_price / ${row}.dosage_units, 4)`,
      {
        about:
          'Whether `price` was entered instead of the one that was found for the item. Whoever moves the row to another sale sends it again.',
      },
    ),
    percentage_change: decimal(3, 2, {
      optional: true,
      about:
        'A discount (negative, at least -100) or surcharge on the whole row, in percent. Changing it needs the permission `Financial: Discounts` (write).',
    }),
    vat_percentage: decimal(2, 2, {
      readOnly: true,
      about:
        'The rate of VAT in percent: that of the item, or the one sent to `add_item`. Later changes of the rate leave it.',
    }),
    own_vat: computed(
      { type: 'boolean' },
      ({
        row,
      }) => `coalesce(${row}.vat_sent, ${row}.vat_group <> (select item.vat_group from item where item.id = ${row}.item))
        and exists (select from vatgroup where vatgroup.percentage = ${row}.vat_percentage and not vatgroup.archived)`,
      {
        about:
          'Whether `vat_percentage` was sent to `add_item`, and a VAT group still has this rate. Whoever moves the row to another sale sends it again.',
      },
    ),
    sum_total: computed(
      twoDecimals,
      ({ row }) => `row_total(${row}.quantity, ${row}.price, ${row}.percentage_change, ${row}.vat_percentage)::text`,
      {
        about: 'What the row costs: `quantity` times `price`, with `percentage_change` and VAT, rounded to cents once.',
      },
    ),
    usage_size: choice(usageSizes, {
      readOnly: true,
      nullable: true,
      about: 'Whether packages or their dosage units are counted, as sent to `add_item`. Null means packages.',
    }),
    patient: ref('patient', {
      optional: true,
      nullable: true,
      about: 'The animal it is for, one of the client’s own; the invoice groups rows by it. Null for none.',
    }),
    batch_number: text(63, {
      optional: true,
      about:
        'The batch printed on the package, to find buyers in a recall. Empty where it is not recorded, which is refused where the item has `batch_number_required`.',
    }),
    created,
    modified,
  },
  filters: { countersale: ['is', 'in'], item: ['is'], patient: ['is'], modified: ['gte'] },
  list: { rate: 100 },
  retrieve: { rate: 300 },
  patch: {
    rate: 300,
    run: changeSaleItem,
    about: 'Refused once the sale is finalized. It advances `modified` of the sale, whose totals change.',
  },
  remove: {
    rate: 300,
    run: removeSaleItem,
    about: 'Refused once the sale is finalized: credit the row of its invoice instead.',
  },
})

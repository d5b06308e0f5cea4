import { ref } from '../../kernel/links.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { defineResource, type ExtraFilter } from '../../kernel/resource.ts'
import { boolean, date, decimal, text } from '../../kernel/values.ts'

/** Compares what a department has of an item in all batches with the item's alert level, which is in packages. */
const belowAlertLevel: ExtraFilter = {
  value: boolean({
    about:
      'True for the batches of items of which their department has no more than `alert_level`, all batches together: what is to be ordered. False leaves those out. Items without an `alert_level` are never below it.',
  }),
  condition: (wanted) => `${wanted ? '' : 'not '}coalesce(
    (select sum(s.on_hand) from stock_level s where s.organisation = t.o and s.item = r.item and s.department = r.department)
    <= (select i.alert_level * i.dosage_units from item i where i.organisation = t.o and i.id = r.item), false)`,
}

/** Whoever treats animals may see what there is. */
const readable = { any: ['Settings: Stock', 'Clinical: Consultations'] } as const

export const stockLevel = defineResource({
  name: 'stock_level',
  title: 'Stock level',
  about:
    'What is on hand of one batch of an item in a department. It follows from the stock movements: visits and sales take from it, refunds may give back, and `/stock_movement/count/` makes it what was counted.',
  permission: 'Settings: Stock',
  fields: {
    item: ref('item', { readOnly: true, about: 'What is in stock: a medicine, supply or food.' }),
    department: ref('department', { readOnly: true, about: 'Where it is. Each department has its own stock.' }),
    batch_number: text(63, {
      readOnly: true,
      about: 'The batch as printed on the package. Empty for stock whose batch is not known.',
    }),
    expiry_date: date({
      readOnly: true,
      nullable: true,
      about: 'The last day on which the batch may be used. Null where it is not known.',
    }),
    on_hand: decimal(21, 3, {
      readOnly: true,
      about:
        'How much there is, in dosage units: divide by `dosage_units` of the item to get packages. Negative if more was used than was ever counted.',
    }),
    negative: boolean({
      readOnly: true,
      about: 'Whether `on_hand` is below zero: something was used that was not counted, or of another batch. Count it.',
    }),
    created,
    modified,
  },
  filters: {
    item: ['is', 'in'],
    department: ['is', 'in'],
    batch_number: ['is'],
    expiry_date: ['lte', 'lt', 'gte', 'is_null'],
    on_hand: ['gt', 'lt', 'is', 'is_not'],
    negative: ['is'],
    modified: ['gte'],
  },
  extraFilters: { below_alert_level__is: belowAlertLevel },
  ordering: ['expiry_date', 'modified'],
  exposes: ['item'],
  list: {
    rate: 100,
    permission: readable,
    about: '`on_hand__gt=0&expiry_date__lte=<date>` lists what expires by then. Batches that are used up stay, with 0.',
  },
  retrieve: { rate: 300, permission: readable },
})

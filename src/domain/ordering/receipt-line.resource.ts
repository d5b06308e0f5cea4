import { ref } from '../../kernel/links.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { choice, date, decimal, text, timestamp } from '../../kernel/values.ts'
import { receiptStatuses } from './statuses.ts'

export const receiptLine = defineResource({
  name: 'receiptline',
  title: 'Receipt line',
  about:
    'A line that a wholesaler submitted of what it sent, for staff to review: `match` its item or order, `approve` it into stock, or `dismiss` it. Submitting moves no stock.',
  permission: 'Settings: Stock',
  fields: {
    wholesaler: ref('wholesaler', {
      readOnly: true,
      about: 'The set of credentials that it was submitted to: the clinic-wide one, or that of a department.',
    }),
    external_id: text(255, {
      readOnly: true,
      about: 'The wholesaler’s own `id` of the line, as submitted. Each is taken once, whatever its case.',
    }),
    status: choice(receiptStatuses, {
      readOnly: true,
      about: 'What became of it. 1, 2 and 3 are final; a rejected line is kept because its id is used up.',
    }),
    reason: text(63, {
      readOnly: true,
      about: 'Why it was rejected when it was submitted, as a code such as `invalid_quantity`. Empty for other lines.',
    }),
    order: ref('order', {
      readOnly: true,
      nullable: true,
      about: 'The order that it belongs to, as found or chosen. Null for none.',
    }),
    item: ref('item', {
      readOnly: true,
      nullable: true,
      about: 'What it goes into stock as, as found or chosen. Null until it is known.',
    }),
    matched_by: text(31, {
      readOnly: true,
      about: 'How the item was found: `product_code` or `barcode`. Empty if it was not, or staff chose it.',
    }),
    department: ref('department', {
      readOnly: true,
      nullable: true,
      about:
        'Whose stock it goes into: the order’s, that of the credentials, or the default department. Null if rejected.',
    }),
    quantity: decimal(9, 3, {
      readOnly: true,
      nullable: true,
      about: 'How many packages were sent. Null only if it could not be read, which rejects the line.',
    }),
    product_number: text(63, {
      readOnly: true,
      about: 'The wholesaler’s number of the product. Empty if not submitted.',
    }),
    barcode: text(30, { readOnly: true, about: 'The number on the package. Empty if it was not submitted.' }),
    product_name: text(255, { readOnly: true, about: 'What the wholesaler calls it. Empty if it was not submitted.' }),
    invoice_number: text(63, {
      readOnly: true,
      about: 'The wholesaler’s invoice, by which the order is found if no `order_id` was submitted. Empty for none.',
    }),
    invoice_date: date({
      readOnly: true,
      nullable: true,
      about: 'The date of that invoice. Null if none could be read.',
    }),
    batch_number: text(63, {
      readOnly: true,
      about: 'The batch that it goes into stock as. Empty if it is not known.',
    }),
    expiry_date: date({
      readOnly: true,
      nullable: true,
      about: 'The last day on which the batch may be used. Null if none could be read.',
    }),
    reviewed_by: ref('user', {
      readOnly: true,
      nullable: true,
      about: 'Who approved or dismissed it. Null until then.',
    }),
    reviewed: timestamp({
      readOnly: true,
      nullable: true,
      about: 'When it was approved or dismissed. Null until then.',
    }),
    created,
    modified,
  },
  filters: {
    status: ['is', 'in'],
    wholesaler: ['is', 'in'],
    order: ['is', 'in', 'is_null'],
    item: ['is', 'is_null'],
    department: ['is', 'in'],
    external_id: ['is'],
    modified: ['gte'],
  },
  ordering: ['modified'],
  exposes: ['item', 'order', 'wholesaler'],
  list: { rate: 100, about: 'What staff still have to review: `status__is=0`.' },
  retrieve: { rate: 300 },
})

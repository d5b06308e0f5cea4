import { ref } from '../../kernel/links.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { decimal, text } from '../../kernel/values.ts'
import { addOrderItem, changeOrderItem, holdOrderOf, removeOrderItem } from './order-items.ts'

export const orderItem = defineResource({
  name: 'orderitem',
  title: 'Order item',
  about:
    'A line of an order: one item, and how many packages of it. It can be changed until the products are delivered; once the order was sent, every change is told to an integration wholesaler.',
  permission: 'Settings: Stock',
  fields: {
    order: ref('order', { createOnly: true, about: 'The order that the line belongs to, fixed once it is added.' }),
    item: ref('item', {
      createOnly: true,
      about: 'What is ordered: a medicine, supply or food. An order has one line for each item.',
    }),
    product_number: text(63, {
      readOnly: true,
      about:
        'The number under which the wholesaler sells it, copied from the item when the line was added. Empty if neither of the item’s wholesalers is the one of the order.',
    }),
    product_name: text(255, {
      readOnly: true,
      about: 'What it is called, copied from the item when the line was added.',
    }),
    unit: text(31, { readOnly: true, about: 'What it is counted in, such as “pc”, copied from the item.' }),
    barcode: text(30, { readOnly: true, about: 'The number on the package, copied from the item. Empty for none.' }),
    wholesale_price: decimal(8, 4, {
      readOnly: true,
      nullable: true,
      about:
        'What one package cost, net of VAT, copied from the item when the line was added. Null where it is not known, and for an item that the clinic usually orders elsewhere.',
    }),
    quantity: decimal(9, 3, { positive: true, about: 'How many packages are ordered.' }),
    notes: text(1_000, { optional: true, about: 'A remark for the wholesaler on this line. Empty for none.' }),
    delivered_quantity: decimal(12, 3, {
      readOnly: true,
      about:
        'How many packages have come into stock: what approved receipt lines say and, once the products are delivered, at least `quantity`.',
    }),
    created,
    modified,
  },
  filters: { order: ['is', 'in'], item: ['is', 'in'], modified: ['gte'] },
  ordering: ['modified'],
  exposes: ['item', 'order'],
  holdBefore: holdOrderOf,
  unique: { orderitem_item: ['item', 'The order has a line of this item already. Change its quantity.'] },
  list: { rate: 100, about: 'The lines of an order: `order__is=<id>`.' },
  retrieve: { rate: 300 },
  create: {
    rate: 300,
    run: addOrderItem,
    about:
      'Refused once the products are delivered. In status 1 (Ordered) the wholesaler is told the complete order again.',
  },
  patch: {
    rate: 300,
    run: changeOrderItem,
    about:
      'Refused once the products are delivered. In status 1 (Ordered) the wholesaler is told the complete order again.',
  },
  remove: {
    rate: 300,
    run: removeOrderItem,
    about:
      'Refused once the products are delivered, and for the last line of an order that was sent. In status 1 (Ordered) the wholesaler is told the complete order again.',
  },
})

import { parseBody, requireLinks } from '../../kernel/body.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import { optional, type Field, type readOnly } from '../../kernel/fields.ts'
import { children, ref } from '../../kernel/links.ts'
import { nestedRecords } from '../../kernel/nested-records.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { action, actionWithResult, defineResource } from '../../kernel/resource.ts'
import { boolean, choice, decimal, text, timestamp } from '../../kernel/values.ts'
import { show } from '../../kernel/writing.ts'
import { requireSandbox } from '../organisation/require-sandbox.ts'
import { markDelivered } from './mark-delivered.ts'
import {
  changeOrder,
  createOrder,
  holdWholesalerOf,
  requireOwnOrder,
  sendOrder,
  setReferenceNumber,
  withdrawOrder,
} from './orders.ts'
import { placeSandboxOrder } from './sandbox-order.ts'
import { orderStatuses } from './statuses.ts'

const status = choice(orderStatuses, {
  readOnly: true,
  about:
    'Where the order stands. `send` makes it 1, `mark_delivered` 2, and it is 3 once it is delivered and the last of its receipt lines is reviewed; a line that comes later makes it 2 again.',
})
const done = text(2, { about: 'Always `ok`.' })

/** Lines that an order begins with. */
const firstLine = {
  item: ref('item', { about: 'What is ordered: a medicine, supply or food, once in an order.' }),
  quantity: decimal(9, 3, { positive: true, about: 'How many packages of it are ordered.' }),
  notes: text(1_000, { ...optional, about: 'A remark for the wholesaler on this line.' }),
}
const maxFirstLines = 500

const total: Field<string, typeof readOnly> = {
  ...decimal(15, 2, {
    readOnly: true,
    about:
      'What the lines cost together, net of VAT, each rounded to cents. A line without a `wholesale_price` is left out.',
  }),
  select: (_column, { row, organisation }) => `(select coalesce(sum(round(l.quantity * l.wholesale_price, 2)), 0.00)
    from orderitem l where l.organisation = ${organisation} and l."order" = ${row}.id)::text`,
}

export const order = defineResource({
  name: 'order',
  title: 'Order',
  about:
    'A purchase order of a department to a wholesaler. Create it with its lines as `items`, or add them at `/orderitem/`, then `send` it. An integration wholesaler is told of the order and of every later change (`order.placed`).',
  permission: 'Settings: Stock',
  fields: {
    department: ref('department', {
      about: 'Which location orders, and whose stock it goes into. Fixed once the order is sent.',
    }),
    wholesaler: ref('wholesaler', {
      about:
        'From whom, as the credentials that the department orders under: send the clinic-wide wholesaler or the department’s own, and it reads as the department’s own if it has one. It is found again when the order is sent, and fixed from then on.',
    }),
    status,
    notes: text(10_000, {
      optional: true,
      about:
        'Remarks for the wholesaler on the whole order. Changing them after it was sent tells the wholesaler again.',
    }),
    wholesaler_reference_number: text(63, {
      readOnly: true,
      about:
        'The wholesaler’s own number for the order, which the clinic reads as the invoice number. Receipt lines find the order by it. Empty until the wholesaler sets it.',
    }),
    items: nestedRecords(firstLine, maxFirstLines, {
      writeOnly: true,
      createOnly: true,
      optional: true,
      about: `What is ordered to begin with, at most ${maxFirstLines} lines. What is wrong with one is said under its place, counted from 0, such as \`items.1.item\`.`,
    }),
    total,
    order_items: children('orderitem', 'order', { about: 'What is ordered, one line for each item.' }),
    receipt_lines: children('receiptline', 'order', {
      about: 'What the wholesaler reported as sent for this order, reviewed or not.',
    }),
    purchaser: ref('user', {
      readOnly: true,
      nullable: true,
      about: 'Who sent the order: a person, or the virtual user of an application. Null until then.',
    }),
    ordered: timestamp({ readOnly: true, nullable: true, about: 'When the order was first sent. Null until then.' }),
    last_placed: timestamp({
      readOnly: true,
      nullable: true,
      about: 'When the order was last sent, with its notes and lines as they are now. Null until it is sent.',
    }),
    delivery_date: timestamp({
      readOnly: true,
      nullable: true,
      about: 'When the products were marked as delivered. Null until then.',
    }),
    created,
    modified,
  },
  filters: {
    department: ['is', 'in'],
    wholesaler: ['is', 'in'],
    status: ['is', 'in'],
    wholesaler_reference_number: ['is'],
    ordered: ['gte', 'lt'],
    modified: ['gte'],
  },
  ordering: ['ordered', 'modified'],
  exposes: ['order_items', 'receipt_lines', 'wholesaler'],
  holdBefore: holdWholesalerOf,
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: {
    rate: 300,
    run: createOrder,
    about:
      'It begins with its `items`, or empty, in status 0 (Ordering in process). `GET /department/<id>/proposed_orders/` says what to order. Archived departments and wholesalers are refused.',
  },
  patch: {
    rate: 300,
    run: changeOrder,
    about:
      'In status 1 (Ordered) only `notes` can be changed, and the wholesaler is told the complete order again. Refused once the products are delivered. Another wholesaler gives the lines its own product numbers.',
  },
  remove: {
    rate: 300,
    run: withdrawOrder,
    about:
      'Withdraws the order with its lines, while it is in status 0 (Ordering in process). Refused once it was sent.',
  },
  detailActions: {
    send: action({
      rate: 300,
      summary: 'Send an order to its wholesaler',
      about:
        'Makes it 1 (Ordered) and answers with the order. An integration wholesaler is told it (`order.placed`); a manual one is not: send it what `/orderitem/` lists by other means. Refused without a line, if it was sent already, or if the wholesaler is archived.',
      body: {},
      run: sendOrder,
    }),
    set_wholesaler_reference_number: actionWithResult({
      rate: 300,
      openTo: 'wholesaler',
      requireOwn: requireOwnOrder,
      summary: 'Set the wholesaler’s reference number of an order',
      about:
        'For staff, and for the application whose wholesaler the order was sent to: another one is refused (403), whatever its permissions. The scope `wholesaler` needs no permission. Safe to repeat: the last number is kept. Refused in status 0 (Ordering in process).',
      body: {
        wholesaler_reference_number: text(63, {
          about: 'The wholesaler’s own number for the order, usually of its invoice. Spaces around it are dropped.',
        }),
      },
      result: {
        status: done,
        wholesaler_reference_number: text(63, { about: 'The number that is now stored.' }),
      },
      run: setReferenceNumber,
    }),
    mark_delivered: actionWithResult({
      rate: 300,
      openTo: 'wholesaler',
      requireOwn: requireOwnOrder,
      summary: 'Mark the products of an order as delivered',
      about:
        'Adds to the department’s stock, without a batch, what was ordered less what approved receipt lines have brought already. For staff, and for the application whose wholesaler the order was sent to: another one is refused (403), whatever its permissions. The scope `wholesaler` needs no permission. Not idempotent: an order that is not in status 1 (Ordered) is refused, so that refusal of a repeated call means that the earlier one succeeded.',
      body: {},
      result: {
        status: done,
        order_status: choice(orderStatuses, { about: 'The status of the order, which is now 2.' }),
        all_delivered: boolean({ about: 'Whether nothing of the order is outstanding.' }),
        delivery_date: timestamp({ about: 'When it was marked, which the order keeps.' }),
      },
      run: markDelivered,
    }),
  },
})

const playedOrder = {
  wholesaler: ref('wholesaler', {
    ...optional,
    about: 'From whom. Unless sent, the wholesaler that was connected last to an integration.',
  }),
  department: ref('department', { ...optional, about: 'Which location orders. The default department unless sent.' }),
  item: ref('item', {
    ...optional,
    about: 'What is ordered. Unless sent, up to three items, those first that the wholesaler supplies.',
  }),
  quantity: decimal(9, 3, { ...optional, positive: true, about: 'How many packages of each. 2 unless sent.' }),
  notes: text(10_000, { ...optional, about: 'What the clinic tells the wholesaler with the order.' }),
}

/** Plays staff who order. */
export const sandboxOrder = endpoint({
  name: 'sandbox.place_order',
  method: 'POST',
  path: '/sandbox/place_order/',
  title: order.title,
  summary: 'Simulate a clinic that orders from a wholesaler',
  about:
    'For trying the integration of a wholesaler: writes an order and sends it, as a member of staff would, so that `order.placed` is posted to the callback address of the registration. Exists in sandboxes only; anywhere else it is answered with 404.',
  permission: 'Settings: Stock',
  rate: 300,
  resource: order,
  body: playedOrder,
  answers: { 201: 'record' },
  run: async (tx, actor, call) => {
    await requireSandbox(tx)
    const sent = parseBody(playedOrder, await call.body(), 'create', call.links)
    await requireLinks(tx, playedOrder, sent)
    return show(order, 201, await placeSandboxOrder(tx, actor, sent))
  },
})

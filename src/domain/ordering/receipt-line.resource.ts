import type { Tx } from '../../db/tx.ts'
import { parseBody, requireLinks } from '../../kernel/body.ts'
import type { Actor } from '../../kernel/caller.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import type { CreateInput, Fields } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { readRecords, type ReadContext } from '../../kernel/reading.ts'
import { boolean, choice, date, decimal, integer, listOf, text, timestamp } from '../../kernel/values.ts'
import { approveReceiptLines } from './approve-lines.ts'
import { dismissReceiptLines, matchReceiptLines } from './review-lines.ts'
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

const maxLines = 500
const lines = {
  receipt_lines: listOf(integer({ min: 1 }), maxLines, {
    about: `The ids of the lines, 1 to ${maxLines}, all in status 0 (To be reviewed).`,
  }),
}

type Review<B extends Fields> = {
  readonly name: string
  readonly summary: string
  readonly about: string
  readonly body: B
  readonly run: (tx: Tx, actor: Actor, input: CreateInput<B>) => Promise<void>
}
const allOrNone =
  'All lines or none: if one cannot be done, the 400 has one object for each line, in the order sent, empty where nothing is wrong. Answers with the lines, in the order of their ids.'

/** What staff do with many lines at once. */
const review = <const B extends Fields>({ name, about, body, run, summary }: Review<B>) =>
  endpoint({
    name: `receiptline.${name}`,
    method: 'POST',
    path: `/receiptline/${name}/`,
    title: 'Receipt line',
    summary,
    about: `${about} ${allOrNone}`,
    permission: 'Settings: Stock',
    rate: 300,
    sentAlone: 'writes_many',
    resource: receiptLine,
    body,
    answers: {
      200: {
        type: 'array',
        items: { $ref: '#/components/schemas/ReceiptLine' },
        description: 'The lines as they are now, in the order of their ids.',
      },
    },
    run: async (tx, actor, call) => {
      const input = parseBody(body, await call.body(), 'create', call.links)
      await requireLinks(tx, body, input)
      await run(tx, actor, input)
      const { receipt_lines: ids } = input as unknown as { receipt_lines: number[] }
      const read = async (context: ReadContext) => {
        const shown = await readRecords(context, receiptLine, ids)
        return { status: 200, body: `[${shown.join(',')}]` }
      }
      return { status: 200, read }
    },
  })

export const receiptReviews = [
  review({
    name: 'match',
    summary: 'Choose the item or the order of receipt lines',
    about:
      'Send `item`, `order` or both, for all lines. A line that gets an order also gets its department. The order must have been sent to the wholesaler of the line.',
    body: {
      ...lines,
      item: ref('item', { optional: true, about: 'What the lines go into stock as: a medicine, supply or food.' }),
      order: ref('order', {
        optional: true,
        nullable: true,
        about: 'The order that the lines belong to. Null for none: the department then stays as it is.',
      }),
      remember_code: boolean({
        optional: true,
        about:
          'Whether the `product_number` of the lines, which must be the same, becomes the item’s at this wholesaler, in the place of an earlier one: the next line with it is matched by itself. Refused where another item has it, or where the item has two other wholesalers. False unless sent.',
      }),
    },
    run: matchReceiptLines,
  }),
  review({
    name: 'approve',
    summary: 'Approve receipt lines into stock',
    about:
      'Each line goes into the stock of its department, as its batch and expiry date, in dosage units: packages times `dosage_units` of the item. Of an order that is marked as delivered, what was delivered without a batch gets the batch of the line, and only what goes beyond is added. A line without an item is refused: match it first.',
    body: lines,
    run: approveReceiptLines,
  }),
  review({
    name: 'dismiss',
    summary: 'Dismiss receipt lines',
    about: 'The lines never go into stock, and are no longer to be reviewed.',
    body: lines,
    run: dismissReceiptLines,
  }),
]

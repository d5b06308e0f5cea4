import { parseBody } from '../../kernel/body.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import { namedEnum } from '../../kernel/enums.ts'
import { InvalidValue } from '../../kernel/errors.ts'
import type { Field } from '../../kernel/fields.ts'
import { anyToken } from '../../kernel/resource.ts'
import { requireOwnWholesaler } from '../wholesale/ownership.ts'
import { limits, rejectionReasons } from './judge-line.ts'
import { submitReceipts } from './submit-receipts.ts'

const maxLines = 500

const described = (description: string, rest: object = { type: 'string' }) => ({ ...rest, description })
const named = (words: readonly string[]) => namedEnum(words, words)
const text = (maxLength: number, description: string) => described(description, { type: 'string', maxLength })
const day = (description: string) => described(description, { type: 'string', format: 'date' })

const line = {
  type: 'object',
  properties: {
    id: text(limits.id, 'The wholesaler’s own id of the line, required. It is taken once, whatever its case.'),
    quantity: described('How many packages were sent, required. 0 is allowed.', {
      type: ['string', 'number'],
      pattern: String.raw`^\d{1,9}(\.\d{1,3})?$`,
    }),
    product_number: text(
      limits.product_number,
      'The wholesaler’s number of the product. This or `barcode` is required.',
    ),
    barcode: text(limits.barcode, 'The number on the package. This or `product_number` is required.'),
    product_name: text(limits.product_name, 'What the wholesaler calls it, for staff to read.'),
    order_id: described('The `order.id` of `order.placed`. One that fits no order of the wholesaler links to none.', {
      type: 'integer',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
    }),
    invoice_number: text(
      limits.invoice_number,
      'The reference number of the order, by which it is found if `order_id` is left out.',
    ),
    invoice_date: day('The day of the invoice. Anything else than a plain date is taken as none.'),
    batch_number: text(limits.batch_number, 'The batch on the package. A product of two batches is two lines.'),
    expiry_date: day('The last day on which the batch may be used. Anything else than a plain date is taken as none.'),
  },
}

/** The lines are not judged with the body: each is accepted or rejected by itself, in a 200. */
const receiptLines: Field<readonly unknown[], { readonly about: string }> = {
  type: 'list',
  options: { about: `What was sent, 1 to ${maxLines} lines. Each is judged by itself.` },
  schema: { type: 'array', minItems: 1, maxItems: maxLines, items: line },
  cast: 'jsonb',
  many: true,
  parse: (input) => {
    if (!Array.isArray(input)) throw new InvalidValue('Expected a list of lines.', 'not_a_list')
    if (input.length === 0) throw new InvalidValue('Send at least one line.', 'empty')
    if (input.length > maxLines) throw new InvalidValue(`Send at most ${maxLines} lines at once.`, 'max_items')
    return input
  },
  select: (column) => column,
}
const body = { receipt_lines: receiptLines }

const counted = (description: string) => described(description, { type: 'integer', minimum: 0, maximum: maxLines })
const answer = {
  type: 'object',
  description: 'What became of each line, in the order sent.',
  required: ['lines_total', 'lines_accepted', 'lines_rejected', 'lines_duplicate', 'receipt_lines'],
  properties: {
    lines_total: counted('How many lines were sent.'),
    lines_accepted: counted('How many were stored for staff to review.'),
    lines_rejected: counted('How many cannot be used. Correct them and send them under other ids.'),
    lines_duplicate: counted('How many had an id that was submitted before. Nothing was changed by them.'),
    receipt_lines: described('The outcome of each line, in the order sent.', {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'status', 'order_id', 'matched_item', 'matched_by'],
        properties: {
          id: described('The id as it was sent. Null if it is missing or no text.', { type: ['string', 'null'] }),
          status: described('A duplicate has the outcome that its id had the first time.', {
            type: 'string',
            ...named(['accepted', 'rejected', 'duplicate']),
          }),
          reason: described('Why the line was rejected, also if this is a duplicate of it. Left out otherwise.', {
            type: 'string',
            ...named(rejectionReasons),
          }),
          order_id: described('The order that the line was linked to, or null.', { type: ['integer', 'null'] }),
          matched_item: described('Whether the product was found.', { type: 'boolean' }),
          matched_by: described('How the product was found. Null if it was not.', {
            anyOf: [{ type: 'string', ...named(['product_code', 'barcode']) }, { type: 'null' }],
          }),
        },
      },
    }),
  },
}

export const receipts = endpoint({
  name: 'wholesaler.receipts',
  method: 'POST',
  path: '/wholesaler/{id}/receipts/',
  title: 'Wholesaler',
  summary: 'Submit what was sent to the clinic',
  about:
    'Stores each line for staff to review at `/receiptline/`; nothing moves into stock. The answer is 200 however many lines are rejected: check `lines_rejected`. An id that was submitted before, also in another case or in a rejected line, is a duplicate: its outcome is answered again and nothing changes, so a correction needs another id. Only the application of the wholesaler’s registration may submit (403 otherwise); an archived or manual wholesaler is not found.',
  permission: anyToken,
  openTo: 'wholesaler',
  scopeOnly: true,
  oauthOnly: true,
  sentAlone: 'writes_many',
  rate: 300,
  body,
  answers: { 200: answer },
  run: async (tx, actor, call) => {
    const wholesaler = await requireOwnWholesaler(tx, actor, call.id)
    const { receipt_lines } = parseBody(body, await call.body(), 'create', call.links)
    return { status: 200, body: JSON.stringify(await submitReceipts(tx, wholesaler, receipt_lines, call.links)) }
  },
})

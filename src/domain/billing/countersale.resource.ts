import { created, modified } from '../../kernel/record-fields.ts'
import { children, ref } from '../../kernel/links.ts'
import type { SqlScope } from '../../kernel/fields.ts'
import { action, defineResource } from '../../kernel/resource.ts'
import { boolean, choice, decimal, text } from '../../kernel/values.ts'
import { usageSizes } from '../items/charge.ts'
import { changeSale, finalizeSale, holdBooksOfSale, addSaleItem, createSale } from './countersales.ts'
import { cashDueSumOfSale, computed, invoiceLinkOf, twoDecimals } from './computed-fields.ts'
import { alternativePayer, alternativePayerShare } from './payer-fields.ts'

const sumOfRows = (sum: string, { row, organisation }: SqlScope) =>
  `(select coalesce(sum(${sum}), 0.00) from countersaleitem w
    where w.organisation = ${organisation} and w.countersale = ${row}.id)`

const ofRows = (sum: string, about: string) => computed(twoDecimals, (at) => `${sumOfRows(sum, at)}::text`, { about })

const totalWithVat = 'row_total(w.quantity, w.price, w.percentage_change, w.vat_percentage)'

export const countersale = defineResource({
  name: 'countersale',
  title: 'Countersale',
  about:
    'A sale over the counter, to a client or a walk-in customer. Create it, add items with `add_item`, then `finalize` it, which makes the invoice to be paid.',
  permission: 'Financial: Invoices',
  fields: {
    client: ref('client', {
      optional: true,
      nullable: true,
      createOnly: true,
      about:
        'Who buys, fixed once the sale is created. Their `customer_type` may change prices. Null for a walk-in customer: the invoice then names nobody.',
    }),
    department: ref('department', {
      createOnly: true,
      about:
        'Where it is sold, fixed once the sale is created: it decides prices, the number of the invoice and the till.',
    }),
    remarks: text(10_000, { optional: true, about: 'Printed on the invoice, below the amounts. Empty for none.' }),
    alternative_payer: alternativePayer,
    alternative_payer_share: alternativePayerShare,
    finalized: boolean({
      readOnly: true,
      about: 'Whether the sale is closed and invoiced. It and its rows can be changed only until then.',
    }),
    countersale_items: children('countersaleitem', 'countersale', {
      about: 'The rows of the sale, in the order they were added. `add_item` adds one.',
    }),
    total: ofRows(
      'row_sum(w.quantity, w.price, w.percentage_change)',
      'What the rows cost so far, net of VAT, in the organisation’s currency.',
    ),
    total_with_vat: ofRows(totalWithVat, 'What the customer has to pay: the sum of the rows, VAT included.'),
    cash_due_sum: cashDueSumOfSale((at) => sumOfRows(totalWithVat, at)),
    invoice: invoiceLinkOf('countersale_record'),
    created_user: ref('user', {
      readOnly: true,
      about: 'Who opened the sale: a person, or the virtual user of an application.',
    }),
    created,
    modified,
  },
  filters: {
    client: ['is', 'is_null'],
    department: ['is', 'in'],
    finalized: ['is'],
    created: ['gte', 'lt'],
    modified: ['gte'],
  },
  ordering: ['modified'],
  exposes: ['client', 'countersale_items', 'invoice'],
  holdBefore: holdBooksOfSale,
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: {
    rate: 300,
    run: createSale,
    about: 'The sale is empty at first: add its rows with `POST /countersale/<id>/add_item/`.',
  },
  patch: { rate: 300, run: changeSale, about: 'Refused once the sale is finalized: credit its invoice instead.' },
  detailActions: {
    add_item: action({
      rate: 300,
      summary: 'Add an item at the price it has now',
      about:
        'Adds a row and answers with the sale. The price is the item’s, or that of an alternative pricing that applies today, and stays when the item changes. Refused if the sale is finalized or the item archived; sending `price` or `percentage_change` needs the permission `Financial: Discounts` (write).',
      body: {
        item: ref('item', { about: 'What is sold, as a link to an entry of `/item/` of any type.' }),
        quantity: decimal(9, 3, {
          positive: true,
          about: 'How much is sold, in packages, or in dosage units where `usage_size` is 2.',
        }),
        usage_size: choice(usageSizes, {
          optional: true,
          about:
            'Whether whole packages are counted, as when it is left out, or the dosage units that a package of the item is divided into.',
        }),
        price: decimal(8, 4, {
          optional: true,
          min: 0,
          about: 'The net price of one unit of `quantity`, instead of the one that is found for the item.',
        }),
        percentage_change: decimal(3, 2, {
          optional: true,
          about: 'A discount (negative, at least -100) or surcharge on the row, in percent; 0 unless sent.',
        }),
        vat_percentage: decimal(2, 2, {
          optional: true,
          min: 0,
          about: 'Another rate of VAT than the item’s, in percent: one that a VAT group of the organisation has.',
        }),
        patient: ref('patient', {
          optional: true,
          nullable: true,
          about: 'The animal it is for; it must belong to the client of the sale. Null for none.',
        }),
        batch_number: text(63, {
          optional: true,
          about:
            'The batch printed on the package, to find buyers in a recall. It may be left out unless the item has `batch_number_required`.',
        }),
      },
      run: addSaleItem,
    }),
    finalize: action({
      rate: 300,
      summary: 'Finalize a sale and make its invoice',
      about:
        'Answers with the sale; `invoice` links to what is to be paid, which is numbered, dated today and in status 3 (Finalized). Refused if the sale has no rows, is finalized already, or the lock date of the department is after today. A dry run returns the invoice as `invoice_data`.',
      body: {},
      dryRunExposes: ['invoice'],
      run: finalizeSale,
    }),
  },
})

import { created, modified } from '../../kernel/common-fields.ts'
import { optional, optionalOrNull, readOnly } from '../../kernel/fields.ts'
import { children, ref } from '../../kernel/links.ts'
import { action, defineResource } from '../../kernel/resource.ts'
import { boolean, choice, decimal, text } from '../../kernel/values.ts'
import { usageSizes } from '../catalogue/charge.ts'
import { changeSale, finalizeSale, holdBooksOfSale, addSaleItem, createSale } from './countersales.ts'
import { computed, invoiceLinkOf, twoDecimals } from './computed-fields.ts'

const ofRows = (sum: string) =>
  computed(
    twoDecimals,
    ({ row, organisation }) => `(select coalesce(sum(${sum}), 0.00)::text from countersaleitem w
    where w.organisation = ${organisation} and w.countersale = ${row}.id)`,
  )

export const countersale = defineResource({
  name: 'countersale',
  title: 'Countersale',
  about: 'A sale over the counter, to a client or a walk-in customer. Finalizing it makes its invoice.',
  permission: 'Financial: Invoices',
  fields: {
    client: ref('client', { optional: true, nullable: true, createOnly: true }),
    department: ref('department', { createOnly: true }),
    remarks: text(10_000, optional),
    alternative_payer: ref('alternative_payer', optionalOrNull),
    alternative_payer_share: decimal(3, 2, { optional: true, nullable: true, positive: true }),
    finalized: boolean(readOnly),
    countersale_items: children('countersaleitem', 'countersale'),
    total: ofRows('row_sum(w.quantity, w.price, w.percentage_change)'),
    total_with_vat: ofRows('row_total(w.quantity, w.price, w.percentage_change, w.vat_percentage)'),
    invoice: invoiceLinkOf('countersale_record'),
    created_user: ref('user', readOnly),
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
  create: { rate: 300, run: createSale },
  patch: { rate: 300, run: changeSale },
  detailActions: {
    add_item: action({
      rate: 300,
      summary: 'Add an item at the price it has now',
      body: {
        item: ref('item'),
        quantity: decimal(9, 3, { positive: true }),
        usage_size: choice(usageSizes, optional),
        price: decimal(8, 4, { optional: true, min: 0 }),
        percentage_change: decimal(3, 2, optional),
        vat_percentage: decimal(2, 2, { optional: true, min: 0 }),
        patient: ref('patient', optionalOrNull),
        batch_number: text(63, optional),
      },
      run: addSaleItem,
    }),
    finalize: action({
      rate: 300,
      summary: 'Finalize a sale and make its invoice',
      body: {},
      dryRunExposes: ['invoice'],
      run: finalizeSale,
    }),
  },
})

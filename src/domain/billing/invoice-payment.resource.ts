import { created, modified } from '../../kernel/common-fields.ts'
import { readOnly, readOnlyOrNull } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { action, defineResource } from '../../kernel/resource.ts'
import { boolean, choice, decimal, text, timestamp } from '../../kernel/values.ts'
import { cancelPayment } from './cancel-payment.ts'
import { payInvoice } from './pay-invoice.ts'
import { paymentTypes } from './statuses.ts'

export const invoicePayment = defineResource({
  name: 'invoicepayment',
  title: 'Invoice payment',
  about: 'A payment of an invoice. It never changes: a payment of the negative amount cancels it.',
  permission: 'Financial: Invoices',
  fields: {
    invoice: ref('invoice'),
    payment_type: choice(paymentTypes),
    paid: decimal(12, 2),
    date_added: timestamp({ optional: true }),
    info: text(1_000, readOnly),
    cancels: ref('invoicepayment', readOnlyOrNull),
    unallocatedpayment: ref('unallocatedpayment', readOnlyOrNull),
    set_off: boolean(readOnly),
    user: ref('user', readOnly),
    created,
    modified,
  },
  filters: {
    invoice: ['is', 'in'],
    payment_type: ['is', 'in'],
    date_added: ['gte', 'lt'],
    cancels: ['is', 'is_null'],
    unallocatedpayment: ['is', 'is_null'],
    modified: ['gte'],
  },
  ordering: ['date_added'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: { rate: 300, run: payInvoice },
  detailActions: {
    cancel_payment: action({
      rate: 300,
      summary: 'Cancel a payment by its negative',
      creates: true,
      body: { info: text(1_000), cancel_date: timestamp() },
      run: cancelPayment,
    }),
  },
})

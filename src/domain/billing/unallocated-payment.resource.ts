import { created, modified } from '../../kernel/common-fields.ts'
import { createOnly, readOnly } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { action, defineResource } from '../../kernel/resource.ts'
import { boolean, choice, date, decimal, text } from '../../kernel/values.ts'
import { externalInfo } from './external-info.ts'
import { applyPrepayment, changeExternalInfo, recordPrepayment } from './prepayments.ts'
import { paymentTypes } from './statuses.ts'

export const unallocatedPayment = defineResource({
  name: 'unallocatedpayment',
  title: 'Unallocated payment',
  about: 'A prepayment: money received before there was an invoice for it, or a refund of it.',
  permission: 'Financial: Invoices',
  fields: {
    department: ref('department', createOnly),
    client: ref('client', createOnly),
    payment_type: choice(paymentTypes, createOnly),
    paid: decimal(12, 2, createOnly),
    description: text(1_000, { createOnly: true, optional: true }),
    refunds: ref('unallocatedpayment', { createOnly: true, optional: true, nullable: true }),
    unused_amount: decimal(12, 2, readOnly),
    fully_used: boolean(readOnly),
    external_info: externalInfo,
    added: date(readOnly),
    user: ref('user', { readOnly: true, nullable: true }),
    created,
    modified,
  },
  filters: {
    client: ['is', 'in'],
    department: ['is'],
    payment_type: ['is', 'in'],
    fully_used: ['is'],
    refunds: ['is', 'is_null'],
    added: ['gte', 'lte'],
    modified: ['gte', 'gt', 'lt', 'lte', 'range'],
  },
  ordering: ['modified'],
  exposes: ['client'],
  list: { rate: 200 },
  retrieve: { rate: 800 },
  create: { rate: 300, run: recordPrepayment },
  patch: { rate: 300, run: changeExternalInfo },
  detailActions: {
    apply: action({
      rate: 300,
      summary: 'Pay an invoice from a prepayment',
      body: { invoice: ref('invoice'), amount: decimal(12, 2, { positive: true }) },
      run: applyPrepayment,
    }),
  },
})

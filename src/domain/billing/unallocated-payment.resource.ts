import { created, modified } from '../../kernel/record-fields.ts'
import { ref } from '../../kernel/links.ts'
import { action, defineResource } from '../../kernel/resource.ts'
import { boolean, choice, date, decimal, text } from '../../kernel/values.ts'
import { externalInfo } from './external-info.ts'
import { applyPrepayment, changeExternalInfo, recordPrepayment } from './prepayments.ts'
import { paymentTypes } from './statuses.ts'

export const unallocatedPayment = defineResource({
  name: 'unallocatedpayment',
  title: 'Unallocated payment',
  about:
    'A prepayment: money received before there was an invoice for it, or a refund of it. `apply` pays an invoice from it.',
  permission: 'Financial: Invoices',
  fields: {
    department: ref('department', {
      createOnly: true,
      about: 'Where the money was received, in whose books it is posted. A refund names that of the original.',
    }),
    client: ref('client', {
      createOnly: true,
      about:
        'Whose money it is. It pays only invoices that this client is the payer of. A refund names that of the original.',
    }),
    payment_type: choice(paymentTypes, {
      createOnly: true,
      about:
        'How the money came in or was given back. 3 and 8 are refused; 12 is a credit note that was kept as a prepayment.',
    }),
    paid: decimal(12, 2, {
      createOnly: true,
      about:
        'What was received, in the organisation’s currency. Negative for a refund, of at most `unused_amount` of the original.',
    }),
    description: text(1_000, {
      createOnly: true,
      optional: true,
      about: 'What the money is for, in words for staff, such as “Deposit for surgery”.',
    }),
    refunds: ref('unallocatedpayment', {
      createOnly: true,
      optional: true,
      nullable: true,
      about:
        'On a refund, which has a negative `paid`: the prepayment whose money is given back. Null on a prepayment.',
    }),
    unused_amount: decimal(12, 2, {
      readOnly: true,
      about:
        'What is left to pay invoices with or to refund. Cancelling a payment from it adds to it. 0.00 on a refund.',
    }),
    fully_used: boolean({
      readOnly: true,
      about: 'Whether `unused_amount` is 0.00. `fully_used__is=false` lists the money that is still there.',
    }),
    external_info: externalInfo,
    added: date({
      readOnly: true,
      about: 'The date in bookkeeping: the department’s local date on which it was recorded.',
    }),
    user: ref('user', {
      readOnly: true,
      nullable: true,
      about: 'Who recorded it: a person, or the virtual user of an application. Null if the operator imported it.',
    }),
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
  list: {
    rate: 200,
    about: '`client__is=<id>&fully_used__is=false` lists the money of a client that can still pay invoices.',
  },
  retrieve: { rate: 800 },
  create: {
    rate: 300,
    run: recordPrepayment,
    about:
      'To refund, send a negative `paid`, the original in `refunds`, and its client and department. Refused for more than is unused, and while the lock date of the department is after today.',
  },
  patch: {
    rate: 300,
    run: changeExternalInfo,
    about: 'Only `external_info` can be changed: the money stays as it was recorded.',
  },
  detailActions: {
    apply: action({
      rate: 300,
      summary: 'Pay an invoice from a prepayment',
      about:
        'Records a payment of type 8 (Prepayment) on the invoice, dated now, and answers with the prepayment. Refused for more than is unused or due, for a credit note, for another payer’s invoice, and unless the invoice is 3 (Finalized).',
      body: {
        invoice: ref('invoice', {
          about: 'The invoice to pay: one that the client of the prepayment is the payer of.',
        }),
        amount: decimal(12, 2, {
          positive: true,
          about:
            'How much of the prepayment to use: at most its `unused_amount`, and at most `due_sum` of the invoice.',
        }),
      },
      run: applyPrepayment,
    }),
  },
})

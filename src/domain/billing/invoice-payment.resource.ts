import { parseBody, requireLinks } from '../../kernel/body.ts'
import { endpoint } from '../../kernel/endpoint.ts'
import { optional } from '../../kernel/fields.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { ref } from '../../kernel/links.ts'
import { action, defineResource, type ExtraFilter } from '../../kernel/resource.ts'
import { boolean, choice, decimal, integer, text, timestamp } from '../../kernel/values.ts'
import { show } from '../../kernel/writing.ts'
import { requireSandbox } from '../organisation/require-sandbox.ts'
import { cancelPayment } from './cancel-payment.ts'
import { payInvoice } from './pay-invoice.ts'
import { payAsClient } from './sandbox-payment.ts'
import { paymentTypes } from './statuses.ts'

const ofDepartment: ExtraFilter = {
  value: integer({ min: 1, about: 'Payments of the invoices of one department, by its id.' }),
  condition: (wanted) => `exists (select from invoice i
    where i.organisation = t.o and i.id = r.invoice and i.department = ${Number(wanted)})`,
}

export const invoicePayment = defineResource({
  name: 'invoicepayment',
  title: 'Invoice payment',
  about:
    'A payment of an invoice, or a payout of a credit note. It never changes: a payment of the opposite amount cancels it.',
  permission: 'Financial: Invoices',
  fields: {
    invoice: ref('invoice', {
      about: 'The invoice that is paid, or the credit note that is paid out. Its `status` must be 3 (Finalized).',
    }),
    payment_type: choice(paymentTypes, {
      about:
        'How it is paid. 3 rounds cash to the smallest coin: it is sent before the cash, or made by `round_cash`; 8 is refused here, because `POST /unallocatedpayment/<id>/apply/` pays from a prepayment; 12 is how credit notes are set off; 15 is what the alternative payer pays.',
    }),
    paid: decimal(12, 2, {
      about:
        'What was paid, VAT included, in the organisation’s currency: at most `due_sum` of the invoice. Negative where a credit note is paid out, a payment is cancelled, or cash is rounded in the clinic’s favour.',
    }),
    round_cash: boolean({
      optional: true,
      writeOnly: true,
      about:
        'With `payment_type` 1 (Cash) only: true means that `paid` is the exact amount to be settled, which is then paid in coins. Where the organisation’s country rounds cash, the service records the rounding (type 3) and the rounded cash together, or the rounding alone where no coin is left; elsewhere the exact cash. False unless sent.',
    }),
    rounding: ref('invoicepayment', {
      readOnly: true,
      nullable: true,
      about:
        'The rounding (type 3) that was recorded together with this cash, because of `round_cash`; on a cancellation, the one that cancels it. Null where nothing was rounded with it.',
    }),
    date_added: timestamp({
      optional: true,
      about:
        'When the money was paid; now unless sent. Its local date in the department is the date in bookkeeping: not before the lock date, and tomorrow at the latest.',
    }),
    info: text(1_000, {
      readOnly: true,
      about: 'Why a payment was cancelled, on its cancellation. Empty on other payments.',
    }),
    cancels: ref('invoicepayment', {
      readOnly: true,
      nullable: true,
      about: 'The payment that this one cancels by its opposite. Null if this is no cancellation.',
    }),
    unallocatedpayment: ref('unallocatedpayment', {
      readOnly: true,
      nullable: true,
      about:
        'The prepayment that the money was taken from, where `payment_type` is 8 (Prepayment). Null on all others.',
    }),
    set_off: boolean({
      readOnly: true,
      about:
        'Whether no money moved: a credit note was set off against its invoice, or kept as a prepayment. Such a payment cannot be cancelled.',
    }),
    user: ref('user', {
      readOnly: true,
      about: 'Who recorded it: a person, or the virtual user of an application.',
    }),
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
  extraFilters: { department__is: ofDepartment },
  ordering: ['date_added'],
  exposes: ['invoice'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: {
    rate: 300,
    run: payInvoice,
    about:
      'Refused unless the invoice is 3 (Finalized), and for more than is due. An invoice takes positive amounts, a credit note negative ones. When nothing is due any more, the invoice gets its `date_paid` and its visit becomes 9 (Invoice Paid). Cash that is rounded is sent exactly with `round_cash`, or after a payment of type 3: the refusal says how much.',
  },
  detailActions: {
    cancel_payment: action({
      rate: 300,
      summary: 'Cancel a payment by its negative',
      about:
        'Records a payment of the opposite amount and answers with it: the invoice is owed again, and a prepayment gets back what it paid. Refused for a payment that is cancelled already, is itself a cancellation, or is a set-off; a rounding that another payment needs is cancelled after that payment. Cash that was recorded with `round_cash` is cancelled together with its rounding.',
      creates: true,
      body: {
        info: text(1_000, { about: 'Why it is cancelled, for whoever checks the till. Must not be blank.' }),
        cancel_date: timestamp({
          about:
            'When the money was given back. Must be sent, and counts only where the department has `payment_cancel_set_date`; otherwise the cancellation is dated now.',
        }),
      },
      run: cancelPayment,
    }),
  },
})

const playedPayment = {
  invoice: ref('invoice', {
    ...optional,
    about: 'Which invoice is paid. Unless sent, the one that has waited longest.',
  }),
  payment_type: choice(paymentTypes, { ...optional, about: 'How it is paid. 2 (Bank payment) unless sent.' }),
  paid: decimal(12, 2, { ...optional, about: 'How much is paid, at most what is due. All of that unless sent.' }),
}

/** Plays a client who pays. */
export const sandboxPayment = endpoint({
  name: 'sandbox.pay_invoice',
  method: 'POST',
  path: '/sandbox/pay_invoice/',
  title: invoicePayment.title,
  summary: 'Simulate a client who pays an invoice',
  about:
    'For trying an integration: records a payment as if the clinic had received it, with the same rules and webhooks, dated by the clock of the sandbox. Exists in sandboxes only; anywhere else it is answered with 404.',
  permission: 'Financial: Invoices',
  rate: 300,
  resource: invoicePayment,
  body: playedPayment,
  answers: { 201: 'record' },
  run: async (tx, actor, call) => {
    await requireSandbox(tx)
    const sent = parseBody(playedPayment, await call.body(), 'create', call.links)
    await requireLinks(tx, playedPayment, sent)
    return show(invoicePayment, 201, await payAsClient(tx, actor, sent))
  },
})

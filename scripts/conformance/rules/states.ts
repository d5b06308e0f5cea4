import type { Chapter } from './rule.ts'

export const states: Chapter = {
  title: 'States',
  sections: [
    {
      title: 'Statuses of a consultation',
      rules: {
        261: '0 is Admitted: how a visit begins.',
        262: '8 is In Progress: work has begun.',
        263: '5 is Ready for Discharge: the clinical work is finished.',
        264: '6 is Discharged.',
        265: '7 is Invoicing.',
        266: '9 is Invoice Paid: nothing is left to pay.',
        267: '10 is Finalized: the visit is complete and has its invoice.',
        268: '11 is Draft: preliminary.',
        272: 'From Admitted, `update_status` with 8 leads to In Progress.',
        273: 'From In Progress, `update_status` with 10 leads to Finalized and makes an invoice.',
        274: 'From Ready for Discharge, `update_status` with 10 leads to Finalized and makes an invoice.',
        276: 'A status that is sent on creation has no effect.',
      },
    },
    {
      title: 'Statuses of an invoice',
      rules: {
        282: '0 is Draft: still in preparation, and cannot be paid.',
        283: '1 is Sent: the client has it.',
        284: '2 is Open: payment is awaited.',
        285: '3 is Finalized: complete, and can be paid.',
        286: '4 is Invoicing: the client has it, to pay later.',
        287: '99 is Voided: it no longer counts.',
        289: 'Only an invoice in status 3 takes a payment; any other refuses it. Finalizing a consultation makes an invoice, and a full or partial refund makes another one that is a credit note. `date_paid` is set when nothing is left to pay. A cancelled payment is reversed by a negative one, and its amount is owed again.',
      },
    },
    {
      title: 'Statuses of a prescription',
      rules: {
        295: '1 is Draft, which a prescription is unless another status is sent.',
        296: '2 is Sending.',
        297: '3 is Sent.',
        298: '8 is Accepted with warning.',
        299: '4 is Accepted.',
        300: '5 is Rejected.',
        301: '6 is Canceled.',
        302: '7 is Error.',
        304: 'PATCH can change the status, and the remarks.',
      },
    },
    {
      title: 'Statuses of an order',
      rules: {
        310: 'Ordering in process: the order has not been placed, and giving it a reference number answers 400.',
        311: 'Ordered: staff have sent the order to an integration wholesaler, which is told so by `order.placed`.',
        315: '`mark_delivered` by the wholesaler whose order it is leads from Ordered to delivered: the answer has `order_status` 2, and stock changes as if the clinic had pressed its own button.',
      },
    },
    {
      title: 'Outcomes of uploads and receipts',
      rules: {
        321: 'An upload is pending from the time its URL is given out until the file has been processed. It is then `accepted` (every row can be used), `partially_accepted` (some can, some cannot) or `rejected` (none can, or the file is broken). The first two replace the whole catalog of those credentials; a rejected file leaves the old catalog as it was.',
        325: 'Each line of a receipt is `accepted`, `rejected`, or a `duplicate`: its id is known for this wholesaler, and the first outcome is answered again.',
      },
    },
  ],
}

import type { CodeRegistry, Registered } from '../../kernel/error-codes.ts'

export const billingErrorCodes = {
  cancellation: {
    meaning: 'The payment is itself the cancellation of another one, and cannot be cancelled.',
    remedy: 'Record the original payment again instead.',
  },
  cancelled: {
    meaning: 'The payment is already cancelled.',
    remedy: 'There is nothing left to do.',
  },
  credit_note: {
    meaning: 'The invoice is a credit note, and this is only possible with an ordinary invoice.',
    remedy: 'Use the original invoice, or pay the credit note out.',
  },
  credited: {
    meaning: 'The invoice or this row of it is already credited.',
    remedy: 'Leave the row out; if everything is credited, there is nothing left to do.',
  },
  finalized: {
    meaning: 'The consultation or sale is finalized and can no longer be changed.',
    remedy: 'Add a note to the consultation, credit the invoice, or start another sale.',
  },
  future_date: {
    meaning: 'The payment is dated later than tomorrow.',
    remedy: 'Use the day on which the money is paid, tomorrow at the latest.',
  },
  implausible_date: {
    meaning: 'The year is too far in the past or in the future to be meant.',
    remedy: 'Check the year of the date.',
  },
  in_use: {
    meaning: 'The invoice series has assigned a number, so its first number is fixed.',
    remedy: 'Set another invoice_prefix to start a new series.',
  },
  locked: {
    meaning: 'The date is before the financial_period_lock_date of the department: that period is closed.',
    remedy: 'Use a date from the lock date on, or ask an administrator to move the lock date.',
  },
  mail_not_set_up: {
    meaning: 'The organisation has no mail server, so nothing can be mailed to clients.',
    remedy: 'Set smtp_host and mail_from at settings/messaging/, then repeat the request.',
  },
  more_than_owed: {
    meaning:
      'The amount is larger than what is owed on the invoice, or than what is owed to this payee of a credit note.',
    remedy: 'Read due_sum of the invoice and send at most that. Record what was paid beyond it as a prepayment.',
  },
  more_than_unused: {
    meaning: 'The amount is larger than what is left of the prepayment.',
    remedy: 'Read unused_amount of the prepayment and send at most that.',
  },
  no_address: {
    meaning: 'The client who pays the invoice has no e-mail address.',
    remedy: 'Add one to the client, then send the invoice again.',
  },
  no_client: {
    meaning: 'The sale has no client, so there is nobody to keep a prepayment for or to mail the invoice to.',
    remedy: 'Pay the money out, or print the invoice instead.',
  },
  no_item: {
    meaning: 'The item on which opening balances are booked does not exist, or has VAT.',
    remedy: 'Create the item that the message names in a VAT group of 0 percent, and import again.',
  },
  no_number: {
    meaning: 'The invoice is a draft or was voided, so it is not sent to anybody.',
    remedy: 'Finalize a draft first.',
  },
  not_a_draft: {
    meaning: 'The invoice is no longer a draft.',
    remedy: 'Credit it instead, or follow what the message says.',
  },
  not_cash: {
    meaning: 'round_cash was sent with a payment that is not cash.',
    remedy: 'Send payment_type 1 (Cash), or leave round_cash out.',
  },
  not_finalized: {
    meaning:
      'Only an invoice in status 3 (finalized) can be paid, credited or settled, and this one has another status.',
    remedy: 'Finalize a draft, or set status 3 at update_status/, as the message says; then repeat the request.',
  },
  nothing_owed: {
    meaning: 'Only money that a credit note owes to the client becomes a prepayment, and this invoice owes none.',
    remedy: 'Check the invoice; there may be nothing left to do.',
  },
  prepaid: {
    meaning: 'An opening balance in favour of the client is a prepayment, and that has no due date.',
    remedy: 'Leave due_date out.',
  },
  refund: {
    meaning: 'The sign and refunds do not fit each other, or the record is itself a refund of a prepayment.',
    remedy: 'Send a refund as a negative amount with refunds, anything else as a positive one, and name the original.',
  },
  rounding: {
    meaning: 'The cash roundings of the invoice would add up to more than half of the smallest coin.',
    remedy: 'Send the exact amount, or record or cancel the rounding that the message names first.',
  },
  set_off: {
    meaning: 'The payment sets a credit note off against its invoice, and cannot be cancelled.',
    remedy: 'Make a new invoice if the credit note was a mistake.',
  },
  still_needed: {
    meaning: 'Another payment of the invoice fits only with this rounding.',
    remedy: 'Cancel that payment first, then the rounding.',
  },
  too_early: {
    meaning: 'The due date is before the date of the invoice.',
    remedy: 'Send an invoice_due_date on or after invoice_date.',
  },
  too_much: {
    meaning: 'The total of the invoice has more digits than can be stored.',
    remedy: 'Check the quantities and prices of its rows.',
  },
  unexplained: {
    meaning: 'What was counted differs from the books, and no explanation was given.',
    remedy: 'Count again, or say in explanation why it differs.',
  },
  wrong_department: {
    meaning: 'The refund names another department than the one that took the prepayment.',
    remedy: 'Name the department of the original prepayment.',
  },
  wrong_sign: {
    meaning:
      'An invoice is paid with a positive amount and a credit note with a negative one, and this is the opposite.',
    remedy: 'Change the sign. To reverse a payment use cancel_payment/, and to give money back a credit note.',
  },
  zero: {
    meaning: 'The amount is zero.',
    remedy: 'Send an amount other than zero, or leave the record out.',
  },
} as const satisfies CodeRegistry

declare module '../../kernel/error-codes.ts' {
  interface ErrorCodes extends Registered<typeof billingErrorCodes> {}
}

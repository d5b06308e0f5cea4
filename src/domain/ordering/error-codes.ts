import type { CodeRegistry, Registered } from '../../kernel/error-codes.ts'

export const orderingErrorCodes = {
  order_delivered: {
    meaning: 'The products of the order were delivered, so the order and its lines no longer change.',
    remedy: 'Write another order for what is still needed, or count the stock if it is wrong.',
  },
  order_not_ordered: {
    meaning: 'Only an order in status 1 (Ordered) can be marked as delivered.',
    remedy: 'If this is a repeated call, the earlier one succeeded. Otherwise send the order first.',
  },
  order_not_sent: {
    meaning: 'The order was not sent to its wholesaler yet.',
    remedy: 'Send the order with its action send/ first.',
  },
  order_sent: {
    meaning: 'The order was sent to its wholesaler, and this can be done only before.',
    remedy: 'Write another order; lines and notes of this one can be changed until it is delivered.',
  },
  other_department: {
    meaning: 'The credentials are those of another department.',
    remedy: 'Send the clinic-wide wholesaler: the department then orders under its own credentials if it has any.',
  },
  not_matched: {
    meaning: 'The receipt line has no item, so it cannot go into stock.',
    remedy: 'Choose its item with POST /receiptline/match/ first, or dismiss the line.',
  },
  reviewed: {
    meaning: 'The receipt line was approved, dismissed or rejected, and that is final.',
    remedy: 'Leave the line out. Count the stock if a line was approved by mistake.',
  },
  no_common_number: {
    meaning: 'The receipt lines have no product number that could be remembered, or several.',
    remedy: 'Match the lines of one product number at a time, or leave out remember_code.',
  },
  number_of_another_item: {
    meaning: 'Another item has the product number of this wholesaler already.',
    remedy: 'Remove the number from that item first, or leave out remember_code.',
  },
  two_other_wholesalers: {
    meaning: 'The item is supplied by two other wholesalers, and has room for no third.',
    remedy: 'Remove one of them from the item first, or leave out remember_code.',
  },
  other_wholesaler: {
    meaning: 'The order was sent to another wholesaler than the one that submitted the receipt line.',
    remedy: 'Choose an order that was sent to the wholesaler of the line.',
  },
} as const satisfies CodeRegistry

declare module '../../kernel/error-codes.ts' {
  interface ErrorCodes extends Registered<typeof orderingErrorCodes> {}
}

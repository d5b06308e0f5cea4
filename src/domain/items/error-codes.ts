import type { CodeRegistry, Registered } from '../../kernel/error-codes.ts'

export const itemErrorCodes = {
  already_undone: {
    meaning: 'The price change has been undone before; its old prices were put back then.',
    remedy: 'Nothing is left to undo. Read the record to see what became of each price.',
  },
  disagrees: {
    meaning: 'price and price_with_vat were both sent, and do not fit each other at the VAT rate of the item.',
    remedy: 'Send only one of the two; the other is calculated.',
  },
  has_movements: {
    meaning: 'Stock of the item has moved, so what it is counted in is fixed.',
    remedy: 'Leave dosage_units and the kind of the item as they are, or create another item.',
  },
  not_a_medicine: {
    meaning: 'An antibiotic was named for an item that is not a medicine, or such an item was marked as a vaccine.',
    remedy: 'Send null as antibiotic and false as is_vaccine, or change type_code to medicine.',
  },
  not_a_vaccine: {
    meaning: 'Days until the next vaccination were sent for an item that is no vaccine.',
    remedy: 'Send recall_interval_days as null, or is_vaccine as true.',
  },
  too_many_items: {
    meaning: 'More items match than one run changes the prices of.',
    remedy: 'Narrow the items, and change the prices of the others by further runs.',
  },
  two_changes: {
    meaning: 'Prices are changed by percentage_change or by amount_change, and both were sent.',
    remedy: 'Send one of the two.',
  },
  two_prices: {
    meaning: 'An alternative pricing has either a price or a percentage_change, and both were sent.',
    remedy: 'Send null for the one that does not apply.',
  },
  unknown_rate: {
    meaning: 'No VAT group of the organisation has this percentage.',
    remedy: 'Use one of the percentages that the message lists, or add a VAT group first.',
  },
  wrong_list: {
    meaning: 'The list item belongs to another list than the one this field takes from.',
    remedy: 'Choose an entry of the list that the message names.',
  },
} as const satisfies CodeRegistry

declare module '../../kernel/error-codes.ts' {
  interface ErrorCodes extends Registered<typeof itemErrorCodes> {}
}

import type { CodeRegistry, Registered } from '../../kernel/error-codes.ts'

export const stockErrorCodes = {
  not_stocked: {
    meaning: 'Only medicines, supplies and foods are kept in stock, and this item is of another type.',
    remedy: 'Choose another item, or correct the type_code of this one.',
  },
  unknown_batch: {
    meaning: 'Nothing is known of this batch and expiry date in the department.',
    remedy: 'Read /stock_level/ and send batch_number and expiry_date as they are there, or count the batch first.',
  },
} as const satisfies CodeRegistry

declare module '../../kernel/error-codes.ts' {
  interface ErrorCodes extends Registered<typeof stockErrorCodes> {}
}

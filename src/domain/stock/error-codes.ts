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
  same_department: {
    meaning: 'Stock would be moved from a department to the same department.',
    remedy: 'Send another department as to_department.',
  },
  not_enough_stock: {
    meaning: 'The department has less of the batch than is to be moved out of it.',
    remedy: 'Send what is there, or count the batch first if there is more of it on the shelf.',
  },
} as const satisfies CodeRegistry

declare module '../../kernel/error-codes.ts' {
  interface ErrorCodes extends Registered<typeof stockErrorCodes> {}
}

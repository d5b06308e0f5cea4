/** Where an order stands. The numbers are part of the contract. */
export const orderStatuses = {
  0: 'Ordering in process',
  1: 'Ordered',
  2: 'Products delivered',
  3: 'Added to stock',
} as const
export type OrderStatus = keyof typeof orderStatuses
export const inProcess = 0 satisfies OrderStatus
export const ordered = 1 satisfies OrderStatus
export const delivered = 2 satisfies OrderStatus
export const addedToStock = 3 satisfies OrderStatus

/** What became of a line that a wholesaler submitted. */
export const receiptStatuses = { 0: 'To be reviewed', 1: 'Approved', 2: 'Dismissed', 3: 'Rejected' } as const
export type ReceiptStatus = keyof typeof receiptStatuses
export const toBeReviewed = 0 satisfies ReceiptStatus
export const approved = 1 satisfies ReceiptStatus
export const dismissed = 2 satisfies ReceiptStatus
export const rejected = 3 satisfies ReceiptStatus

/** Why stock moved. */
export const causes = {
  1: 'Use in a consultation',
  2: 'Countersale',
  3: 'Return',
  4: 'Count',
  5: 'Waste',
  6: 'Delivery',
  7: 'Receipt review',
  8: 'Transfer',
} as const
export type Cause = keyof typeof causes
export const consultationUse = 1 satisfies Cause
export const countersaleUse = 2 satisfies Cause
export const goodsReturn = 3 satisfies Cause
export const count = 4 satisfies Cause
export const waste = 5 satisfies Cause
export const delivery = 6 satisfies Cause
export const receiptReview = 7 satisfies Cause
export const transfer = 8 satisfies Cause

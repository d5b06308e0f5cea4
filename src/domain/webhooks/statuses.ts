export const deliveryStatuses = { 0: 'Waiting', 1: 'Delivered', 2: 'Failed' } as const
export type DeliveryStatus = keyof typeof deliveryStatuses
export const waiting: DeliveryStatus = 0
export const delivered: DeliveryStatus = 1
export const failed: DeliveryStatus = 2

/** SQL that a delivery was given up, or waits after an attempt that failed: the condition of the index delivery_failing. */
export const isFailing = (row: string) =>
  `(${row}.status = ${failed} or (${row}.status = ${waiting} and ${row}.failure <> ''))`

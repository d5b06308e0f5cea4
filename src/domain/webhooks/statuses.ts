export const deliveryStatuses = { 0: 'Waiting', 1: 'Delivered', 2: 'Failed' } as const
export type DeliveryStatus = keyof typeof deliveryStatuses
export const waiting: DeliveryStatus = 0
export const delivered: DeliveryStatus = 1
export const failed: DeliveryStatus = 2

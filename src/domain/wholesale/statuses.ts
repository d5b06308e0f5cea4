export const wholesalerTypes = { 0: 'Manual', 1: 'Integration' } as const
export type WholesalerType = keyof typeof wholesalerTypes
export const manual: WholesalerType = 0
export const integration: WholesalerType = 1

import type { StatusChanges } from '../../kernel/transitions.ts'

export const orderStatuses = {
  0: 'Ordered',
  1: 'Scheduled',
  2: 'In progress',
  3: 'Completed',
  4: 'Cancelled',
} as const
export type OrderStatus = keyof typeof orderStatuses

/** The status changes of an order: forward in any step, or cancelled. */
export const orderTransitions: { readonly [From in OrderStatus]: readonly OrderStatus[] } = {
  0: [1, 2, 3, 4],
  1: [2, 3, 4],
  2: [3, 4],
  3: [],
  4: [],
}
export const orderStatusChanges: StatusChanges<OrderStatus> = {
  names: orderStatuses,
  transitions: orderTransitions,
  whenFinal: 'Create another referral instead.',
}

export { modalities, type Modality } from '../items/modalities.ts'

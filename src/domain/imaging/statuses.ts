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

/** The kinds of machine that an examination is made with, by their codes in DICOM (modality, 0008,0060). */
export const modalities = [
  'CR',
  'DX',
  'CT',
  'MR',
  'US',
  'RF',
  'XA',
  'NM',
  'PT',
  'IO',
  'PX',
  'ES',
  'ECG',
  'OP',
  'XC',
  'OT',
] as const
export type Modality = (typeof modalities)[number]

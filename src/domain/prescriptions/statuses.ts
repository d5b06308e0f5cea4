import type { StatusChanges } from '../../kernel/transitions.ts'

/** How far a prescription is on its way to the pharmacies. The numbers are part of the contract. */
export const prescriptionStatuses = {
  1: 'Draft',
  2: 'Sending',
  3: 'Sent',
  4: 'Accepted',
  5: 'Rejected',
  6: 'Canceled',
  7: 'Error',
  8: 'Accepted with warning',
} as const
export type PrescriptionStatus = keyof typeof prescriptionStatuses
export const draft: PrescriptionStatus = 1
export const sending: PrescriptionStatus = 2

/** How a prescription may end that somebody should know of: it was rejected, not sent, or accepted with a warning. */
export const problems = [5, 7, 8] as const satisfies readonly PrescriptionStatus[]

export const statusChanges: StatusChanges<PrescriptionStatus> = {
  names: prescriptionStatuses,
  transitions: { 1: [2, 6], 2: [3, 7], 3: [4, 8, 5, 6], 4: [], 5: [], 6: [], 7: [2], 8: [] },
  whenFinal: 'Write another prescription instead.',
}

export const consultationTypes = {
  0: 'Inpatient',
  1: 'Outpatient',
  2: 'Home call',
  3: 'Farm visit',
  4: 'Boarding',
  5: 'Pet service',
} as const
export type ConsultationType = keyof typeof consultationTypes
export const outpatient: ConsultationType = 1
export const farmVisit: ConsultationType = 3
export const boarding: ConsultationType = 4
export const petService: ConsultationType = 5

export const statuses = {
  0: 'Admitted',
  5: 'Ready for Discharge',
  6: 'Discharged',
  7: 'Invoicing',
  8: 'In Progress',
  9: 'Invoice Paid',
  10: 'Finalized',
  11: 'Draft',
} as const
export type Status = keyof typeof statuses
export const admitted: Status = 0
export const discharged: Status = 6
export const inProgress: Status = 8
export const finalized: Status = 10
export const invoicePaid: Status = 9
export const invoicing: Status = 7
export const draft: Status = 11

/**
 * The transitions that staff can make. The service itself changes 10 to 9 when the invoice is paid, 9 to 10 when something
 * is owed again, and 10 to 7 when the draft is voided.
 */
export const transitions: { readonly [From in Status]: readonly Status[] } = {
  0: [8],
  5: [6, 7, 8, 10],
  6: [7, 10],
  7: [5, 10],
  8: [0, 5, 6, 10],
  9: [],
  10: [],
  11: [0, 8],
}

/** The statuses in which a consultation can no longer be changed. */
export const closed: ReadonlySet<number> = new Set<Status>([9, 10])

export const usageTypes = { 1: 'Administered', 2: 'Dispensed', 3: 'Prescribed', 4: 'Home delivery' } as const
export type UsageType = keyof typeof usageTypes
export const administered: UsageType = 1
export const prescribed: UsageType = 3

export const diagnosisCategories = { 0: 'Primary', 1: 'Secondary' } as const
export type DiagnosisCategory = keyof typeof diagnosisCategories
export const diagnosisTypes = { 0: 'Differential', 1: 'Final' } as const
export type DiagnosisType = keyof typeof diagnosisTypes

export const noteTypes = { 0: 'Clinical note', 1: 'Anamnesis', 2: 'Preliminary note' } as const
export type NoteType = keyof typeof noteTypes

/** The most characters of a note or an instruction. */
export const maxText = 65_536

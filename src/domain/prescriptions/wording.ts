import { readOnlyOrNull, type Field } from '../../kernel/fields.ts'
import { text } from '../../kernel/values.ts'

/** What both records of prescriptions say and share. */
export const prescriptionPermission = 'Clinical: Prescriptions'

export const patientsIn = (ours: 'prescription' | 'prescription_item') =>
  ({ table: 'prescription_item_patient', ours, theirs: 'patient' }) as const

/** What only a pharmacy or the prescription network would fill in. */
export const unfilled = (about: string): Field<string, typeof readOnlyOrNull & { about: string }> => ({
  ...text(255, { ...readOnlyOrNull, about: `${about} Null until a pharmacy is connected.` }),
  select: () => 'null::text',
})

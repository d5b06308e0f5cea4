export const fieldTypes = {
  1: 'Text',
  2: 'Number',
  3: 'Date',
  4: 'Check box',
  5: 'JSON',
  6: 'Select',
  7: 'Multi-select',
} as const
export type FieldType = keyof typeof fieldTypes

/** The types whose values are options that staff have set. */
export const selectTypes: ReadonlySet<FieldType> = new Set<FieldType>([6, 7])

export const contentTypes = ['client', 'patient', 'consultation'] as const
export type ContentType = (typeof contentTypes)[number]

export const whatArchivedMeans =
  'Out of use: neither required of new records nor given its default there. Values can still be read and written, and the name stays taken.'

export const itemTypes = {
  1: 'Procedure',
  2: 'Medicine',
  3: 'Supply',
  4: 'Food',
  5: 'Laboratory analysis',
  6: 'Laboratory analysis panel',
} as const
export type ItemType = keyof typeof itemTypes
export const procedure: ItemType = 1
export const medicine: ItemType = 2
export const supply: ItemType = 3
export const food: ItemType = 4

/** The types that are kept in stock. */
export const stockedTypes: ReadonlySet<number> = new Set([medicine, supply, food])

/** The lists a clinic can add entries to: item categories, and additions to the codelists. */
export const lists = ['items', 'species', 'breeds', 'diagnoses'] as const

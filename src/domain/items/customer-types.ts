export const customerTypes = {
  0: 'Private person',
  1: 'Company',
  2: 'EU Company',
  3: 'Charitable organization',
  4: 'UK charity',
} as const
export type CustomerType = keyof typeof customerTypes

export { customerTypes, type CustomerType } from '../items/customer-types.ts'

export const phoneTypes = { 0: 'Landline', 1: 'Mobile' } as const
export type PhoneType = keyof typeof phoneTypes

export const genders = [
  'Male',
  'Female',
  'Male, neutered',
  'Female, neutered',
  'Unknown',
  'Gelding',
  'Mare',
  'Stallion',
] as const
export type Gender = (typeof genders)[number]
export const equineOnly: ReadonlySet<string> = new Set<Gender>(['Gelding', 'Mare', 'Stallion'])

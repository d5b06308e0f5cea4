import { ItemType } from '@fetlock/sdk'
import type { ConsultationItem, Prescription } from '../../api/records.ts'
import { strengthIn } from './strength.ts'

/** What a row of the visit has filled in. */
type Filled = {
  readonly name: string
  readonly strength: string
  readonly instructions: string
  /** Why the visit gives it although the animal must not get it. */
  readonly warning_reason: string
}

/** A medicine on its way into a prescription. */
export type Medicine = Filled & {
  readonly id: number
  readonly quantity_packages: string
  readonly repeat_number: string
  readonly filled: Filled | undefined
}

const nothing: Filled = { name: '', strength: '', instructions: '', warning_reason: '' }

export const emptyMedicine = (id: number): Medicine => ({
  id,
  ...nothing,
  quantity_packages: '1',
  repeat_number: '1',
  filled: undefined,
})

type Row = Pick<ConsultationItem, 'id' | 'type_code' | 'name' | 'instructions' | 'warning_reason'>

/** What the visit has of medicines, ready to be prescribed. */
export const medicinesOf = (rows: readonly Row[]): readonly Medicine[] => {
  const medicines = rows
    .filter(({ type_code }) => type_code === ItemType.Medicine)
    .map(({ id, name, instructions, warning_reason }) => {
      const filled = { name, strength: strengthIn(name), instructions, warning_reason }
      return { ...emptyMedicine(id), ...filled, filled }
    })
  return medicines.length === 0 ? [emptyMedicine(0)] : medicines
}

type Prescribed = Pick<
  NonNullable<Prescription['items_data']>[number],
  'id' | 'name' | 'strength' | 'instructions' | 'warning_reason' | 'quantity_packages' | 'repeat_number'
>

/** What another prescription has, ready to be prescribed in its place. */
export const medicinesIn = (items: readonly Prescribed[]): readonly Medicine[] =>
  items.map(({ id, name, strength, instructions, warning_reason, quantity_packages, repeat_number }) => {
    const filled = { name, strength, instructions, warning_reason }
    return {
      id,
      ...filled,
      quantity_packages: String(quantity_packages),
      repeat_number: String(repeat_number),
      filled,
    }
  })

/**
 * The medicine under another name. What a row filled in was about that row's medicine and goes with its name, as does what
 * was changed of it; the name brings it back. What is typed afterwards stays.
 */
export const renamed = (medicine: Medicine, name: string): Medicine => {
  const { filled } = medicine
  if (filled === undefined) return { ...medicine, name }
  if (medicine.name === filled.name) return { ...medicine, ...nothing, name, strength: strengthIn(name) }
  const isTyped = medicine.strength !== strengthIn(medicine.name)
  if (name === filled.name && !isTyped && medicine.instructions === '') return { ...medicine, ...filled }
  return { ...medicine, name, strength: isTyped ? medicine.strength : strengthIn(name) }
}

import { ApiError } from '@fetlock/sdk'
import { messageOf } from '../../api/problem.ts'
import type { Problems } from '../problems.tsx'
import { text } from '../../text/en.ts'
import type { Medicine } from './medicines.ts'

const fields = ['name', 'strength', 'instructions', 'quantity_packages', 'repeat_number'] as const
export type MedicineField = (typeof fields)[number]

export const idOfField = (at: number, name: string) => `prescribe-${at}-${name}`
const isCount = (typed: string) => /^[1-9]\d{0,3}$/.test(typed.trim())

/** What is missing or wrong, by the id of its field. */
export const problemsIn = (medicines: readonly Medicine[]): Problems =>
  Object.fromEntries(
    medicines.flatMap((medicine, at) =>
      fields.flatMap((name): readonly (readonly [string, string])[] => {
        const isNumber = name === 'quantity_packages' || name === 'repeat_number'
        const isRight = isNumber ? isCount(medicine[name]) : medicine[name].trim() !== ''
        return isRight ? [] : [[idOfField(at, name), text.visit.prescribe.missing[name]]]
      }),
    ),
  )

/** The field of the form for a name of the API, such as `prescription_items.1.name`; none where it has no field. */
const placeOf = (named: string) => {
  const [, at, name] = /^prescription_items\.(\d+)\.(\w+)$/.exec(named) ?? []
  if (name === 'valid_until') return 'prescribe-until'
  return fields.some((field) => field === name) ? idOfField(Number(at), name!) : ''
}

/** What the service refuses, at the field that it is about. */
export const refusedIn = (error: unknown): Problems => {
  const errors = error instanceof ApiError ? Object.entries(error.errors ?? {}) : []
  const named = errors.map(([name, [problem]]) => [placeOf(name), problem?.message ?? messageOf(error)] as const)
  return named.length === 0 ? { '': messageOf(error) } : Object.fromEntries(named)
}

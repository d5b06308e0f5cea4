import { ApiError } from '@fetlock/sdk'
import { fieldProblemsOf, isRefusal, messageOf } from '../../api/problem.ts'
import { problemsBy, type Problems } from '../../shared/problems.tsx'
import { emptyDraft } from './registration-draft.ts'
import type { Step } from './registration.ts'

export const idOfField = (name: string) => `new-${name}`

/** What stands under another name in the form. */
const fieldOf: Readonly<Record<string, string>> = {
  phone_number: 'phone',
  date_of_birth: 'born',
  supervising_veterinarian: 'vet',
}
/** Where a refusal is shown that is about no field of the form. */
const firstOf: Readonly<Record<Step, string>> = { client: 'lastname', phone: 'phone', patient: 'name', visit: 'reason' }

const isStep = (name: string): name is Step => name in firstOf
const stepOf = (error: unknown): Step =>
  error instanceof ApiError && error.entry !== undefined && isStep(error.entry) ? error.entry : 'client'

/** What went wrong, at the fields that it is about. */
export const problemsOf = (error: unknown): Problems => {
  if (!isRefusal(error)) return { '': messageOf(error) }
  const first = firstOf[stepOf(error)]
  const errors = Object.entries(fieldProblemsOf(error))
  return problemsBy(
    errors.length === 0
      ? [[idOfField(first), messageOf(error)]]
      : errors.map(([name, [problem]]) => {
          const shown = fieldOf[name] ?? name
          return [idOfField(shown in emptyDraft ? shown : first), problem?.message ?? messageOf(error)]
        }),
  )
}

/** In the order of the form. */
export const atFields = (complaints: Readonly<Record<string, string>>): Problems =>
  problemsBy(
    Object.keys(emptyDraft).flatMap((name) =>
      complaints[name] === undefined ? [] : [[idOfField(name), complaints[name]] as const],
    ),
  )

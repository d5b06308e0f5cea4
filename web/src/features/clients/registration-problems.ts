import { ApiProblem, messageOf } from '../../api/problem.ts'
import { plainText } from '../../shared/edit/fields.ts'
import { problemsBy, type Problems } from '../../shared/problems.tsx'
import { text } from '../../text/en.ts'
import { emptyDraft } from './registration-draft.ts'
import { Refused, type RefusedStep } from './registration.ts'
import { idOfField } from './RegistrationParts.tsx'

const words = text.registration

/** What stands under another name in the form. */
const fieldOf: Readonly<Record<string, string>> = {
  phone_number: 'phone',
  date_of_birth: 'born',
  supervising_veterinarian: 'vet',
}
/** Where a refusal is shown that is about no field of the form. */
const firstOf = { client: 'lastname', phone: 'phone', patient: 'name', visit: 'reason' } as const

const problemsOfStep = ({ step, problem, overlap }: RefusedStep): readonly (readonly [string, string])[] => {
  const placeOf = (name: string) => {
    const shown = fieldOf[name] ?? name
    return idOfField(shown in emptyDraft ? shown : firstOf[step])
  }
  if (overlap !== undefined)
    return overlap.names.map((name) => [placeOf(name), words.changedTo(plainText(overlap.now[name]))])
  const errors = problem instanceof ApiProblem ? Object.entries(problem.errors ?? {}) : []
  return errors.length === 0
    ? [[idOfField(firstOf[step]), messageOf(problem)]]
    : errors.map(([name, [first]]) => [placeOf(name), first?.message ?? messageOf(problem)])
}

export const problemsOf = (error: unknown): Problems =>
  problemsBy(
    error instanceof Refused ? error.steps.flatMap(problemsOfStep) : [[idOfField('lastname'), messageOf(error)]],
  )
/** In the order of the form. */
export const atFields = (complaints: Readonly<Record<string, string>>): Problems =>
  problemsBy(
    Object.keys(emptyDraft).flatMap((name) =>
      complaints[name] === undefined ? [] : [[idOfField(name), complaints[name]] as const],
    ),
  )

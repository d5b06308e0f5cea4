import { ApiProblem, messageOf } from '../../api/problem.ts'
import type { WriteState } from '../confirmed-writes.ts'
import type { Problems } from '../problems.tsx'
import { text } from '../../text/en.ts'

/** Why a write was refused, at the field that it is about. `fields` names the field for a name of the API. */
export const problemsOf = (state: WriteState, fields: Readonly<Record<string, string>> = {}): Problems => {
  if (state.kind !== 'refused') return {}
  const { error, answers } = state
  const named = error instanceof ApiProblem ? Object.keys(error.errors ?? {})[0] : undefined
  const message = answers.length === 0 ? messageOf(error) : `${messageOf(error)} ${text.payments.partDone}`
  return { [fields[named ?? ''] ?? '']: message }
}

/** The amount of a write that is under way. */
export const amountOfWrite = (state: WriteState) => ('amount' in state ? state.amount : '')

import { fieldProblemsOf, messageOf } from '../../api/problem.ts'
import type { WriteState } from '../confirmed-writes.ts'
import type { Problems } from '../problems.tsx'

/** Why a write was refused, at the field that it is about. `fields` names the field for a name of the API. */
export const problemsOf = (state: WriteState, fields: Readonly<Record<string, string>> = {}): Problems => {
  if (state.kind !== 'refused') return {}
  const named = Object.keys(fieldProblemsOf(state.error))[0]
  return { [fields[named ?? ''] ?? '']: messageOf(state.error) }
}

/** The amount of a write that is under way. */
export const amountOfWrite = (state: WriteState) => ('amount' in state ? state.amount : '')

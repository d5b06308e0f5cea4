import { invalid } from '../../kernel/errors.ts'
import { transitions, statuses, type Status } from './statuses.ts'

const inWords = (status: Status) => `${status} (${statuses[status]})`

/** Refuses a status transition that staff cannot make, naming those they can. */
export const requireTransition = (from: Status, to: Status) => {
  if (transitions[from].includes(to)) return
  const allowed = transitions[from].map(inWords).join(', ')
  throw invalid(
    'status',
    allowed === ''
      ? `The status ${inWords(from)} is final. To undo it, credit the invoice, or void the invoice while it is a draft.`
      : `The status cannot change from ${inWords(from)} to ${inWords(to)}. Choose one of ${allowed}.`,
    'invalid_transition',
  )
}

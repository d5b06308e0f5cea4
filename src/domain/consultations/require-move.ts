import { invalid } from '../../kernel/errors.ts'
import { moves, statuses, type Status } from './statuses.ts'

const inWords = (status: Status) => `${status} (${statuses[status]})`

/** Refuses a move that staff cannot make, naming those they can. */
export const requireMove = (from: Status, to: Status) => {
  if (moves[from].includes(to)) return
  const allowed = moves[from].map(inWords).join(', ')
  throw invalid(
    'status',
    allowed === ''
      ? `From ${inWords(from)} there is no move any more. Credit its invoice, or void it while it is a draft.`
      : `From ${inWords(from)} there is no move to ${inWords(to)}. Choose one of ${allowed}.`,
    'invalid_move',
  )
}

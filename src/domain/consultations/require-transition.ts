import { requireTransition as requireChange, type StatusChanges } from '../../kernel/transitions.ts'
import { statuses, transitions, type Status } from './statuses.ts'

const statusChanges: StatusChanges<Status> = {
  names: statuses,
  transitions,
  whenFinal: 'To undo it, credit the invoice, or void the invoice while it is a draft.',
}

/** Refuses a status transition that staff cannot make, naming those they can. */
export const requireTransition = (from: Status, to: Status) => requireChange(statusChanges, from, to)

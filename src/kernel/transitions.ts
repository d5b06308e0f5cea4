import { invalid } from './errors.ts'

/** The names of statuses and which may follow which. */
export type StatusChanges<S extends number> = {
  readonly names: Readonly<Record<S, string>>
  readonly transitions: { readonly [From in S]: readonly S[] }
  /** What to do instead of changing a final status. */
  readonly whenFinal: string
}

/** Refuses a status change that is not allowed, naming those that are. */
export const requireTransition = <const S extends number>(
  { names, transitions, whenFinal }: StatusChanges<S>,
  from: S,
  to: S,
) => {
  if (transitions[from].includes(to)) return
  const inWords = (status: S) => `${status} (${names[status]})`
  const allowed = transitions[from].map(inWords).join(', ')
  throw invalid(
    'status',
    allowed === ''
      ? `The status ${inWords(from)} is final. ${whenFinal}`
      : `The status cannot change from ${inWords(from)} to ${inWords(to)}. Choose one of ${allowed}.`,
    'invalid_transition',
  )
}

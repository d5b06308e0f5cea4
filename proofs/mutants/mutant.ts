/**
 * What a mutant changes: a condition that is judged otherwise, a bound that is moved, an effect that is missing or wrong, or
 * merely the shape of an answer.
 */
export type Kind = 'condition' | 'bound' | 'effect' | 'shape'

/** What a test cites: a line of the specification, 131 for [S131], or a row of another list by its name, V6.2.4, security-17 or, where a decision of ours sets the rule, decision-45. */
export type Cited = number | string
export const citationOf = (cited: Cited) => (typeof cited === 'number' ? `S${cited}` : cited)

/** One place of the program that is changed to break a rule. */
export type Change = {
  readonly file: string
  /** Occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
}

/** One rule broken on purpose. A test that cites the line must fail. */
export type Mutant = Change & {
  readonly line: Cited
  readonly kind: Kind
  /** What the program does wrong then. */
  readonly breaks: string
}

/** Rules broken on purpose, under what the program does wrong then. A proof must fail. */
export type ProofMutants = Readonly<Record<string, readonly Change[]>>

export const titleOf = ({ line, breaks }: Pick<Mutant, 'line' | 'breaks'>) => `${citationOf(line)} ${breaks}`

/** The text with the change in it, or why it cannot be applied. */
export const applyTo = (text: string, { find, replace }: Pick<Change, 'find' | 'replace'>) => {
  const [before, after, ...more] = text.split(find)
  if (after === undefined) return { problem: 'the text to find is not in the file' } as const
  if (more.length > 0) return { problem: `the text to find is in the file ${more.length + 1} times` } as const
  if (find === replace) return { problem: 'it changes nothing' } as const
  return { text: before + replace + after } as const
}

/** Mutants of one file. */
export const inFile = (file: string, mutants: readonly Omit<Mutant, 'file'>[]): readonly Mutant[] =>
  mutants.map((mutant) => ({ file, ...mutant }))

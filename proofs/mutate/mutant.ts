/**
 * What a mutant changes: a condition that is judged otherwise, a bound that is moved, an effect that is missing or wrong, or
 * merely the shape of an answer.
 */
export type Kind = 'condition' | 'bound' | 'effect' | 'shape'

/** One rule of the specification broken on purpose. A test that cites the line must fail. */
export type Mutant = {
  /** The line of the specification, as tests cite it: 131 for [S131]. */
  readonly line: number
  readonly kind: Kind
  /** What the program does wrong then. */
  readonly breaks: string
  readonly file: string
  /** Occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
}

export const titleOf = ({ line, breaks }: Pick<Mutant, 'line' | 'breaks'>) => `S${line} ${breaks}`

/** The text with the mutant in it, or why it cannot be applied. */
export const applyTo = (text: string, { find, replace }: Pick<Mutant, 'find' | 'replace'>) => {
  const [before, after, ...more] = text.split(find)
  if (after === undefined) return { problem: 'the text to find is not in the file' } as const
  if (more.length > 0) return { problem: `the text to find is in the file ${more.length + 1} times` } as const
  if (find === replace) return { problem: 'it changes nothing' } as const
  return { text: before + replace + after } as const
}

/** Mutants of one file. */
export const inFile = (file: string, mutants: readonly Omit<Mutant, 'file'>[]): readonly Mutant[] =>
  mutants.map((mutant) => ({ file, ...mutant }))

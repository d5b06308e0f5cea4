import { variable } from './variables.ts'

/** A setting without a value. */
class MissingSettings extends Error {
  readonly names: readonly string[]
  constructor(names: readonly string[]) {
    super(`Set ${names.join(', ')}. docs/operating/configuration.md lists every setting.`)
    this.names = names
  }
}

export const required = (name: string, otherwise?: string): string => {
  const value = variable(name) ?? otherwise
  if (value === undefined || value === '') throw new MissingSettings([name])
  return value
}

const attempt = <T>(read: () => T): { readonly value: T } | { readonly problem: unknown } => {
  try {
    return { value: read() }
  } catch (problem) {
    return { problem }
  }
}

type Readers = Readonly<Record<string, () => unknown>>
type Settings<R extends Readers> = { readonly [K in keyof R]: ReturnType<R[K]> }

/** Reads several settings. One error says everything that is wrong with them. */
export const readSettings = <const R extends Readers>(readers: R): Settings<R> => {
  const results = Object.entries(readers).map(([key, read]) => ({ key, ...attempt(read) }))
  const problems = results.flatMap((result) => ('problem' in result ? [result.problem] : []))
  // A setting that depends on another one reports that one's problem too.
  const missing = [...new Set(problems.flatMap((problem) => (problem instanceof MissingSettings ? problem.names : [])))]
  const others = problems.flatMap((problem) => (problem instanceof MissingSettings ? [] : [problem]))
  if (others.length > 0) {
    const first = missing.length > 0 ? [new MissingSettings(missing)] : []
    throw new Error([...new Set([...first, ...others].map((problem) => (problem as Error).message))].join('\n'))
  }
  if (missing.length > 0) throw new MissingSettings(missing)
  return Object.fromEntries(
    results.map((result) => [result.key, 'value' in result ? result.value : undefined]),
  ) as Settings<R>
}

export const wholeNumber = (name: string, otherwise: string): number => {
  const value = required(name, otherwise)
  if (!/^\d{1,6}$/.test(value)) throw new Error(`${name} must be a whole number, not "${value}".`)
  return Number(value)
}

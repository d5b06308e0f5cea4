import { InvalidValue } from './errors.ts'

const source = Symbol('source')
type Literal = { readonly [source]: string }

const isLiteral = (input: unknown): input is Literal => typeof input === 'object' && input !== null && source in input

/** Whether a value is an object with names, and not an array or a number kept as it was written. */
export const isObject = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null && !Array.isArray(input) && !isLiteral(input)

/** The text of a number as it was written, or of a string; undefined for anything else. */
export const literalOf = (input: unknown): string | undefined => {
  if (typeof input === 'string') return input
  if (typeof input === 'number') return String(input)
  return isLiteral(input) ? input[source] : undefined
}

const maxDepth = 32
const maxNames = 1_000
const maxValues = 100_000

const parseError = (what: string) => new InvalidValue(`JSON parse error - ${what}`, 'parse_error')

/**
 * Counts brackets, names and values outside strings before parsing: JSON.parse takes any depth, and recursion over the
 * result would overflow the stack; a million values in one body would block the event loop for a second.
 */
const requireWithinLimits = (text: string) => {
  const names = new Uint32Array(maxDepth + 1)
  let [depth, values] = [0, 1]
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (quoted) {
      if (character === 0x5c) at++
      else if (character === 0x22) quoted = false
    } else if (character === 0x22) quoted = true
    else if (character === 0x7b || character === 0x5b) {
      if (++depth > maxDepth) throw parseError(`nested deeper than ${maxDepth} levels.`)
      names[depth] = 0
    } else if (character === 0x7d || character === 0x5d) depth--
    else if (character === 0x3a && ++names[depth]! > maxNames)
      throw parseError(`more than ${maxNames} names in one object. Send fewer.`)
    else if (character === 0x2c && ++values > maxValues)
      throw parseError(`more than ${maxValues} values. Send less at once.`)
  }
}

/** Parses JSON and keeps the text of every number that a float would change, so a decimal is never rounded on the way in. */
export const parseJson = (text: string, what = 'the body'): unknown => {
  requireWithinLimits(text)
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
      typeof value === 'number' && context?.source !== undefined && context.source !== String(value)
        ? ({ [source]: context.source } satisfies Literal)
        : value,
    )
  } catch {
    throw new InvalidValue(`JSON parse error - ${what} is not valid JSON.`, 'parse_error')
  }
}

import { parseBody } from '../kernel/body.ts'
import { ApiError } from '../kernel/errors.ts'
import type { CreateInput, Fields } from '../kernel/fields.ts'
import { linksOf } from '../kernel/links.ts'
import { UsageError } from './command.ts'

const noLinks = linksOf('', 0)
const fieldOf = (option: string) => option.replaceAll('-', '_')
const optionOf = (field: string) => `--${field.replaceAll('_', '-')}`

/** Parses options like the API's fields of the same names. Options that were not given are left out. */
export const readFields = <const F extends Fields>(
  fields: F,
  values: Readonly<Record<string, unknown>>,
): CreateInput<F> => {
  const given = Object.entries(values).flatMap(([option, value]) =>
    value !== undefined && fieldOf(option) in fields ? [[fieldOf(option), value]] : [],
  )
  try {
    return parseBody(fields, { kind: 'json', value: Object.fromEntries(given) }, 'create', noLinks)
  } catch (problem) {
    if (!(problem instanceof ApiError) || problem.fields === undefined) throw problem
    const errors = Object.entries([problem.fields].flat()[0] ?? {})
    throw new UsageError(errors.map(([field, [first]]) => `${optionOf(field)}: ${first?.message}`).join('\n'))
  }
}

/** Parses an option that takes an id. */
export const readId = (option: string, value: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new UsageError(`${option} takes an id, for example ${option} 1.`)
  return Number(value)
}

import type { Field, Schema } from '../../../src/kernel/fields.ts'
import { inAddress, ordinary, type Given } from './given.ts'

const textOf = ({ maxLength, examples }: Schema, { word, n }: Given, ending: string): string => {
  const [example] = (examples ?? []) as readonly string[]
  if (example?.includes('@')) return example.replace(/^[^@]+/, `${inAddress(word)}.${n}`)
  return example ?? word.slice(0, (maxLength as number) - ending.length) + ending
}

const cutUntil = (fits: RegExp, amount: string): string =>
  fits.test(amount) || amount === '' ? amount : cutUntil(fits, amount.slice(0, -1))

/** A value that the schema of a field allows. The suffix makes it unique where it must be. */
export const valueOf = (schema: Schema, given: Given, ending = ''): unknown => {
  const { type, format, anyOf, items, properties = {}, pattern, minimum = 0, maximum = 0 } = schema
  if (anyOf) return valueOf((anyOf as readonly Schema[])[0]!, given, ending)
  if (schema['x-links-to']) return given.linked(schema['x-links-to'] as string)
  if (schema['x-codelist']) return given.have[schema['x-codelist'] as string]
  if (schema.enum) return (schema.enum as readonly unknown[])[0]
  if (pattern) return cutUntil(new RegExp(pattern as string), given.amount)
  if (format === 'date') return given.day
  if (format === 'date-time') return `${given.day}T10:00:00Z`
  if (type === 'string') return textOf(schema, given, ending)
  if (type === 'integer') return Math.min(Math.max(ending ? given.n : 7, minimum as number), maximum as number)
  if (type === 'boolean') return true
  if (type === 'array') return [valueOf(items as Schema, given)].filter((item) => item !== null)
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties as Record<string, Schema>).map(([name, each]) => [name, valueOf(each, given)]),
    )
  throw new Error(`test/support/samples/values.ts has no value for ${JSON.stringify(schema)}.`)
}

/** A value for a field that is not a link. */
const exampleOf = ({ schema, writeSchema }: Field) =>
  valueOf(writeSchema ?? schema, { ...ordinary, linked: () => null, have: {}, n: 0 })

/** Filter values that can be derived neither from the record nor from the type of the parameter. */
const otherValues: Readonly<Record<string, string>> = {
  phonenumbers__icontains: '111',
  filter_type: 'or',
  type_code: '2',
}

/** A value for a filter of a list, taken from one of its records. */
export const valueFor = (
  parameter: string,
  kind: Field,
  record: Readonly<Record<string, unknown>>,
): string | undefined => {
  if (otherValues[parameter] !== undefined) return otherValues[parameter]
  const [field = '', operator] = parameter.split('__')
  if (operator === 'is_null') return 'false'
  if (operator === undefined) return undefined
  const own = (kind.type === 'codelist' ? record[`${field}_code`] : undefined) ?? record[field]
  const known = own === '' ? exampleOf(kind) : (own ?? exampleOf(kind))
  const found: unknown = Array.isArray(known) ? known[0] : known
  // For a record without a patient any value will do.
  if (found == null) return kind.link ? '1' : undefined
  const value = typeof found === 'string' ? found : JSON.stringify(found)
  if (operator === 'range') return `${value},${value}`
  return operator === 'icontains' ? value.slice(0, 3) : value
}

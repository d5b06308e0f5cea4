import { InvalidValue } from '../../kernel/errors.ts'
import type { Field } from '../../kernel/fields.ts'
import { isObject, literalOf } from '../../kernel/json.ts'
import { text } from '../../kernel/values.ts'

/** An integration's own id and data for a record. `metadata` is JSON text, because `jsonb` would rewrite numbers (1e3 as 1000). */
export type ExternalInfo = { readonly external_id?: string; readonly metadata?: string }

const maxMetadata = 10_000
const externalId = text(255, { optional: true })

const requireStorable = (value: string): string => {
  if (value.includes('\0') || !value.isWellFormed())
    throw new InvalidValue(
      'metadata: a name or a string contains a null character or an unpaired surrogate. Remove it.',
    )
  return value
}

/** JSON of a parsed value, with every number as it was written: `5.0` stays `5.0`. */
const stringifyExactly = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(requireStorable(value))
  if (Array.isArray(value)) return `[${value.map(stringifyExactly).join(',')}]`
  if (isObject(value))
    return `{${Object.entries(value)
      .map(([name, inner]) => `${JSON.stringify(requireStorable(name))}:${stringifyExactly(inner)}`)
      .join(',')}}`
  return literalOf(value) ?? JSON.stringify(value)
}

const parseMetadata = (input: unknown): string => {
  if (!isObject(input))
    throw new InvalidValue('metadata: send an object such as {"key": "value"}, or {} to clear it.', 'not_an_object')
  const written = stringifyExactly(input)
  if (written.length > maxMetadata)
    throw new InvalidValue(
      `metadata: ${written.length} characters as compact JSON, and at most ${maxMetadata} are allowed. Send less.`,
      'max_length',
    )
  return written
}

const schema = {
  type: 'object',
  properties: {
    external_id: {
      ...externalId.schema,
      description: 'The id of the document in the external system. Empty until it is sent; not checked for duplicates.',
    },
    metadata: {
      type: 'object',
      properties: {},
      description: `Any JSON object, kept as it was sent and replaced as a whole: at most ${maxMetadata} characters. \`{}\` clears it.`,
    },
  },
}

/**
 * The columns `external_id` and `metadata`, shown as one object. The kernel cannot write two columns for one field, so a
 * resource that uses it has rules that do (prepayments.ts). A part that is not sent keeps its value.
 */
export const externalInfo: Field<ExternalInfo, { optional: true; about: string }> = {
  type: 'object',
  options: {
    optional: true,
    about:
      'What an external system, such as the bookkeeping, stores with the prepayment. Changing it advances `modified`; a part that is not sent stays.',
  },
  schema: { ...schema, required: ['external_id', 'metadata'] },
  writeSchema: schema,
  cast: 'jsonb',
  parse: (input, links) => {
    if (!isObject(input)) throw new InvalidValue('Send an object with external_id, metadata or both.', 'not_an_object')
    return {
      ...('external_id' in input && { external_id: externalId.parse(input.external_id, links) }),
      ...('metadata' in input && { metadata: parseMetadata(input.metadata) }),
    }
  },
  select: (_column, { row }) =>
    `json_build_object('external_id', ${row}.external_id, 'metadata', ${row}.metadata::json)`,
}

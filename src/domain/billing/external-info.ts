import { InvalidValue } from '../../kernel/errors.ts'
import type { Field } from '../../kernel/fields.ts'
import { isObject, literalOf } from '../../kernel/json.ts'
import { text } from '../../kernel/values.ts'

/** What an external system stores about a record of ours; `metadata` is JSON text. */
export type ExternalInfo = { readonly external_id?: string; readonly metadata?: string }

const longestMetadata = 10_000
const externalId = text(255, { optional: true })

const requireText = (value: string): string => {
  if (value.includes('\0') || !value.isWellFormed())
    throw new InvalidValue('metadata contains a null character or an unpaired surrogate. Remove it.')
  return value
}

/** JSON of a parsed value, with every number as it was written: `5.0` stays `5.0`. */
const toJson = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(requireText(value))
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`
  if (isObject(value))
    return `{${Object.entries(value)
      .map(([name, inner]) => `${JSON.stringify(requireText(name))}:${toJson(inner)}`)
      .join(',')}}`
  return literalOf(value) ?? JSON.stringify(value)
}

const parseMetadata = (input: unknown): string => {
  if (!isObject(input)) throw new InvalidValue('metadata: expected an object.', 'not_an_object')
  const written = toJson(input)
  if (written.length > longestMetadata)
    throw new InvalidValue(`metadata: ensure that it has no more than ${longestMetadata} characters.`, 'max_length')
  return written
}

const schema = {
  type: 'object',
  properties: { external_id: externalId.schema, metadata: { type: 'object', properties: {} } },
}

/** Two columns that are read and written as one object. A part that is not sent keeps its value. */
export const externalInfo: Field<ExternalInfo, { optional: true }> = {
  type: 'object',
  options: { optional: true },
  schema: { ...schema, required: ['external_id', 'metadata'] },
  writeSchema: schema,
  cast: 'jsonb',
  parse: (input, links) => {
    if (!isObject(input)) throw new InvalidValue('Expected an object with external_id and metadata.', 'not_an_object')
    return {
      ...('external_id' in input && { external_id: externalId.parse(input.external_id, links) }),
      ...('metadata' in input && { metadata: parseMetadata(input.metadata) }),
    }
  },
  select: (_column, { row }) =>
    `json_build_object('external_id', ${row}.external_id, 'metadata', ${row}.metadata::json)`,
}

import { InvalidValue } from '../../kernel/errors.ts'
import type { Field } from '../../kernel/fields.ts'
import { isObject, literalOf } from '../../kernel/json.ts'
import { text } from '../../kernel/values.ts'

/** What another system keeps here about a record of ours. */
export type ExternalInfo = { readonly external_id?: string; readonly metadata?: string }

const longestMetadata = 10_000
const externalId = text(255, { optional: true })

const requireText = (value: string): string => {
  if (value.includes('\0') || !value.isWellFormed())
    throw new InvalidValue('metadata has a null or half a character in it. Remove it.')
  return value
}

/** A value as JSON holds it. A number that a float would change is kept as it was written, as text. */
const plain = (value: unknown): unknown => {
  if (typeof value === 'string') return requireText(value)
  if (Array.isArray(value)) return value.map(plain)
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [requireText(name), plain(inner)]))
  return typeof value === 'object' && value !== null ? literalOf(value) : value
}

const parseMetadata = (input: unknown): string => {
  if (!isObject(input)) throw new InvalidValue('metadata: expected an object.', 'not_an_object')
  const written = JSON.stringify(plain(input))
  if (written.length > longestMetadata)
    throw new InvalidValue(`metadata: ensure that it is no longer than ${longestMetadata} characters.`, 'max_length')
  return written
}

const schema = {
  type: 'object',
  properties: { external_id: externalId.schema, metadata: { type: 'object', properties: {} } },
}

/** Two columns that are shown and sent as one object. What is left out stays as it is. */
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
  select: (_column, { row }) => `json_build_object('external_id', ${row}.external_id, 'metadata', ${row}.metadata)`,
}

import { InvalidValue } from '../../kernel/errors.ts'
import type { Field, FieldOptions, Schema } from '../../kernel/fields.ts'
import { isObject, literalOf, parseJson } from '../../kernel/json.ts'
import type { ContentType } from './field-types.ts'
import type { SentValue } from './values.ts'

const maxValues = 500
export const largestId = 999_999_999_999_999

const option = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', description: 'Identifies the option within its field, whatever it is called.' },
    name: { type: 'string', description: 'The option as it is called now.' },
  },
}
const valueSchema: Schema = { anyOf: [{ type: 'string' }, { type: 'array', items: option }] }
const chosen = {
  type: 'object',
  properties: {
    id: { type: 'integer', description: 'Identifies the option within its field, whatever it is called.' },
    name: { type: 'string', description: 'What the option is called, where `id` is not sent.' },
  },
}
const sentSchema: Schema = {
  anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'boolean' }, { type: 'array', items: chosen }],
}
const whatValuesAre =
  'Text, as the type of the field requires: a whole number, a date like 2026-03-31, `True` or `False`, JSON encoded as a string; for select fields a list of options. An empty text, or an empty list, clears it.'

/** SQL of what is shown of the value at `value` of the field at `field`: its text, or the options it names. */
const shown = (value: string, field: string) => `case when ${field}.field_type in (6, 7) then (
  select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name) order by array_position(${value}.options, o.id)), '[]'::json)
  from jsonb_to_recordset(${field}.options) as o (id int, name text) where o.id = any(${value}.options))
  else to_json(${value}.value) end`

/** The value of a custom field. Its format depends on the definition, which the rule knows. */
export const customValue = <const O extends FieldOptions>(options: O = {} as O): Field<unknown, O> => ({
  type: 'value',
  options: { about: whatValuesAre, ...options },
  schema: valueSchema,
  writeSchema: sentSchema,
  cast: 'text',
  parse: (input) => input,
  select: (_column, { row, organisation }) => `(select ${shown(row, 'f')} from custom_field f
    where f.organisation = ${organisation} and f.id = ${row}.field)`,
})

const parseEntry = (input: unknown): SentValue => {
  const entry = typeof input === 'string' ? parseJson(input) : input
  if (!isObject(entry)) throw new InvalidValue('Send each value as an object with field_id and value.', 'not_an_object')
  const literal = literalOf(entry.field_id) ?? ''
  if (!/^\d{1,15}$/.test(literal)) throw new InvalidValue('Give each value the field_id of its definition.', 'required')
  if (entry.value === undefined)
    throw new InvalidValue(`Field ${literal} has no value. Send an empty string to clear it.`)
  return { field_id: Number(literal), value: entry.value }
}

const named = {
  field_id: {
    type: 'integer',
    minimum: 1,
    maximum: largestId,
    description: 'The `id` of the definition in `/custom_fields/`.',
  },
}
const described = (value: Schema) => ({ ...value, description: whatValuesAre })

/** All custom field values of a record. Those that are sent are changed, the others stay as they are. */
export const fieldsRel = (contentType: ContentType): Field<SentValue[], { optional: true; about: string }> => ({
  type: 'list',
  options: {
    optional: true,
    about: `The values of the custom fields of this ${contentType}. Those that are sent are changed, the others stay; an empty value clears one. Required fields are refused without a value. \`/custom_fields/?content_type__is=${contentType}\` lists the fields.`,
  },
  schema: {
    type: 'array',
    items: {
      type: 'object',
      required: ['id', 'field_id', 'label', 'value'],
      properties: {
        id: { type: 'integer', description: 'Identifies the value itself in `/custom_field_values/`.' },
        ...named,
        label: { type: 'string', description: 'The name of the field, as it is now.' },
        value: described(valueSchema),
      },
    },
  },
  writeSchema: {
    type: 'array',
    maxItems: maxValues,
    items: { type: 'object', required: ['field_id', 'value'], properties: { ...named, value: described(sentSchema) } },
  },
  cast: 'jsonb',
  many: true,
  parse: (input) => {
    if (!Array.isArray(input)) throw new InvalidValue('Expected a list of items.', 'not_a_list')
    if (input.length > maxValues)
      throw new InvalidValue(`Ensure this list has no more than ${maxValues} items.`, 'max_items')
    return input.map(parseEntry)
  },
  select: (_column, { row, organisation }) => `(
    select coalesce(json_agg(json_build_object('id', v.id, 'field_id', v.field, 'label', f.name, 'value', ${shown('v', 'f')})
      order by v.id), '[]'::json)
    from custom_field_value v join custom_field f on f.organisation = ${organisation} and f.id = v.field
    where v.organisation = ${organisation} and v.${contentType} = ${row}.id)`,
})

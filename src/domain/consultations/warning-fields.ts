import type { Field, readOnly, SqlScope } from '../../kernel/fields.ts'
import { urlOf } from '../../kernel/links.ts'
import { anything } from '../../kernel/values.ts'

const described = (description: string, format?: string) => ({
  type: 'string',
  ...(format !== undefined && { format }),
  description,
})

const schema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['contraindication', 'patient', 'substance', 'atc_prefix', 'reaction', 'contains'],
    properties: {
      contraindication: described('What is met: a record at `/contraindication/`.', 'uri'),
      patient: described('Which animal must not get it.', 'uri'),
      substance: described('What the animal must not get, as it was when it was compared.'),
      atc_prefix: described('The beginning of ATC codes that it must not get.'),
      reaction: described('What would happen.'),
      contains: described('What of the item or medicine meets it.'),
    },
  },
}

/** Stored warnings with links instead of ids, in SQL that gives one JSON object each. */
export const shownWarning = (stored: string, at: SqlScope) =>
  `json_build_object('contraindication', ${urlOf('contraindication', `(${stored}->>'contraindication')`, at)},
    'patient', ${urlOf('patient', `(${stored}->>'patient')`, at)}, 'substance', ${stored}->'substance',
    'atc_prefix', ${stored}->'atc_prefix', 'reaction', ${stored}->'reaction', 'contains', ${stored}->'contains')`

/** The contraindications that something met, in the order in which they were recorded. */
export const warningsField = (
  about: string,
  select = (column: string, at: SqlScope) =>
    `(select coalesce(json_agg(${shownWarning('w', at)} order by n), '[]') from jsonb_array_elements(${column}) with ordinality met (w, n))`,
): Field<unknown, typeof readOnly> => ({ ...anything({ about }), type: 'list', schema, select })

import { namedEnum } from './enums.ts'
import type { Schema } from './fields.ts'
import { maxEntries } from './composite-plan.ts'

const name = {
  type: 'string',
  pattern: '^[A-Za-z]\\w{0,63}$',
  description: 'Identifies the entry in the answer, in refusals and in references. Each name once.',
}
const path = {
  type: 'string',
  pattern: '^/',
  description:
    'The path below the API root, with its query, such as `/department/`. In the place of an id may stand a reference to an earlier entry: `{name.id}`, or a link of its record.',
}
const body = {
  description:
    'The body of the request. `{"$entry": "name", "field": "url"}` in the place of a value refers to an earlier entry.',
}
const ifMatch = {
  type: 'string',
  description:
    'An `ETag`, as `If-Match` has it: refused (412) unless the record had this version before the composite.',
}

const entryOf = (methods: readonly string[], description: string, more: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  description,
  required: ['name', 'method', 'path'],
  additionalProperties: false,
  properties: {
    name,
    method: { type: 'string', ...namedEnum(methods, methods), description: 'What the entry does at its path.' },
    path,
    ...more,
  },
})

export const bodySchema: Schema = {
  type: 'object',
  description: 'What to carry out, in this order.',
  required: ['entries'],
  properties: {
    entries: {
      type: 'array',
      minItems: 1,
      maxItems: maxEntries,
      description: 'The requests, told apart by their `method`.',
      items: {
        oneOf: [
          entryOf(['POST'], 'Creates a record, or acts on one.', { body }),
          entryOf(['PUT', 'PATCH'], 'Changes a record.', { body, if_match: ifMatch }),
          entryOf(['DELETE'], 'Removes a record.', { if_match: ifMatch }),
        ],
      },
    },
  },
}

export const answerSchema: Schema = {
  type: 'object',
  description: 'What became of each entry, read once all of them had been carried out.',
  required: ['entries'],
  properties: {
    entries: {
      type: 'array',
      description: 'In the order sent.',
      items: {
        type: 'object',
        required: ['name', 'status'],
        properties: {
          name: { type: 'string', description: 'Which entry this is about.' },
          status: { type: 'integer', description: 'The status that it would have had if it had been sent alone.' },
          location: { type: 'string', format: 'uri', description: 'Where the record that was created can be read.' },
          etag: { type: 'string', description: 'The version of the record, for the next `If-Match`.' },
          body: {
            description: 'The record as it is now. Left out where there is none, or a later entry has removed it.',
          },
        },
      },
    },
  },
}

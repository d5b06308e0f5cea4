import { namedEnum } from '../kernel/enums.ts'
import { kernelErrorCodes, listCodes, type CodeRegistry } from '../kernel/error-codes.ts'
import { nonField } from '../kernel/errors.ts'
import type { Schema } from '../kernel/fields.ts'

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const errorCode = (registry: CodeRegistry): Schema => {
  const codes = listCodes(registry)
  const names = codes.map(({ code }) => code)
  return {
    type: 'string',
    description:
      'What went wrong, for programs. A code never changes its meaning; new ones may be added, so expect codes that you do not know. `/errors/` lists them with what to do.',
    ...namedEnum(names, names),
    'x-enum-descriptions': codes.map(({ meaning, remedy }) => `${meaning} ${remedy}`),
  }
}

const byField = (description: string, entry: Schema, example: unknown): Schema => ({
  type: 'object',
  description: `${description} By the name of the field, query parameter or header; \`${nonField}\` for what belongs to none of them.`,
  additionalProperties: { type: 'array', minItems: 1, items: entry },
  example,
})

const oneOrMany = (description: string, name: string): Schema => ({
  description,
  oneOf: [
    refTo(name),
    {
      type: 'array',
      description: 'For a bulk request: one object for each entry, in the order sent; an empty one for a valid entry.',
      items: refTo(name),
    },
  ],
})

const required = 'This field is required.'

const problem: Schema = {
  type: 'object',
  description: 'An error as RFC 9457 problem details, given to clients that accept `application/problem+json`.',
  required: ['type', 'title', 'status', 'detail', 'code', 'instance'],
  properties: {
    type: {
      type: 'string',
      format: 'uri',
      description: 'The address at which this `code` is explained. Compare `code` rather than this.',
    },
    title: { type: 'string', description: 'What the `code` means, in one sentence that is the same every time.' },
    status: { type: 'integer', description: 'The status code of the response, repeated.' },
    detail: {
      type: 'string',
      description: 'What went wrong this time and what to do, for people; it may be reworded.',
    },
    code: { ...refTo('ErrorCode'), description: 'The kind of problem, for programs to compare.' },
    instance: { type: 'string', format: 'uri-reference', description: 'The path of the request, without its query.' },
    errors: { ...refTo('ProblemErrors'), description: 'Only in a 400: what is wrong with each field.' },
    entry: { type: 'string', description: 'Only of a composite: the name of the entry that was refused.' },
  },
  example: {
    type: 'https://fetlock.example/errors/#invalid',
    title: kernelErrorCodes.invalid.meaning,
    status: 400,
    detail: 'The request has invalid values.',
    code: 'invalid',
    instance: '/1/api/0.1/patient/',
    errors: { client: [{ message: required, code: 'required' }] },
  },
}

/** What an error looks like, plain and as problem details, with every code that there is. */
export const errorSchemas = (registry: CodeRegistry = kernelErrorCodes): Readonly<Record<string, Schema>> => ({
  ErrorCode: errorCode(registry),
  FieldMessages: byField(
    'What is wrong with each field, for people.',
    { type: 'string', description: 'What is wrong and what to do; it may be reworded.' },
    { client: [required] },
  ),
  FieldErrors: oneOrMany('The body of a 400: what is wrong with each field.', 'FieldMessages'),
  Detail: {
    type: 'object',
    description: 'The body of every error other than a 400.',
    required: ['detail'],
    properties: {
      detail: { type: 'string', description: 'What went wrong and what to do, for people; it may be reworded.' },
    },
    example: { detail: 'No Patient matches the given query.' },
  },
  FieldError: {
    type: 'object',
    description: 'One thing that is wrong with a field.',
    required: ['message', 'code'],
    properties: {
      message: { type: 'string', description: 'What is wrong and what to do, for people; it may be reworded.' },
      code: { ...refTo('ErrorCode'), description: 'The kind of mistake, for programs to compare.' },
    },
    example: { message: required, code: 'required' },
  },
  FieldProblems: byField('What is wrong with each field, with a code for each.', refTo('FieldError'), {
    client: [{ message: required, code: 'required' }],
  }),
  ProblemErrors: oneOrMany('What is wrong with each field of a request that got a 400.', 'FieldProblems'),
  Problem: problem,
})

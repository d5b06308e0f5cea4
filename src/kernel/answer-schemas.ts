import { namedEnum } from './enums.ts'
import type { Schema } from './fields.ts'

// The schema of an answer that is not a record. Everything in it says what it means.

export const word = (description: string): Schema => ({ type: 'string', description })
export const oneWordOf = (description: string, words: readonly string[]): Schema => ({
  type: 'string',
  ...namedEnum(words, words),
  description,
})
export const address = (description: string): Schema => ({ type: 'string', format: 'uri', description })
export const day = (description: string): Schema => ({ type: 'string', format: 'date', description })
export const flag = (description: string): Schema => ({ type: 'boolean', description })

export const orNull = ({ description, ...schema }: Schema): Schema => ({
  anyOf: [schema, { type: 'null' }],
  ...(description === undefined ? {} : { description }),
})

/** An object that has all of these properties and no others. */
export const shapeOf = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
export const objectOf = (description: string, properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  description,
  ...shapeOf(properties),
})
export const listOf = (description: string, items: Schema): Schema => ({ type: 'array', description, items })

import type { At, Field, Schema } from '../../kernel/fields.ts'
import { anything } from '../../kernel/values.ts'

const readOnly = { readOnly: true } as const

/** Something that is not kept but follows from what is, as SQL at the row. */
export const computed = (schema: Schema, select: (at: At) => string): Field<unknown, typeof readOnly> => ({
  ...anything(),
  schema,
  select: (_column, at) => select(at),
})

export const amount: Schema = { type: 'string', pattern: '^-?\\d+\\.\\d+$' }

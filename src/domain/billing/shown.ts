import type { At, Field, Schema, Table } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { anything } from '../../kernel/values.ts'

const readOnly = { readOnly: true } as const
const readOnlyOrNull = { readOnly: true, nullable: true } as const

/** Something that is not kept but follows from what is, as SQL at the row. */
export const computed = (schema: Schema, select: (at: At) => string): Field<unknown, typeof readOnly> => ({
  ...anything(),
  schema,
  select: (_column, at) => select(at),
})

export const amount: Schema = { type: 'string', pattern: '^-?\\d+\\.\\d+$' }

/** A link to a record of the practice that this API does not show yet. */
export const linkAhead = (table: Table): Field<number, typeof readOnlyOrNull> => {
  const { link: _link, ...field } = ref(table, readOnlyOrNull)
  return { ...field, schema: { type: 'string', format: 'uri' } }
}

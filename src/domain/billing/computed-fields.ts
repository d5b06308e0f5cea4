import { readOnly, readOnlyOrNull, type SqlScope, type Field, type Id, type Schema } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { anything, decimal } from '../../kernel/values.ts'
import { voided } from './statuses.ts'

/** A read-only field that is computed in SQL and not stored. */
export const computed = (schema: Schema, select: (at: SqlScope) => string): Field<unknown, typeof readOnly> => ({
  ...anything(),
  type: typeof schema.type === 'string' ? schema.type : 'object',
  schema,
  select: (_column, at) => select(at),
})

export const twoDecimals: Schema = { type: 'string', pattern: '^-?\\d+\\.\\d{2}$' }

/** The unit price with VAT. */
export const priceWithVat: Field<string, typeof readOnly> = {
  ...decimal(14, 2, readOnly),
  select: (_column, { row }) => `with_vat(${row}.price, ${row}.vat_percentage)::text`,
}

/** The link to the invoice of a visit or a sale: not its credit notes, and not a voided draft. */
export const invoiceLinkOf = (
  source: 'consultation' | 'countersale_record',
): Field<Id<'invoice'>, typeof readOnlyOrNull> => {
  const joins = (target: string, _column: string, { row }: SqlScope) =>
    `${target}.${source} = ${row}.id and not ${target}.credit_note and ${target}.status <> ${voided}`
  return {
    ...ref('invoice', readOnlyOrNull),
    link: { table: 'invoice', by: 'url', from: 'children', joins },
    select: (column, at) => `(select ${at.base} || 'invoice/' || i.id || '/' from invoice i
      where i.organisation = ${at.organisation} and ${joins('i', column, at)})`,
  }
}

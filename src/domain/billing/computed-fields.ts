import type { readOnly, readOnlyOrNull, SqlScope, Field, FieldOptions, Id, Schema } from '../../kernel/fields.ts'
import { ref, urlOf } from '../../kernel/links.ts'
import { anything, decimal } from '../../kernel/values.ts'
import { voided } from './statuses.ts'

/** A read-only field that is computed in SQL and not stored. */
export const computed = (
  schema: Schema,
  select: (at: SqlScope) => string,
  options: Pick<FieldOptions, 'about'> = {},
): Field<unknown, typeof readOnly> => ({
  ...anything(options),
  type: typeof schema.type === 'string' ? schema.type : 'object',
  schema,
  select: (_column, at) => select(at),
})

export const twoDecimals: Schema = { type: 'string', pattern: '^-?\\d+\\.\\d{2}$' }

/** The unit price with VAT. */
export const priceWithVat: Field<string, typeof readOnly> = {
  ...decimal(14, 2, {
    readOnly: true,
    about:
      'What one unit costs with VAT, rounded to cents, before `percentage_change`. For display: sums are calculated from `price`.',
  }),
  select: (_column, { row }) => `with_vat(${row}.price, ${row}.vat_percentage)::text`,
}

/** The link to the invoice of a visit or a sale: not its credit notes, and not a voided draft. */
export const invoiceLinkOf = (
  source: 'consultation' | 'countersale_record',
): Field<Id<'invoice'>, typeof readOnlyOrNull> => {
  const joins = (target: string, _column: string, { row }: SqlScope) =>
    `${target}.${source} = ${row}.id and not ${target}.credit_note and ${target}.status <> ${voided}`
  return {
    ...ref('invoice', {
      readOnly: true,
      nullable: true,
      about:
        'What is to be paid for it, made when it is finalized. Null before that, and again after its draft was voided. Credit notes are in `related_credit_notes` of the invoice.',
    }),
    link: { table: 'invoice', by: 'url', from: 'children', joins },
    select: (column, at) => `(select ${urlOf('invoice', 'i.id', at)} from invoice i
      where i.organisation = ${at.organisation} and ${joins('i', column, at)})`,
  }
}

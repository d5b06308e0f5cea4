import type { readOnly, readOnlyOrNull, SqlScope, Field, FieldOptions, Id, Schema } from '../../kernel/fields.ts'
import { ref, urlOf } from '../../kernel/links.ts'
import { anything, decimal } from '../../kernel/values.ts'
import { cashFor } from './rounding.ts'
import { rounding, voided } from './statuses.ts'

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
export const amount = (description: string): Schema => ({ ...twoDecimals, description })

/** The unit price with VAT. */
export const priceWithVat: Field<string, typeof readOnly> = {
  ...decimal(14, 2, {
    readOnly: true,
    about:
      'What one unit costs with VAT, rounded to cents, before `percentage_change`. For display: sums are calculated from `price`.',
  }),
  select: (_column, { row }) => `with_vat(${row}.price, ${row}.vat_percentage)::text`,
}

const ofOrganisation = (column: 'country' | 'currency', { organisation }: SqlScope) =>
  `(select o.${column} from organisation o where o.organisation = ${organisation})`

/** What is owed on an invoice, as cash. */
export const cashDueSum: Field<string, typeof readOnly> = {
  ...decimal(12, 2, {
    readOnly: true,
    about:
      '`due_sum` as it is paid in cash, with `round_cash`: rounded to the coin, half away from zero, where the organisation’s country rounds cash; elsewhere the same as `due_sum`. All cash of an invoice is rounded together, so earlier roundings count.',
  }),
  select: (_column, at) => {
    const rounded = `(select coalesce(sum(p.paid), 0) from invoicepayment p
      where p.organisation = ${at.organisation} and p.invoice = ${at.row}.id and p.payment_type = ${rounding})`
    return `${cashFor(`${at.row}.due_sum`, rounded, `${at.row}.currency`, ofOrganisation('country', at))}::text`
  },
}

/** What an open sale costs, as cash. */
export const cashDueSumOfSale = (total: (at: SqlScope) => string): Field<string, typeof readOnlyOrNull> => ({
  ...decimal(12, 2, {
    readOnly: true,
    nullable: true,
    about:
      '`total_with_vat` as it is paid in cash: rounded to the coin, half away from zero, where the organisation’s country rounds cash. Null once the sale is finalized: its invoice says what is owed then.',
  }),
  select: (_column, at) =>
    `case when not ${at.row}.finalized then (select ${cashFor('sums.total', '0', ofOrganisation('currency', at), ofOrganisation('country', at))}::text
      from (select ${total(at)} as total) sums) end`,
})

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

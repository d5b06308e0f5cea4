import type { Field } from '../../kernel/fields.ts'
import { decimal } from '../../kernel/values.ts'

const optional = { optional: true, min: 0 } as const

/** The price of one package with VAT. Not stored: calculated from the net price and the rate of the VAT group. */
export const priceWithVat: Field<string, typeof optional> = {
  ...decimal(8, 2, optional),
  select: (_column, { row, organisation }) =>
    `(select with_vat(${row}.price, g.percentage)::text from vatgroup g
      where g.organisation = ${organisation} and g.id = ${row}.vat_group)`,
}

import type { Field } from '../../kernel/fields.ts'
import { decimal } from '../../kernel/values.ts'

/** The price of one package with VAT. Not stored: calculated from the net price and the rate of the VAT group. */
export const priceWithVat: Field<string, { readonly optional: true }> = {
  ...decimal(8, 2, {
    optional: true,
    min: 0,
    about:
      'What one package costs in the shop: `price` with VAT, rounded to cents. Send it instead of `price`, which is then calculated from it.',
  }),
  select: (_column, { row, organisation }) =>
    `(select with_vat(${row}.price, g.percentage)::text from vatgroup g
      where g.organisation = ${organisation} and g.id = ${row}.vat_group)`,
}

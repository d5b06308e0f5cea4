import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'

type Sent = { readonly clinicWide: Id<'wholesaler'>; readonly product_number: string }

/** The one number of one wholesaler that lines were submitted with. */
const numberOf = (lines: readonly Sent[]): Sent => {
  const [first, ...others] = lines
  if (
    first!.product_number === '' ||
    others.some((line) => line.product_number !== first!.product_number || line.clinicWide !== first!.clinicWide)
  )
    throw invalid(
      'remember_code',
      'The lines have no product number, or not all the same. Match without remember_code, or the lines of one number at a time.',
      'no_common_number',
    )
  return first!
}

const requireUnused = async (tx: Tx, item: Id<'item'>, { clinicWide, product_number }: Sent) => {
  const { rows } = await sql<{ name: string }>`
    select name from item where not archived and id <> ${item}
      and ((primary_wholesaler = ${clinicWide} and primary_wholesaler_code = ${product_number})
        or (secondary_wholesaler = ${clinicWide} and secondary_wholesaler_code = ${product_number}))
    order by id limit 1`.execute(tx)
  if (rows[0] !== undefined)
    throw invalid(
      'remember_code',
      `${rows[0].name} has the product number ${product_number} of this wholesaler. Remove it there first, or match without remember_code.`,
      'number_of_another_item',
    )
}

/** Makes the number that a wholesaler sent the item's own there, so that the next line with it is matched by itself. */
export const rememberCode = async (tx: Tx, lines: readonly Sent[], item: Id<'item'>) => {
  const sent = numberOf(lines)
  const { clinicWide, product_number } = sent
  const wholesaler = await tx
    .selectFrom('wholesaler')
    .select(['name', 'archived'])
    .where('id', '=', clinicWide)
    .executeTakeFirstOrThrow()
  if (wholesaler.archived)
    throw invalid('remember_code', `${wholesaler.name} is archived. Match without remember_code.`, 'archived')
  const held = await tx
    .selectFrom('item')
    .select(['name', 'primary_wholesaler', 'secondary_wholesaler'])
    .where('id', '=', item)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await requireUnused(tx, item, sent)
  const places = [held.primary_wholesaler, held.secondary_wholesaler]
  const place = places.includes(clinicWide) ? places.indexOf(clinicWide) : places.indexOf(null)
  if (place < 0)
    throw invalid(
      'remember_code',
      `${held.name} has two other wholesalers. Remove one of them first, or match without remember_code.`,
      'two_other_wholesalers',
    )
  const number =
    place === 0
      ? { primary_wholesaler: clinicWide, primary_wholesaler_code: product_number }
      : { secondary_wholesaler: clinicWide, secondary_wholesaler_code: product_number }
  await tx.updateTable('item').set(number).where('id', '=', item).execute()
}

import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { itemTypes, stockedTypes, type ItemType } from '../items/statuses.ts'
import { numberAt, priceAt } from './product-numbers.ts'
import { approved } from './statuses.ts'

export type NewLine = { item: Id<'item'>; quantity: Decimal; notes?: string }

/** Refuses items that cannot be ordered: those that are archived or not kept in stock. `fieldAt` names what sent each. */
export const requireOrderable = async (
  tx: Tx,
  items: readonly Id<'item'>[],
  fieldAt: (place: number) => string = () => 'item',
) => {
  const found = await tx
    .selectFrom('item')
    .select(['id', 'archived', 'name', 'type_code'])
    .where('id', 'in', items)
    .execute()
  const byId = new Map(found.map((item) => [item.id, item]))
  for (const [place, id] of items.entries()) {
    const { archived, name, type_code } = byId.get(id)!
    if (archived) throw invalid(fieldAt(place), `${name} is archived. Choose another item.`, 'archived')
    if (!stockedTypes.has(type_code))
      throw invalid(
        fieldAt(place),
        `This item is a ${itemTypes[type_code as ItemType].toLowerCase()}, which is not kept in stock. Choose a medicine, supply or food.`,
        'not_stocked',
      )
  }
}

/**
 * Writes lines of an order. Name, codes and price are those of the items as they are now; of an item that came already, the line
 * begins with what approved receipt lines have brought.
 */
export const insertLines = async (
  tx: Tx,
  order: Id<'order'>,
  lines: readonly NewLine[],
): Promise<readonly Id<'orderitem'>[]> => {
  const sent = lines.map(({ item, quantity, notes = '' }, place) => ({ place, item, quantity, notes }))
  const clinicWide = sql`coalesce(w.parent, w.id)`
  const { rows } = await sql<{ id: Id<'orderitem'> }>`
    insert into orderitem ("order", item, quantity, notes, product_name, product_number, unit, barcode, wholesale_price,
      delivered_quantity)
    select o.id, i.id, line.quantity, line.notes, i.name, ${numberAt(clinicWide)}, i.unit, i.barcode, ${priceAt(clinicWide)},
      (select coalesce(sum(r.quantity), 0) from receiptline r
        where r."order" = o.id and r.item = i.id and r.status = ${approved}::int)
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as line (place int, item bigint, quantity numeric, notes text)
      join item i on i.id = line.item
      cross join "order" o join wholesaler w on w.id = o.wholesaler
    where o.id = ${order}
    order by line.place
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

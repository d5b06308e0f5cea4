import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Id } from '../../kernel/fields.ts'
import { clinicWideOf, type OwnWholesaler } from '../wholesale/ownership.ts'
import type { LineValues } from './judge-line.ts'

/** What a line was found to be. */
export type Match = {
  readonly item: Id<'item'> | null
  readonly matched_by: 'product_code' | 'barcode' | null
  readonly order: Id<'order'> | null
  /** Null if neither the order, nor the credentials, nor the organisation's default settle it. */
  readonly department: Id<'department'> | null
}

type Found = {
  readonly by_code: Id<'item'> | null
  readonly by_barcode: Id<'item'> | null
  readonly order: Id<'order'> | null
  readonly department: Id<'department'> | null
}

const none = { item: null, matched_by: null } as const
const itemOf = ({ by_code, by_barcode }: Found): Pick<Match, 'item' | 'matched_by'> => {
  if (by_code !== null) return { item: by_code, matched_by: 'product_code' }
  return by_barcode === null ? none : { item: by_barcode, matched_by: 'barcode' }
}

/**
 * Finds the product and the order of each line. Only products that this wholesaler supplies are looked at, and orders that
 * were sent to a wholesaler of its application: after a clinic has connected anew, what it ordered before is still to come.
 * What fits several fits none.
 */
export const matchLines = async (
  tx: Tx,
  wholesaler: OwnWholesaler,
  lines: readonly LineValues[],
): Promise<readonly Match[]> => {
  const clinicWide = clinicWideOf(wholesaler)
  const sent = lines.map(({ product_number, barcode, order_id, invoice_number }, place) => ({
    place,
    product_number,
    barcode,
    order_id: order_id ?? null,
    // The number of the invoice is looked at only if no order was named.
    invoice_number: order_id === undefined ? invoice_number : '',
  }))
  const { rows } = await sql<Found>`
    with line as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb)
        as (place int, product_number text, barcode text, order_id bigint, invoice_number text))
    select coded.id as by_code, scanned.id as by_barcode, ordered.id as "order",
      coalesce(ordered.department, ${wholesaler.department}, case when not ${wholesaler.shared} then (
        select d.id from organisation o join department d on d.id = o.default_department and not d.archived) end) as department
    from line
    left join lateral (
      select min(id) as id from item where not archived and line.product_number <> ''
        and ((primary_wholesaler = ${clinicWide} and primary_wholesaler_code = line.product_number)
          or (secondary_wholesaler = ${clinicWide} and secondary_wholesaler_code = line.product_number))
      having count(*) = 1) coded on true
    left join lateral (
      select min(id) as id from item where not archived and line.barcode <> '' and barcode = line.barcode
        and ${clinicWide} in (primary_wholesaler, secondary_wholesaler)
      having count(*) = 1) scanned on true
    left join lateral (
      select min(o.id) as id, min(o.department) as department from "order" o join wholesaler w on w.id = o.wholesaler
        join available_wholesaler r on r.id = w.available_wholesaler and not r.removed
      where (o.id = line.order_id or (line.invoice_number <> '' and o.wholesaler_reference_number = line.invoice_number))
        and r.application = ${wholesaler.application} and o.status > 0
      having count(*) = 1) ordered on true
    order by line.place`.execute(tx)
  return rows.map((found) => ({ ...itemOf(found), order: found.order, department: found.department }))
}

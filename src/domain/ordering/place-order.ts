import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Id } from '../../kernel/fields.ts'
import { keyOfOrder, keyOfWholesaler, tellWholesaler, type Registration } from '../webhooks/tell-wholesaler.ts'

type Placed = {
  /** Null for a manual wholesaler, which nobody can tell. */
  readonly registration: Registration | null
  readonly wholesaler: { readonly id: number; readonly customer_number: string | null }
  readonly order: Readonly<Record<string, unknown>>
}

/** The complete order as the wholesaler is told it. */
const readPlaced = async (tx: Tx, order: Id<'order'>): Promise<Placed> => {
  const { rows } = await sql<Placed>`
    select
      (select json_build_object('id', r.id, 'name', r.name, 'email', r.email, 'register_number', r.register_number)
        from available_wholesaler r where r.id = w.available_wholesaler and not r.removed) as registration,
      json_build_object('id', w.id, 'customer_number', nullif(w.customer_number, '')) as wholesaler,
      json_build_object(
        'id', o.id,
        'notes', nullif(o.notes, ''),
        'customer', json_build_object('name', clinic.name, 'department', d.name, 'postal_address', d.street_address,
          'postal_code', d.zip_code, 'city', d.city, 'country_code', d.country),
        'purchaser', json_build_object('name', trim(u.first_name || ' ' || u.last_name),
          'phone', coalesce(nullif(d.phone, ''), u.phone), 'email', coalesce(nullif(d.email, ''), u.email)),
        'items', (select json_agg(json_build_object('product_number', nullif(i.product_number, ''), 'product_name', i.product_name,
            'quantity', i.quantity::text, 'unit', i.unit, 'barcode', i.barcode, 'notes', i.notes) order by i.id)
          from orderitem i where i."order" = o.id)) as "order"
    from "order" o
    join wholesaler w on w.id = o.wholesaler
    join department d on d.id = o.department
    join "user" u on u.id = o.purchaser
    cross join organisation clinic
    where o.id = ${order}`.execute(tx)
  return rows[0]!
}

/** Tells the wholesaler an order as it is now, if it is an integration. Each telling is an event of its own. */
export const placeOrder = async (tx: Tx, order: Id<'order'>) => {
  const { registration, ...payload } = await readPlaced(tx, order)
  if (registration === null) return
  await tellWholesaler(tx, registration, {
    event: 'order.placed',
    payload,
    orderKey: keyOfOrder(order),
    afterCreatedOf: keyOfWholesaler(payload.wholesaler.id),
  })
}

import { connected } from '../../scripts/database.ts'
import type { Urls } from '../harness.ts'
import { levelOf } from './expected.ts'
import type { Loaded } from './load.ts'

type Level = { organisation: number; item: number; batch_number: string; expiry_date: string | null; on_hand: string }

/** Compares every level with what must be there. */
export const findWrongLevels = ({ superuser }: Urls, { expected }: Loaded) =>
  connected(superuser, async (client) => {
    const { rows } = await client.query<Level>(
      `select organisation, item::int, batch_number, expiry_date::text, (on_hand * 1000)::bigint as on_hand
      from stock_level where on_hand <> 0`,
    )
    const nameOf = (organisation: number | string, level: string) => `clinic ${organisation}: ${level}`
    const found = new Map(
      rows.map((row) => [
        nameOf(row.organisation, levelOf(row.item, row.batch_number, row.expiry_date)),
        Number(row.on_hand),
      ]),
    )
    const wanted = new Map(
      Object.entries(expected).flatMap(([organisation, levels]) =>
        levels.map(([level, units]) => [nameOf(organisation, level), units] as const),
      ),
    )
    const wrong = [...new Set([...found.keys(), ...wanted.keys()])]
      .filter((name) => found.get(name) !== wanted.get(name))
      .map((name) => `${name} has ${found.get(name) ?? 0} thousandths instead of ${wanted.get(name) ?? 0}`)
    return { levels: wanted.size, wrong }
  })

/** What no history may leave behind, by independent SQL. */
const invariants = {
  'levels that are not the sum of their movements': `select from stock_level l
    where on_hand <> (select coalesce(sum(quantity), 0) from stock_movement m
      where m.organisation = l.organisation and m.stock_level = l.id)`,
  'movements of lines that are not approved': `select from stock_movement m
    join receiptline r on r.organisation = m.organisation and r.id = m.receipt_line where r.status <> 1`,
  'movements of orders that are not delivered': `select from stock_movement m
    join orderitem i on i.organisation = m.organisation and i.id = m.order_item
    join "order" o on o.organisation = i.organisation and o.id = i."order" where o.status < 2`,
  'order items delivered twice': `select from stock_movement where order_item is not null
    group by organisation, order_item having count(*) > 1`,
  'ids that are stored twice': `select from receiptline group by organisation, wholesaler, lower(external_id) having count(*) > 1`,
  'lines of an order of another wholesaler': `select from receiptline r
    join "order" o on o.organisation = r.organisation and o.id = r."order" where o.wholesaler <> r.wholesaler`,
  'delivered quantities that are wrong': `select from orderitem i
    join "order" o on o.organisation = i.organisation and o.id = i."order"
    cross join lateral (select coalesce(sum(r.quantity), 0) as came from receiptline r where r.organisation = i.organisation
      and r."order" = i."order" and r.item = i.item and r.status = 1) received
    where i.delivered_quantity <> case when o.status >= 2 then greatest(i.quantity, came) else came end`,
  'orders that are told less often than they were sent': `select from "order" o where o.status > 0 and not exists (
    select from delivery d where d.organisation = o.organisation and d.event = 'order.placed' and d.order_key = 'order ' || o.id)`,
} as const

export const countViolations = ({ superuser }: Urls): Promise<Record<string, number>> =>
  connected(superuser, async (client) => {
    const counts: Record<string, number> = {}
    for (const [name, query] of Object.entries(invariants)) counts[name] = (await client.query(query)).rowCount ?? 0
    return counts
  })

/** Orders whose status is not what their history makes it. */
export const findWrongStatuses = ({ superuser }: Urls, { statuses }: Loaded) =>
  connected(superuser, async (client) => {
    const { rows } = await client.query<{ id: number; status: number }>('select id::int, status from "order"')
    return rows
      .filter(({ id, status }) => statuses[id] !== undefined && statuses[id] !== status)
      .map(({ id, status }) => `order ${id} is ${status} instead of ${statuses[id]}`)
  })

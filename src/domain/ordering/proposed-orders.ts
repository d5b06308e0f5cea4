import { readInOrganisation, type Reader } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Id } from '../../kernel/fields.ts'
import { stockedTypes } from '../items/statuses.ts'
import { consultationUse, countersaleUse, goodsReturn } from '../stock/causes.ts'
import { inProcess, ordered } from './statuses.ts'

/** The use of these weeks is looked at, and an order lasts so many weeks beyond the alert level. */
export const weeksOfUse = 8
export const weeksAhead = 4
/** What one line of an order takes. */
const mostPackages = 999_999_999

export type ProposedLine = {
  readonly wholesaler: number | null
  readonly item: number
  readonly on_hand: string
  readonly alert_level: string
  readonly weekly_use: string
  readonly on_order: string
  readonly quantity: string
  readonly wholesale_price: string | null
}

/**
 * What a department should order, in packages, by the names of the items. The causes are written out, because the index of
 * what was used has only them.
 */
export const readProposedOrders = async (
  read: Reader,
  { organisation, now }: Pick<Actor, 'organisation' | 'now'>,
  department: Id<'department'>,
): Promise<readonly ProposedLine[] | undefined> => {
  const [found] = await readInOrganisation<{ exists: boolean; lines: readonly ProposedLine[] }>(
    read,
    organisation,
    `with held as (
      select s.item, sum(s.on_hand) as units from stock_level s
      where s.organisation = t.o and s.department = $2::bigint group by s.item),
    low as materialized (
      select i.id, i.name, i.alert_level, i.dosage_units, i.wholesale_price, w.id as wholesaler,
        round(held.units / i.dosage_units, 3) as on_hand
      from held join item i on i.organisation = t.o and i.id = held.item
        left join wholesaler w on w.organisation = t.o and w.id = i.primary_wholesaler and not w.archived
      where i.alert_level is not null and held.units <= i.alert_level * i.dosage_units
        and not i.archived and not i.discontinued and i.type_code = any($3::int[])),
    planned as (
      select low.*, round(greatest(coalesce(used.units, 0), 0) / low.dosage_units / ${weeksOfUse}, 3) as weekly_use,
        coalesce(coming.packages, 0.000) as on_order
      from low
      left join lateral (
        select -sum(m.quantity) as units from stock_movement m
        where m.organisation = t.o and m.item = low.id and m.department = $2::bigint
          and m.cause in (${consultationUse}, ${countersaleUse}, ${goodsReturn})
          and m.created >= $4::timestamptz - interval '${weeksOfUse} weeks') used on true
      left join lateral (
        select sum(greatest(l.quantity - l.delivered_quantity, 0)) as packages
        from orderitem l join "order" o on o.organisation = t.o and o.id = l."order"
        where l.organisation = t.o and l.item = low.id and o.department = $2::bigint
          and o.status in (${inProcess}, ${ordered})) coming on true)
    select exists (select from department d where d.organisation = t.o and d.id = $2::bigint) as exists,
      coalesce((select jsonb_agg(jsonb_build_object('wholesaler', p.wholesaler, 'item', p.id,
        'on_hand', p.on_hand::text, 'alert_level', p.alert_level::text, 'weekly_use', p.weekly_use::text,
        'on_order', p.on_order::text, 'wholesale_price', p.wholesale_price::text,
        'quantity', (case when p.on_hand + p.on_order > p.alert_level then 0
          else least(${mostPackages}, greatest(floor(p.alert_level - p.on_hand - p.on_order) + 1,
            ceil(p.alert_level + ${weeksAhead} * p.weekly_use - p.on_hand - p.on_order))) end)::numeric(12, 3)::text)
        order by p.name, p.id) from planned p), '[]') as lines`,
    [department, [...stockedTypes], now],
  )
  return found!.exists ? found!.lines : undefined
}

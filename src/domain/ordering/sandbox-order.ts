import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { stockedTypes } from '../items/statuses.ts'
import { someStaff } from '../organisation/require-sandbox.ts'
import { integration } from '../wholesale/statuses.ts'
import { addOrderItem } from './order-items.ts'
import { createOrder, sendOrder } from './orders.ts'

export type SandboxOrder = {
  wholesaler?: Id<'wholesaler'>
  department?: Id<'department'>
  item?: Id<'item'>
  quantity?: Decimal
  notes?: string
}

const maxLines = 3

/** The wholesaler that was connected last to an integration. */
const findWholesaler = async (tx: Tx): Promise<Id<'wholesaler'>> => {
  const found = await tx
    .selectFrom('wholesaler')
    .select('id')
    .where('type', '=', integration)
    .where('archived', '=', false)
    .where('parent', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (found === undefined)
    throw invalid('wholesaler', 'No wholesaler is connected to an integration. Connect one first.', 'does_not_exist')
  return found.id
}

/** Some items to order, first of all those that the wholesaler supplies. */
const findItems = async (tx: Tx, wholesaler: Id<'wholesaler'>): Promise<readonly Id<'item'>[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from item where not archived and type_code = any(${[...stockedTypes]}::int[])
    order by primary_wholesaler is distinct from
      (select coalesce(parent, id) from wholesaler where id = ${wholesaler}), id
    limit ${maxLines}`.execute(tx)
  if (rows.length === 0)
    throw invalid('item', 'There is no item that can be ordered. Create one first.', 'does_not_exist')
  return rows.map(({ id }) => id)
}

/** Orders from a wholesaler as staff of the clinic would: writes an order and sends it. */
export const placeSandboxOrder = async (tx: Tx, actor: Actor, sent: SandboxOrder): Promise<Id<'order'>> => {
  const staff = { ...actor, user: await someStaff(tx) }
  const wholesaler = sent.wholesaler ?? (await findWholesaler(tx))
  const { default_department } = await tx
    .selectFrom('organisation')
    .select('default_department')
    .executeTakeFirstOrThrow()
  const department = sent.department ?? default_department
  if (department === null) throw invalid('department', 'There is no department. Create one first.', 'does_not_exist')
  const { notes = '', quantity = '2' } = sent
  const order = await createOrder(tx, staff, { department, wholesaler, notes })
  const items = sent.item === undefined ? await findItems(tx, wholesaler) : [sent.item]
  for (const item of items) await addOrderItem(tx, staff, { order, item, quantity })
  return sendOrder(tx, staff, order)
}

import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import { beginRun, stampOfRun } from './change-prices.ts'

/** Puts the prices back that the run replaced. A price that has been changed since is left, and kept with the run. */
export const undoPriceChange = async (tx: Tx, actor: Actor, id: number): Promise<number> => {
  const { undone } = await tx
    .selectFrom('price_change')
    .select('undone')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (undone !== null)
    throw invalid(nonField, 'This price change has been undone already. Change prices anew instead.', 'already_undone')
  await sql`select i.id from item i
    where i.organisation = organisation()
      and i.id = any(array(select p.item from price_change_item p where p.organisation = organisation() and p.price_change = ${id}))
    order by i.id for no key update`.execute(tx)
  await sql`update price_change_item p set kept_price = i.price
    from item i where i.organisation = p.organisation and i.id = p.item
      and p.organisation = organisation() and p.price_change = ${id} and i.price <> p.new_price`.execute(tx)
  await sql`update price_change c set undone = ${actor.now}, restored = counted.restored, kept = counted.kept
    from (select count(*) filter (where p.kept_price is null) as restored, count(p.kept_price) as kept
      from price_change_item p where p.organisation = organisation() and p.price_change = ${id}) counted
    where c.organisation = organisation() and c.id = ${id}`.execute(tx)
  await beginRun(tx, id)
  await sql`update item i set price = p.old_price, modified = ${stampOfRun}
    from price_change_item p where p.organisation = organisation() and p.price_change = ${id} and p.kept_price is null
      and i.organisation = p.organisation and i.id = p.item`.execute(tx)
  return id
}

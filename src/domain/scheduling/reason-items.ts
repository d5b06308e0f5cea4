import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, notFound } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { requireReason } from './appointments.ts'

type NewReasonItem = { reason: Id<'reason'>; item: Id<'item'>; quantity?: Decimal }

const requireItem = async (tx: Tx, id: Id<'item'>) => {
  const { archived } = await tx.selectFrom('item').select('archived').where('id', '=', id).executeTakeFirstOrThrow()
  if (archived) throw invalid('item', 'This item is archived. Choose another.', 'archived')
}

/** Locks a default item. Its reason shows it, and so changes with it. */
const holdReasonItem = async (tx: Tx, id: number) => {
  const held = await tx
    .selectFrom('reason_item')
    .select('reason')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (held === undefined) throw notFound('This was deleted meanwhile. Read the reason again.')
  await touch(tx, 'reason', 'id', [held.reason])
}

export const addReasonItem = async (tx: Tx, _actor: Actor, added: NewReasonItem): Promise<Id<'reason_item'>> => {
  await requireReason(tx, added.reason)
  await requireItem(tx, added.item)
  const { id } = await tx.insertInto('reason_item').values(added).returning('id').executeTakeFirstOrThrow()
  await touch(tx, 'reason', 'id', [added.reason])
  return id
}

export const changeReasonItem = async (tx: Tx, _actor: Actor, id: number, changes: { quantity?: Decimal }) => {
  if (Object.keys(changes).length === 0) return
  await holdReasonItem(tx, id)
  await tx.updateTable('reason_item').set(changes).where('id', '=', id).execute()
}

export const removeReasonItem = async (tx: Tx, _actor: Actor, id: number) => {
  await holdReasonItem(tx, id)
  await tx.deleteFrom('reason_item').where('id', '=', id).execute()
}

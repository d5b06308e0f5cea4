import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField, notFound } from '../../kernel/errors.ts'
import { requireTransition } from '../../kernel/transitions.ts'
import { orderStatusChanges, orderStatuses, orderTransitions, type OrderStatus } from './statuses.ts'

const inWords = (status: OrderStatus) => `${status} (${orderStatuses[status]})`

/**
 * Locks an order, so that changes of it and of its referral happen one after the other. The order is always locked before
 * its referral.
 */
export const holdOrder = async (tx: Tx, id: number) => {
  const held = await tx
    .selectFrom('diagnosticimaging_worklist')
    .select(['id', 'status'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (held === undefined) throw notFound('This imaging order was deleted meanwhile, with its referral.')
  return { ...held, status: held.status as OrderStatus }
}

/** Changes the status of an order. The one it has already is accepted and changes nothing. */
export const changeOrder = async (tx: Tx, _actor: Actor, id: number, { status }: { readonly status?: OrderStatus }) => {
  if (status === undefined) return
  const before = await holdOrder(tx, id)
  if (before.status === status) return
  requireTransition(orderStatusChanges, before.status, status)
  await tx.updateTable('diagnosticimaging_worklist').set({ status }).where('id', '=', id).execute()
}

export const requireNotFinal = ({ status }: { readonly status: OrderStatus }) => {
  if (orderTransitions[status].length === 0)
    throw invalid(
      nonField,
      `The order is ${inWords(status)}, so its referral can no longer be changed. Create another referral.`,
      'final_order',
    )
}

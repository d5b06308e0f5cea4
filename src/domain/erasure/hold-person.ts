import type { Tx } from '../../db/tx.ts'

/**
 * Holds a client so that nothing is added to them: what refers to the client waits. It may deadlock with a write that has the
 * organisation's lock already; then one of them is carried out again. Rules that do not end a client must not do this.
 */
export const holdClient = (tx: Tx, id: number) =>
  tx.selectFrom('client').select('erased').where('id', '=', id).forUpdate().executeTakeFirst()

/** The same of a member of staff. */
export const holdUser = (tx: Tx, id: number) =>
  tx
    .selectFrom('user')
    .select(['erased', 'is_active', 'is_virtual'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'

/** Says where a series begins, as long as no invoice has a number of it. */
export const changeSeries = async (tx: Tx, _actor: Actor, id: number, changes: { first_number?: number }) => {
  const { last_number } = await tx
    .selectFrom('invoice_series')
    .select('last_number')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (last_number !== null)
    throw invalid(
      'first_number',
      `Number ${last_number} of this series is given already. Choose another invoice_prefix for a new beginning.`,
      'in_use',
    )
  if (Object.keys(changes).length > 0)
    await tx.updateTable('invoice_series').set(changes).where('id', '=', id).execute()
}

import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'

/** Changes the first number of a series until a number is assigned. */
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
      `Number ${last_number} of this series is already assigned. Use another invoice_prefix to start a new series.`,
      'in_use',
    )
  if (Object.keys(changes).length > 0)
    await tx.updateTable('invoice_series').set(changes).where('id', '=', id).execute()
}

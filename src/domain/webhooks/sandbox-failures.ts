import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'

/** Lets the next deliveries of a sandbox fail; 0 lets them succeed again. */
export const failNextDeliveries = async (tx: Tx, count: number) => {
  await tx
    .insertInto('sandbox_state')
    .values({ failing_deliveries: count })
    .onConflict((conflict) => conflict.column('organisation').doUpdateSet({ failing_deliveries: count }))
    .execute()
}

/** Whether a sandbox has been asked to let deliveries fail. */
export const hasFailuresLeft = async (tx: Tx): Promise<boolean> => {
  const found = await tx.selectFrom('sandbox_state').select('failing_deliveries').executeTakeFirst()
  return (found?.failing_deliveries ?? 0) > 0
}

/** Takes one of the failures that were asked for. False if others have taken the last one. */
export const takeFailure = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql`
    update sandbox_state set failing_deliveries = failing_deliveries - 1
    where organisation = organisation() and failing_deliveries > 0 returning 1`.execute(tx)
  return rows.length > 0
}

import type { Tx } from '../../db/tx.ts'
import { invalid } from '../../kernel/errors.ts'
import { recordNotFound } from '../../kernel/operation.ts'

/** Marks a clinic-wide wholesaler as one that several departments order with since before locations had ids of their own. */
export const markShared = async (tx: Tx, id: number, shared: boolean) => {
  const found = await tx
    .selectFrom('wholesaler')
    .select(['id', 'name', 'parent', 'shared'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (found === undefined) throw recordNotFound('Wholesaler')
  if (found.parent !== null)
    throw invalid(
      'wholesaler',
      'This is a location, which orders for itself. Mark the clinic-wide one.',
      'not_clinic_wide',
    )
  if (found.shared !== shared) await tx.updateTable('wholesaler').set({ shared }).where('id', '=', id).execute()
  return { id: found.id, name: found.name, shared }
}

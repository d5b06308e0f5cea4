import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'

/** Swaps the live catalog and the one before it, until the next accepted upload replaces the live one. */
export const returnToPreviousCatalog = async (tx: Tx, _actor: Actor, id: number): Promise<number> => {
  const { name, catalog, previous_catalog } = await tx
    .selectFrom('wholesaler')
    .select(['name', 'catalog', 'previous_catalog'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (previous_catalog === null) throw invalid(nonField, `${name} has no previous catalog to return to.`, 'no_catalog')
  await tx
    .updateTable('wholesaler')
    .set({ catalog: previous_catalog, previous_catalog: catalog })
    .where('id', '=', id)
    .execute()
  return id
}

import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'

type VatGroupChanges = {
  title?: string
  percentage?: Decimal
  account_number?: Id<'accountnumber'> | null
  archived?: boolean
}

/** Changes a VAT group. A new rate leaves net prices alone, so its items show new prices with VAT and move. */
export const changeVatGroup = async (tx: Tx, _actor: Actor, id: number, changes: VatGroupChanges) => {
  if (Object.keys(changes).length === 0) return
  const read = tx.selectFrom('vatgroup').select('percentage').where('id', '=', id)
  const before = await read.forNoKeyUpdate().executeTakeFirstOrThrow()
  await tx.updateTable('vatgroup').set(changes).where('id', '=', id).execute()
  const after = await read.executeTakeFirstOrThrow()
  if (after.percentage === before.percentage) return
  await tx.updateTable('item').set({ modified: sql<Date>`modified` }).where('vat_group', '=', id).execute()
}

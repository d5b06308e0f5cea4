import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'

type VatGroupChanges = {
  title?: string
  percentage?: Decimal
  account_number?: Id<'accountnumber'> | null
  archived?: boolean
}

/** Changes a VAT group. A new rate keeps net prices, so its items are touched: their prices with VAT change. */
export const changeVatGroup = async (tx: Tx, _actor: Actor, id: number, changes: VatGroupChanges) => {
  if (Object.keys(changes).length === 0) return
  const read = tx.selectFrom('vatgroup').select('percentage').where('id', '=', id)
  const before = await read.forNoKeyUpdate().executeTakeFirstOrThrow()
  await tx.updateTable('vatgroup').set(changes).where('id', '=', id).execute()
  const after = await read.executeTakeFirstOrThrow()
  if (after.percentage === before.percentage) return
  await touch(tx, 'item', 'vat_group', [id])
}

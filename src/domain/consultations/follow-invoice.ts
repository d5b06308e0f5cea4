import { sql } from 'kysely'
import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import type { VisitRules } from '../billing/visit-rules.ts'
import { finalized, invoicePaid, invoicing } from './statuses.ts'

/** Locks the items of a visit. They come before the visit in the lock order, as in changes of a single item. */
export const holdItems = async (tx: Tx, consultation: number) => {
  await tx
    .selectFrom('consultationitem')
    .select('id')
    .where('consultation', '=', consultation)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Touches the items of a visit, because each shows the invoice row it became. */
export const touchItems = async (tx: Tx, consultation: number) => {
  await touch(tx, 'consultationitem', 'consultation', [consultation])
}

/** How a visit follows its invoice: paid, owing again, or open again when its draft is voided. */
export const visitRulesOfConsultations: VisitRules = {
  holdItems,
  onSettlementChange: async (tx, actor, consultation, isSettled) => {
    const [from, to] = isSettled ? [finalized, invoicePaid] : [invoicePaid, finalized]
    await tx
      .updateTable('consultation')
      .set({ status: to, status_changed: actor.now })
      .where('id', '=', consultation)
      .where('status', '=', from)
      .execute()
  },
  onDraftVoided: async (tx, actor, consultation) => {
    await tx
      .updateTable('consultation')
      .set({
        status: invoicing,
        status_changed: actor.now,
        // Cleared only where finalizing had set it, at the moment of that change.
        finished: sql<Date | null>`nullif(finished, greatest(started, status_changed))`,
      })
      .where('id', '=', consultation)
      .execute()
    await touchItems(tx, consultation)
  },
}

import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { holdConsultation } from './entries.ts'
import { finalizeConsultation } from './finalize-consultation.ts'
import { requireTransition } from './require-transition.ts'
import { discharged, draft, finalized, type Status } from './statuses.ts'

/** Changes the status of a visit. Leaving Draft (11) is the patient's arrival, so it sets `admitted_time`. */
export const updateStatus = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { status }: { readonly status: Status },
): Promise<number> => {
  if (status === finalized) {
    await finalizeConsultation(tx, actor, id)
    return id
  }
  const before = await holdConsultation(tx, id)
  requireTransition(before.status, status)
  await tx
    .updateTable('consultation')
    .set({
      status,
      status_changed: actor.now,
      ...(before.status === draft && { admitted_time: sql<Date>`coalesce(admitted_time, ${actor.now})` }),
      ...(status === discharged && { ended: actor.now }),
    })
    .where('id', '=', id)
    .execute()
  return id
}

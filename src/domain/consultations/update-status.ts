import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { holdConsultation } from './entries.ts'
import { finalizeConsultation } from './finalize-consultation.ts'
import { requireMove } from './require-move.ts'
import { discharged, draft, finalized, type Status } from './statuses.ts'

/** Moves a visit on, or back where it was moved by mistake. Who was expected, as a draft says, has arrived when it is first moved. */
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
  requireMove(before.status, status)
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

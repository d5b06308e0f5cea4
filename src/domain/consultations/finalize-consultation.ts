import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { Refusal } from '../../kernel/errors.ts'
import { holdConsultation } from './entries.ts'
import { requireMove } from './require-move.ts'
import { finalized } from './statuses.ts'

/** Money is settled in one order everywhere: the department's settings are held before the consultation. */
const holdSettings = async (tx: Tx, consultation: number) => {
  const settings = await tx
    .selectFrom('department_settings')
    .select('id')
    .where('id', '=', (find) => find.selectFrom('consultation').select('department').where('id', '=', consultation))
    .forShare()
    .executeTakeFirst()
  return settings?.id
}

/** Ends a visit: nothing in it changes any more, and what was used and done is invoiced. */
export const finalizeConsultation = async (tx: Tx, actor: Actor, id: number) => {
  const department = await holdSettings(tx, id)
  const consultation = await holdConsultation(tx, id)
  if (consultation.department !== department)
    throw new Refusal(409, 'The department of this consultation has just changed. Try again.')
  requireMove(consultation.status, finalized)
  await tx
    .updateTable('consultation')
    .set({ status: finalized, status_changed: actor.now, finished: consultation.finished ?? actor.now })
    .where('id', '=', id)
    .execute()
  const rows = await tx
    .selectFrom('consultationitem')
    .selectAll()
    .where('consultation', '=', id)
    .orderBy('id')
    .execute()
  return { consultation, rows }
}

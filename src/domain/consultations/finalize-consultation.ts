import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { Refusal } from '../../kernel/errors.ts'
import { issueInvoice, makeInvoice, type NewRow } from '../billing/make-invoice.ts'
import { holdItems, moveItems } from '../billing/visit-items.ts'
import { gone, holdConsultation } from './entries.ts'
import { requireMove } from './require-move.ts'
import { finalized } from './statuses.ts'

/** Money is settled in one order everywhere: the department's settings are held before the consultation. */
const holdSettings = async (tx: Tx, consultation: number) => {
  const held = await tx
    .selectFrom('department_settings')
    .select(['id', 'finalize_invoice_with_consultation as atOnce'])
    .where('id', '=', (find) => find.selectFrom('consultation').select('department').where('id', '=', consultation))
    .forShare()
    .executeTakeFirst()
  if (held === undefined) throw gone()
  return held
}

/** The settings of its department and its items come before a visit: who changes an item holds it first. */
export const holdBeforeVisit = async (tx: Tx, _actor: Actor, id: number) => {
  const settings = await holdSettings(tx, id)
  await holdItems(tx, id)
  return settings
}

/** What was used and done, as it was priced then. A row for several patients is nobody's own. */
const rowsOf = (tx: Tx, consultation: number): Promise<NewRow[]> =>
  tx
    .selectFrom('consultationitem')
    .select(['id as consultation_item', 'item', 'code', 'name', 'unit', 'list_price', 'alternativepricing'])
    .select(['package_price', 'dosage_units', 'price', 'vat_group', 'vat_percentage', 'percentage_change'])
    .select(['sent_quantity', 'multiplier'])
    .select(
      sql<number | null>`(select case when count(*) = 1 then min(p.patient) end from consultationitem_patient p
        where p.consultationitem = consultationitem.id)`.as('patient'),
    )
    .where('consultation', '=', consultation)
    .orderBy('id')
    .execute()

/** Ends a visit: nothing in it changes any more, what was used and done is invoiced, and its items show the rows. */
export const finalizeConsultation = async (tx: Tx, actor: Actor, id: number) => {
  const settings = await holdBeforeVisit(tx, actor, id)
  const { client, department, status, finished, ...payer } = await holdConsultation(tx, id)
  if (department !== settings.id)
    throw new Refusal(409, 'The department of this consultation has just changed. Try again.')
  requireMove(status, finalized)
  await tx
    .updateTable('consultation')
    .set({ status: finalized, status_changed: actor.now, finished: finished ?? actor.now })
    .where('id', '=', id)
    .execute()
  const { alternative_payer, alternative_payer_share } = payer
  await (settings.atOnce ? issueInvoice : makeInvoice)(tx, actor, {
    client,
    department,
    consultation: id,
    alternative_payer,
    alternative_payer_share,
    rows: await rowsOf(tx, id),
  })
  await moveItems(tx, id)
}

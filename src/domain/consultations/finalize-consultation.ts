import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { ApiError } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { holdBooks } from '../billing/hold-books.ts'
import { issueInvoice, makeInvoice, type NewRow } from '../billing/make-invoice.ts'
import { holdConsultation } from './entries.ts'
import { holdItems, touchItems } from './follow-invoice.ts'
import { requireTransition } from './require-transition.ts'
import { finalized } from './statuses.ts'

/** Lock order: the department's settings, then the items, then the visit. Changing an item locks it before its visit, too. */
export const holdBeforeVisit = async (tx: Tx, actor: Actor, id: number) => {
  const books = await holdBooks(
    tx,
    actor,
    sql<Id<'department'>>`(select department from consultation where id = ${id})`,
  )
  await holdItems(tx, id)
  return books
}

/** The items at the prices they were entered with. A row for several patients has no patient. */
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

/** Finalizes a visit: closes it for changes, invoices its items, and touches them, because they show their invoice rows. */
export const finalizeConsultation = async (tx: Tx, actor: Actor, id: number) => {
  const books = await holdBeforeVisit(tx, actor, id)
  const { client, department, status, ...payer } = await holdConsultation(tx, id)
  if (department !== books.department)
    throw new ApiError(409, 'The department of this consultation was changed meanwhile. Try again.', {
      headers: { 'retry-after': '1' },
    })
  requireTransition(status, finalized)
  await tx
    .updateTable('consultation')
    .set({
      status: finalized,
      status_changed: actor.now,
      finished: sql<Date>`coalesce(finished, greatest(started, ${actor.now}))`,
    })
    .where('id', '=', id)
    .execute()
  const { alternative_payer, alternative_payer_share } = payer
  await (books.finalize_invoice_with_consultation ? issueInvoice : makeInvoice)(tx, actor, books, {
    client,
    consultation: id,
    alternative_payer,
    alternative_payer_share,
    rows: await rowsOf(tx, id),
  })
  await touchItems(tx, id)
}

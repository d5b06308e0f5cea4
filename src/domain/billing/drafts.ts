import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { type HeldInvoice, holdBooks, holdInvoice, requirePlausibleDate } from './hold-books.ts'
import { resolveAlternativePayer } from './alternative-payer.ts'
import { draft, invoiceStatuses, voided } from './statuses.ts'

type DraftChanges = {
  invoice_date?: string
  invoice_due_date?: string
  remarks?: string
  alternative_payer?: Id<'alternative_payer'> | null
  alternative_payer_share?: Decimal | null
}

/** Refuses an invoice that is not a draft; `advice` says what to do with a numbered one. */
export const requireDraft = ({ status }: HeldInvoice, advice: string) => {
  if (status === draft) return
  const detail =
    status === voided
      ? 'This draft was voided and cannot be changed. Finalize its visit again, or make a new sale.'
      : `The status of this invoice is ${status} (${invoiceStatuses[status]}), so it is no longer a draft. ${advice}`
  throw invalid(nonField, detail, 'not_a_draft')
}

export const changeDraft = async (tx: Tx, actor: Actor, id: number, changes: DraftChanges) => {
  const { invoice } = await holdInvoice(tx, actor, id)
  requireDraft(invoice, 'Correct it with a credit note: use full_refund or partial_refund.')
  if (Object.keys(changes).length === 0) return
  const { invoice_date, invoice_due_date } = { ...invoice, ...changes }
  for (const field of ['invoice_date', 'invoice_due_date'] as const)
    if (changes[field] !== undefined) requirePlausibleDate(changes[field], field)
  if (invoice_due_date < invoice_date)
    throw invalid(
      'invoice_due_date',
      `${invoice_due_date} is before the invoice_date ${invoice_date}. Send an invoice_due_date on or after it.`,
      'too_early',
    )
  const before = await tx
    .selectFrom('invoice')
    .select(['alternative_payer', 'alternative_payer_share'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const payerChanges = await resolveAlternativePayer(tx, invoice.client, changes, before)
  const { alternative_payer_share: share } = { ...before, ...payerChanges }
  const alternativePayerSum = sql<Decimal>`share_of(total_with_vat, ${share}::numeric)`
  await tx
    .updateTable('invoice')
    .set({
      ...changes,
      ...payerChanges,
      alternative_payer_sum: alternativePayerSum,
      // 0: nothing has been paid on a draft.
      client_due_sum: sql<Decimal>`client_due(due_sum, ${alternativePayerSum}, 0)`,
    })
    .where('id', '=', id)
    .execute()
}

/** Voids a draft: nothing is owed on it, and its visit can be corrected and finalized again. */
export const voidDraft = async (tx: Tx, actor: Actor, id: number): Promise<Id<'invoice'>> => {
  const { consultation: visit, department } = await tx
    .selectFrom('invoice')
    .select(['consultation', 'department'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // Books, items of the visit, visit, invoice: the order of locks. Visit and department of an invoice never change, so they
  // can be read before they are held.
  await holdBooks(tx, actor, department)
  if (visit !== null) await actor.rules.visits.holdItems(tx, visit)
  const { invoice } = await holdInvoice(tx, actor, id)
  requireDraft(invoice, 'Correct it with a credit note: use full_refund or partial_refund.')
  await tx
    .updateTable('invoice')
    .set({ status: voided, due_sum: '0', client_due_sum: '0' })
    .where('id', '=', id)
    .execute()
  if (visit === null) return id
  // Unlinks the visit's items, so that they can be changed and deleted, and are billed by the next invoice.
  await tx.updateTable('invoicerow').set({ consultation_item: null }).where('invoice', '=', id).execute()
  await actor.rules.visits.onDraftVoided(tx, actor, visit)
  return id
}

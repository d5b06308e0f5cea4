import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { type HeldInvoice, holdBooks, holdInvoice, requirePlausibleDate } from './hold-books.ts'
import { resolveAlternativePayer } from './alternative-payer.ts'
import { draft, invoiceStatuses, voided } from './statuses.ts'
import { visitRules } from './visit-rules.ts'

type DraftChanges = {
  invoice_date?: string
  invoice_due_date?: string
  remarks?: string
  alternative_payer?: Id<'alternative_payer'> | null
  alternative_payer_share?: Decimal | null
}

export const requireDraft = ({ status }: HeldInvoice, instead: string) => {
  if (status !== draft)
    throw invalid(
      nonField,
      `This invoice is ${invoiceStatuses[status].toLowerCase()} and no longer a draft. ${instead}`,
      'not_a_draft',
    )
}

export const changeDraft = async (tx: Tx, actor: Actor, id: number, changes: DraftChanges) => {
  const { invoice } = await holdInvoice(tx, actor, id)
  requireDraft(invoice, 'Correct it with a credit note.')
  if (Object.keys(changes).length === 0) return
  const { invoice_date, invoice_due_date } = { ...invoice, ...changes }
  for (const field of ['invoice_date', 'invoice_due_date'] as const)
    if (changes[field] !== undefined) requirePlausibleDate(changes[field], field)
  if (invoice_due_date < invoice_date)
    throw invalid(
      'invoice_due_date',
      `It would be due on ${invoice_due_date}, before its invoice_date ${invoice_date}. Send a later invoice_due_date.`,
      'too_early',
    )
  const before = await tx
    .selectFrom('invoice')
    .select(['alternative_payer', 'alternative_payer_share'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const payer = await resolveAlternativePayer(tx, invoice.client, changes, before)
  const { alternative_payer_share: share } = { ...before, ...payer }
  const otherPayerSum = sql<Decimal>`share_of(total_with_vat, ${share}::numeric)`
  await tx
    .updateTable('invoice')
    .set({
      ...changes,
      ...payer,
      alternative_payer_sum: otherPayerSum,
      client_due_sum: sql<Decimal>`client_due(due_sum, ${otherPayerSum}, 0)`,
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
  await holdBooks(tx, actor, department)
  if (visit !== null) await visitRules().holdItems(tx, visit)
  const { invoice } = await holdInvoice(tx, actor, id)
  requireDraft(invoice, 'Credit the invoice instead.')
  await tx
    .updateTable('invoice')
    .set({ status: voided, due_sum: '0', client_due_sum: '0' })
    .where('id', '=', id)
    .execute()
  if (visit === null) return id
  // Its items become rows of the next invoice, and can be changed and removed until then.
  await tx.updateTable('invoicerow').set({ consultation_item: null }).where('invoice', '=', id).execute()
  await visitRules().onDraftVoided(tx, actor, visit)
  return id
}

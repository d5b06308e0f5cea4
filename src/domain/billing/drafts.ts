import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { type HeldInvoice, holdBooks, holdInvoice, requireLikely } from './hold-books.ts'
import { payerFrom } from './other-payer.ts'
import { draft, invoiceStatuses, voided } from './statuses.ts'
import { holdItems, reopenVisit } from './visits.ts'

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
      `This invoice is ${invoiceStatuses[status].toLowerCase()}, and no draft any more. ${instead}`,
      'not_a_draft',
    )
}

/** Changes a draft. */
export const changeDraft = async (tx: Tx, actor: Actor, id: number, changes: DraftChanges) => {
  const { invoice } = await holdInvoice(tx, actor, id)
  requireDraft(invoice, 'Credit what is wrong.')
  if (Object.keys(changes).length === 0) return
  const { invoice_date, invoice_due_date } = { ...invoice, ...changes }
  for (const field of ['invoice_date', 'invoice_due_date'] as const)
    if (changes[field] !== undefined) requireLikely(changes[field], field)
  if (invoice_due_date < invoice_date)
    throw invalid(
      'invoice_due_date',
      `It would be due on ${invoice_due_date}, before its date ${invoice_date}. Send a later invoice_due_date.`,
      'too_early',
    )
  const before = await tx
    .selectFrom('invoice')
    .select(['alternative_payer', 'alternative_payer_share'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const payer = await payerFrom(tx, invoice.client, changes, before)
  const { alternative_payer_share: share } = { ...before, ...payer }
  const theirs = sql<Decimal>`share_of(total_with_vat, ${share}::numeric)`
  await tx
    .updateTable('invoice')
    .set({
      ...changes,
      ...payer,
      alternative_payer_sum: theirs,
      client_due_sum: sql<Decimal>`client_due(due_sum, ${theirs}, 0)`,
    })
    .where('id', '=', id)
    .execute()
}

/** Voids a draft: nothing will be asked for it, and its visit can be corrected and finalized anew. */
export const voidDraft = async (tx: Tx, actor: Actor, id: number): Promise<Id<'invoice'>> => {
  const { consultation: visit, department } = await tx
    .selectFrom('invoice')
    .select(['consultation', 'department'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await holdBooks(tx, actor, department)
  if (visit !== null) await holdItems(tx, visit)
  const { invoice } = await holdInvoice(tx, actor, id)
  requireDraft(invoice, 'Credit the invoice instead.')
  await tx.updateTable('invoice').set({ status: voided }).where('id', '=', id).execute()
  if (visit !== null) await reopenVisit(tx, actor, visit, id)
  return id
}

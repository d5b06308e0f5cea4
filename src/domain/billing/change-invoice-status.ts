import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import { holdInvoice } from './hold-books.ts'
import { draft, invoiceStatuses, type InvoiceStatus, type SettableStatus, voided } from './statuses.ts'

const transitions: { readonly [From in InvoiceStatus]: readonly SettableStatus[] } = {
  0: [],
  1: [3],
  2: [3],
  3: [1, 2, 4],
  4: [3],
  99: [],
}

const named = (status: InvoiceStatus) => `${status} (${invoiceStatuses[status]})`

const adviceFor: Readonly<Partial<Record<InvoiceStatus, string>>> = {
  [draft]: 'Finalize or void a draft instead.',
  [voided]: 'This status is final.',
}

/** Refuses a status that an invoice cannot get from the one it has. */
export const requireSettable = (before: InvoiceStatus, status: SettableStatus) => {
  const allowed = transitions[before]
  if (!allowed.includes(status))
    throw invalid(
      'status',
      `This invoice is ${named(before)}. ${adviceFor[before] ?? `It can become ${allowed.map(named).join(', ')}.`}`,
      'invalid_transition',
    )
}

/** Marks a finalized invoice as sent, or as finalized again, so that it can be paid. */
export const changeInvoiceStatus = async (tx: Tx, actor: Actor, id: number, { status }: { status: SettableStatus }) => {
  const { invoice } = await holdInvoice(tx, actor, id)
  requireSettable(invoice.status, status)
  await tx.updateTable('invoice').set({ status }).where('id', '=', id).execute()
  return id
}

import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import { holdInvoice } from './hold-books.ts'
import { draft, invoiceStatuses, type InvoiceStatus, voided } from './statuses.ts'

const moves: { readonly [From in InvoiceStatus]: readonly InvoiceStatus[] } = {
  0: [],
  1: [3],
  2: [3],
  3: [1, 2, 4],
  4: [3],
  99: [],
}

const named = (status: InvoiceStatus) => `${status} (${invoiceStatuses[status]})`

const adviceFor: Readonly<Partial<Record<InvoiceStatus, string>>> = {
  [draft]: 'A draft is finalized or voided.',
  [voided]: 'It stays so.',
}

/** Notes that a finalized invoice was sent, or that it can be paid again. */
export const moveInvoice = async (tx: Tx, actor: Actor, id: number, { status }: { status: InvoiceStatus }) => {
  const { invoice } = await holdInvoice(tx, actor, id)
  const allowed = moves[invoice.status]
  if (!allowed.includes(status))
    throw invalid(
      'status',
      `This invoice is ${named(invoice.status)}. ${adviceFor[invoice.status] ?? `It can become ${allowed.map(named).join(', ')}.`}`,
      'not_allowed',
    )
  await tx.updateTable('invoice').set({ status }).where('id', '=', id).execute()
  return id
}

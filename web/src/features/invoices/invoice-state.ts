import { InvoiceStatus } from '@fetlock/sdk'
import { centsOf } from '../../shared/cash.ts'
import type { Invoice } from '../../api/records.ts'
import { isZero } from '../../format.ts'
import { text } from '../../text/en.ts'
import { numberOf } from '../../shared/invoice-number.ts'

export type InvoiceState = keyof typeof text.invoices.states

type Named = Pick<
  Invoice,
  'status' | 'credit_note' | 'due_sum' | 'total_with_vat' | 'invoice_due_date' | 'invoice_number' | 'invoice_prefix'
>

/** Where an invoice is, as somebody at the desk says it. */
export const stateOf = (invoice: Omit<Named, 'invoice_number' | 'invoice_prefix'>, today: string): InvoiceState => {
  const { status, credit_note, due_sum, total_with_vat, invoice_due_date } = invoice
  if (status === InvoiceStatus.Draft) return 'draft'
  if (status === InvoiceStatus.Voided) return 'voided'
  if (credit_note) return isZero(due_sum) ? 'settled' : 'toPayOut'
  if (isZero(due_sum)) return 'paid'
  if (invoice_due_date < today) return 'overdue'
  return centsOf(due_sum) < centsOf(total_with_vat) ? 'partPaid' : 'toPay'
}

/** An invoice is named by its number, a draft by being one. */
export const titleOf = (invoice: Pick<Named, 'credit_note' | 'invoice_number' | 'invoice_prefix'>) => {
  const number = numberOf(invoice)
  if (invoice.credit_note) return text.invoices.creditNote(number)
  return invoice.invoice_number === null ? number : text.board.invoice(number)
}

export const payerOf = ({ payer_name, payer_organization_name }: Invoice) =>
  payer_organization_name || payer_name || text.invoices.noClient

/** Whether money can be taken or given now. */
export const isPayable = ({ status, due_sum }: Invoice) => status === InvoiceStatus.Finalized && !isZero(due_sum)

/** Whether it has its number: a draft has none yet, and a voided one gets none. */
export const isNumbered = ({ status }: Pick<Invoice, 'status'>) =>
  status !== InvoiceStatus.Draft && status !== InvoiceStatus.Voided

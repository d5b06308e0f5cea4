import type { Invoice } from '../api/records.ts'
import { text } from '../text/en.ts'

/** The number of an invoice with its prefix; a draft has none yet. */
export const numberOf = ({ invoice_number, invoice_prefix }: Pick<Invoice, 'invoice_number' | 'invoice_prefix'>) =>
  invoice_number === null ? text.invoices.draft : [invoice_prefix, invoice_number].filter(Boolean).join('-')

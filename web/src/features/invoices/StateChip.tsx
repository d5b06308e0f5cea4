import { IconAlertTriangleFilled, IconBan } from '@tabler/icons-react'
import { StatusGlyph } from '../../shared/StatusGlyph.tsx'
import { text } from '../../text/en.ts'
import type { InvoiceState } from './invoice-state.ts'
import classes from './InvoicePage.module.css'

const tints: Readonly<Record<InvoiceState, 'expected' | 'pay' | 'paid' | 'late' | 'none'>> = {
  draft: 'expected',
  voided: 'none',
  toPay: 'pay',
  partPaid: 'pay',
  overdue: 'late',
  paid: 'paid',
  toPayOut: 'pay',
  settled: 'paid',
}

const Glyph = ({ state }: { readonly state: InvoiceState }) => {
  const tint = tints[state]
  if (tint === 'none') return <IconBan size={16} aria-hidden="true" />
  if (tint === 'late') return <IconAlertTriangleFilled size={16} color="var(--late-stripe)" aria-hidden="true" />
  return <StatusGlyph name={tint} />
}

/** Where an invoice is. In lists, what needs nothing is glyph and word without a tint. */
export const StateChip = ({ state, isPlain = false }: { readonly state: InvoiceState; readonly isPlain?: boolean }) => (
  <span className={classes['chip']} data-tint={isPlain && tints[state] === 'paid' ? 'none' : tints[state]}>
    <Glyph state={state} /> {text.invoices.states[state]}
  </span>
)

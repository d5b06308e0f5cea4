import { IconCheck, IconPrinter } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { Invoice } from '../../api/records.ts'
import { isZero, moneyText } from '../../format.ts'
import { text } from '../../text/en.ts'
import classes from './payments.module.css'
import { positive } from '../cash.ts'
import { printNow } from '../print/printing.ts'

type Done = {
  readonly invoice: Invoice
  readonly said: string
  readonly change: string | undefined
  readonly isPrinted: boolean
  readonly onRest: () => void
  /** Where to go on. */
  readonly next?: { readonly title: string; readonly run: () => unknown }
  readonly onClose: () => void
}

/** What was done, with the receipt one key away. */
export const Paid = ({ invoice, said, change, isPrinted, onRest, next: onward, onClose }: Done) => {
  const queries = useQueryClient()
  const { due_sum, currency, credit_note } = invoice
  const hasRest = !isZero(due_sum) && !credit_note
  // What is left to take comes before a receipt, which may have been printed already.
  const next = hasRest ? 'rest' : 'receipt'
  const as = (name: typeof next) => ({
    type: 'button' as const,
    className: name === next ? 'button primary' : 'button',
    'data-first': name === next || undefined,
  })
  return (
    <div className={classes['paid']}>
      <span className={classes['tick']}>
        <IconCheck size={22} aria-hidden="true" />
      </span>
      <p role="status">
        <strong>{said}</strong>
      </p>
      <p>{isZero(due_sum) ? text.payments.allPaid : text.payments.rest(moneyText(positive(due_sum), currency))}</p>
      {change !== undefined && !isZero(change) && (
        <p className={classes['give']}>{text.payments.giveChange(moneyText(change, currency))}</p>
      )}
      {hasRest && (
        <button {...as('rest')} onClick={onRest}>
          {text.payments.takeRest(moneyText(due_sum, currency))}
        </button>
      )}
      <button {...as('receipt')} onClick={() => void printNow(queries, invoice.id, 'receipt')}>
        <IconPrinter size={18} stroke={1.6} aria-hidden="true" />{' '}
        {isPrinted ? text.payments.receiptAgain : text.payments.receipt}
      </button>
      <button type="button" className="button" onClick={() => void printNow(queries, invoice.id, 'invoice')}>
        {text.payments.invoice}
      </button>
      {onward !== undefined && (
        <button type="button" className="button" onClick={() => void onward.run()}>
          {onward.title}
        </button>
      )}
      <button type="button" className="button" onClick={onClose}>
        {text.payments.close}
      </button>
    </div>
  )
}

import { IconCheck, IconPrinter } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { Invoice } from '../../api/records.ts'
import { isZero, moneyText } from '../../format.ts'
import { text } from '../../text/en.ts'
import classes from './sheets.module.css'
import { positive } from './compute-payment.ts'
import { printNow } from '../../shared/print/printing.ts'

const words = text.payments

type Done = {
  readonly invoice: Invoice
  readonly said: string
  readonly change: string | undefined
  readonly isPrinted: boolean
  readonly onRest: () => void
  readonly onClose: () => void
}

/** What was done, with the receipt one key away. */
export const Paid = ({ invoice, said, change, isPrinted, onRest, onClose }: Done) => {
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
      <p>{isZero(due_sum) ? words.allPaid : words.rest(moneyText(positive(due_sum), currency))}</p>
      {change !== undefined && !isZero(change) && (
        <p className={classes['give']}>{words.giveChange(moneyText(change, currency))}</p>
      )}
      {hasRest && (
        <button {...as('rest')} onClick={onRest}>
          {words.takeRest(moneyText(due_sum, currency))}
        </button>
      )}
      <button {...as('receipt')} onClick={() => void printNow(queries, invoice.id, 'receipt')}>
        <IconPrinter size={18} stroke={1.6} aria-hidden="true" /> {isPrinted ? words.receiptAgain : words.receipt}
      </button>
      <button type="button" className="button" onClick={() => void printNow(queries, invoice.id, 'invoice')}>
        {words.invoice}
      </button>
      <button type="button" className="button" onClick={onClose}>
        {words.close}
      </button>
    </div>
  )
}

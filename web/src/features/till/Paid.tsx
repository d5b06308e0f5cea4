import { IconPrinter } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useMe } from '../../api/me.ts'
import { idOf, type Invoice } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { isZero, moneyText } from '../../format.ts'
import { numberOf } from '../../shared/invoice-number.ts'
import { tillText } from '../../text/till.ts'
import { InvoicePaper } from '../../shared/print/InvoicePaper.tsx'
import { printNow } from '../../shared/print/printing.ts'
import classes from './PayPanel.module.css'

/** The sale is paid: the change, the receipt, and the next sale. */
export const Paid = ({
  invoice,
  change,
  onNext,
}: {
  invoice: Invoice
  change: string | undefined
  onNext: () => void
}) => {
  const { currency } = useMe().organisation
  const client = useQueryClient()
  const id = idOf(invoice.url)
  const receipt = useRef<HTMLButtonElement>(null)
  useEffect(() => receipt.current?.focus(), [])
  const print = useCallback(() => void printNow(client, id, 'receipt'), [client, id])
  useActions(
    useMemo(
      (): readonly Action[] => [
        { id: 'till receipt', title: tillText.print, group: 'here', keys: 'Mod+p', run: print },
        { id: 'till next', title: tillText.next, group: 'here', run: onNext },
      ],
      [print, onNext],
    ),
  )
  return (
    <div className={classes['paid']}>
      <p className={classes['stamp']} role="status">
        <strong>{tillText.paid(moneyText(invoice.total_with_vat, currency))}</strong>
        <span>{tillText.invoice(numberOf(invoice))}</span>
      </p>
      {change !== undefined && !isZero(change) && (
        <p className={classes['giveBack']}>
          <span>{tillText.giveBack}</span>
          <strong>{moneyText(change, currency)}</strong>
        </p>
      )}
      <button ref={receipt} type="button" className="button" onClick={print}>
        <IconPrinter size={18} stroke={1.6} aria-hidden="true" /> {tillText.print} <KeyCap keys="Mod+p" />
      </button>
      <button type="button" className="button primary" onClick={onNext}>
        {tillText.next}
      </button>
      <InvoicePaper invoice={id} />
    </div>
  )
}

import { useCallback } from 'react'
import { useMe } from '../../api/me.ts'
import type { Invoice, PrintedInvoice } from '../../api/records.ts'
import { isZero } from '../../format.ts'
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx'
import { text } from '../../text/en.ts'
import { CancelSheet } from './CancelSheet.tsx'
import { EditDraftSheet } from './EditDraftSheet.tsx'
import { PaySheet } from './PaySheet.tsx'
import { voidDraft } from './queries.ts'
import { AfterRefund, RefundSheet } from './RefundSheet.tsx'
import { useWriting } from './useWriting.ts'
import { WhyPanel } from './WhyPanel.tsx'

const words = text.invoices.invoice

/** What is open beside the page, as the address says it. */
export type Opened = {
  pay?: true | undefined
  cancel?: number | undefined
  refund?: number | true | undefined
  why?: number | true | undefined
  edit?: true | undefined
  void?: true | undefined
}

type Shown = {
  readonly invoice: Invoice
  readonly printed: PrintedInvoice | undefined
  readonly opened: Opened
  readonly mayWrite: boolean
  readonly onOpen: (next: Opened) => void
  readonly onPoint: (row: number | undefined) => void
}

/** The sheet, panel or question that is open beside the page. */
export const OpenSheet = ({ invoice, printed, opened, mayWrite, onOpen, onPoint }: Shown) => {
  const write = useWriting()
  const { time_zone } = useMe().organisation
  const onClose = useCallback(() => onOpen({}), [onOpen])
  const onMade = useCallback((note: number) => onOpen({ refund: note }), [onOpen])
  if (opened.why !== undefined)
    return (
      <WhyPanel
        key={String(opened.why)}
        invoice={invoice}
        printed={printed}
        row={opened.why === true ? undefined : opened.why}
        onClose={onClose}
        onPoint={onPoint}
        timeZone={time_zone}
      />
    )
  if (!mayWrite) return null
  if (opened.pay === true && (invoice.status === 3 || isZero(invoice.due_sum)))
    return <PaySheet key={invoice.id} invoice={invoice} onClose={onClose} />
  if (opened.cancel !== undefined) {
    const payments = invoice.invoice_payment_data ?? []
    const payment = payments.find((one) => one.id === opened.cancel)
    return payment === undefined ? null : (
      <CancelSheet key={payment.id} invoice={invoice} payment={payment} onClose={onClose} />
    )
  }
  if (opened.refund === true) return <RefundSheet invoice={invoice} onClose={onClose} onMade={onMade} />
  if (opened.refund !== undefined) return <AfterRefund note={opened.refund} onClose={onClose} />
  if (opened.void === true && invoice.status === 0)
    return (
      <ConfirmDialog
        title={words.voidAsk}
        explained={words.voidExplained}
        action={words.void}
        onConfirm={() => write(voidDraft(invoice.id), () => words.voided)}
        onClose={onClose}
      />
    )
  if (opened.edit === true && invoice.status === 0) return <EditDraftSheet invoice={invoice} onClose={onClose} />
  return null
}

import { InvoiceStatus } from '@fetlock/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { voidDraft } from '../../api/invoice.ts'
import { useMe } from '../../api/me.ts'
import type { Invoice, PrintedInvoice } from '../../api/records.ts'
import { isZero } from '../../format.ts'
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx'
import { showToast } from '../../shared/toasts.ts'
import { text } from '../../text/en.ts'
import { CancelSheet } from './CancelSheet.tsx'
import { EditDraftSheet } from './EditDraftSheet.tsx'
import { PaySheet } from './PaySheet.tsx'
import { AfterRefund, RefundSheet } from './RefundSheet.tsx'
import { WhyPanel } from './WhyPanel.tsx'

/** What is open beside the page, as the address says it. */
export type Opened = {
  pay?: true | undefined
  cancel?: number | undefined
  refund?: number | true | undefined
  why?: number | true | undefined
  edit?: true | undefined
  void?: true | undefined
}

type Props = {
  readonly invoice: Invoice
  readonly printed: PrintedInvoice | undefined
  readonly opened: Opened
  readonly mayWrite: boolean
  readonly onOpen: (next: Opened) => void
  readonly onPoint: (row: number | undefined) => void
}

/** The sheet, panel or question that is open beside the page. */
export const OpenSheet = ({ invoice, printed, opened, mayWrite, onOpen, onPoint }: Props) => {
  const queries = useQueryClient()
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
  if (opened.pay === true && (invoice.status === InvoiceStatus.Finalized || isZero(invoice.due_sum)))
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
  if (opened.void === true && invoice.status === InvoiceStatus.Draft)
    return (
      <ConfirmDialog
        title={text.invoices.invoice.voidAsk}
        explained={text.invoices.invoice.voidExplained}
        action={text.invoices.invoice.void}
        onConfirm={async () => {
          await voidDraft(invoice.id)
          showToast(text.invoices.invoice.voided)
          await queries.invalidateQueries({ queryKey: ['invoice'] })
        }}
        onClose={onClose}
      />
    )
  if (opened.edit === true && invoice.status === InvoiceStatus.Draft)
    return <EditDraftSheet invoice={invoice} onClose={onClose} />
  return null
}

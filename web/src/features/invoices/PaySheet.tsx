import { useId } from 'react'
import type { Invoice } from '../../api/records.ts'
import { isZero } from '../../format.ts'
import { SendButton } from '../../shared/form.tsx'
import { numberOf } from '../../shared/invoice-number.ts'
import { billOf } from '../../shared/payments/bill.ts'
import { amountOfWrite } from '../../shared/payments/problems.ts'
import { Sheet } from '../../shared/Sheet.tsx'
import sheet from '../../shared/Sheet.module.css'
import { busyOf } from '../../shared/use-confirmed-write.ts'
import { text } from '../../text/en.ts'
import { payerOf } from './invoice-state.ts'
import { KeepAsPrepayment } from './KeepAsPrepayment.tsx'
import { Paid } from '../../shared/payments/Paid.tsx'
import { News, PayForm } from '../../shared/payments/PayForm.tsx'
import classes from '../../shared/payments/payments.module.css'
import { usePayment } from '../../shared/payments/use-payment.ts'

type Props = {
  readonly invoice: Invoice
  readonly onClose: () => void
  /** What has just been done, such as the credit note that is to be paid out. */
  readonly news?: string
}

/** Takes money for an invoice, or pays a credit note out. */
export const PaySheet = ({ invoice, onClose, news }: Props) => {
  const formId = useId()
  const { credit_note } = invoice
  const payment = usePayment(billOf(invoice))
  const { state, isBusy } = payment
  const title = (credit_note ? text.payments.payOutTitle : text.payments.title)(numberOf(invoice))
  if (state.kind === 'done')
    return (
      // A sheet of its own: the one that takes the rest begins with its amount.
      <Sheet key="paid" title={title} subtitle={payerOf(invoice)} onClose={onClose}>
        <Paid
          invoice={invoice}
          said={state.said}
          change={payment.changeDue}
          isPrinted={payment.isPrinted && !credit_note}
          onRest={payment.again}
          onClose={onClose}
        />
      </Sheet>
    )
  if (isZero(invoice.due_sum) && !isBusy)
    return (
      <Sheet title={title} subtitle={payerOf(invoice)} onClose={onClose}>
        <News news={news} />
        <p>{credit_note ? text.invoices.refund.settled : text.payments.nothing}</p>
      </Sheet>
    )
  return (
    <Sheet
      title={title}
      subtitle={payerOf(invoice)}
      onClose={onClose}
      foot={
        <>
          <SendButton
            form={formId}
            label={payment.label}
            state={busyOf(state)}
            checking={text.payments.checking(amountOfWrite(state))}
          />
          {credit_note && invoice.client !== null && !isBusy && (
            <>
              <p className={classes['or']}>{text.invoices.refund.or}</p>
              <KeepAsPrepayment invoice={invoice} />
            </>
          )}
          <p className={sheet['footnote']} role="status">
            {state.kind === 'checking' ? text.payments.checkingHint : text.payments.noUndo}
          </p>
        </>
      }
    >
      <PayForm id={formId} payment={payment} news={news} />
    </Sheet>
  )
}

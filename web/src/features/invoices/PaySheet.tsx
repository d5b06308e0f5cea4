import { useId } from 'react'
import type { Invoice } from '../../api/records.ts'
import { isZero } from '../../format.ts'
import { changeOf, typedAmount } from '../../shared/cash.ts'
import { SendButton } from '../../shared/form.tsx'
import { numberOf } from '../../shared/invoice-number.ts'
import { amountOfWrite } from '../../shared/payments/problems.ts'
import { Sheet } from '../../shared/Sheet.tsx'
import sheet from '../../shared/Sheet.module.css'
import { busyOf } from '../../shared/use-confirmed-write.ts'
import { text } from '../../text/en.ts'
import { payerOf } from './invoice-state.ts'
import { KeepAsPrepayment } from './KeepAsPrepayment.tsx'
import { Paid } from './Paid.tsx'
import { sayIn } from './pay-sentences.ts'
import { News, PayForm } from './PayForm.tsx'
import classes from './sheets.module.css'
import { usePayment } from './usePayment.ts'

const words = text.payments

type Shown = {
  readonly invoice: Invoice
  readonly onClose: () => void
  /** What has just been done, such as the credit note that is to be paid out. */
  readonly news?: string
}

/** Takes money for an invoice, or pays a credit note out. */
export const PaySheet = ({ invoice, onClose, news }: Shown) => {
  const formId = useId()
  const { credit_note } = invoice
  const payment = usePayment(invoice)
  const { state, isBusy, computed, draft } = payment
  const title = (credit_note ? words.payOutTitle : words.title)(numberOf(invoice))
  if (state.kind === 'done') {
    const received = typedAmount(draft.received)
    const { inCash } = computed
    return (
      // A sheet of its own: the one that takes the rest begins with its amount.
      <Sheet key="paid" title={title} subtitle={payerOf(invoice)} onClose={onClose}>
        <Paid
          invoice={invoice}
          said={state.said}
          change={received === undefined || inCash === undefined ? undefined : changeOf(received, inCash)}
          isPrinted={payment.isPrinted && !credit_note}
          onRest={payment.again}
          onClose={onClose}
        />
      </Sheet>
    )
  }
  if (isZero(invoice.due_sum) && !isBusy)
    return (
      <Sheet title={title} subtitle={payerOf(invoice)} onClose={onClose}>
        <News news={news} />
        <p>{credit_note ? text.invoices.refund.settled : words.nothing}</p>
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
            label={sayIn(invoice, computed).label}
            state={busyOf(state)}
            checking={words.checking(amountOfWrite(state))}
          />
          {credit_note && invoice.client !== null && !isBusy && (
            <>
              <p className={classes['or']}>{text.invoices.refund.or}</p>
              <KeepAsPrepayment invoice={invoice} />
            </>
          )}
          <p className={sheet['footnote']} role="status">
            {state.kind === 'checking' ? words.checkingHint : words.noUndo}
          </p>
        </>
      }
    >
      <PayForm id={formId} invoice={invoice} payment={payment} news={news} />
    </Sheet>
  )
}

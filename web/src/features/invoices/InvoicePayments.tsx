import { Link } from '@tanstack/react-router'
import { useMe } from '../../api/me.ts'
import type { Invoice, InvoicePayment } from '../../api/records.ts'
import { calendarDateText, dateText, isZero, moneyText, timeText } from '../../format.ts'
import { negated } from '../../shared/cash.ts'
import page from '../../shared/page.module.css'
import { text } from '../../text/en.ts'
import { figureText } from '../../shared/figures.ts'
import { numberOf } from '../../shared/invoice-number.ts'
import classes from './InvoicePage.module.css'
import paymentClasses from '../../shared/payments/payments.module.css'
import { MethodIcon } from '../../shared/payments/MethodTiles.tsx'

const Payment = ({
  payment,
  isCancelled,
  onCancel,
  timeZone,
  currency,
}: {
  readonly payment: InvoicePayment
  readonly isCancelled: boolean
  readonly onCancel: ((payment: number) => void) | undefined
  readonly timeZone: string
  readonly currency: string
}) => {
  const method = text.payments.methods[payment.payment_type]
  const isCancellation = payment.cancels !== null
  return (
    <li data-cancelled={isCancelled || isCancellation}>
      <MethodIcon method={payment.payment_type} size={18} />
      <span className={classes['method']}>{method}</span>
      <span className={page['context']}>
        {dateText(payment.date_added, timeZone)}, {timeText(payment.date_added, timeZone)}
      </span>
      <span className={classes['figure']}>{figureText(payment.paid)}</span>
      {isCancelled ? (
        <span className={page['context']}>{text.invoices.invoice.cancelled}</span>
      ) : isCancellation ? (
        <span className={page['context']} title={payment.info}>
          {text.invoices.invoice.cancels(payment.info)}
        </span>
      ) : payment.set_off ? (
        <span className={page['context']}>{text.invoices.invoice.setOff}</span>
      ) : (
        onCancel !== undefined && (
          <button
            type="button"
            className={paymentClasses['link']}
            aria-label={text.invoices.invoice.cancelOf(
              text.payments.named[payment.payment_type],
              moneyText(payment.paid, currency),
            )}
            onClick={() => onCancel(payment.id)}
          >
            {text.invoices.invoice.cancelPayment}
          </button>
        )
      )}
    </li>
  )
}

type Props = {
  readonly invoice: Invoice
  readonly notes: readonly Invoice[]
  readonly onCancel: ((payment: number) => void) | undefined
}

/** The payments of the invoice, and its credit notes. */
export const InvoicePayments = ({ invoice, notes, onCancel }: Props) => {
  const timeZone = useMe().organisation.time_zone
  const payments = (invoice.invoice_payment_data ?? []).toSorted((one, other) => one.id - other.id)
  const cancelled = new Set(payments.map(({ cancels }) => cancels))
  // The service cancels a rounding only together with the cash that it was recorded with.
  const bound = new Set(payments.filter(({ url }) => !cancelled.has(url)).map(({ rounding }) => rounding))
  // A cancellation stands below what it cancels.
  const ordered = payments
    .filter(({ cancels }) => cancels === null)
    .flatMap((payment) => [payment, ...payments.filter(({ cancels }) => cancels === payment.url)])
  return (
    <section className={classes['payments']} aria-labelledby="payments">
      <h2 id="payments">{text.invoices.invoice.payments}</h2>
      {payments.length === 0 && <p className={page['none']}>{text.invoices.invoice.noPayments}</p>}
      <ul>
        {ordered.map((payment) => (
          <Payment
            key={payment.id}
            payment={payment}
            isCancelled={cancelled.has(payment.url)}
            onCancel={bound.has(payment.url) ? undefined : onCancel}
            timeZone={timeZone}
            currency={invoice.currency}
          />
        ))}
      </ul>
      {!invoice.credit_note &&
        (notes.length === 0 ? (
          <p className={page['none']}>{text.invoices.invoice.noCreditNotes}</p>
        ) : (
          <>
            <h2>{text.invoices.invoice.creditNotes}</h2>
            <ul>
              {notes.map((note) => (
                <li key={note.id}>
                  <Link to="/invoices/$id/" params={{ id: String(note.id) }}>
                    {numberOf(note)}
                  </Link>
                  <span className={page['context']}>{calendarDateText(note.invoice_date)}</span>
                  <span className={classes['figure']}>{figureText(note.total_with_vat)}</span>
                  <span className={page['context']}>
                    {isZero(note.due_sum)
                      ? text.invoices.states.settled
                      : text.payments.toPayOut(moneyText(negated(note.due_sum), note.currency))}
                  </span>
                </li>
              ))}
            </ul>
          </>
        ))}
    </section>
  )
}

import type { Invoice, PrintedInvoice } from '../../api/records.ts'
import { moneyText } from '../../format.ts'
import { leftOf, negated } from '../../shared/cash.ts'
import { text } from '../../text/en.ts'
import { figureText, percentText } from '../../shared/figures.ts'
import { isNumbered } from './invoice-state.ts'
import classes from './InvoicePage.module.css'
import paymentClasses from '../../shared/payments/payments.module.css'

type Props = {
  readonly invoice: Invoice
  readonly printed: PrintedInvoice | undefined
  readonly onWhy: () => void
}

/** The sums of the invoice, down to what is still owed. */
export const InvoiceTotals = ({ invoice, printed, onWhy }: Props) => (
  <div className={classes['totals']}>
    <dl className={paymentClasses['sums']}>
      <div>
        <dt>{text.invoices.invoice.net}</dt>
        <dd>{figureText(invoice.total)}</dd>
      </div>
      {printed?.vat.map(({ percentage, sum_vat }) => (
        <div key={percentage}>
          <dt>{text.invoices.invoice.vatRate(percentText(percentage))}</dt>
          <dd>{figureText(sum_vat)}</dd>
        </div>
      ))}
      <div data-strong>
        <dt>{text.invoices.invoice.total}</dt>
        <dd>{figureText(invoice.total_with_vat)}</dd>
      </div>
      {isNumbered(invoice) && (
        <div>
          <dt>{invoice.credit_note ? text.invoices.invoice.settled : text.invoices.invoice.paid}</dt>
          <dd>{figureText(leftOf(invoice.due_sum, invoice.total_with_vat))}</dd>
        </div>
      )}
      <div data-total data-big>
        <dt>{invoice.credit_note ? text.invoices.invoice.toPayOut : text.invoices.invoice.owing}</dt>
        <dd>{moneyText(invoice.credit_note ? negated(invoice.due_sum) : invoice.due_sum, invoice.currency)}</dd>
      </div>
      {invoice.alternative_payer !== null && (
        <div>
          <dt>{text.invoices.invoice.owingByClient}</dt>
          <dd>{figureText(invoice.client_due_sum)}</dd>
        </div>
      )}
    </dl>
    <button type="button" className={`${paymentClasses['link']} ${classes['whyLink']}`} onClick={onWhy}>
      {text.invoices.invoice.why}
    </button>
  </div>
)

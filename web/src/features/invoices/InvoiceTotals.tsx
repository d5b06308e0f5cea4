import type { Invoice, PrintedInvoice } from '../../api/records.ts'
import { moneyText } from '../../format.ts'
import { leftOf, negated } from '../../shared/cash.ts'
import { text } from '../../text/en.ts'
import { figureText, percentText } from '../../shared/figures.ts'
import classes from './InvoicePage.module.css'

const words = text.invoices.invoice

type Shown = {
  readonly invoice: Invoice
  readonly printed: PrintedInvoice | undefined
  readonly onWhy: () => void
}

/** The sums of the invoice, down to what is still owed. */
export const InvoiceTotals = ({ invoice, printed, onWhy }: Shown) => (
  <div className={classes['totals']}>
    <dl className={classes['sums']}>
      <div>
        <dt>{words.net}</dt>
        <dd>{figureText(invoice.total)}</dd>
      </div>
      {printed?.vat.map(({ percentage, sum_vat }) => (
        <div key={percentage}>
          <dt>{words.vatRate(percentText(percentage))}</dt>
          <dd>{figureText(sum_vat)}</dd>
        </div>
      ))}
      <div data-strong>
        <dt>{words.total}</dt>
        <dd>{figureText(invoice.total_with_vat)}</dd>
      </div>
      {invoice.status !== 0 && invoice.status !== 99 && (
        <div>
          <dt>{invoice.credit_note ? words.settled : words.paid}</dt>
          <dd>{figureText(leftOf(invoice.due_sum, invoice.total_with_vat))}</dd>
        </div>
      )}
      <div data-total data-big>
        <dt>{invoice.credit_note ? words.toPayOut : words.owing}</dt>
        <dd>{moneyText(invoice.credit_note ? negated(invoice.due_sum) : invoice.due_sum, invoice.currency)}</dd>
      </div>
      {invoice.alternative_payer !== null && (
        <div>
          <dt>{words.owingByClient}</dt>
          <dd>{figureText(invoice.client_due_sum)}</dd>
        </div>
      )}
    </dl>
    <button type="button" className={`${classes['link']} ${classes['whyLink']}`} onClick={onWhy}>
      {words.why}
    </button>
  </div>
)

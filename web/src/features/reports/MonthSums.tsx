import { Link } from '@tanstack/react-router'
import { useMe } from '../../api/me.ts'
import type { PeriodTotals } from '../../api/records.ts'
import { amountText, isZero, moneyText } from '../../format.ts'
import { text } from '../../text/en.ts'
import { stepMonth } from './period.ts'
import classes from './Reports.module.css'

const fromPrepayments = 8

/** What was invoiced, taken and is owed, each leading to its rows. */
export const MonthSums = ({ totals, month }: { readonly totals: PeriodTotals; readonly month: string }) => {
  const { currency } = useMe().organisation
  // Money ahead is taken when it comes, and lessens what is owed when it is used.
  const used = totals.totals_by_payment_type.find(({ payment_type }) => payment_type === fromPrepayments)
  return (
    <dl className={classes['sums']}>
      <div>
        <dt>{text.reports.invoiced}</dt>
        <dd>
          <Link to="/reports/" search={{ month, rows: 'invoices' }}>
            {moneyText(totals.total_with_vat, currency)}
          </Link>
          <span>{text.reports.withoutVat(amountText(totals.total))}</span>
        </dd>
      </div>
      <div>
        <dt>{text.reports.taken}</dt>
        <dd>
          <Link to="/reports/" search={{ month, rows: 'payments' }}>
            {moneyText(totals.total_taken, currency)}
          </Link>
          <span>
            {used === undefined || isZero(used.total)
              ? text.reports.takenAhead
              : `${text.reports.takenAhead}, ${text.reports.usedAhead(amountText(used.total))}`}
          </span>
        </dd>
      </div>
      <div>
        <dt>{text.reports.owed}</dt>
        <dd>
          <Link to="/reports/" search={{ month, rows: 'owing' }}>
            {moneyText(totals.closing_receivables, currency)}
          </Link>
          <Link to="/reports/" search={{ month: stepMonth(month, -1) }} className={classes['context'] ?? ''}>
            {text.reports.owedBefore(amountText(totals.opening_receivables))}
          </Link>
        </dd>
      </div>
    </dl>
  )
}

import { PaymentType } from '@fetlock/sdk'
import { Link } from '@tanstack/react-router'
import { useMe } from '../../api/me.ts'
import type { PeriodTotals } from '../../api/records.ts'
import { amountText, isZero, moneyText } from '../../format.ts'
import { reportsText } from '../../text/reports.ts'
import { stepMonth } from './period.ts'
import classes from './Reports.module.css'

/** What was invoiced, taken and is owed, each leading to its rows. */
export const MonthSums = ({ totals, month }: { readonly totals: PeriodTotals; readonly month: string }) => {
  const { currency } = useMe().organisation
  // Money ahead is taken when it comes, and lessens what is owed when it is used.
  const used = totals.totals_by_payment_type.find(({ payment_type }) => payment_type === PaymentType.Prepayment)
  return (
    <dl className={classes['sums']}>
      <div>
        <dt>{reportsText.invoiced}</dt>
        <dd>
          <Link to="/reports/" search={{ month, rows: 'invoices' }}>
            {moneyText(totals.total_with_vat, currency)}
          </Link>
          <span>{reportsText.withoutVat(amountText(totals.total))}</span>
        </dd>
      </div>
      <div>
        <dt>{reportsText.taken}</dt>
        <dd>
          <Link to="/reports/" search={{ month, rows: 'payments' }}>
            {moneyText(totals.total_taken, currency)}
          </Link>
          <span>
            {used === undefined || isZero(used.total)
              ? reportsText.takenAhead
              : reportsText.takenAndUsedAhead(amountText(used.total))}
          </span>
        </dd>
      </div>
      <div>
        <dt>{reportsText.owed}</dt>
        <dd>
          <Link to="/reports/" search={{ month, rows: 'owing' }}>
            {moneyText(totals.closing_receivables, currency)}
          </Link>
          <Link to="/reports/" search={{ month: stepMonth(month, -1) }} className={classes['context'] ?? ''}>
            {reportsText.owedBefore(amountText(totals.opening_receivables))}
          </Link>
        </dd>
      </div>
    </dl>
  )
}

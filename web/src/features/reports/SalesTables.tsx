import { Link } from '@tanstack/react-router'
import type { PeriodTotals } from '../../api/records.ts'
import { amountText, plainText } from '../../format.ts'
import { reportsText } from '../../text/reports.ts'
import classes from './Reports.module.css'

type VatTotal = PeriodTotals['totals_by_vat_group'][number]
type AccountTotal = PeriodTotals['totals_by_account'][number]
type Sales = Pick<PeriodTotals, 'total' | 'total_vat' | 'total_with_vat'> & {
  readonly totals_by_vat_group: readonly VatTotal[]
  readonly totals_by_account: readonly AccountTotal[]
}

/** Groups are often named after their rate, which stands before the name already. */
const nameOfRate = (title: string) => title.replace(/[\s,]*\d+([.,]\d+)?\s*%$/, '')

/** A rate and the group it belongs to: two groups may have the same rate. */
export const vatKey = (percentage: string, title: string) => `${percentage} ${title}`

type Props = {
  readonly sales: Sales
  /** Whose rows a number leads to. */
  readonly month: string
}

export const VatTable = ({ sales, month }: Props) => (
  <table className={classes['table']}>
    <caption className="unseen">{reportsText.vatTable}</caption>
    <thead>
      <tr>
        <th scope="col">{reportsText.vat}</th>
        <th scope="col" className={classes['number']}>
          {reportsText.net}
        </th>
        <th scope="col" className={classes['number']}>
          {reportsText.vat}
        </th>
        <th scope="col" className={classes['number']}>
          {reportsText.gross}
        </th>
      </tr>
    </thead>
    <tbody>
      {sales.totals_by_vat_group.map(({ title, percentage, net, vat, total }) => {
        const search = { month, rows: 'vat', of: vatKey(percentage, title) } as const
        return (
          <tr key={vatKey(percentage, title)}>
            <th scope="row" title={title}>
              {reportsText.percentage(plainText(percentage))}{' '}
              <span className={classes['rate']}>{nameOfRate(title)}</span>
            </th>
            {[net, vat, total].map((amount, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- three columns that never change places
              <td key={index} className={classes['number']}>
                <Link to="/reports/" search={search}>
                  {amountText(amount)}
                </Link>
              </td>
            ))}
          </tr>
        )
      })}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">{reportsText.total}</th>
        {[sales.total, sales.total_vat, sales.total_with_vat].map((amount, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- three columns that never change places
          <td key={index} className={classes['number']}>
            <Link to="/reports/" search={{ month, rows: 'invoices' }}>
              {amountText(amount)}
            </Link>
          </td>
        ))}
      </tr>
    </tfoot>
  </table>
)

export const AccountTable = ({ sales, month }: Props) => (
  <table className={`${classes['table']} ${classes['named']}`}>
    <caption className="unseen">{reportsText.accountTable}</caption>
    <thead>
      <tr>
        <th scope="col">{reportsText.account}</th>
        <th scope="col" className={classes['number']}>
          {reportsText.amount}
        </th>
      </tr>
    </thead>
    <tbody>
      {sales.totals_by_account.map(({ number, description, total }) => (
        <tr key={number}>
          <th scope="row" title={description}>
            {number === '' ? (
              reportsText.noAccount
            ) : (
              <>
                <span className={classes['code']}>{number}</span> {description}
              </>
            )}
          </th>
          <td className={classes['number']}>
            <Link to="/reports/" search={{ month, rows: 'account', of: number }}>
              {amountText(total)}
            </Link>
          </td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">{reportsText.totalWithVat}</th>
        <td className={classes['number']}>
          <Link to="/reports/" search={{ month, rows: 'invoices' }}>
            {amountText(sales.total_with_vat)}
          </Link>
        </td>
      </tr>
    </tfoot>
  </table>
)

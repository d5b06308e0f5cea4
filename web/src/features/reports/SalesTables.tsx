import { Link } from '@tanstack/react-router'
import type { AccountingReport, PeriodTotals } from '../../api/records.ts'
import { amountText, plainText } from '../../format.ts'
import { text } from '../../text/en.ts'
import classes from './Reports.module.css'

type VatTotal = PeriodTotals['totals_by_vat_group'][number]
type AccountTotal = PeriodTotals['totals_by_account'][number]
export type Sales = Pick<PeriodTotals, 'total' | 'total_vat' | 'total_with_vat'> & {
  readonly totals_by_vat_group: readonly VatTotal[]
  readonly totals_by_account: readonly AccountTotal[]
}

/** A closed day has the same lists, which the description of the API leaves open. */
export const salesOf = (report: AccountingReport) => report as unknown as Sales

/** A rate and the group it belongs to: two groups may have the same rate. */
/** Groups are often named after their rate, which stands before the name already. */
const nameOfRate = (title: string) => title.replace(/[\s,]*\d+([.,]\d+)?\s*%$/, '')

export const vatKey = (percentage: string, title: string) => `${percentage} ${title}`

type Shown = {
  readonly sales: Sales
  /** Whose rows a number leads to. */
  readonly month: string
}

export const VatTable = ({ sales, month }: Shown) => (
  <table className={classes['table']}>
    <caption className="unseen">{text.reports.vatTable}</caption>
    <thead>
      <tr>
        <th scope="col">{text.reports.vat}</th>
        <th scope="col" className={classes['number']}>
          {text.reports.net}
        </th>
        <th scope="col" className={classes['number']}>
          {text.reports.vat}
        </th>
        <th scope="col" className={classes['number']}>
          {text.reports.gross}
        </th>
      </tr>
    </thead>
    <tbody>
      {sales.totals_by_vat_group.map(({ title, percentage, net, vat, total }) => {
        const search = { month, rows: 'vat', of: vatKey(percentage, title) } as const
        return (
          <tr key={vatKey(percentage, title)}>
            <th scope="row" title={title}>
              {text.reports.percentage(plainText(percentage))}{' '}
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
        <th scope="row">{text.reports.total}</th>
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

export const AccountTable = ({ sales, month }: Shown) => (
  <table className={`${classes['table']} ${classes['named']}`}>
    <caption className="unseen">{text.reports.accountTable}</caption>
    <thead>
      <tr>
        <th scope="col">{text.reports.account}</th>
        <th scope="col" className={classes['number']}>
          {text.reports.amount}
        </th>
      </tr>
    </thead>
    <tbody>
      {sales.totals_by_account.map(({ number, description, total }) => (
        <tr key={number}>
          <th scope="row" title={description}>
            {number === '' ? (
              text.reports.noAccount
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
        <th scope="row">{text.reports.totalWithVat}</th>
        <td className={classes['number']}>
          <Link to="/reports/" search={{ month, rows: 'invoices' }}>
            {amountText(sales.total_with_vat)}
          </Link>
        </td>
      </tr>
    </tfoot>
  </table>
)

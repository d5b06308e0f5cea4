import { IconTable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { totalsQuery } from '../../api/accountingreport.ts'
import { useMe } from '../../api/me.ts'
import type { AccountingReport, Department } from '../../api/records.ts'
import { amountText, moneyText } from '../../format.ts'
import { reportsText } from '../../text/reports.ts'
import { AccountTable, VatTable } from './SalesTables.tsx'
import { Legend, TakingsChart, TakingsTable } from './TakingsChart.tsx'
import { addDays } from './period.ts'
import classes from './Reports.module.css'

/** Two weeks, so that a day is seen beside its like. */
const daysBefore = 14

type Props = { readonly report: AccountingReport; readonly department: Department; readonly day: string }

/** What a closing holds: sales by VAT and account, and the takings beside those of the days before. */
export const Preview = ({ report, department, day }: Props) => {
  const { currency } = useMe().organisation
  const { view } = useSearch({ from: '/reports/day' })
  const navigate = useNavigate({ from: '/reports/day' })
  const { data: totals } = useQuery(totalsQuery(department.id, { from: addDays(day, -daysBefore), to: day }))
  const month = day.slice(0, 7)
  const isTable = view === 'table'
  return (
    <>
      <dl className={classes['sums']}>
        <div>
          <dt>{reportsText.invoiced}</dt>
          <dd>
            {moneyText(report.total_with_vat, currency)}
            <span>{reportsText.withoutVat(amountText(report.total))}</span>
          </dd>
        </div>
        <div>
          <dt>{reportsText.taken}</dt>
          <dd>{moneyText(report.total_taken, currency)}</dd>
        </div>
        <div>
          <dt>{reportsText.owed}</dt>
          <dd>
            {moneyText(report.closing_receivables, currency)}
            <span>{reportsText.owedBefore(amountText(report.opening_receivables))}</span>
          </dd>
        </div>
      </dl>
      {totals !== undefined && (
        <section aria-labelledby="takings">
          <div className={classes['title']}>
            <h3 id="takings">{reportsText.takings(currency)}</h3>
            <Legend totals={totals} />
            <button
              type="button"
              className="button small"
              aria-pressed={isTable}
              onClick={() =>
                void navigate({
                  search: (before) => ({ ...before, view: isTable ? undefined : 'table' }),
                  replace: true,
                })
              }
            >
              <IconTable size={16} stroke={1.6} aria-hidden="true" /> {reportsText.table}
            </button>
          </div>
          <p className={classes['none']}>{reportsText.takingsByDay}</p>
          {isTable ? <TakingsTable totals={totals} /> : <TakingsChart totals={totals} today={day} />}
        </section>
      )}
      <div className={classes['pair']}>
        <VatTable sales={report} month={month} />
        <AccountTable sales={report} month={month} />
      </div>
    </>
  )
}

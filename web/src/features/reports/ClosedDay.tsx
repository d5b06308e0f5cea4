import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { closedDayQuery } from '../../api/accountingreport.ts'
import { departmentsQuery } from '../../api/department.ts'
import { ErrorState } from '../../shared/states.tsx'
import { amountText, dateIn, dateText, timeText } from '../../format.ts'
import { text } from '../../text/en.ts'
import { closingText, reportsText } from '../../text/reports.ts'
import classes from './CloseDay.module.css'
import { CountHead, Difference } from './Count.tsx'
import { Preview } from './Preview.tsx'
import { ClosingHead, useSaving } from './ClosingHead.tsx'
import { sinceText } from './closings.ts'

/** A day that was closed. It never changes. */
export const ClosedDay = ({ id }: { readonly id: number }) => {
  const { data: report, error, refetch } = useQuery(closedDayQuery(id))
  const { data: departments } = useQuery(departmentsQuery)
  const department = departments?.find(({ url }) => url === report?.department)
  const saving = useSaving(report, `report-${report?.report_number ?? id}`)
  if (error !== null && report === undefined)
    return <ErrorState isPage error={error} what={reportsText.what} onRetry={() => void refetch()} />
  if (report === undefined || department === undefined) return null
  const moment = `${dateText(report.period_end, department.time_zone)}, ${timeText(report.period_end, department.time_zone)}`
  return (
    <>
      <ClosingHead where={department.name} actions={saving} />
      <div className={classes['body']}>
        <div className={classes['main']}>
          <p className={classes['stamp']} role="status">
            <strong>{closingText.closed(report.report_number, moment)}</strong>{' '}
            <span>{sinceText(report, department.time_zone)}</span> <span>{closingText.closedHint}</span>
          </p>
          <section className={classes['step']} aria-labelledby="count">
            <h2 id="count">{closingText.count}</h2>
            <table className={classes['table']}>
              <caption className="unseen">{closingText.count}</caption>
              <CountHead />
              <tbody>
                {report.totals_by_payment_type.map(({ payment_type, total, counted, difference, explanation }) => (
                  <tr key={payment_type}>
                    <th scope="row">
                      {text.payments.methods[payment_type]}
                      {explanation !== null && <span className={classes['sentence']}>{explanation}</span>}
                    </th>
                    <td className={classes['number']}>{amountText(total)}</td>
                    <td className={classes['number']}>{counted === null ? '–' : amountText(counted)}</td>
                    <td className={classes['number']}>
                      <Difference difference={difference} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <Link to="/reports/day/" search={{}} className={`button ${classes['again']}`}>
              {closingText.next}
            </Link>
          </section>
        </div>
        <section className={classes['side']} aria-labelledby="preview">
          <h2 id="preview">{closingText.report}</h2>
          <Preview
            report={report}
            department={department}
            day={dateIn(new Date(report.period_end), department.time_zone)}
          />
        </section>
      </div>
    </>
  )
}

import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { type AccountingReport, type Department, idOf } from '../../api/records.ts'
import { timeText } from '../../format.ts'
import { closingText } from '../../text/reports.ts'
import classes from './CloseDay.module.css'
import { type Closings, reportOf, sinceText } from './closings.ts'

type Closable = {
  readonly department: Department
  readonly closings: Closings
  readonly isNothingNew: boolean
  readonly report: AccountingReport | undefined
}

/** One department is closed at a time: says which, whether it was today already, and which others are still open. */
export const ClosingStatus = ({ department, closings, isNothingNew, report }: Closable) => {
  const own = reportOf(department, closings)
  const open = closings.filter(
    (one) => one.isKnown && one.report === undefined && one.department.url !== department.url,
  )
  return (
    <p className={classes['stamp']} data-open={own === undefined} role="status">
      {own === undefined ? (
        <strong>{closingText.only(department.name)}</strong>
      ) : (
        <>
          <Link to="/reports/day/" search={{ report: own.id }}>
            <strong>
              {closingText.closedAlready(own.report_number, timeText(own.period_end, department.time_zone))}
            </strong>
          </Link>{' '}
          <span>{isNothingNew ? closingText.nothingSince : closingText.again}</span>
        </>
      )}{' '}
      {report !== undefined && !isNothingNew && <span>{sinceText(report, department.time_zone)}</span>}
      {open.length > 0 && (
        <span>
          {closingText.stillOpen}{' '}
          {open.map(({ department: { url, name } }, index) => (
            <Fragment key={url}>
              {index > 0 && ', '}
              <Link to="/reports/day/" search={{ department: idOf(url) }}>
                {name}
              </Link>
            </Fragment>
          ))}
        </span>
      )}
    </p>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { closedDaysQuery } from '../../api/accountingreport.ts'
import { departmentsQuery } from '../../api/department.ts'
import { useMe } from '../../api/me.ts'
import type { Department } from '../../api/records.ts'
import { dateText, moneyText, timeText } from '../../format.ts'
import page from '../../shared/page.module.css'
import { reportsText } from '../../text/reports.ts'
import classes from './Reports.module.css'

/** About a month of one department. */
const shownAtOnce = 31

type Props = { readonly department: Department | undefined; readonly timeZone: string }

export const ClosedDays = ({ department, timeZone }: Props) => {
  const { currency } = useMe().organisation
  const [maxShown, setMaxShown] = useState(shownAtOnce)
  const { data } = useQuery(closedDaysQuery(department?.id, maxShown))
  const { data: departments } = useQuery(departmentsQuery)
  if (data === undefined) return null
  return (
    <section aria-labelledby="closed-days">
      <div className={classes['title']}>
        <h2 id="closed-days">{reportsText.closedDays}</h2>
      </div>
      {data.count === 0 && <p className={classes['none']}>{reportsText.noClosedDay}</p>}
      <ul className={page['rows']}>
        {data.results.map(({ id, report_number, period_end, total_taken, department: url }) => (
          <li key={id}>
            <span className={page['what']}>
              <Link to="/reports/day/" search={{ report: id }}>
                {reportsText.report(report_number)}
              </Link>{' '}
              <span className={page['context']}>
                {department === undefined && departments?.find((one) => one.url === url)?.name}{' '}
                {reportsText.closedAt(`${dateText(period_end, timeZone)}, ${timeText(period_end, timeZone)}`)}
              </span>
            </span>
            <span className={page['figure']}>{moneyText(total_taken, currency)}</span>
          </li>
        ))}
      </ul>
      {data.count > data.results.length && (
        <button type="button" className="button small" onClick={() => setMaxShown(maxShown + shownAtOnce)}>
          {reportsText.earlier}
        </button>
      )}
    </section>
  )
}

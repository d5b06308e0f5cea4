import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { departmentsQuery, useMe } from '../../api/me.ts'
import type { Department } from '../../api/records.ts'
import { dateText, moneyText, timeText } from '../../format.ts'
import page from '../../shared/page.module.css'
import { text } from '../../text/en.ts'
import { closedDaysQuery } from './queries.ts'
import classes from './Reports.module.css'

export const ClosedDays = ({ department, timeZone }: { department: Department | undefined; timeZone: string }) => {
  const { currency } = useMe().organisation
  const { data } = useQuery(closedDaysQuery(department))
  const { data: departments } = useQuery(departmentsQuery)
  if (data === undefined) return null
  return (
    <section aria-labelledby="closed-days">
      <div className={classes['title']}>
        <h2 id="closed-days">{text.reports.closedDays}</h2>
      </div>
      {data.count === 0 && <p className={classes['none']}>{text.reports.noClosedDay}</p>}
      <ul className={page['rows']}>
        {data.results.map(({ id, report_number, period_end, total_taken, department: url }) => (
          <li key={id}>
            <span className={page['what']}>
              <Link to="/reports/day/" search={{ report: id }}>
                {text.reports.report(report_number)}
              </Link>{' '}
              <span className={page['context']}>
                {department === undefined && departments?.results.find((one) => one.url === url)?.name}{' '}
                {text.reports.closedAt(`${dateText(period_end, timeZone)}, ${timeText(period_end, timeZone)}`)}
              </span>
            </span>
            <span className={page['figure']}>{moneyText(total_taken, currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

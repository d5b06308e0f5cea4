import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { departmentsQuery, may, useMe } from '../api/me.ts'
import { idOf, type PeriodTotals } from '../api/records.ts'
import { get } from '../api/request.ts'
import { dateIn, moneyText } from '../format.ts'
import { text } from '../text/en.ts'

/** What was taken so far today, for whoever closes the day. */
export const TakingsToday = () => {
  const me = useMe()
  const { department } = useSearch({ strict: false })
  const { data: departments } = useQuery(departmentsQuery)
  const chosen = departments?.results.find(({ url }) => idOf(url) === department)
  const today = dateIn(new Date(), chosen?.time_zone ?? me.organisation.time_zone)
  const { data } = useQuery({
    queryKey: ['report', 'today', department, today],
    queryFn: ({ signal }) =>
      get<PeriodTotals>(
        department === undefined ? '/accountingreport/totals/' : `/department/${department}/totals/`,
        { from: today, to: today },
        signal,
      ),
    enabled: may(me, 'Financial: End of day and accounting reports'),
    meta: { resources: ['invoicepayment', 'unallocatedpayment'] },
  })
  if (data === undefined) return null
  return (
    <Link to="/reports/day/">
      <strong>{moneyText(data.total_taken, me.organisation.currency)}</strong> {text.reports.takenToday}
    </Link>
  )
}

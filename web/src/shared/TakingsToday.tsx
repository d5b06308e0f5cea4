import { Permission } from '@fetlock/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { totalsQuery } from '../api/accountingreport.ts'
import { departmentsQuery } from '../api/department.ts'
import { may, useMe } from '../api/me.ts'
import { idOf } from '../api/records.ts'
import { dateIn, moneyText } from '../format.ts'
import { text } from '../text/en.ts'

/** What was taken so far today, for whoever closes the day. */
export const TakingsToday = () => {
  const me = useMe()
  const { department } = useSearch({ strict: false })
  const { data: departments } = useQuery(departmentsQuery)
  const chosen = departments?.find(({ url }) => idOf(url) === department)
  const today = dateIn(new Date(), chosen?.time_zone ?? me.organisation.time_zone)
  const { data } = useQuery({
    ...totalsQuery(department, { from: today, to: today }),
    enabled: may(me, Permission.FinancialEndOfDayAndAccountingReports),
  })
  if (data === undefined) return null
  return (
    <Link to="/reports/day/">
      <strong>{moneyText(data.total_taken, me.organisation.currency)}</strong> {text.board.takenToday}
    </Link>
  )
}

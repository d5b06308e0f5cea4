import { ApiError, Permission } from '@fetlock/sdk'
import { useSearch } from '@tanstack/react-router'
import { may, useMe } from '../../api/me.ts'
import { ErrorState } from '../../shared/states.tsx'
import { closingText, reportsText } from '../../text/reports.ts'
import { useTillDepartment } from '../../shared/till-department.ts'
import { ClosedDay } from './ClosedDay.tsx'
import { Closing } from './Closing.tsx'

/** Loose ends, count, preview, and one button. */
export const CloseDay = () => {
  const me = useMe()
  const { report } = useSearch({ from: '/reports/day' })
  const department = useTillDepartment()
  if (!may(me, Permission.FinancialEndOfDayAndAccountingReports))
    return (
      <ErrorState
        isPage
        error={new ApiError({ status: 403, code: 'permission_denied', detail: reportsText.needs })}
        what={closingText.title}
      />
    )
  if (report !== undefined) return <ClosedDay key={report} id={report} />
  return department === undefined ? null : <Closing key={department.url} department={department} />
}

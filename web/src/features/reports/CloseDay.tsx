import { useSearch } from '@tanstack/react-router'
import { ApiProblem } from '../../api/problem.ts'
import { may, useMe } from '../../api/me.ts'
import { ErrorState } from '../../shared/states.tsx'
import { text } from '../../text/en.ts'
import { useTillDepartment } from '../../shared/till-department.ts'
import { ClosedDay } from './ClosedDay.tsx'
import { Closing } from './Closing.tsx'

/** Loose ends, count, preview, and one button. */
export const CloseDay = () => {
  const me = useMe()
  const { report } = useSearch({ from: '/reports/day' })
  const department = useTillDepartment()
  if (!may(me, 'Financial: End of day and accounting reports'))
    return (
      <ErrorState
        isPage
        error={new ApiProblem({ status: 403, code: 'forbidden', detail: text.reports.needs })}
        what={text.closing.title}
      />
    )
  if (report !== undefined) return <ClosedDay key={report} id={report} />
  return department === undefined ? null : <Closing key={department.url} department={department} />
}

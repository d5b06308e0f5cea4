import { useQuery } from '@tanstack/react-query'
import { closedSinceQuery, closingQuery } from '../../api/accountingreport.ts'
import { departmentsQuery } from '../../api/department.ts'
import type { AccountingReport, Department } from '../../api/records.ts'
import { addDays, dateIn, dateText, timeText } from '../../format.ts'
import { closingText } from '../../text/reports.ts'

/** Which departments have been closed on a day, by the last report of each. */
export const useClosings = (today: string) => {
  const { data: departments } = useQuery(departmentsQuery)
  // A day begins up to half a day earlier where another department is.
  const { data: closed, isPending } = useQuery(closedSinceQuery(`${addDays(today, -1)}T00:00:00Z`))
  const closings = (departments ?? []).map((department) => ({
    department,
    report: closed?.findLast(
      ({ department: url, period_end }) =>
        url === department.url && dateIn(new Date(period_end), department.time_zone) === today,
    ),
    isKnown: closed !== undefined,
  }))
  return { closings, isPending }
}

export type Closings = ReturnType<typeof useClosings>['closings']

export const reportOf = (department: Department, closings: Closings) =>
  closings.find((one) => one.department.url === department.url)?.report

/** Whether nothing was taken and nothing was invoiced since the day was closed. A payment that was cancelled is something. */
export const useIsEmpty = (department: Department) => {
  const { data: books } = useQuery(closingQuery(department, []))
  return books !== undefined && books.totals_by_payment_type.length === 0 && books.totals_by_vat_group.length === 0
}

/** The period of a closing, which is rarely just a day: from the closing before, or from the first entry there is. */
export const sinceText = ({ period_start, report_number }: AccountingReport, timeZone: string) => {
  const moment = `${dateText(period_start, timeZone)}, ${timeText(period_start, timeZone)}`
  return report_number === 1 ? closingText.sinceFirst(moment) : closingText.since(moment)
}

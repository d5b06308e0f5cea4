import { useQuery } from '@tanstack/react-query'
import { departmentsQuery } from '../../api/me.ts'
import type { AccountingReport, Department } from '../../api/records.ts'
import { dateIn, dateText, timeText } from '../../format.ts'
import { text } from '../../text/en.ts'
import { takingsOf } from './Count.tsx'
import { closedDaysQuery, closingQuery } from './queries.ts'
import { salesOf } from './SalesTables.tsx'

/** Which departments have been closed on a day, by the last report of each. */
export const useClosings = (today: string) => {
  const { data: departments } = useQuery(departmentsQuery)
  const { data: closed, isPending } = useQuery(closedDaysQuery(undefined))
  const closings = (departments?.results ?? []).map((department) => ({
    department,
    report: closed?.results.find(
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
  return books !== undefined && takingsOf(books).length === 0 && salesOf(books).totals_by_vat_group.length === 0
}

/** The period of a closing, which is rarely just a day: from the closing before, or from the first entry there is. */
export const sinceText = ({ period_start, report_number }: AccountingReport, timeZone: string) => {
  const moment = `${dateText(period_start, timeZone)}, ${timeText(period_start, timeZone)}`
  return report_number === 1 ? text.closing.sinceFirst(moment) : text.closing.since(moment)
}

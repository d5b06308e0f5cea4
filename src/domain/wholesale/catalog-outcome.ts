import { csvLine } from '../../csv/write-csv.ts'

export const uploadStatuses = ['pending', 'accepted', 'partially_accepted', 'rejected'] as const
export type UploadStatus = (typeof uploadStatuses)[number]

/** What the report of a truncated list of errors is saved as. */
export const reportFile = { name: 'catalog-errors.csv', type: 'text/csv' } as const

/** For how long the report of an upload can be downloaded. */
export const reportDays = 30

type ReportedError = {
  readonly row: number | null
  readonly code: string
  readonly field: string | null
  readonly detail: string
}
const lineOf = (cells: readonly string[]) => csvLine(cells, '\r\n')
/** The first line of a report, and those of some errors. */
export const reportHeader = lineOf(['row', 'code', 'field', 'detail'])
export const reportLines = (errors: readonly ReportedError[]) =>
  errors.map(({ row, code, field, detail }) => lineOf([String(row ?? ''), code, field ?? '', detail])).join('')

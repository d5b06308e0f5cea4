import { oneOf, readDate, readId, readMonth, readWord, type Search } from '../../shared/address.ts'

const reportRows = ['payments', 'invoices', 'vat', 'account', 'owing'] as const
type ReportsSearch = {
  month?: string | undefined
  view?: 'table' | undefined
  /** Which rows are listed, and of what: a day and method, a rate, an account, an age. */
  rows?: (typeof reportRows)[number] | undefined
  day?: string | undefined
  of?: string | undefined
}

export const readReportsSearch = (search: Search): ReportsSearch => ({
  month: readMonth(search['month']),
  view: oneOf(['table'], search['view']),
  rows: oneOf(reportRows, search['rows']),
  day: readDate(search['day']),
  of: readWord(search['of']),
})

type CloseDaySearch = { report?: number | undefined; view?: 'table' | undefined }

export const readCloseDaySearch = (search: Search): CloseDaySearch => ({
  report: readId(search['report']),
  view: oneOf(['table'], search['view']),
})

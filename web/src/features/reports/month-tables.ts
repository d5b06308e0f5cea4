import type { PeriodTotals, Receivables } from '../../api/records.ts'
import { text } from '../../text/en.ts'
import { tillText } from '../../text/till.ts'
import { reportsText } from '../../text/reports.ts'
import { ageNames } from './period.ts'

/** All tables of the page, one below the other. */
export const tablesOf = (totals: PeriodTotals, owing: Receivables | undefined): string[][] => [
  [reportsText.day, tillText.method, reportsText.amount],
  ...totals.takings_by_day.map(({ dated, payment_type, total }) => [dated, text.payments.methods[payment_type], total]),
  [],
  [reportsText.vat, reportsText.net, reportsText.vat, reportsText.gross],
  ...totals.totals_by_vat_group.map(({ percentage, net, vat, total }) => [percentage, net, vat, total]),
  [reportsText.total, totals.total, totals.total_vat, totals.total_with_vat],
  [],
  [reportsText.account, '', reportsText.amount],
  ...totals.totals_by_account.map(({ number, description, total }) => [number, description, total]),
  [reportsText.totalWithVat, '', totals.total_with_vat],
  [],
  ...(owing === undefined
    ? []
    : [[reportsText.age, reportsText.amount], ...ageNames.map((age) => [reportsText.ages[age], owing[age]])]),
]

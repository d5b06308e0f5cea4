import type { PeriodTotals, Receivables } from '../../api/records.ts'
import { text } from '../../text/en.ts'
import { ageNames } from './period.ts'

/** All tables of the page, one below the other. */
export const tablesOf = (totals: PeriodTotals, owing: Receivables | undefined): string[][] => [
  [text.reports.day, text.till.method, text.reports.amount],
  ...totals.takings_by_day.map(({ dated, payment_type, total }) => [dated, text.till.methods[payment_type]!, total]),
  [],
  [text.reports.vat, text.reports.net, text.reports.vat, text.reports.gross],
  ...totals.totals_by_vat_group.map(({ percentage, net, vat, total }) => [percentage, net, vat, total]),
  [text.reports.total, totals.total, totals.total_vat, totals.total_with_vat],
  [],
  [text.reports.account, '', text.reports.amount],
  ...totals.totals_by_account.map(({ number, description, total }) => [number, description, total]),
  [text.reports.totalWithVat, '', totals.total_with_vat],
  [],
  ...(owing === undefined
    ? []
    : [[text.reports.age, text.reports.amount], ...ageNames.map((age) => [text.reports.ages[age], owing[age]])]),
]

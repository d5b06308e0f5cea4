import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { AccountingReport } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { Heading } from '../../shared/Heading.tsx'
import page from '../../shared/page.module.css'
import { text } from '../../text/en.ts'
import { closingText, reportsText } from '../../text/reports.ts'
import classes from './CloseDay.module.css'
import { saveCsv } from '../../shared/csv.ts'

const tableOf = (report: AccountingReport): string[][] => [
  [
    closingText.columns.method,
    closingText.columns.expected,
    closingText.columns.counted,
    closingText.difference,
    closingText.explanation,
  ],
  ...report.totals_by_payment_type.map(({ payment_type, total, counted, difference, explanation }) => [
    text.payments.methods[payment_type],
    total,
    counted ?? '',
    difference ?? '',
    explanation ?? '',
  ]),
  [],
  [reportsText.vat, reportsText.net, reportsText.vat, reportsText.gross],
  ...report.totals_by_vat_group.map(({ percentage, net, vat, total }) => [percentage, net, vat, total]),
  [reportsText.total, report.total, report.total_vat, report.total_with_vat],
  [],
  [reportsText.account, '', reportsText.amount],
  ...report.totals_by_account.map(({ number, description, total }) => [number, description, total]),
]

export const useSaving = (report: AccountingReport | undefined, name: string) => {
  const actions = useMemo(
    (): readonly Action[] =>
      report === undefined
        ? []
        : [
            { id: 'day print', title: reportsText.print, group: 'here', run: () => window.print() },
            { id: 'day csv', title: reportsText.csv, group: 'here', run: () => saveCsv(name, tableOf(report)) },
          ],
    [report, name],
  )
  useActions(actions)
  return actions
}

/** The head of the page, with printing and saving. */
export const ClosingHead = ({ where, actions }: { readonly where: string; readonly actions: readonly Action[] }) => (
  <div className={`${page['head']} ${classes['head']}`}>
    <Heading title={closingText.title} />
    <span className={classes['where']}>{where}</span>
    {actions.map(({ id, title, run }) => (
      <button key={id} type="button" className="button" onClick={run}>
        {id === 'day print' ? (
          <IconPrinter size={18} stroke={1.6} aria-hidden="true" />
        ) : (
          <IconDownload size={18} stroke={1.6} aria-hidden="true" />
        )}{' '}
        {title}
      </button>
    ))}
  </div>
)

import { ApiError, Permission } from '@fetlock/sdk'
import { IconChevronLeft, IconChevronRight, IconDownload, IconTable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { receivablesQuery, totalsQuery } from '../../api/accountingreport.ts'
import { departmentsQuery } from '../../api/department.ts'
import { may, useMe } from '../../api/me.ts'
import { idOf, type PeriodTotals, type Receivables } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { Heading } from '../../shared/Heading.tsx'
import { ErrorState, Skeleton, useIsSlow } from '../../shared/states.tsx'
import { dateIn, monthText } from '../../format.ts'
import page from '../../shared/page.module.css'
import { reportsText } from '../../text/reports.ts'
import { saveCsv } from '../../shared/csv.ts'
import { daysOfMonth, stepMonth } from './period.ts'
import { ReportRows } from './ReportRows.tsx'
import classes from './Reports.module.css'
import { AccountTable, VatTable } from './SalesTables.tsx'
import { Legend, TakingsChart, TakingsTable } from './TakingsChart.tsx'
import { ClosedDays } from './ClosedDays.tsx'
import { MonthSums } from './MonthSums.tsx'
import { OwingChart, OwingTable } from './Owing.tsx'
import { tablesOf } from './month-tables.ts'

const Month = ({ month, today }: { readonly month: string; readonly today: string }) => {
  const navigate = useNavigate({ from: '/reports' })
  const go = (by: 1 | -1) =>
    void navigate({
      search: (before) => ({ ...before, month: stepMonth(month, by), rows: undefined, day: undefined, of: undefined }),
    })
  return (
    <div className={classes['month']}>
      <button type="button" className="button" onClick={() => go(-1)}>
        <IconChevronLeft size={16} aria-hidden="true" />
        <span className="unseen">{reportsText.previousMonth}</span>
      </button>
      <strong>{monthText(`${month}-01`)}</strong>
      <button type="button" className="button" disabled={month >= today.slice(0, 7)} onClick={() => go(1)}>
        <IconChevronRight size={16} aria-hidden="true" />
        <span className="unseen">{reportsText.nextMonth}</span>
      </button>
    </div>
  )
}

type Read = { readonly totals: PeriodTotals; readonly owing: Receivables | undefined }
type Props = Read & { readonly month: string; readonly today: string; readonly currency: string }

const Content = ({ totals, owing, month, today, currency }: Props) => {
  const { view, rows } = useSearch({ from: '/reports' })
  const navigate = useNavigate({ from: '/reports' })
  const isTable = view === 'table'
  const isEmpty = totals.takings_by_day.length === 0
  return (
    <>
      <MonthSums totals={totals} month={month} />
      <p className={classes['none']}>{reportsText.computed}</p>
      <section aria-labelledby="takings">
        <div className={classes['title']}>
          <h2 id="takings">{reportsText.takings(currency)}</h2>
          <Legend totals={totals} />
          <button
            type="button"
            className="button small"
            aria-pressed={isTable}
            onClick={() =>
              void navigate({ search: (before) => ({ ...before, view: isTable ? undefined : 'table' }), replace: true })
            }
          >
            <IconTable size={16} stroke={1.6} aria-hidden="true" /> {reportsText.table}
          </button>
        </div>
        {isEmpty ? (
          <p className={classes['none']}>{reportsText.nothingTaken}</p>
        ) : isTable ? (
          <div className={classes['wide']} tabIndex={0} role="region" aria-label={reportsText.takingsTable}>
            <TakingsTable totals={totals} />
          </div>
        ) : (
          <TakingsChart isWide={rows === undefined} totals={totals} today={today} />
        )}
      </section>
      <div className={classes['pair']}>
        <section aria-labelledby="vat">
          <div className={classes['title']}>
            <h2 id="vat">{reportsText.vatTable}</h2>
          </div>
          {totals.totals_by_vat_group.length === 0 ? (
            <p className={classes['none']}>{reportsText.nothingSold}</p>
          ) : (
            <VatTable sales={totals} month={month} />
          )}
        </section>
        <section aria-labelledby="accounts">
          <div className={classes['title']}>
            <h2 id="accounts">{reportsText.accountTable}</h2>
          </div>
          {totals.totals_by_account.length === 0 ? (
            <p className={classes['none']}>{reportsText.nothingSold}</p>
          ) : (
            <AccountTable sales={totals} month={month} />
          )}
        </section>
      </div>
      {owing !== undefined && (
        <section aria-labelledby="owing">
          <div className={classes['title']}>
            <h2 id="owing">{reportsText.owing(currency)}</h2>
          </div>
          {isTable ? <OwingTable owing={owing} month={month} /> : <OwingChart owing={owing} month={month} />}
        </section>
      )}
    </>
  )
}

const Page = () => {
  const me = useMe()
  const search = useSearch({ strict: false })
  const { rows } = useSearch({ from: '/reports' })
  const navigate = useNavigate()
  const { data: departments } = useQuery(departmentsQuery)
  const department = departments?.find(({ url }) => idOf(url) === search.department)
  const timeZone = department?.time_zone ?? me.organisation.time_zone
  const today = dateIn(new Date(), timeZone)
  const month = search.month ?? today.slice(0, 7)
  const period = daysOfMonth(month)
  const { data: totals, error, refetch } = useQuery(totalsQuery(department?.id, period))
  const { data: owing } = useQuery(receivablesQuery(department?.id))
  const isSlow = useIsSlow(totals === undefined && error === null)
  const actions = useMemo((): readonly Action[] => {
    const save: Action[] =
      totals === undefined
        ? []
        : [
            {
              id: 'report csv',
              title: reportsText.csv,
              group: 'here',
              run: () => saveCsv(`report-${month}`, tablesOf(totals, owing)),
            },
          ]
    return [
      { id: 'close day', title: reportsText.closeDay, group: 'go', run: () => void navigate({ to: '/reports/day/' }) },
      ...save,
    ]
  }, [totals, owing, month, navigate])
  useActions(actions)
  return (
    <>
      <div className={`${page['head']} ${classes['head']}`}>
        <Heading title={reportsText.title} />
        <span className={classes['where']}>{department?.name ?? reportsText.everywhere}</span>
        <Month month={month} today={today} />
        <button type="button" className="button" onClick={() => actions.find(({ id }) => id === 'report csv')?.run()}>
          <IconDownload size={16} stroke={1.6} aria-hidden="true" /> {reportsText.csv}
        </button>
        <Link to="/reports/day/" search={{}} className="button primary">
          {reportsText.closeDay}
        </Link>
      </div>
      <div className={classes['body']} data-rows={rows !== undefined}>
        <div className={classes['main']}>
          {error !== null && totals === undefined ? (
            <ErrorState error={error} what={reportsText.what} onRetry={() => void refetch()} />
          ) : totals === undefined ? (
            isSlow && <Skeleton width="100%" height={160} />
          ) : (
            <Content totals={totals} owing={owing} month={month} today={today} currency={me.organisation.currency} />
          )}
          <ClosedDays department={department} timeZone={timeZone} />
        </div>
        {rows !== undefined && <ReportRows department={department} period={period} timeZone={timeZone} today={today} />}
      </div>
    </>
  )
}

/** What a month has brought, by day, method, VAT and account, and what is owed. Every number leads to its rows. */
export const Reports = () =>
  may(useMe(), Permission.FinancialEndOfDayAndAccountingReports) ? (
    <Page />
  ) : (
    <ErrorState
      isPage
      error={new ApiError({ status: 403, code: 'permission_denied', detail: reportsText.needs })}
      what={reportsText.title}
    />
  )

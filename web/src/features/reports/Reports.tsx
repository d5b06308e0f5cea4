import { IconChevronLeft, IconChevronRight, IconDownload, IconTable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import { departmentsQuery, may, useMe } from '../../api/me.ts'
import { type Department, idOf, type PeriodTotals, type Receivables } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { Heading } from '../../shared/Heading.tsx'
import { ErrorState, Skeleton, useIsSlow } from '../../shared/states.tsx'
import { amountText, dateIn, dateText, isZero, moneyText, timeText } from '../../format.ts'
import page from '../../shared/page.module.css'
import { text } from '../../text/en.ts'
import { placeBars } from './bars.ts'
import { saveCsv } from './csv.ts'
import { ageNames, daysOfMonth, stepMonth } from './period.ts'
import { closedDaysQuery, receivablesQuery, totalsQuery } from './queries.ts'
import { ReportRows } from './ReportRows.tsx'
import classes from './Reports.module.css'
import { AccountTable, VatTable } from './SalesTables.tsx'
import { Legend, TakingsChart, TakingsTable } from './TakingsChart.tsx'

const monthText = (month: string) =>
  new Intl.DateTimeFormat(navigator.language, { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

const fromPrepayments = 8

const Sums = ({ totals, month }: { readonly totals: PeriodTotals; readonly month: string }) => {
  const { currency } = useMe().organisation
  // Money ahead is taken when it comes, and lessens what is owed when it is used.
  const used = totals.totals_by_payment_type.find(({ payment_type }) => payment_type === fromPrepayments)
  return (
    <dl className={classes['sums']}>
      <div>
        <dt>{text.reports.invoiced}</dt>
        <dd>
          <Link to="/reports/" search={{ month, rows: 'invoices' }}>
            {moneyText(totals.total_with_vat, currency)}
          </Link>
          <span>{text.reports.withoutVat(amountText(totals.total))}</span>
        </dd>
      </div>
      <div>
        <dt>{text.reports.taken}</dt>
        <dd>
          <Link to="/reports/" search={{ month, rows: 'payments' }}>
            {moneyText(totals.total_taken, currency)}
          </Link>
          <span>
            {used === undefined || isZero(used.total)
              ? text.reports.takenAhead
              : `${text.reports.takenAhead}, ${text.reports.usedAhead(amountText(used.total))}`}
          </span>
        </dd>
      </div>
      <div>
        <dt>{text.reports.owed}</dt>
        <dd>
          <Link to="/reports/" search={{ month, rows: 'owing' }}>
            {moneyText(totals.closing_receivables, currency)}
          </Link>
          <Link to="/reports/" search={{ month: stepMonth(month, -1) }} className={classes['context'] ?? ''}>
            {text.reports.owedBefore(amountText(totals.opening_receivables))}
          </Link>
        </dd>
      </div>
    </dl>
  )
}

const OwingChart = ({ owing, month }: { readonly owing: Receivables; readonly month: string }) => {
  const { rows: openRows } = useSearch({ from: '/reports' })
  const ageBox = { width: openRows === undefined ? 980 : 700, height: 150, left: 44, top: 18, bottom: 22 }
  const { ticks, bars } = placeBars(
    ageNames.map((age) => [{ key: age, size: Number(owing[age]) }]),
    ageBox,
  )
  return (
    <svg
      className={classes['chart']}
      viewBox={`0 0 ${ageBox.width} ${ageBox.height}`}
      role="group"
      aria-label={text.reports.age}
    >
      {ticks.map(({ value, y }) => (
        <g key={value} aria-hidden="true">
          <line x1={ageBox.left} x2={ageBox.width} y1={y} y2={y} className={classes['grid']} />
          <text x={ageBox.left - 8} y={y + 4} textAnchor="end">
            {value.toLocaleString(navigator.language)}
          </text>
        </g>
      ))}
      {bars.map(({ x, width, parts, top }, index) => {
        const age = ageNames[index]!
        const said = `${text.reports.ages[age]}: ${amountText(owing[age])}`
        return (
          <g key={age}>
            <Link to="/reports/" search={{ month, rows: 'owing', of: age }} aria-label={said}>
              <title>{said}</title>
              <rect
                x={x}
                y={parts[0]!.y}
                width={width}
                height={Math.max(parts[0]!.height, 0.5)}
                rx="2"
                className={classes['part']}
                data-kind="card"
              />
            </Link>
            <text x={x + width / 2} y={top - 6} textAnchor="middle" className={classes['label']} aria-hidden="true">
              {amountText(owing[age])}
            </text>
            <text x={x + width / 2} y={ageBox.height - 6} textAnchor="middle" aria-hidden="true">
              {text.reports.ages[age]}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

const OwingTable = ({ owing, month }: { readonly owing: Receivables; readonly month: string }) => (
  <table className={classes['table']}>
    <thead>
      <tr>
        <th scope="col">{text.reports.age}</th>
        <th scope="col" className={classes['number']}>
          {text.reports.amount}
        </th>
      </tr>
    </thead>
    <tbody>
      {ageNames.map((age) => (
        <tr key={age}>
          <th scope="row">{text.reports.ages[age]}</th>
          <td className={classes['number']}>
            <Link to="/reports/" search={{ month, rows: 'owing', of: age, view: 'table' }}>
              {amountText(owing[age])}
            </Link>
          </td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">{text.reports.total}</th>
        <td className={classes['number']}>
          <Link to="/reports/" search={{ month, rows: 'owing', view: 'table' }}>
            {amountText(owing.total)}
          </Link>
        </td>
      </tr>
    </tfoot>
  </table>
)

const ClosedDays = ({ department, timeZone }: { department: Department | undefined; timeZone: string }) => {
  const { currency } = useMe().organisation
  const { data } = useQuery(closedDaysQuery(department))
  const { data: departments } = useQuery(departmentsQuery)
  if (data === undefined) return null
  return (
    <section aria-labelledby="closed-days">
      <div className={classes['title']}>
        <h2 id="closed-days">{text.reports.closedDays}</h2>
      </div>
      {data.count === 0 && <p className={classes['none']}>{text.reports.noClosedDay}</p>}
      <ul className={page['rows']}>
        {data.results.map(({ id, report_number, period_end, total_taken, department: url }) => (
          <li key={id}>
            <span className={page['what']}>
              <Link to="/reports/day/" search={{ report: id }}>
                {text.reports.report(report_number)}
              </Link>{' '}
              <span className={page['context']}>
                {department === undefined && departments?.results.find((one) => one.url === url)?.name}{' '}
                {text.reports.closedAt(`${dateText(period_end, timeZone)}, ${timeText(period_end, timeZone)}`)}
              </span>
            </span>
            <span className={page['figure']}>{moneyText(total_taken, currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** All tables of the page, one below the other. */
const tablesOf = (totals: PeriodTotals, owing: Receivables | undefined): string[][] => [
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
        <span className="unseen">{text.reports.previousMonth}</span>
      </button>
      <strong>{monthText(month)}</strong>
      <button type="button" className="button" disabled={month >= today.slice(0, 7)} onClick={() => go(1)}>
        <IconChevronRight size={16} aria-hidden="true" />
        <span className="unseen">{text.reports.nextMonth}</span>
      </button>
    </div>
  )
}

type Read = { readonly totals: PeriodTotals; readonly owing: Receivables | undefined }
type Shown = Read & { readonly month: string; readonly today: string; readonly currency: string }

const Content = ({ totals, owing, month, today, currency }: Shown) => {
  const { view, rows } = useSearch({ from: '/reports' })
  const navigate = useNavigate({ from: '/reports' })
  const isTable = view === 'table'
  const isEmpty = totals.takings_by_day.length === 0
  return (
    <>
      <Sums totals={totals} month={month} />
      <p className={classes['none']}>{text.reports.reckoned}</p>
      <section aria-labelledby="takings">
        <div className={classes['title']}>
          <h2 id="takings">{text.reports.takings(currency)}</h2>
          <Legend totals={totals} />
          <button
            type="button"
            className="button small"
            aria-pressed={isTable}
            onClick={() =>
              void navigate({ search: (before) => ({ ...before, view: isTable ? undefined : 'table' }), replace: true })
            }
          >
            <IconTable size={16} stroke={1.6} aria-hidden="true" /> {text.reports.table}
          </button>
        </div>
        {isEmpty ? (
          <p className={classes['none']}>{text.reports.nothingTaken}</p>
        ) : isTable ? (
          <div className={classes['wide']} tabIndex={0} role="region" aria-label={text.reports.takingsTable}>
            <TakingsTable totals={totals} />
          </div>
        ) : (
          <TakingsChart isWide={rows === undefined} totals={totals} today={today} />
        )}
      </section>
      <div className={classes['pair']}>
        <section aria-labelledby="vat">
          <div className={classes['title']}>
            <h2 id="vat">{text.reports.vatTable}</h2>
          </div>
          {totals.totals_by_vat_group.length === 0 ? (
            <p className={classes['none']}>{text.reports.nothingSold}</p>
          ) : (
            <VatTable sales={totals} month={month} />
          )}
        </section>
        <section aria-labelledby="accounts">
          <div className={classes['title']}>
            <h2 id="accounts">{text.reports.accountTable}</h2>
          </div>
          {totals.totals_by_account.length === 0 ? (
            <p className={classes['none']}>{text.reports.nothingSold}</p>
          ) : (
            <AccountTable sales={totals} month={month} />
          )}
        </section>
      </div>
      {owing !== undefined && (
        <section aria-labelledby="owing">
          <div className={classes['title']}>
            <h2 id="owing">{text.reports.owing(currency)}</h2>
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
  const department = departments?.results.find(({ url }) => idOf(url) === search.department)
  const timeZone = department?.time_zone ?? me.organisation.time_zone
  const today = dateIn(new Date(), timeZone)
  const month = search.month ?? today.slice(0, 7)
  const period = daysOfMonth(month)
  const { data: totals, error, refetch } = useQuery(totalsQuery(department, period))
  const { data: owing } = useQuery(receivablesQuery(department))
  const isSlow = useIsSlow(totals === undefined && error === null)
  const actions = useMemo((): readonly Action[] => {
    const save: Action[] =
      totals === undefined
        ? []
        : [
            {
              id: 'report csv',
              title: text.reports.csv,
              group: 'here',
              run: () => saveCsv(`report-${month}`, tablesOf(totals, owing)),
            },
          ]
    return [
      { id: 'close day', title: text.reports.closeDay, group: 'go', run: () => void navigate({ to: '/reports/day/' }) },
      ...save,
    ]
  }, [totals, owing, month, navigate])
  useActions(actions)
  return (
    <>
      <div className={`${page['head']} ${classes['head']}`}>
        <Heading title={text.reports.title} />
        <span className={classes['where']}>{department?.name ?? text.reports.everywhere}</span>
        <Month month={month} today={today} />
        <button type="button" className="button" onClick={() => actions.find(({ id }) => id === 'report csv')?.run()}>
          <IconDownload size={16} stroke={1.6} aria-hidden="true" /> {text.reports.csv}
        </button>
        <Link to="/reports/day/" search={{}} className="button primary">
          {text.reports.closeDay}
        </Link>
      </div>
      <div className={classes['body']} data-rows={rows !== undefined}>
        <div className={classes['main']}>
          {error !== null && totals === undefined ? (
            <ErrorState error={error} what={text.reports.what} onRetry={() => void refetch()} />
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
  may(useMe(), 'Financial: End of day and accounting reports') ? (
    <Page />
  ) : (
    <ErrorState
      isPage
      error={new ApiProblem({ status: 403, code: 'forbidden', detail: text.reports.needs })}
      what={text.reports.title}
    />
  )

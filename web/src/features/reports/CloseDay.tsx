import { IconAlertTriangleFilled, IconDownload, IconLock, IconPrinter } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, Fragment, useCallback, useMemo, useRef, useState } from 'react'
import { ApiProblem, messageOf } from '../../api/problem.ts'
import { departmentsQuery, may, useMe } from '../../api/me.ts'
import { type AccountingReport, type Department, idOf } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { Heading } from '../../shared/Heading.tsx'
import { ErrorState, Skeleton, useIsSlow } from '../../shared/states.tsx'
import { amountText, calendarDateText, dateIn, dateText, dayText, moneyText, timeText } from '../../format.ts'
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx'
import { type Problems, ProblemSummary, useProblems } from '../../shared/problems.tsx'
import page from '../../shared/page.module.css'
import { answerOf, busyOf, useConfirmedWrite } from '../../shared/use-confirmed-write.ts'
import { useSettled } from '../../shared/useSettled.ts'
import { text } from '../../text/en.ts'
import { useTillDepartment } from '../../shared/till-department.ts'
import classes from './CloseDay.module.css'
import { absolute, Count, countedId, CountHead, Difference, isShort, takingsOf, whyId } from './Count.tsx'
import { cash, countedIn, differing, type Draft, faultsIn, isExplained, type Taking } from './counting.ts'
import { saveCsv } from './csv.ts'
import { LooseEnds } from './LooseEnds.tsx'
import { Preview } from './Preview.tsx'
import { closedDayQuery, closedDaysQuery, closingOf, closingQuery } from './queries.ts'
import { salesOf } from './SalesTables.tsx'

const settleMs = 250

/** The report as it would be closed with what is counted, once the fingers rest. The sentences change none of its figures. */
const usePreview = (department: Department, draft: Draft) =>
  useQuery(closingQuery(department, countedIn({ ...useSettled(draft, settleMs), explanations: {} })))

const problemsIn = (draft: Draft, takings: readonly Taking[]): Problems => {
  const { isCashUncounted, notAmounts, unexplained } = faultsIn(draft, takings)
  const nameOf = (method: number) => text.till.methods[method]!
  return Object.fromEntries([
    ...(isCashUncounted ? [[countedId(cash), text.closing.countCash]] : []),
    ...notAmounts.map((method) => [countedId(method), text.closing.notAnAmount(nameOf(method))]),
    ...unexplained.map((method) => [whyId(method), text.closing.whyNeeded(nameOf(method))]),
  ]) as Problems
}

const tableOf = (report: AccountingReport): string[][] => [
  [
    text.closing.columns.method,
    text.closing.columns.expected,
    text.closing.columns.counted,
    text.closing.difference,
    text.closing.explanation,
  ],
  ...takingsOf(report).map(({ payment_type, total, counted, difference, explanation }) => [
    text.till.methods[payment_type]!,
    total,
    counted ?? '',
    difference ?? '',
    explanation ?? '',
  ]),
  [],
  [text.reports.vat, text.reports.net, text.reports.vat, text.reports.gross],
  ...salesOf(report).totals_by_vat_group.map(({ percentage, net, vat, total }) => [percentage, net, vat, total]),
  [text.reports.total, report.total, report.total_vat, report.total_with_vat],
  [],
  [text.reports.account, '', text.reports.amount],
  ...salesOf(report).totals_by_account.map(({ number, description, total }) => [number, description, total]),
]

const useSaving = (report: AccountingReport | undefined, name: string) => {
  const actions = useMemo(
    (): readonly Action[] =>
      report === undefined
        ? []
        : [
            { id: 'day print', title: text.reports.print, group: 'here', run: () => window.print() },
            { id: 'day csv', title: text.reports.csv, group: 'here', run: () => saveCsv(name, tableOf(report)) },
          ],
    [report, name],
  )
  useActions(actions)
  return actions
}

const Head = ({ where, actions }: { readonly where: string; readonly actions: readonly Action[] }) => (
  <div className={`${page['head']} ${classes['head']}`}>
    <Heading title={text.closing.title} />
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

/** What the count says, in one sentence. */
const Verdict = ({ takings, draft }: { readonly takings: readonly Taking[]; readonly draft: Draft }) => {
  const { currency } = useMe().organisation
  const different = differing(takings, draft)
  if (different.length === 0)
    return <p>{countedIn(draft).length === 0 ? text.closing.nothingCounted : text.closing.agrees}</p>
  return (
    <p>
      <IconAlertTriangleFilled size={18} className={classes['warns']} aria-hidden="true" />
      {different.map(({ payment_type, difference }) => {
        const said = [text.till.methods[payment_type]!, moneyText(absolute(difference!), currency)] as const
        return (
          <span key={payment_type}>
            <strong>{isShort(difference!) ? text.closing.short(...said) : text.closing.over(...said)}</strong>
            {isExplained(draft, payment_type) ? text.closing.explained : text.closing.unexplained}{' '}
          </span>
        )
      })}
      {text.closing.immutable}
    </p>
  )
}

/** Which departments have been closed on a day, by the last report of each. */
const useClosings = (today: string) => {
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

type Closings = ReturnType<typeof useClosings>['closings']
type Closable = {
  readonly department: Department
  readonly closings: Closings
  readonly isNothingNew: boolean
  readonly report: AccountingReport | undefined
}

const reportOf = (department: Department, closings: Closings) =>
  closings.find((one) => one.department.url === department.url)?.report

/** Whether nothing was taken and nothing was invoiced since the day was closed. A payment that was cancelled is something. */
const useIsEmpty = (department: Department) => {
  const { data: books } = useQuery(closingQuery(department, []))
  return books !== undefined && takingsOf(books).length === 0 && salesOf(books).totals_by_vat_group.length === 0
}

/** The period of a closing, which is rarely just a day: from the closing before, or from the first entry there is. */
const sinceText = ({ period_start, report_number }: AccountingReport, timeZone: string) => {
  const moment = `${dateText(period_start, timeZone)}, ${timeText(period_start, timeZone)}`
  return report_number === 1 ? text.closing.sinceFirst(moment) : text.closing.since(moment)
}

/** One department is closed at a time: says which, whether it was today already, and which others are still open. */
const Whose = ({ department, closings, isNothingNew, report }: Closable) => {
  const own = reportOf(department, closings)
  const open = closings.filter(
    (one) => one.isKnown && one.report === undefined && one.department.url !== department.url,
  )
  return (
    <p className={classes['stamp']} data-open={own === undefined} role="status">
      {own === undefined ? (
        <strong>{text.closing.only(department.name)}</strong>
      ) : (
        <>
          <Link to="/reports/day/" search={{ report: own.id }}>
            <strong>
              {text.closing.closedAlready(own.report_number, timeText(own.period_end, department.time_zone))}
            </strong>
          </Link>{' '}
          <span>{isNothingNew ? text.closing.nothingSince : text.closing.again}</span>
        </>
      )}{' '}
      {report !== undefined && !isNothingNew && <span>{sinceText(report, department.time_zone)}</span>}
      {open.length > 0 && (
        <span>
          {text.closing.stillOpen}{' '}
          {open.map(({ department: { url, name } }, index) => (
            <Fragment key={url}>
              {index > 0 && ', '}
              <Link to="/reports/day/" search={{ department: idOf(url) }}>
                {name}
              </Link>
            </Fragment>
          ))}
        </span>
      )}
    </p>
  )
}

const nothing: Draft = { amounts: {}, explanations: {} }

const Closing = ({ department }: { readonly department: Department }) => {
  const me = useMe()
  const queries = useQueryClient()
  const navigate = useNavigate({ from: '/reports/day' })
  const timeZone = department.time_zone
  const today = dateIn(new Date(), timeZone)
  const [draft, setDraft] = useState<Draft>(nothing)
  const { problems, attempt, setProblems } = useProblems()
  const [isAsking, setAsking] = useState(false)
  const { data: report, error, refetch } = usePreview(department, draft)
  const isSlow = useIsSlow(report === undefined && error === null)
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: ['report'] }), [queries])
  const { state, submit: send } = useConfirmedWrite(`close ${department.url}`, refresh)
  const busy = busyOf(state)
  const form = useRef<HTMLFormElement>(null)
  const mayClose = may(me, 'Financial: End of day and accounting reports', 'write')
  const { closings, isPending } = useClosings(today)
  const isEmpty = useIsEmpty(department)
  // While it is being closed, nothing that is read anew changes what was asked for.
  const isClosed = reportOf(department, closings) !== undefined
  const [wasClosed, setWasClosed] = useState(false)
  const isAgain = busy === 'open' ? isClosed : wasClosed
  const isNothingNew = busy === 'open' && isAgain && isEmpty
  // If the closed days cannot be read, this one can still be closed: closing it twice does no harm.
  const isClosable = mayClose && !isNothingNew && !isPending
  const title = isAgain ? text.closing.closeAgain : text.closing.close(calendarDateText(today))
  const saving = useSaving(isNothingNew ? undefined : report, `day-${today}`)
  useActions(
    useMemo(
      (): readonly Action[] =>
        isClosable
          ? [{ id: 'day close', title, group: 'here', keys: 'Mod+Enter', run: () => form.current?.requestSubmit() }]
          : [],
      [isClosable, title],
    ),
  )
  const change = (next: Draft) => {
    setDraft(next)
    setProblems({})
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (report === undefined || !isClosable || busy !== 'open') return
    const found = problemsIn(draft, takingsOf(report))
    setProblems(found)
    if (Object.keys(found).length > 0) return
    if (countedIn(draft).length === 0) return setAsking(true)
    await close()
  }
  const close = async () => {
    setWasClosed(isClosed)
    try {
      const made = answerOf<AccountingReport>(
        await send({ steps: [closingOf(department, countedIn(draft))], said: text.closing.done }),
      )
      void navigate({ search: (before) => ({ ...before, report: made.id }) })
    } catch (problem) {
      setProblems({ '': messageOf(problem) })
    }
  }
  if (error !== null && report === undefined)
    return (
      <>
        <Head where={department.name} actions={[]} />
        <ErrorState error={error} what={text.closing.what} onRetry={() => void refetch()} />
      </>
    )
  return (
    <>
      <Head where={`${dayText(today)} · ${department.name}`} actions={saving} />
      <form ref={form} className={classes['form']} noValidate onSubmit={(event) => void submit(event)}>
        <div className={isNothingNew ? classes['alone'] : classes['body']}>
          <div className={classes['main']}>
            <ProblemSummary problems={problems} attempt={attempt} className={classes['summary']} />
            <Whose department={department} closings={closings} isNothingNew={isNothingNew} report={report} />
            <LooseEnds department={department} timeZone={timeZone} />
            {report === undefined ? (
              isSlow && <Skeleton width="100%" height={120} />
            ) : isNothingNew ? null : (
              <Count takings={takingsOf(report)} draft={draft} onChange={change} problems={problems} />
            )}
          </div>
          {!isNothingNew && (
            <section className={classes['side']} aria-labelledby="preview">
              <h2 id="preview">
                <span className={classes['bead']}>3</span> {text.closing.preview}{' '}
                <span className={classes['hint']}>{text.closing.previewHint}</span>
              </h2>
              {report !== undefined && <Preview report={report} department={department} day={today} />}
            </section>
          )}
        </div>
        {!isNothingNew && (
          <div className={classes['foot']}>
            {report !== undefined && <Verdict takings={takingsOf(report)} draft={draft} />}
            {isClosable && (
              <button type="submit" className={isAgain ? 'button' : 'button primary'} aria-busy={busy !== 'open'}>
                <IconLock size={18} stroke={1.6} aria-hidden="true" />
                {busy === 'checking' ? text.closing.checking : title}
              </button>
            )}
          </div>
        )}
      </form>
      {isAsking && (
        <ConfirmDialog
          title={text.closing.uncounted}
          explained={text.closing.uncountedExplained(department.name)}
          action={title}
          onConfirm={close}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** A day that was closed. It never changes. */
const Closed = ({ id }: { readonly id: number }) => {
  const { data: report, error, refetch } = useQuery(closedDayQuery(id))
  const { data: departments } = useQuery(departmentsQuery)
  const department = departments?.results.find(({ url }) => url === report?.department)
  const saving = useSaving(report, `report-${report?.report_number ?? id}`)
  if (error !== null && report === undefined)
    return <ErrorState isPage error={error} what={text.reports.what} onRetry={() => void refetch()} />
  if (report === undefined || department === undefined) return null
  const moment = `${dateText(report.period_end, department.time_zone)}, ${timeText(report.period_end, department.time_zone)}`
  return (
    <>
      <Head where={department.name} actions={saving} />
      <div className={classes['body']}>
        <div className={classes['main']}>
          <p className={classes['stamp']} role="status">
            <strong>{text.closing.closed(report.report_number, moment)}</strong>{' '}
            <span>{sinceText(report, department.time_zone)}</span> <span>{text.closing.closedHint}</span>
          </p>
          <section className={classes['step']} aria-labelledby="count">
            <h2 id="count">{text.closing.count}</h2>
            <table className={classes['table']}>
              <caption className="unseen">{text.closing.count}</caption>
              <CountHead />
              <tbody>
                {takingsOf(report).map(({ payment_type, total, counted, difference, explanation }) => (
                  <tr key={payment_type}>
                    <th scope="row">
                      {text.till.methods[payment_type]}
                      {explanation !== null && <span className={classes['sentence']}>{explanation}</span>}
                    </th>
                    <td className={classes['number']}>{amountText(total)}</td>
                    <td className={classes['number']}>{counted === null ? '–' : amountText(counted)}</td>
                    <td className={classes['number']}>
                      <Difference difference={difference} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <Link to="/reports/day/" search={{}} className={`button ${classes['again']}`}>
              {text.closing.next}
            </Link>
          </section>
        </div>
        <section className={classes['side']} aria-labelledby="preview">
          <h2 id="preview">{text.closing.report}</h2>
          <Preview
            report={report}
            department={department}
            day={dateIn(new Date(report.period_end), department.time_zone)}
          />
        </section>
      </div>
    </>
  )
}

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
  if (report !== undefined) return <Closed key={report} id={report} />
  return department === undefined ? null : <Closing key={department.url} department={department} />
}

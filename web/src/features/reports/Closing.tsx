import { PaymentType, Permission } from '@fetlock/sdk'
import { IconLock } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useCallback, useMemo, useRef, useState } from 'react'
import { closingEntry, closingQuery } from '../../api/accountingreport.ts'
import { messageOf } from '../../api/problem.ts'
import { may, useMe } from '../../api/me.ts'
import type { Department } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { ErrorState, Skeleton, useIsSlow } from '../../shared/states.tsx'
import { calendarDateText, dateIn, dayText } from '../../format.ts'
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx'
import { type Problems, ProblemSummary, useProblems } from '../../shared/problems.tsx'
import { answersOf, busyOf, useConfirmedWrite } from '../../shared/use-confirmed-write.ts'
import { useSettled } from '../../shared/useSettled.ts'
import { text } from '../../text/en.ts'
import { closingText } from '../../text/reports.ts'
import classes from './CloseDay.module.css'
import { Count, countedId, whyId } from './Count.tsx'
import { countedIn, type Draft, faultsIn, type Taking } from './counting.ts'
import { LooseEnds } from './LooseEnds.tsx'
import { Preview } from './Preview.tsx'
import { ClosingHead, useSaving } from './ClosingHead.tsx'
import { ClosingStatus } from './ClosingStatus.tsx'
import { Verdict } from './Verdict.tsx'
import { reportOf, useClosings, useIsEmpty } from './closings.ts'

const settleMs = 250

/** The report as it would be closed with what is counted, once the fingers rest. The sentences change none of its figures. */
const usePreview = (department: Department, draft: Draft) =>
  useQuery(closingQuery(department, countedIn({ ...useSettled(draft, settleMs), explanations: {} })))

const problemsIn = (draft: Draft, takings: readonly Taking[]): Problems => {
  const { isCashUncounted, notAmounts, unexplained } = faultsIn(draft, takings)
  const { named } = text.payments
  return Object.fromEntries([
    ...(isCashUncounted ? [[countedId(PaymentType.Cash), closingText.countCash]] : []),
    ...notAmounts.map((method) => [countedId(method), closingText.notAnAmount(named[method])]),
    ...unexplained.map((method) => [whyId(method), closingText.whyNeeded(named[method])]),
  ]) as Problems
}

const nothing: Draft = { amounts: {}, explanations: {} }

/** What is counted, the report that comes of it, and the button that closes the day. */
export const Closing = ({ department }: { readonly department: Department }) => {
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
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: ['accountingreport'] }), [queries])
  const { state, submit: send } = useConfirmedWrite<readonly [ReturnType<typeof closingEntry>]>(
    `close ${department.url}`,
    refresh,
  )
  const busy = busyOf(state)
  const form = useRef<HTMLFormElement>(null)
  const mayClose = may(me, Permission.FinancialEndOfDayAndAccountingReports, 'write')
  const { closings, isPending } = useClosings(today)
  const isEmpty = useIsEmpty(department)
  // While it is being closed, nothing that is read anew changes what was asked for.
  const isClosed = reportOf(department, closings) !== undefined
  const [wasClosed, setWasClosed] = useState(false)
  const isAgain = busy === 'open' ? isClosed : wasClosed
  const isNothingNew = busy === 'open' && isAgain && isEmpty
  // If the closed days cannot be read, this one can still be closed: closing it twice does no harm. Without its figures it
  // cannot, and a button that does nothing yet would be one too early.
  const isClosable = mayClose && !isNothingNew && !isPending && report !== undefined
  const title = isAgain ? closingText.closeAgain : closingText.close(calendarDateText(today))
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
    const found = problemsIn(draft, report.totals_by_payment_type)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    if (countedIn(draft).length === 0) return setAsking(true)
    await close()
  }
  const close = async () => {
    setWasClosed(isClosed)
    try {
      const made = answersOf(
        await send({ entries: [closingEntry(department, countedIn(draft))], said: closingText.done }),
      )
      void navigate({ search: (before) => ({ ...before, report: made.report.id }) })
    } catch (problem) {
      setProblems({ '': messageOf(problem) })
    }
  }
  if (error !== null && report === undefined)
    return (
      <>
        <ClosingHead where={department.name} actions={[]} />
        <ErrorState error={error} what={closingText.what} onRetry={() => void refetch()} />
      </>
    )
  return (
    <>
      <ClosingHead where={`${dayText(today)} · ${department.name}`} actions={saving} />
      <form ref={form} className={classes['form']} noValidate onSubmit={(event) => void submit(event)}>
        <div className={isNothingNew ? classes['alone'] : classes['body']}>
          <div className={classes['main']}>
            <ProblemSummary problems={problems} attempt={attempt} className={classes['summary']} />
            <ClosingStatus department={department} closings={closings} isNothingNew={isNothingNew} report={report} />
            <LooseEnds department={department} timeZone={timeZone} />
            {report === undefined ? (
              isSlow && <Skeleton width="100%" height={120} />
            ) : isNothingNew ? null : (
              <Count takings={report.totals_by_payment_type} draft={draft} onChange={change} problems={problems} />
            )}
          </div>
          {!isNothingNew && (
            <section className={classes['side']} aria-labelledby="preview">
              <h2 id="preview">
                <span className={classes['bead']}>3</span> {closingText.preview}{' '}
                <span className={classes['hint']}>{closingText.previewHint}</span>
              </h2>
              {report !== undefined && <Preview report={report} department={department} day={today} />}
            </section>
          )}
        </div>
        {!isNothingNew && (
          <div className={classes['foot']}>
            {report !== undefined && <Verdict takings={report.totals_by_payment_type} draft={draft} />}
            {isClosable && (
              <button type="submit" className={isAgain ? 'button' : 'button primary'} aria-busy={busy !== 'open'}>
                <IconLock size={18} stroke={1.6} aria-hidden="true" />
                {busy === 'checking' ? closingText.checking : title}
              </button>
            )}
          </div>
        )}
      </form>
      {isAsking && (
        <ConfirmDialog
          title={closingText.uncounted}
          explained={closingText.uncountedExplained(department.name)}
          action={title}
          onConfirm={close}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

import { ConsultationStatus } from '@fetlock/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { may, useMe } from '../../api/me.ts'
import type { Consultation, Patient } from '../../api/records.ts'
import { ErrorState, Skeleton, useIsSlow } from '../../shared/states.tsx'
import { text } from '../../text/en.ts'
import { ChargesPane, hintedOf, openWork } from './ChargesPane.tsx'
import { EarlierVisit } from './EarlierVisit.tsx'
import { HistoryPane } from './HistoryPane.tsx'
import { NotePane } from './NotePane.tsx'
import { usePendingRows } from './pending-rows.ts'
import { hintsQuery } from '../../api/chargehint.ts'
import { visitQuery } from '../../api/consultation.ts'
import { useAdding } from './useAdding.ts'
import { canFinalize, isClosed } from './visit.ts'
import { VisitHead } from './VisitHead.tsx'
import classes from './VisitPage.module.css'
import { type Pane, PaneTabs } from './PaneTabs.tsx'
import { PatientTabs } from './PatientTabs.tsx'
import { useIsNarrow } from './useIsNarrow.ts'
import { useShowText } from './useShowText.ts'
import { useSteps } from './useSteps.ts'
import { useWrittenTexts } from './useWrittenTexts.ts'

// Loaded when they are opened: a visit is read and written without them.
const FinalizeSheet = lazy(() => import('./FinalizeSheet.tsx').then((module) => ({ default: module.FinalizeSheet })))
const PrescribeInVisit = lazy(() =>
  import('./PrescribeInVisit.tsx').then((module) => ({ default: module.PrescribeInVisit })),
)
const WarningQuestion = lazy(() =>
  import('../../shared/prescribing/WarningQuestion.tsx').then((one) => ({ default: one.WarningQuestion })),
)
const HandOver = lazy(() => import('./HandOver.tsx').then((module) => ({ default: module.HandOver })))
const ReferSheet = lazy(() => import('./ReferSheet.tsx').then((module) => ({ default: module.ReferSheet })))

const from = '/visits/$id'

const OpenVisit = ({ visit, everyone }: { readonly visit: Consultation; readonly everyone: readonly Patient[] }) => {
  const me = useMe()
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const isNarrow = useIsNarrow()
  const pending = usePendingRows(visit.id)
  const { data: hints } = useQuery(hintsQuery(visit.id))
  const timeZone = me.organisation.time_zone
  const currency = may(me, 'Financial: Invoices') ? me.organisation.currency : undefined
  const mayWrite = may(me, 'Clinical: Consultations', 'write')
  const isReadOnly = !mayWrite || isClosed(visit)
  const chosen = everyone.find(({ id }) => id === search.patient)
  const patients = useMemo(() => (chosen === undefined ? everyone : [chosen]), [chosen, everyone])
  const steps = useSteps(visit, everyone, pending.rows, mayWrite)
  const { step, handOver, isAsking, setAsking, isBusy, openSheet, closeSheet } = steps
  useWrittenTexts(visit.id)
  const showText = useShowText()
  const showWaiting = () => {
    setAsking(false)
    if (isNarrow) void navigate({ search: (before) => ({ ...before, pane: 'charges' as const }), replace: true })
  }
  const adding = useAdding({ visit, everyone, patients, pending, isReadOnly, onWaiting: showWaiting })
  const openOrder = useCallback(
    (order: 'prescribe' | 'refer') => void navigate({ search: (before) => ({ ...before, order }) }),
    [navigate],
  )
  const closeOrder = useCallback(
    () => void navigate({ search: ({ order: _open, ...before }) => before, replace: true }),
    [navigate],
  )
  const pane = search.pane ?? 'note'
  const shows = (name: Pane) => !isNarrow || pane === name
  return (
    <>
      <VisitHead
        visit={visit}
        patients={everyone}
        timeZone={timeZone}
        mayWrite={mayWrite}
        isBusy={isBusy}
        onStatus={(status) => void (status === ConsultationStatus.ReadyForDischarge ? handOver() : step(status))}
        onFinalize={openSheet}
      />
      {patients[0] !== undefined && <EarlierVisit visit={visit} patient={patients[0]} timeZone={timeZone} />}
      {everyone.length > 1 && <PatientTabs patients={everyone} chosen={chosen?.id} />}
      {isNarrow && (
        <PaneTabs
          visit={visit}
          pane={pane}
          open={isReadOnly ? '' : openWork(hints ?? [], pending.rows)}
          currency={currency}
        />
      )}
      <div className={classes['panes']} data-narrow={isNarrow} data-beside={!isNarrow}>
        {shows('history') && (
          <section className={classes['history']} aria-label={text.visit.panes.history}>
            <HistoryPane key={patients[0]!.id} visit={visit.id} patient={patients[0]!} timeZone={timeZone} />
          </section>
        )}
        {shows('note') && (
          <section className={classes['note']} aria-label={text.visit.panes.note}>
            <NotePane
              visit={visit}
              patients={patients}
              hasSeveral={everyone.length > 1}
              kind={search.note ?? 'clinical'}
              onKind={(kind) =>
                void navigate({
                  search: (before) => ({ ...before, note: kind === 'clinical' ? undefined : kind }),
                  replace: true,
                })
              }
              isReadOnly={isReadOnly}
              mayWrite={mayWrite}
              onOrder={openOrder}
              timeZone={timeZone}
            />
          </section>
        )}
        {shows('charges') && (
          <section className={classes['charges']} aria-label={text.visit.panes.charges}>
            <ChargesPane
              visit={visit}
              everyone={everyone}
              patients={patients}
              pending={pending}
              adding={adding}
              isReadOnly={isReadOnly}
              timeZone={timeZone}
              currency={currency}
            />
          </section>
        )}
      </div>
      <Suspense>
        {adding.asked !== undefined && (
          <WarningQuestion key={adding.asked.id} asked={adding.asked} patients={everyone} />
        )}
        {isAsking && mayWrite && visit.status === ConsultationStatus.InProgress && (
          <HandOver
            visit={visit}
            patients={everyone}
            pending={pending.rows}
            timeZone={timeZone}
            currency={currency}
            onAdd={(item, hint) => adding.addItem(item, ...hintedOf(hint))}
            onDeclined={() => void adding.refresh()}
            onResolve={(unsaved) => {
              setAsking(false)
              showText(unsaved)
            }}
            onHandOver={(isTold) => {
              setAsking(false)
              void step(ConsultationStatus.ReadyForDischarge, isTold)
            }}
            onClose={() => setAsking(false)}
          />
        )}
        {search.order === 'refer' && may(me, 'Clinical: Diagnostic imaging', 'write') && !isClosed(visit) && (
          <ReferSheet visit={visit} patients={patients} onClose={closeOrder} />
        )}
        {search.order === 'prescribe' && may(me, 'Clinical: Prescriptions', 'write') && (
          <PrescribeInVisit visit={visit} patients={patients} timeZone={timeZone} onClose={closeOrder} />
        )}
        {search.finalize === true && mayWrite && (canFinalize(visit) || search.pay === true) && (
          <FinalizeSheet
            visit={visit}
            patients={everyone}
            pending={pending.rows}
            timeZone={timeZone}
            currency={currency}
            onClose={closeSheet}
          />
        )}
      </Suspense>
    </>
  )
}

const Waiting = () => (
  <div className={classes['panes']} aria-hidden="true">
    {['history', 'note', 'charges'].map((name) => (
      <div key={name} className={classes[name]}>
        <div className={classes['waiting']}>
          <Skeleton width="40%" />
          <Skeleton width="90%" />
          <Skeleton width="75%" />
        </div>
      </div>
    ))}
  </div>
)

/** One visit: what was before, what is found and done, what it costs. */
export const VisitPage = () => {
  const me = useMe()
  const id = Number(useParams({ from }).id)
  const { data: visit, error, isPending, refetch } = useQuery(visitQuery(id, me))
  const isSlow = useIsSlow(isPending)
  if (error !== null && visit === undefined)
    return <ErrorState isPage error={error} what={text.visit.what} onRetry={() => void refetch()} />
  if (visit === undefined) return isSlow ? <Waiting /> : null
  return <OpenVisit key={visit.id} visit={visit} everyone={visit.patients_data ?? []} />
}

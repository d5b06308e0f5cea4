import { IconAlertTriangleFilled, IconClipboardText, IconHistory, IconList } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { may, useMe } from '../../api/me.ts'
import type { Consultation, ConsultationNote, PageOf, Patient } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { ErrorState, Skeleton, useIsSlow } from '../../shared/states.tsx'
import { say, sayProblem } from '../../shared/toasts.ts'
import { moneyText } from '../../format.ts'
import { statuses } from '../../shared/visit-stages.ts'
import { changeStatus } from '../../shared/visit-status.ts'
import { isOpenHint, isUnexplained } from '../../shared/hand-over.ts'
import { onTextWritten, type StuckText, stuckTexts, visitTexts } from '../../shared/visit-texts.ts'
import { text } from '../../text/en.ts'
import { ChargesPane, hintedOf, openWork } from './ChargesPane.tsx'
import { EarlierVisit } from './EarlierVisit.tsx'
import { HistoryPane } from './HistoryPane.tsx'
import { NotePane } from './NotePane.tsx'
import { type PendingRow, usePendingRows } from './pending-rows.ts'
import { dischargeQuery, hintsQuery, notesQuery, rowsQuery, visitKey, visitQuery } from './queries.ts'
import { useAdding } from './useAdding.ts'
import { canFinalize, isClosed, namesOf } from './visit.ts'
import { VisitHead } from './VisitHead.tsx'
import classes from './VisitPage.module.css'

// Loaded when they are opened: a visit is read and written without them.
const FinalizeSheet = lazy(() => import('./FinalizeSheet.tsx').then((module) => ({ default: module.FinalizeSheet })))
const PrescribeSheet = lazy(() => import('./PrescribeSheet.tsx').then((module) => ({ default: module.PrescribeSheet })))
const WarningQuestion = lazy(() => import('./WarningQuestion.tsx').then((one) => ({ default: one.WarningQuestion })))
const HandOver = lazy(() => import('./HandOver.tsx').then((module) => ({ default: module.HandOver })))
const ReferSheet = lazy(() => import('./ReferSheet.tsx').then((module) => ({ default: module.ReferSheet })))

const from = '/visits/$id'
type Pane = 'history' | 'note' | 'charges'
const paneIcons = { history: IconHistory, note: IconClipboardText, charges: IconList }

const narrow = window.matchMedia('(max-width: 1179px), (pointer: coarse)')
const subscribeToWidth = (listener: () => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}
/** Where three panes do not fit, they are tabs. */
const useIsNarrow = () => useSyncExternalStore(subscribeToWidth, () => narrow.matches)

const Patients = ({
  patients,
  chosen,
}: {
  readonly patients: readonly Patient[]
  readonly chosen: number | undefined
}) => {
  const navigate = useNavigate({ from })
  const choose = (patient: number | undefined) =>
    void navigate({ search: (before) => ({ ...before, patient }), replace: true })
  return (
    <div className={`segments ${classes['patients']}`} role="group" aria-label={text.visit.patients}>
      <button type="button" aria-pressed={chosen === undefined} onClick={() => choose(undefined)}>
        {text.visit.allPatients}
      </button>
      {patients.map(({ id, name }) => (
        <button key={id} type="button" aria-pressed={chosen === id} onClick={() => choose(id)}>
          {name || '–'}
        </button>
      ))}
    </div>
  )
}

/** The panes as tabs, with what is charged always in sight. */
const PaneTabs = ({
  visit,
  pane,
  open,
  currency,
}: {
  readonly visit: Consultation
  readonly pane: Pane
  readonly open: string
  readonly currency: string | undefined
}) => {
  const navigate = useNavigate({ from })
  const { data } = useQuery(rowsQuery(visit.id))
  const choose = (name: Pane) =>
    void navigate({ search: (before) => ({ ...before, pane: name === 'note' ? undefined : name }), replace: true })
  return (
    <div className={classes['tabs']}>
      <div role="group" aria-label={text.visit.what}>
        {(['history', 'note', 'charges'] as const).map((name) => {
          const Icon = paneIcons[name]
          return (
            <button key={name} type="button" aria-pressed={pane === name} onClick={() => choose(name)}>
              <Icon size={18} stroke={1.6} aria-hidden="true" />
              {text.visit.panes[name]}
              {name === 'charges' && <span className={classes['count']}>{data?.results.length ?? ''}</span>}
            </button>
          )
        })}
      </div>
      {(open !== '' || currency !== undefined) && (
        <button type="button" className={classes['sum']} onClick={() => choose('charges')}>
          <span className="unseen">{text.visit.charges.total}: </span>
          {open !== '' && (
            <>
              <IconAlertTriangleFilled size={16} aria-hidden="true" /> <span>{open}</span>
            </>
          )}
          {currency !== undefined && <strong>{moneyText(visit.total_with_vat, currency)}</strong>}
        </button>
      )}
    </div>
  )
}

/** How many pages show a visit. */
const shownTimes = new Map<number, number>()

/** What the service has taken is in the list at once, so that no older one shows what was before. */
const useWrittenTexts = (visit: number) => {
  const client = useQueryClient()
  useEffect(
    () =>
      onTextWritten((place, written, before) => {
        if (place.visit !== visit) return
        const queryKey = [...visitKey(visit), place.resource]
        void client.cancelQueries({ queryKey })
        client.setQueryData<PageOf<ConsultationNote>>(queryKey, (page) => {
          if (page === undefined) return page
          const others = page.results.filter(({ id }) => id !== written?.id && id !== before?.id)
          const now = written === null ? others : [...others, written as ConsultationNote]
          return { ...page, results: now.toSorted((one, other) => one.id - other.id) }
        })
        // The first entry puts the visit in progress.
        if (before === null) void client.invalidateQueries({ queryKey: [...visitKey(visit), 'head'] })
      }),
    [client, visit],
  )
  useEffect(() => {
    const leave = async () => {
      await visitTexts.flush(visit)
      // Somebody may have come back to the visit meanwhile, and be writing again.
      if (shownTimes.get(visit) !== 0) return
      visitTexts.close(visit)
      for (const { queryKey } of [notesQuery(visit), dischargeQuery(visit)]) client.removeQueries({ queryKey })
    }
    shownTimes.set(visit, (shownTimes.get(visit) ?? 0) + 1)
    return () => {
      shownTimes.set(visit, shownTimes.get(visit)! - 1)
      void leave()
    }
  }, [client, visit])
}

/** Brings a text of the visit into sight, and the cursor into it. */
const useShowText = () => {
  const navigate = useNavigate({ from })
  const wanted = useRef<string>(undefined)
  // It may be on another tab, and appear only later.
  useEffect(() => {
    const field = wanted.current && document.querySelector<HTMLElement>(`[data-text="${wanted.current}"]`)
    if (!field) return
    wanted.current = undefined
    field.focus()
  })
  return ({ key, place }: StuckText) => {
    wanted.current = key
    const note = place.type === 1 ? ('anamnesis' as const) : undefined
    void navigate({ search: (before) => ({ ...before, note, pane: undefined, patient: undefined }), replace: true })
  }
}

const useSteps = (
  visit: Consultation,
  patients: readonly Patient[],
  pending: readonly PendingRow[],
  mayWrite: boolean,
) => {
  const client = useQueryClient()
  const isAskedFor = useSearch({ from }).handover === true
  const navigate = useNavigate({ from })
  // The board asks for it by the address. It is closed at once, so that what it made can take the focus.
  const [isAsking, setAsking] = useState(isAskedFor)
  useEffect(() => {
    if (!isAskedFor) return
    setAsking(true)
    void navigate({ search: ({ handover: _asked, ...before }) => before, replace: true })
  }, [isAskedFor, navigate])
  const { id } = visit
  const name = namesOf(patients)
  const openSheet = useCallback(() => {
    void visitTexts.flush(id)
    void navigate({ search: (before) => ({ ...before, finalize: true as const }) })
  }, [id, navigate])
  const closeSheet = useCallback(
    () => void navigate({ search: ({ finalize: _open, ...before }) => before, replace: true }),
    [navigate],
  )
  const isUnderWay = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const step = useCallback(
    async (status: number, isTold = false) => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      setBusy(true)
      const before = client.getQueryData<Consultation>([...visitKey(id), 'head'])
      const refresh = () =>
        Promise.all([
          client.invalidateQueries({ queryKey: visitKey(id) }),
          client.invalidateQueries({ queryKey: ['today'] }),
        ])
      try {
        await visitTexts.flush(id)
        // Nobody hands over what they do not know to be unsaved.
        const isUnsaved = stuckTexts(visitTexts.all(), id).length > 0
        if (status === statuses.ready && isUnsaved && !isTold) return setAsking(true)
        const after = await changeStatus(id, status)
        client.setQueryData<Consultation>([...visitKey(id), 'head'], (shown) => shown && { ...shown, ...after })
        const said = { [statuses.ready]: text.visit.isReady(name) }[status] ?? text.visit.isStarted(name)
        const undo = async () => {
          await changeStatus(id, before!.status)
          await refresh()
        }
        say(said, before === undefined ? {} : { undo })
      } catch (error) {
        sayProblem(error)
      } finally {
        isUnderWay.current = false
        setBusy(false)
      }
      return refresh()
    },
    [client, id, name],
  )
  /** What may be missing on the invoice is asked about while whoever did it is still here. */
  const handOver = useCallback(async () => {
    const hints = await client.ensureQueryData(hintsQuery(id)).catch(() => undefined)
    const rows = await client.ensureQueryData(rowsQuery(id)).catch(() => undefined)
    const isOpen = pending.length > 0 || hints?.results.some(isOpenHint) === true
    if (isOpen || rows?.results.some(isUnexplained) === true) return setAsking(true)
    return step(statuses.ready)
  }, [client, id, pending, step])
  const actions = useMemo((): readonly Action[] => {
    if (!mayWrite || isClosed(visit)) return []
    return [
      ...(visit.status === statuses.inProgress
        ? [
            {
              id: 'ready',
              title: text.visit.ready,
              group: 'here' as const,
              keys: 'Mod+Enter',
              // While the sheet is open, Ctrl Enter is not meant for what lies behind it.
              run: () => document.querySelector('dialog[open]') ?? void handOver(),
            },
          ]
        : []),
      ...(canFinalize(visit)
        ? [{ id: 'finalize', title: text.visit.finalize, group: 'here' as const, keys: 'f', run: openSheet }]
        : []),
    ]
  }, [visit, mayWrite, handOver, openSheet])
  useActions(actions)
  return { step, handOver, isAsking, setAsking, isBusy, openSheet, closeSheet }
}

const Bench = ({ visit, everyone }: { readonly visit: Consultation; readonly everyone: readonly Patient[] }) => {
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
        onStatus={(status) => void (status === statuses.ready ? handOver() : step(status))}
        onFinalize={openSheet}
      />
      {patients[0] !== undefined && <EarlierVisit visit={visit} patient={patients[0]} timeZone={timeZone} />}
      {everyone.length > 1 && <Patients patients={everyone} chosen={chosen?.id} />}
      {isNarrow && (
        <PaneTabs
          visit={visit}
          pane={pane}
          open={isReadOnly ? '' : openWork(hints?.results ?? [], pending.rows)}
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
        {isAsking && mayWrite && visit.status === statuses.inProgress && (
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
              void step(statuses.ready, isTold)
            }}
            onClose={() => setAsking(false)}
          />
        )}
        {search.order === 'refer' && may(me, 'Clinical: Diagnostic imaging', 'write') && !isClosed(visit) && (
          <ReferSheet visit={visit} patients={patients} onClose={closeOrder} />
        )}
        {search.order === 'prescribe' && may(me, 'Clinical: Prescriptions', 'write') && (
          <PrescribeSheet visit={visit} patients={patients} timeZone={timeZone} onClose={closeOrder} />
        )}
        {search.finalize === true && mayWrite && canFinalize(visit) && (
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
  return <Bench key={visit.id} visit={visit} everyone={visit.patients_data ?? []} />
}

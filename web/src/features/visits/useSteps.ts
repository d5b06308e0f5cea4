import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ConsultationStatus } from '@fetlock/sdk'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Consultation, Patient } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { showError } from '../../shared/toasts.ts'
import { useWrite } from '../../shared/use-write.ts'
import { NotDone } from '../../api/problem.ts'
import { changeStatus } from '../../shared/visit-status.ts'
import { isOpenHint, isUnexplained } from '../../shared/hand-over.ts'
import { stuckTexts, visitTexts } from '../../shared/visit-texts.ts'
import { text } from '../../text/en.ts'
import type { PendingRow } from './pending-rows.ts'
import { hintsQuery } from '../../api/chargehint.ts'
import { rowsQuery } from '../../api/consultationitem.ts'
import { onBoard, visitKey } from '../../api/consultation.ts'
import { canFinalize, isClosed, namesOf } from './visit.ts'

const from = '/visits/$id'

/** A status, and the one before, to which Undo leads back. */
type Step = {
  readonly status: ConsultationStatus
  readonly before: ConsultationStatus
  /** Whether somebody was told that something is not saved. */
  readonly isTold: boolean
}

/** Something that was written is not saved: that is asked about first. */
class Unsaved extends NotDone {}

/** Starting a visit, handing it over and finalizing it. */
export const useSteps = (
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
    // What is saved only now is part of what is finalized as it was shown.
    void visitTexts.flush(id).then(() => client.invalidateQueries({ queryKey: [...visitKey(id), 'head'] }))
    void navigate({ search: (before) => ({ ...before, finalize: true as const }) })
  }, [client, id, navigate])
  const closeSheet = useCallback(
    () => void navigate({ search: ({ finalize: _open, pay: _paying, ...before }) => before, replace: true }),
    [navigate],
  )
  const { write, isBusy } = useWrite({
    // Each under a key of its own: a step that was taken is not taken twice, and another one is not taken for it.
    send: async ({ status, isTold }: Step) => {
      await visitTexts.flush(id)
      // Nobody hands over what they do not know to be unsaved.
      const isUnsaved = stuckTexts(visitTexts.all(), id).length > 0
      if (status === ConsultationStatus.ReadyForDischarge && isUnsaved && !isTold) throw new Unsaved()
      return changeStatus(id, status)
    },
    refresh: () => [visitKey(id), onBoard.queryKey],
    onDone: ({ result }) =>
      client.setQueryData<Consultation>([...visitKey(id), 'head'], (shown) => shown && { ...shown, ...result }),
    said: ({ variables }) =>
      variables.status === ConsultationStatus.ReadyForDischarge ? text.visit.isReady(name) : text.visit.isStarted(name),
    undo: ({ variables }) => changeStatus(id, variables.before),
    onProblem: (error) => {
      if (error instanceof Unsaved) return setAsking(true)
      showError(error)
      return client.invalidateQueries({ queryKey: visitKey(id) })
    },
  })
  const { status: before } = visit
  const step = useCallback(
    (status: ConsultationStatus, isTold = false) => write({ status, before, isTold }),
    [write, before],
  )
  /** What may be missing on the invoice is asked about while whoever did it is still here. */
  const handOver = useCallback(async () => {
    const hints = await client.ensureQueryData(hintsQuery(id)).catch(() => undefined)
    const rows = await client.ensureQueryData(rowsQuery(id)).catch(() => undefined)
    const isOpen = pending.length > 0 || hints?.some(isOpenHint) === true
    if (isOpen || rows?.some(isUnexplained) === true) return setAsking(true)
    return step(ConsultationStatus.ReadyForDischarge)
  }, [client, id, pending, step])
  const actions = useMemo((): readonly Action[] => {
    if (!mayWrite || isClosed(visit)) return []
    return [
      ...(visit.status === ConsultationStatus.InProgress
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

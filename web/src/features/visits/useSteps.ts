import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Consultation, Patient } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { say, sayProblem } from '../../shared/toasts.ts'
import { statuses } from '../../shared/visit-stages.ts'
import { changeStatus } from '../../shared/visit-status.ts'
import { isOpenHint, isUnexplained } from '../../shared/hand-over.ts'
import { stuckTexts, visitTexts } from '../../shared/visit-texts.ts'
import { text } from '../../text/en.ts'
import type { PendingRow } from './pending-rows.ts'
import { hintsQuery, rowsQuery } from './charge-queries.ts'
import { visitKey } from './queries.ts'
import { canFinalize, isClosed, namesOf } from './visit.ts'

const from = '/visits/$id'

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

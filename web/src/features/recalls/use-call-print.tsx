import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { callListQuery, type RecallsAsked } from '../../api/recall.ts'
import { showError } from '../../shared/toasts.ts'
import { CallPaper, type Printed } from './CallPaper.tsx'

type Place = Omit<Printed, 'calls'>

/** Prints the whole call list, also what is not on the screen yet. */
export const useCallPrint = (asked: RecallsAsked, { clinic, today, timeZone }: Place) => {
  const queries = useQueryClient()
  const [printed, setPrinted] = useState<Printed>()
  useEffect(() => {
    if (printed === undefined) return undefined
    const done = () => setPrinted(undefined)
    window.addEventListener('afterprint', done, { once: true })
    const frame = requestAnimationFrame(() => window.print())
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('afterprint', done)
    }
  }, [printed])
  const print = useCallback(
    () =>
      void queries
        .fetchQuery(callListQuery(asked))
        .then((calls) => setPrinted({ calls, clinic, today, timeZone }), showError),
    [queries, asked, clinic, today, timeZone],
  )
  return { print, paper: printed === undefined ? null : <CallPaper printed={printed} /> }
}

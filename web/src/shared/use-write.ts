import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { isConflict } from '../api/problem.ts'
import { text } from '../text/en.ts'
import { showToast, showError } from './toasts.ts'
import { type Begun, makeIntent, type Send, type Written } from './write-intent.ts'

export type Options<V, R> = {
  /** Sends it, as one request under this key. */
  readonly send: Send<V, R>
  /** The queries that show what it changes, beside those that the event stream refreshes: it does not tell a tab its own writes. */
  readonly refresh?: (variables: V) => readonly QueryKey[]
  /** What is said once it is done. */
  readonly said?: (written: Written<V, R>) => string
  /** The reverse, offered with what is said. */
  readonly undo?: (written: Written<V, R>) => Promise<unknown>
  readonly onDone?: (written: Written<V, R>) => unknown
  /** Shows what went wrong beside the field instead of in a message. */
  readonly onProblem?: (error: unknown, variables: V) => unknown
  /** What is shown instead of the message that somebody else has changed the record. */
  readonly onConflict?: (variables: V) => unknown
}

/** `isChecking`: nobody knows yet whether it happened; writing again asks for the same under the same key. */
export type WriteHandle<V, R> = {
  /** Answers what was written, or nothing if it was refused, is not known, or another one is on its way. */
  readonly write: (variables: V) => Promise<R | undefined>
  readonly isBusy: boolean
  readonly isChecking: boolean
}

/** What every write has in common once it is answered: it is said, shown again, and what went wrong has one answer. */
export const useAnswers = <V, R>(options: Omit<Options<V, R>, 'send'>) => {
  const queries = useQueryClient()
  const refresh = (variables: V) =>
    Promise.all((options.refresh?.(variables) ?? []).map((queryKey) => queries.invalidateQueries({ queryKey })))
  return {
    onSuccess: (written: Written<V, R>) => {
      const { said, undo, onDone } = options
      const takeBack = async () => {
        await undo?.(written)
        await refresh(written.variables)
      }
      if (said !== undefined) showToast(said(written), undo === undefined ? {} : { undo: takeBack })
      // Not waited for: the message with its way back comes before the page that shows the change.
      void refresh(written.variables)
      return onDone?.(written)
    },
    onError: (error: unknown, variables: V) => {
      const { onProblem = showError, onConflict = () => showToast(text.changedElsewhere, { isProblem: true }) } =
        options
      if (!isConflict(error)) return onProblem(error, variables)
      void refresh(variables)
      return onConflict(variables)
    },
  }
}

type OfOne<V, R> = Options<V, R> & {
  /** What was sent before the page was loaded again, and had no answer. */
  readonly begun?: () => Begun<V> | undefined
}

/** The one way in which a screen changes records: once, with a key, and with one answer to what may go wrong. */
export const useWrite = <V, R>(options: OfOne<V, R>): WriteHandle<V, R> => {
  const [intent] = useState(() => makeIntent<V, R>(options.begun?.()))
  const [isChecking, setChecking] = useState(false)
  // A second click comes before the page shows that the first is under way.
  const isRunning = useRef(false)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (variables: V) => intent.settle(options.send, variables),
    networkMode: 'always',
    retry: false,
    ...useAnswers(options),
  })

  const write = useCallback(
    async (variables: V) => {
      if (isRunning.current) return undefined
      isRunning.current = true
      try {
        return (await mutateAsync(variables)).result
      } catch {
        // `onError` has said it.
        return undefined
      } finally {
        isRunning.current = false
        setChecking(intent.isOpen())
      }
    },
    [mutateAsync, intent],
  )
  return { write, isBusy: isPending, isChecking }
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Change, type Changed, changeRecord } from '../api/change.ts'
import { text } from '../text/en.ts'
import { type Options, useWrite } from './use-write.ts'
import { whoChanged } from './who-changed.ts'

/** How a record is compared, changed and read again. */
type Store<T> = Pick<Change<T>, 'read' | 'send'> & { readonly readNow: (before: T) => Promise<T> }
type Asked<T> = Pick<Change<T>, 'before' | 'mine'>

/** What became of a change, with who has made the other version, if there is one. */
type By<C> = C & { readonly author: string }
export type Conflict<T> = By<Extract<Changed<T>, { kind: 'conflict' }>>
export type Saved<T> = By<Extract<Changed<T>, { kind: 'saved' }>>

type Then<T, V> = Pick<Options<V, unknown>, 'refresh' | 'onProblem'> & {
  readonly onSaved: (saved: Saved<T>, asked: V) => unknown
  /** Both have changed the same: it is for a person to decide. */
  readonly onConflict?: (asked: V, conflict: Conflict<T>) => unknown
}

/**
 * Changes a record that others may be changing, too: what they changed elsewhere stays, and what both changed is kept to be
 * decided on. Its version is what makes it happen once.
 */
export const useChange = <T extends { readonly url: string; readonly modified: string }, V extends Asked<T> = Asked<T>>(
  { read, send, readNow }: Store<T>,
  { onSaved, onConflict, ...options }: Then<T, V>,
) => {
  const queries = useQueryClient()
  const [conflict, setConflict] = useState<Conflict<T>>()
  const { write, isBusy } = useWrite({
    ...options,
    send: async ({ before, mine }: V): Promise<Saved<T> | Conflict<T>> => {
      const changed = await changeRecord({ before, mine, read, send, readNow: () => readNow(before) })
      const theirs = changed.kind === 'conflict' ? changed.now : changed.over
      // It is saved, whether or not it can be said with whom.
      const author = theirs === undefined ? '' : await whoChanged(queries, theirs).catch(() => text.somebodyElse)
      return { ...changed, author }
    },
    onDone: ({ variables, result }) => {
      if (result.kind === 'saved') return onSaved(result, variables)
      setConflict(result)
      return onConflict?.(variables, result)
    },
  })
  return { save: write, conflict, isBusy }
}

import type { QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { isSame, type Values } from '../api/versions.ts'
import type { Options } from './use-write.ts'
import { type Conflict, type Saved, useChange } from './use-change.ts'

type Store<T, D> = {
  /** What of a record is typed over; without a record, what a new one begins with. */
  readonly draftOf: (record: T | undefined) => D
  readonly send: (version: T, changes: Partial<D>) => Promise<T>
  readonly readNow: (before: T) => Promise<T>
}

type Then<T> = Pick<Options<unknown, unknown>, 'onProblem'> & {
  readonly refresh: () => readonly QueryKey[]
  readonly onSaved: (saved: Saved<T>) => unknown
  readonly onConflict: (conflict: Conflict<T>) => unknown
}

/**
 * What is typed over a record, from the version that it began with: only that is sent. What others change elsewhere stays.
 * Where they change the same, what was typed stays to be saved over theirs once somebody has been told.
 */
export const useDraft = <T extends { readonly url: string; readonly modified: string }, D extends Values>(
  record: T | undefined,
  { draftOf, send, readNow }: Store<T, D>,
  { onConflict, ...then }: Then<T>,
) => {
  const [before, setBefore] = useState(record)
  const [draft, setDraft] = useState(() => draftOf(record))
  const { save, isBusy } = useChange<T>(
    { read: draftOf, send: (version, changes) => send(version, changes as Partial<D>), readNow },
    {
      ...then,
      onConflict: (asked, conflict) => {
        const [began, now] = [draftOf(asked.before), draftOf(conflict.now)]
        setDraft((typed) => ({ ...typed, ...pick(now, (name) => isSame(typed[name], began[name])) }))
        setBefore(conflict.now)
        return onConflict(conflict)
      },
    },
  )
  const stored = draftOf(before)
  const mine = pick(draft, (name) => !isSame(draft[name], stored[name]))
  return { before, draft, setDraft, mine, save, isBusy }
}

const pick = <D extends Values>(values: D, isPicked: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isPicked(name))) as Partial<D>

import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { meQuery } from '../api/me.ts'
import { currentSession } from '../api/session.ts'
import { followChanges, type LiveState } from '../api/live.ts'
import { liveQueries } from './live-queries.ts'

let state: LiveState = { kind: 'connecting' }
const listeners = new Set<() => void>()

/** Follows the changes of others from before the first screen asks for anything, so that nothing is asked for twice. */
export const startLive = (client: QueryClient) => {
  followChanges({
    ...liveQueries(client),
    onState: (next) => {
      state = next
      for (const listener of listeners) listener()
      // A session that was locked refuses the stream first. Whoever left the screen must not have to touch it to cover it.
      const isKnown = client.getQueryData(meQuery.queryKey) !== undefined
      if (next.kind === 'refused' && isKnown && !currentSession().isLocked) void client.invalidateQueries(meQuery)
    },
  })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useLive = (): LiveState => useSyncExternalStore(subscribe, () => state)

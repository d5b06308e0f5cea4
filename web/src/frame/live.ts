import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { meQuery } from '../api/me.ts'
import { currentSession } from '../api/session.ts'
import { type ChangeEvent, followChanges, type LiveState } from '../api/live.ts'

const resourcesOf = (meta: Record<string, unknown> | undefined) => (meta?.['resources'] ?? []) as readonly string[]

/** What was loaded of a changed resource is stale; what is on the screen is loaded again. */
const markStale = (client: QueryClient, events: readonly ChangeEvent[]) => {
  const changed = new Set(events.map(({ resource }) => resource))
  void client.invalidateQueries({ predicate: ({ meta }) => resourcesOf(meta).some((name) => changed.has(name)) })
}

/** When each query was asked last, by its hash. */
const watchAsking = (client: QueryClient) => {
  const askedAt = new Map<string, number>()
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'removed') askedAt.delete(event.query.queryHash)
    if (event.type === 'updated' && event.action.type === 'fetch') askedAt.set(event.query.queryHash, performance.now())
  })
  return askedAt
}

let state: LiveState = { kind: 'connecting' }
const listeners = new Set<() => void>()

/** Follows the changes of others from before the first screen asks for anything, so that nothing is asked for twice. */
export const startLive = (client: QueryClient) => {
  const askedAt = watchAsking(client)
  followChanges({
    onEvents: (events) => markStale(client, events),
    onEverything: () => {
      const now = performance.now()
      void client.invalidateQueries({
        predicate: ({ meta, queryHash }) => resourcesOf(meta).length > 0 && (askedAt.get(queryHash) ?? 0) < now,
      })
    },
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

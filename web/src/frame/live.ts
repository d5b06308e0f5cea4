import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { meQuery } from '../api/me.ts'
import { currentSession } from '../api/session.ts'
import { type ChangeEvent, followChanges, type LiveState } from '../api/live.ts'

const resourcesOf = (meta: Record<string, unknown> | undefined) => (meta?.['resources'] ?? []) as readonly string[]

/** What was loaded of a changed resource is stale; what is on the screen is loaded again. */
const markStale = (client: QueryClient, events: readonly ChangeEvent[]) => {
  const changed = new Set(events.map(({ resource }) => resource))
  void client.invalidateQueries({ predicate: ({ meta }) => resourcesOf(meta).some((name) => changed.has(name)) })
}

export const useLive = (): LiveState => {
  const client = useQueryClient()
  const [state, setState] = useState<LiveState>({ kind: 'connecting' })
  useEffect(
    () =>
      followChanges({
        onEvents: (events) => markStale(client, events),
        onEverything: () => void client.invalidateQueries({ predicate: ({ meta }) => resourcesOf(meta).length > 0 }),
        onState: (next) => {
          setState(next)
          // A session that was locked refuses the stream first. Whoever left the screen must not have to touch it to cover it.
          if (next.kind === 'refused' && !currentSession().isLocked) void client.invalidateQueries(meQuery)
        },
      }),
    [client],
  )
  return state
}

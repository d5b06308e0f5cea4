import type { Query, QueryClient } from '@tanstack/react-query'
import type { ChangeEvent } from '../api/live.ts'
import { isLive, isShown } from '../api/shows.ts'

/**
 * Reads again what shows a changed record. A query that is being read is let finish, and read once more if what came then
 * may be older than the change: so however fast changes come, none is missed and each query is read by one request at a time.
 */
export const liveQueries = (client: QueryClient) => {
  const cache = client.getQueryCache()
  const askedAt = new Map<string, number>()
  /** What changed while a query was being read, by its hash. */
  const meanwhile = new Map<string, readonly ChangeEvent[]>()

  const readAgain = ({ queryKey }: Query) => void client.invalidateQueries({ queryKey, exact: true })

  const apply = (query: Query, events: readonly ChangeEvent[]) => {
    const { queryHash, meta, state } = query
    if (!isLive(meta)) return
    if (state.fetchStatus === 'fetching') meanwhile.set(queryHash, [...(meanwhile.get(queryHash) ?? []), ...events])
    else if (events.some((event) => isShown(meta, state.data, event))) readAgain(query)
  }

  cache.subscribe((event) => {
    const { query } = event
    const { queryHash } = query
    if (event.type === 'removed') {
      askedAt.delete(queryHash)
      meanwhile.delete(queryHash)
    }
    if (event.type !== 'updated') return
    if (event.action.type === 'fetch') askedAt.set(queryHash, performance.now())
    // Data that a screen has set itself, as when it shows a move before it is made, are no answer.
    const isAnswered = event.action.type === 'error' || (event.action.type === 'success' && !event.action.manual)
    if (!isAnswered) return
    const events = meanwhile.get(queryHash) ?? []
    meanwhile.delete(queryHash)
    apply(query, events)
  })

  return {
    onEvents: (events: readonly ChangeEvent[]) => {
      for (const query of cache.getAll()) apply(query, events)
    },
    /** Anything may have changed that was asked for before now. */
    onEverything: () => {
      const now = performance.now()
      void client.invalidateQueries({
        predicate: ({ meta, queryHash }) => isLive(meta) && (askedAt.get(queryHash) ?? 0) < now,
      })
    },
  }
}

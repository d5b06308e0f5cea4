import { walk } from '@fetlock/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import type { Followed } from './followed.ts'
import { longPages } from './lists.ts'
import { shows } from './shows.ts'

/** All that was changed in a record, the newest first. */
export const changesQuery = (resource: Followed, id: number) =>
  queryOptions({
    // What reads the record again reads its changes again.
    queryKey: [resource, id, 'changes'],
    queryFn: async ({ signal }) => {
      const query = { resource__is: resource, record__is: id, ...longPages }
      return (await Array.fromAsync(walk(api, '/auditevent/', { query, signal }))).toReversed()
    },
    meta: shows({ [resource]: `/${resource}/${id}/` }),
  })

/** Which events of the audit trail are asked for. */
export type AuditFilter = {
  readonly resource__is?: string | undefined
  readonly record__is?: number | undefined
  readonly user__is?: string | undefined
  readonly occurred__gte?: string | undefined
  readonly occurred__lt?: string | undefined
}

/** Pages begin below the last event of the page before, so that what happens meanwhile moves nothing. */
export const olderThanLast = {
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({
    next,
    results,
  }: {
    readonly next: string | null
    readonly results: readonly { readonly id: number }[]
  }) => (next === null ? undefined : results.at(-1)?.id),
  placeholderData: keepPreviousData,
}

/** Who changed what in any record, the newest first, page by page. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ signal, pageParam }) =>
      api.get('/auditevent/', { query: { ...filter, ordering: '-id', id__lt: pageParam, page_size: 50 }, signal }),
    ...olderThanLast,
  })

export const readAudit = (filter: AuditFilter) =>
  Array.fromAsync(walk(api, '/auditevent/', { query: { ...filter, ...longPages } }))

import { AuditAction, list, walk } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { longPages } from './lists.ts'
import type { User } from './records.ts'

/** The applications that somebody has made and that still run, from the audit trail, which never forgets. */
export const applicationsMadeByQuery = ({ id, url }: User) =>
  queryOptions({
    queryKey: ['application', 'made by', id],
    queryFn: async ({ signal }) => {
      const made = { resource__is: 'application', user__is: url, ...longPages }
      const [events, running] = await Promise.all([
        Array.fromAsync(walk(api, '/auditevent/', { query: made, signal })),
        Array.fromAsync(list(api, '/application/', { query: { archived__is: false, ...longPages }, signal })),
      ])
      const theirs = new Set(events.flatMap(({ action, record }) => (action === AuditAction.Create ? [record] : [])))
      return running.filter((application) => theirs.has(application.id))
    },
  })

/** All that were ever connected: for which did something. */
export const applicationsQuery = queryOptions({
  queryKey: ['application', 'all'],
  queryFn: ({ signal }) => Array.fromAsync(list(api, '/application/', { query: longPages, signal })),
  staleTime: 10 * 60_000,
})

import { SecurityEventKind, walk } from '@fetlock/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { type AuditFilter, olderThanLast } from './auditevent.ts'
import { longPages } from './lists.ts'

const kinds = [SecurityEventKind.UserInvited, SecurityEventKind.PasswordSet]

/** Who was invited and has not chosen a password yet: when they were written to last, by the address of the user. */
export const invitedQuery = queryOptions({
  queryKey: ['user', 'invited'],
  queryFn: async ({ signal }) => {
    const invited = new Map<string, string>()
    for await (const { kind, user, occurred } of walk(api, '/securityevent/', {
      query: { kind__in: kinds, ...longPages },
      signal,
    }))
      if (user !== null) {
        if (kind === SecurityEventKind.UserInvited) invited.set(user, occurred)
        else invited.delete(user)
      }
    return invited
  },
})

/** Of what concerns accounts, only who and when can be asked for. */
type SecurityFilter = Pick<AuditFilter, 'user__is' | 'occurred__gte' | 'occurred__lt'>

/** What happened to accounts and access, the newest first, page by page. */
export const securityQuery = (filter: SecurityFilter) =>
  infiniteQueryOptions({
    queryKey: ['security', filter],
    queryFn: ({ signal, pageParam }) =>
      api.get('/securityevent/', { query: { ...filter, ordering: '-id', id__lt: pageParam, page_size: 50 }, signal }),
    ...olderThanLast,
  })

export const readSecurity = (filter: SecurityFilter) =>
  Array.fromAsync(walk(api, '/securityevent/', { query: { ...filter, ...longPages } }))

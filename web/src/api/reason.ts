import { type BodyOf, list } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { longPages } from './lists.ts'
import type { Reason } from './records.ts'
import { showsAll } from './shows.ts'

/** What clients can come for. */
export const reasonsQuery = queryOptions({
  queryKey: ['reason'],
  queryFn: ({ signal }) =>
    Array.fromAsync(list(api, '/reason/', { query: { archived__is: false, ordering: 'name', ...longPages }, signal })),
  staleTime: 10 * 60_000,
  meta: showsAll('reason'),
})

export const reasonKey = ['reason'] as const

/** All of them, archived ones too, for whoever sets them up. */
export const allReasonsQuery = queryOptions({
  queryKey: [...reasonKey, 'all'],
  queryFn: ({ signal }) =>
    Array.fromAsync(list(api, '/reason/', { query: { ordering: 'name', ...longPages }, signal })),
  meta: showsAll('reason'),
})

export const addReason = (body: BodyOf<'POST', '/reason/'>, key: string) => api.post('/reason/', { body, key })
export const changeReason = ({ id, modified }: Reason, body: BodyOf<'PATCH', '/reason/{id}/'>, key?: string) =>
  api.patch('/reason/{id}/', { path: { id }, body, ifMatch: modified, key })
export const readReason = ({ id }: Reason) => api.get('/reason/{id}/', { path: { id } })

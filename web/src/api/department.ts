import { type BodyOf, list } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { idOf } from './records.ts'
import { shows, showsAll } from './shows.ts'

/** What changes seldom and is small: read once and kept. */
export const departmentsQuery = queryOptions({
  queryKey: ['department'],
  queryFn: ({ signal }) =>
    Array.fromAsync(list(api, '/department/', { query: { archived__is: false, ordering: 'name' }, signal })),
  staleTime: 10 * 60_000,
  meta: showsAll('department'),
})

export const departmentQuery = (url: string) =>
  queryOptions({
    queryKey: ['department', idOf(url)],
    queryFn: ({ signal }) => api.get('/department/{id}/', { path: { id: idOf(url) }, signal }),
    staleTime: 5 * 60_000,
    meta: shows({ department: url }),
  })

export const createDepartment = (body: BodyOf<'POST', '/department/'>, key?: string) =>
  api.post('/department/', { body, key })

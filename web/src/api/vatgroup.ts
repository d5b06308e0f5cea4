import { list } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { showsAll } from './shows.ts'

/** The rates of VAT that items can have. */
export const vatGroupsQuery = queryOptions({
  queryKey: ['vatgroup'],
  queryFn: ({ signal }) =>
    Array.fromAsync(list(api, '/vatgroup/', { query: { archived__is: false, ordering: 'title' }, signal })),
  staleTime: 10 * 60_000,
  meta: showsAll('vatgroup'),
})

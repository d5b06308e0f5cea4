import { list } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import type { Wholesaler } from './records.ts'
import { showsAll } from './shows.ts'

export const wholesalersKey = ['wholesaler'] as const

/** Everybody whom the clinic orders from, by their names, with the credentials that departments have of their own. */
export const wholesalersQuery = queryOptions({
  queryKey: [...wholesalersKey, 'all'],
  queryFn: ({ signal }): Promise<readonly Wholesaler[]> =>
    Array.fromAsync(list(api, '/wholesaler/', { query: { archived__is: false, ordering: 'name' }, signal })),
  meta: showsAll('wholesaler'),
})

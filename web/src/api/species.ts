import { list } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { longPages } from './lists.ts'

const aDay = 24 * 60 * 60_000

/** The species: the same for everybody, and they hardly ever change. */
export const speciesQuery = queryOptions({
  queryKey: ['codelist', 'species'],
  queryFn: ({ signal }) =>
    Array.fromAsync(
      list(api, '/codelist/species/', { query: { archived__is: false, ordering: 'name', ...longPages }, signal }),
    ),
  staleTime: aDay,
})

import { queryOptions } from '@tanstack/react-query'
import type { SearchResults } from './records.ts'
import { get } from './request.ts'

/** What was typed into a box that finds records: one query, whichever box it was. */
export const searchQuery = (typed: string) =>
  queryOptions({
    queryKey: ['search', typed],
    queryFn: ({ signal }) => get<SearchResults>('/search/', { q: typed }, signal),
    staleTime: 5_000,
    meta: { resources: ['client', 'patient', 'phonenumber', 'invoice'] },
  })

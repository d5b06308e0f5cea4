import { queryOptions } from '@tanstack/react-query'
import type { PageOf, Species } from './records.ts'
import { get } from './request.ts'

const aDay = 24 * 60 * 60_000

/** The species: the same for everybody, and they hardly ever change. */
export const speciesQuery = queryOptions({
  queryKey: ['codelist', 'species'],
  queryFn: ({ signal }) =>
    get<PageOf<Species>>('/codelist/species/', { archived__is: 'false', ordering: 'name', page_size: 1000 }, signal),
  staleTime: aDay,
})

import { queryOptions } from '@tanstack/react-query'
import type { Contraindication, PageOf } from '../api/records.ts'
import { get } from '../api/request.ts'

/** What animals must not get. */
export const contraindicationsQuery = (patients: readonly number[]) =>
  queryOptions({
    queryKey: ['contraindication', ...patients],
    queryFn: ({ signal }) =>
      get<PageOf<Contraindication>>(
        '/contraindication/',
        { patient__in: patients.join(','), archived__is: 'false', page_size: 500 },
        signal,
      ),
    staleTime: 60_000,
    meta: { resources: ['contraindication'] },
  })

import { list } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { longPages } from './lists.ts'

const aDay = 24 * 60 * 60_000

export const breedsQuery = (species: number) =>
  queryOptions({
    queryKey: ['codelist', 'breeds', species],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        list(api, '/codelist/breeds/', {
          query: { species__is: species, archived__is: false, ordering: 'name', ...longPages },
          signal,
        }),
      ),
    staleTime: aDay,
  })

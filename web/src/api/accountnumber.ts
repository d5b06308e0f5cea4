import { list } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { showsAll } from './shows.ts'

/** The accounts that sales are posted to. */
export const accountNumbersQuery = queryOptions({
  queryKey: ['accountnumber'],
  queryFn: ({ signal }) => Array.fromAsync(list(api, '/accountnumber/', { query: { archived__is: false }, signal })),
  staleTime: 10 * 60_000,
  meta: showsAll('accountnumber'),
})

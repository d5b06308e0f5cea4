import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { maxFound } from './lists.ts'
import { showsAll } from './shows.ts'

/** What was typed into a box that finds records: one query, whichever box it was. */
export const searchQuery = (typed: string) =>
  queryOptions({
    queryKey: ['search', typed],
    queryFn: ({ signal }) => api.get('/search/', { query: { q: typed }, signal }),
    staleTime: 5_000,
    meta: showsAll('client', 'patient', 'phonenumber', 'invoice'),
  })

/** The ids of the clients that something typed finds, and whether there may be more of them. */
export const findClients = async (typed: string, signal: AbortSignal) => {
  const { results } = await api.get('/search/', { query: { q: typed }, signal })
  const ids = results.filter(({ type }) => type === 'client').map(({ id }) => id)
  return { ids, isCut: results.length >= maxFound }
}

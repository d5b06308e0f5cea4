import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { showsAll } from './shows.ts'

/** Every list of online bookings, and their number, is read again by this. */
export const bookingsKey = ['online booking'] as const

/** How many wait. The rail shows it, so it is apart from what only the page of the bookings needs. */
export const bookingCountQuery = queryOptions({
  queryKey: [...bookingsKey, 'count'],
  queryFn: async ({ signal }) =>
    (await api.get('/onlinebookingclient/', { query: { status__is: 0, page_size: 1 }, signal })).count,
  meta: showsAll('onlinebookingclient'),
})

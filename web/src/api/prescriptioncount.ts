import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { showsAll } from './shows.ts'

/** Every list of prescriptions that is none of one visit, and how many are to be read, is read again by this. */
export const prescriptionsKey = ['prescriptions'] as const

/** How many came to nothing, or have a warning, that nobody has read. The rail shows it, so it is apart from the rest. */
export const unreadCountQuery = queryOptions({
  queryKey: [...prescriptionsKey, 'unread'],
  queryFn: async ({ signal }) =>
    (await api.get('/eprescription/prescription/', { query: { unread__is: true, page_size: 1 }, signal })).count,
  meta: showsAll('prescription'),
})

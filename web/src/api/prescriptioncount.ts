import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { showsAll } from './shows.ts'
import { prescriptionsKey } from './worklistkeys.ts'

/** How many came to nothing, or have a warning, that nobody has read. The rail shows it, so it is apart from the rest. */
export const unreadCountQuery = queryOptions({
  queryKey: [...prescriptionsKey, 'unread'],
  queryFn: async ({ signal }) =>
    (await api.get('/eprescription/prescription/', { query: { unread__is: true, page_size: 1 }, signal })).count,
  meta: showsAll('prescription'),
})

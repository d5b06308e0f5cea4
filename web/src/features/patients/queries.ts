import { list } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { clientAddress, clientKey } from '../../api/client.ts'
import { shows } from '../../api/shows.ts'

/** What is booked for a client and all their animals from a moment on. */
export const bookedQuery = (client: number, from: string) =>
  queryOptions({
    queryKey: [...clientKey(client), 'booked', from],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        list(api, '/appointment/', {
          query: { client__is: String(client), start__gte: from, active__is: true, ordering: 'start' },
          signal,
        }),
      ),
    meta: shows({ appointment: clientAddress(client) }),
  })

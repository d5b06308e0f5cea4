import { type BodyOf, list } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { visitAddress, visitKey } from './consultation.ts'
import { shows } from './shows.ts'

/** What was measured in a visit, the latest first. */
export const vitalsQuery = (visit: number) =>
  queryOptions({
    queryKey: [...visitKey(visit), 'vitals'],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        list(api, '/vital/', { query: { consultation__is: String(visit), ordering: '-measured_at' }, signal }),
      ),
    meta: shows({ vital: visitAddress(visit) }),
  })

export type NewVitals = BodyOf<'POST', '/vital/'>
export const measure = (measured: NewVitals, key: string) => api.post('/vital/', { body: measured, key })

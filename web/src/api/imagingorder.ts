import { type BodyOf, walk } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { visitAddress, visitKey } from './consultation.ts'
import { idOf, type ImagingOrder } from './records.ts'
import { shows } from './shows.ts'

export const orderQuery = (url: string) =>
  queryOptions({
    queryKey: ['diagnosticimaging_worklist', idOf(url)],
    queryFn: ({ signal }) => api.get('/diagnosticimaging_worklist/{id}/', { path: { id: idOf(url) }, signal }),
    meta: shows({ diagnosticimaging_worklist: url }),
  })

export const ordersQuery = (visit: number) =>
  queryOptions({
    queryKey: [...visitKey(visit), 'orders'],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        walk(api, '/diagnosticimaging_worklist/', {
          query: { consultation__is: String(visit), expose_referral: true },
          signal,
        }),
      ),
    meta: shows({ diagnosticimaging_worklist: visitAddress(visit) }),
  })

export type NewReferral = BodyOf<'POST', '/diagnosticimaging_referral/'>
export const refer = (referral: NewReferral, key: string) =>
  api.post('/diagnosticimaging_referral/', { body: referral, key })
/** A referral has the id of its order, which goes with it. */
export const removeReferral = ({ id }: ImagingOrder, key?: string) =>
  api.delete('/diagnosticimaging_referral/{id}/', { path: { id }, key })

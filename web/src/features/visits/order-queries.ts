import { queryOptions } from '@tanstack/react-query'
import { idOf, type ImagingOrder, type Item, type PageOf, type Prescription } from '../../api/records.ts'
import { get, post } from '../../api/request.ts'
import { visitKey, whole } from './queries.ts'

export const itemsOfModalityQuery = (modality: string) =>
  queryOptions({
    queryKey: ['item', 'modality', modality],
    queryFn: ({ signal }) =>
      get<PageOf<Item>>('/item/', { modality__is: modality, archived__is: 'false', ordering: 'name' }, signal),
    meta: { resources: ['item'] },
  })

export const orderQuery = (url: string) =>
  queryOptions({
    queryKey: ['diagnosticimaging_worklist', url],
    queryFn: ({ signal }) => get<ImagingOrder>(`/diagnosticimaging_worklist/${idOf(url)}/`, undefined, signal),
    meta: { resources: ['diagnosticimaging_worklist'] },
  })

export const ordersQuery = (visit: number) =>
  queryOptions({
    queryKey: [...visitKey(visit), 'orders'],
    queryFn: ({ signal }) =>
      get<PageOf<ImagingOrder>>(
        '/diagnosticimaging_worklist/',
        { consultation__is: visit, expose_referral: true, page_size: whole },
        signal,
      ),
    meta: { resources: ['diagnosticimaging_worklist'] },
  })

export const prescriptionsQuery = (visit: number) =>
  queryOptions({
    queryKey: [...visitKey(visit), 'prescriptions'],
    queryFn: ({ signal }) =>
      get<PageOf<Prescription>>(
        '/eprescription/prescription/',
        { consultation__is: visit, expose_items: true, expose_prescriber: true, page_size: whole },
        signal,
      ),
    meta: { resources: ['prescription'] },
  })

type NewReferral = {
  readonly consultation: string
  readonly patient: string
  readonly modality: string
  readonly target_areas: readonly string[]
  readonly remarks: string
}
export const refer = (referral: NewReferral, idempotencyKey: string) =>
  post('/diagnosticimaging_referral/', referral, { idempotencyKey })

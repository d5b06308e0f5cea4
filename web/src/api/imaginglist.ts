import { ImagingOrderStatus, Modality, type QueryOf } from '@fetlock/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { imagingKey } from './worklistkeys.ts'
import { nextPage } from './lists.ts'
import { may } from './me.ts'
import { idOf, type ImagingOrder, type Me } from './records.ts'
import { shows, showsAll } from './shows.ts'

const { Ordered, Scheduled, InProgress, Completed, Cancelled } = ImagingOrderStatus

type Filters = QueryOf<'GET', '/diagnosticimaging_worklist/'>

/** What is to be done, the oldest first, and what is done, the newest first. */
const filtersOf = {
  open: { status__in: [Ordered, Scheduled, InProgress], ordering: 'created' },
  done: { status__in: [Completed, Cancelled], ordering: '-modified' },
} as const satisfies Readonly<Record<string, Filters>>
export type ImagingPart = keyof typeof filtersOf

/** What a list shows of an order is read with it, as far as the person may see it. */
const shownOf = (me: Me) => {
  const clients = may(me, 'General: Patients and clients') || undefined
  return {
    expose_referral: true,
    expose_supervising_veterinarian: true,
    expose_requesting_user: true,
    expose_client: clients,
    expose_patient: clients,
  } as const
}

type Asked = {
  readonly me: Me
  readonly part: ImagingPart
  /** Whose they are; everybody's without it. */
  readonly vet: number | undefined
  readonly modality: Modality | undefined
  readonly department: number | undefined
}

export const imagingQuery = ({ me, part, vet, modality, department }: Asked) =>
  infiniteQueryOptions({
    queryKey: [...imagingKey, part, vet, modality, department],
    queryFn: ({ signal, pageParam: page }) =>
      api.get('/diagnosticimaging_worklist/', {
        query: {
          ...filtersOf[part],
          supervising_veterinarian__is: vet?.toString(),
          modality__in: modality === Modality.Dx ? [Modality.Cr, Modality.Dx] : modality && [modality],
          department__is: department?.toString(),
          ...shownOf(me),
          page,
        },
        signal,
      }),
    ...nextPage,
    placeholderData: keepPreviousData,
    meta: showsAll('diagnosticimaging_worklist'),
  })

export const imagingOneQuery = (id: number, me: Me) =>
  queryOptions({
    queryKey: [...imagingKey, 'one', id],
    queryFn: ({ signal }) => api.get('/diagnosticimaging_worklist/{id}/', { path: { id }, query: shownOf(me), signal }),
    meta: shows({ diagnosticimaging_worklist: `/diagnosticimaging_worklist/${id}/` }),
  })

/** How many earlier examinations are listed. */
const maxEarlier = 5

/** What was made of an animal before. */
export const earlierImagesQuery = (patient: string) =>
  queryOptions({
    queryKey: [...imagingKey, 'earlier', idOf(patient)],
    queryFn: async ({ signal }) =>
      (
        await api.get('/diagnosticimaging_worklist/', {
          query: {
            patient__is: String(idOf(patient)),
            status__is: Completed,
            ordering: '-created',
            page_size: maxEarlier,
          },
          signal,
        })
      ).results,
    meta: shows({ diagnosticimaging_worklist: patient }),
  })

/** How many are to be done. */
export const imagingCountQuery = (department: number | undefined) =>
  queryOptions({
    queryKey: [...imagingKey, 'count', department],
    queryFn: async ({ signal }) =>
      (
        await api.get('/diagnosticimaging_worklist/', {
          query: { ...filtersOf.open, department__is: department?.toString(), page_size: 1 },
          signal,
        })
      ).count,
    placeholderData: keepPreviousData,
    meta: showsAll('diagnosticimaging_worklist'),
  })

export type OrderMove = { readonly order: ImagingOrder; readonly status: ImagingOrderStatus }
export const moveOrder = ({ order, status }: OrderMove, key?: string) =>
  api.patch('/diagnosticimaging_worklist/{id}/', {
    path: { id: order.id },
    body: { status },
    ifMatch: order.modified,
    key,
  })

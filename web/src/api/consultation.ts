import { ConsultationStatus, list, TimelineKind, walk } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { longPages, ofDepartment } from './lists.ts'
import { may } from './me.ts'
import type { Consultation, Me } from './records.ts'
import { shows } from './shows.ts'

/** The address of a visit, as changes name it. */
export const visitAddress = (id: number) => `/consultation/${id}/`

/** Everything of a visit is read again by this. */
export const visitKey = (id: number) => ['visit', id] as const

/** What a card or a page shows of a visit is read with it, as far as the person may see it. */
const shownOf = (me: Me) => {
  const clients = may(me, 'General: Patients and clients') || undefined
  return {
    expose_client: clients,
    expose_patients: clients,
    expose_supervising_veterinarian: true,
    expose_reason: true,
    expose_invoice: may(me, 'Financial: Invoices') || undefined,
  } as const
}

export const visitQuery = (id: number, me: Me) =>
  queryOptions({
    queryKey: [...visitKey(id), 'head'],
    queryFn: ({ signal }) => api.get('/consultation/{id}/', { path: { id }, query: shownOf(me), signal }),
    meta: shows<Consultation>({
      consultation: visitAddress(id),
      consultationitem: visitAddress(id),
      client: ({ client }) => client,
      patient: ({ patients }) => patients,
      invoice: visitAddress(id),
      invoicepayment: ({ invoice }) => invoice,
    }),
  })

/** Everything that the board of a day shows is read again by this. */
export const onBoard = { queryKey: ['today'] } as const

type OfBoard = {
  readonly me: Me
  /** When the day begins. */
  readonly from: string
  readonly department: number | undefined
}

const { Admitted, InProgress, ReadyForDischarge, Discharged, Invoicing, InvoicePaid, Finalized } = ConsultationStatus

const visitsQuery = (
  kind: 'open' | 'closed',
  { me, from, department }: OfBoard,
  query: { readonly status__in: readonly ConsultationStatus[]; readonly started__gte?: string },
) =>
  queryOptions({
    queryKey: [...onBoard.queryKey, kind, from, department],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        walk(api, '/consultation/', {
          query: { ...query, department__is: department?.toString(), ...shownOf(me), ...longPages },
          signal,
        }),
      ),
    meta: shows<readonly Consultation[]>({
      consultation: ofDepartment(department),
      client: (visits) => visits.map(({ client }) => client),
      patient: (visits) => visits.flatMap(({ patients }) => patients),
      invoice: (visits) => visits.map(({ url }) => url),
      invoicepayment: (visits) => visits.map(({ invoice }) => invoice),
    }),
  })

/** Who is there, whatever day they came. */
export const openVisitsQuery = (asked: OfBoard) =>
  visitsQuery('open', asked, { status__in: [Admitted, ReadyForDischarge, Discharged, Invoicing, InProgress] })
/** What was finalized of the visits that began since a moment. */
export const closedVisitsQuery = (asked: OfBoard) =>
  visitsQuery('closed', asked, { status__in: [InvoicePaid, Finalized], started__gte: asked.from })

/** The latest visits of an animal as its timeline tells them, and how many there are. */
export const pastVisitsQuery = (patient: number) =>
  queryOptions({
    queryKey: ['patient', patient, 'past visits'],
    queryFn: ({ signal }) =>
      api.get('/patient/{id}/timeline/', {
        path: { id: patient },
        query: { kind__in: [TimelineKind.Visit], page_size: 50 },
        signal,
      }),
    meta: shows({ consultation: `/patient/${patient}/` }),
  })

/** All of them, to find a word in. */
export const allPastVisitsQuery = (patient: number) =>
  queryOptions({
    queryKey: ['patient', patient, 'past visits', 'all'],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        list(api, '/patient/{id}/timeline/', {
          path: { id: patient },
          query: { kind__in: [TimelineKind.Visit], ...longPages },
          signal,
        }),
      ),
    meta: shows({ consultation: `/patient/${patient}/` }),
  })

/** Of those who wait for a veterinarian, the one who has waited longest. */
export const nextVisitQuery = (vet: number) =>
  queryOptions({
    queryKey: [...onBoard.queryKey, 'next', vet],
    queryFn: async ({ signal }): Promise<Consultation | null> => {
      const query = { status__is: Admitted, supervising_veterinarian__is: String(vet), expose_patients: true } as const
      const waiting = await Array.fromAsync(list(api, '/consultation/', { query, signal }))
      return waiting.toSorted((one, other) => one.status_changed.localeCompare(other.status_changed))[0] ?? null
    },
    staleTime: 0,
    gcTime: 0,
  })

export const readVisit = (id: number) => api.get('/consultation/{id}/', { path: { id } })

export const updateStatus = (id: number, status: ConsultationStatus, key?: string) =>
  api.post('/consultation/{id}/update_status/', { path: { id }, body: { status }, key })

/** The invoice that finalizing a visit as it is would make, without making it. */
export const previewQuery = ({ id, modified }: Pick<Consultation, 'id' | 'modified'>) =>
  queryOptions({
    queryKey: [...visitKey(id), 'preview', modified],
    queryFn: async ({ signal }) => {
      const { invoice_data } = await api.post('/consultation/{id}/update_status/', {
        path: { id },
        body: { status: Finalized },
        dryRun: true,
        signal,
      })
      return { visit: { id, modified }, invoice: invoice_data ?? undefined }
    },
    staleTime: 0,
    gcTime: 0,
  })

export const changeVet = ({ id, modified }: Consultation, supervising_veterinarian: string, key?: string) =>
  api.patch('/consultation/{id}/', { path: { id }, body: { supervising_veterinarian }, ifMatch: modified, key })

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  Appointment,
  Client,
  ClientBalance,
  Consultation,
  Invoice,
  PageOf,
  Patient,
  PatientWeight,
  SearchResults,
  Timeline,
} from '../../api/records.ts'
import { get, post } from '../../api/request.ts'

export type ClientsAsked = { readonly page: number; readonly archived: boolean; readonly living: boolean }

export const clientsQuery = ({ page, archived, living }: ClientsAsked) =>
  queryOptions({
    queryKey: ['clients', page, archived, living],
    queryFn: ({ signal }) =>
      get<PageOf<Client>>(
        '/client/',
        {
          page,
          page_size: 50,
          ordering: 'lastname',
          archived__is: archived ? undefined : 'false',
          has_alive_patients__is: living ? 'true' : undefined,
          expose_phone_numbers: true,
          expose_patients: true,
        },
        signal,
      ),
    placeholderData: keepPreviousData,
    meta: { resources: ['client', 'patient', 'phonenumber'] },
  })

/** What was typed into the box above the list, found as the palette finds it. */
export const foundQuery = (typed: string) =>
  queryOptions({
    queryKey: ['search', typed],
    queryFn: ({ signal }) => get<SearchResults>('/search/', { q: typed }, signal),
    placeholderData: keepPreviousData,
    meta: { resources: ['client', 'patient', 'phonenumber'] },
  })

export const clientQuery = (id: number) =>
  queryOptions({
    queryKey: ['client', id],
    queryFn: ({ signal }) =>
      get<Client>(`/client/${id}/`, { expose_phone_numbers: true, expose_patients: true }, signal),
    meta: { resources: ['client', 'patient', 'phonenumber'] },
  })

export const balanceQuery = (id: number) =>
  queryOptions({
    queryKey: ['client', id, 'balance'],
    queryFn: ({ signal }) => get<ClientBalance>(`/client/${id}/balance/`, undefined, signal),
    meta: { resources: ['invoice', 'invoicepayment', 'unallocatedpayment'] },
  })

export const invoicesQuery = (id: number) =>
  queryOptions({
    queryKey: ['client', id, 'invoices'],
    queryFn: ({ signal }) =>
      get<PageOf<Invoice>>(
        '/invoice/',
        { client__is: id, ordering: '-id', page_size: 10, expose_patients: true },
        signal,
      ),
    meta: { resources: ['invoice', 'invoicepayment'] },
  })

export const visitsQuery = (id: number) =>
  queryOptions({
    queryKey: ['client', id, 'visits'],
    queryFn: ({ signal }) =>
      get<PageOf<Consultation>>(
        '/consultation/',
        {
          client__is: id,
          ordering: '-started',
          page_size: 10,
          expose_patients: true,
          expose_reason: true,
          expose_supervising_veterinarian: true,
        },
        signal,
      ),
    meta: { resources: ['consultation'] },
  })

export const nextAppointmentsQuery = (id: number, from: string) =>
  queryOptions({
    queryKey: ['client', id, 'appointments', from],
    queryFn: ({ signal }) =>
      get<PageOf<Appointment>>(
        '/appointment/',
        {
          client__is: id,
          start__gte: from,
          active__is: 'true',
          ordering: 'start',
          page_size: 5,
          expose_patients: true,
          expose_reason: true,
        },
        signal,
      ),
    meta: { resources: ['appointment'] },
  })

export const patientQuery = (id: number) =>
  queryOptions({
    queryKey: ['patient', id],
    queryFn: ({ signal }) => get<Patient>(`/patient/${id}/`, { expose_client: true }, signal),
    meta: { resources: ['patient', 'client'] },
  })

export const timelineQuery = (id: number, kinds: string | undefined) =>
  queryOptions({
    queryKey: ['patient', id, 'timeline', kinds],
    queryFn: ({ signal }) => get<Timeline>(`/patient/${id}/timeline/`, { kind__in: kinds, page_size: 100 }, signal),
    placeholderData: keepPreviousData,
    meta: {
      resources: [
        'patient',
        'consultation',
        'consultationnote',
        'consultationdiagnosis',
        'consultationitem',
        'vital',
        'patientweight',
        'prescription',
        'diagnosticimaging_worklist',
        'appointment',
        'invoice',
      ],
    },
  })

export const weightsQuery = (id: number) =>
  queryOptions({
    queryKey: ['patient', id, 'weights'],
    queryFn: ({ signal }) =>
      get<PageOf<PatientWeight>>(`/patient/${id}/weight/`, { ordering: 'measured', page_size: 500 }, signal),
    meta: { resources: ['patientweight', 'patient'] },
  })

export const weigh = (id: number, weight: string) => post<PatientWeight>(`/patient/${id}/weight/`, { weight })

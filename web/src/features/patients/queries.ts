import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Appointment, PageOf, Patient, PatientWeight, Timeline } from '../../api/records.ts'
import { get, post } from '../../api/request.ts'

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

export const weigh = (id: number, weight: string, idempotencyKey: string) =>
  post<PatientWeight>(`/patient/${id}/weight/`, { weight }, { idempotencyKey })

export const patientAppointmentsQuery = (client: number, from: string) =>
  queryOptions({
    queryKey: ['client', client, 'appointments', 'booked', from],
    queryFn: ({ signal }) =>
      get<PageOf<Appointment>>(
        '/appointment/',
        { client__is: client, start__gte: from, active__is: 'true', ordering: 'start', page_size: 50 },
        signal,
      ),
    meta: { resources: ['appointment'] },
  })

import { queryOptions } from '@tanstack/react-query'
import { may } from '../../api/me.ts'
import {
  type Appointment,
  type Consultation,
  type ConsultationDiagnosis,
  type ConsultationNote,
  type Department,
  type DischargeInstruction,
  idOf,
  type Me,
  type PageOf,
  type PatientWeight,
  type TextTemplate,
  type Timeline,
  type VitalSigns,
} from '../../api/records.ts'
import { get, post, remove, request } from '../../api/request.ts'
import { statuses } from '../../shared/visit-stages.ts'

export const whole = 500

export const visitKey = (id: number) => ['visit', id] as const

export const visitQuery = (id: number, me: Me) =>
  queryOptions({
    queryKey: [...visitKey(id), 'head'],
    queryFn: ({ signal }) =>
      get<Consultation>(
        `/consultation/${id}/`,
        {
          expose_client: may(me, 'General: Patients and clients'),
          expose_patients: may(me, 'General: Patients and clients'),
          expose_supervising_veterinarian: true,
          expose_reason: true,
          expose_invoice: may(me, 'Financial: Invoices'),
        },
        signal,
      ),
    meta: { resources: ['consultation', 'consultationitem', 'client', 'patient', 'invoice', 'invoicepayment'] },
  })

export const notesQuery = (id: number) =>
  queryOptions({
    queryKey: [...visitKey(id), 'consultationnote'],
    queryFn: ({ signal }) =>
      get<PageOf<ConsultationNote>>(`/consultation/${id}/consultationnote/`, { page_size: whole }, signal),
    meta: { resources: ['consultationnote'] },
  })

export const dischargeQuery = (id: number) =>
  queryOptions({
    queryKey: [...visitKey(id), 'consultationdischargeinstruction'],
    queryFn: ({ signal }) =>
      get<PageOf<DischargeInstruction>>(
        `/consultation/${id}/consultationdischargeinstruction/`,
        { page_size: whole },
        signal,
      ),
    meta: { resources: ['consultationdischargeinstruction'] },
  })

export const departmentQuery = (url: string) =>
  queryOptions({
    queryKey: ['department', url],
    queryFn: ({ signal }) => get<Department>(`/department/${idOf(url)}/`, undefined, signal),
    staleTime: 5 * 60_000,
    meta: { resources: ['department'] },
  })

/** The next appointments of a client. */
export const comingQuery = (client: number) =>
  queryOptions({
    queryKey: ['appointment', 'coming', client],
    queryFn: ({ signal }) =>
      get<PageOf<Appointment>>(
        '/appointment/',
        {
          client__is: client,
          active__is: 'true',
          start__gte: new Date().toISOString(),
          ordering: 'start',
          expose_reason: true,
          page_size: whole,
        },
        signal,
      ),
    meta: { resources: ['appointment'] },
  })

export const diagnosesQuery = (id: number) =>
  queryOptions({
    queryKey: [...visitKey(id), 'diagnoses'],
    queryFn: ({ signal }) =>
      get<PageOf<ConsultationDiagnosis>>(`/consultation/${id}/consultationdiagnosis/`, { page_size: whole }, signal),
    meta: { resources: ['consultationdiagnosis'] },
  })

export const vitalsQuery = (id: number) =>
  queryOptions({
    queryKey: [...visitKey(id), 'vitals'],
    queryFn: ({ signal }) =>
      get<PageOf<VitalSigns>>('/vital/', { consultation__is: id, ordering: '-measured_at', page_size: whole }, signal),
    meta: { resources: ['vital'] },
  })

export const weightsQuery = (patient: number) =>
  queryOptions({
    queryKey: ['patient', patient, 'weights'],
    queryFn: ({ signal }) =>
      get<PageOf<PatientWeight>>(`/patient/${patient}/weight/`, { ordering: 'measured', page_size: whole }, signal),
    meta: { resources: ['patientweight', 'patient'] },
  })

export const pastVisitsQuery = (patient: number) =>
  queryOptions({
    queryKey: ['patient', patient, 'past visits'],
    queryFn: ({ signal }) =>
      get<Timeline>(`/patient/${patient}/timeline/`, { kind__in: 'visit', page_size: 50 }, signal),
    meta: { resources: ['consultation'] },
  })

export const templatesQuery = queryOptions({
  queryKey: ['text_template'],
  queryFn: ({ signal }) =>
    get<PageOf<TextTemplate>>(
      '/text_template/',
      { archived__is: 'false', kind__in: 'note,discharge', ordering: 'name', page_size: whole },
      signal,
    ),
  staleTime: 10 * 60_000,
  meta: { resources: ['text_template'] },
})

/** Of those who wait for a veterinarian, the one who has waited longest. */
export const readNextVisit = async (vet: number) => {
  const { results } = await get<PageOf<Consultation>>('/consultation/', {
    status__is: statuses.admitted,
    supervising_veterinarian__is: vet,
    expose_patients: true,
    page_size: whole,
  })
  return results.toSorted((one, other) => one.status_changed.localeCompare(other.status_changed))[0]
}

export const changeVet = ({ id, modified }: Consultation, supervising_veterinarian: string) =>
  request<Consultation>('PATCH', `/consultation/${id}/`, { body: { supervising_veterinarian }, ifModified: modified })

export const weigh = (patient: number, weight: string, idempotencyKey: string) =>
  post(`/patient/${patient}/weight/`, { weight }, { idempotencyKey })

export type NewVitals = Readonly<Record<string, string>> & { readonly consultation: string; readonly patient: string }
export const measure = (measured: NewVitals, idempotencyKey: string) => post('/vital/', measured, { idempotencyKey })

export type NewDiagnosis = {
  readonly patient: string
  readonly diagnosis: number | string
  readonly code: string
  readonly name: string
  readonly category: number
  readonly type: number
}
export const addDiagnosis = (visit: number, diagnosis: NewDiagnosis, idempotencyKey: string) =>
  post<ConsultationDiagnosis>(`/consultation/${visit}/consultationdiagnosis/`, diagnosis, { idempotencyKey })
export const patchDiagnosis = ({ id, modified }: ConsultationDiagnosis, changes: Partial<NewDiagnosis>) =>
  request<ConsultationDiagnosis>('PATCH', `/consultationdiagnosis/${id}/`, { body: changes, ifModified: modified })
export const removeDiagnosis = ({ id }: ConsultationDiagnosis) => remove(`/consultationdiagnosis/${id}/`)
export const addAddendum = (visit: number, patient: string, written: string, idempotencyKey: string) =>
  post<ConsultationNote>(
    `/consultation/${visit}/consultationnote/`,
    { patient, text: written, type: 0 },
    { idempotencyKey },
  )

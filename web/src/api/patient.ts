import type { BodyOf } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import type { Client, Patient } from './records.ts'
import { shows } from './shows.ts'

export const patientAddress = (id: number) => `/patient/${id}/`

/** Everything that is shown of a patient is read again by this. */
export const patientKey = (id: number) => ['patient', id] as const

/** A patient with the owner. */
export const patientQuery = (id: number) =>
  queryOptions({
    queryKey: patientKey(id),
    queryFn: ({ signal }) => api.get('/patient/{id}/', { path: { id }, query: { expose_client: true }, signal }),
    meta: shows<Patient>({ patient: patientAddress(id), client: ({ client }) => client }),
  })

export const isLiving = ({ archived, deceased }: Patient) => !archived && deceased === null

/** The animals of a client that may come. */
export const livingOf = (client: Client | undefined) => (client?.patients_data ?? []).filter(isLiving)

type PatientChange = NonNullable<BodyOf<'PATCH', '/patient/{id}/'>>
export const changePatient = (patient: Patient, body: PatientChange, key?: string) =>
  api.patch('/patient/{id}/', { path: { id: patient.id }, body, ifMatch: patient, key })

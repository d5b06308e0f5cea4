import { type BodyOf, list } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { patientAddress } from './patient.ts'
import type { Contraindication } from './records.ts'
import { shows } from './shows.ts'

/** Every list of what animals must not get is read again by this. */
export const contraindicationsKey = ['contraindication'] as const

/** What animals must not get. */
export const contraindicationsQuery = (patients: readonly number[]) =>
  queryOptions({
    queryKey: [...contraindicationsKey, ...patients],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        list(api, '/contraindication/', { query: { patient__in: patients, archived__is: false }, signal }),
      ),
    staleTime: 60_000,
    meta: shows({ contraindication: patients.map(patientAddress) }),
  })

export const addContraindication = (body: BodyOf<'POST', '/contraindication/'>, key?: string) =>
  api.post('/contraindication/', { body, key })

export const readContraindication = ({ id }: Contraindication) => api.get('/contraindication/{id}/', { path: { id } })

type ContraindicationChange = NonNullable<BodyOf<'PATCH', '/contraindication/{id}/'>>
export const changeContraindication = (record: Contraindication, body: ContraindicationChange, key?: string) =>
  api.patch('/contraindication/{id}/', { path: { id: record.id }, body, ifMatch: record, key })

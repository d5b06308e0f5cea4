import { list } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { longPages } from './lists.ts'
import { patientAddress, patientKey } from './patient.ts'
import { shows } from './shows.ts'

/** Every weight of a patient, the oldest first. */
export const weightsQuery = (patient: number) =>
  queryOptions({
    queryKey: [...patientKey(patient), 'weights'],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        list(api, '/patient/{id}/weight/', {
          path: { id: patient },
          query: { ordering: 'measured', ...longPages },
          signal,
        }),
      ),
    meta: shows({ patientweight: patientAddress(patient), patient: patientAddress(patient) }),
  })

export const weigh = (patient: number, weight: string, key?: string) =>
  api.post('/patient/{id}/weight/', { path: { id: patient }, body: { weight }, key })
